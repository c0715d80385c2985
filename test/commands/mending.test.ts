/** `--fix`, `--fix-unsafe` and `--diff`: what they write, what they leave, and what they say. */
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../../src/commands/replace-file.ts';
import { assert, describe } from '../describe.ts';
import { inFolder, LARGE_HEAP, stacklint } from './program.ts';

const HEAP = ['--rule', 'memory/heap-limit', '-i', 'hosts.yml'];
const FILE = 'group_vars/search.yml';

interface Report {
  readonly findings: readonly unknown[];
  readonly fixed: readonly { readonly rule: string; readonly at: object; readonly title: string }[];
  readonly notFixed: readonly { readonly why: string }[];
}

describe('stacklint --fix', (test) => {
  test('an unsafe fix is made by --fix-unsafe alone, and the report is that of the mended file', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const textOf = (): string => readFileSync(join(cwd, FILE), 'utf8');
      const before = textOf();
      assert.is(stacklint([...HEAP, '--fix'], { cwd }).code, 1);
      assert.is(textOf(), before);

      const { code, stdout, stderr } = stacklint([...HEAP, '--fix-unsafe'], { cwd });
      assert.match(stdout, `fixed (1)\n  ${FILE}:1:14 [memory/heap-limit]\n    Set search_heap to 30\n`);
      assert.match(stdout, 'No findings in 2 files');
      assert.equal([code, stderr], [0, '']);
      assert.is(textOf(), before.replace('"64"', '"30"'));

      const again = stacklint([...HEAP, '--fix-unsafe'], { cwd });
      assert.not.match(again.stdout, 'fixed');
      assert.is(textOf(), before.replace('"64"', '"30"'));
    });
  });

  test('nothing is set that the release does not have', () => {
    const mended = (product: string, release: string, text: string): string => {
      const template = `roles/r/templates/${product}.yml.j2`;
      const files = {
        hosts: '[nodes]\nes-1\n',
        'site.yml': '- hosts: nodes\n  roles: [r]\n',
        'roles/r/tasks/main.yml': `- apt: { name: "${product}=${release}" }\n- template: { src: ${product}.yml.j2, dest: /etc/${product}/${product}.yml }\n`,
        [template]: text,
      };
      let after = '';
      inFolder(files, (cwd) => {
        stacklint(['--rule', 'disk/watermarks-set', '--rule', 'pipeline/dead-letter-retention', '--fix-unsafe'], {
          cwd,
        });
        after = readFileSync(join(cwd, template), 'utf8').slice(text.length);
      });
      return after;
    };
    const shares = '.watermark.low: 85%\n.watermark.high: 90%\n.watermark.flood_stage: 95%\n';
    const caps = '.low.max_headroom: 200gb\n.high.max_headroom: 150gb\n.flood_stage.max_headroom: 100gb\n';
    const named = (text: string, prefix: string): string => text.replace(/^(?=\.)/gm, prefix);
    const watermarks = named(shares, 'cluster.routing.allocation.disk');
    const node = 'cluster.name: logs\nnode.roles: [master, data]\n';
    assert.is(mended('elasticsearch', '8.3.0', node), watermarks);
    assert.is(
      mended('elasticsearch', '8.15.0', node),
      watermarks + named(caps, 'cluster.routing.allocation.disk.watermark'),
    );
    assert.is(mended('elasticsearch', '8.x', node), '');
    const pipeline = 'dead_letter_queue.enable: true\n';
    assert.is(mended('logstash', '7.17.3', pipeline), '');
    assert.is(mended('logstash', '8.15.0', pipeline), 'dead_letter_queue.retain.age: 7d\n');
  });

  test('--diff prints a patch, and writes nothing', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const before = readFileSync(join(cwd, FILE), 'utf8');
      const { code, stdout, stderr } = stacklint([...HEAP, '--fix-unsafe', '--diff'], { cwd });
      assert.match(stdout, `--- a/${FILE}\n+++ b/${FILE}\n@@ -1,`);
      assert.match(stdout, '\n-search_heap: "64"\n+search_heap: "30"\n');
      assert.is(stderr, 'stacklint: would mend 1 finding in 1 file\n');
      assert.is(code, 0);
      assert.is(readFileSync(join(cwd, FILE), 'utf8'), before);
    });
  });

  test('the report for programs says what was mended, and what was not and why', () => {
    const shared = {
      'hosts.yml': 'search: {hosts: {es-1: {search_heap: "{{ big }}"}, es-2: }, vars: {big: 40}}\n',
      [FILE]: 'other: "{{ big }}"\nsearch_cluster_name: logs\n',
    };
    inFolder(shared, (cwd) => {
      const { stdout } = stacklint([...HEAP, '--vocabulary', 'search', '--fix-unsafe', '-f', 'json'], { cwd });
      const report = JSON.parse(stdout) as Report;
      assert.equal(report.fixed, []);
      assert.equal(
        report.notFixed.map(({ why }) => why),
        ['big of es-2 would change as well'],
      );
      assert.is(report.findings.length, 1);
    });
    inFolder(LARGE_HEAP, (cwd) => {
      const report = JSON.parse(stacklint([...HEAP, '--fix-unsafe', '-f', 'json'], { cwd }).stdout) as Report;
      assert.equal(report.fixed, [
        {
          rule: 'memory/heap-limit',
          at: { file: FILE, line: 1, column: 14, endLine: 1, endColumn: 18 },
          title: 'Set search_heap to 30',
        },
      ]);
      assert.equal(report.findings, []);
    });
  });

  test('what several fixes put at one place comes there whole, also into a map that is a text', () => {
    const files = {
      'hosts.yml': 'elasticsearch: {hosts: {es-1: }}\n',
      'site.yml': '- {hosts: elasticsearch, roles: [geerlingguy.elasticsearch]}\n',
      'group_vars/elasticsearch.yml':
        'elasticsearch_version: 8.x\nelasticsearch_heap_size_max: 4g\nelasticsearch_extra_options: |\n' +
        '  bootstrap.memory_lock: false # for now\n  cluster.name: logs\n  path.repo: /mnt/snapshots\n',
    };
    inFolder(files, (cwd) => {
      stacklint(['--fix-unsafe'], { cwd });
      assert.is(
        readFileSync(join(cwd, 'group_vars/elasticsearch.yml'), 'utf8'),
        'elasticsearch_version: 8.x\nelasticsearch_heap_size_max: 4g\nelasticsearch_extra_options: |\n' +
          '  bootstrap.memory_lock: true # for now\n  cluster.name: logs\n  path.repo: /mnt/snapshots\n' +
          '  xpack.security.audit.enabled: true\n  xpack.security.audit.logfile.events.include:\n' +
          ['authentication_failed', 'access_denied', 'authentication_success', 'connection_denied', 'tampered_request']
            .concat('run_as_denied', 'run_as_granted')
            .map((event) => `    - ${event}\n`)
            .join('') +
          'elasticsearch_heap_size_min: 4g\n',
      );
    });
  });

  test('hosts that each need the same of their group get it once', () => {
    const hosts = '[pipeline]\npipe-1 pipeline_queue_type=memory\npipe-2 pipeline_queue_type=memory\n';
    inFolder({ 'hosts.ini': hosts }, (cwd) => {
      const { stdout } = stacklint(['--rule', 'pipeline/persistent-queue,pipeline/queue-size', '--fix-unsafe'], {
        cwd,
      });
      assert.match(stdout, 'fixed (2)');
      assert.is(readFileSync(join(cwd, 'hosts.ini'), 'utf8'), hosts.replaceAll('memory', 'persisted'));
      const made = readFileSync(join(cwd, 'group_vars/pipeline.yml'), 'utf8');
      assert.is(made, '---\npipeline_queue_max_bytes: 4gb\n');
    });
  });

  test('a fix is not withdrawn for what another one brings, which mends something worse', () => {
    const hosts =
      '# machines\n[search.hosts.es-1]\nsearch_heap = 64\n[search.hosts.es-2]\nsearch_haep = 20\n[search.vars]\n' +
      'search_cluster_name = "logs"\nsearch_node_types = ["master", "master", "data"]\n';
    inFolder({ 'hosts.toml': hosts }, (cwd) => {
      const rules = 'memory/heap-*,inventory/unknown-variable,topology/unknown-role,disk/watermarks-set';
      const { stdout } = stacklint(['-i', 'hosts.toml', '--rule', rules, '--fix-unsafe'], { cwd });
      assert.match(stdout, 'fixed (3)');
      assert.match(stdout.replace(/\s+/g, ' '), 'with the same roles differ');
      assert.is(
        readFileSync(join(cwd, 'hosts.toml'), 'utf8'),
        hosts.replace('64', '30').replace('haep', 'heap').replace('"master", ', ''),
      );
    });
  });

  test('what a comment or the baseline accepts is not mended', () => {
    const text = 'search_heap: "64" # stacklint-disable-line memory/heap-limit -- Big machines.\n';
    inFolder({ ...LARGE_HEAP, [FILE]: text }, (cwd) => {
      stacklint([...HEAP, '--fix-unsafe'], { cwd });
      assert.is(readFileSync(join(cwd, FILE), 'utf8'), text);
    });
  });

  test('SARIF and the format of reviewdog carry the edit', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const sarif = stacklint([...HEAP, '-f', 'sarif'], { cwd }).stdout;
      const [run] = (JSON.parse(sarif) as { readonly runs: readonly { readonly results: readonly object[] }[] }).runs;
      const region = { startLine: 1, startColumn: 14, endLine: 1, endColumn: 18 };
      const [result] = run?.results ?? [];
      assert.equal((result as { readonly fixes?: unknown }).fixes, [
        {
          description: { text: 'Set search_heap to 30' },
          artifactChanges: [
            {
              artifactLocation: { uri: FILE, uriBaseId: '%SRCROOT%' },
              replacements: [{ deletedRegion: region, insertedContent: { text: '"30"' } }],
            },
          ],
        },
      ]);
      const rdjson = stacklint([...HEAP, '-f', 'rdjson'], { cwd }).stdout;
      assert.match(
        rdjson.replace(/\s+/g, ' '),
        '"suggestions": [ { "range": { "start": { "line": 1, "column": 14 }, "end": { "line": 1, "column": 18 } }, "text": "\\"30\\"" } ]',
      );
    });
  });

  test('--suppress accepts what is found by a comment with the reason, one for a line', () => {
    const files = {
      'hosts.yml': 'search: {hosts: {es-1: }}\n',
      [FILE]: 'search_cluster_name: logs\nsearch_heap: "64g"\n',
    };
    inFolder(files, (cwd) => {
      const words = ['-i', 'hosts.yml', '--rule', 'memory/heap-unit,inventory/schema', '--suppress'];
      const because = ['--because', 'Adopted in November.'];
      assert.is(
        stacklint(words, { cwd }).stderr,
        'stacklint: --suppress needs a reason for its comments, in one line: --because REASON\n',
      );
      const { code, stdout } = stacklint([...words, ...because], { cwd });
      assert.match(stdout, 'No findings, 1 suppressed');
      assert.is(code, 0);
      assert.is(
        readFileSync(join(cwd, FILE), 'utf8'),
        'search_cluster_name: logs\n# stacklint-disable-next-line memory/heap-unit -- Adopted in November.\nsearch_heap: "64g"\n',
      );
    });
    const both = { ...files, [FILE]: 'search_heap: "64"\n', 'site.yml': '- {hosts: search, roles: []}\n' };
    inFolder(both, (cwd) => {
      const words = ['-i', 'hosts.yml', '--rule', 'memory/heap-limit,topology/master-quorum,audit/enabled'];
      stacklint([...words, '--suppress', '--because', 'Adopted.'], { cwd });
      assert.match(
        readFileSync(join(cwd, FILE), 'utf8'),
        /^# stacklint-disable-next-line \S+, \S+ -- Adopted\.\nsearch_heap: "64"\n$/,
      );
    });
  });

  test('options that make no sense together are refused', () => {
    const refusal = (...args: readonly string[]): string => stacklint(args).stderr;
    assert.is(refusal('--diff'), 'stacklint: --diff shows what --fix or --fix-unsafe would write; give one\n');
    assert.is(refusal('--because', 'x'), 'stacklint: --because is the reason of --suppress; give both\n');
    assert.is(
      refusal('--fix', '--suppress', '--because', 'x'),
      'stacklint: --fix and --suppress exclude each other; give one of them\n',
    );
    assert.is(refusal('--fix', '--staged'), 'stacklint: --fix and --staged exclude each other; give one of them\n');
    assert.is(
      refusal('--fix-unsafe', '--update-baseline'),
      'stacklint: --fix-unsafe and --update-baseline exclude each other; give one of them\n',
    );
  });
});

describe('a file that is replaced', (test) => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'stacklint-replace-'));
  test.after(() => {
    rmSync(folder, { recursive: true });
  });
  const fileWith = (name: string, text: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  test('has the new text, its mode, and nothing beside it', () => {
    const path = fileWith('mode.yml', 'a: 1\n');
    chmodSync(path, 0o640);
    assert.is(replaceFile({ path, before: 'a: 1\n', after: 'a: 2\n' }, folder), undefined);
    assert.is(readFileSync(path, 'utf8'), 'a: 2\n');
    assert.is(statSync(path).mode & 0o777, 0o640);
    assert.equal(
      readdirSync(folder).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('is left alone if it has another text by now, or one that is not UTF-8', () => {
    const path = fileWith('changed.yml', 'a: 3\n');
    const why = 'it has changed meanwhile, or is not UTF-8';
    assert.is(replaceFile({ path, before: 'a: 1\n', after: 'a: 2\n' }, folder), why);
    assert.is(readFileSync(path, 'utf8'), 'a: 3\n');
    const latin = fileWith('latin.yml', Uint8Array.of(0x61, 0x3a, 0x20, 0xe9, 0x0a));
    assert.is(replaceFile({ path: latin, before: 'a: \ufffd\n', after: 'a: 2\n' }, folder), why);
    assert.equal([...readFileSync(latin)], [0x61, 0x3a, 0x20, 0xe9, 0x0a]);
  });

  test('is left alone if it is read-only, has several names, or leads elsewhere', () => {
    const readOnly = fileWith('read-only.yml', 'a: 1\n');
    chmodSync(readOnly, 0o444);
    assert.is(replaceFile({ path: readOnly, before: 'a: 1\n', after: 'a: 2\n' }, folder), 'it is read-only');
    const twice = fileWith('twice.yml', 'a: 1\n');
    linkSync(twice, join(folder, 'thrice.yml'));
    const several = 'it has several names (hard links)';
    assert.is(replaceFile({ path: twice, before: 'a: 1\n', after: 'a: 2\n' }, folder), several);
    mkdirSync(join(folder, 'project'));
    symlinkSync(twice, join(folder, 'project/link.yml'));
    const path = join(folder, 'project/link.yml');
    const why = replaceFile({ path, before: 'a: 1\n', after: 'a: 2\n' }, join(folder, 'project'));
    assert.is(why, 'it is a link to a file elsewhere');
    assert.is(readFileSync(twice, 'utf8'), 'a: 1\n');
  });

  test('is written where a link within the project leads, and the link stays', () => {
    const path = fileWith('real.yml', 'a: 1\n');
    const link = join(folder, 'alias.yml');
    symlinkSync(path, link);
    assert.is(replaceFile({ path: link, before: 'a: 1\n', after: 'a: 2\n' }, folder), undefined);
    assert.is(readFileSync(path, 'utf8'), 'a: 2\n');
    assert.is(realpathSync(link), path);
  });

  test('is made with its folders if it is new, and left alone if it is there by now', () => {
    const path = join(folder, 'host_vars/es-1.yml');
    assert.is(replaceFile({ path, before: undefined, after: 'a: 1\n' }, folder), undefined);
    assert.is(readFileSync(path, 'utf8'), 'a: 1\n');
    assert.is(replaceFile({ path, before: undefined, after: 'a: 2\n' }, folder), 'it is there by now');
  });
});

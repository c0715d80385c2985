/** Adoption with a baseline: the findings of today are accepted, those of tomorrow are not. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { inFolder, LARGE_HEAP, stacklint } from './program.ts';

interface Report {
  readonly findings: readonly { readonly rule: string; readonly message: string; readonly fingerprint: string }[];
  readonly suppressed: readonly { readonly rule: string; readonly by: string; readonly because?: string }[];
}

const RULES = ['--rule', 'memory/heap-limit', '--rule', 'topology/dedicated-masters', '--rule', 'suppression/unused'];

function report(cwd: string, ...args: readonly string[]) {
  const { stdout, stderr, code } = stacklint([...RULES, '-f', 'json', ...args], { cwd });
  const { findings, suppressed } = JSON.parse(stdout) as Report;
  return {
    findings: findings.map(({ rule }) => rule),
    suppressed: suppressed.map(({ rule, by }) => `${rule} ${by}`),
    stderr,
    code,
  };
}

const ACCEPTED = ['memory/heap-limit baseline', 'topology/dedicated-masters baseline'];
/** The name of the baseline that needs no option. */
const USUAL = '.stacklint-baseline.json';

/** A project whose findings a baseline accepts. */
function accepted(use: (cwd: string, edit: (file: string, change: (text: string) => string) => void) => void): void {
  inFolder(LARGE_HEAP, (cwd) => {
    assert.equal(report(cwd).findings, ['memory/heap-limit', 'topology/dedicated-masters']);
    const { stderr } = report(cwd, '--update-baseline');
    assert.is(stderr, `stacklint: ${USUAL} accepts 2 findings: 2 new, 0 no longer found.\n`);
    use(cwd, (file, change) => {
      writeFileSync(join(cwd, file), change(readFileSync(join(cwd, file), 'utf8')));
    });
  });
}

describe('a baseline', (test) => {
  test('accepts the findings of its day, in this folder and from another one', () => {
    accepted((cwd) => {
      assert.equal(report(cwd), { findings: [], suppressed: ACCEPTED, stderr: '', code: 0 });
      const moved = join(cwd, 'group_vars');
      assert.equal(report(moved, '-i', '../hosts.yml', '--baseline', join('..', USUAL)).findings, []);
    });
  });

  test('outlives moved lines, other orders of keys and hosts, new hosts, and a renamed file', () => {
    accepted((cwd, edit) => {
      edit('group_vars/search.yml', (text) => `# One\n\n${text.trimEnd().split('\n').reverse().join('\n# Two\n')}\n`);
      edit('hosts.yml', (text) => text.replace('    es-1:\n', '').replace('es-3:\n', 'es-3:\n    es-0:\n    es-1:\n'));
      writeFileSync(join(cwd, 'notes.yml'), 'a: 1\n');
      renameSync(join(cwd, 'notes.yml'), join(cwd, 'other.yml'));
      assert.equal(report(cwd), { findings: [], suppressed: ACCEPTED, stderr: '', code: 0 });
    });
  });

  test('does not accept what got worse, but what got a little better', () => {
    accepted((cwd, edit) => {
      edit('group_vars/search.yml', (text) => text.replace('64', '48'));
      assert.equal(report(cwd).findings, []);
      edit('group_vars/search.yml', (text) => text.replace('48', '65'));
      assert.equal(report(cwd).findings, ['memory/heap-limit']);
      assert.is(report(cwd).code, 1);
    });
  });

  test('knows a missing value again when its group gets variable files, or other keys in them', () => {
    inFolder({ 'hosts.yml': LARGE_HEAP['hosts.yml'] }, (cwd) => {
      const missing = (...args: readonly string[]): readonly number[] => {
        const options = ['--rule', 'memory/memory-lock', '--rule', 'disk/watermarks-set', '--vocabulary', 'search'];
        const { stdout } = stacklint([...options, '-f', 'json', ...args], { cwd });
        const { findings, suppressed } = JSON.parse(stdout) as Report;
        return [findings.length, suppressed.length];
      };
      assert.equal(missing('--update-baseline'), [0, 2]);
      for (const [file, text] of [
        ['group_vars/search.yml', 'search_heap: "4"\n'],
        ['group_vars/search.yml', 'search_cluster_name: books\nsearch_heap: "4"\n'],
        ['group_vars/search/main.yml', 'search_heap: "4"\n'],
      ] as const) {
        rmSync(join(cwd, 'group_vars'), { recursive: true, force: true });
        mkdirSync(dirname(join(cwd, file)), { recursive: true });
        writeFileSync(join(cwd, file), text);
        assert.equal(missing(), [0, 2], file);
      }
    });
  });

  test('has its stale entries reported, and deleted by the next update', () => {
    accepted((cwd, edit) => {
      edit('group_vars/search.yml', (text) => text.replace('64', '30'));
      const { stdout } = stacklint([...RULES, '-f', 'json'], { cwd });
      const [stale] = (JSON.parse(stdout) as Report).findings;
      assert.is(
        stale?.message,
        'The baseline accepts memory/heap-limit of search_heap in group_vars/search.yml, which is no longer found; --update-baseline deletes the entry.',
      );
      const { stderr, findings } = report(cwd, '--update-baseline');
      assert.is(stderr, `stacklint: ${USUAL} accepts 1 finding: 0 new, 1 no longer found.\n`);
      assert.equal(findings, []);
    });
  });

  test('keeps the entries of a file that Ansible cannot read', () => {
    accepted((cwd, edit) => {
      const before = readFileSync(join(cwd, USUAL), 'utf8');
      edit('group_vars/search.yml', (text) => `${text}a: [\n`);
      assert.equal(report(cwd, '--update-baseline').findings, []);
      assert.match(readFileSync(join(cwd, USUAL), 'utf8'), before.slice(before.indexOf('{', 1), before.indexOf('}')));
    });
  });

  test('keeps the entries of rules that are off and of files that are not read', () => {
    accepted((cwd, edit) => {
      const before = readFileSync(join(cwd, USUAL), 'utf8');
      const heap = ['--rule', 'memory/heap-limit', '--rule', 'suppression/unused', '-f', 'json'];
      assert.is((JSON.parse(stacklint(heap, { cwd }).stdout) as Report).findings.length, 0);
      stacklint([...heap, '--update-baseline'], { cwd });
      assert.is(readFileSync(join(cwd, USUAL), 'utf8'), before);
      writeFileSync(join(cwd, 'notes.yml'), 'a: 1\n');
      const entry = { rule: 'memory/heap-limit', file: 'notes.yml', fingerprint: '0000000000000000' };
      edit(USUAL, (text) => text.replace('"findings": [', `"findings": [${JSON.stringify(entry)},`));
      assert.equal(report(cwd).findings, []);
      rmSync(join(cwd, 'notes.yml'));
      assert.equal(report(cwd).findings, ['suppression/unused']);
    });
  });

  test('that is broken, of another version or not there ends the check with one line', () => {
    const refusal = (text: string): string => {
      let stderr = '';
      inFolder({ ...LARGE_HEAP, [USUAL]: text }, (cwd) => {
        const run = stacklint([], { cwd });
        assert.equal([run.code, run.stdout], [2, '']);
        stderr = run.stderr;
      });
      return stderr;
    };
    const anew = 'stacklint check --update-baseline writes it anew';
    assert.is(refusal('{'), `stacklint: ${USUAL}:1:2: this is not JSON: expected a name in double quotes; ${anew}\n`);
    assert.match(
      refusal('[]'),
      `${USUAL}:1:1: this is not a baseline; expected an object with version and findings; ${anew}`,
    );
    assert.match(
      refusal('{"version": 7, "findings": []}'),
      `${USUAL}:1:13: this baseline is of version 7; expected 1; ${anew}`,
    );
    assert.match(
      refusal('{"version": 1, "findings": [{"rule": "a/b"}]}'),
      `${USUAL}:1:29: this entry of the baseline is incomplete`,
    );
    inFolder({ ...LARGE_HEAP, [USUAL]: '{' }, (cwd) => {
      assert.is(stacklint([...RULES, '--update-baseline'], { cwd }).code, 0, 'it is written anew');
      assert.equal(report(cwd).suppressed, ACCEPTED);
    });
    inFolder(LARGE_HEAP, (cwd) => {
      const { code, stderr } = stacklint(['--baseline', 'hosts.yml', '--update-baseline'], { cwd });
      const other = 'this is not JSON: expected a value here; name another file with --baseline';
      assert.equal([code, stderr], [2, `stacklint: hosts.yml:1:1: ${other}\n`]);
      assert.is(readFileSync(join(cwd, 'hosts.yml'), 'utf8'), LARGE_HEAP['hosts.yml']);
    });
    inFolder(LARGE_HEAP, (cwd) => {
      const { code, stderr } = stacklint(['--baseline', 'none.json'], { cwd });
      assert.equal([code, stderr], [2, 'stacklint: there is no baseline none.json; --update-baseline writes one\n']);
      const { code: unwritable } = stacklint(['--baseline', 'no/such/folder.json', '--update-baseline'], { cwd });
      assert.is(unwritable, 2);
    });
  });
});

describe('suppression comments of a project', (test) => {
  test('accept findings with a reason, which the report gives, unless the option or the configuration forbids it', () => {
    const files = {
      ...LARGE_HEAP,
      'group_vars/search.yml': 'search_heap: "64" # stacklint-disable-line memory/heap-limit -- Big.\n',
    };
    inFolder(files, (cwd) => {
      const found = (...args: readonly string[]) => {
        const rules = ['--rule', 'memory/heap-limit', '--rule', 'suppression/unused'];
        const { stdout } = stacklint([...rules, '-f', 'json', ...args], { cwd });
        const { findings, suppressed } = JSON.parse(stdout) as Report;
        return [
          findings.map(({ rule }) => rule),
          suppressed.map(({ rule, by, because }) => `${rule} ${by} ${because ?? ''}`),
        ];
      };
      assert.equal(found(), [[], ['memory/heap-limit comment Big.']]);
      assert.equal(found('--no-inline-suppressions'), [['memory/heap-limit'], []]);
      writeFileSync(join(cwd, 'stacklint.yml'), "forbid-suppressions: ['memory/*']\n");
      assert.equal(found(), [['memory/heap-limit', 'suppression/unused'], []]);
    });
  });

  test('are not called unused where their rules could not judge: in a file that Ansible cannot read, or no search stack', () => {
    const comment = '# stacklint-disable-file memory/heap-limit -- Big.\n';
    const unused = (files: Readonly<Record<string, string>>): readonly string[] => {
      let found: readonly string[] = [];
      inFolder(files, (cwd) => {
        found = report(cwd).findings;
      });
      return found.filter((rule) => rule === 'suppression/unused');
    };
    const variables = 'search_heap: "20"\nsearch_cluster_name: logs\nsearch_node_types: [master, data]\n';
    assert.equal(unused({ ...LARGE_HEAP, 'group_vars/search.yml': comment + variables }), ['suppression/unused']);
    assert.equal(unused({ ...LARGE_HEAP, 'group_vars/search.yml': `${comment}${variables}a: [\n` }), []);
    assert.equal(unused({ 'hosts.yml': 'web:\n  hosts:\n    w-1:\n', 'group_vars/web.yml': `${comment}a: 1\n` }), []);
  });
});

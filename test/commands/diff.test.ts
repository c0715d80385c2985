/** `stacklint diff`: which sides it compares, what it says of them, and one line for what it cannot compare. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckReport } from '../../src/report/json-report.ts';
import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';
import { commit, git, inRepository } from './repository.ts';

const PROJECT = {
  'hosts.yml': 'search: {hosts: {"es-[1:3]": }}\n',
  'group_vars/search.yml': 'search_heap: "30"\nsearch_cluster_name: logs\n',
};

type Entry = NonNullable<CheckReport['change']>;

function changeIn(cwd: string, ...words: readonly string[]): Entry {
  const { stdout, stderr } = stacklint(['diff', ...words, '--vocabulary', 'search', '-f', 'json'], { cwd });
  assert.is.not(stdout, '', stderr);
  const { change } = JSON.parse(stdout) as CheckReport;
  assert.ok(change);
  return change;
}

function heapsIn(cwd: string, ...words: readonly string[]): readonly string[] {
  return changeIn(cwd, ...words)
    .settings.filter(({ setting }) => setting === 'heapGb')
    .map(({ before, after }) => `${String(before)} → ${String(after)}`);
}

function setHeap(cwd: string, heap: string): void {
  writeFileSync(join(cwd, 'group_vars/search.yml'), `search_heap: "${heap}"\nsearch_cluster_name: logs\n`);
}

function complaint(cwd: string, ...words: readonly string[]): string {
  const { code, stdout, stderr } = stacklint(['diff', ...words], { cwd });
  assert.equal([code, stdout], [2, '']);
  return stderr;
}

describe('stacklint diff', (test) => {
  test('compares a revision with the working tree, with another, and with the index', () => {
    inRepository(PROJECT, (cwd) => {
      setHeap(cwd, '28');
      commit(cwd);
      setHeap(cwd, '26');
      git(cwd, 'add', '-A');
      setHeap(cwd, '24');
      assert.equal(heapsIn(cwd, 'HEAD'), ['28g → 24g']);
      assert.equal(heapsIn(cwd, 'HEAD~1', 'HEAD'), ['30g → 28g']);
      assert.equal(heapsIn(cwd, 'HEAD~1..HEAD'), ['30g → 28g']);
      assert.equal(heapsIn(cwd, 'HEAD', 'HEAD~1'), ['28g → 30g']);
      assert.equal(heapsIn(cwd, '--staged'), ['28g → 26g']);
      assert.equal(heapsIn(cwd, '--staged', 'HEAD~1'), ['30g → 26g']);
    });
  });

  test('begins with three dots where two branches parted', () => {
    inRepository(PROJECT, (cwd) => {
      git(cwd, 'checkout', '-qb', 'topic');
      setHeap(cwd, '28');
      commit(cwd);
      git(cwd, 'checkout', '-q', '-b', 'other', 'HEAD~1');
      setHeap(cwd, '20');
      commit(cwd);
      assert.equal(heapsIn(cwd, 'other...topic'), ['30g → 28g']);
      assert.equal(heapsIn(cwd, 'other', 'topic'), ['20g → 28g']);
    });
  });

  test('compares two folders, each with its own configuration', () => {
    const [before, after] = ['old', 'new'].map((folder) =>
      Object.fromEntries(Object.entries(PROJECT).map(([path, text]) => [`${folder}/${path}`, text])),
    );
    const own = 'stacks: [{ name: production, inventory: hosts.yml }]\n';
    inFolder({ ...before, ...after, 'old/stacklint.yml': own, 'new/stacklint.yml': own }, (cwd) => {
      assert.equal(changeIn(cwd, 'old', 'new').settings, []);
      setHeap(join(cwd, 'new'), '28');
      const [heap] = changeIn(cwd, 'old', 'new').settings.filter(({ setting }) => setting === 'heapGb');
      assert.equal(heap?.at, { file: 'new/group_vars/search.yml', line: 1, column: 14, endLine: 1, endColumn: 18 });
      assert.equal(heap?.was, { revision: 'old', file: 'old/group_vars/search.yml', line: 1 });
    });
  });

  test('tells programs of clusters, hosts, settings and steps', () => {
    inRepository(PROJECT, (cwd) => {
      setHeap(cwd, '28');
      writeFileSync(join(cwd, 'hosts.yml'), 'search: {hosts: {es-1: , es-2: , es-4: }}\n');
      const change = changeIn(cwd, 'HEAD');
      assert.equal([change.base, change.head], ['HEAD', 'working tree']);
      const side = { name: 'logs', nodes: 3, voters: 3, tolerates: 1 };
      const [before, after] = [
        { ...side, heapGb: 90 },
        { ...side, heapGb: 84 },
      ];
      assert.equal(change.clusters, [{ name: 'logs', before, after }]);
      assert.equal(change.hosts, { joined: ['es-4'], left: ['es-3'], renamed: [] });
      const heap = change.settings.find(({ setting }) => setting === 'heapGb');
      assert.equal(heap?.product, '-Xmx');
      assert.equal(heap?.hosts, ['es-1', 'es-2']);
      assert.equal(heap?.was, { revision: 'HEAD', file: 'group_vars/search.yml', line: 1 });
      assert.is(heap?.applies, 'restart');
      const drain = change.steps.find(({ title }) => title === 'Drain es-3');
      assert.equal(drain?.body, { persistent: { 'cluster.routing.allocation.exclude._name': 'es-3' } });
      assert.is(drain?.until, 'GET /_cat/shards lists no shard on es-3');
    });
  });

  test('tells programs and people of requests, and of restarts that are taken away', () => {
    const policy = (hour: number, count: number): string =>
      `PUT /_slm/policy/nightly\n{"schedule": "0 30 ${hour} * * ?", "retention": {"max_count": ${count}}}\n`;
    const play = `- hosts: search
  tasks:
    - copy: {content: "cluster.name: logs", dest: /etc/elasticsearch/elasticsearch.yml}
      notify: restart
  handlers:
    - name: restart
      service: {name: elasticsearch, state: restarted}
`;
    inRepository({ ...PROJECT, 'slm.console': `# Once.\n\n${policy(1, 30)}`, 'site.yml': play }, (cwd) => {
      writeFileSync(
        join(cwd, 'slm.console'),
        `# Once.\n${policy(2, 14)}\nPUT /_security/role/reader\n{"cluster": []}\n`,
      );
      writeFileSync(join(cwd, 'site.yml'), play.replace('      notify: restart\n', ''));
      const change = changeIn(cwd, 'HEAD');
      const [first, ...others] = change.requests;
      assert.equal(first, {
        path: '/_slm/policy/nightly',
        method: 'PUT',
        change: 'changed',
        clusters: ['logs'],
        keys: [
          { key: 'schedule', before: '0 30 1 * * ?', after: '0 30 2 * * ?' },
          { key: 'retention.max_count', before: '30', after: '14' },
        ],
        at: { file: 'slm.console', line: 2, column: 1, endLine: 2, endColumn: 25 },
        was: { revision: 'HEAD', file: 'slm.console', line: 3 },
      });
      const entries = others.map(({ path, change: how, at, was }) => [path, how, at?.line, was]);
      assert.equal(entries, [['/_security/role/reader', 'new', 5, undefined]]);
      assert.equal(change.lostRestarts, [
        {
          part: 'search',
          cluster: 'logs',
          hosts: ['es-1', 'es-2', 'es-3'],
          files: ['/etc/elasticsearch/elasticsearch.yml'],
          was: { revision: 'HEAD', file: 'site.yml', line: 6 },
        },
      ]);
      assert.equal(change.summary, [
        'logs: policy nightly changes; new role reader; a run no longer restarts 3 nodes when their files change',
      ]);
      const said = (format: string): string => {
        const words = ['diff', 'HEAD', '--vocabulary', 'search', '-f', format];
        return stacklint(words, { cwd }).stdout.replace(/\s+/g, ' ');
      };
      const keys = 'schedule 0 30 1 * * ? → 0 30 2 * * ?, retention.max_count 30 → 14';
      assert.match(said('pretty'), `request PUT /_slm/policy/nightly: ${keys} (slm.console:2:1)`);
      assert.match(said('pretty'), 'request PUT /_security/role/reader: new (slm.console:5:1)');
      const lost = 'restart no longer of es-1, es-2, es-3 for /etc/elasticsearch/elasticsearch.yml (HEAD:site.yml:6:7)';
      assert.match(said('pretty'), lost);
      assert.match(said('markdown'), '2 changed requests');
      assert.match(said('markdown'), '| `PUT /_security/role/reader` | new | `slm.console:5:1` |');
    });
  });

  test('says nothing of what means the same', () => {
    inRepository(PROJECT, (cwd) => {
      rmSync(join(cwd, 'group_vars/search.yml'));
      mkdirSync(join(cwd, 'group_vars/search'));
      writeFileSync(
        join(cwd, 'group_vars/search/name.yml'),
        "# The name\nsearch_cluster_name: \"{{ 'lo' ~ 'gs' }}\"\n",
      );
      writeFileSync(join(cwd, 'group_vars/search/heap.yml'), 'search_heap: 30\n');
      const { code, stdout } = stacklint(['diff', 'HEAD', '--vocabulary', 'search'], { cwd });
      assert.is(code, 0);
      assert.match(stdout, '\nnothing changes\n');
      assert.not.match(stdout, 'steps');
    });
  });

  test('finds what is lost, though nothing of the inventory is left', () => {
    inRepository(PROJECT, (cwd) => {
      for (const path of Object.keys(PROJECT)) rmSync(join(cwd, path));
      const { code, stdout } = stacklint(['diff', 'HEAD', '--vocabulary', 'search', '-f', 'compact'], { cwd });
      assert.is(code, 1);
      assert.match(stdout, /^hosts\.yml:1:\d+: error: Nothing is left of this stack, which had 3 hosts;/);
    });
  });

  test('says in one line what it cannot compare', () => {
    inFolder(PROJECT, (cwd) => {
      assert.is(complaint(cwd, 'main'), 'stacklint: diff main: the current folder is not in a git repository\n');
      assert.match(complaint(cwd), /^stacklint: diff needs something to compare with: [^\n]*\n$/);
    });
    inRepository(PROJECT, (cwd) => {
      assert.is(complaint(cwd, 'nope'), 'stacklint: diff nope: there is no such revision\n');
      git(cwd, 'checkout', '-q', '--orphan', 'bare');
      git(cwd, 'rm', '-rqf', '.');
      git(cwd, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'Nothing');
      for (const [path, text] of Object.entries(PROJECT)) {
        mkdirSync(join(cwd, 'group_vars'), { recursive: true });
        writeFileSync(join(cwd, path), text);
      }
      const { code, stderr } = stacklint(['diff', 'bare', '--vocabulary', 'search'], { cwd });
      assert.is(code, 0);
      assert.match(stderr, 'stacklint: nothing is compared with bare: no inventory found in .');
    });
  });

  test('names a submodule that changes', () => {
    inRepository({ a: 'a\n' }, (part) => {
      inRepository(PROJECT, (cwd) => {
        git(cwd, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part, 'part');
        commit(cwd);
        writeFileSync(join(cwd, 'part/a'), 'b\n');
        commit(join(cwd, 'part'));
        const { stderr } = stacklint(['diff', 'HEAD', '--vocabulary', 'search'], { cwd });
        assert.match(
          stderr,
          'stacklint: the submodule part changes too, and both sides are read with what is on the disk',
        );
      });
    });
  });

  test('asks the running cluster of a recording for obstacles', () => {
    inFolder(PROJECT, (cwd) => {
      const { code, stderr } = stacklint(['diff', '.', '.', '--live', 'nowhere.zip'], { cwd });
      assert.is(code, 2);
      assert.match(stderr, 'nowhere.zip');
    });
  });
});

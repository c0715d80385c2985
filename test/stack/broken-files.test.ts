/**
 * Variable files with a fault in their text: values before the fault are used, and those that it cuts off are
 * undecided.
 */
import { checkReport } from '../../src/report/json-report.ts';
import { summaryLines } from '../../src/report/summary.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import { look } from '../report/sample.ts';

/** The findings and undecided judgements of a rule for one host with these variables, without the fault itself. */
function judged(rule: string, variables: string, file = 'group_vars/search.yml', more = {}) {
  const tree = { hosts: '[search]\nes-1\n', [file]: variables, ...more };
  return project(tree, { inventory: ['hosts'], vocabularies: ['search'] }).judged(rule);
}

const UNDECIDED = { findings: [], undecided: ['unreadable'] };

describe('a variable file with a fault in its text', (test) => {
  test('leaves a list open that the fault cuts, or that it stands right behind', () => {
    for (const list of ['[/tmp/x, /mnt', '\n  - /tmp/x\n  - "/mnt', '\n  - /tmp/x\n - /mnt'])
      assert.equal(judged('snapshot/repository', `search_fs_repo: ${list}\n`), UNDECIDED, list);
  });

  test('leaves a map open, whatever was read of it', () => {
    for (const map of ['{ search.x: 1, path.repo: [/tmp/x]', '\n  path.repo: [/tmp/x]\n  search.x: [']) {
      const { findings } = judged('snapshot/repository', `search_extra_config: ${map}\n`);
      assert.equal(findings, [], map);
    }
  });

  test('leaves a value open of which Python makes none', () => {
    for (const heap of ['{{ heap }}', '!gb 64', '64\nlock: {{ lock }}\nsearch_heap: {{ heap }}'])
      assert.equal(judged('memory/heap-unit', `search_heap: ${heap}\n`), UNDECIDED, heap);
  });

  test('does not type what it cuts', () => {
    assert.equal(judged('inventory/schema', 'search_memory_lock: [true\n').findings, []);
    assert.is(judged('inventory/schema', 'search_memory_lock: [true]\n').findings.length, 1);
  });

  test('is told with the length of a secret that would be quoted', () => {
    assert.equal(judged('inventory/syntax', 'password: !secret\n').findings, [
      'Ansible stops at this file: Ansible knows no tag <secret of 7 characters>; ' +
        'a text that begins with ! needs quotes around it.',
    ]);
  });

  test('has what stands whole before it', () => {
    assert.equal(judged('memory/heap-limit', 'search_heap: 64\nsearch_fs_repo: [/mnt\n').findings, [
      'The heap of es-1 is 64 GB; expected at most 30 GB.',
    ]);
    const roles = 'search_node_types:\n  - master\n';
    assert.equal(
      judged('topology/master-quorum', `${roles}a: [\n`).findings,
      judged('topology/master-quorum', roles).findings,
    );
  });

  test('leaves everything open where it holds a list or a text, as Ansible stops at it', () => {
    const below = { 'group_vars/all.yml': 'search_heap: 64\n' };
    for (const text of ['- search_fs_repo: [/mnt]\n- search_heap: 8\n', 'search_heap 8\n'])
      for (const rule of ['snapshot/repository', 'memory/heap-limit'])
        assert.equal(judged(rule, text, 'group_vars/search.yml', below), UNDECIDED, `${rule}: ${text}`);
  });

  test('leaves everything open in a role where it holds a list, which only a play may have', () => {
    const below = { 'group_vars/all.yml': 'search_heap: 64\n' };
    const list = '- search_heap: 8\n';
    const play = (more: string) => ({ ...below, 'site.yml': `- hosts: search\n  ${more}\n` });
    const role = 'roles/search/vars/main.yml';
    for (const [more, file] of [
      ['roles: [search]', role],
      ['tasks: [include_role: {name: search}]', role],
      ['tasks: [include_vars: main.yml]', 'vars/main.yml'],
    ] as const) {
      const { findings, undecided } = judged('memory/heap-limit', list, file, play(more));
      assert.equal([findings.length, undecided.length], [0, 1], more);
    }
    assert.equal(judged('memory/heap-limit', list, 'vars/main.yml', play('vars_files: [main.yml]')), {
      findings: [],
      undecided: [],
    });
  });

  test('leaves open what it cuts in the defaults of a role, whether a play is seen to apply it or not', () => {
    const play = { 'site.yml': '- hosts: search\n  roles: [search]\n' };
    const cut = 'search_fs_repo: [/tmp/x, /mnt\n';
    for (const more of [{}, play])
      assert.equal(judged('snapshot/repository', cut, 'roles/search/defaults/main.yml', more), UNDECIDED);
  });
});

describe('the file of one host that cannot be read', (test) => {
  const ROLE = 'roles/elasticsearch';
  const result = project({
    'hosts.yml': 'all: {children: {archive: {hosts: {dome-1: , dome-2: , dome-3: }}}}\n',
    'group_vars/archive.yml': 'archive_cluster: observatory\narchive_heap: 26\n',
    'host_vars/dome-2.yml': 'archive_roles: [master\narchive_rack: 2\n',
    'site.yml': '- hosts: archive\n  roles: [elasticsearch]\n',
    [`${ROLE}/tasks/main.yml`]:
      '- template: {src: elasticsearch.yml.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n' +
      '- template: {src: heap.j2, dest: /etc/elasticsearch/jvm.options.d/heap.options}\n',
    [`${ROLE}/templates/elasticsearch.yml.j2`]: 'cluster.name: {{ archive_cluster }}\n',
    [`${ROLE}/templates/heap.j2`]: '-Xmx{{ archive_heap }}g\n',
  }).check();

  test('is one cause of all that it leaves undecided', () => {
    const causes = result.undecided.filter(({ reason }) => reason === 'unreadable').map(({ shared }) => shared);
    assert.ok(causes.length > 2);
    assert.equal([...new Set(causes)], ['host_vars/dome-2.yml cannot be read']);
  });

  test('makes no second cluster', () => {
    const { stacks, summary } = checkReport(result);
    assert.equal(
      stacks.map(({ clusters }) => clusters),
      [[{ name: 'observatory', nodes: 2 }]],
    );
    assert.is(summary.clusters, 1);
    const lines = summaryLines(result, look, { findings: 0, undecided: 0 });
    assert.match(lines.join('\n'), 'Elasticsearch on 3 hosts in 1 cluster');
  });
});

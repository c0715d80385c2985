/** Projects without an inventory: tests of a role and made-up hosts stand in for it. */
import { check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import type { CheckTarget } from '../../src/check/target.ts';
import { assert, describe } from '../describe.ts';
import { inFile, textAt } from '../in-file.ts';
import { project } from '../project.ts';

type Tree = Readonly<Record<string, string>>;

/** A vocabulary whose members are those of the plays that apply its role. */
const OF_PLAYS = 'elastic.elasticsearch';

function checked(tree: Tree, more: Partial<CheckTarget> = {}, rules: readonly string[] = []): Result {
  const selected = rules.map((pattern) => ({ pattern, severity: undefined }));
  return check(project(tree, { cwd: '/p/logs', standIns: true, ...more }).target, { rules: selected });
}

/** The hosts of each stack with their groups. */
function hosts(tree: Tree): Readonly<Record<string, readonly string[]>> {
  const { opened } = checked(tree);
  const all = opened.flatMap(({ inventory }) =>
    [...inventory.hosts.values()].map((host) => [
      host.name,
      inventory.groupsOf(host).flatMap(({ name }) => (name === 'all' ? [] : [name])),
    ]),
  );
  return Object.fromEntries(all) as Readonly<Record<string, readonly string[]>>;
}

const SITE = '- hosts: search\n  roles: [es]\n';
const VARIABLES = 'search_cluster_name: logs\nsearch_heap: 48\n';

/** A playbook that makes nodes of the hosts of a group, without a role. */
const CLUSTER_OF_SEARCH = `- hosts: search
  tasks:
    - copy: { dest: /etc/elasticsearch/elasticsearch.yml, content: "cluster.name: one\\n" }
`;

describe('hosts that are made up where no inventory is found', (test) => {
  test('get the variables of their groups, and findings say what they stand for', () => {
    const { findings, opened, notices } = checked({ 'site.yml': SITE, 'group_vars/search.yml': VARIABLES });
    assert.equal(
      findings.map(({ rule, message, hosts: of }) => [rule, message, of]),
      [
        [
          'memory/heap-limit',
          'The heap of a made-up host of group search is 48 GB; expected at most 30 GB.',
          ['a made-up host of group search'],
        ],
      ],
    );
    assert.equal(
      findings.map(({ at }) => inFile(at).file),
      ['group_vars/search.yml'],
    );
    assert.equal(
      opened.map(({ name, sources, preset }) => [name, sources, preset]),
      [['logs', [], 'production']],
    );
    assert.match(
      notices[0] ?? '',
      /^no inventory found in \.: the plays were checked on a made-up host of group search; /,
    );
  });

  test('are not there for those who do not ask for them', () => {
    const tree = { 'site.yml': SITE, 'group_vars/search.yml': VARIABLES };
    assert.throws(() => checked(tree, { standIns: false }), /^no inventory found in \.$/);
  });

  test('come to nothing where nothing of a search stack is understood: no inventory is found, as ever', () => {
    assert.throws(() => checked({ 'site.yml': '- hosts: web\n  roles: [nginx]\n' }), /^no inventory found in \.$/);
    assert.throws(() => checked({ 'group_vars/search.yml': VARIABLES }), /^no inventory found in \.$/);
    assert.throws(() => checked({ 'site.yml': SITE }), /^no inventory found in \.$/);
  });

  test('are one for each group that plays name', () => {
    const site = [
      '- hosts: search:&big',
      '- hosts: [dashboard, "pipeline[0]", "!old", "es-*", localhost]',
      '- hosts: "{{ target }}"',
      '- hosts: all',
    ];
    const names = hosts({ 'site.yml': `${site.join('\n')}\n`, 'group_vars/search.yml': VARIABLES });
    assert.equal(names, {
      'made-up-search-big': ['big', 'search'],
      'made-up-dashboard': ['dashboard'],
      'made-up-pipeline': ['pipeline'],
      'made-up-search': ['search'],
    });
  });

  test('of a play for all hosts are those of the groups that have variables beside it', () => {
    const tree = {
      'site.yml': '- hosts: all\n  roles: [es]\n',
      'group_vars/all.yml': 'a: 1\n',
      'group_vars/search/main.yml': VARIABLES,
      'group_vars/dashboard.yml': 'dashboard_extra_config: {}\n',
    };
    assert.equal(hosts(tree), { 'made-up-dashboard': ['dashboard'], 'made-up-search': ['search'] });
  });

  test('have the name that a play gives a host, if host_vars has it', () => {
    const tree = {
      'site.yml': '- hosts: search\n- hosts: es-1\n',
      'group_vars/search.yml': VARIABLES,
      'host_vars/es-1.yml': 'a: 1\n',
    };
    assert.equal(hosts(tree), { 'made-up-search': ['search'], 'es-1': ['ungrouped'] });
  });

  test('are in plays by their place', () => {
    const { opened } = checked({ 'site.yml': SITE, 'group_vars/search.yml': VARIABLES });
    const [inventory] = opened.map((one) => one.inventory);
    const [mention] = inventory?.groups.get('search')?.mentions ?? [];
    assert.is(mention?.document.file, 'site.yml');
    assert.is(mention?.document.text.slice(mention.start, mention.end), 'search');
  });

  test('leave open what they do not set, and what a role sets by default', () => {
    const tree = {
      'site.yml': SITE,
      'group_vars/search.yml': 'search_cluster_name: logs\nsearch_fs_repo: ["{{ repo }}"]\n',
      'roles/es/defaults/main.yml': 'search_heap: 48\nsearch_memory_lock: false\nrepo: /tmp/x\n',
      'roles/es/tasks/main.yml': '- debug: { msg: one }\n',
    };
    const { findings, undecided } = checked(tree);
    assert.equal(
      findings.map(({ message }) => message),
      [],
    );
    const open = new Map(undecided.map(({ variable, reason }) => [variable, reason]));
    for (const variable of ['search_heap', 'search_memory_lock', 'search_fs_repo'])
      assert.is(open.get(variable), 'not-collected', variable);
  });

  test('leave open what depends on names that nothing sets, on groups and on other hosts', () => {
    const heap = (template: string): unknown => {
      const variables = `search_heap: "${template}"\nsearch_node_types: [data]\nheap: 48\n`;
      const { undecided } = checked({ 'site.yml': SITE, 'group_vars/search.yml': variables });
      return undecided.find(({ rule }) => rule === 'memory/heap-limit')?.reason;
    };
    assert.is(heap('{{ unset | default(48) }}'), 'not-collected');
    assert.is(heap('{{ unset }}'), 'not-collected');
    assert.is(heap("{{ heap if groups['search'] | length > 1 else 47 }}"), 'not-collected');
    assert.is(heap("{{ heap if 'big' in group_names else 47 }}"), 'not-collected');
    assert.is(heap("{{ hostvars['es-1'].heap | default(heap) }}"), 'not-collected');
    assert.is(heap('{{ ansible_memtotal_mb // 2048 }}'), 'fact');
    assert.is(heap("{{ heap if inventory_hostname != 'es-1' else 47 }}"), undefined);
    assert.is(heap('{{ unset | default(heap) }}'), undefined);
  });

  test('may have in the inventory what a template asks whether it is there', () => {
    const faults = (template: string): readonly string[] =>
      checked({
        'site.yml':
          '- hosts: engine\n  vars: { conf: { cluster.name: "{{ named }}" } }\n' +
          '  tasks: [template: { src: e.j2, dest: /etc/elasticsearch/elasticsearch.yml }]\n',
        'templates/e.j2': `{{ conf | to_nice_yaml }}${template}`,
      }).findings.map(({ message }) => message.replace(/^.*: it /, ''));
    assert.equal(faults('{% if conf["cluster.name"] is not defined %}\ncluster.name: own\n{% endif %}\n'), []);
    assert.equal(faults('cluster.name: {{ other | default("own") }}\n'), [
      'has the key cluster.name twice; expected it once.',
    ]);
  });

  test('never count: rules about the hosts of a cluster are undecided', () => {
    const variables = 'search_cluster_name: logs\nsearch_node_types: [master]\n';
    const { findings, undecided } = checked({ 'site.yml': SITE, 'group_vars/search.yml': variables });
    assert.equal(findings, []);
    const counts = undecided.filter(({ rule }) => ['topology/master-quorum', 'topology/odd-masters'].includes(rule));
    assert.equal(
      counts.map(({ reason, message }) => [reason, message]),
      [0, 1].map(() => ['not-collected', 'no inventory was found, so the hosts are not known']),
    );
  });

  test('are no reason to speak of an inventory: its groups, unused files and overridden values', () => {
    const tree = {
      'site.yml': `${SITE}- hosts: other\n  roles: [x]\n`,
      'group_vars/all.yml': 'search_heap: 10\n',
      'group_vars/search.yml': 'search_heap: 20\n',
      'group_vars/searhc.yml': 'search_heap: 20\n',
      'host_vars/es-1.yml': 'search_heap: 20\n',
    };
    const { findings, undecided } = checked(tree);
    assert.equal(findings, []);
    const about = ['empty-group', 'unused-file', 'shadowed-value'].map((name) => `inventory/${name}`);
    assert.equal(
      undecided.filter(({ rule }) => about.includes(rule)),
      [],
    );
  });

  test('stand for the roles of a project that has no play', () => {
    const meta = 'dependencies: [elastic.elasticsearch]\n';
    const of = (tree: Tree): readonly unknown[] =>
      checked(tree, { vocabularies: [OF_PLAYS] }).opened.flatMap(({ inventory }) =>
        Array.from(inventory.hosts.values(), ({ name, standsFor }) => [name, standsFor?.kind, standsFor?.name]),
      );
    const role = { 'tasks/main.yml': '- debug: { msg: one }\n', 'meta/main.yml': meta };
    const roles = Object.fromEntries(Object.entries(role).map(([path, text]) => [`roles/es/${path}`, text]));
    assert.equal(of(role), [['made-up-logs', 'role', 'logs']]);
    assert.equal(of({ ...roles, 'roles/kb/tasks/main.yml': '' }), [
      ['made-up-es', 'role', 'es'],
      ['made-up-kb', 'role', 'kb'],
    ]);
    const heap = { ...roles, 'roles/es/vars/main.yml': 'es_heap_size: 48g\n' };
    assert.match(
      checked(heap, { vocabularies: [OF_PLAYS] }).findings.map(({ message }) => message)[0] ?? '',
      'The heap of a made-up host of role es is 48 GB',
    );
  });

  test('are those of projects in folders, too, where nothing else is a stack', () => {
    const below = (folder: string): Tree => ({
      [`${folder}/ansible.cfg`]: '[defaults]\nroles_path = roles\n',
      [`${folder}/site.yml`]: CLUSTER_OF_SEARCH,
    });
    const { opened, notices } = checked({ ...below('ansible'), ...below('legacy/deploy'), 'README.md': '' });
    assert.equal(
      opened.map(({ stack }) => stack.clusters.length),
      [1, 1],
    );
    assert.match(notices[0] ?? '', 'no inventory found in .: the plays were checked on made-up hosts of groups search');
  });

  test('stand in an inventory that has no host yet', () => {
    for (const inventory of [
      { 'ansible.cfg': '[defaults]\ninventory = inventory\n', 'inventory/.gitkeep': '' },
      { 'ansible.cfg': '[defaults]\ninventory = inventory\n', 'inventory/group_vars/search.yml': 'a: 1\n' },
      { hosts: '[search]\n' },
    ]) {
      const { notices, opened } = checked({ ...inventory, 'site.yml': CLUSTER_OF_SEARCH });
      assert.equal(
        opened.map(({ stack }) => stack.clusters.length),
        [1],
      );
      assert.match(
        notices.join('\n'),
        /no host found in (?:inventory|hosts): the plays were checked on a made-up host/,
      );
    }
    assert.throws(
      () => checked({ hosts: '[search]\n', 'site.yml': CLUSTER_OF_SEARCH }, { inventory: ['hosts'] }),
      /no hosts/,
    );
    assert.throws(
      () => checked({ hosts: '[search]\n', 'site.yml': '- hosts: search\n' }),
      /nothing to check: no hosts in hosts/,
    );
  });

  test('stand beside inventories of other plays', () => {
    const other = { 'watch/hosts.yml': 'all: { hosts: { w1: {} } }\n', 'search/site.yml': CLUSTER_OF_SEARCH };
    const { opened, notices } = checked(other);
    assert.equal(
      opened.map(({ sources, stack }) => [sources, stack.clusters.length]),
      [
        [['watch/hosts.yml'], 0],
        [[], 1],
      ],
    );
    assert.match(
      notices[0] ?? '',
      'no play is for a host of watch/hosts.yml: the plays were checked on a made-up host',
    );
    // Not beside what a person names, nor where a play is for its hosts or nearly for its groups.
    const inventories = (tree: Tree, more?: Partial<CheckTarget>) => checked(tree, more).opened.map(({ name }) => name);
    assert.equal(inventories(other, { inventory: ['watch/hosts.yml'] }), ['watch']);
    assert.equal(inventories(other, { paths: ['watch'] }), ['watch']);
    assert.equal(inventories({ 'hosts.yml': 'searhc: { hosts: { s1: {} } }\n', 'site.yml': CLUSTER_OF_SEARCH }), [
      'logs',
    ]);
    const reached = { 'hosts.yml': 'web: { hosts: { w1: {} } }\n', 'web.yml': '- hosts: web\n' };
    assert.equal(inventories({ ...reached, 'site.yml': CLUSTER_OF_SEARCH }), ['logs']);
  });

  test('leave nothing about the inventories beside them open', () => {
    const tree = {
      'inventories/watch/hosts.yml': 'watch: { hosts: { w1: {} } }\n',
      'group_vars/wtach.yml': 'a: 1\n',
      'site.yml': '- hosts: all:!watch\n  roles: [es]\n',
      'roles/es/tasks/main.yml':
        '- copy: { dest: /etc/elasticsearch/elasticsearch.yml, content: "cluster.name: one" }\n',
    };
    const { opened, findings, undecided } = checked(tree, {}, ['inventory/unused-file']);
    assert.equal(
      opened.map(({ inventory }) => inventory.standIn),
      [undefined, 'made-up'],
    );
    assert.equal(
      findings.map(({ message }) => message),
      ['The inventory has no group wtach, so group_vars/wtach.yml is not read; expected watch.'],
    );
    assert.equal(undecided, []);
  });

  test('stand for the groups of a dynamic inventory, with their variables', () => {
    const cloud = {
      'ansible.cfg': '[defaults]\ninventory = cloud\n',
      'cloud/hosts.aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n',
      'cloud/group_vars/search.yml': 'heap: 48g\n',
      'site.yml': `${CLUSTER_OF_SEARCH}    - copy: { dest: /etc/elasticsearch/jvm.options.d/h.options, content: "-Xmx{{ heap }}\\n" }\n`,
    };
    for (const inventory of [[], ['cloud']]) {
      const { findings, notices, undecided } = checked(cloud, { inventory });
      assert.equal(
        findings.map(({ message }) => message),
        ['The heap of a made-up host of group search is 48 GB; expected at most 30 GB.'],
      );
      assert.match(
        notices[0] ?? '',
        'only a run knows the hosts of cloud/hosts.aws_ec2.yml: the plays were checked on',
      );
      assert.ok(
        undecided.some(({ rule, reason }) => rule === 'topology/master-quorum' && reason === 'dynamic-inventory'),
      );
    }
  });

  test('come with a word about a template that an inventory is made of', () => {
    const tree = { 'site.yml': SITE, 'group_vars/search.yml': VARIABLES, 'inventory.tftpl': '[search]\n${ip}\n' };
    assert.match(
      checked(tree).notices[1] ?? '',
      /^inventory\.tftpl is a template that Terraform or another program fills: /,
    );
    const { 'inventory.tftpl': template } = tree;
    assert.throws(() => checked({ 'terraform/hosts.ini.tpl': template, 'site.yml': '- hosts: web\n' }), 'no inventory');
  });
});

const MOLECULE = `
platforms:
  - name: "es-1-\${MOLECULE_DISTRO:-debian12}\${SUFFIX}"
    groups: [elasticsearch]
  - name: kb-1
    groups: [kibana]
    children: [small]
  - name: other
provisioner:
  name: ansible
  inventory:
    group_vars:
      all: { elasticstack_full_stack: true }
      elasticsearch: { elasticsearch_heap: "48" }
    host_vars:
      kb-1: { kibana_extra_config: {} }
`;
const CONVERGE = '- hosts: all\n  roles: [oddly.elasticstack.elasticsearch]\n';
const COLLECTION = {
  'galaxy.yml': 'namespace: acme\nname: logs\n',
  'roles/extras/tasks/main.yml': '- debug: { msg: one }\n',
  'molecule/default/molecule.yml': MOLECULE,
  'molecule/default/converge.yml': CONVERGE,
};

describe('the scenarios of a role or collection that has no inventory', (test) => {
  test('are its inventories, each with its platforms, groups and variables', () => {
    assert.equal(hosts(COLLECTION), {
      'es-1-debian12': ['elasticsearch'],
      'kb-1': ['kibana', 'small'],
      other: ['ungrouped'],
    });
    const { opened, notices } = checked(COLLECTION);
    assert.equal(
      opened.map(({ name, sources, preset }) => [name, sources, preset]),
      [['molecule/default', ['molecule/default/molecule.yml'], 'development']],
    );
    assert.match(notices[0] ?? '', /^no inventory found in \.: molecule\/default was checked; /);
  });

  test('have findings in their own files, with their hosts', () => {
    const { findings, documents } = checked(COLLECTION);
    assert.equal(
      findings
        .filter(({ severity }) => severity === 'error')
        .map(({ rule, at, hosts: of }) => [rule, inFile(at).file, textAt(at, documents), of]),
      [['memory/heap-limit', 'molecule/default/molecule.yml', '"48"', ['es-1-debian12']]],
    );
  });

  test('do not count, as a test is smaller than a deployment', () => {
    const { undecided } = checked(COLLECTION);
    const [count] = undecided.filter(({ rule }) => rule === 'topology/master-quorum');
    assert.is(count?.message, 'no inventory was found, and a test has other hosts than a deployment');
  });

  test('run the playbook that they name, with the role that they test under its own name', () => {
    const molecule = MOLECULE.replace('name: ansible', 'playbooks: { converge: ../../site.yml }');
    const role = {
      'meta/main.yml': 'galaxy_info: { role_name: es, namespace: acme }\ndependencies: [elastic.elasticsearch]\n',
      'tasks/main.yml': '- debug: { msg: one }\n',
      'defaults/main.yml': 'elasticsearch_extra_config: {}\n',
      'molecule/default/molecule.yml': molecule,
    };
    const applied = (name: string): readonly (string | undefined)[] =>
      checked(
        { ...role, 'site.yml': `- hosts: all\n  roles: ["${name}"]\n` },
        { vocabularies: [OF_PLAYS] },
      ).opened.flatMap(({ inventory }) => inventory.plays.appliedRoles.flatMap(({ folder }) => folder ?? []));
    for (const name of ['acme.es', 'es', 'logs']) assert.equal(applied(name), ['/p/logs'], name);
  });

  test('count only for a role or collection without an inventory', () => {
    const { 'galaxy.yml': galaxy, ...others } = COLLECTION;
    assert.throws(() => checked(others), /^no inventory found/);
    const { opened } = checked({ ...others, 'galaxy.yml': galaxy, hosts: '[web]\nh1\n' });
    assert.equal(
      opened.map(({ name }) => name),
      ['logs'],
    );
  });

  test('that nothing is understood of are left out, and hosts are made up where none is left', () => {
    const nothing = { 'molecule/none/molecule.yml': 'platforms: []\n', 'molecule/none/converge.yml': CONVERGE };
    assert.equal(
      checked({ ...COLLECTION, ...nothing }).opened.map(({ name }) => name),
      ['molecule/default'],
    );
    const { 'galaxy.yml': galaxy } = COLLECTION;
    const { opened } = checked({
      'galaxy.yml': galaxy,
      ...nothing,
      'site.yml': SITE,
      'group_vars/search.yml': VARIABLES,
    });
    assert.equal(
      opened.map(({ inventory }) => inventory.standIn),
      ['made-up'],
    );
  });

  test('that are broken are said to be, and end nothing', () => {
    const broken = { 'molecule/bad/molecule.yml': 'platforms: [\n', 'molecule/bad/converge.yml': CONVERGE };
    assert.equal(
      checked({ ...COLLECTION, ...broken }).opened.map(({ name }) => name),
      ['molecule/default'],
    );
    const odd = { 'molecule/odd/molecule.yml': 'platforms: [{name: {a: 1}}, 7, {name: x, groups: [x, [y]]}]\n' };
    assert.type(checked({ ...COLLECTION, ...odd, 'molecule/odd/converge.yml': CONVERGE }).opened.length, 'number');
  });

  test('of ansible-galaxy are the inventory and the playbook of tests', () => {
    const role = {
      'meta/main.yml': 'galaxy_info: {}\ndependencies: [elastic.elasticsearch]\n',
      'tasks/main.yml': '- debug: { msg: one }\n',
      'tests/inventory': 'localhost\n',
      'tests/test.yml': '- hosts: localhost\n  roles: [logs]\n',
    };
    const { opened } = checked(role, { vocabularies: [OF_PLAYS] });
    assert.equal(
      opened.map(({ name, inventory }) => [name, [...inventory.hosts.keys()]]),
      [['tests', ['localhost']]],
    );
  });
});

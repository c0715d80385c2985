import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

const INVENTORY = {
  'hosts.yml': 'search:\n  hosts: {a: {config_host: 10.0.0.1}, b: {}, c: {}}\n',
  'group_vars/search.yml': 'search_cluster_name: logs\nsearch_heap: "48"\n',
};

function judged(files: Tree, rule: string) {
  return project({ ...INVENTORY, ...files }, { inventory: ['hosts.yml'], vocabularies: ['search'] }).judged(rule);
}

describe('variables that something beside the inventory sets', (test) => {
  test('what nothing sets is a finding', () => {
    assert.is(judged({}, 'memory/memory-lock').findings.length, 1);
  });

  test('what the one play of a host sets is known, whether the inventory sets it too or not', () => {
    const play = { 'site.yml': '- hosts: search\n  vars:\n    search_memory_lock: true\n    search_heap: "16"\n' };
    assert.equal(judged(play, 'memory/memory-lock'), { findings: [], undecided: [] });
    assert.equal(judged(play, 'memory/heap-limit'), { findings: [], undecided: [] });
  });

  test('what a playbook may set that Ansible refuses is not known, whichever of its values could be read', () => {
    const heap = { findings: [], undecided: ['task'] };
    for (const text of [
      '- hosts: search\n  vars: {search_heap: "16"\n',
      '- hosts: !search\n  vars: {search_heap: "16"}\n',
      '- hosts: search\n  name: "x\n  vars: {search_heap: "16"}\n',
      '- hosts: search\n  vars: {search_heap: "16"}\n---\n- hosts: search\n',
      '- hosts: search\n  vars:\n    search_heap: {{ heap }}\n',
      '- hosts: search\n  vars: {search_heap: "16"}\n  rolez: []\n',
      '- hosts: [search, 5]\n  vars: {search_heap: "16"}\n',
    ])
      assert.equal(judged({ 'site.yml': text }, 'memory/heap-limit'), heap, text);
  });

  test('nor is what plays set that Ansible does not come to, as the run ends before for another play', () => {
    const play = '- hosts: search\n  vars: {search_heap: "16"}\n';
    for (const tree of [
      { 'site.yml': `${play}- import_playbook: none.yml\n` },
      { 'site.yml': `${play}- hosts: localhost\n  roles: [none]\n`, 'ansible.cfg': '[defaults]\nroles_path = roles\n' },
      { 'site.yml': '- import_playbook: a.yml\n- import_playbook: b.yml\n', 'a.yml': play, 'b.yml': 'a: 1\n' },
    ])
      assert.equal(judged(tree, 'memory/heap-limit'), { findings: [], undecided: ['task'] }, JSON.stringify(tree));
  });

  test('nor is what a play sets for a position in a group whose hosts have no order in Ansible', () => {
    const hosts = 'search: {children: {x: {children: {m: {hosts: {a: }}}}, y: {children: {d: {hosts: {b: , c: }}}}}}\n';
    const told = (position: string) => {
      const play = `- hosts: search[${position}]\n  vars: {search_heap: "16"}\n`;
      return judged({ 'hosts.yml': hosts, 'site.yml': play }, 'memory/heap-limit').undecided;
    };
    assert.equal([told('0'), told('1:'), told('0:')], [['task'], ['task'], []]);
  });

  test('a broken playbook leaves alone what it does not name', () => {
    const play = { 'site.yml': '- hosts: search\n  vars: {search_memory_lock: true\n' };
    assert.is(judged(play, 'memory/heap-limit').findings.length, 1);
    assert.equal(judged(play, 'memory/memory-lock').findings, []);
  });

  test('what may set any variable leaves facts, lookups and functions what they are', () => {
    const heapOf = (template: string, play: string) =>
      judged({ 'group_vars/search.yml': `search_heap: "{{ ${template} }}"\n`, 'site.yml': play }, 'memory/heap-limit');
    const readers = '- hosts: all\n  tasks: [{debug: {msg: "{{ range(3) }} {{ lookup(1) }} {{ t12 }}"}}]\n';
    for (const play of [
      '- hosts: search\n  tasks: [{include_vars: none.yml}]\n',
      '- hosts: search\n  vars_files: [none.yml]\n',
      readers,
    ]) {
      assert.is(heapOf('range(48, 49) | first', play).findings.length, 1, play);
      assert.is(heapOf("lookup('vars', 'inventory_hostname') | length + 47", play).findings.length, 1, play);
      assert.equal(heapOf('ansible_memtotal_mb // 2048', play).undecided, ['fact'], play);
      assert.equal(heapOf("lookup('env', 'HEAP')", play).undecided, ['lookup'], play);
      assert.equal(heapOf('t12', play).undecided, [play === readers ? 'undefined' : 'task'], play);
    }
    const set = '- hosts: search\n  tasks: [{set_fact: {range: 1, ansible_memtotal_mb: 1}}]\n';
    assert.equal(heapOf('range(48, 49) | first', set).undecided, ['task']);
    assert.equal(heapOf('ansible_memtotal_mb // 2048', set).undecided, ['task']);
  });

  test('a play whose hosts are settled sets nothing for others, whether a play names these or not', () => {
    const heap = (hosts: string, more = '', files: Readonly<Record<string, string>> = {}) => {
      const project = {
        ...files,
        'hosts.yml': 'all:\n  children: {search: {hosts: {a: }}, other: {hosts: {b: }}}\n',
        'site.yml': `- hosts: ${hosts}\n  vars: {search_heap: "16"}\n${more}`,
      };
      const { findings, undecided } = judged(project, 'memory/heap-limit');
      return findings.length > 0 ? findings : undecided;
    };
    const high = ['The heap of a is 48 GB; expected at most 30 GB.'];
    for (const hosts of ['localhost', 'other', 'all:!search', 'b']) assert.equal(heap(hosts), high, hosts);
    // Groups that another inventory has, or that a task makes.
    for (const hosts of ['elastic', 'other:elastic', '"{{ target }}"']) assert.equal(heap(hosts), ['task'], hosts);
    const grouped = '- hosts: other\n  tasks: [{add_host: {name: a, groups: other}}]\n';
    assert.equal(heap('other', grouped), ['task']);
    const main = 'roles/es/tasks/main.yml';
    const role = '  roles: [es]\n';
    for (const task of ['group_by: key=other', 'ansible.builtin.add_host: {name: a, groups: other}']) {
      assert.equal(heap('other', role, { [main]: `- ${task}\n` }), ['task']);
      const inBlock = { [main]: '- import_tasks: more.yml\n', 'roles/es/tasks/more.yml': `- block: [{${task}}]\n` };
      assert.equal(heap('other', role, inBlock), ['task']);
    }
    // Any role of the project may be the one that a template names.
    const templated = { [main]: '- group_by: {key: other}\n' };
    assert.equal(heap('other', '  roles: ["{{ r }}"]\n', templated), ['task']);
    assert.equal(heap('other', '  roles: ["{{ r }}"]\n', { [main]: '- debug: {msg: group_by}\n' }), high);
    assert.equal(heap('other', '  roles: [none]\n', templated), high);
    for (const task of ['debug: {msg: group_by}', 'command: add_host'])
      assert.equal(heap('other', role, { [main]: `- ${task}\n` }), high);
  });

  test("a role's default is below the inventory, and above nothing", () => {
    const role = { 'roles/search/defaults/main.yml': 'search_memory_lock: true\nsearch_heap: "16"\n' };
    assert.equal(judged(role, 'memory/memory-lock'), { findings: [], undecided: ['task'] });
    assert.is(judged(role, 'memory/heap-limit').findings.length, 1);
  });

  test('what a link to a folder around the project leads to is no part of it', () => {
    const project = { '../other/site.yml': '- hosts: search\n  vars:\n    search_memory_lock: true\n' };
    for (const target of ['../..', '/'])
      assert.is(judged({ ...project, 'docs/up': { link: target } }, 'memory/memory-lock').findings.length, 1, target);
  });

  test('what only reads a variable, and scenarios of tests, set nothing', () => {
    const readers = {
      'roles/search/templates/search.yml.j2': 'lock: {{ search_memory_lock }}\n',
      'molecule/default/converge.yml': '- hosts: all\n  vars:\n    search_memory_lock: true\n',
    };
    assert.is(judged(readers, 'memory/memory-lock').findings.length, 1);
  });

  test('what a role of a play declares is a known value', () => {
    const project = {
      'site.yml': '- hosts: search\n  roles: [search]\n',
      'roles/search/defaults/main.yml': 'search_memory_lock: true\n',
    };
    assert.equal(judged(project, 'memory/memory-lock'), { findings: [], undecided: [] });
  });

  test('what a file that nobody can read may set is not known', () => {
    const play = { 'site.yml': '- hosts: search\n  vars_files: [more.yml]\n' };
    const broken = { ...play, 'more.yml': 'x: [\n' };
    assert.equal(judged(broken, 'memory/memory-lock').findings, []);
    assert.equal(judged(broken, 'memory/heap-limit').undecided, ['unreadable']);
    const vaulted = { ...play, 'more.yml': '$ANSIBLE_VAULT;1.1;AES256\n6162\n' };
    assert.equal(judged(vaulted, 'memory/memory-lock').findings, []);
    // Whoever vaults a file seldom repeats its names in plain text.
    assert.is(judged(vaulted, 'memory/heap-limit').findings.length, 1);
  });

  test('a play whose hosts Ansible refuses sets nothing for certain', () => {
    for (const hosts of ['search[7]', '~(', 'search:&~(']) {
      const play = { 'site.yml': `- hosts: "${hosts}"\n  vars:\n    search_heap: "16"\n` };
      assert.equal(judged(play, 'memory/heap-limit'), { findings: [], undecided: ['task'] }, hosts);
    }
  });

  test('what tasks set is not known, whatever the inventory has', () => {
    for (const task of [
      'set_fact: {search_heap: "16"}',
      'set_fact: search_heap=16',
      'ansible.builtin.set_fact: {"search_{{ what }}": 1}',
      '{command: x, register: search_heap}',
      'include_vars: heap.yml',
      'include_vars: "{{ ansible_os_family }}.yml"',
      'action: set_fact search_heap=1',
      'block: [{set_fact: {search_heap: 1}}]',
      'include_tasks: more.yml',
      'import_role: {name: other}',
    ]) {
      const files = {
        'site.yml': `- hosts: search\n  tasks:\n    - ${task}\n`,
        'more.yml': '- set_fact: {search_heap: 1}\n',
        'vars/heap.yml': 'search_heap: 1\n',
        'vars/Debian.yml': 'search_heap: 1\n',
        'roles/other/tasks/main.yml': '- set_fact: {search_heap: 1}\n',
      };
      assert.equal(judged(files, 'memory/heap-limit'), { findings: [], undecided: ['task'] }, task);
    }
  });

  test('a role that no play of the host applies sets nothing', () => {
    const files = {
      'site.yml': '- hosts: search\n  roles: [search]\n- hosts: others\n  roles: [other]\n',
      'roles/other/tasks/main.yml': '- set_fact: {search_heap: 1}\n',
      'roles/search/tasks/main.yml': '- debug:\n',
    };
    assert.is(judged(files, 'memory/heap-limit').findings.length, 1);
  });

  test('plays that do not agree leave a value open, unless one alone applies the role', () => {
    const two = '- hosts: search\n  vars: {search_heap: "16"}\n  roles: [one]\n- hosts: all\n  roles: [two]\n';
    assert.equal(judged({ 'site.yml': two }, 'memory/heap-limit'), { findings: [], undecided: ['task'] });
    const one = two.replace('[one]', '[search]');
    assert.equal(judged({ 'site.yml': one }, 'memory/heap-limit'), { findings: [], undecided: [] });
  });

  test('a play whose hosts a template names may contain any host', () => {
    const play = { 'site.yml': '- hosts: "{{ target }}"\n  vars: {search_heap: "16"}\n  roles: [search]\n' };
    assert.equal(judged(play, 'memory/heap-limit'), { findings: [], undecided: ['task'] });
  });

  test('vars_files are found by the variables of the play and of the host', () => {
    const files = {
      'site.yml': '- hosts: search\n  vars: {env: lab}\n  vars_files: ["{{ env }}.yml"]\n  roles: [search]\n',
      'vars/lab.yml': 'search_heap: "16"\n',
    };
    assert.equal(judged(files, 'memory/heap-limit'), { findings: [], undecided: [] });
    const open = { ...files, 'site.yml': files['site.yml'].replace('{{ env }}', '{{ ansible_os_family }}') };
    assert.equal(judged(open, 'memory/heap-limit'), { findings: [], undecided: ['task'] });
  });

  test('a project in another folder of the checkout is not about this inventory', () => {
    const play = '- hosts: all\n  vars: {search_heap: "16"}\n';
    const apart = { 'other/ansible.cfg': '', 'other/deploy.yml': play };
    assert.is(judged(apart, 'memory/heap-limit').findings.length, 1);
    const names = 'hosts hosts.yml hosts.yaml hosts.ini inventory inventory.yml inventory.ini inventories/x';
    for (const name of names.split(' ')) {
      const beside = { [`other/${name}`]: 'a\n', 'other/deploy.yml': play };
      assert.equal(judged(beside, 'memory/heap-limit'), { findings: [], undecided: ['task'] }, name);
    }
  });

  test('files that are no plays, and roles that include themselves, stop nothing', () => {
    const files = {
      'site.yml': '- hosts: [search\n',
      'deploy.yml':
        '- import_playbook: deploy.yml\n- hosts: {a: 1}\n  roles: 3\n- 5\n- hosts: search\n  vars: [1]\n  roles: [search]\n',
      'roles/search/tasks/main.yml': '- include_role: {name: search}\n- include_tasks: main.yml\n- 7\n',
      'roles/search/meta/main.yml': 'dependencies: [search, {role: search}, 4]\n',
      'roles/search/defaults/main.yml': '- 1\n',
    };
    assert.is(judged(files, 'memory/heap-limit').findings.length, 1);
  });
});

import { assert, describe } from '../../describe.ts';
import { vaulted, vaultedValue } from '../../vaulted.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

/** The findings and undecided judgements of one rule in a project. */
function judged(rule: string, tree: Tree, inventory: readonly string[] = []) {
  const { findings, undecided } = project(tree, { inventory, vocabularies: ['search'] }).check({ rule });
  return {
    findings: findings.map(({ message, stacks }) =>
      inventory.length > 0 ? message : `${stacks.join(', ')}: ${message}`,
    ),
    undecided: undecided.map(({ reason, message }) => `${reason}: ${message}`),
  };
}

const HOSTS = { 'hosts.yml': 'search:\n  hosts: { es-1: , es-2: , es-3: }\n' };
const UNUSED = 'The inventory has no group web, so group_vars/web.yml is not read; expected the name of a group.';
const SHADOWED =
  'search_heap in group_vars/all has no effect, because every host overrides it; expected a value that at least one host uses.';

describe('inventory/unused-file', (test) => {
  const unused = (tree: Tree, inventory = ['hosts.yml']) =>
    judged(
      'inventory/unused-file',
      { ...HOSTS, 'ansible.cfg': '', 'group_vars/web.yml': 'a: 1\n', ...tree },
      inventory,
    );

  test('a file for nobody is a finding', () => {
    assert.equal(unused({}), { findings: [UNUSED], undecided: [] });
  });

  test('where a dynamic source or a task may name the group, it is open', () => {
    const dynamic = unused({ 'aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n' }, ['hosts.yml', 'aws_ec2.yml']);
    assert.equal(dynamic.findings, []);
    assert.match(dynamic.undecided[0] ?? '', /^dynamic-inventory: aws_ec2\.yml may name more hosts/);
    for (const task of [
      'group_by: { key: web }',
      'group_by: { key: "{{ role }}" }',
      'group_by: { key: vm, parents: [web] }',
      'add_host: { name: new, groups: "db, web" }',
      'add_host: { name: new, groups: ["w{{ x }}"] }',
      'add_host: "{{ made }}"',
    ]) {
      const open = unused({ 'site.yml': `- hosts: all\n  tasks:\n    - ${task}\n` });
      assert.equal(open.findings, [], task);
      assert.match(open.undecided[0] ?? '', /^task: (?:add_host|group_by) at site\.yml:3 may make a group web,/, task);
    }
  });

  test('a task that names other groups, and a play that is for another inventory, leave nothing open', () => {
    const play = (task: string) => `- hosts: all\n  tasks:\n    - ${task}\n`;
    for (const task of [
      'group_by: { key: "os_{{ ansible_distribution }}" }',
      'add_host: { name: web, groups: made }',
      'add_host: { name: "{{ item.name }}", groups: "{{ item.group }}" }\n      loop: [{ name: a, group: db }]',
    ])
      assert.equal(unused({ 'site.yml': play(task) }), { findings: [UNUSED], undecided: [] }, task);
    const apart = { 'site.yml': '- hosts: all\n  tasks: []\n', 'other/play.yml': play('group_by: { key: web }') };
    assert.equal(unused({ ...apart, 'other/hosts': 'a\n' }).undecided, []);
    assert.equal(unused({ ...apart, 'tests/play.yml': play('group_by: { key: web }') }).undecided.length, 1);
    assert.equal(unused({ 'tests/play.yml': play('group_by: { key: web }') }).undecided, []);
    assert.equal(unused({ 'roles/vm/tasks/main.yml': '- group_by: { key: web }\n' }).undecided.length, 1);
  });

  test('a host that a task may make has its file', () => {
    const made = (name: string) =>
      unused({
        'group_vars/web.yml': '',
        'group_vars/search.yml': '',
        'host_vars/vm-1.yml': 'a: 1\n',
        'site.yml': `- hosts: localhost\n  tasks:\n    - add_host: { name: "${name}", groups: search }\n`,
      }).undecided.map((text) => text.replace(/ at .*/, ''));
    assert.equal(made('vm-1:22'), ['task: add_host']);
    assert.equal(made('vm-{{ item }}'), ['task: add_host']);
    assert.equal(made('vm-2'), []);
  });

  test('a group of an inventory that a run may be given along with it leaves a file open', () => {
    const tree = {
      'inventories/prod/hosts.yml': HOSTS['hosts.yml'],
      'inventories/prod/group_vars/web.yml': 'a: 1\n',
    };
    const open = unused({ ...tree, 'inventories/cloud/hosts.yml': 'web: { hosts: { c-1: } }\n' }, ['inventories/prod']);
    assert.equal(open, {
      findings: [],
      undecided: [
        'not-collected: inventories/cloud/hosts.yml has a group web, and a run may be given both inventories',
      ],
    });
    const dynamic = unused({ ...tree, 'inventories/cloud/aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n' }, [
      'inventories/prod',
    ]);
    assert.match(dynamic.undecided.join(), /^dynamic-inventory: inventories\/cloud\/aws_ec2\.yml may name more hosts/);
    const stage = { ...tree, 'ansible.cfg': '', 'inventories/stage/aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n' };
    const alone = judged('inventory/unused-file', stage, ['inventories/prod']);
    assert.equal(alone, { findings: [UNUSED], undecided: [] });
    const script = { 'bin/ec2.py': "parser.add_argument('--list')\nprint({'_meta': {}})\n" };
    assert.match(
      unused({ ...tree, ...script }, ['inventories/prod']).undecided.join(),
      /bin\/ec2\.py may name more hosts/,
    );
  });

  test('where a play, Molecule or Vagrant may read the file, it is open; where a play names it, it is used', () => {
    for (const [path, text] of [
      ['site.yml', '- hosts: all\n  vars_files: ["group_vars/{{ env }}.yml"]\n'],
      ['molecule/default/molecule.yml', 'provisioner:\n  inventory:\n    links:\n      group_vars: ../../group_vars\n'],
      ['Vagrantfile', 'ansible.groups = { "web" => ["box"] }\n'],
    ] as const)
      assert.match(unused({ [path]: text }).undecided[0] ?? '', /^task: group_vars\/web\.yml may be read/, path);
    const named = { 'site.yml': '- hosts: all\n  vars_files: [group_vars/web.yml]\n' };
    assert.equal(unused(named), { findings: [], undecided: [] });
  });

  test('a group of another inventory of the project counts, also where that one is not checked', () => {
    const tree = {
      'inventories/prod/hosts.yml': HOSTS['hosts.yml'],
      'inventories/lab/hosts.yml': 'web: { hosts: { lab-1: } }\n',
    };
    assert.equal(unused(tree, ['inventories/prod']).findings, []);
    const own = { ...tree, 'inventories/prod/group_vars/web.yml': 'a: 1\n' };
    assert.equal(unused(own, ['inventories/prod']).findings, [UNUSED]);
  });

  test('a file in the folder of a group has an ending that Ansible knows with its dot', () => {
    const tree = {
      'group_vars/web/a.yml': 'a: 1\n',
      'group_vars/web/b.json': '{"b": 1}',
      'group_vars/db.yml': 'c: 1\n',
    };
    const told = (extensions: string) => {
      const configuration = { 'ansible.cfg': `[defaults]\nyaml_valid_extensions = ${extensions}\n` };
      const hosts = { hosts: '[web]\nh\n[db]\nh\n' };
      const { findings } = judged('inventory/unused-file', { ...hosts, ...tree, ...configuration }, ['hosts']);
      return findings.map((each) => each.replace(/^Ansible does not read group_vars\/(.*) because of its name/, '$1'));
    };
    assert.equal(told('.yml, .json'), []);
    assert.equal(told('yml, .json'), ['web/a.yml; expected a.json.']);
    assert.equal(told('yml, json'), ['web/a.yml; expected a.', 'web/b.json; expected b.']);
    assert.equal(told('.json'), ['db.yml; expected db.json.', 'web/a.yml; expected a.json.']);
  });

  test('what the plugin for SOPS reads is used, and where another vars plugin may read anything, it is open', () => {
    const enabled = (plugin: string, tree: Tree) =>
      unused({
        'ansible.cfg': `[defaults]\nvars_plugins_enabled = host_group_vars, ${plugin}\n`,
        'group_vars/web.yml': '',
        ...tree,
      });
    const files = { 'group_vars/search.sops.yml': 'a: ENC[x]\n', 'group_vars/all.sops.yaml': 'a: ENC[x]\n' };
    const web = { 'hosts.yml': 'web: { hosts: { h: } }\nsearch: { hosts: { es-1: } }\n' };
    assert.is(unused({ ...web, ...files }).findings.length, 2);
    assert.equal(enabled('community.sops.sops', { ...web, ...files }).findings, []);
    const mistyped = enabled('community.sops.sops', { ...web, 'group_vars/serach.sops.yml': 'a: ENC[x]\n' }).findings;
    assert.match(mistyped.join(), /no group serach, so group_vars\/serach\.sops\.yml is not read; expected search\.$/);
    const heaps = {
      'group_vars/all.yml': 'search_heap: "64"\n',
      'group_vars/search.sops.yml': 'search_heap: ENC[x]\n',
    };
    const sops = { 'ansible.cfg': '[defaults]\nvars_plugins_enabled = host_group_vars, community.sops.sops\n' };
    assert.equal(judged('memory/heap-limit', { ...HOSTS, ...heaps, ...sops }, ['hosts.yml']), {
      findings: [],
      undecided: ['vault: search_heap depends on SOPS, which encrypts the value'],
    });
    const { findings, undecided } = enabled('acme.x.y', files);
    assert.equal(findings, []);
    assert.match(undecided.join(), 'may be read by the vars plugin acme.x.y, which is not run');
  });

  test('notes on a file, its licence and copies of it lie beside it', () => {
    const told = (files: Readonly<Record<string, string>>) =>
      judged('inventory/unused-file', { hosts: '[db]\nh\n', ...files }, ['hosts']).findings;
    const beside = ['license', 'md', 'txt', 'orig', 'example', 'sample', 'dist'];
    for (const path of ['group_vars/db', 'group_vars/db.yml', 'host_vars/h', 'group_vars/db/more'])
      for (const ending of beside)
        assert.equal(told({ [path]: 'a: 1\n', [`${path}.${ending}`]: 'a: 1\n' }), [], `${path}.${ending}`);
    assert.equal(told({ 'group_vars/db.txt': 'a: 1\n' }), [
      'Ansible does not read group_vars/db.txt because of its name; expected db.yml.',
    ]);
  });

  test('what several inventories share is said once', () => {
    const tree = {
      'inventories/prod/hosts.yml': 'a: { hosts: { h: } }\n',
      'inventories/lab/hosts.yml': 'b: { hosts: { h: } }\n',
    };
    const all = judged('inventory/unused-file', { 'ansible.cfg': '', 'group_vars/web.yml': 'a: 1\n', ...tree });
    assert.equal(all.findings, [
      'lab, prod: The inventory has no group web, so group_vars/web.yml is not read; expected the name of a group.',
    ]);
  });

  test('several inventories say the same of a mistyped name, whichever of them has the nearest', () => {
    const tree = {
      'inventories/lab/hosts.yml': 'webs: { hosts: { h: } }\n',
      'inventories/prod/hosts.yml': 'web: { hosts: { h: } }\n',
    };
    const { findings } = judged('inventory/unused-file', {
      'ansible.cfg': '',
      'group_vars/wbe.yml': 'a: 1\n',
      ...tree,
    });
    assert.is(findings.length, 1);
    assert.match(findings[0] ?? '', /expected web\.$/);
  });
});

describe('a folder of variables beside neither a play nor an inventory', (test) => {
  const PLAY = '- hosts: search\n  tasks: []\n';
  const PROJECT = {
    'ansible.cfg': '[defaults]\ninventory = inventories/prod/hosts.yml\n',
    'inventories/prod/hosts.yml': HOSTS['hosts.yml'],
    'playbooks/site.yml': PLAY,
  };
  const told = (tree: Tree) => judged('inventory/unused-file', { ...PROJECT, ...tree });
  const unread = (path: string) =>
    `prod: No play and no inventory is next to ${path}, so Ansible does not read it; expected it as one of inventories/prod/group_vars, playbooks/group_vars.`;

  test('is read by nobody', () => {
    assert.equal(told({ 'group_vars/search.yml': 'a: 1\n' }), { findings: [unread('group_vars')], undecided: [] });
    assert.equal(told({ 'common/group_vars/web.yml': 'a: 1\n', 'common/vars.yml': 'b: 1\n' }).findings, [
      unread('common/group_vars'),
    ]);
    const hosts = told({ 'host_vars/es-1.yml': 'a: 1\n' }).findings;
    assert.match(hosts.join(), /next to host_vars, .* as one of inventories\/prod\/host_vars, playbooks\/host_vars\.$/);
  });

  test('is read by nobody either where a playbook beside it only imports others', () => {
    const site = { 'site.yml': '- import_playbook: playbooks/site.yml\n', 'group_vars/search.yml': 'a: 1\n' };
    assert.equal(told(site).findings, [unread('group_vars')]);
    assert.equal(told({ ...site, 'site.yml': `${site['site.yml']}${PLAY}` }).findings, []);
  });

  test('may be read where something beside it may be an inventory or a play, or leads there', () => {
    const variables = { 'lib/group_vars/search.yml': 'a: 1\n' };
    assert.is(told(variables).findings.length, 1);
    for (const [path, text] of [
      ['lib/hosts.example', ''],
      ['lib/aws.yml', 'plugin: amazon.aws.aws_ec2\n'],
      ['lib/cloud.py', ''],
      ['lib/main.tf', ''],
      ['lib/Vagrantfile', ''],
      ['lib/machines.ini', '[search]\nes-9\n'],
      ['lib/deploy.yml', '- name: x\n  hosts: search\n'],
      ['lib/secret.yml', '$ANSIBLE_VAULT;1.1;AES256\n6162\n'],
      ['lib/ansible.cfg', ''],
      ['lib/tasks/main.yml', '[]\n'],
      ['playbooks/site.yml', `${PLAY}  vars_files: [../lib/group_vars/search.yml]\n`],
      ['deploy.sh', 'cp -r lib/group_vars /etc/ansible\n'],
    ] as const)
      assert.equal(told({ ...variables, [path]: text }), { findings: [], undecided: [] }, path);
    const worked = `${PLAY}  vars_files: ["{{ lib }}/group_vars/{{ env }}.yml"]\n`;
    assert.is(told({ ...variables, 'playbooks/site.yml': worked }).undecided.length, 1);
  });

  test('is another matter where a test, an example, a collection or another environment has it', () => {
    for (const folder of [
      'molecule/default',
      'tests',
      'examples/small',
      'collections/ansible_collections/a/b',
      'roles/a.b',
      'templates/new',
      'inventories/stage',
      'environments/lab',
      'inventory',
      'production',
    ])
      assert.equal(told({ [`${folder}/group_vars/search.yml`]: 'a: 1\n' }).findings, [], folder);
  });

  test('is none where it is empty, where no play is known, and where a person names it', () => {
    assert.equal(told({ 'lib/group_vars/.gitkeep': '', 'lib/group_vars/README.md': 'x' }).findings, []);
    assert.equal(told({ 'lib/group_vars/search.yml': 'a: 1\n', 'playbooks/site.yml': '[]\n' }).findings, []);
  });

  test('is read where a link leads to it', () => {
    const tree = { ...PROJECT, 'lib/group_vars/search.yml': 'a: 1\n' };
    const linked = (link: string, to: string) =>
      project({ ...tree, [link]: { link: to } }).messages('inventory/unused-file').length;
    assert.is(linked('inventories/prod/group_vars', '/project/lib/group_vars'), 0);
    assert.is(linked('playbooks/group_vars', '/project/lib/group_vars'), 0);
    assert.is(linked('inventories/prod/group_vars/search.yml', '/project/lib/group_vars/search.yml'), 0);
    assert.is(linked('elsewhere', '/project/lib/group_vars'), 1);
  });

  test('is told once, whatever number of inventories the project has', () => {
    const both = {
      'ansible.cfg': '',
      'inventories/lab/hosts.yml': HOSTS['hosts.yml'],
      'group_vars/search.yml': 'a: 1\n',
    };
    assert.is(told(both).findings.length, 1);
  });
});

describe('inventory/duplicate-key', (test) => {
  const twice = (hosts: string) => judged('inventory/duplicate-key', { hosts }, ['hosts']).findings;

  test('a variable that a section, or the line of a host, sets twice', () => {
    assert.equal(twice('[web]\nh\n[web:vars]\na=1\n  a=2\n'), [
      'The variable a appears more than once in the same section; expected each variable once.',
    ]);
    assert.equal(twice('[web]\nh a=1 a=2\n'), [
      'The variable a appears more than once in the same line; expected each variable once.',
    ]);
  });

  test('not for a host in two sections, be it that a group has its name and so takes its variables', () => {
    assert.equal(twice('[web]\nes-1 a=1\n[db]\nes-1 a=2\n'), []);
    assert.equal(twice('[es-1]\nes-1 a=1\n[db]\nes-1 a=2\n[es-1:vars]\na=3\n'), []);
  });
});

describe('inventory/unknown-variable', (test) => {
  test('takes a name for a name, whatever characters it has', () => {
    const unknown = (name: string, play: string) =>
      judged('inventory/unknown-variable', {
        ...HOSTS,
        'ansible.cfg': '[defaults]\ninventory = hosts.yml\n',
        'group_vars/search.yml': `"${name}": 1\n`,
        'site.yml': `- hosts: all\n  tasks: [{ debug: { msg: '${play}' } }]\n`,
      }).findings.length;
    for (const name of ['search_(x', 'search_[z-a', 'search_x+', 'search_*', 'search_\\\\x'])
      assert.is(unknown(name, ''), 1, name);
    assert.is(unknown('search_x+', 'search_x+ is read'), 0);
    assert.is(unknown('search_x+', 'search_xx'), 1);
  });
});

describe('inventory/shadowed-value', (test) => {
  const files = {
    ...HOSTS,
    'ansible.cfg': '',
    'group_vars/all.yml': 'search_heap: "4"\n',
    'group_vars/search.yml': 'search_heap: "26"\n',
  };
  const shadowed = (tree: Tree, inventory = ['hosts.yml']) =>
    judged('inventory/shadowed-value', { ...files, ...tree }, inventory);

  test('a value that each host overrides is a finding', () => {
    assert.equal(shadowed({}), { findings: [SHADOWED], undecided: [] });
  });

  test('not where another inventory of the project sees it', () => {
    const tree = {
      'inventories/prod/hosts.yml': HOSTS['hosts.yml'],
      'inventories/lab/hosts.yml': 'other: { hosts: { lab-1: } }\n',
    };
    assert.equal(shadowed(tree, ['inventories/prod']).findings, []);
  });

  test('not where a play on the machine itself sees it', () => {
    assert.equal(shadowed({ 'site.yml': '- hosts: localhost\n  tasks: []\n' }).findings, []);
  });

  test('not where a play takes its file for hosts of its own', () => {
    const play = (taken: string) => ({ 'site.yml': `- hosts: search\n  ${taken}\n` });
    assert.equal(shadowed(play('vars_files: [group_vars/all.yml]')).findings, []);
    assert.equal(shadowed(play('tasks: [{ include_vars: group_vars/all.yml }]')).findings, []);
    assert.equal(shadowed(play('tasks: [] # not group_vars/all.yml')).findings, [SHADOWED]);
    assert.equal(shadowed({ 'site.yml': '# group_vars/all.yml\n- hosts: search\n' }).findings, [SHADOWED]);
  });

  test('where a task puts hosts into groups, open for the values of these alone', () => {
    const tree = {
      'hosts.yml': 'search: { hosts: { es-1: } }\nweb: { hosts: { w-1: { rack: a } } }\nsite: { children: { web: } }\n',
      'group_vars/web.yml': 'rack: b\n',
    };
    const told = (task: string) => {
      const site = `- hosts: all\n  tasks:\n    - ${task}\n`;
      const { findings, undecided } = shadowed({ ...tree, 'group_vars/all.yml': 'rack: c\n', 'site.yml': site });
      return [findings.length, undecided.length];
    };
    assert.equal(shadowed(tree).findings, [
      'rack in group_vars/web has no effect, because every host overrides it; expected a value that at least one host uses.',
    ]);
    assert.equal(told('group_by: { key: search }'), [1, 0]);
    assert.equal(told('group_by: { key: web }'), [0, 1]);
    assert.equal(told('add_host: { name: new, groups: other }'), [1, 0]);
    assert.equal(told('add_host: { name: new, groups: web }'), [0, 1]);
    const all = {
      ...tree,
      'group_vars/all.yml': 'rack: c\nheap: 1\n',
      'group_vars/search.yml': 'heap: 2\n',
      'group_vars/site.yml': 'heap: 3\n',
    };
    const play = (task: string) => shadowed({ ...all, 'site.yml': `- hosts: all\n  tasks: [{ ${task} }]\n` }).undecided;
    assert.match(play('add_host: { name: new, groups: other }').join(), /put more hosts into the group all/);
    assert.equal(play('add_host: { name: es-1, groups: other }'), []);
    assert.equal(play('group_by: { key: other }'), []);
  });

  test('open where a run may be given another inventory with hosts of the group', () => {
    const tree = {
      'inventories/a/hosts.yml': HOSTS['hosts.yml'],
      'inventories/a/group_vars/all.yml': 'search_heap: "4"\n',
      'inventories/a/group_vars/search.yml': 'search_heap: "2"\n',
    };
    const told = (other: string, text: string) => {
      const { findings, undecided } = judged(
        'inventory/shadowed-value',
        { 'ansible.cfg': '', ...tree, [other]: text },
        ['inventories/a'],
      );
      return [findings.length, undecided.length];
    };
    assert.equal(told('inventories/b/hosts.yml', 'web: { hosts: { w-1: } }\n'), [0, 1]);
    assert.equal(told('inventories/b/hosts.yml', 'web: { hosts: { es-1: } }\n'), [1, 0]);
  });

  test('of a group of an inventory file, that a parent group’s file overrides, weighs more', () => {
    const told = (tree: Tree, inventory = 'hosts.ini') =>
      judged('inventory/shadowed-value', { 'ansible.cfg': '', ...tree }, [inventory]);
    const hosts = '[search]\nes-1\n[elastic:children]\nsearch\n[search:vars]\nheap=1\n';
    const lost = (level: string) =>
      `heap in inventory group search has no effect: ${level} overrides it, because group_vars files take precedence over the groups of an inventory file; expected it in group_vars/search.yml.`;
    for (const parent of ['all', 'elastic'])
      assert.equal(told({ 'hosts.ini': hosts, [`group_vars/${parent}.yml`]: 'heap: 2\n' }), {
        findings: [lost(`group_vars/${parent}`)],
        undecided: [],
      });
    const both = { 'group_vars/all.yml': 'heap: 2\n', 'group_vars/search/main.yml': 'heap: 3\n' };
    const [first = ''] = told({ 'hosts.ini': hosts, ...both }).findings;
    assert.match(first, /expected a value that at least one host uses/);
    const yaml = 'search: { hosts: { es-1: }, vars: { heap: 1 } }\n';
    assert.equal(told({ 'hosts.yml': yaml, 'group_vars/all/main.yml': 'heap: 2\n' }, 'hosts.yml').findings, [
      lost('group_vars/all'),
    ]);
    const later = {
      'ansible.cfg': '[defaults]\nprecedence = all_inventory, all_plugins_inventory, groups_inventory\n',
    };
    const [only = ''] = told({ 'hosts.ini': hosts, 'group_vars/all.yml': 'heap: 2\n', ...later }).findings;
    assert.match(only, /^heap in group_vars\/all has no effect, because every host/);
  });

  test('open where hosts may come that see it, but not for the values of one host', () => {
    const own = { 'host_vars/es-1.yml': 'rack: b\n', 'hosts.yml': 'search: { hosts: { es-1: { rack: a }, es-2: } }\n' };
    const dynamic = shadowed({ ...own, 'aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n' }, ['hosts.yml', 'aws_ec2.yml']);
    assert.match(
      dynamic.findings.join('\n'),
      /^rack in inventory host es-1 has no effect, because every host overrides it;[^\n]*$/,
    );
    assert.is(dynamic.undecided.length, 1);
  });

  test('not where mappings are merged', () => {
    const maps = {
      'group_vars/all.yml': 'map: { a: 1 }\ntext: x\n',
      'group_vars/search.yml': 'map: { b: 2 }\ntext: y\n',
    };
    assert.is(shadowed(maps).findings.length, 2);
    const merging = { ...maps, 'ansible.cfg': '[defaults]\nhash_behaviour = merge\n' };
    assert.equal(shadowed(merging).findings.length, 1);
  });
});

describe('inventory/reference-loop', (test) => {
  const loops = (tree: Tree) =>
    judged('inventory/reference-loop', { ...HOSTS, 'ansible.cfg': '', ...tree }, ['hosts.yml']);

  test('a loop is said once, whatever leads into it', () => {
    const { findings } = loops({ 'group_vars/all.yml': 'a: "{{ b }}"\nb: "{{ c }}"\nc: "{{ b }}"\n' });
    assert.equal(findings, ['b refers to itself: b → c → b; expected a value that does not depend on b.']);
  });

  test('what a play sets leads no further', () => {
    const own = { 'group_vars/all.yml': 'release: "{{ release }}"\n' };
    assert.is(loops(own).findings.length, 1);
    const play = { 'site.yml': '- hosts: all\n  vars: { release: "8.19" }\n  tasks: []\n' };
    assert.equal(loops({ ...own, ...play }).findings, []);
  });

  test('what leads back by way of hostvars ends there: Ansible has none in templates of another host', () => {
    const printed = 'v: "{{ hostvars[inventory_hostname].v }}"\nw: "{{ w is defined }}"\n';
    const { findings } = loops({ 'group_vars/all.yml': printed });
    assert.equal(findings, ['w refers to itself: w → w; expected a value that does not depend on w.']);
  });

  test('a loop is found among names that lead into it and out of it, and parts of facts are no names', () => {
    const text = 'before: "{{ a }}"\na: "{{ b }}"\nb: "{{ [a, after, ip] }}"\nafter: x\nip: "{{ ansible_eth0.ip }}"\n';
    const { findings } = loops({ 'group_vars/all.yml': text });
    assert.is(findings.length, 1);
    assert.match(findings[0] ?? '', 'a → b → a');
  });

  test('names in a text, and other hosts, are no loop', () => {
    const tree = { 'group_vars/all.yml': 'a: "{{ \'a\' }}"\nb: "{{ hostvars[\'es-1\'].a ~ a }}"\n' };
    assert.equal(loops(tree).findings, []);
  });
});

describe('inventory/empty-group', (test) => {
  /** The hosts of the first cluster, and what is said of a group that `nodes` may be. */
  const renamed = (name: string, password?: string) => {
    const text = `elasticstack_elasticsearch_group_name: ${name}\n`;
    const tree = {
      'hosts.yml': 'nodes: { hosts: { es-1: { elasticsearch_memory_lock: true } } }\n',
      'group_vars/all.yml': password === undefined ? text : vaulted(text, password),
      password: password ?? '',
    };
    const vault = { ids: [], passwordFiles: password === undefined ? [] : ['password'], environment: {} };
    const target = { inventory: ['hosts.yml'], vault, vocabularies: ['oddly.elasticstack'] };
    const { opened, findings, undecided } = project(tree, target).check({ rule: 'inventory/empty-group' });
    const nodes = opened[0]?.stack.clusters[0]?.nodes.map(({ host }) => host);
    return [nodes, ...findings.map(({ message }) => message), ...undecided.map(({ message }) => message)];
  };

  test('the variable that renames a group counts, whoever sets it, and be it computed', () => {
    assert.equal(renamed('nodes'), [['es-1']]);
    assert.equal(renamed("\"{{ 'no' ~ 'des' }}\""), [['es-1']]);
    assert.equal(renamed('node'), [
      undefined,
      'The inventory has a group nodes, but no group node; expected the Elasticsearch nodes in node.',
    ]);
  });

  test('a name that nobody can tell leaves the part open', () => {
    assert.equal(renamed('"{{ ansible_facts.role }}"'), [
      undefined,
      'elasticstack_elasticsearch_group_name depends on ansible_facts, known only during a run',
    ]);
    assert.equal(renamed(vaultedValue('nodes')), [undefined, 'elasticstack_elasticsearch_group_name is vaulted']);
  });

  test('a name that was decrypted counts, and is told only where a group has it', () => {
    assert.equal(renamed('nodes', 'sesame'), [['es-1']]);
    assert.equal(renamed('canary', 'sesame'), [
      undefined,
      'elasticstack_elasticsearch_group_name comes from a secret, which is never shown',
    ]);
  });

  test('a role that its switch lets run without the group needs none', () => {
    const judgedWith = (variables: string, others: Tree = {}) => {
      const tree = {
        'hosts.yml': 'shippers: { hosts: { b-1: , b-2: } }\n',
        'group_vars/shippers.yml': `beats_queue_type: disk\nkibana_tls: false\n${variables}`,
        ...others,
      };
      const target = { inventory: ['hosts.yml'], vocabularies: ['oddly.elasticstack'] };
      return project(tree, target).messages('inventory/empty-group');
    };
    const missing = [
      'The inventory sets kibana_tls, but has no host in a group kibana; expected the Kibana hosts there.',
      'The inventory has no group elasticsearch; expected one with the Elasticsearch nodes.',
    ];
    for (const text of ['', 'elasticstack_full_stack: true\n', 'elasticstack_full_stack: ""\n'])
      assert.equal(judgedWith(text), missing, text);
    for (const value of ['false', '"no"', '"{{ not true }}"', '"{{ ansible_facts.x }}"', '!vault x'])
      assert.equal(judgedWith(`elasticstack_full_stack: ${value}\n`), [], value);
    const play = { 'site.yml': '- hosts: all\n  vars: { elasticstack_full_stack: off }\n  tasks: []\n' };
    assert.equal(judgedWith('', play), []);
    const mixed = { 'host_vars/b-2.yml': 'elasticstack_full_stack: true\n' };
    assert.equal(judgedWith('elasticstack_full_stack: false\n', mixed), missing);
  });

  test('a broken source may hold the group', () => {
    const tree = { 'hosts.yml': 'web: { hosts: { a: } }\n', 'more.yml': 'search: [\n' };
    const { findings, undecided } = judged('inventory/empty-group', tree, ['hosts.yml', 'more.yml']);
    assert.equal(findings, []);
    assert.match(undecided[0] ?? '', /^unreadable: more\.yml may name more hosts/);
  });
});

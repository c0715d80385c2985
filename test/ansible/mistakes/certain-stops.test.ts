/** What Ansible surely stops at on hosts, and what keeps a check from saying so. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';
import { vaulted } from '../../vaulted.ts';

/** A project of two hosts, whose role writes the settings of a product and then runs further tasks. */
function treeWith(tasks: string, more: Tree = {}): Tree {
  return {
    'ansible.cfg': '[defaults]\ninventory = hosts.yml\nroles_path = roles\n',
    'hosts.yml': 'engine:\n  hosts: {one: {}, two: {}}\n',
    'group_vars/engine.yml': 'title: logs\n',
    'site.yml': '- hosts: engine\n  roles: [engine]\n',
    'roles/engine/tasks/main.yml': `- template: {src: settings.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n${tasks}`,
    'roles/engine/templates/settings.j2': 'cluster.name: {{ title }}\n',
    ...more,
  };
}

/** The findings of the rules about plays, and what they leave undecided. */
function checked(tree: Tree) {
  const rule = ['plays/undefined', 'plays/failing-template', 'plays/missing-file'];
  const { findings, undecided } = project(tree, { standIns: true }).check({ rule });
  return {
    findings: findings.map(({ message, hosts }) => `${message} [${hosts.join(', ')}]`),
    undecided: undecided.map(({ reason, message }) => `${reason}: ${message}`),
  };
}

const SAY = (text: string, more = ''): string => `- debug: {msg: "${text}"}\n${more}`;

describe('what Ansible surely stops at', (test) => {
  test('is told of for the hosts that lack the file of a group', () => {
    const tree = treeWith(SAY('{{ size }}'), {
      'hosts.yml': 'engine:\n  children:\n    small: {hosts: {one: {}}}\n    large: {hosts: {two: {}}}\n',
      'group_vars/large.yml': 'size: 4\n',
    });
    assert.equal(checked(tree), {
      findings: ['Nothing sets size for one; expected a value, as others have one. [one]'],
      undecided: [],
    });
  });

  test('is one finding for each name, at its first use', () => {
    assert.equal(checked(treeWith(SAY('{{ titel }}') + SAY('{{ titel }}'))).findings, [
      'Nothing sets titel for one; expected title. [one, two]',
    ]);
  });

  test('is left to the files of the machine that tasks include', () => {
    const included = (pattern: string): string =>
      `- include_vars: "{{ item }}"\n  with_fileglob: "${pattern}"\n${SAY('{{ size }}')}`;
    for (const pattern of ['/srv/vars/*.yml', '~/vars/*.yml', '{{ title }}/*.yml'])
      assert.equal(
        checked(treeWith(included(pattern), { 'group_vars/engine.yml': 'title: /srv/vars\n' })).findings,
        [],
        pattern,
      );
    const own = { 'shared/a.yml': 'width: 1\n' };
    assert.equal(checked(treeWith(included('{{ playbook_dir }}/shared/*.yml'), own)).findings, [
      'Nothing sets size for one; expected a value in the inventory, the play or the role. [one, two]',
    ]);
  });

  test('is left to the vault that may set it', () => {
    const { findings, undecided } = checked(
      treeWith(SAY('{{ key }}'), { 'group_vars/engine/vault.yml': vaulted('key: 1\n'), 'group_vars/engine/a.yml': '' }),
    );
    assert.equal([...findings, ...undecided], []);
    const another = checked(treeWith(SAY('{{ vault_key }}')));
    assert.equal(another, {
      findings: [],
      undecided: ['vault: vault_key may be in a vault that is not in the project'],
    });
    const opened = {
      'ansible.cfg': '[defaults]\ninventory = hosts.yml\nroles_path = roles\nvault_password_file = .password\n',
      '.password': 'open sesame\n',
      'group_vars/engine/vault.yml': vaulted('vault_key: 1\n'),
      'group_vars/engine/a.yml': 'title: logs\n',
      'group_vars/engine.yml': '',
    };
    assert.equal(checked(treeWith(SAY('{{ vault_key }} {{ vault_kye }}'), opened)), {
      findings: ['Nothing sets vault_kye for one; expected a value in the inventory, the play or the role. [one, two]'],
      undecided: [],
    });
  });

  test('is left to whoever runs the play, where a page says so', () => {
    const pages: Tree[] = [
      { 'README.md': 'ansible-playbook site.yml -e release=9\n' },
      { 'run.sh': 'ansible-playbook site.yml --extra-vars "release=$1"\n' },
      { 'group_vars/engine.yml.example': 'release: 9\n' },
      { 'roles/engine/defaults/main.yml': '# release: 9\n' },
      { 'roles/engine/defaults/main.yml': '# Numbers are passed by whoever starts it (release, and more).\n' },
      { '.gitignore': 'group_vars/all/secrets.yml\n' },
    ];
    for (const page of pages) {
      const { findings, undecided } = checked(treeWith(SAY('{{ release }}'), page));
      assert.equal(findings, []);
      assert.is(undecided.length, 1);
    }
  });

  test('is told of where a page names it without a word on who gives it', () => {
    const page = '# The release that is installed.\n# - debug: {msg: "given: {{ release }}"}\n';
    const { findings } = checked(treeWith(SAY('{{ release }}'), { 'roles/engine/defaults/main.yml': page }));
    assert.is(findings.length, 1);
  });

  test('is nothing where the inventory was not found, or a dynamic one may bring more', () => {
    const rest = Object.fromEntries(
      Object.entries(treeWith(SAY('{{ size }}'))).filter(([path]) => path !== 'hosts.yml'),
    );
    const withoutInventory = { ...rest, 'ansible.cfg': '[defaults]\nroles_path = roles\n' };
    assert.equal(checked(withoutInventory), { findings: [], undecided: [] });
    const dynamic = {
      ...rest,
      'ansible.cfg': '[defaults]\ninventory = hosts\nroles_path = roles\n',
      'hosts/a.yml': 'engine:\n  hosts: {one: {}, two: {}}\n',
      'hosts/b.aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n',
    };
    assert.equal(checked(dynamic).findings, []);
  });

  test('is nothing after what ends the play, or may', () => {
    const ends = [
      '- fail: {msg: no}\n',
      '- assert: {that: release is defined}\n',
      '- meta: end_play\n',
      "- meta: end_host\n  when: ansible_os_family == 'Debian'\n",
    ];
    for (const end of ends) assert.equal(checked(treeWith(end + SAY('{{ release }}'))).findings, []);
    const goesOn = '- assert: {that: title is defined}\n- meta: flush_handlers\n';
    assert.is(checked(treeWith(goesOn + SAY('{{ release }}'))).findings.length, 1);
  });

  test('is an argument, a loop, a condition and a name of a file', () => {
    const tasks = [
      '- command: echo {{ nobody }}\n',
      '- debug: {msg: x}\n  loop: "{{ nobody }}"\n',
      '- debug: {msg: x}\n  when: nobody > 3\n',
      '- include_tasks: "{{ nobody }}.yml"\n',
      '- set_fact: {x: "{{ nobody }}"}\n',
      '- copy: {dest: /tmp/x, content: "{% if nobody %}x{% endif %}"}\n',
      '- block: [debug: {msg: x}]\n  when: nobody\n',
    ];
    for (const task of tasks)
      assert.equal(checked(treeWith(task)).findings, [
        'Nothing sets nobody for one; expected a value in the inventory, the play or the role. [one, two]',
      ]);
  });

  test('is a value of the environment of a task, a block or the play', () => {
    const message = 'Nothing sets nobody for one; expected a value in the inventory, the play or the role. [one, two]';
    const tasks = [
      '- command: uptime\n  environment: {NAME: "{{ nobody }}"}\n',
      '- command: uptime\n  environment: "{{ nobody }}"\n',
      '- block: [command: uptime]\n  environment: [{NAME: "{{ nobody }}"}]\n',
    ];
    for (const task of tasks) assert.equal(checked(treeWith(task)).findings, [message]);
    const ofPlay = { 'site.yml': '- hosts: engine\n  environment: {NAME: "{{ nobody }}"}\n  roles: [engine]\n' };
    assert.equal(checked(treeWith('', ofPlay)).findings, [message]);
    const fine = [
      '- command: uptime\n  environment: {NAME: "{{ nobody | default(omit) }}"}\n',
      '- command: uptime\n  environment: {NAME: "{{ item }}"}\n  loop: [1]\n',
      '- command: uptime\n  environment: {NAME: "{{ nobody }}"}\n  when: false\n',
      '- block: [meta: flush_handlers]\n  environment: {NAME: "{{ nobody }}"}\n',
    ];
    for (const task of fine) assert.equal(checked(treeWith(task)).findings, []);
  });

  test('is the item of a loop where there is no loop', () => {
    const message = 'Nothing sets item for one, as no loop is around it; expected one. [one, two]';
    const listed = { 'group_vars/engine.yml': 'title: logs\nitems: [1]\n' };
    assert.equal(checked(treeWith(SAY('{{ item }}'), listed)).findings, [message]);
    assert.equal(
      checked(treeWith(SAY('{{ item.id }}', '  loop: [{id: 1}]\n  loop_control: {loop_var: one}\n'))).findings,
      [message],
    );
    const fine = [
      SAY('{{ item }}', '  loop: [1]\n'),
      SAY('{{ item }}', '  loop: "{{ ansible_mounts }}"\n'),
      SAY('{{ item }}', '  with_acme_shelves: [1]\n'),
      SAY('{{ item }}', '  with_acme.tools.shelves: [1]\n'),
      SAY('{{ item }}', '  with_ansible.builtin.items: [1]\n'),
      SAY("{{ item | default('none') }}"),
      '- include_tasks: more.yml\n  loop: [1]\n',
    ];
    const more = { 'roles/engine/tasks/more.yml': SAY('{{ item }}') };
    for (const task of fine) assert.equal(checked(treeWith(task, more)).findings, []);
  });

  test('is what an assert has misspelt, but nothing that it asks of whoever runs the play', () => {
    assert.equal(checked(treeWith('- assert: {that: [title is defined, titel | length > 0]}\n')).findings, [
      'Nothing sets titel for one; expected title. [one, two]',
    ]);
    const asked = ['release | length > 0', 'release is defined', 'hostvars[inventory_hostname].release > 3'];
    for (const that of asked) assert.equal(checked(treeWith(`- assert: {that: '${that}'}\n`)).findings, []);
  });

  test('is a file of tasks or variables that a role lacks', () => {
    const role: Tree = { 'roles/lamp/tasks/main.yml': SAY('x'), 'roles/lamp/vars/large.yaml': 'size: 4\n' };
    const including = (from: string): string => `- include_role: {name: lamp, ${from}}\n`;
    assert.equal(checked(treeWith(including('tasks_from: mian'), role)).findings, [
      'There is no file of tasks mian in roles/lamp/tasks; expected main.yml. [one, two]',
    ]);
    assert.equal(checked(treeWith(including('vars_from: larg'), role)).findings, [
      'There is no file of variables larg in roles/lamp/vars; expected large.yaml. [one, two]',
    ]);
    const fine = ['tasks_from: main', 'tasks_from: main.yml', 'vars_from: large', 'defaults_from: large'];
    for (const from of [...fine, 'tasks_from: "{{ ansible_os_family }}"'])
      assert.equal(checked(treeWith(including(from), role)).findings, []);
  });

  test('is no condition that something known or knowable may decide first', () => {
    const conditions = ['false and nobody', 'ansible_os_family == "x" and nobody', 'nobody is defined and nobody > 3'];
    for (const condition of conditions)
      assert.equal(checked(treeWith(`- debug: {msg: x}\n  when: '${condition}'\n`)).findings, []);
  });

  test('is no fact that a module gathers under a name of its own', () => {
    const gathering: [string, string][] = [
      ['getent: {database: passwd}', 'getent_passwd'],
      ['package_facts:', 'packages'],
      ['ansible.builtin.service_facts:', 'services'],
      ['some.cloud.instance_facts:', 'instance'],
      ['own_module:', 'anything'],
      ['ping:', 'discovered_interpreter_python'],
    ];
    for (const [module, fact] of gathering) {
      const { findings, undecided } = checked(
        treeWith(`- ${module}\n${SAY(`{{ ${fact} }}`)}`, { 'library/own_module.py': '' }),
      );
      assert.equal([findings, undecided.length], [[], 1], fact);
    }
    assert.is(checked(treeWith('- getent: {database: passwd}\n' + SAY('{{ packages }}'))).findings.length, 1);
  });

  test('is no address of the host itself, which tasks have without an inventory', () => {
    assert.equal(checked(treeWith(SAY('{{ ansible_host }}'))), { findings: [], undecided: [] });
    assert.is(checked(treeWith(SAY("{{ hostvars['two'].ansible_host }}"))).findings.length, 1);
  });

  test('is no file of another kind or host, kept out of the repository', () => {
    const files = { 'roles/engine/files/tls.crt': '', 'roles/engine/files/one.p12': '' };
    for (const name of ['tls.key', 'two.p12', '{{ inventory_hostname }}.p12'])
      assert.equal(checked(treeWith(`- copy: {src: "${name}", dest: /etc/x}\n`, files)).findings, [], name);
    assert.is(checked(treeWith('- copy: {src: tsl.crt, dest: /etc/x}\n', files)).findings.length, 1);
  });
});

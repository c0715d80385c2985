/** Which files tasks mean by paths with templates, loops and `first_found`, and what takes the place of arguments. */
import { assert, describe } from '../../describe.ts';
import { heap } from '../../stack/heap.ts';

const HEAP = 'search_heap: 2\n';
const BY_FILE = /^may be set by include_vars at roles\/search\/tasks\/main\.yml:1$/;

/** The heap where the role has this task alone, and the inventory sets the heap. */
function withTask(task: string, files: Readonly<Record<string, string>>): string {
  return heap(
    {
      'roles/search/tasks/main.yml': `- ${task}\n`,
      'site.yml': '- hosts: search\n  roles: [search]\n',
      'inventories/prod/group_vars/all.yml': 'search_heap: 1\n',
      ...files,
    },
    'inventories/prod/hosts',
  );
}

describe('a path of a task', (test) => {
  test('from the folder of the inventory, the playbook or the role is the file there, and no other', () => {
    for (const [path, file] of [
      ['{{ inventory_dir }}/vars/x.yml', 'inventories/prod/vars/x.yml'],
      ["{{ inventory_dir + '/vars/x.yml' }}", 'inventories/prod/vars/x.yml'],
      ['{{ inventory_dir }}/../vars/x.yml', 'inventories/vars/x.yml'],
      ['{{ inventory_dir }}/vars/{{ os }}.yml', 'inventories/prod/vars/x.yml'],
      ["{{ playbook_dir ~ '/more/x.yml' }}", 'more/x.yml'],
      ["{{ role_path }}/more/{{ 'x' }}.yml", 'roles/search/more/x.yml'],
    ] as const) {
      const task = `include_vars: "${path}"`;
      assert.match(withTask(task, { [file]: HEAP }), BY_FILE, path);
      const others = { 'inventories/lab/vars/x.yml': HEAP, 'roles/search/vars/x.yml': HEAP, 'vars/x.yml': HEAP };
      assert.is(withTask(task, { ...others, [file]: 'other: 2\n' }), '1', path);
    }
    const tasks = { 'inventories/prod/x.yml': '- set_fact: {search_heap: 2}\n' };
    assert.match(withTask('include_tasks: "{{ inventory_dir }}/x.yml"', tasks), /^may be set by set_fact/);
    assert.match(
      withTask('include_vars: {dir: "{{ inventory_dir }}/v"}', { 'inventories/prod/v/x.yml': HEAP }),
      BY_FILE,
    );
  });

  test('of a role may lead beside the playbook, as that of a play does', () => {
    for (const file of ['vars/x.yml', 'x.yml']) {
      assert.match(withTask('include_vars: x.yml', { [file]: HEAP }), BY_FILE, file);
      assert.is(withTask('include_vars: x.yml', { [file]: HEAP, 'roles/search/vars/x.yml': 'o: 1\n' }), '1', file);
    }
    const fact = '- set_fact: {search_heap: 2}\n';
    for (const file of ['tasks/x.yml', 'x.yml'])
      assert.match(withTask('include_tasks: x.yml', { [file]: fact }), /^may be set by set_fact/, file);
  });

  test('through the folder of another role names the file as any other does', () => {
    assert.is(
      withTask('include_tasks: "{{ role_path }}/../common/x.yml"', {
        'roles/common/x.yml': '- set_fact: {search_heap: 2}\n',
      }),
      'may be set by set_fact at roles/common/x.yml:1',
    );
  });

  test('is that of each item of the loop', () => {
    const files = { 'inventories/prod/more/x.yml': HEAP };
    const folder = '{{ inventory_dir }}/more';
    for (const task of [
      `{include_vars: "{{ item }}", with_first_found: ["${folder}/{{ os }}.yml", none.yml]}`,
      `{include_vars: "{{ item }}", with_first_found: "none.yml,${folder}/x.yml"}`,
      `{include_vars: "{{ item }}", with_first_found: [{files: [no.yml, x.yml], paths: [a, "${folder}"]}]}`,
      `{include_vars: "{{ item }}", with_first_found: [{files: [x.yml], paths: ["{{ inventory_dir }}/../prod/more"]}]}`,
      `{include_vars: "{{ lookup('first_found', params) }}", vars: {params: {files: [x.yml], paths: ["${folder}"]}}}`,
      `{include_vars: "{{ lookup('first_found', ['no.yml', '../../../inventories/prod/more/x.yml']) }}"}`,
      `{include_vars: "{{ item }}", loop: "{{ query('first_found', p) }}", vars: {p: ["${folder}/x.yml"]}}`,
      `{include_vars: "{{ item }}", loop: ["${folder}/x.yml"]}`,
      `{include_vars: "${folder}/{{ item }}.yml", with_items: [w, x]}`,
      `{include_vars: "{{ file }}", loop: ["${folder}/x.yml"], loop_control: {loop_var: file}}`,
      `{include_vars: "{{ item.file }}", loop: [{file: "${folder}/x.yml"}]}`,
      `{include_vars: "{{ item }}", with_fileglob: ["${folder}/*.yml"]}`,
    ])
      assert.match(withTask(task, files), BY_FILE, task);
    for (const task of [
      `{include_vars: "{{ item }}", with_first_found: ["${folder}/y.yml", "${folder}/z.yml"]}`,
      `{include_vars: "${folder}/{{ item }}.yml", loop: [y, z]}`,
    ])
      assert.is(withTask(task, files), '1', task);
  });
});

describe('an include_vars by facts', (test) => {
  const OS = '{{ ansible_os_family }}';

  test('leaves in doubt what the files of variables set that it can mean, and no more', () => {
    for (const task of [
      `include_vars: "${OS}.yml"`,
      'include_vars: "{{ ansible_facts[\'os_family\'] | lower }}.yml"',
      `include_vars: "../vars/${OS}.yml"`,
      `include_vars: "vars/${OS}.yml"`,
      `include_vars: {file: "${OS}.yml"}`,
      `{include_vars: "{{ item }}", with_first_found: ["${OS}-{{ ansible_distribution_version }}.yml", "${OS}.yml"]}`,
      `{include_vars: "{{ item }}", with_first_found: [{files: ["${OS}.yml", none.yml], paths: [vars]}]}`,
      `{include_vars: "{{ lookup('first_found', p) }}", vars: {p: {files: ["${OS}.yml"], paths: [vars]}}}`,
      "{include_vars: \"{{ lookup('first_found', ['vars/' ~ ansible_os_family ~ '.yml']) }}\"}",
    ]) {
      const others = {
        'roles/search/tasks/debian.yml': '- set_fact: {x: 1}\n',
        'roles/search/tasks/broken.yml': '- debug:\n  x: [\n',
        'roles/search/vars/main.yml': 'other: 1\n',
        'roles/search/defaults/main.yml': HEAP,
        'roles/other/vars/Debian.yml': HEAP,
        'inventories/prod/group_vars/search.yml': 'search_heap: 3\n',
        'group_vars/search.yml': 'other: 1\n',
        'more.yml': '- hosts: localhost\n',
      };
      assert.is(withTask(task, { ...others, 'roles/search/vars/Debian.yml': 'other: 1\n' }), '3', task);
      assert.match(withTask(task, { ...others, 'roles/search/vars/Debian.yml': HEAP }), BY_FILE, task);
    }
  });

  test('means no file beside the playbook where the role has some for systems', () => {
    const task = `include_vars: "${OS}.yml"`;
    const beside = { 'vars/search.yml': HEAP };
    assert.is(withTask(task, { ...beside, 'roles/search/vars/Debian.yml': 'other: 1\n' }), '1');
    assert.match(withTask(task, { ...beside, 'roles/search/vars/main.yml': 'other: 1\n' }), BY_FILE);
    // Other variables than facts say nothing of that.
    const env = 'include_vars: "{{ env }}.yml"';
    assert.match(withTask(env, { ...beside, 'roles/search/vars/Debian.yml': 'other: 1\n' }), BY_FILE);
    assert.match(withTask(env, { 'vars/prod/search.yml': HEAP }), BY_FILE);
    assert.is(withTask(env, { 'vars/prod.yml': 'other: 1\n', 'group_vars/search.yml': HEAP }), '2');
  });

  test("means no main.yml of the role's variables, but those in folders that a fact names", () => {
    const main = { 'roles/search/vars/main.yml': 'search_heap: 4\n' };
    assert.is(withTask(`include_vars: "${OS}.yml"`, { ...main, 'roles/search/vars/Debian.yml': 'other: 1\n' }), '4');
    for (const task of [`include_vars: "${OS}/main.yml"`, `include_vars: "vars/${OS}/main.yml"`])
      assert.match(withTask(task, { ...main, 'roles/search/vars/Debian/main.yml': HEAP }), BY_FILE, task);
  });

  test('may set anything where a file that it can mean is broken', () => {
    const task = `include_vars: "${OS}.yml"`;
    const ok = { 'roles/search/vars/RedHat.yml': 'other: 1\n' };
    assert.match(withTask(task, { ...ok, 'roles/search/vars/Debian.yml': 'a: [\n' }), BY_FILE);
    assert.is(withTask(task, { ...ok, 'roles/search/vars/more/x.yml': 'a: [\n', 'x.yml': 'a: [\n' }), '1');
  });
});

describe('a file of variables that is not there', (test) => {
  const defaults = { 'inventories/prod/group_vars/all.yml': '{}\n', 'roles/search/defaults/main.yml': HEAP };

  test('leaves what a default of the role sets, as a run fails there or passes it by', () => {
    for (const task of [
      'include_vars: none.yml',
      'include_vars: "{{ ansible_distribution_release }}.yml"',
      '{include_vars: "{{ item }}", with_first_found: [{files: ["{{ ansible_os_family }}.yml"], skip: true}]}',
      '{include_vars: {dir: none}}',
      '{include_vars: "../vars/{{ ansible_os_family }}.yml"}',
    ])
      assert.is(withTask(task, defaults), '2', task);
    const site = (file: string) => ({ 'site.yml': `- hosts: search\n  vars_files: [${file}]\n  roles: [search]\n` });
    assert.is(withTask('debug:', { ...defaults, ...site('none.yml') }), '2');
    assert.match(withTask('debug:', { ...defaults, ...site('../../none.yml') }), /^may be set by vars_files/);
  });

  test('may set what nothing sets, and any default where it may lie outside of the project', () => {
    const nothing = { ...defaults, 'roles/search/defaults/main.yml': '{}\n' };
    assert.match(withTask('include_vars: none.yml', nothing), BY_FILE);
    for (const path of [
      '/etc/search.yml',
      '~/search.yml',
      '{{ file }}',
      '{{ folder }}/x.yml',
      '{{ playbook_dir }}/../x.yml',
    ])
      assert.match(withTask(`include_vars: "${path}"`, defaults), BY_FILE, path);
  });

  test('is told apart from one that nobody can read', () => {
    const vaulted = { 'roles/search/vars/x.yml': '$ANSIBLE_VAULT;1.1;AES256\n3333\n' };
    assert.match(withTask('include_vars: x.yml', { ...defaults, ...vaulted }), BY_FILE);
  });
});

describe('the folder of an include_vars', (test) => {
  test('lies in the vars of the role, else beside the file with the task, and nowhere else', () => {
    for (const [dir, found, ...others] of [
      ['v', 'roles/search/vars/v', 'roles/search/v', 'roles/search/tasks/v', 'v', 'vars/v'],
      ['vars/v', 'roles/search/vars/v', 'roles/search/vars/vars/v', 'vars/v'],
      ['../v', 'roles/search/v', 'v'],
    ] as const) {
      const task = `include_vars: {dir: ${dir}}`;
      assert.match(withTask(task, { [`${found}/deep/x.yml`]: HEAP }), BY_FILE, dir);
      for (const other of others) {
        const files = { [`${other}/x.yml`]: HEAP, [`${found}/x.yml`]: 'other: 1\n' };
        assert.is(withTask(task, files), '1', `${dir} ${other}`);
      }
    }
    const site = '- hosts: search\n  tasks: [include_tasks: sub/t.yml]\n';
    const play = { 'site.yml': site, 'sub/t.yml': '- include_vars: {dir: v}\n', 'sub/v/y.yml': 'other: 1\n' };
    assert.match(withTask('debug:', { ...play, 'sub/v/x.yml': HEAP }), /^may be set by include_vars at sub\/t\.yml:1$/);
    assert.is(withTask('debug:', { ...play, 'v/x.yml': HEAP, 'vars/v/x.yml': HEAP }), '1');
  });
});

describe('what takes the place of arguments', (test) => {
  test('variables that a dynamic include applies count for the tasks that it brings in', () => {
    const applied = (task: string, own = '') =>
      heap({
        'roles/search/defaults/main.yml': 'search_heap: 1\n',
        'roles/search/tasks/main.yml': own,
        'more.yml': '- debug:\n',
        'site.yml': `- hosts: search\n  tasks: [${task}]\n`,
      });
    const role = '{include_role: {name: search, apply: {vars: {search_heap: 2}}}}';
    assert.is(applied(role), '2');
    assert.is(applied('{include_role: {name: search, apply: {vars: {search_heap: 2}}}, vars: {search_heap: 3}}'), '3');
    assert.match(applied(role, '- set_fact: {search_heap: 4}\n'), /^may be set by set_fact/);
    assert.match(
      applied('{include_tasks: {file: more.yml, apply: {vars: {search_heap: 2}}}}'),
      /^may be set by vars of include_tasks at site\.yml:2$/,
    );
  });

  test('a template may set any variable', () => {
    for (const task of ['set_fact: ', 'set_fact: {other: 1}'])
      assert.match(withTask(`{${task}, args: "{{ more }}"}`, {}), /^may be set by set_fact at .*main\.yml:1$/, task);
    assert.is(withTask('{debug: {msg: x}, args: "{{ more }}"}', {}), '1');
  });

  test('a template may name any host, and so set any variable', () => {
    for (const task of ['add_host: "{{ item }}"', '{add_host: , args: "{{ more }}"}', 'add_host: name=b {{ more }}'])
      assert.match(withTask(task, {}), /^may be set by add_host at .*main\.yml:1$/, task);
    assert.is(withTask('add_host: name=b', {}), '1');
  });
});

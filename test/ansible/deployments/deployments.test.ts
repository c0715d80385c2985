/** The files that plays put on hosts: which tasks reach a host, in which order, with which variables. */
import { assert, describe } from '../../describe.ts';
import { deployed, opened, play, plays, shown } from './deployed-files.ts';

describe('files of hosts', (test) => {
  test('a template is written for each host of the play, with its own variables', () => {
    const files = deployed({
      'site.yml': play('template: {src: x.j2, dest: /etc/x}'),
      'templates/x.j2': 'I am {{ inventory_hostname }}\n',
    });
    assert.equal(files.a, { '/etc/x': 'I am a\n' });
    assert.equal(files.b, { '/etc/x': 'I am b\n' });
  });

  test('hosts with the same variables in it share the text', () => {
    const { deployments, hosts } = opened({
      'site.yml': play('template: {src: x.j2, dest: /etc/x}'),
      'templates/x.j2': 'size {{ size }}\n',
      'group_vars/all.yml': 'size: 4\n',
    });
    const [one, other] = hosts.map((host) => deployments.filesOf(host)[0]?.text);
    assert.is(one, other);
  });

  test('hosts share what a statement prints that is the same for them', () => {
    const { deployments, hosts } = opened({
      'site.yml': play('template: {src: x.j2, dest: /etc/x}'),
      'templates/x.j2': 'I am {{ inventory_hostname }}\nsize {{ size }}\n',
      'group_vars/all.yml': 'size: 4\n',
    });
    const [one = [], other = []] = hosts.map((host) => deployments.filesOf(host)[0]?.text);
    const shared = one.filter((part) => other.includes(part));
    assert.equal(
      shared.map((part) => part.kind === 'text' && part.text),
      ['I am ', '\nsize ', '4'],
    );
  });

  test('statements that leave something to later ones are not shared', () => {
    for (const template of [
      '{% set x = inventory_hostname %}{{ x }}',
      '{{ list.append(inventory_hostname) or "" }}{{ list[0] }}',
      '{% if 1 %}{% set x = inventory_hostname %}{% endif %}{{ x }}',
      '{% for _ in [1] %}{{ list.append(inventory_hostname) or "" }}{% endfor %}{{ list[0] }}',
    ]) {
      const files = deployed({
        'site.yml': play('template: {src: x.j2, dest: /etc/x}'),
        'templates/x.j2': template,
        'group_vars/all.yml': 'list: []\nx: of nobody\n',
      });
      assert.equal([files.a, files.b], [{ '/etc/x': 'a' }, { '/etc/x': 'b' }], template);
    }
  });

  test('what comes after more tasks than are followed may write any file', () => {
    const { deployments, hosts } = opened({
      'site.yml':
        '- hosts: a\n  tasks:\n    - include_tasks: many.yml\n      loop: "{{ range(0, 2000) | list }}"\n    - template: {src: x.j2, dest: /etc/x}\n',
      'many.yml': '- debug:\n'.repeat(11),
      'templates/x.j2': 'x\n',
    });
    const [host] = hosts;
    assert.ok(host);
    assert.equal(deployments.filesOf(host), []);
    assert.match(deployments.unknownWritesOf(host)[0]?.why.message ?? '', /more than 20,000 tasks/);
  });

  test('a file is known where only a run knows how often the same text is written', () => {
    const files = deployed({
      'site.yml': '- hosts: all\n  roles: [one, other]\n',
      'roles/one/tasks/main.yml': '- import_role: {name: own}\n',
      'roles/other/tasks/main.yml': '- import_role: {name: own}\n  when: ansible_os_family == "Debian"\n',
      'roles/own/tasks/main.yml': '- template: {src: x.j2, dest: /etc/x}\n',
      'roles/own/templates/x.j2': 'size {{ size }}\n',
      'group_vars/all.yml': 'size: 4\n',
    });
    assert.equal(files.a, { '/etc/x': 'size 4\n' });
  });

  test('variables count in the order of precedence', () => {
    const levels: readonly (readonly [name: string, files: Readonly<Record<string, string>>])[] = [
      ['defaults', { 'roles/r/defaults/main.yml': 'x: defaults\n' }],
      ['group_vars', { 'group_vars/all.yml': 'x: group_vars\n' }],
      ['host_vars', { 'host_vars/a.yml': 'x: host_vars\n' }],
      ['play', { 'site.yml': '- hosts: a\n  vars: {x: play}\n  roles: [r]\n' }],
      ['role vars', { 'roles/r/vars/main.yml': 'x: role vars\n' }],
      ['task', { 'roles/r/tasks/main.yml': '- vars: {x: task}\n  copy: {content: "{{ x }}", dest: /x}\n' }],
      [
        'included',
        { 'roles/r/tasks/main.yml': `- include_vars: y.yml\n${COPY_X}`, 'roles/r/vars/y.yml': 'x: included\n' },
      ],
      ['fact', { 'roles/r/tasks/main.yml': `- include_vars: y.yml\n- set_fact: {x: fact}\n${COPY_X}` }],
      ['parameter', { 'site.yml': '- hosts: a\n  vars: {x: play}\n  roles: [{role: r, x: parameter}]\n' }],
    ];
    let files: Readonly<Record<string, string>> = {
      'site.yml': '- hosts: a\n  roles: [r]\n',
      'roles/r/tasks/main.yml': COPY_X,
    };
    for (const [name, more] of levels) {
      files = { ...files, ...more };
      assert.is(deployed(files).a?.['/x'], name, `${name} counts`);
    }
    assert.is(deployed(files, ['x=command']).a?.['/x'], 'command');
  });

  test('a condition that is false leaves the task out', () => {
    const files = deployed({
      'site.yml': play('copy: {content: "1", dest: /x}\n      when: inventory_hostname == "a"'),
    });
    assert.equal([files.a, files.b], [{ '/x': '1' }, {}]);
  });

  test('a condition on a fact leaves open whether a file is written', () => {
    const files = deployed({ 'site.yml': play('copy: {content: "1", dest: /x}\n      when: ansible_memtotal_mb > 5') });
    assert.is(files.a?.['/x'], '<1|?>');
  });

  test('of two files for two families of systems one is there', () => {
    const files = deployed({
      'site.yml': plays(
        'copy: {content: "same", dest: /x}\n      when: ansible_os_family == "Debian"',
        'copy: {content: "same", dest: /x}\n      when: ansible_os_family == "RedHat"',
        'copy: {content: "one", dest: /y}\n      when: ansible_os_family == "Debian"',
        'copy: {content: "two", dest: /y}\n      when: ansible_os_family == "RedHat"',
      ),
    });
    assert.equal(files.a, { '/x': '<same|same>', '/y': '<one|two>' });
  });

  test('a condition on results of tasks alone decides when a file is written, not whether', () => {
    const files = deployed({
      'site.yml': plays(
        'command: uptime\n      register: r',
        'copy: {content: "1", dest: /x}\n      when: r is changed',
        'copy: {content: "2", dest: /x}\n      when: r.rc == 0',
      ),
    });
    assert.is(files.a?.['/x'], '<1|2>');
  });

  test('the result of a task that is skipped is known', () => {
    const files = deployed({
      'site.yml': plays(
        'command: uptime\n      register: r\n      when: false',
        'copy: {content: "1", dest: /x}\n      when: r is changed',
      ),
    });
    assert.equal(files.a, {});
  });

  test('loops write a file for each item', () => {
    const files = deployed({
      'group_vars/all.yml': 'names: [x, y]\n',
      'site.yml': plays(
        'copy: {content: "{{ item }}", dest: "/{{ item }}"}\n      loop: "{{ names }}"',
        'copy: {content: "{{ item.value }}", dest: "/{{ item.key }}"}\n      with_dict: {u: 1, v: 2}',
        'copy: {content: "{{ i }}", dest: "/{{ n }}"}\n      loop: [w]\n      loop_control: {loop_var: n, index_var: i}',
      ),
    });
    assert.equal(files.a, { '/u': '1', '/v': '2', '/w': '0', '/x': 'x', '/y': 'y' });
  });

  test('a loop over what is not known leaves open which files are written', () => {
    const { deployments, hosts } = opened({
      'site.yml': play('copy: {content: "1", dest: "/{{ item }}"}\n      loop: "{{ ansible_mounts }}"'),
    });
    const [a] = hosts;
    assert.is(a && deployments.unknownWritesOf(a).length, 1);
  });

  test('a file whose name is not known may be any that the known parts of its path allow', () => {
    const later = (dest: string): readonly string[] => {
      const { deployments, hosts } = opened({
        'site.yml': plays(
          'copy: {content: "1", dest: /etc/es/es.yml}',
          'copy: {content: "1", dest: "{{ ansible_env.HOME }}/kb.yml"}',
          `copy: {content: "1", dest: "${dest}"}`,
        ),
      });
      const [a] = hosts;
      const files = a === undefined ? [] : deployments.filesOf(a);
      return files.flatMap(({ path, laterWrite }) => (laterWrite === undefined ? [] : [path]));
    };
    const [ES, KB] = ['/etc/es/es.yml', '{{ ansible_env }}/kb.yml'];
    assert.equal(later('{{ ansible_env.x }}'), [ES, KB]);
    assert.equal(later('/etc/{{ ansible_env.x }}'), [ES, KB]);
    assert.equal(later('/etc//es/{{ ansible_env.x }}.yml'), [ES, KB]);
    assert.equal(later('/etc/es/k{{ ansible_env.x }}.yml'), [KB]);
    assert.equal(later('/etc/es/{{ ansible_env.x }}.rpm'), []);
    assert.equal(later('/etc/es/es.yml{{ ansible_env.x }}'), [ES]);
    assert.equal(later('/tmp/e{{ ansible_env.x }}'), []);
  });

  test('blocks, imports and includes hand on variables and conditions', () => {
    const files = deployed({
      'site.yml': plays(
        'block:\n        - copy: {content: "{{ x }}", dest: /block}\n        - copy: {content: "2", dest: /never}\n          when: false\n      vars: {x: of the block}\n      when: inventory_hostname == "a"',
        'import_tasks: more.yml\n      vars: {x: of the import, name: import}',
        'include_tasks: more.yml\n      vars: {x: of the include, name: include}',
      ),
      'more.yml': '- copy: {content: "{{ x }}", dest: "/{{ name }}"}\n',
    });
    assert.equal(files.a, { '/block': 'of the block', '/import': 'of the import', '/include': 'of the include' });
    assert.equal(Object.keys(files.b ?? {}), ['/import', '/include']);
  });

  test('an include that only a run can choose leaves what all candidates agree on', () => {
    const files = deployed({
      'site.yml': plays('include_tasks: "{{ ansible_os_family }}.yml"', 'copy: {content: "{{ f }} {{ g }}", dest: /z}'),
      'Debian.yml': '- copy: {content: "1", dest: /x}\n- set_fact: {f: same, g: one}\n',
      'RedHat.yml': '- copy: {content: "1", dest: /x}\n- set_fact: {f: same, g: two}\n',
    });
    assert.equal(files.a?.['/x'], '<1|1>');
    assert.match(files.a?.['/z'] ?? '', /^same \?|\?/);
  });

  test('roles bring what they depend on, once, and include others', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [one, one]\n',
      'roles/one/meta/main.yml': 'dependencies: [two]\n',
      'roles/one/tasks/main.yml':
        '- include_role: {name: three, tasks_from: other}\n- copy: {content: one, dest: /one}\n',
      'roles/two/tasks/main.yml': '- copy: {content: "{{ role_name }}", dest: /two}\n',
      'roles/three/tasks/other.yml': '- template: {src: t.j2, dest: /three}\n',
      'roles/three/templates/t.j2': '{{ size }}',
      'roles/three/defaults/main.yml': 'size: 3\n',
    });
    assert.equal(files.a, { '/one': 'one', '/three': '3', '/two': 'two' });
  });

  test('sources are looked for in the role first, then beside the playbook', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [r]\n',
      'roles/r/tasks/main.yml':
        '- template: {src: own.j2, dest: /own}\n- template: {src: shared.j2, dest: /shared}\n- copy: {src: f.txt, dest: /f}\n',
      'roles/r/templates/own.j2': 'role',
      'templates/own.j2': 'playbook',
      'templates/shared.j2': 'playbook',
      'roles/r/files/f.txt': 'text with {{ no template }}',
    });
    assert.equal(files.a, { '/f': 'text with {{ no template }}', '/own': 'role', '/shared': 'playbook' });
  });

  test('a file goes to the host that the task is delegated to, and to nobody else', () => {
    const files = deployed({
      'site.yml': plays(
        'copy: {content: "1", dest: /x}\n      delegate_to: b\n      when: inventory_hostname == "a"',
        'copy: {content: "1", dest: /local}\n      delegate_to: localhost',
        'copy: {content: "1", dest: /once}\n      run_once: true',
        'copy: {content: "1", dest: /never}\n      tags: [never, x]',
      ),
    });
    assert.equal(files, { a: { '/once': '1' }, b: { '/x': '1' } });
  });

  test('a file that a host writes itself, and another writes there, may be either', () => {
    const task = (content: string): string =>
      `copy: {content: "${content}", dest: /x}\n      delegate_to: b\n      when: inventory_hostname == "a"`;
    assert.is(deployed({ 'site.yml': plays('copy: {content: "1", dest: /x}', task('2')) }).b?.['/x'], '<1|2>');
    assert.is(deployed({ 'site.yml': plays('copy: {content: "1", dest: /x}', task('1')) }).b?.['/x'], '<1|1>');
    assert.is(deployed({ 'site.yml': plays(task('2')) }).b?.['/x'], '2');
    const omitted = 'copy: {content: "1", dest: /x}\n      delegate_to: "{{ nowhere | default(omit) }}"';
    assert.equal(deployed({ 'site.yml': plays(omitted) }).b, { '/x': '1' });
  });

  test('a file that goes to a host of unknown name may go to any', () => {
    const { deployments, hosts } = opened({
      'site.yml': plays('copy: {content: "1", dest: /x}\n      delegate_to: "{{ ansible_x }}"'),
    });
    assert.equal(
      hosts.map((host) => [deployments.filesOf(host).length, deployments.unknownWritesOf(host).length]),
      hosts.map(() => [0, hosts.length]),
    );
  });

  test('a request is about the host that comes to its task, whoever sends it', () => {
    const { deployments, hosts } = opened({
      'site.yml': plays(
        'uri: {url: "http://{{ inventory_hostname }}:9200/_cluster/settings"}\n      delegate_to: localhost',
      ),
    });
    assert.equal(
      hosts.map((host) => deployments.requestsOf(host).length),
      hosts.map(() => 1),
    );
  });

  test('what may be delegated, removed or written over and over may not be there', () => {
    const isDebian = 'when: ansible_os_family == "Debian"';
    const files = deployed({
      'site.yml': plays(
        `copy: {content: "1", dest: /delegated}\n      delegate_to: b\n      ${isDebian}`,
        'copy: {content: "1", dest: /removed}',
        `file: {path: /removed, state: absent}\n      ${isDebian}`,
        `include_tasks: more.yml\n      loop: [1, 2]\n      ${isDebian}`,
        'copy: {content: "1"}',
      ),
      'more.yml': '- copy: {content: "1", dest: /repeated}\n',
    });
    assert.equal(files.a, { '/removed': '<1|?>', '/repeated': '<1|?>' });
    assert.is(files.b?.['/delegated'], '<1|?>');
  });

  test('a task that runs once runs on the first host that comes to it', () => {
    const files = deployed({
      'site.yml': plays('include_tasks: more.yml\n      when: inventory_hostname == "b"'),
      'more.yml': '- copy: {content: "1", dest: /once}\n  run_once: true\n',
    });
    assert.equal(files, { a: {}, b: { '/once': '<1|?>' } });
  });

  test('a role is applied again where the host has skipped all of its tasks', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [one, two, one]\n',
      'roles/one/tasks/main.yml': '- copy: {content: "{{ f }}", dest: /x}\n  when: f is defined\n',
      'roles/two/tasks/main.yml': '- set_fact: {f: 2}\n',
    });
    assert.equal(files.a, { '/x': '2' });
  });

  test('a role that is applied again only brings the roles that its tasks import', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [one, {role: one, vars: {}}, {role: one, x: 2}]\n',
      'group_vars/all.yml': 'x: 1\n',
      'roles/one/tasks/main.yml':
        '- copy: {content: "{{ f | default(0) }}{{ x }}", dest: "/one{{ x }}"}\n- import_role: {name: two}\n- set_fact: {f: 1}\n',
      'roles/two/tasks/main.yml': '- copy: {content: "{{ f | default(0) }}{{ x }}", dest: "/two{{ x }}"}\n',
    });
    assert.equal(files.a, { '/one1': '01', '/one2': '12', '/two1': '11', '/two2': '12' });
  });

  test('tasks that are included inherit the conditions of the blocks around, and none of the include', () => {
    const files = deployed({
      'site.yml': plays(
        'block:\n        - include_tasks: more.yml\n          when: not other\n      when: flag\n      vars: {flag: true, other: false}',
      ),
      'more.yml':
        '- copy: {content: "1", dest: /x}\n  vars: {other: true}\n- copy: {content: "1", dest: /y}\n  vars: {flag: false}\n',
    });
    assert.equal(files.a, { '/x': '1' });
  });

  test('what tasks import counts more than the roles of the play', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [one, two]\n  tasks:\n    - copy: {content: "{{ x }}", dest: /x}\n',
      'roles/one/tasks/main.yml': '- import_role: {name: three}\n',
      'roles/one/vars/main.yml': 'x: 1\n',
      'roles/two/vars/main.yml': 'x: 2\n',
      'roles/three/vars/main.yml': 'x: 3\n',
    });
    assert.is(files.a?.['/x'], '3');
  });

  test('a role that another depends on sees the file of variables that the other was imported with', () => {
    const files = deployed({
      'site.yml': plays('import_role: {name: one, vars_from: other}'),
      'roles/one/tasks/main.yml': '',
      'roles/one/vars/main.yml': 'x: 1\n',
      'roles/one/vars/other.yml': 'x: 2\n',
      'roles/one/meta/main.yml': 'dependencies: [two]\n',
      'roles/two/tasks/main.yml': COPY_X,
    });
    assert.is(files.a?.['/x'], '2');
  });

  test('a host that skips a role which others include for all leaves open what the role sets', () => {
    const role = {
      'group_vars/all.yml': 'x: 1\ny: 1\nz: 1\n',
      'roles/r/vars/main.yml': 'x: 2\n',
      'roles/r/meta/main.yml': 'dependencies: [d]\n',
      'roles/d/vars/main.yml': 'y: 2\n',
    };
    const copy = 'copy: {content: "{{ x }}{{ y }}{{ z }}", dest: /x}';
    const isB = 'when: inventory_hostname == "b"';
    const direct = deployed({
      'site.yml': plays(`include_role: {name: r, public: true}\n      ${isB}`, copy),
      ...role,
    });
    const nested = deployed({
      'site.yml': plays(`include_tasks: more.yml\n      ${isB}`, copy),
      'more.yml': '- import_role: {name: r}\n',
      ...role,
    });
    for (const files of [direct, nested]) assert.equal([files.a?.['/x'], files.b?.['/x']], ['??1', '221']);
    const own = deployed({ 'site.yml': plays(`include_role: {name: r}\n      ${isB}`, copy), ...role });
    assert.equal([own.a?.['/x'], own.b?.['/x']], ['111', '111']);
  });

  test('what is set under a condition on results is known there alone', () => {
    const files = deployed({
      'group_vars/all.yml': 'x: 1\n',
      'site.yml': plays(
        'command: uptime\n      register: r',
        'block:\n        - set_fact: {x: 2}\n        - copy: {content: "{{ x }}", dest: /block}\n      when: r is changed',
        'copy: {content: "{{ x }}", dest: /x}',
        'include_tasks: more.yml\n      when: r is changed',
        'copy: {content: "{{ y | default(1) }}", dest: /y}',
      ),
      'more.yml': '- set_fact: {y: 2}\n- copy: {content: "{{ y }}", dest: /include}\n',
    });
    assert.equal(files.a, { '/block': '2', '/include': '2', '/x': '?', '/y': '?' });
  });

  test('a condition that is no truth value counts as one, unless the run may go on after the error that it is', () => {
    const files = deployed({
      'group_vars/all.yml': 'x: text\nempty: ""\n',
      'site.yml': plays(
        'copy: {content: "1", dest: /x}\n      when: x',
        'copy: {content: "1", dest: /empty}\n      when: x is defined and empty',
        'copy: {content: "1", dest: /ignored}\n      when: x\n      ignore_errors: true',
        'copy: {content: "1", dest: /negated}\n      when: not empty\n      ignore_errors: true',
        'block:\n        - copy: {content: "1", dest: /rescued}\n          when: "{{ [x] }}"\n      rescue: []',
      ),
    });
    assert.equal(files.a, { '/ignored': '<1|?>', '/negated': '1', '/rescued': '<1|?>', '/x': '1' });
  });

  test('a task that runs once sets the variables of all hosts, to what only the first knows', () => {
    const files = deployed({
      'site.yml': plays(
        'set_fact: {x: "{{ inventory_hostname }}"}\n      run_once: true',
        'set_fact: {y: 1}\n      run_once: true',
        'command: uptime\n      register: r\n      run_once: true\n      when: inventory_hostname == "a"',
        'copy: {content: "{{ x }}{{ y }}{{ r is skipped }}", dest: /x}',
        'include_tasks: more.yml\n      run_once: true',
        'include_tasks: more.yml\n      when: inventory_hostname == "b"',
        'copy: {content: "{{ z }}", dest: /z}',
      ),
      'group_vars/all.yml': 'z: 1\n',
      'more.yml': '- set_fact: {z: "{{ inventory_hostname }}"}\n  run_once: true\n',
    });
    assert.equal(files, { a: { '/x': 'a1?', '/z': '?' }, b: { '/x': '?1?', '/z': '?' } });
  });

  test('facts that are delegated are set on the other host, at a time that only a run can know', () => {
    const files = deployed({
      'group_vars/all.yml': 'x: 1\n',
      'site.yml': plays(
        'set_fact: {x: 2}\n      delegate_to: b\n      delegate_facts: true\n      when: inventory_hostname == "a"',
        'copy: {content: "{{ x }}", dest: /x}',
      ),
    });
    assert.equal(files, { a: { '/x': '1' }, b: { '/x': '?' } });
  });

  test('the result of a loop that is skipped has those of its items', () => {
    const files = deployed({
      'site.yml': plays(
        'command: uptime\n      register: r\n      loop: [1, 2]\n      when: false',
        'command: uptime\n      register: s\n      loop: []',
        'command: uptime\n      register: t\n      loop: [1, 2]\n      when: item == 1',
        'copy: {content: "{{ r.results | map(attribute=\'item\') | list }} {{ s.results | length }} {{ t is skipped }}", dest: /x}',
      ),
    });
    assert.is(files.a?.['/x'], '[1, 2] 0 ?');
  });

  test('a role on which others depend is applied once, and looks for files from where it is applied', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [one, two]\n',
      'roles/one/tasks/main.yml': '- import_role: {name: two}\n  vars: {x: 1}\n',
      'roles/two/meta/main.yml': 'dependencies: [{role: three, y: 1}]\n',
      'roles/two/tasks/main.yml': "- copy: {content: \"{{ lookup('file', 'f') }}\", dest: /f}\n",
      'roles/three/tasks/main.yml': '- copy: {content: "{{ x | default(0) }}", dest: /x}\n',
      'roles/one/files/f': 'of one',
      'files/f': 'of the playbook',
    });
    assert.equal(files.a, { '/f': 'of the playbook', '/x': '1' });
  });

  test('a role that was applied in some runs only is applied again in the others', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [four, {role: one, when: ansible_memtotal_mb > 1}, two]\n',
      'roles/one/meta/main.yml': 'dependencies: [three]\n',
      'roles/two/meta/main.yml': 'dependencies: [five, three]\n',
      'roles/three/tasks/main.yml': '- copy: {content: "{{ x | default(0) }}", dest: /x}\n',
      'roles/four/tasks/main.yml': '- copy: {content: first, dest: /x}\n',
      'roles/five/tasks/main.yml': '- set_fact: {x: 1}\n',
    });
    assert.is(files.a?.['/x'], '<first|0|1>');
  });

  test('what runs once in a role that is applied again may run on a host that it has not run on', () => {
    const files = deployed({
      'site.yml': '- hosts: all\n  roles: [one, one]\n',
      'roles/one/tasks/main.yml': '- copy: {content: "1", dest: "/{{ inventory_hostname }}"}\n  run_once: true\n',
    });
    assert.equal([files.a, files.b], [{ '/a': '1' }, { '/b': '<1|?>' }]);
  });

  test('parameters of a role count more than variables of the roles that it includes', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [{role: one, x: 1}]\n',
      'roles/one/tasks/main.yml':
        '- include_role: {name: two}\n  vars: {x: 2}\n- include_tasks: more.yml\n  vars: {x: 2}\n',
      'roles/one/tasks/more.yml': '- copy: {content: "{{ x }}", dest: /tasks}\n',
      'roles/two/tasks/main.yml': COPY_X,
    });
    assert.equal(files.a, { '/tasks': '2', '/x': '1' });
  });

  test('roles that the tasks of a role import count below it, and count as soon as it is included', () => {
    const files = deployed({
      'site.yml':
        '- hosts: a\n  tasks: [{import_role: {name: one}}, {copy: {content: "{{ x }}", dest: /one}}]\n' +
        '- hosts: a\n  tasks: [{include_role: {name: two}}]\n' +
        '- hosts: a\n  tasks: [{include_tasks: more.yml}]\n',
      'roles/one/tasks/main.yml': '- import_role: {name: three}\n  when: false\n',
      'roles/one/vars/main.yml': 'x: of one\n',
      'roles/two/tasks/main.yml': '- copy: {content: "{{ x }}", dest: /two}\n- import_role: {name: three}\n',
      'roles/three/tasks/main.yml': '[]\n',
      'roles/three/vars/main.yml': 'x: of three\n',
      'more.yml': '- copy: {content: "{{ x }}", dest: /more}\n- import_role: {name: three}\n',
    });
    assert.equal(files.a, { '/one': 'of one', '/two': 'of three', '/more': 'of three' });
  });

  test('variables that an include applies are evaluated as it runs', () => {
    const files = deployed({
      'site.yml': plays(
        'set_fact: {x: 1}',
        'include_tasks: {file: more.yml, apply: {vars: {y: "{{ x }}", z: "{{ ansible_host_name }}"}}}',
        'include_role: {name: r, apply: {vars: {y: "{{ x }}"}}}',
      ),
      'more.yml': '- set_fact: {x: 2}\n- copy: {content: "{{ y }} {{ z }}", dest: /x}\n',
      'roles/r/tasks/main.yml': '- set_fact: {x: 3}\n- copy: {content: "{{ y }}", dest: /y}\n',
    });
    assert.equal(files.a, { '/x': '1 ?', '/y': '2' });
  });

  test('variables that an include applies in a loop stay templates', () => {
    const files = deployed({
      'site.yml': plays(
        'set_fact: {x: 1}',
        'include_tasks: {file: more.yml, apply: {vars: {y: "{{ item }} {{ x }}"}}}\n      loop: [i]',
      ),
      'more.yml': '- set_fact: {x: 2}\n- copy: {content: "{{ y }}", dest: /x}\n',
    });
    assert.equal(files.a, { '/x': 'i 2' });
  });

  test('facts that an item of a loop sets count above all for the next', () => {
    const files = deployed({
      'site.yml': plays('include_tasks: more.yml\n      vars: {x: given}'),
      'more.yml':
        '- set_fact: {x: fact, y: "{{ x }}"}\n  loop: [1, 2]\n- copy: {content: "{{ x }} {{ y }}", dest: /x}\n',
    });
    assert.equal(files.a, { '/x': 'given fact' });
  });

  test('a template that prints an empty text has its line end', () => {
    const files = deployed({
      'site.yml': play("copy: {content: \"{{ lookup('template', 'empty.j2') }}\\n\", dest: /x}"),
      'templates/empty.j2': '',
    });
    assert.is(files.a?.['/x'], '\n');
  });

  test('the variables of an include count more than facts, in its own condition too', () => {
    const files = deployed({
      'site.yml': plays('set_fact: {x: 1}', 'include_tasks: more.yml\n      vars: {x: 2}\n      when: x == 2'),
      'more.yml': COPY_X,
    });
    assert.is(files.a?.['/x'], '2');
  });

  test('a template for a file of variables means no file of tasks', () => {
    const files = deployed({
      'site.yml': plays('include_vars: "{{ ansible_os_family }}.yml"', 'copy: {content: "{{ x }} {{ y }}", dest: /x}'),
      'group_vars/all.yml': 'x: 1\ny: 1\n',
      'tasks.yml': '[]\n',
      'Debian.yml': 'y: 2\n',
    });
    assert.is(files.a?.['/x'], '1 ?');
  });

  test('what is no truth value decides no condition where errors in it are ignored, and is true elsewhere', () => {
    const files = deployed({
      'site.yml': '- hosts: a\n  roles: [{role: r, when: x}]\n',
      'group_vars/all.yml': 'x: text\n',
      'roles/r/tasks/main.yml':
        '- copy: {content: "1", dest: /x}\n  ignore_errors: true\n' +
        '- copy: {content: "1", dest: /y}\n  ignore_errors: true\n  when: x\n',
    });
    assert.equal(files.a, { '/x': '1', '/y': '<1|?>' });
  });

  test('results of tasks count more than a file of variables under a name', () => {
    const files = deployed({
      'site.yml': plays(
        'set_fact: {f: fact}',
        'include_vars: {file: v.yml, name: f}',
        'include_vars: {file: v.yml, name: g}',
        'copy: {content: "{{ f }} {{ g.x }}", dest: /x}',
      ),
      'v.yml': 'x: 1\n',
    });
    assert.is(files.a?.['/x'], 'fact 1');
  });

  test('a mapping is JSON as the content of a file, and what Python writes as a block of one', () => {
    const files = deployed({
      'site.yml': plays(
        'copy: {content: "{{ m }}", dest: /x}',
        'blockinfile: {block: "{{ m }}", path: /x, marker: "# {mark}"}',
      ),
      'group_vars/all.yml': 'm: {k: true}\n',
    });
    assert.is(files.a?.['/x'], '{"k": true}\n# BEGIN\n{\'k\': True}\n# END\n');
  });

  test('a source that is missing, a role that is missing and a role that includes itself are no end', () => {
    const { deployments, hosts } = opened({
      'site.yml': '- hosts: a\n  roles: [absent, r]\n',
      'roles/r/tasks/main.yml': '- template: {src: absent.j2, dest: /x}\n- include_role: {name: r}\n',
    });
    assert.equal([...deployments.missingRoles.keys()], ['absent']);
    const [a] = hosts;
    assert.match(shown((a && deployments.filesOf(a)[0]?.text) ?? []), /^\?/);
  });

  test('a write to a file of which nobody knows the name is kept, with those that come before it', () => {
    const { deployments, hosts } = opened({
      'site.yml': plays(
        'copy: {content: "1", dest: /x}',
        'copy: {content: "1", dest: "{{ ansible_fqdn }}"}',
        'copy: {content: "1", dest: /y}',
        'copy: {content: "1", dest: "{{ ansible_fqdn }}/z"}',
      ),
    });
    const [a] = hosts;
    const files = a === undefined ? [] : deployments.filesOf(a);
    assert.equal(
      files.map(({ path, laterWrite }) => [path, laterWrite !== undefined]),
      [
        ['/x', true],
        ['/y', false],
        ['{{ ansible_fqdn }}/z', false],
      ],
    );
  });

  test('an edit that may be made stands for no task that writes the whole file', () => {
    const template = '{copy: {content: "1", dest: /x}, when: ansible_memtotal_mb > 1000}';
    const line = '{lineinfile: {path: /x, line: "2"}, when: ansible_os_family == "RedHat"}';
    const other = '{copy: {content: "2", dest: /x}, when: ansible_os_family == "RedHat"}';
    const texts = (...tasks: readonly string[]) =>
      deployed({ 'site.yml': `- hosts: all\n  tasks: [${tasks.join()}]\n` }).a?.['/x'];
    assert.is(texts(template, line), '<<1|1\n2\n>|?>');
    assert.is(texts(template, other), '<1|2>');
  });

  test('a file that many tasks may change is not known, and takes no longer for each of them', () => {
    const lines = (count: number) =>
      Array.from(
        { length: count },
        (_, n) => `{lineinfile: {path: /x, line: "${n}"}, when: ansible_memtotal_mb > ${n}}`,
      );
    const text = (count: number) =>
      deployed({ 'site.yml': plays('copy: {content: "a\\n", dest: /x}', ...lines(count)) }).a?.['/x'];
    assert.is(text(2), '<a\n|a\n0\n|a\n1\n|a\n0\n1\n>');
    assert.is(text(40), '?');
  });

  test('playbooks that nobody orders leave open which of their texts is there', () => {
    const files = deployed({
      'one.yml': play('copy: {content: "1", dest: /x}'),
      'two.yml': play('copy: {content: "2", dest: /x}'),
    });
    assert.is(files.a?.['/x'], '<1|2>');
  });

  test('requests are kept, with what decides whether they are sent', () => {
    const { deployments, hosts } = opened({
      'site.yml': play(
        'uri: {url: "http://{{ inventory_hostname }}:9200/_cluster/settings", method: put, body: {a: 1}}',
      ),
    });
    const [a] = hosts;
    const [request] = a === undefined ? [] : deployments.requestsOf(a);
    assert.is(request?.method, 'PUT');
    assert.is(shown(request?.url ?? []), 'http://a:9200/_cluster/settings');
  });
});

const COPY_X = '- copy: {content: "{{ x }}", dest: /x}\n';

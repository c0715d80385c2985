/** What a run restarts, for which changes, and on how many hosts at once. */
import { assert, describe } from '../../describe.ts';
import { opened, play, plays } from './deployed-files.ts';
import { atOnce, firstRestart, restarted, unknownRestarts } from './restarted.ts';

const RESTART = 'service: {name: es, state: restarted}';

/** A play for all hosts with some tasks, and with handlers. */
function handled(tasks: readonly string[], handlers: readonly string[], keywords = ''): string {
  const list = (items: readonly string[]): string => items.map((item) => `    - ${item}\n`).join('');
  return `- hosts: all\n${keywords}  tasks:\n${list(tasks)}  handlers:\n${list(handlers)}`;
}

function copy(path: string, more = ''): string {
  return `copy: {content: "1", dest: ${path}}${more}`;
}

const NOTIFY = '\n      notify: restart';
const HANDLER = `name: restart\n      ${RESTART}`;

describe('restarts by tasks', (test) => {
  const cases: readonly (readonly [task: string, expected: readonly string[]])[] = [
    [RESTART, ['restart service es: always']],
    ['systemd: {name: es.service, state: reloaded}', ['reload service es.service: always']],
    ['ansible.builtin.systemd_service: {unit: es, state: restarted}', ['restart service es: always']],
    ['sysvinit: {name: es, state: stopped}', ['stop service es: always']],
    ['service: name=es state=restarted', ['restart service es: always']],
    ['service: {name: es, state: started}', []],
    ['service: {name: es, enabled: true}', []],
    ['systemd: {daemon_reload: true}', []],
    [
      'service: {name: "es-{{ own | default(1) }}-{{ ansible_hostname }}", state: restarted}',
      ['restart service es-of a-?: always'],
    ],
    [
      'service: {name: es, state: "{{ ansible_hostname }}"}',
      ['restart service es: unknown: ansible_hostname is a fact, which only a run can know'],
    ],
    [
      'service: {name: "{{ item }}", state: restarted}\n      loop: [es, kb]',
      ['restart service es: always', 'restart service kb: always'],
    ],
    ['command: systemctl restart es kb', ['restart service es: always', 'restart service kb: always']],
    ['command: systemctl --no-block try-restart es', ['restart service es: always']],
    ['command: {argv: [systemctl, reload, es]}', ['reload service es: always']],
    ['command: systemctl --user restart es', []],
    ['command: systemctl daemon-reload', []],
    ['command: echo systemctl restart es', []],
    ['shell: sudo service es restart', ['restart service es: always']],
    ['shell: /etc/init.d/es restart', ['restart service es: always']],
    ['shell: bash -c "systemctl restart es"', ['restart service es: always']],
    [
      'shell: systemctl is-active es || systemctl restart es',
      ['restart service es: unknown: only a run can know what the command does'],
    ],
    ['shell: cd /opt && docker restart es', ['restart container es: always']],
    ['command: docker stop -t 60 es', ['stop container es: always']],
    ['command: docker compose restart es\n      args: {chdir: /opt/es}', ['restart compose es: always']],
    [
      'command: docker-compose -f /opt/es/docker-compose.yml up -d --force-recreate',
      ['restart compose /opt/es: always'],
    ],
    ['command: docker compose down\n      args: {chdir: /opt/es}', ['stop compose /opt/es: always']],
    ['reboot:', ['restart host: always']],
    ['command: shutdown -r now', ['restart host: always']],
    ['docker_container: {name: es, image: "es:8", restart: true}', ['restart container es: always']],
    ['docker_container: {name: es, image: "es:8"}', ['restart container es: a:container es']],
    ['docker_container: {name: es, state: absent}', ['stop container es: always']],
    [
      'community.docker.docker_compose_v2: {project_src: /opt/es, state: restarted}',
      ['restart compose /opt/es: always'],
    ],
    [
      'docker_compose_v2: {project_src: /opt/es, recreate: always, services: [es, kb]}',
      ['restart compose es: always', 'restart compose kb: always'],
    ],
    ['service: {name: es, state: restarted}\n      tags: [never]', []],
    ['service: {name: es, state: restarted}\n      when: false', []],
    ['service: {name: es, state: restarted}\n      when: own is defined', ['restart service es: always']],
    [
      'service: {name: es, state: restarted}\n      when: ansible_os_family == "Debian"',
      ['restart service es: unknown: ansible_os_family is a fact, which only a run can know'],
    ],
  ];
  for (const [task, expected] of cases)
    test(task.replace(/\s+/g, ' '), () => {
      assert.equal(restarted({ 'site.yml': play(task) }).a, expected);
    });

  test('services of a folder are made anew if one of the files changes that describe them', () => {
    for (const task of [
      'docker_compose_v2: {project_src: /opt/es}',
      'shell: docker compose up -d\n      args: {chdir: /opt/es}',
      'shell: cd /opt/es && docker-compose up -d',
    ]) {
      const lines = restarted({ 'site.yml': play(task) }).a ?? [];
      assert.is(lines.length, 1, task);
      assert.match(
        lines[0] ?? '',
        /^restart compose \/opt\/es: a:\/opt\/es\/compose.yaml, .*a:\/opt\/es\/docker-compose.yml, .*a:\/opt\/es\/\.env$/,
      );
    }
    const named = restarted({ 'site.yml': play('command: docker compose -f /opt/es/x.yml up -d es') }).a;
    assert.equal(named, ['restart compose es: a:/opt/es/x.yml, a:/opt/es/.env']);
  });
});

describe('restarts because of changes', (test) => {
  test('a handler runs for the files whose tasks notify it, by name or by a topic that it listens to', () => {
    const files = restarted({
      'site.yml': handled(
        [copy('/x', NOTIFY), copy('/y', '\n      notify: [topic]'), copy('/z')],
        [`name: restart\n      listen: topic\n      ${RESTART}`],
      ),
    });
    assert.equal(files, {
      a: ['restart service es: a:/x, a:/y'],
      b: ['restart service es: b:/x, b:/y'],
    });
  });

  test('a handler that nothing notifies restarts nothing', () => {
    assert.equal(restarted({ 'site.yml': handled([copy('/x')], [HANDLER]) }).a, []);
  });

  test('each file of a loop counts, and each of a folder that is copied', () => {
    const files = restarted({
      'site.yml': handled(
        [
          `copy: {content: "1", dest: "/{{ item }}"}\n      loop: [x, y]${NOTIFY}`,
          `copy: {src: d/, dest: /d}${NOTIFY}`,
        ],
        [HANDLER],
      ),
      'files/d/one': '1',
      'files/d/two': '2',
    });
    assert.equal(files.a, ['restart service es: a:/x, a:/y, a:/d/one, a:/d/two']);
  });

  test('an installation that notifies tells what it installs', () => {
    const task = `apt: {name: "elasticsearch={{ v }}"}\n      vars: {v: 8.13.4}${NOTIFY}`;
    assert.equal(restarted({ 'site.yml': handled([task], [HANDLER]) }).a, [
      'restart service es: apt elasticsearch=8.13.4',
    ]);
  });

  test('a file that is fetched tells both its path and its task', () => {
    const task = `get_url: {url: "https://example.org/x-1.tgz", dest: /x}${NOTIFY}`;
    assert.equal(restarted({ 'site.yml': handled([task], [HANDLER]) }).a, [
      'restart service es: a:/x, get_url https://example.org/x-1.tgz',
    ]);
  });

  test('a task that reports no change notifies nothing, and a command reports one each time', () => {
    const of = (task: string) => restarted({ 'site.yml': handled([`${task}${NOTIFY}`], [HANDLER]) }).a;
    assert.equal(of('command: uptime'), ['restart service es: always']);
    assert.equal(of('command: uptime creates=/x'), ['restart service es: command']);
    assert.equal(of(`${copy('/x')}\n      changed_when: false`), []);
    assert.equal(of('debug: {msg: x}'), []);
    assert.equal(of('debug: {msg: x}\n      changed_when: true'), ['restart service es: always']);
    assert.equal(of('command: uptime\n      register: r\n      changed_when: r.rc == 3'), [
      'restart service es: command',
    ]);
    assert.equal(of('uri: {url: "http://x"}'), []);
  });

  test('a task whose running only a run knows notifies perhaps', () => {
    const lines = restarted({
      'site.yml': handled([copy('/x', `\n      when: ansible_memtotal_mb > 5${NOTIFY}`)], [HANDLER]),
    }).a;
    assert.equal(lines, [
      'restart service es: a:/x (perhaps: ansible_memtotal_mb is a fact, which only a run can know)',
    ]);
  });

  test('a handler has conditions of its own, known or not', () => {
    const of = (condition: string) =>
      restarted({
        'site.yml': handled([copy('/x', NOTIFY)], [`${HANDLER}\n      when: ${condition}`], '  vars: {wanted: true}\n'),
      }).a;
    assert.equal(of('wanted'), ['restart service es: a:/x']);
    assert.equal(of('not wanted'), []);
    assert.equal(of('ansible_memtotal_mb > 5'), [
      'restart service es: a:/x (perhaps: ansible_memtotal_mb is a fact, which only a run can know)',
    ]);
  });

  test('a handler that asks for the change that notified it runs for it surely, and for no other', () => {
    const tasks = [copy('/x', `\n      register: x${NOTIFY}`), copy('/y', NOTIFY)];
    const lines = restarted({ 'site.yml': handled(tasks, [`${HANDLER}\n      when: x is changed`]) }).a;
    assert.match(lines?.join() ?? '', /^restart service es: a:\/x, a:\/y \(perhaps: [^)]*\)$/);
  });

  test('a block notifies for its tasks, unless they notify something themselves', () => {
    const block =
      'block:\n        - copy: {content: "1", dest: /x}\n        - copy: {content: "1", dest: /y}\n          notify: other\n      notify: restart';
    const lines = restarted({
      'site.yml': handled([block], [HANDLER, 'name: other\n      service: {name: kb, state: restarted}']),
    }).a;
    assert.equal(lines, ['restart service es: a:/x', 'restart service kb: a:/y']);
  });

  const conditions: readonly (readonly [condition: string, expected: string | undefined])[] = [
    ['x is changed', 'a:/x'],
    ['x.changed', 'a:/x'],
    ['x["changed"] == true', 'a:/x'],
    ['x is changed or y is changed', 'a:/x, a:/y'],
    ['x is defined and x.changed | default(false) | bool', 'a:/x'],
    ['(x | default({})).changed | default(false)', 'a:/x'],
    ['[x is changed, own is defined]', 'a:/x'],
    ['x is changed and own is not defined', undefined],
    [
      'x is changed and y is changed',
      'a:/x (perhaps: x is the result of the task at site.yml:3), a:/y (perhaps: x is the result of the task at site.yml:3)',
    ],
    ['x is changed or y.rc == 0', 'a:/x, unknown: y is the result of the task at site.yml:5'],
    [
      'x is changed and ansible_memtotal_mb > 5',
      'a:/x (perhaps: ansible_memtotal_mb is a fact, which only a run can know)',
    ],
    ['x is not changed', 'unknown: x is the result of the task at site.yml:3'],
    ['x.results | selectattr("changed") | list | length > 0', 'a:/x'],
    ['x.results | map(attribute="changed") is any', 'a:/x'],
    ['x.rc == 0', 'unknown: x is the result of the task at site.yml:3'],
    ['"{{ x.changed }}"', 'a:/x'],
  ];
  for (const [condition, expected] of conditions)
    test(`when: ${condition}`, () => {
      const tasks = [
        copy('/x', '\n      register: x'),
        copy('/y', '\n      register: y'),
        `${RESTART}\n      when: ${condition}`,
      ];
      const lines = restarted({ 'site.yml': plays(...tasks) }).a;
      assert.equal(lines, expected === undefined ? [] : [`restart service es: ${expected}`]);
    });

  test('a command that runs for a change of a file notifies for that file', () => {
    const lines = restarted({
      'site.yml': handled(
        [copy('/x', '\n      register: x'), `command: build\n      when: x is changed${NOTIFY}`],
        [HANDLER],
      ),
    }).a;
    assert.equal(lines, ['restart service es: a:/x']);
  });

  test('a fact keeps a change', () => {
    const of = (fact: string) =>
      restarted({
        'site.yml': plays(
          copy('/x', '\n      register: x'),
          `set_fact: ${fact}`,
          `${RESTART}\n      when: due | default(false) | bool`,
        ),
      }).a;
    assert.equal(of('{due: "{{ x is changed }}"}'), ['restart service es: a:/x']);
    assert.equal(of('{due: "{{ (x | default({})).changed or false }}"}'), ['restart service es: a:/x']);
    assert.equal(of('{due: true}\n      when: x is changed'), ['restart service es: a:/x']);
    assert.equal(of('{due: true}'), ['restart service es: always']);
    assert.equal(of('{due: false}'), []);
  });

  test('of two results under one name, the last counts', () => {
    const tasks = [
      copy('/x', '\n      register: r'),
      copy('/y', '\n      register: r'),
      `${RESTART}\n      when: r is changed`,
    ];
    assert.equal(restarted({ 'site.yml': plays(...tasks) }).a, ['restart service es: a:/y']);
  });

  test('a block, an include and a role pass their conditions on', () => {
    const files = restarted({
      'site.yml': plays(
        copy('/x', '\n      register: x'),
        `block:\n        - ${RESTART}\n      when: x is changed`,
        'include_tasks: t.yml\n      when: x is changed',
        'include_role: {name: r}\n      when: x is changed',
        'import_tasks: u.yml\n      when: x is changed',
      ),
      't.yml': '- service: {name: included, state: restarted}\n',
      'u.yml': '- service: {name: imported, state: restarted}\n',
      'roles/r/tasks/main.yml': '- service: {name: role, state: restarted}\n',
    });
    const changed = ['es', 'included', 'role', 'imported'].map((name) => `restart service ${name}: a:/x`);
    assert.equal(files.a, changed);
  });

  test('a run_once task tells the file of the host that runs it', () => {
    const files = restarted({
      'site.yml': plays(
        copy('/x', '\n      run_once: true\n      register: x'),
        `${RESTART}\n      when: x is changed`,
      ),
    });
    assert.equal(files, { a: ['restart service es: a:/x'], b: ['restart service es: a:/x'] });
  });

  test('only the host that runs once a task notifies its handlers', () => {
    const files = restarted({ 'site.yml': handled([copy('/x', `\n      run_once: true${NOTIFY}`)], [HANDLER]) });
    assert.equal(files, { a: ['restart service es: a:/x'], b: [] });
  });
});

describe('handlers', (test) => {
  // As ansible-playbook 2.19 answers.
  test('of handlers with one name, the first of a list counts, and that of the play before those of roles', () => {
    const service = (name: string, of: string): string =>
      `name: ${name}\n      service: {name: ${of}, state: restarted}`;
    const files = restarted({
      'site.yml': `- hosts: all\n  roles: [r]\n  tasks:\n    - ${copy('/x', '\n      notify: [two, both, "r : both"]')}\n  handlers:\n    - ${service('two', 'first')}\n    - ${service('two', 'last')}\n    - ${service('both', 'play')}\n`,
      'roles/r/handlers/main.yml': '- name: both\n  service: {name: role, state: restarted}\n',
    });
    assert.equal(files.a, ['restart service role: a:/x', 'restart service first: a:/x', 'restart service play: a:/x']);
  });

  test('of handlers that listen to a topic, each name counts once', () => {
    const listening = (name: string, of: string): string =>
      `name: ${name}\n      listen: topic\n      service: {name: ${of}, state: restarted}`;
    const lines = restarted({
      'site.yml': handled(
        [copy('/x', '\n      notify: topic')],
        [listening('l1', 'first'), listening('l1', 'last'), listening('l2', 'other')],
      ),
    }).a;
    assert.equal(lines, ['restart service first: a:/x', 'restart service other: a:/x']);
  });

  test('a role has its handlers with its variables, and those that its handlers import and include', () => {
    const files = restarted({
      'site.yml': '- hosts: all\n  roles: [{role: r, es_name: own}]\n',
      'roles/r/defaults/main.yml': 'es_name: es\n',
      'roles/r/tasks/main.yml': '- copy: {content: "1", dest: /x}\n  notify: [one, imported, including]\n',
      'roles/r/handlers/main.yml':
        '- name: one\n  service: {name: "{{ es_name }}", state: restarted}\n- import_tasks: more.yml\n- name: including\n  include_tasks: included.yml\n',
      'roles/r/handlers/more.yml': '- name: imported\n  service: {name: kb, state: restarted}\n',
      'roles/r/tasks/included.yml': '- service: {name: ls, state: restarted}\n',
    });
    assert.equal(files.a, ['restart service own: a:/x', 'restart service kb: a:/x', 'restart service ls: a:/x']);
  });

  test('a role is notified by tasks of another, and has the handlers that handlers_from names', () => {
    const files = restarted({
      'site.yml':
        '- hosts: all\n  tasks:\n    - import_role: {name: r, handlers_from: other}\n    - copy: {content: "1", dest: /x}\n      notify: restart\n',
      'roles/r/handlers/main.yml': '- name: restart\n  service: {name: main, state: restarted}\n',
      'roles/r/handlers/other.yml': '- name: restart\n  service: {name: other, state: restarted}\n',
    });
    assert.equal(files.a, ['restart service other: a:/x']);
  });

  test('a handler notifies others', () => {
    const lines = restarted({
      'site.yml': handled(
        [copy('/x', '\n      notify: first')],
        [
          'name: restart\n      service: {name: es, state: restarted}',
          'name: first\n      command: systemctl daemon-reload\n      notify: restart',
        ],
      ),
    }).a;
    assert.equal(lines, ['restart service es: a:/x']);
  });

  test('a name that is a template is evaluated', () => {
    const lines = restarted({
      'site.yml': handled(
        [copy('/x', '\n      notify: "{{ name }}"')],
        ['name: "restart {{ what }}"\n      service: {name: es, state: restarted}'],
        '  vars: {what: es, name: restart es}\n',
      ),
    }).a;
    assert.equal(lines, ['restart service es: a:/x']);
  });

  test('what cannot be followed is unknown, with the reason', () => {
    assert.equal(unknownRestarts({ 'site.yml': '- hosts: all\n  roles: [far]\n' }), [
      'role: the role far is not in the project',
    ]);
    assert.equal(unknownRestarts({ 'site.yml': plays(copy('/x', '\n      notify: nobody')) }), [
      'handler: no known handler is called nobody',
    ]);
    assert.equal(unknownRestarts({ 'site.yml': plays(copy('/x', '\n      notify: "{{ ansible_hostname }}"')) }), [
      'handler: ansible_hostname is a fact, which only a run can know',
    ]);
    assert.match(
      unknownRestarts({ 'site.yml': plays('include_tasks: "tasks/{{ ansible_hostname }}.yml"') }).join(),
      /^tasks: ansible_hostname is a fact/,
    );
    assert.equal(unknownRestarts({ 'site.yml': plays(RESTART) }), []);
  });

  test('a file of tasks that cannot be read may restart anything', () => {
    const files = { 'site.yml': plays('include_tasks: t.yml'), 't.yml': '- debug: [\n' };
    assert.equal(unknownRestarts(files), ['tasks: t.yml cannot be read']);
    assert.equal(unknownRestarts({ ...files, 't.yml': '' }), []);
  });

  test('a handler of a role that comes later is found', () => {
    const files = restarted({
      'site.yml':
        '- hosts: all\n  pre_tasks:\n    - copy: {content: "1", dest: /x}\n      notify: restart\n  roles: [r]\n',
      'roles/r/handlers/main.yml': '- name: restart\n  service: {name: es, state: restarted}\n',
    });
    assert.equal(files.a, ['restart service es: a:/x']);
  });
});

describe('hosts at once', (test) => {
  const SEVEN = 'es:\n  hosts: {a: , b: , c: , d: , e: , f: , g: }\n';
  const of = (keywords: string, ofHandler: string): string => {
    const site = handled(
      [copy('/x', NOTIFY)],
      [`${HANDLER}${ofHandler === '' ? '' : `\n      ${ofHandler}`}`],
      keywords === '' ? '' : `  ${keywords}\n`,
    );
    return atOnce(firstRestart({ 'hosts.yml': SEVEN, 'site.yml': site }).atOnce);
  };
  // The most that ran at the same time with ansible-playbook 2.19, twenty forks and a handler that takes its time.
  const cases: readonly (readonly [keywords: string, handler: string, expected: string])[] = [
    ['', '', '7 of 7'],
    ['', 'throttle: 1', '1 of 7'],
    ['', 'throttle: 2', '2 of 7'],
    ['serial: 3', '', '3 of 3, 3, 1'],
    ['serial: 3', 'throttle: 2', '2 of 3, 3, 1'],
    ['throttle: 2', '', '2 of 7'],
    ['throttle: 2', 'throttle: 3', '3 of 7'],
    ['throttle: 2', 'throttle: 0', '7 of 7'],
    ['strategy: free', 'throttle: 1', '1 of 7'],
    ['', 'throttle: "{{ 1 + 1 }}"', '2 of 7'],
    ['', 'run_once: true', '1 of 7'],
  ];
  for (const [keywords, handler, expected] of cases)
    test(`${keywords} ${handler}`, () => {
      assert.is(of(keywords, handler), expected);
    });

  test('throttle is inherited from blocks and roles, and not from an include', () => {
    const files = {
      'hosts.yml': SEVEN,
      't.yml': `- ${RESTART}\n`,
      'roles/r/tasks/main.yml': `- ${RESTART}\n`,
    };
    const most = (site: string) => firstRestart({ ...files, 'site.yml': site }).atOnce.most;
    assert.is(most(plays(`block:\n        - ${RESTART}\n      throttle: 1`)), 1);
    assert.is(most('- hosts: all\n  roles: [{role: r, throttle: 2}]\n'), 2);
    assert.is(most(plays('import_tasks: t.yml\n      throttle: 1')), 1);
    assert.is(most(plays('include_tasks: t.yml\n      throttle: 1')), 7);
  });

  test('a number that is not known is told with the reason', () => {
    const restart = firstRestart({ 'site.yml': plays(`${RESTART}\n      throttle: "{{ ansible_processor_count }}"`) });
    assert.match(atOnce(restart.atOnce), /ansible_processor_count is a fact, which only a run can know of 2/);
  });

  test('strategy: free lets hosts run on by themselves', () => {
    const isFree = (strategy: string) =>
      firstRestart({ 'site.yml': handled([RESTART], [], `  strategy: ${strategy}\n`) }).atOnce.isFree;
    assert.equal(['free', 'ansible.builtin.free', 'host_pinned', 'linear'].map(isFree), [true, true, true, false]);
  });

  test('a loop over hosts with delegate_to restarts them one after the other', () => {
    const task = `${RESTART}\n      delegate_to: "{{ item }}"\n      loop: "{{ groups.all }}"\n      run_once: true`;
    assert.equal(restarted({ 'site.yml': plays(task) }), {
      a: ['restart service es: always'],
      b: ['restart service es: always'],
    });
    for (const name of ['a', 'b']) assert.is(firstRestart({ 'site.yml': plays(task) }, name).atOnce.most, 1);
    const local = `- hosts: a\n  tasks:\n    - ${task}\n`;
    assert.is(firstRestart({ 'site.yml': local }, 'b').atOnce.most, 1);
  });

  test('where only a run knows the host, each host of the play may be restarted', () => {
    const task = `${RESTART}\n      delegate_to: "{{ item }}"\n      loop: "{{ due }}"\n      run_once: true`;
    const files = {
      'site.yml': plays('command: list\n      register: r', 'set_fact: {due: "{{ r.stdout_lines }}"}', task),
    };
    for (const [name, lines] of Object.entries(restarted(files))) {
      assert.match(lines.join(), /^restart service es: unknown: /, name);
      assert.is(firstRestart(files, name).atOnce.most, 1);
    }
  });

  test('a handler that runs once for all restarts each host for a change on any of them', () => {
    const files = {
      'site.yml': handled(
        [copy('/x', NOTIFY)],
        [
          'name: restart\n      include_tasks: t.yml\n      run_once: true\n      loop: "{{ groups.all }}"\n      loop_control: {loop_var: node}',
        ],
      ),
      't.yml': `- ${RESTART}\n  delegate_to: "{{ node }}"\n`,
    };
    const both = ['restart service es: a:/x, b:/x'];
    assert.equal(restarted(files), { a: both, b: both });
    assert.is(firstRestart(files, 'b').atOnce.most, 1);
    assert.is(firstRestart(files, 'b').atOnce.runsOnce, true);
  });
});

describe('waits for the health of a cluster', (test) => {
  const HEALTH =
    'uri: {url: "http://localhost:9200/_cluster/health"}\n      register: h\n      until: h.json.status == "green"';
  const waits = (tasks: readonly string[], keywords = '  serial: 1\n', handlers: readonly string[] = []): boolean =>
    firstRestart({ 'site.yml': handled(tasks, handlers, keywords) }).waits;

  test('a request in each batch waits, before the restart of the next hosts', () => {
    assert.is(waits([HEALTH, RESTART]), true);
    assert.is(waits([RESTART, HEALTH]), true);
    assert.is(waits([RESTART, 'uri: {url: "http://localhost:9200/_cluster/health?wait_for_status=yellow"}']), true);
    assert.is(
      waits([RESTART, 'shell: until curl -s localhost:9200/_cluster/health | grep green; do sleep 1; done']),
      true,
    );
    assert.is(
      waits([
        RESTART,
        'command: curl localhost:9200/_cat/health\n      register: h\n      until: "\'green\' in h.stdout"',
      ]),
      true,
    );
  });

  test('one that does not wait, and one that looks for nothing in the answer do not', () => {
    assert.is(waits([RESTART, 'uri: {url: "http://localhost:9200/_cluster/health"}']), false);
    assert.is(
      waits([
        RESTART,
        'uri: {url: "http://localhost:9200/_cluster/health"}\n      register: h\n      until: h.status == 200',
      ]),
      false,
    );
    assert.is(waits([RESTART, 'wait_for: {port: 9200}']), false);
    assert.is(waits([RESTART]), false);
  });

  test('in a play without batches nobody waits, and throttle does not change that', () => {
    assert.is(waits([RESTART, HEALTH], ''), false);
    assert.is(waits([`${RESTART}\n      throttle: 1`, HEALTH], ''), false);
    assert.is(waits([RESTART, HEALTH], '  serial: 5\n'), false);
  });

  test('a handler is waited for by tasks, by a later section and by another handler', () => {
    const change = copy('/x', NOTIFY);
    assert.is(waits([change, 'meta: flush_handlers', HEALTH], undefined, [HANDLER]), true);
    const site = `- hosts: all\n  serial: 1\n  tasks:\n    - ${change}\n  post_tasks:\n    - ${HEALTH}\n  handlers:\n    - ${HANDLER}\n`;
    assert.is(firstRestart({ 'site.yml': site }).waits, true);
    const topic = copy('/x', '\n      notify: topic');
    const listening = [`${HANDLER}\n      listen: topic`, `name: wait\n      listen: topic\n      ${HEALTH}`];
    assert.is(waits([topic], undefined, listening), true);
    assert.is(waits([change], undefined, listening), false);
  });

  test('a wait that may be left out is none, unless it is the restart that decides', () => {
    assert.is(waits([RESTART, `${HEALTH}\n      when: ansible_memtotal_mb > 5`]), false);
    assert.is(waits([`${RESTART}\n      register: done`, `${HEALTH}\n      when: done is changed`]), true);
    const change = copy('/x', '\n      register: x');
    assert.is(waits([change, `${RESTART}\n      when: x is changed`, `${HEALTH}\n      when: x is changed`]), true);
    assert.is(waits([change, RESTART, `${HEALTH}\n      when: x is changed`]), false);
  });

  test('hosts that are restarted in a loop are waited for within it', () => {
    const site = plays(
      'include_tasks: t.yml\n      run_once: true\n      loop: "{{ groups.all }}"\n      loop_control: {loop_var: node}',
    );
    const restart = `- ${RESTART}\n  delegate_to: "{{ node }}"\n`;
    const health = `- ${HEALTH.replaceAll('\n      ', '\n  ')}\n`;
    const of = (tasks: string) =>
      ['a', 'b'].map((name) => firstRestart({ 'site.yml': site, 't.yml': tasks }, name).waits);
    assert.equal(of(restart + health), [true, true]);
    assert.equal(of(health + restart), [true, true]);
    assert.equal(of(restart), [false, false]);
    const outside = plays(
      `${RESTART}\n      run_once: true\n      delegate_to: "{{ item }}"\n      loop: "{{ groups.all }}"`,
      HEALTH,
    );
    assert.is(firstRestart({ 'site.yml': outside }).waits, false);
  });
});

describe('restarts of a project', (test) => {
  test('nothing is followed again for those who do not ask, and the tasks stay as they were', () => {
    const { deployments, hosts } = opened({ 'site.yml': plays(RESTART, 'include_role: {name: far}') });
    const [host] = hosts;
    assert.ok(host);
    const before = deployments.tasks.map((one) => one.hosts.length);
    assert.is(deployments.restartsOf(host).length, 1);
    assert.equal(
      deployments.tasks.map((one) => one.hosts.length),
      before,
    );
    assert.is(deployments.restartsOf(host), deployments.restartsOf(host));
  });

  test('each tells its place and its play', () => {
    const restart = firstRestart({ 'site.yml': handled([copy('/x', NOTIFY)], [HANDLER]) });
    const text = ({ document, start, end }: typeof restart.place): string => document.text.slice(start, end);
    assert.match(text(restart.place), /^name: restart/);
    assert.match(text(restart.play.place), /^hosts: all/);
    assert.match(restart.play.playbook, /site\.yml$/);
    assert.is(restart.isHandler, true);
    assert.is(firstRestart({ 'site.yml': plays(RESTART) }).isHandler, false);
  });

  test('a play that only may have a host restarts perhaps', () => {
    const lines = restarted({ 'site.yml': `- hosts: "{{ target }}"\n  tasks:\n    - ${RESTART}\n` }).a;
    assert.equal(lines, ['restart service es: unknown: only a run can know the hosts of the play']);
  });

  test('two playbooks have their own restarts', () => {
    const files = restarted({
      'site.yml': handled([copy('/x', NOTIFY)], [HANDLER]),
      'restart.yml': plays(RESTART),
    });
    assert.equal([...(files.a ?? [])].sort(), ['restart service es: a:/x', 'restart service es: always']);
  });
});

import { assert, describe } from '../describe.ts';
import { dump } from '../ansible/read.ts';

describe('stacklint inventory', (test) => {
  test('a pattern that is none ends it with 1, another bad setting with 5, whichever stands first', () => {
    const code = (settings: string): number =>
      dump({ hosts: 'h1\n', 'ansible.cfg': `[defaults]\n${settings}` }).exitCode;
    assert.is(code('inventory_ignore_patterns = (\n'), 1);
    assert.is(code('inventory_ignore_patterns = (\nhash_behaviour = x\n'), 5);
  });

  test('--list prints groups, hosts and what each host ends up with', () => {
    const { stdout, stderr, exitCode } = dump({
      hosts: '[web]\nh1 a=1\n[p:children]\nweb\n',
      'group_vars/web.yml': 'b: [x]\n',
    });
    assert.is(
      stdout,
      `{
    "_meta": {
        "hostvars": {
            "h1": {
                "a": 1,
                "b": [
                    "x"
                ]
            }
        },
        "profile": "inventory_legacy"
    },
    "all": {
        "children": [
            "ungrouped",
            "p"
        ]
    },
    "p": {
        "children": [
            "web"
        ]
    },
    "web": {
        "hosts": [
            "h1"
        ]
    }
}
`,
    );
    assert.is(stderr, '');
    assert.is(exitCode, 0);
  });

  test('--export prints variables where they are set; the current folder is no playbook then', () => {
    const tree = {
      'inv/hosts': '[web]\nh1 a=1\n[web:vars]\nansible_group_priority=5\n',
      'inv/group_vars/web.yml': 'b: 1\n',
      'group_vars/web.yml': 'c: 1\n',
    };
    const list = (more: object): Record<string, unknown> =>
      JSON.parse(dump(tree, more).stdout) as Record<string, unknown>;
    assert.equal(list({ export: true })['web'], { hosts: ['h1'], vars: { ansible_group_priority: 5, b: 1 } });
    assert.equal(list({ export: true })['_meta'], { hostvars: { h1: { a: 1 } }, profile: 'inventory_legacy' });
    assert.equal(list({ export: true, playbookDir: '.' })['web'], {
      hosts: ['h1'],
      vars: { ansible_group_priority: 5, b: 1, c: 1 },
    });
    assert.equal(list({})['_meta'], { hostvars: { h1: { a: 1, b: 1, c: 1 } }, profile: 'inventory_legacy' });
  });

  test('numbers, text and other values are printed as Python prints them', () => {
    const values =
      'a: 1.0\nb: 1.0e+16\nc: 0.00001\nd: .inf\ne: -.inf\nf: .nan\ng: "é\\x07\\u2028"\nh: 12345678901234567890\n' +
      'i: 2024-01-01\nj: !unsafe "{{ x }}"\nk: []\nl: {}\nm: ~\nn: -0.0\no: {1: x, true: y, ~: z}\np: 123456789012345.6\n';
    const { stdout } = dump({ hosts: 'h1\n', 'host_vars/h1.yml': values }, { host: 'h1' });
    assert.is(
      stdout,
      `{
    "a": 1.0,
    "b": 1e+16,
    "c": 1e-05,
    "d": Infinity,
    "e": -Infinity,
    "f": NaN,
    "g": "é\\u0007\u2028",
    "h": 12345678901234567890,
    "i": "2024-01-01",
    "j": "{{ x }}",
    "k": [],
    "l": {},
    "m": null,
    "n": -0.0,
    "o": {
        "1": "y",
        "null": "z"
    },
    "p": 123456789012345.6
}
`,
    );
  });

  test('what is no template and what is encrypted is marked in a list', () => {
    const values = 'u: !unsafe "{{ x }}"\nv: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  3030\n';
    for (const exports of [false, true]) {
      const { stdout } = dump({ hosts: 'h1\n', 'host_vars/h1.yml': values }, { export: exports });
      const { _meta } = JSON.parse(stdout) as { _meta: { hostvars: object } };
      assert.equal(_meta.hostvars, {
        h1: { u: { __ansible_unsafe: '{{ x }}' }, v: { __ansible_vault: '$ANSIBLE_VAULT;1.1;AES256\n3030\n' } },
      });
    }
  });

  test('names that Ansible sets itself are not printed; keys that are equal as text become one', () => {
    const values = 'inventory_dir: x\ngroups: y\nomit: z\n1: a\n"1": b\n';
    assert.is(
      dump({ hosts: 'h1\n', 'host_vars/h1.yml': values }, { host: 'h1' }).stdout,
      '{\n    "1": "b",\n    "omit": "z"\n}\n',
    );
    const tree = { hosts: '[web]\nh1 groups=z a=1\n', 'group_vars/web.yml': 'inventory_dir: x\nomit: z\n' };
    assert.match(dump(tree).stdout, '"h1": {\n                "a": 1,\n                "omit": "z"\n            }');
  });

  test('--graph, and with --vars the values as Python shows them', () => {
    const tree = { hosts: `lone\n[web]\nh1 a="['x', 1.0, None]" b=text\n[web:vars]\nc=True\n` };
    assert.is(dump(tree, { graph: true }).stdout, '@all:\n  |--@ungrouped:\n  |  |--lone\n  |--@web:\n  |  |--h1\n');
    assert.is(
      dump(tree, { graph: true, vars: true, group: 'web' }).stdout,
      "@web:\n  |--h1\n  |  |--{a = ['x', 1.0, None]}\n  |  |--{b = text}\n  |  |--{c = True}\n  |--{c = True}\n",
    );
  });

  test('the variables of groups in a graph do not count the current folder', () => {
    const tree = { 'inv/hosts': '[web]\nh1\n', 'group_vars/web.yml': 'a: 1\n' };
    assert.is(dump(tree, { graph: true, vars: true, group: 'web' }).stdout, '@web:\n  |--h1\n  |  |--{a = 1}\n');
  });

  test('names that have no order among them end a graph with code 250, an encrypted value with 1', () => {
    const graph = (values: string): number =>
      dump({ hosts: 'h1\n', 'host_vars/h1.yml': values }, { graph: true, vars: true }).exitCode;
    assert.is(graph('1: a\nb: c\n'), 250);
    assert.is(graph('1: a\ntrue: c\n2.5: b\n'), 0);
    assert.is(graph('a: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  3030\n'), 1);
    assert.is(graph('a: [!vault "$ANSIBLE_VAULT;1.1;AES256"]\n'), 0);
  });

  test('a host that is named all hides the group', () => {
    const { stdout } = dump({ hosts: 'all\n[web]\nh1\n' });
    assert.equal(Object.keys((JSON.parse(stdout) as { _meta: { hostvars: object } })._meta.hostvars), []);
    assert.not.match(stdout, 'h1');
  });

  test('exit codes are those of Ansible', () => {
    assert.is(dump({ hosts: 'h1\n', 'host_vars/h1.yml': '- x\n' }).exitCode, 4);
    assert.is(dump({ hosts: 'h1\n', 'host_vars/h1.yml': '- x\n' }, { graph: true }).exitCode, 0);
    assert.is(dump({ hosts: 'h1\nh2\n', 'host_vars/h1.yml': '- x\n' }, { host: 'h2' }).exitCode, 0);
    assert.is(dump({ 'h.yml': 'web: {children: {all: }}\n' }).exitCode, 1);
    assert.is(dump({ hosts: 'h1\n', 'host_vars/h1.yml': 'a: !!binary aGk=\n' }).exitCode, 250);
    assert.is(dump({ hosts: 'h1\n', 'host_vars/h1.yml': 'a: &a [*a]\n' }).exitCode, 250);
    assert.is(dump({ hosts: 'h1\n' }, { host: 'h2' }).exitCode, 5);
    assert.is(dump({ hosts: 'h1\n' }, { host: '', graph: true }).exitCode, 0);
    assert.is(dump({ hosts: 'h1\n' }, { graph: true, group: 'nope' }).exitCode, 5);
    assert.is(dump({ hosts: 'h1\n' }, { graph: true, list: true }).exitCode, 5);
    assert.is(dump({ hosts: 'h1 x\n' }).exitCode, 0);
  });

  test('a setting that Ansible does not start with ends the run before anything else is looked at', () => {
    const files = { 'ansible.cfg': '[inventory]\nunparsed_is_failed = yes\n' };
    const more = { sources: ['missing'], vaultPasswordFiles: ['missing'], extraVars: ['[1]'] };
    assert.equal(dump(files, { ...more, environment: { ANSIBLE_FORKS: 'x' } }), {
      stdout: '',
      stderr:
        'ansible.cfg:1:1: error: Ansible does not start: x is not a value of ANSIBLE_FORKS; expected a whole number.\n',
      exitCode: 5,
    });
  });

  test('plugins that Ansible fails at are looked for before -e is, but only for a source that holds files', () => {
    const files = { 'ansible.cfg': '[inventory]\nenable_plugins =\n', hosts: 'h\n', 'inv/group_vars/all': '' };
    const codes = ['hosts', 'missing', 'inv'].map((source) => dump(files, { sources: [source], extraVars: ['a="x'] }));
    assert.equal(
      codes.map(({ exitCode }) => exitCode),
      [250, 250, 4],
    );
  });

  test('a value that cannot be printed ends a list only where a host has it, and after all files are read', () => {
    const bytes = { hosts: 'h1\nh2\n', 'group_vars/all.yml': 'a: !!binary aGk=\n', 'host_vars/h1.yml': 'a: 1\n' };
    assert.is(dump(bytes).exitCode, 250);
    assert.is(dump({ ...bytes, 'host_vars/h2.yml': 'a: 2\n' }).exitCode, 0);
    assert.is(dump({ ...bytes, 'host_vars/h1.yml': 'b: 1\n', 'host_vars/h2.yml': 'a: [\n' }).exitCode, 4);
  });

  test('what is wrong is said with its place', () => {
    const { stderr } = dump({ 'inv/hosts': '[web]\nh1 x\n' });
    assert.is(
      stderr,
      'inv/hosts:2:4: error: Ansible cannot read this inventory source: only variables may follow a host; expected name=value, without blanks around =.\n',
    );
  });

  test('a pattern may select the host', () => {
    const tree = { hosts: '[web]\nweb[1:3]\n[db]\ndb1 v=1\nweb1\n' };
    for (const host of ['db1', 'db1*', '~d.\\d', 'db:!web1', 'web:&db', 'db[0]'])
      assert.is(dump(tree, { host }).exitCode, 0, host);
    assert.is(dump(tree, { host: 'web' }).exitCode, 5);
  });

  test('positions select hosts as far as each run of Ansible has them in the same order', () => {
    const below = '[a:children]\nweb\n[b:children]\n';
    const tree = (b: string) => ({
      hosts: `[top]\nown\n[top:children]\na\nb\ndb\n[web]\nweb[1:2]\n[db]\ndb1\n[other]\nx\n${below}${b}\n`,
    });
    const shown = (b: string, limit: string): string => {
      const { stdout, stderr } = dump(tree(b), { host: undefined, list: true, limit });
      return stderr || [...new Set(stdout.match(/"(?:own|x|web\d|db\d)"/g))].sort().join(' ').replaceAll('"', '');
    };
    const unsettled = (pattern: string, group = 'top'): string =>
      `stacklint: only a run can know which hosts ${pattern} selects, as Ansible has those of ${group} in another order each time; name the hosts\n`;
    // What lies directly in the group and in those below it comes first; web and other are each below a group of
    // their own.
    for (const [limit, hosts] of [
      ['top[0]', 'own'],
      ['top[1]', 'db1'],
      ['top[0:1]', 'db1 own'],
      ['top[0:]', 'db1 own web1 web2 x'],
      ['top[-5]', 'own'],
      ['web[1]', 'web2'],
      ['top[2]', unsettled('top[2]')],
      ['top[-1]', unsettled('top[-1]')],
      ['top[1:2]', unsettled('top[1:2]')],
      ['all:!top[3]', unsettled('top[3]')],
      ['to*[2]', unsettled('to*[2]', 'to*')],
    ] as const)
      assert.is(shown('other', limit), hosts, limit);
    assert.is(shown('web', 'top[2]'), 'web1');
  });

  test('localhost is there also where no source names it; it is in no group', () => {
    const tree = {
      hosts: 'h1\n[all:vars]\nx=1\n',
      'host_vars/localhost.yml': 'y: 1\n',
      'group_vars/ungrouped.yml': 'u: 1\n',
    };
    const python = '"ansible_python_interpreter": "{{ ansible_playbook_python }}"';
    assert.is(
      dump(tree, { host: 'localhost' }).stdout,
      `{\n    "ansible_connection": "local",\n    ${python},\n    "x": 1,\n    "y": 1\n}\n`,
    );
    assert.is(
      dump(tree, { host: '::1', export: true }).stdout,
      `{\n    "ansible_connection": "local",\n    ${python}\n}\n`,
    );
    assert.is(dump(tree, { host: 'localhost,127.0.0.1' }).exitCode, 0);
    assert.is(dump(tree, { host: 'local*' }).exitCode, 5);
    assert.is(dump({ hosts: '127.0.0.1 z=1\n' }, { host: 'localhost' }).stdout, '{\n    "z": 1\n}\n');
    assert.not.match(dump(tree).stdout, 'localhost');
  });

  test('a pattern that selects nothing ends with the code that is configured', () => {
    const cfg = { hosts: 'h1\n', 'ansible.cfg': '[inventory]\nhost_pattern_mismatch = error\n' };
    assert.is(dump({ hosts: 'h1\n' }, { host: 'h1,nope' }).exitCode, 0);
    assert.is(dump(cfg, { host: 'h1,nope' }).exitCode, 1);
    assert.is(dump(cfg, { host: 'h1[1]' }).exitCode, 1);
  });

  test('a part of a limit that selects nothing is warned of, unless nobody wants that', () => {
    const said = (limit: string, mode = 'warning') => {
      const tree = { hosts: '[web]\nh1\n', 'ansible.cfg': `[inventory]\nhost_pattern_mismatch = ${mode}\n` };
      const { stderr, exitCode } = dump(tree, { limit });
      return [stderr, exitCode];
    };
    assert.equal(said('nope,web'), ['stacklint: --limit: no host matches nope\n', 0]);
    assert.equal(said('web:!gone'), ['stacklint: --limit: no host matches gone\n', 0]);
    assert.equal(said('h1'), ['', 0]);
    assert.equal(said('nope', 'ignore'), ['', 0]);
    assert.is(said('nope', 'error')[1], 1);
  });

  test('nothing is said of the default source where it is not there', () => {
    const { stderr, exitCode } = dump({ 'x/y': '' }, { sources: [] });
    assert.equal([stderr, exitCode], ['', 0]);
  });
});

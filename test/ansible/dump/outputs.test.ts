import { assert, describe } from '../../describe.ts';
import { dump } from '../read.ts';

describe('the outputs of stacklint inventory', (test) => {
  test('a priority of any size is printed in its digits, and counts', () => {
    const priority = (digits: string) => `{hosts: {h1: }, vars: {v: ${digits}, ansible_group_priority: ${digits}}}`;
    const tree = { 'hosts.yml': `a: ${priority('99999999999999999999')}\nb: ${priority('99999999999999999998')}\n` };
    assert.match(dump(tree, { export: true }).stdout, /"ansible_group_priority": 99999999999999999999,/);
    assert.match(dump(tree, { host: 'h1' }).stdout, /"v": 99999999999999999999\n/);
  });

  test('--list prints what hosts share and what is their own in one order', () => {
    const shared = 'b: 0\nd: 0\n';
    const tree = {
      hosts: '[g]\nh1 e=1 a=2\nh2 a=2 e=1\nh3 c=3\nh4 d="[4]" b=5\nh5\n',
      'group_vars/g.yml': shared,
      'host_vars/h4.yml': 'b: 6\na: 7\n',
    };
    const hostvars = (tree: Readonly<Record<string, string>>): unknown =>
      (JSON.parse(dump(tree).stdout) as { _meta: { hostvars: unknown } })._meta.hostvars;
    assert.is(
      JSON.stringify(hostvars(tree)),
      JSON.stringify({
        h1: { a: 2, b: 0, d: 0, e: 1 },
        h2: { a: 2, b: 0, d: 0, e: 1 },
        h3: { b: 0, c: 3, d: 0 },
        h4: { a: 7, b: 6, d: [4] },
        h5: { b: 0, d: 0 },
      }),
    );
    // Nobody has anything: no host is listed. What is printed for all alone may still be overridden.
    assert.equal(hostvars({ hosts: '[g]\nh1\n' }), {});
    const bytes = { ...tree, 'group_vars/g.yml': 'b: !!binary aGk=\n' };
    assert.equal(Object.keys(hostvars({ ...bytes, hosts: '[g]\nh4 b=5\n' }) as object), ['h4']);
  });

  test('--list: what only a run can know is not printed, and nothing that it hides', () => {
    const tree = {
      '1.yml': 'g: {hosts: {h1: {a: 1}, h2: {a: 2, c: 3}}, vars: {b: 0}}\n',
      '2.yml': "plugin: constructed\ncompose: {b: \"lookup('env', 'HOME')\", d: '4'}\n",
    };
    const { stdout } = dump(tree, { sources: ['1.yml', '2.yml'] });
    assert.match(stdout, '"h1": {\n                "a": 1,\n                "d": 4\n            },');
    assert.match(
      stdout,
      '"h2": {\n                "a": 2,\n                "c": 3,\n                "d": 4\n            }',
    );
  });

  test('--list: of hosts with the same variables, each is printed by what is known of it', () => {
    const tree = {
      '1.yml': 'g: {hosts: {h1: , h2: , h3: , h4: }}\n',
      '2.yml':
        "plugin: constructed\ncompose: {b: \"lookup('env', 'HOME') if inventory_hostname in ['h1', 'h3'] else 5\", c: '6'}\n",
    };
    const { stdout } = dump(tree, { sources: ['1.yml', '2.yml'] });
    const { _meta } = JSON.parse(stdout) as { _meta: { hostvars: object } };
    assert.equal(_meta.hostvars, { h1: { c: 6 }, h2: { b: 5, c: 6 }, h3: { c: 6 }, h4: { b: 5, c: 6 } });
  });

  test('--list prints what hosts share by the text of its name, and nothing of a group that only a run fills', () => {
    const tree = {
      '1.yml': 'web: {hosts: {h1: {a: 1}, h2: }}\ng: {vars: {b: 1}}\n',
      '2.yml': "plugin: constructed\ngroups: {g: \"lookup('env', 'HOME')\"}\n",
      'group_vars/web.yml': '5: a\n"5": b\n10: c\n',
    };
    const { stdout } = dump(tree, { sources: ['1.yml', '2.yml'] });
    const { _meta } = JSON.parse(stdout) as { _meta: { hostvars: object } };
    assert.equal(_meta.hostvars, { h1: { '10': 'c', '5': 'b', a: 1 }, h2: { '10': 'c', '5': 'b' } });
  });

  test('--yaml prints groups within groups; what several hosts share stands once', () => {
    const tree = {
      hosts: '[web]\nh1\nh2\n[p:children]\nweb\n[q:children]\nweb\n',
      'group_vars/web.yml': 'a: [1, yes]\nb: {c: "5"}\n',
    };
    assert.is(
      dump(tree, { yaml: true }).stdout,
      `all:
  children:
    p:
      children:
        web:
          hosts:
            h1:
              a: &id001
              - 1
              - true
              b: &id002
                c: '5'
            h2:
              a: *id001
              b: *id002
    q:
      children:
        web: {}
`,
    );
    assert.is(dump(tree, { yaml: true, host: 'h1' }).stdout, "a:\n- 1\n- true\nb:\n  c: '5'\n");
  });

  test('--yaml: what an inventory source sets for hosts of a range is set for each of them', () => {
    const tree = { 'h.yml': 'web: {hosts: {"h[1:2]": {a: [1], v: !vault x}}}\n' };
    const { stdout } = dump(tree, { yaml: true });
    assert.match(stdout, 'h2:\n          a:\n          - 1\n          v: *id001\n');
  });

  test('--yaml: what a constructed source composes is made for each host, and no part of it is shared', () => {
    const tree = {
      '1.yml': 'web: {hosts: {"h[1:2]": {a: [1]}}}\n',
      '2.yml': "plugin: constructed\ncompose: {a: a, b: \"{'x': a, 'y': a}\"}\n",
    };
    const { stdout } = dump(tree, { yaml: true, sources: ['1.yml', '2.yml'] });
    const values = 'a:\n- 1\nb:\n  x:\n  - 1\n  y:\n  - 1\n'.replace(/^(?=.)/gm, ' '.repeat(10));
    assert.is(stdout.split(values).length, 3, stdout);
  });

  test('--yaml knows what hash_behaviour = merge leaves one value, and what it copies', () => {
    const group = 'web: {hosts: {"h[1:2]": {o: {}}}, vars: {v: {k: 1}}}\n';
    const tree = {
      'inv/hosts.yml': group,
      'inv/more.yml': group,
      'inv/group_vars/web.yml': 'f: {k: 2}\n',
      'ansible.cfg': '[defaults]\nhash_behaviour = merge\n',
    };
    const sources = ['inv/hosts.yml', 'inv/more.yml', 'inv'];
    assert.is(
      dump(tree, { sources, host: undefined, yaml: true }).stdout,
      `all:
  children:
    web:
      hosts:
        h1:
          f: &id001
            k: 2
          o: {}
          v: &id002
            k: 1
        h2:
          f: *id001
          o: {}
          v: *id002
`,
    );
  });

  test('--yaml: a source that is read twice gives two objects, one for each time', () => {
    const tree = { 'inv/b.yml': 'b: {hosts: {"h[1:3]": {v: !vault x}}}\nh1: null\n' };
    assert.is(
      dump(tree, { sources: ['inv', 'inv'], yaml: true }).stdout,
      `all:
  children:
    b:
      hosts:
        h1:
          v: !vault |-
            x
        h2:
          v: &id001 !vault |-
            x
        h3:
          v: *id001
`,
    );
  });

  test('what has no form is told only when all has been read: a broken file ends the run first', () => {
    const tree = {
      'inv/hosts.yml': 'db: {hosts: {h1: {v: 2020-01-01, w: !!binary "AA=="}}}\n',
      'inv/group_vars/db.yml': '33\n',
    };
    assert.is(dump(tree, { export: true }).exitCode, 4);
    assert.is(dump({ 'inv/hosts.yml': tree['inv/hosts.yml'] }, { export: true }).exitCode, 250);
  });

  test('a time without a date is a text in JSON, and up to 2.18 the end of the run', () => {
    const tree = { 'hosts.toml': '[web.hosts.h1]\nt = 07:32:00\n' };
    assert.match(dump(tree, { host: 'h1' }).stdout, '"t": "07:32:00"');
    assert.is(dump(tree, { host: 'h1', version: '2.18' }).exitCode, 250);
  });

  test('--limit shows some hosts of a list; a graph and --host show what they show', () => {
    const tree = { hosts: '[web]\nh1 a=1\nh2\n[db]\nh3\n', lim: 'h2\r\n\n h3 \n' };
    const hosts = (limit: string): readonly string[] =>
      [...dump(tree, { limit, yaml: true }).stdout.matchAll(/h\d/g)].map(([name]) => name);
    assert.equal(hosts('web'), ['h1', 'h2']);
    assert.equal(hosts('web:!h1'), ['h2']);
    assert.equal(hosts('!web'), ['h3']);
    assert.equal(hosts('web[1:0]'), ['h2']);
    assert.equal(hosts('@lim'), ['h3', 'h2']);
    assert.equal(hosts('nope'), []);
    assert.is(dump(tree, { limit: '@nope' }).exitCode, 1);
    assert.is(dump(tree, { limit: 'web[7]' }).exitCode, 1);
    assert.match(dump(tree, { limit: 'h3', graph: true }).stdout, 'h1');
    // A graph does not even select them, but the file of a limit is read.
    assert.match(dump(tree, { limit: 'web[7]', graph: true }).stdout, 'h1');
    assert.is(dump(tree, { limit: '@nope', graph: true }).exitCode, 1);
    assert.match(dump(tree, { limit: 'h3', host: 'h1' }).stdout, '"a": 1');
  });

  test('--output takes the text as it is', () => {
    const saved: string[] = [];
    const save = (text: string): void => void saved.push(text);
    assert.equal(dump({ hosts: 'h1\n' }, { host: 'h1', save }), { stdout: '', stderr: '', exitCode: 0 });
    dump({ hosts: 'h1 a=1\n' }, { host: 'h1', save, yaml: true });
    assert.equal(saved, ['{}', 'a: 1\n']);
  });

  test('without injected facts, ansible_local alone is a variable of each host, below --extra-vars', () => {
    // Recorded with ansible-core 2.19.
    const hosts = { hosts: '[g]\nh1 a=1\nh2 ansible_local=5\n[g:vars]\nb=1\n' };
    const off = { ...hosts, 'ansible.cfg': '[defaults]\ninject_facts_as_vars = False\n' };
    const shown = '{\n    "a": 1,\n    "ansible_local": {},\n    "b": 1\n}\n';
    assert.is(dump(off, { host: 'h1' }).stdout, shown);
    assert.is(dump(hosts, { host: 'h1', environment: { ANSIBLE_INJECT_FACT_VARS: 'no' } }).stdout, shown);
    assert.match(
      dump(off).stdout,
      '"h2": {\n                "ansible_local": {},\n                "b": 1\n            }',
    );
    assert.match(dump(off, { host: 'localhost' }).stdout, '"ansible_local": {},');
    assert.match(dump(off, { graph: true, vars: true }).stdout, '|--h2\n  |  |  |--{ansible_local = {}}\n');
    assert.match(
      dump(off, { yaml: true }).stdout,
      'h1:\n          a: 1\n          ansible_local: {}\n          b: 1\n        h2:\n          ansible_local: {}\n',
    );
    assert.match(dump(off, { host: 'h1', extraVars: ['ansible_local=7'] }).stdout, '"ansible_local": "7"');
    const merged = {
      ...off,
      'ansible.cfg': `${off['ansible.cfg']}hash_behaviour = merge\n`,
      'host_vars/h1.yml': 'ansible_local: {c: 1}\n',
    };
    assert.match(dump(merged, { host: 'h1' }).stdout, '"ansible_local": {\n        "c": 1\n    }');
    assert.match(dump(off, { export: true }).stdout, '"h2": {\n                "ansible_local": 5\n            }');
    assert.not.match(dump(off, { export: true }).stdout, '"ansible_local": {}');
    assert.not.match(dump({ ...off, 'ansible.cfg': '' }).stdout, '"ansible_local": {}');
  });
});

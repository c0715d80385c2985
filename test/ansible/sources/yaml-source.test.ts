import { assert, describe } from '../../describe.ts';
import { effective, groupsOf, members, read, troubles } from '../read.ts';

const PREFIX = 'error Ansible cannot read this inventory source: ';

describe('YAML sources', (test) => {
  const yaml = (text: string): ReturnType<typeof read> => read({ 'hosts.yml': text });

  test('groups with hosts, vars and children', () => {
    const inventory = yaml(
      'all:\n  vars: {a: 1}\n  children:\n    web:\n      hosts:\n        w[1:2]: {b: 2}\n      vars: {a: 3}\n',
    );
    assert.equal(members(inventory, 'web'), ['w1', 'w2']);
    assert.equal(effective(inventory, 'w2'), { a: 3, b: 2 });
    assert.equal(troubles(inventory), []);
  });

  test('a name stands for a mapping of that name', () => {
    const inventory = yaml('web:\n  hosts: h[1:2]\n  children: sub\n  vars: flag\n');
    assert.equal(members(inventory, 'web'), ['h1', 'h2']);
    assert.ok(inventory.groups.has('sub'));
    assert.equal(effective(inventory, 'h1'), { flag: null });
  });

  test('a host without variables may be written in any empty way', () => {
    const inventory = yaml('web: {hosts: {a: , b: {}, c: [], d: 0, e: false, f: ""}}\n');
    assert.equal(members(inventory, 'web'), ['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('a list of hosts ends the file, before anything of its group', () => {
    const inventory = yaml('web:\n  vars: {a: 1}\n  hosts: [h1]\n');
    assert.equal(troubles(inventory), [
      `hosts.yml:3:10 ${PREFIX}hosts of group web should be a mapping, but is a list.`,
    ]);
    assert.is(inventory.groups.get('web')?.variables.size, 0);
  });

  test('a number is no host, and no group', () => {
    assert.equal(troubles(yaml('web: {hosts: {10: }}\n')), [
      `hosts.yml:1:15 ${PREFIX}the host pattern 10 must be a string; expected quotes around it.`,
    ]);
    assert.match(
      troubles(yaml('10: {hosts: {h: }}\n'))[0] ?? '',
      'the name of a group must be a string, and this is a number',
    );
  });

  test('variables of a host must be a mapping', () => {
    assert.match(troubles(yaml('web: {hosts: {h: foo}}\n'))[0] ?? '', 'the variables of host h should be a mapping');
  });

  test('keys that Ansible skips are warned of', () => {
    assert.equal(troubles(yaml('web:\n  hosts: {h: }\n  extra: {a: 1}\n  port: 80\n  none:\ndb: text\n')), [
      'hosts.yml:3:3 warning Ansible skips the key extra in web: only vars, children and hosts are valid in a group.',
      'hosts.yml:4:3 warning Ansible skips the key port in web: a key of a group holds a mapping, and this is a number.',
      'hosts.yml:5:3 warning Ansible skips the key none in web: only vars, children and hosts are valid in a group.',
      'hosts.yml:6:5 warning Ansible skips db: a group needs a mapping of hosts, vars and children.',
    ]);
  });

  test('sections without a value are none that Ansible skips', () => {
    assert.equal(troubles(yaml('web:\n  hosts:\n  vars:\n  children:\n')), []);
  });

  test('a child whose body is skipped may still be a known host or group', () => {
    const inventory = yaml('db: {hosts: {h1: }}\nweb: {children: {h1: text, db: text}}\n');
    assert.equal(members(inventory, 'web'), ['h1']);
    assert.equal(groupsOf(inventory, 'h1'), ['all', 'web', 'db']);
    assert.match(troubles(yaml('web: {children: {x: text}}\n')).join(), 'there is neither a group nor a host named x');
  });

  test('the variable that is read last wins, whatever group it stands under', () => {
    const inventory = yaml('b: {hosts: {h: {v: 1}}}\na: {hosts: {h: {v: 2}}}\n');
    const host = inventory.hosts.get('h');
    assert.equal(effective(inventory, 'h'), { v: 2 });
    assert.is(host?.variables.get('v')?.replaced?.value.start, 19);
    assert.is(host?.mentions.length, 2);
  });

  test('a syntax error has its reason and place', () => {
    assert.equal(troubles(yaml('all:\n  hosts: {a: 1\n')), [
      `hosts.yml:2:10 ${PREFIX}this { is not closed; expected }.`,
    ]);
  });

  test('an empty file is accepted by the INI plugin', () => {
    const inventory = yaml('---\n# nothing yet\n'.slice(4));
    assert.equal(troubles(inventory), []);
    assert.ok(inventory.hasParsedSource);
  });

  test('all below a group ends the run', () => {
    const inventory = yaml('web: {children: {all: {hosts: {h: }}}}\n');
    assert.equal(troubles(inventory), [
      'hosts.yml:1:18 error Ansible stops here: the group web as a child of all closes a loop of groups.',
    ]);
    assert.is(inventory.troubles[0]?.fatal, 1);
  });

  test('a mapping that merges itself is read, keys and all', () => {
    for (const merged of ['*a', '[*a, {x: 1}]']) {
      const inventory = yaml(`g:\n  hosts:\n    h: &a\n      <<: ${merged}\n      y: 2\n`);
      assert.equal(troubles(inventory), []);
      assert.is(effective(inventory, 'h')['y'], 2);
    }
  });

  test('JSON is read as JSON', () => {
    const inventory = read({ 'hosts.json': '{"web": {"hosts": {"h": {"v": 1e3}}}}' });
    assert.equal(effective(inventory, 'h'), { v: 1000 });
    assert.is(inventory.documents.get('hosts.json')?.format, 'json');
  });
});

describe('ungrouped', (test) => {
  test('a host of another group is taken out, even where it is listed', () => {
    const inventory = read({ 'h.yml': 'ungrouped: {hosts: {a: , b: }}\nweb: {hosts: {a: }}\n' });
    assert.equal(members(inventory, 'ungrouped'), ['b']);
    assert.equal(groupsOf(inventory, 'a'), ['all', 'web']);
  });

  test('as a child of a group it loses its hosts to no group at all', () => {
    const inventory = read({ 'h.yml': 'p: {children: {ungrouped: {hosts: {a: }}}}\n' });
    assert.equal(members(inventory, 'all'), []);
    assert.equal(groupsOf(inventory, 'a'), []);
  });

  test('a host leaves it although one of its groups lies below', () => {
    const inventory = read({
      'h.yml': 'ungrouped: {vars: {v: 1}, hosts: {a: }, children: {web: {hosts: {a: , b: }}}}\n',
    });
    assert.equal(groupsOf(inventory, 'a'), ['all', 'web']);
    assert.equal(effective(inventory, 'a'), {});
    assert.equal(effective(inventory, 'b'), { v: 1 });
  });
});

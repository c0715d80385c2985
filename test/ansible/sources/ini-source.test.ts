import { assert, describe } from '../../describe.ts';
import { dump, effective, groupsOf, members, read, troubles } from '../read.ts';

describe('INI sources', (test) => {
  test('hosts, groups, variables and children', () => {
    const inventory = read({
      hosts: 'lone\n[web]\nw[1:2] listen=80 # comment\n[db]\nd1\n[site:children]\nweb\ndb\n[site:vars]\nzone = "a b"\n',
    });
    assert.equal(members(inventory, 'site'), ['w1', 'w2', 'd1']);
    assert.equal(groupsOf(inventory, 'w1'), ['all', 'site', 'web']);
    assert.equal(groupsOf(inventory, 'lone'), ['all', 'ungrouped']);
    assert.equal(effective(inventory, 'w2'), { zone: 'a b', listen: 80 });
    assert.equal(troubles(inventory), []);
  });

  test('a child may be declared later, and is attached where it is declared', () => {
    const inventory = read({ hosts: '[p:children]\nb\na\n[a]\nh1\n[b]\nh2\n' });
    assert.equal(
      inventory.groups.get('p')?.children.map(({ name }) => name),
      ['a', 'b'],
    );
  });

  test('a child that nothing declares ends the file; its hosts vanish, for nothing reconciles them', () => {
    const inventory = read({ hosts: 'h0 v=1\n[p:children]\nnosuch\n[web]\nh1\n' });
    assert.equal(troubles(inventory), [
      'hosts:3:1 error Ansible cannot read this inventory source: nothing declares the group nosuch; expected [nosuch].',
    ]);
    assert.not(inventory.hasParsedSource);
    assert.equal(members(inventory, 'all'), ['h0']);
  });

  test('beside a source that is read, what a broken one has added is live', () => {
    const tree = { broken: '[web]\nh1 v=1\nh2 v=1 ; note\n', good: '[db]\nd1\n' };
    const inventory = read(tree, { sources: ['broken', 'good'] });
    assert.equal(troubles(inventory), [
      'broken:3:8 error Ansible cannot read this inventory source: after a host ; begins no comment; expected # before it.',
    ]);
    assert.equal(effective(inventory, 'h1'), { v: 1 });
    assert.is(inventory.hosts.has('h2'), false);
  });

  test('variables for a group that nothing declares end the file at its end', () => {
    assert.equal(troubles(read({ hosts: '[web:vars]\na=1\n[db]\nd1\n' })), [
      'hosts:1:2 error Ansible cannot read this inventory source: nothing declares the group web; expected [web].',
    ]);
  });

  test('loops end the file', () => {
    assert.equal(troubles(read({ hosts: '[a:children]\nb\n[b:children]\na\n' })), [
      'hosts:4:1 error Ansible cannot read this inventory source: the group a as a child of b closes a loop of groups.',
    ]);
    assert.match(troubles(read({ hosts: '[a:children]\na\n' }))[0] ?? '', 'cannot be a child of itself');
  });

  test('an error in a pattern comes before one in the variables of its line', () => {
    assert.match(troubles(read({ hosts: '[web]\nh[1:] x\n' }))[0] ?? '', 'a range has an end, as in [1:10]');
  });

  test('a port counts for the mention that creates the host', () => {
    const inventory = read({ hosts: 'h1\n[web]\nh1:2222\nh2:2222\nh3:2222 ansible_port=1\n' });
    assert.equal(effective(inventory, 'h1'), {});
    assert.equal(effective(inventory, 'h2'), { ansible_port: 2222 });
    assert.equal(effective(inventory, 'h3'), { ansible_port: 1 });
  });

  test('a variable for a host that is named as a group goes to the group', () => {
    const inventory = read({ hosts: '[web]\nh1\n[db]\nweb b=2\n' });
    assert.equal(effective(inventory, 'h1'), { b: 2 });
    assert.equal(effective(inventory, 'web'), {});
    assert.match(troubles(inventory)[0] ?? '', 'hosts:4:1 warning Both a group and a host are named web');
  });

  test('an ungrouped host that is named as a group adds that group to ungrouped', () => {
    const inventory = read({ hosts: 'web\n[web]\nh1\n' });
    assert.equal(
      inventory.groups.get('ungrouped')?.children.map(({ name }) => name),
      [],
    );
    assert.equal(groupsOf(inventory, 'web'), ['all', 'ungrouped']);
  });

  test('values are Python literals', () => {
    const { stdout } = dump(
      { hosts: `h a='5' b='"5"' c=05 d=1e3 e="[1, 'x']" f=True g=true h='b"x"'\n` },
      { host: 'h' },
    );
    assert.equal(JSON.parse(stdout), { a: 5, b: '5', c: '05', d: 1000, e: [1, 'x'], f: true, g: 'true', h: 'x' });
    assert.match(stdout, '"d": 1000.0,');
  });

  test('a byte-order mark is part of the first name, and lines may end in CR LF', () => {
    assert.equal(members(read({ hosts: '\ufeffh1\r\nh2\r\n' }), 'all'), ['\ufeffh1', 'h2']);
  });
});

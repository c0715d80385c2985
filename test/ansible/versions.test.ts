import type { Version } from '../../src/ground/releases.ts';
import { nearestVersion, VERSIONS } from '../../src/ground/releases.ts';
import { hasChange } from '../../src/ansible/versions.ts';
import type { InventoryRequest } from '../../src/commands/inventory.ts';
import { assert, describe } from '../describe.ts';
import { dump } from './read.ts';

type Tree = Readonly<Record<string, string>>;

/** The variables of a host in `--list`, or the exit code if there are none. */
function hostvars(tree: Tree, version: Version, request: Partial<InventoryRequest> = {}): unknown {
  const { stdout, exitCode } = dump(tree, { version, ...request });
  return exitCode === 0 ? (JSON.parse(stdout) as { _meta: { hostvars: object } })._meta.hostvars : exitCode;
}

/** The variables of the host h1 from a file of them. */
function read(text: string, version: Version): unknown {
  const all = hostvars({ hosts: 'h1\n', 'host_vars/h1.yml': text }, version);
  return typeof all === 'object' ? ((all as Record<string, unknown>)['h1'] ?? {}) : all;
}

describe('releases of Ansible', (test) => {
  test('a change holds from its release on', () => {
    const having = VERSIONS.filter((version) => hasChange(version, 'hidesPlayNames'));
    assert.equal(having, ['2.16', '2.17', '2.18', '2.19', '2.20', '2.21']);
  });

  test('the nearest one is told by its numbers', () => {
    assert.equal(['2.9', '2.17.3', '2.30', '3', 'x'].map(nearestVersion), ['2.14', '2.17', '2.21', '2.21', '2.19']);
  });

  test('files with the ending .ini within a folder are sources since 2.19', () => {
    const tree = { 'inv/a.ini': 'h1 a=1\n', 'inv/b': 'h2 a=1\n' };
    assert.equal(hostvars(tree, '2.18', { sources: ['inv'] }), { h2: { a: 1 } });
    assert.equal(hostvars(tree, '2.19', { sources: ['inv'] }), { h1: { a: 1 }, h2: { a: 1 } });
  });

  test('up to 2.18 nothing was sorted where one mapping had keys without an order, not even of another host', () => {
    const text = 'web: {hosts: {h1: {b: {5: x, z: y}}, h2: {b: 1, a: 2}}, vars: {d: 1, c: 2}}\n';
    const names = (version: Version): object =>
      Object.keys((hostvars({ 'hosts.yml': text }, version) as Record<string, object>)['h2'] ?? {});
    assert.equal(names('2.18'), ['d', 'c', 'b', 'a']);
    assert.equal(names('2.19'), ['a', 'b', 'c', 'd']);
  });

  test('what looks like INI in TOML is INI up to 2.18', () => {
    const tree = { 'h.toml': '[web.hosts.h1]\na="x"\n' };
    assert.equal(hostvars(tree, '2.19'), { h1: { a: 'x' } });
    assert.match(dump(tree, { version: '2.18', graph: true }).stdout, '@web.hosts.h1:\n  |  |--a=x\n');
  });

  test('!unsafe was a text, and forgot what is nested in it', () => {
    const text = 'a: !unsafe 5\nb: !unsafe {c: x, d: [1, "y"], e: !unsafe [z], f: 6}\n';
    const unsafe = (value: string): object => ({ __ansible_unsafe: value });
    assert.equal(read(text, '2.19'), {
      a: 5,
      b: { c: unsafe('x'), d: [1, unsafe('y')], e: [unsafe('z')], f: 6 },
    });
    assert.equal(read(text, '2.18'), { a: unsafe('5'), b: { c: unsafe('x'), d: [], e: [unsafe('z')], f: 6 } });
  });

  test('sets cannot be printed up to 2.18; bytes of INI are text there', () => {
    assert.equal(hostvars({ hosts: 'h1 a="{1, 2}"\n' }, '2.19'), { h1: { a: [1, 2] } });
    assert.equal(hostvars({ hosts: 'h1 a="{1, 2}"\n' }, '2.18'), 250);
    assert.equal(hostvars({ hosts: `h1 a="b'x'"\n` }, '2.19'), { h1: { a: { __ansible_unsafe: 'x' } } });
    assert.equal(hostvars({ hosts: `h1 a="b'x'"\n` }, '2.18'), { h1: { a: 'x' } });
    assert.equal(hostvars({ hosts: `h1 a="[b'x']"\n` }, '2.18'), 250);
  });

  test('!vault needs a text since 2.19', () => {
    assert.equal(read('a: !vault 5\n', '2.19'), 4);
    assert.equal(read('a: !vault 5\n', '2.18'), { a: { __ansible_vault: '5' } });
  });

  test('JSON: half a character, a byte that is no UTF-8, and marks of no text', () => {
    assert.equal(read('{"a": "\\ud83d"}', '2.19'), 4);
    assert.equal(read('{"a": "\\ud83d"}', '2.18'), { a: '?' });
    assert.equal(read('{"a": {"__ansible_unsafe": 5}}', '2.18'), { a: 5 });
    assert.equal(read('{"a": {"__ansible_unsafe": ["x"]}}', '2.18'), { a: [{ __ansible_unsafe: 'x' }] });
  });

  test('keys become text and are sorted as text since 2.19; before, those of several types stayed as they were', () => {
    const tree = { hosts: 'h1\n', 'host_vars/h1.yml': 'b: 1\n10: x\n9: y\n"9": z\na: 2\n' };
    const keys = (version: Version, values = tree): readonly string[] =>
      [...dump(values, { version, host: 'h1' }).stdout.matchAll(/"(\w+)":/g)].map(([, key = '']) => key);
    assert.equal(keys('2.19'), ['10', '9', 'a', 'b']);
    assert.equal(keys('2.18'), ['b', '10', '9', '9', 'a']);
    assert.equal(keys('2.18', { hosts: 'h1\n', 'host_vars/h1.yml': '10: x\n9: y\n' }), ['9', '10']);
  });

  test('names that are not printed', () => {
    const text = 'omit: 1\nhostvars: 2\nrole_name: 3\ngroups: 4\n';
    assert.equal(read(text, '2.15'), { hostvars: 2, role_name: 3 });
    assert.equal(read(text, '2.16'), {});
    assert.equal(read(text, '2.19'), { omit: 1 });
  });

  test('groups show hosts that `all` selects since 2.15; the profile came with 2.19', () => {
    const tree = { hosts: 'all\n[web]\nh1\n' };
    const web = (version: Version): unknown =>
      (JSON.parse(dump(tree, { version }).stdout) as Record<string, unknown>)['web'];
    assert.equal(web('2.14'), { hosts: ['h1'] });
    assert.is(web('2.15'), undefined);
    assert.match(dump(tree, { version: '2.19' }).stdout, '"profile"');
    assert.not.match(dump(tree, { version: '2.18' }).stdout, '"profile"');
  });

  test('YAML: groups without anything, and times that are written once', () => {
    const tree = { hosts: '[web]\nh1\nh2\n[db]\n', 'group_vars/web.yml': 'a: 2024-01-01\n' };
    const yaml = (version: Version): string => dump(tree, { version, yaml: true }).stdout;
    assert.match(yaml('2.14'), '    db: {}\n    ungrouped: {}\n');
    assert.not.match(yaml('2.15'), '{}');
    assert.match(yaml('2.18'), 'a: &id001 2024-01-01\n');
    assert.not.match(yaml('2.19'), '&id001');
  });

  test('a bad priority ends the reading of a file up to 2.20', () => {
    const tree = { hosts: '[web:vars]\nansible_group_priority=high\n[web]\nh1 a=1\n' };
    assert.equal(hostvars(tree, '2.20'), {});
    assert.equal(hostvars(tree, '2.21'), { h1: { a: 1 } });
  });
});

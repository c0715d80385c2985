import { expandIniPattern, expandPattern, isAddress, parseAddress } from '../../src/ansible/patterns/host-pattern.ts';
import { assert, describe } from '../describe.ts';

describe('host patterns', (test) => {
  const names = (pattern: string): readonly string[] => expandPattern(pattern).names;

  test('numbers, both ends included', () => {
    assert.equal(names('h[1:3]'), ['h1', 'h2', 'h3']);
    assert.equal(names('h[:2]'), ['h0', 'h1', 'h2']);
    assert.equal(names('h[1:6:2]'), ['h1', 'h3', 'h5']);
    assert.equal(names('h[5:1]'), []);
  });

  test('a leading zero sets the width', () => {
    assert.equal(names('h[08:10]'), ['h08', 'h09', 'h10']);
    assert.throws(() => names('h[01:100]'), 'host range must specify equal-length begin and end formats');
  });

  test('letters run from a to z and on from A to Z', () => {
    assert.equal(names('k[y:B]'), ['ky', 'kz', 'kA', 'kB']);
    assert.throws(() => names('k[c:a]'), 'host range must have begin <= end');
  });

  test('the last of several ranges varies fastest', () => {
    assert.equal(names('w[1:2]d[a:b]'), ['w1da', 'w1db', 'w2da', 'w2db']);
  });

  test('what is no range is refused in the words of Ansible', () => {
    assert.throws(() => names('h[1:'), /not enough values to unpack/);
    assert.throws(() => names('h[1]'), 'host range must be begin:end or begin:end:step');
    assert.throws(() => names('h[1:]'), 'host range must specify end value');
    assert.throws(() => names('h[a:5]'), "invalid literal for int() with base 10: 'a'");
    assert.throws(() => names('h[1:3:0]'), 'range() arg 3 must not be zero');
  });

  test('a slip of the hand does not exhaust the memory', () => {
    assert.throws(() => names('h[1:999999999]'), /more than 200000 hosts/);
    assert.throws(() => names('h[1:99999999]x[5:1]'), /more than 200000 hosts/);
  });

  test('a port follows an address or a host name', () => {
    assert.equal(parseAddress('h1:2222'), { name: 'h1', port: 2222 });
    assert.equal(parseAddress('10.0.0.[1:3]:22'), { name: '10.0.0.[1:3]', port: 22 });
    assert.equal(parseAddress('[::1]:22'), { name: '::1', port: 22 });
    assert.equal(parseAddress('[fe80::[1:3]]:99'), { name: 'fe80::[1:3]', port: 99 });
    assert.equal(parseAddress('ü.example.org:1'), { name: 'ü.example.org', port: 1 });
  });

  test('anything else is a name as it stands', () => {
    for (const name of ['x:y', 'a b:22', 'h_:22', '-h:22', '::1:x']) {
      assert.is(parseAddress(name), undefined);
      assert.equal(expandPattern(name), { names: [name], port: undefined });
    }
  });

  test('an address has no short name', () => {
    assert.ok(isAddress('10.0.0.1') && isAddress('2001:db8::1') && isAddress('::ffff:1.2.3.4'));
    assert.not(isAddress('10.0.0') || isAddress('h1.example.org') || isAddress('::1x'));
  });

  test('INI refuses what hints at YAML', () => {
    assert.throws(() => expandIniPattern('all:'), /ending in ':' is not allowed/);
    assert.throws(() => expandIniPattern('---'), /normally a sign this is a YAML file/);
  });
});

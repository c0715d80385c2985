import {
  expandIniPattern,
  expandPattern,
  isIpAddress,
  parseHostAndPort,
} from '../../../src/ansible/patterns/host-pattern.ts';
import { Refused } from '../../../src/ansible/graph/refused.ts';
import { sentenceOf } from '../../../src/troubles/catalogue.ts';
import { selectHosts } from '../../../src/ansible/patterns/host-selection.ts';
import { assert, describe } from '../../describe.ts';
import { read } from '../read.ts';

/** The sentence by which something is refused. */
function refusal(expand: () => unknown): string {
  try {
    expand();
  } catch (error) {
    if (error instanceof Refused) return sentenceOf(error.fault);
    throw error;
  }
  throw new Error('nothing was refused');
}

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
    assert.match(
      refusal(() => names('h[01:100]')),
      /an end of the same length, as in \[01:10\], and h\[01:100\] has not/,
    );
  });

  test('numbers may be negative, and steps go backwards: then the end is left out', () => {
    assert.equal(names('h[-2:1]'), ['h-2', 'h-1', 'h0', 'h1']);
    assert.equal(names('h[3:-3:-2]'), ['h3', 'h1', 'h-1']);
    assert.equal(names('h[10:8:-1]'), ['h10']);
    assert.equal(names('h[001:-03:-1]'), ['h001', 'h000', 'h-01']);
    assert.equal(names('h[1:3:-1]'), []);
  });

  test('letters run from a to z and on from A to Z', () => {
    assert.equal(names('k[y:B]'), ['ky', 'kz', 'kA', 'kB']);
    assert.equal(names('k[a:e:2]'), ['ka', 'kc', 'ke']);
    assert.equal(names('k[b:b]'), ['kb']);
    assert.equal(names('k[a:e:-1]'), []);
    assert.match(
      refusal(() => names('k[c:a]')),
      /k\[c:a\] goes backwards/,
    );
  });

  test('the last of several ranges varies fastest', () => {
    assert.equal(names('w[1:2]d[a:b]'), ['w1da', 'w1db', 'w2da', 'w2db']);
  });

  test('what is no range is refused in plain words, with what was expected', () => {
    const faults: Readonly<Record<string, RegExp>> = {
      'es-[1:3': /the range in es-\[1:3 is not closed; expected \], as in es-\[1:3\]/,
      'h[1]': /a start and an end, as in \[1:10\] or \[1:10:2\], and h\[1\] has not/,
      'h[1:]': /a range has an end, as in \[1:10\], and h\[1:\] has none/,
      'h[a:5]': /from a number to a number or from a letter to a letter, and h\[a:5\] does not/,
      'h[1:3:0]': /the step of a range is a whole number other than 0.* h\[1:3:0\] is not/,
      'h[a:c:x]': /from a number to a number/,
      'h[1:3:x]': /the step of a range/,
      'h[1:2]|x': /has a \| beside a range/,
    };
    for (const [pattern, said] of Object.entries(faults))
      assert.match(
        refusal(() => names(pattern)),
        said,
      );
  });

  test('a slip of the hand does not exhaust the memory', () => {
    assert.match(
      refusal(() => names('h[1:999999999]')),
      /more than 200000 hosts/,
    );
    assert.match(
      refusal(() => names('h[1:99999999]x[5:1]')),
      /more than 200000 hosts/,
    );
    assert.match(
      refusal(() => names(`h[1:200000]${'x'.repeat(20_000)}`)),
      /longer than 50000000 characters in all/,
    );
    assert.match(
      refusal(() => names(`h${'[1:1]'.repeat(20_000)}`)),
      /longer than 50000000 characters in all/,
    );
  });

  test('a port follows an address or a host name', () => {
    assert.equal(parseHostAndPort('h1:2222'), { name: 'h1', port: 2222 });
    assert.equal(parseHostAndPort('10.0.0.[1:3]:22'), { name: '10.0.0.[1:3]', port: 22 });
    assert.equal(parseHostAndPort('[::1]:22'), { name: '::1', port: 22 });
    assert.equal(parseHostAndPort('[fe80::[1:3]]:99'), { name: 'fe80::[1:3]', port: 99 });
    assert.equal(parseHostAndPort('ü.example.org:1'), { name: 'ü.example.org', port: 1 });
  });

  test('anything else is a name as it stands', () => {
    for (const name of ['x:y', 'a b:22', 'h_:22', '-h:22', '::1:x']) {
      assert.is(parseHostAndPort(name), undefined);
      assert.equal(expandPattern(name), { names: [name], port: undefined });
    }
  });

  test('an address has no short name', () => {
    assert.ok(isIpAddress('10.0.0.1') && isIpAddress('2001:db8::1') && isIpAddress('::ffff:1.2.3.4'));
    assert.not(isIpAddress('10.0.0') || isIpAddress('h1.example.org') || isIpAddress('::1x'));
  });

  test('INI refuses what hints at YAML', () => {
    assert.match(
      refusal(() => expandIniPattern('all:')),
      /ends in a colon, after which a port is expected/,
    );
    assert.match(
      refusal(() => expandIniPattern('---')),
      /--- begins YAML/,
    );
  });
});

describe('patterns that select hosts', (test) => {
  const text = `web1
solo
[web]
web[1:3]
es-a
[db]
db1
db.x
web1
[dbs]
d9
[web2]
solo
[site:children]
web
db
`;
  const selected = (pattern: string): string =>
    selectHosts(read({ hosts: text }), pattern)
      .map(({ name }) => name)
      .join(' ');

  test('select what Ansible selects, in its order', () => {
    // Recorded with ansible-core 2.19.
    for (const [pattern, hosts] of [
      ['web', 'web1 web2 web3 es-a'],
      ['web1', 'web1'],
      ['web*', 'web1 web2 web3 es-a solo'],
      ['web?', 'solo web1 web2 web3'],
      ['db[.]x', 'db.x'],
      ['db,web', 'db1 db.x web1 web2 web3 es-a'],
      ['web:db', 'web1 web2 web3 es-a db1 db.x'],
      ['web:!web1', 'web2 web3 es-a'],
      ['!web1', 'd9 solo web2 web3 es-a db1 db.x'],
      ['&db', 'web1 db1 db.x'],
      ['all:!web', 'd9 solo db1 db.x'],
      ['web,!web1,&site', 'web2 web3 es-a'],
      ['~web\\d', 'solo web1 web2 web3'],
      ['~^(web|db)1$', 'web1 db1'],
      ['web[0]', 'web1'],
      ['web[-1]', 'es-a'],
      ['web[0:1]', 'web1 web2'],
      ['web[1:]', 'web2 web3 es-a'],
      ['web[1-2]', 'web2 web3'],
      ['web[0:0]', 'web1'],
      ['web[5:9]', ''],
      ['db1[0]', 'db1'],
      ['~web[0]', ''],
      ['~(?i)WEB1', 'web1'],
      ['~(?P<name>web)1,db1', 'web1 db1'],
      ['~es-a\\Z', 'es-a'],
      ['web[0:-3]', ''],
      ['we[c-a]1', ''],
      ['we[!c-a]1', 'web1'],
      ['we[b-z-a]1', 'web1'],
      ['es[-]a', 'es-a'],
      ['es-[!a-c]', ''],
      ['es-[!b]', 'es-a'],
      ['es-[]a]', ''],
      ['es-[^a]', 'es-a'],
      ['db?x', 'db.x'],
      ['db+', ''],
      ['db.*', 'db.x'],
      ['web, db', 'web1 web2 web3 es-a db1 db.x'],
      ['web:web1', 'web1 web2 web3 es-a'],
      ['d*', 'db1 db.x web1 d9'],
      ['nope', ''],
      ['localhost:!localhost', ''],
      ['web1,', 'web1'],
      ['web[a]', ''],
      ['we[\\b]', 'web1 web2 web3 es-a'],
      ['web|db', ''],
      ['?b1', 'db1'],
      ['', 'd9 solo web1 web2 web3 es-a db1 db.x'],
    ] as const)
      assert.is(selected(pattern), hosts, pattern);
  });

  test('are left open where they are regular expressions that stacklint does not evaluate', () => {
    for (const pattern of ['~web++1', '~(w|e|b)+1', `~${'e*'.repeat(20)}c`])
      assert.throws(() => selected(pattern), `which hosts ${pattern} selects is not known here`);
  });

  test('a regular expression may name many hosts', () => {
    const names = Array.from({ length: 60 }, (_, index) => `h${index}`);
    assert.is(selected(`~(${names.join('|')}|web1)$`), 'web1');
  });

  test('a glob matches as fnmatch of Python does', () => {
    const matching = (pattern: string, ...names: readonly string[]): string => {
      const inventory = read({ 'hosts.yml': `g: {hosts: {${names.map((name) => `"${name}": `).join(', ')}}}\n` });
      return selectHosts(inventory, `${pattern},`)
        .map(({ name }) => name)
        .join(' ');
    };
    // Recorded with Python 3.11.
    for (const [pattern, names] of [
      ['a*b*a', 'aba abba'],
      ['*ab*', 'aba abba b-ab'],
      ['*b', 'b-ab'],
      ['*ba*ba', ''],
      ['*a*a', 'aba abba'],
      ['ab**', 'aba abba'],
      ['*-*b', 'b-ab'],
      ['*[!a]a', 'aba abba'],
      ['?*?b', 'b-ab'],
      ['*\u{1f600}', 'x\u{1f600}'],
      ['x?', 'x\u{1f600}'],
      ['*[', ''],
      ['*[]', ''],
    ] as const)
      assert.is(matching(pattern, 'aba', 'abba', 'b-ab', 'x\u{1f600}'), names, pattern);
  });

  test('a pattern of any size ends', () => {
    // Each of these would take longer than the age of the world if its parts were tried in all ways.
    const inventory = read({ hosts: `${'a'.repeat(60)}\n${'a'.repeat(60)}c\n` });
    const count = (pattern: string): number => selectHosts(inventory, pattern).length;
    assert.is(count(`${'a*'.repeat(30)}c`), 1);
    assert.is(count(`${'*a'.repeat(30)}*b`), 0);
    assert.is(count(`all:!${'a*'.repeat(30)}c`), 1);
    assert.is(count(`${'[a]*'.repeat(30)}b[0:3]`), 0);
    assert.is(count('a'.repeat(10_000_000)), 0);
    assert.is(count(`b:${'a'.repeat(10_000_000)}`), 0);
    assert.is(count(`*${'['.repeat(1_000_000)}`), 2);
    assert.is(count(`*${'['.repeat(1_000_000)},`), 0);
    assert.is(count('a*,'.repeat(5000)), 2);
  });

  test('are refused where Ansible refuses them', () => {
    for (const pattern of ['web[9]', 'web[-9]', 'solo[1]']) assert.throws(() => selected(pattern), /No hosts matched/);
    for (const pattern of ['~(b', '~*', '~(?i)(b'])
      assert.throws(() => selected(pattern), /Invalid host list pattern/, pattern);
    for (const pattern of ['!', '&', 'all:!', 'web,&'])
      assert.throws(() => selected(pattern), /no name after its ! or &/, pattern);
  });
});

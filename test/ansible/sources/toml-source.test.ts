import { assert, describe } from '../../describe.ts';
import { dump, effective, members, read, troubles } from '../read.ts';

const complaint = (text: string): string => troubles(read({ 'h.toml': text }))[0] ?? 'none';
const refused = (where: string, what: string): string =>
  `h.toml:${where} error Ansible cannot read this inventory source: ${what}`;

describe('TOML sources', (test) => {
  test('tables of hosts and variables, a list of children', () => {
    const inventory = read({
      'h.toml': [
        '[web]',
        'children = ["db", "kid"]',
        '[web.hosts]',
        '"h[1:2]" = { heap = 30, since = 07:32:00, day = 1979-05-27 }',
        '"h3:22" = {}',
        '[web.vars]',
        'v = "{{ heap }}"',
        '[db.hosts.d1]',
        'z.q = [1.0, inf]',
        '',
      ].join('\n'),
      'group_vars/db.yml': 'beside: 1\n',
    });
    assert.equal(members(inventory, 'web'), ['h1', 'h2', 'h3', 'd1']);
    assert.equal(members(inventory, 'kid'), []);
    assert.equal(effective(inventory, 'h2'), { v: '{{ heap }}', heap: 30, since: '07:32:00', day: '1979-05-27' });
    assert.equal(effective(inventory, 'h3'), { v: '{{ heap }}', ansible_port: 22 });
    assert.equal(effective(inventory, 'd1'), { v: '{{ heap }}', beside: 1, z: { q: [1, Infinity] } });
    assert.equal(troubles(inventory), []);
  });

  test('times are printed as Python prints them', () => {
    const tree = { 'h.toml': '[a.hosts.h]\nt = 07:32:00\nu = [07:32:01.5, 1979-05-27T07:32:00Z]\n' };
    assert.is(
      dump(tree, { host: 'h' }).stdout,
      '{\n    "t": "07:32:00",\n    "u": [\n        "07:32:01.500000",\n        "1979-05-27T07:32:00+00:00"\n    ]\n}\n',
    );
    assert.match(
      dump(tree, { graph: true, vars: true }).stdout,
      '{t = 07:32:00}\n  |  |  |--{u = [datetime.time(7, 32, 1, 500000), datetime.datetime(1979, 5, 27, 7, 32, tzinfo=',
    );
  });

  test('a name where a table or a list belongs loses the file', () => {
    assert.is(complaint('[a]\nhosts = "h"\n'), refused('2:9', 'hosts of group a should be a table, but is text.'));
    assert.is(
      complaint('[a]\nchildren = "b"\n'),
      refused('2:12', 'children of group a should be a list, but is text.'),
    );
    assert.is(
      complaint('[a.hosts]\nh = 1\n'),
      refused('2:5', 'the variables of host h should be a table, but are a number.'),
    );
    assert.is(
      complaint('[a]\nchildren = [1]\n'),
      refused('2:13', 'the name of a group must be a string, and this is a number.'),
    );
    assert.is(
      complaint('x = 1\n'),
      'h.toml:1:5 warning Ansible skips x: a group needs a table of hosts, vars and children.',
    );
    assert.is(complaint('# nothing\n'), refused('1:1', 'it is empty.'));
  });

  test('broken TOML is told at its place, and never taken for INI', () => {
    assert.is(complaint('[web]\nh1\n'), refused('2:3', 'expected = after the key.'));
    assert.equal([...read({ 'h.toml': '[web]\nh1\n' }).hosts.keys()], []);
  });

  test('what stands before a refused part is kept', () => {
    assert.equal(
      members(read({ 'h.toml': '[a.hosts]\nh = {}\n[b]\nhosts = 1\n', g: 'x\n' }, { sources: ['h.toml', 'g'] }), 'a'),
      ['h'],
    );
  });
});

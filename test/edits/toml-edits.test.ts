import { assert, describe } from '../describe.ts';
import { editedAs } from './edited.ts';

const { renamed, removed, added, withoutItem, withItems } = editedAs('toml');

const HOSTS = `# machines
[search.hosts.es-1]
heap = 30 # GB
"a key" = 'x'

# its vote
roles = ["master", "data"]
extra = { a = 1, "b.c" = true }
[search.hosts.es-2]
[search.vars]
name = "logs"
`;

describe('edits of TOML', (test) => {
  test('rename keys, and tables that have one header', () => {
    assert.is(renamed(HOSTS, 'search.hosts.es-1.heap', 'size'), HOSTS.replace('heap', 'size'));
    assert.is(renamed(HOSTS, 'search.hosts.es-1.heap', 'a b'), HOSTS.replace('heap', '"a b"'));
    assert.is(renamed(HOSTS, 'search.hosts.es-1.a key', 'other'), HOSTS.replace('a key', 'other'));
    assert.is(renamed(HOSTS, 'search.hosts.es-1.extra.a', 'd'), HOSTS.replace('{ a', '{ d'));
    assert.is(renamed(HOSTS, 'search.hosts.es-2', 'es-3'), HOSTS.replace('es-2', 'es-3'));
    assert.is(renamed(HOSTS, 'search.hosts.es-1.heap', 'roles'), undefined);
    assert.is(renamed(HOSTS, 'search', 'other'), undefined);
  });

  test('remove a pair with its line, or from its inline table', () => {
    assert.is(removed(HOSTS, 'search.hosts.es-1.heap'), HOSTS.replace('heap = 30 # GB\n', ''));
    assert.is(removed(HOSTS, 'search.hosts.es-1.extra.a'), HOSTS.replace('a = 1, ', ''));
    assert.is(removed(HOSTS, 'search.vars.name'), HOSTS.replace('name = "logs"\n', ''));
    assert.is(removed('a.b = 1\na.c = 2\n', 'a.b'), 'a.c = 2\n');
    assert.is(removed('a.b = 1\n', 'a.b'), undefined);
    assert.is(removed(HOSTS, 'search.hosts'), undefined);
    assert.is(removed('a = [\n  1,\n  2,\n]\nb = 1\n', 'a'), 'b = 1\n');
  });

  test('add a pair after the last one of its table, below its header, or in brackets', () => {
    assert.is(added(HOSTS, 'search.vars', 'b', true), `${HOSTS}b = true\n`);
    assert.is(
      added(HOSTS, 'search.hosts.es-1', 'b', { c: ['d', 1.5] }),
      HOSTS.replace('true }\n', 'true }\nb = { c = ["d", 1.5] }\n'),
    );
    assert.is(added(HOSTS, 'search.hosts.es-1', 'b', 1, 'heap'), HOSTS.replace('# GB\n', '# GB\nb = 1\n'));
    assert.is(added(HOSTS, 'search.hosts.es-2', 'b.c', 'y'), HOSTS.replace('es-2]\n', 'es-2]\n"b.c" = "y"\n'));
    assert.is(added(HOSTS, 'search.hosts.es-1.extra', 'd', 'y'), HOSTS.replace('true }', 'true, d = "y" }'));
    assert.is(added(HOSTS, 'search.hosts.es-1', 'heap', 1), undefined);
    assert.is(added(HOSTS, 'search.vars', 'b', null), undefined);
    assert.is(added('a = 1\r\n[b]\r\n', '', 'c', 2), 'a = 1\r\nc = 2\r\n[b]\r\n');
  });

  test('take items out of arrays and put them in', () => {
    assert.is(withoutItem(HOSTS, 'search.hosts.es-1.roles.0'), HOSTS.replace('"master", ', ''));
    assert.is(withoutItem('a = [\n  1, # one\n  2\n]\n', 'a.1'), 'a = [\n  1 # one\n]\n');
    assert.is(withItems(HOSTS, 'search.hosts.es-1.roles', 'ingest'), HOSTS.replace('"data"]', '"data", "ingest"]'));
    assert.is(withItems("a = ['x']\n", 'a', 'y', 'z'), "a = ['x', 'y', 'z']\n");
    assert.is(withItems('a = [\n  1,\n]\n', 'a', 2), 'a = [\n  1,\n  2,\n]\n');
    assert.is(withItems('a = []\n', 'a', 'x'), 'a = ["x"]\n');
    assert.is(withoutItem('[[a]]\nb = 1\n[[a]]\nb = 2\n', 'a.0'), undefined);
  });
});

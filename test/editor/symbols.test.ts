/** Symbols: outlines of documents, and names of a folder. */
import type { DocumentSymbol } from 'vscode-languageserver';
import { documentSymbols, workspaceSymbols } from '../../src/editor/symbols.ts';
import type { Snapshot } from '../../src/editor/snapshot.ts';
import { assert, describe } from '../describe.ts';
import { documentIn, exampleNamed, shownLocations, snapshotOf } from './project.ts';

const KINDS: Readonly<Record<number, string>> = {
  3: 'group',
  5: 'play',
  7: 'key',
  12: 'task',
  13: 'variable',
  19: 'host',
};

/** An outline as lines: kind and name, with the lines from and to which it is. */
function outline(snapshot: Snapshot, file: string): readonly string[] {
  const lines = (symbols: readonly DocumentSymbol[], indent: string): readonly string[] =>
    symbols.flatMap(({ name, kind, range: { start, end }, children = [] }) => [
      `${indent}${KINDS[kind] ?? ''} ${name} ${String(start.line + 1)}-${String(end.line + 1)}`,
      ...lines(children, `${indent}  `),
    ]);
  return lines(documentSymbols(snapshot, documentIn(snapshot, file)), '');
}

describe('the outline', (test) => {
  const observatory = snapshotOf(exampleNamed('observatory'));

  test('of an inventory has its groups with their hosts and variables', () => {
    assert.equal(outline(observatory, 'hosts.yml').slice(0, 5), [
      'group all 3-20',
      '  group archive 5-12',
      '    host dome-1 7-8',
      '      variable ansible_host 8-8',
      '    host dome-2 9-10',
    ]);
    const sections = snapshotOf({
      'hosts.ini': '[search]\nes-[1:3] heap=4 rack=a\nes-9\n\n[search:vars]\ncluster=logs\n[all:children]\nsearch\n',
    });
    assert.equal(outline(sections, 'hosts.ini'), [
      'group search 1-3',
      '  host es-[1:3] 2-2',
      '    variable heap 2-2',
      '    variable rack 2-2',
      '  host es-9 3-3',
      'group search 5-6',
      '  variable cluster 6-6',
      'group all 7-8',
      '  group search 8-8',
    ]);
    const tables = snapshotOf({ 'hosts.toml': '[search.hosts.es-1]\nheap = 4\n[search.vars]\ncluster = "logs"\n' });
    assert.equal(outline(tables, 'hosts.toml')[0]?.startsWith('group search 1-'), true);
  });

  test('of variables has the keys of maps, and of a play its tasks', () => {
    assert.equal(outline(observatory, 'group_vars/archive.yml').slice(0, 4), [
      'variable archive_heap_gb 3-3',
      'variable archive_data 4-4',
      'variable archive_settings 5-10',
      '  key action.destructive_requires_name 6-6',
    ]);
    assert.equal(outline(observatory, 'site.yml'), [
      'play Archive of observations 2-6',
      'play Console for astronomers 8-12',
      'play Intake from the telescopes 14-18',
    ]);
    assert.equal(outline(observatory, 'roles/elasticsearch/tasks/main.yml'), [
      'task Install Elasticsearch 2-4',
      'task Configure the node 6-11',
      'task Set the heap 13-18',
    ]);
  });

  test('of a broken text has what is before the fault', () => {
    const snapshot = snapshotOf({
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n',
      'group_vars/search.yml': 'heap: 4\nrack: [1,\n',
    });
    assert.equal(outline(snapshot, 'group_vars/search.yml')[0], 'variable heap 1-1');
  });
});

describe('symbols of the folder', (test) => {
  const bookshop = snapshotOf(exampleNamed('bookshop'));
  const found = (query: string): readonly string[] => {
    const symbols = workspaceSymbols(bookshop, query);
    const places = shownLocations(symbols.map(({ location }) => location));
    return symbols.map(({ name, kind }, index) => `${KINDS[kind] ?? ''} ${name} ${places[index] ?? ''}`);
  };

  test('are found by their letters, the best first', () => {
    assert.equal(found('search_he'), [
      'variable search_heap group_vars/search_masters.yml:3:1',
      'variable search_heap group_vars/search_data.yml:6:1',
      'variable search_heap host_vars/search-d3.yml:2:1',
      'variable search_heep group_vars/search_data.yml:7:1',
    ]);
    assert.equal(found('srchmstrs'), ['group search_masters hosts.yml:7:9']);
    assert.equal(found('SEARCH-D1'), ['host search-d1 hosts.yml:15:13']);
    assert.equal(found('nothing-at-all'), []);
  });
});

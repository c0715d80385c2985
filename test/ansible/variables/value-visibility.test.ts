import fc from 'fast-check';
import type { Assignment, SourcedInventory } from '../../../src/ansible/inventory/entities.ts';
import { shadowedValues } from '../../../src/ansible/variables/value-visibility.ts';
import { assert, describe } from '../../describe.ts';
import { read } from '../read.ts';

function mark({ document, key }: Assignment): string {
  const { line, column } = document.position(key.start);
  return `${document.file}:${String(line)}:${String(column)}`;
}

/** Asks each host for everything that reaches it: what comes first is seen. */
function slowly(inventory: SourcedInventory): readonly string[] {
  const all = inventory.groups.get('all');
  const seen = new Set<string>();
  const reached = new Set<string>();
  for (const host of all === undefined ? [] : inventory.members(all)) {
    const variables = inventory.variablesOf(host);
    for (const name of variables.names())
      variables.candidates(name).forEach((candidate, index) => {
        for (let one: Assignment | undefined = candidate; one !== undefined; one = one.replaced) {
          reached.add(mark(one));
          if (index === 0 && one === candidate) seen.add(mark(one));
        }
      });
  }
  return [...reached].filter((place) => !seen.has(place)).sort();
}

describe('shadowed values', (test) => {
  test('of a host are those of the inventory below those of its file', () => {
    const inventory = read({ hosts: '[a]\nh1 x=1 y=2\n', 'host_vars/h1': 'x: 3\n' });
    const found = shadowedValues(inventory, false).map(({ assignment, by }) => [mark(assignment), by.map(mark)]);
    assert.equal(found, [['hosts:2:4', ['host_vars/h1:1:1']]]);
  });

  test('are those that come first for no host, in any inventory', () => {
    const group = fc.constantFrom('a', 'b', 'c');
    const host = fc.constantFrom('h1', 'h2', 'h3', 'h[1:2]');
    const variable = fc.constantFrom('x=1', 'y=2', 'x=3');
    const line = fc.oneof(
      fc.tuple(group, host, variable).map(([name, pattern, set]) => `[${name}]\n${pattern} ${set}\n`),
      fc.tuple(group, host).map(([name, pattern]) => `[${name}]\n${pattern}\n`),
      fc.tuple(group, variable).map(([name, set]) => `[${name}]\n[${name}:vars]\n${set}\n`),
      fc.constantFrom('[a]\n[p:children]\na\n', '[b]\n[p:children]\nb\n', '[p]\n[p:vars]\nx=9\n'),
    );
    const name = fc.constantFrom('group_vars/all', 'group_vars/a', 'group_vars/p', 'host_vars/h1', 'host_vars/h3');
    const files = fc.dictionary(name, fc.constantFrom('x: 1\n', 'y: 1\nx: 2\n'), { maxKeys: 4 });
    let found = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), files, (lines, variables) => {
        const inventory = read({ hosts: lines.join(''), ...variables });
        const quickly = shadowedValues(inventory, false).map(({ assignment }) => mark(assignment));
        found += quickly.length;
        assert.equal([...quickly].sort(), slowly(inventory));
      }),
      { seed: 3, numRuns: 500 },
    );
    assert.ok(found > 200, `only ${String(found)} values were shadowed`);
  });
});

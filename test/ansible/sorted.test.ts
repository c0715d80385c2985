/** Short lists are sorted by steps of our own: they come out as V8 sorts them. */
import fc from 'fast-check';
import { sorted } from '../../src/ansible/dump/sorted.ts';
import { assert, describe } from '../describe.ts';

describe('sorted lists', (it) => {
  it('have the order of Array.sort, equal items as they stood, whatever their length', () => {
    const item = fc.record({ key: fc.integer({ min: 0, max: 5 }), name: fc.string() });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), (items) => {
        const given = [...items];
        const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
        assert.equal(sorted(items, byKey), [...items].sort(byKey));
        assert.equal(items, given);
      }),
    );
  });
});

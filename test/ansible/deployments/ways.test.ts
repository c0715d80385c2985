import { Journal, JournaledList, JournaledMap, JournaledValue } from '../../../src/ansible/deployments/ways.ts';
import { assert, describe } from '../../describe.ts';

describe('a map of which ways are followed', (test) => {
  const mapOf = (journal: Journal): JournaledMap<string, string> =>
    new JournaledMap<string, string>(journal).set('a', '1').set('b', '2');

  test('it is as it was when a way is taken back, and tells what the way changed', () => {
    const journal = new Journal();
    const map = mapOf(journal);
    const way = journal.follow(() => {
      map.set('b', '3').set('c', '4').delete('a');
      assert.equal(
        [...map],
        [
          ['b', '3'],
          ['c', '4'],
        ],
      );
    });
    assert.equal(Object.fromEntries(map), { a: '1', b: '2' });
    assert.equal(
      [...map.changedOn(way)],
      [
        ['b', '3'],
        ['c', '4'],
        ['a', undefined],
      ],
    );
    assert.equal([map.getAfter(way, 'a'), map.getAfter(way, 'b'), map.getAfter(way, 'x')], [undefined, '3', undefined]);
  });

  test('what is taken over from a way within another belongs to the other', () => {
    const journal = new Journal();
    const map = mapOf(journal);
    const outer = journal.follow(() => {
      map.set('c', '3');
      const inner = journal.follow(() => map.set('c', '4').set('d', '5'));
      assert.equal([map.get('c'), map.get('d')], ['3', undefined]);
      map.set('d', map.getAfter(inner, 'd') ?? '');
    });
    assert.equal(Object.fromEntries(map), { a: '1', b: '2' });
    assert.equal(Object.fromEntries(map.changedOn(outer)), { c: '3', d: '5' });
  });

  test('what a way clears comes back', () => {
    const journal = new Journal();
    const map = mapOf(journal);
    const way = journal.follow(() => {
      map.clear();
      map.set('b', '9');
    });
    assert.equal(Object.fromEntries(map), { a: '1', b: '2' });
    assert.equal(Object.fromEntries(map.changedOn(way)), { a: undefined, b: '9' });
  });
});

describe('a value and a list of which ways are followed', (test) => {
  test('they are as they were when a way is taken back', () => {
    const journal = new Journal();
    const value = new JournaledValue<string | undefined>(journal, 'before');
    const list = new JournaledList<string>(journal);
    list.push('a', 'b');
    const [way, other] = [['c'], []].map((more) =>
      journal.follow(() => {
        value.value = more[0];
        list.push(...more);
      }),
    );
    assert.ok(way && other);
    assert.equal([value.value, value.after(way), value.after(other)], ['before', 'c', undefined]);
    list.push(...list.addedOn(way));
    assert.equal([list.value, list.addedOn(way), list.addedOn(other)], [['a', 'b', 'c'], ['c'], []]);
  });
});

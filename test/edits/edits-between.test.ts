/** The edits that make one text of another. */
import { editsBetween } from '../../src/edits/edits-between.ts';
import { applied } from '../../src/edits/text-edit.ts';
import { assert, describe } from '../describe.ts';

describe('the edits between two texts', (test) => {
  test('have what differs alone, one for each run of lines', () => {
    assert.equal(editsBetween('a: 1\nb: 2\nc: 3\n', 'a: 10\nb: 2\nc: 4\n'), [
      { start: 4, end: 4, text: '0' },
      { start: 13, end: 14, text: '4' },
    ]);
    assert.equal(editsBetween('a\nb\nc\n', 'a\nc\n'), [{ start: 2, end: 4, text: '' }]);
    assert.equal(editsBetween('a\nc\n', 'a\nb\nc\n'), [{ start: 2, end: 2, text: 'b\n' }]);
    assert.equal(editsBetween('', '---\na: 1\n'), [{ start: 0, end: 0, text: '---\na: 1\n' }]);
    assert.equal(editsBetween('a\n', 'a\n'), []);
  });

  test('neither begin nor end within a line end or a character', () => {
    assert.equal(editsBetween('a\r\n', 'a\n'), [{ start: 1, end: 3, text: '\n' }]);
    assert.equal(editsBetween('a: 😀\n', 'a: 😁\n'), [{ start: 3, end: 5, text: '😁' }]);
    assert.equal(editsBetween('a: 𐀀\n', 'a: 𐐀\n'), [{ start: 3, end: 5, text: '𐐀' }]);
    assert.equal(editsBetween('a: 1', 'a: 1\r\nb: 2'), [{ start: 4, end: 4, text: '\r\nb: 2' }]);
  });

  test('make the one of the other, whatever they are', () => {
    const pieces = ['a', '1: x', '\n', '\r\n', '\r', '😀', '😁', 'b', '\n\n', 'aa'];
    let seed = 7;
    const next = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
    const made = (): string => Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join('');
    for (let count = 0; count < 2000; count++) {
      const [before, after] = [made(), made()];
      assert.is(applied(before, editsBetween(before, after)), after, JSON.stringify([before, after]));
    }
  });
});

import { applied, clashIn } from '../../src/edits/text-edit.ts';
import { assert, describe } from '../describe.ts';

const insert = (at: number, text: string): { start: number; end: number; text: string } => ({
  start: at,
  end: at,
  text,
});

describe('edits of a text', (test) => {
  test('are applied in the order of their places, insertions at one place in the given order', () => {
    assert.is(applied('abc', []), 'abc');
    assert.is(
      applied('abc', [insert(3, '!'), { start: 1, end: 2, text: 'B' }, insert(1, '1'), insert(1, '2')]),
      'a12Bc!',
    );
    assert.is(applied('abc', [{ start: 1, end: 2, text: 'B' }, insert(2, '+'), { start: 2, end: 3, text: '' }]), 'aB+');
  });

  test('are refused if two overlap, or one is outside of the text', () => {
    const [one, other] = [
      { start: 0, end: 2, text: '' },
      { start: 1, end: 3, text: '' },
    ];
    assert.is(applied('abc', [other, one]), undefined);
    assert.equal(clashIn([other, one]), [one, other]);
    assert.is(applied('abc', [one, insert(1, 'x')]), undefined);
    assert.is(applied('abc', [one, one]), undefined);
    assert.is(applied('abc', [insert(4, 'x')]), undefined);
    assert.is(applied('abc', [{ start: 2, end: 1, text: '' }]), undefined);
    assert.is(clashIn([insert(1, 'x'), insert(1, 'y')]), undefined);
  });
});

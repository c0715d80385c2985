import { offsetIn, splitWords } from '../../src/source/shlex.ts';
import type { Word } from '../../src/source/shlex.ts';
import { assert, describe } from '../describe.ts';

describe('words of a line', (test) => {
  test('each character knows where it stands', () => {
    const text = `## a"b \\" c"\\ d'' e`;
    const [word, next] = splitWords(text, 3, text.length) as Word[];
    assert.is(word?.text, 'ab " c d');
    const written = word?.text.replace(/[^]/g, (_, at: number) => text.charAt(offsetIn(word, at) ?? 0));
    assert.is(written, word?.text);
    assert.is(text.slice(word?.start, word?.end), `a"b \\" c"\\ d''`);
    assert.equal(
      word?.quoted.map(({ start, end }) => text.slice(start, end)),
      [`b \\" c`, ''],
    );
    assert.is(next?.text, 'e');
  });

  test('only the range that is asked for is split', () => {
    const words = splitWords('a b c d', 2, 5) as Word[];
    assert.equal(
      words.map(({ text, start, end }) => [text, start, end]),
      [
        ['b', 2, 3],
        ['c', 4, 5],
      ],
    );
  });

  test('what is not closed is pointed at', () => {
    assert.equal(splitWords(`a b="c d`, 0, 8), { kind: 'failure', message: 'No closing quotation', start: 4, end: 8 });
    assert.equal(splitWords('ab\\', 0, 3), { kind: 'failure', message: 'No escaped character', start: 2, end: 3 });
  });
});

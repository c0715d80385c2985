import { splitWords } from '../../src/source/shlex.ts';
import type { Word } from '../../src/source/shlex.ts';
import { assert, describe } from '../describe.ts';

/** The characters of a line at the offsets that a word gives for those of its text. */
function written(word: Word, line: string): string {
  return Array.from(word.text, (_, at) => line.charAt(word.offsetOf(at) ?? -1)).join('');
}

describe('words of a line', (test) => {
  test('each character knows where it stands', () => {
    const text = `## a"b \\" c"\\ d'' e`;
    const [word, next] = splitWords(text, 3, text.length) as [Word, Word];
    assert.is(word.text, 'ab " c d');
    assert.is(written(word, text), word.text);
    assert.is(text.slice(word.start, word.end), `a"b \\" c"\\ d''`);
    assert.equal([word.offsetOf(-1), word.offsetOf(word.text.length)], [undefined, undefined]);
    assert.is(next.text, 'e');
  });

  test('the quotes around a character are known', () => {
    const cases: readonly (readonly [line: string, at: number, quoted: string | undefined])[] = [
      [`a="b c"`, 2, 'b c'],
      [`a="b c"`, 1, undefined],
      [`a=""`, 1, undefined],
      [`"a=b c"`, 1, 'a=b c'],
      [`a="b"c`, 2, 'b'],
      [`a="b"c`, 3, undefined],
      [`a='b'"c d"`, 4, 'c d'],
    ];
    for (const [line, at, expected] of cases) {
      const [word] = splitWords(line, 0, line.length) as [Word];
      const offset = word.offsetOf(at) ?? -1;
      const end = word.endOfQuoted(offset);
      assert.is(
        end === undefined ? undefined : line.slice(line.lastIndexOf(line.charAt(end), end - 1) + 1, end),
        expected,
        line,
      );
    }
  });

  test('where the rest of a word stands in one piece, it is known where', () => {
    const rest = (line: string, at: number): string | undefined => {
      const [word] = splitWords(line, 0, line.length) as [Word];
      const offset = word.offsetOfRest(at);
      return offset === undefined ? undefined : line.slice(offset, offset + word.text.length - at);
    };
    assert.is(rest('a=b', 2), 'b');
    assert.is(rest('a=b', 0), 'a=b');
    assert.is(rest(`a="b c"`, 2), 'b c');
    assert.is(rest(`a="b c"`, 1), undefined);
    assert.is(rest(`a=""`, 2), '');
    assert.is(rest(`a="b"c`, 3), 'c');
    assert.is(rest(`a="b"c`, 2), undefined);
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

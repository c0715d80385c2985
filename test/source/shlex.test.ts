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

  test('what is assigned is known, and where it stands', () => {
    /** The name and the value; then both as written, and the text at the value's offset, if there is one. */
    const cases: readonly (readonly [line: string, ...expected: (string | undefined)[]])[] = [
      ['a=b', 'a', 'b', 'a', 'b', 'b'],
      ['a==b', 'a', '=b', 'a', '=b', '=b'],
      ['=b', '', 'b', '', 'b', 'b'],
      ['a=', 'a', '', 'a', '', ''],
      [`a=""`, 'a', '', 'a', '""', ''],
      [`a="b c"`, 'a', 'b c', 'a', '"b c"', 'b c'],
      [`a='b c'`, 'a', 'b c', 'a', `'b c'`, 'b c'],
      [`a=b"c d"`, 'a', 'bc d', 'a', 'b"c d"', undefined],
      [`"a=b c"`, 'a', 'b c', 'a', 'b c', 'b c'],
      [`"=b c"`, '', 'b c', '', 'b c', 'b c'],
      [`x"a=b c"`, 'xa', 'b c', 'x"a', 'b c', 'b c'],
      [`x"=b c"`, 'x', 'b c', 'x', 'b c', 'b c'],
      [`a="b"c`, 'a', 'bc', 'a', '"b"c', undefined],
      [`"a"=b`, 'a', 'b', 'a', 'b', 'b'],
      [`"a="b`, 'a', 'b', 'a', '', 'b'],
      [`a='b'"c d"`, 'a', 'bc d', 'a', `'b'"c d"`, undefined],
      ['a\\=b', 'a', 'b', 'a', 'b', 'b'],
      ['a', undefined, undefined, undefined, undefined, undefined],
    ];
    for (const [line, ...expected] of cases)
      // The same in the middle of a line.
      for (const before of ['', 'k=v ']) {
        const text = `${before}${line} z=1`;
        const word = splitWords(text, before.length, text.length) as [Word, Word];
        const found = word[0].assigned();
        const at = (range?: { start: number; end: number }) => range && text.slice(range.start, range.end);
        const { valueAt = -1, value = '' } = found ?? {};
        const piece = valueAt < 0 ? undefined : text.slice(valueAt, valueAt + value.length);
        assert.equal([found?.name, found?.value, at(found?.nameAt), at(found?.whole), piece], expected, text);
      }
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
    const failure = { kind: 'failure', data: {} };
    assert.equal(splitWords(`a b="c d`, 0, 8), { ...failure, code: 'ini/unclosed-quote', start: 4, end: 8 });
    assert.equal(splitWords('ab\\', 0, 3), { ...failure, code: 'ini/backslash-at-end', start: 2, end: 3 });
  });
});

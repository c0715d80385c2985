import { readIni } from '../../src/source/ini.ts';
import type { HostLine } from '../../src/source/ini.ts';
import type { Pair } from '../../src/source/tree.ts';
import { assert, describe } from '../describe.ts';
import { line, Random } from './random.ts';

/** The variables of the last host. */
function ofLast(text: string): readonly Pair[] | undefined {
  const lines = readIni(text).sections.at(-1)?.lines as readonly HostLine[] | undefined;
  return lines?.at(-1)?.assignments;
}

const trees = (pairs: readonly Pair[] | undefined): unknown => pairs?.map(({ key, value }) => [key, value]);

describe('what a source says in the same words', (test) => {
  test('is worth the same, at its own place', () => {
    const text = "h1 a=\"{'b': [1, x]}\"\nh2 a=\"{'b': [1, 'x']}\" 'c d=5'\n  h3 'c d=5' a=\"{'b': [1, 'x']}\"\n";
    const [words, value] = ofLast(text) ?? [];
    assert.ok(words?.like !== undefined && value?.like !== undefined);
    const at = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    assert.equal([words.key, words.value].map(at), ['c d', '5']);
    assert.ok(words.key.start > text.indexOf('h3'));
    assert.is(value.value.kind, 'mapping');
    if (value.value.kind === 'mapping')
      assert.equal(
        value.value.pairs.map(({ value: list }) => at(list)),
        ["[1, 'x']"],
      );
  });

  test('keeps its marks: text of bytes is no template for the second host either', () => {
    const [value] = ofLast('h1 "a=b\'{{ x }}\'"\nh2 "a=b\'{{ x }}\'"\n') ?? [];
    assert.ok(value?.like !== undefined);
    assert.is(value.value.kind === 'scalar' && value.value.mark, 'unsafe');
  });

  test('is read as if it stood there alone', () => {
    const random = new Random(1);
    let twins = 0;
    const lines = Array.from({ length: 2000 }, () => line(random));
    for (const one of [`a="{'b': [1, 'x'], 2: {1, 2}}" 'c d=5' "e=[b'x']"`, ...lines]) {
      const words = `h ${one.replace(/[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g, ' ')}`;
      const nothing = `#${' '.repeat(words.length - 1)}`;
      const alone = ofLast(`${nothing}\n${words}`);
      const behind = ofLast(`${words}\n${words}`);
      assert.equal(trees(behind), trees(alone), words);
      twins += behind?.filter(({ like }) => like !== undefined).length ?? 0;
    }
    assert.ok(twins > 100, String(twins));
  });
});

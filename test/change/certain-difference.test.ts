/** Texts of files that surely differ, and those that a run may make equal. */
import type { RenderedText } from '../../src/ansible/index.ts';
import { surelyDiffer } from '../../src/change/certain-difference.ts';
import { Document } from '../../src/source/document.ts';
import { assert, describe } from '../describe.ts';

const place = { document: new Document('template.j2', '', 'template', {}), start: 0, end: 0 };

/** A text: what is not known is `{{ name }}`, and what is there in some runs `[one|other]`. */
function text(written: string): RenderedText {
  return written
    .split(/(\{\{.*?\}\}|\[[^\]]*\])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const cause = { reason: 'fact', message: piece, name: undefined, place } as const;
      if (piece.startsWith('{{')) return { ...cause, kind: 'hole', extent: 'value' };
      if (!piece.startsWith('[')) return { kind: 'text', text: piece, place, isComputed: false, from: [] };
      const why = { ...cause, message: 'whether it is so' };
      return { kind: 'choice', why, alternatives: piece.slice(1, -1).split('|').map(text) };
    });
}

describe('the difference of two texts', (test) => {
  const certain: readonly (readonly [string, string])[] = [
    ['a: 1\n', 'a: 2\n'],
    ['a: 1\nb: 1\n', 'b: 1\na: 1\n'],
    ['a: 1\n', 'a: 1\n\n'],
    ['a: {{ x }}\n', 'a: {{ x }}\nb: 1\n'],
    ['a: 1\n', 'a: 1\nb: {{ x }}\n'],
    ['a: {{ x }}\nc: 1\n', 'a: {{ y }}\nc: 2\n'],
    ['a: 1\n[b: 1\n|]', 'a: 2\n[b: 1\n|]'],
    ['a: 1\n[b: 1\n|]', 'a: 2\n[c: 1\n|]'],
  ];
  for (const [before, after] of certain)
    test(`is certain between ${JSON.stringify(before)} and ${JSON.stringify(after)}`, () => {
      assert.is(surelyDiffer(text(before), text(after)), true);
      assert.is(surelyDiffer(text(after), text(before)), true);
    });

  const open: readonly (readonly [string, string])[] = [
    ['a: {{ x }}\n', 'a: {{ x }}\n'],
    ['a: {{ x }}\n', 'a: {{ y }}\n'],
    ['a: 1\n', 'a: {{ x }}\n'],
    ['a: 1\nb: 2\n', '{{ x }}'],
    ['a: 1\n', 'a: 1\n[b: 1\n|]'],
    ['a: 1\n', 'a: [1|2]\n'],
    ['a: 1\nc: 1\n', 'a: 1\n[b: 1\n|]c: 1\n'],
    ['[a: 1\n|b: 1\n]', '[a: 2\n|b: 1\n]'],
    ['a: 1\n', '[a: 1|a: 2]\n'],
  ];
  for (const [before, after] of open)
    test(`is open between ${JSON.stringify(before)} and ${JSON.stringify(after)}`, () => {
      assert.is(surelyDiffer(text(before), text(after)), false);
      assert.is(surelyDiffer(text(after), text(before)), false);
    });
});

import fc from 'fast-check';
import { readPythonLiteral } from '../../src/source/python-literal.ts';
import { readPlainLiteral } from '../../src/source/python-plain-literal.ts';
import type { Node } from '../../src/source/tree.ts';
import { assert, describe } from '../describe.ts';

const OFFSET = 100;

function whole(text: string): { start: number; end: number } {
  return { start: OFFSET - 1, end: OFFSET + text.length + 1 };
}

function plain(text: string): Node | undefined {
  return readPlainLiteral(text, OFFSET, whole(text));
}

function parsed(text: string): ReturnType<typeof readPythonLiteral> {
  const place = (start: number, end: number) => ({ start: OFFSET + start, end: OFFSET + end });
  return readPythonLiteral(text, place, { whole: whole(text) });
}

describe('plain literals', (test) => {
  test('what inventories hold is read, as the parser reads it', () => {
    for (const text of [
      '30',
      '-5',
      '-0',
      'True',
      'None',
      `'a b'`,
      `""`,
      '[]',
      '{}',
      `['data_hot', "ingest", 3]`,
      `{'rack': 'r07', "row": 4, 'ssd': False}`,
      `{ 'a' : {'paths': ['/var/log/*.json' , '#x']} }`,
    ]) {
      const node = plain(text);
      assert.ok(node !== undefined, text);
      assert.equal(node, parsed(text), text);
    }
  });

  test('all else is left to the parser', () => {
    for (const text of [
      '',
      ' 1',
      '01',
      '1.5',
      '1_0',
      '1 + 2j',
      `'''a'''`,
      `'a' 'b'`,
      `'\\n'`,
      '(1,)',
      '{1}',
      'Truer',
      `'a`,
    ])
      assert.is(plain(text), undefined, text);
    for (const text of [
      `{'a': 1, 'a': 2}`,
      `{1: 2}`,
      '[1,]',
      '[,]',
      '[1 2]',
      '[1',
      '[1]]',
      `{'a'}`,
      '{{ name }}',
      'text',
    ])
      assert.is(plain(text), undefined, text);
  });

  test('no text is read otherwise than by the parser', () => {
    const pieces = [
      `'`,
      '"',
      '[',
      ']',
      '{',
      '}',
      ':',
      ',',
      '-',
      '0',
      '1',
      '.',
      ' ',
      '#',
      'a',
      'True',
      'None',
      `'a'`,
      `'b'`,
      `'a': `,
      ', ',
      '[1]',
      '\\',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (literal) => {
        const node = plain(literal);
        if (node !== undefined) assert.equal(node, parsed(literal), literal);
      }),
      { numRuns: 5000, seed: 1 },
    );
  });
});

/** Texts that are nearly right: one slip of the fingers, of an editor, or of another system. */
import fc from 'fast-check';

type Text = fc.Arbitrary<string>;

const SLIPS: readonly ((text: string, at: number, piece: string) => string)[] = [
  (text, at, piece) => text.slice(0, at) + piece + text.slice(at),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => `\ufeff${text}`,
  (text) => text.trimEnd(),
  (text) => `${text}\n\n# the end`,
  (text, at) => text.slice(0, at),
  (text, at) => text + text.slice(at),
];

const pieces = fc.constantFrom(
  ' ',
  '\t',
  '\n',
  ':',
  '#',
  ' #',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '=',
  '&a ',
  '*a ',
  '!',
  '- ',
  '---\n',
  '...\n',
  '\x85',
  '\u2028',
  '\x0c',
  '\x00',
  '\udcff',
  'é',
  '\\',
  '%',
  '<<: ',
  '!unsafe ',
  '{{ a }}',
);

/** A text, in one of ten cases with a slip. */
export function mutated(text: Text): Text {
  const slipped = fc
    .tuple(text, fc.constantFrom(...SLIPS), fc.nat(400), pieces)
    .map(([whole, slip, at, piece]) => slip(whole, at % (whole.length + 1), piece));
  return fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: slipped });
}

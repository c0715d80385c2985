import fc from 'fast-check';
import { readIni } from '../../src/source/ini.ts';
import { readJson } from '../../src/source/json.ts';
import { rangeOfPart } from '../../src/source/scalar-offsets.ts';
import { Scalar } from '../../src/source/tree.ts';
import type { Node } from '../../src/source/tree.ts';
import { readYaml } from '../../src/source/yaml/read.ts';
import { assert, describe } from '../describe.ts';

/** The text to look for in the values. */
const NAME = 'ram';

/** The first text value that holds it, depth first. */
function textWithName(node: Node | undefined): Scalar | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'scalar') return String(node.value).includes(NAME) ? node : undefined;
  const parts = node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
  return parts.map(textWithName).find((found) => found !== undefined);
}

/** The place where the reader of offsets finds it in a text; undefined if it cannot. */
function offsetOfName(text: string, scalar: Scalar | undefined): number | undefined {
  assert.ok(scalar, `no value holds ${NAME}`);
  const start = (scalar.value as string).lastIndexOf(NAME);
  const range = rangeOfPart(text, scalar, { start, end: start + NAME.length });
  if (range !== undefined) assert.is(text.slice(range.start, range.end), NAME);
  return range?.start;
}

const YAML: readonly (readonly [title: string, text: string])[] = [
  ['a plain value', 'a: {{}}\nb: x {{ ram }} y\n'.replace('{{}}', '1')],
  ['a plain value over several lines', 'a: x\n   {{ other }}\n\n   and {{ ram }}\n'],
  ['single quotes', "a: '{{ ram }}'\n"],
  ['single quotes that are doubled', "a: '{{ ''x'' ~ ram }}'\n"],
  ['single quotes over several lines', "a: '{{ ''x''\n   ~\n\n   ram }}'\n"],
  ['double quotes', 'a: "{{ ram }}"\n'],
  ['escapes', 'a: "\\t\\x41\\u00e4\\U0001F600\\"{{ ram }}"\n'],
  ['an escaped line break', 'a: "{{ x \\\n    ~   ram }}"\n'],
  ['double quotes over several lines', 'a: "{{ x   \n\n    ~   ram }}"\n'],
  ['an anchor', 'a: &name "{{ ram }}"\n'],
  ['an anchor and a tag', 'a: &name !!str "{{ ram }}"\n'],
  ['an anchor on a line of its own', "a: &name # why\n  '{{ ram }}'\n"],
  ['a literal block', 'a: |\n  first\n    {% if x %}\n\n  {{ ram }}\n'],
  ['a literal block with a header', 'a: |2- # why\n    first\n    {{ ram }}\nb: 1\n'],
  ['a literal block in a map', 'm:\n  a: |+\n    {{ x }}\n    {{ ram }}\n\n\n  b: 1\n'],
  ['a folded block', 'a: >\n  {{ x }}\n  {{ y }}\n\n  {{ ram }}\n'],
  ['a folded block with deeper lines', 'a: >-\n\n  one\n  two\n    deeper\n    lines\n\n  {{ z }}\n  {{ ram }}\n'],
  ['Windows line ends', 'a: >\r\n  {{ x }}\r\n  {{ ram }}\r\nb: "{{ ram }}"\r\n'],
  ['a list in flow style', 'a: [1, "x", "{{ ram }}"]\n'],
  ['characters beyond the first plane', 'a: "😀 {{ ram }}"\n'],
];

describe('the place of a part of a value', (test) => {
  for (const [title, text] of YAML)
    test(`${title}: it is found in YAML`, () => {
      assert.is(offsetOfName(text, textWithName(readYaml(text).root)), text.indexOf(NAME));
    });

  test('it is found in JSON, behind escapes', () => {
    const text = '{"a": "\\"\\u00e4\\/ {{ ram }}"}';
    assert.is(offsetOfName(text, textWithName(readJson(text)?.root)), text.indexOf(NAME));
  });

  test('it is found in INI, in lines of hosts and of variables', () => {
    for (const value of ['{{ram}}', '"{{ ram }}"', "'{{ ram }}'", '"{{ x | d(\\"y\\") ~ ram }}"', '{{x\\ ~\\ ram}}'])
      for (const text of [`[web]\nh1 b=1 a=${value} c=2\n`, `[web:vars]\na = ${value}\n`]) {
        const [section] = readIni(text).sections;
        const pairs = section?.kind === 'hosts' ? section.lines[0]?.assignments : section?.lines;
        const values = (pairs ?? []).map((pair) =>
          'value' in pair && pair instanceof Scalar ? pair : (pair as { value: Node }).value,
        );
        const found = values.map((one) => textWithName(one)).find((one) => one !== undefined);
        assert.is(offsetOfName(text, found), text.indexOf(NAME), text);
      }
  });

  test('where the value is not what stands there, nobody can tell', () => {
    const other = new Scalar(3, 10, 'str', 'something else', 'double');
    assert.is(rangeOfPart('a: "{{ ram }}"', other, { start: 0, end: 3 }), undefined);
  });

  test('every word of every value that YAML reads is found where it stands', () => {
    const line = fc.stringMatching(/^[a-z'"\\ ]{0,12}$/);
    const lines = fc.array(line, { maxLength: 5 });
    let found = 0;
    fc.assert(
      fc.property(lines, fc.constantFrom('|', '>', '|-', '>+', '"', "'", ''), (content, style) => {
        const body = [...content, NAME, ...content].map((one) => `  ${one}`).join('\n');
        const text = style === '"' || style === "'" ? `a: ${style}${body}${style}\n` : `a: ${style}\n${body}\n`;
        const { root, problem } = readYaml(text);
        const scalar = problem === undefined ? textWithName(root) : undefined;
        if (scalar?.style === undefined) return;
        found++;
        const start = (scalar.value as string).indexOf(NAME);
        const range = rangeOfPart(text, scalar, { start, end: start + 3 });
        assert.is(range?.start, text.indexOf(NAME), JSON.stringify(text));
      }),
      { seed: 7, numRuns: 1000 },
    );
    assert.ok(found > 300, `only ${String(found)} texts were values`);
  });
});

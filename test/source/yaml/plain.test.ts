import fc from 'fast-check';
import { composeYaml } from '../../../src/source/yaml/composer.ts';
import { readPlainYaml } from '../../../src/source/yaml/plain-yaml.ts';
import { assert, describe } from '../../describe.ts';

const PLAIN = [
  'a: 1\n',
  '---\n# head\n\na: b c  # why\n\n# tail',
  "a:\n  b: [x, -1, \"y: z\", 'it''s', { c: 1.5, d: yes }, []]\n  e: {}\nf:\n",
  'a:\n- 1\n- b: 2\n  c:\n  - x#y\n  -\n- http://z:1/?q\nd: ~\n',
  '- a\n-\n  - b\n- {x: "{{ y }}"}\n',
  'a: &x b\nc: [*x, *x ]\nd: *x # e\n',
  'a: &x_-1 # why\n  b: &y [1]\n  c: {d: *y}\ne: &z\n- *x_-1\nf: *z\n',
  'a:   # nothing\n\n  # but a comment\n  b: 0x1F\nc: "ü é"\n',
];

/** Not read, or for `compose` to say what is wrong. */
const OTHER = [
  '',
  'text\n',
  'a: |\n  b\n',
  'a: *x\n',
  'a: &x *x\n',
  'a: &x [*x]\n',
  'a: &x\nb: *x\n',
  'a: &x 1\nb: &x 2\n',
  'a: &x 1\n*x : 2\n',
  'a: &x {}\n<<: *x\n',
  'a: !vault b\n',
  'a: "\\n"\n',
  'a: b\n  c\n',
  'a: 1\na: 2\n',
  'a: [1,\n  2]\n',
  'a: b: c\n',
  'a:\n  b: 1\n c: 2\n',
  'a:\n  - b\n  c: 1\n',
  'a: 2020-13-01\n',
  'a:\tb\n',
  'a: 1\n---\nb: 2\n',
  '<<: {a: 1}\n',
  'yes: 1\n',
  'a: [b: c]\n',
  'a: "b" c\n',
  'a: "b"#c\n',
];

describe('plain YAML', (test) => {
  test('what inventories hold is read, as it is by its events', () => {
    for (const text of PLAIN) {
      const root = readPlainYaml(text);
      assert.ok(root !== undefined, text);
      assert.equal({ root, problem: undefined, duplicates: [] }, composeYaml(text, 'tagged'), text);
    }
  });

  test('all else is left alone', () => {
    for (const text of OTHER) assert.is(readPlainYaml(text), undefined, text);
  });

  test('deep nesting is left alone, however it is written', () => {
    for (const text of [`a: ${'['.repeat(1e5)}`, '- '.repeat(1e5), '- a:\n'.repeat(3), `a: ${'{a: '.repeat(1e5)}`])
      assert.not.throws(() => readPlainYaml(text));
    const nested = Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('');
    assert.is(readPlainYaml(nested), undefined);
  });

  test('endless texts are left alone', () => {
    for (const text of [
      `a: ${'x'.repeat(2e7)}`,
      '\n'.repeat(2e7),
      `${'#\n'.repeat(1e7)}a: 1\n`,
      `a: [${'b '.repeat(1e7)}]`,
    ])
      assert.is(readPlainYaml(text), undefined);
  });

  test('no text is read otherwise than by its events', () => {
    const values = [
      '',
      'b',
      '1',
      'b c',
      '"d"',
      "'e'",
      '[1, f]',
      '{g: h}',
      '{g: }',
      '[',
      'b:',
      '- i',
      '#j',
      'k #l',
      '-1',
      '~',
      '&x l',
      '&x',
      '&y [*x]',
      '*x',
      '{g: *x}',
      '*y',
    ];
    const line = fc
      .tuple(
        fc.constantFrom('', '', '  ', '  ', '    ', ' '),
        fc.constantFrom('a:', 'b:', 'c.d:', 'e-f: ', '- ', '-', '- a:', '# ', '', '---', 'x'),
        fc.constantFrom(' ', ' ', '', '  '),
        fc.constantFrom(...values),
        fc.constantFrom('\n', '\n', '\n', ' \n', ' # m\n', '\n\n', ''),
      )
      .map((parts) => parts.join(''));
    let read = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = lines.join('');
        const root = readPlainYaml(text);
        if (root === undefined) return;
        read++;
        assert.equal({ root, problem: undefined, duplicates: [] }, composeYaml(text, 'tagged'), text);
      }),
      { numRuns: 20_000, seed: 1 },
    );
    assert.ok(read > 500, `only ${String(read)} texts were plain`);
  });
});

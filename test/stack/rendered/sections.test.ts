/** Files of YAML say the same however they are cut into parts: a section that is read by itself depends on no other. */
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { Document } from '../../../src/source/document.ts';
import { readYamlSettings } from '../../../src/stack/rendered/yaml-settings.ts';
import { assert, describe } from '../../describe.ts';
import { Random } from '../../source/random.ts';
import { shown } from './rendered.ts';

const LINES = [
  ...[
    'a: 1',
    'a.b: 2',
    'a:\n  b: 3',
    'b: ${X}',
    'c: [1, 2]',
    'c:\n- 1\n- 2',
    '  d: 1',
    '"e": 1',
    'f:',
    'yes: 1',
    'on: 2',
  ],
  ...['g: |\n  text\n', 'g: |+\n  text\n\n', 'h: >-\n', 'i: x\n  y', 'j: "x', 'y: z"', 'k: {', 'l: 1}', '{}', '"'],
  ...[
    'm: &x 1',
    'n: *x',
    '<<: *x',
    '&x',
    'o: !!str',
    'p: !q 1',
    '!!null',
    '? r\n: 1',
    '- 1',
    '@s: 1',
    't: @s',
    '\tu: 1',
  ],
  ...['---', '--- v', '...', '%YAML 1.1', '# comment', '', ' ', '~', 'null', '~: 1', 'Null: 2', 'w: |1\n x', 'x: 1\r'],
];

/** A text of one part for each piece; nothing of it is computed. */
function textOf(pieces: readonly string[]): RenderedText {
  const document = new Document('elasticsearch.yml.j2', pieces.join(''), 'template', {});
  let end = 0;
  return pieces.map((text) => {
    const start = end;
    end += text.length;
    return { kind: 'text', text, place: { document, start, end }, isComputed: false, from: [] };
  });
}

/** What a text says: its settings with their places, what is open, and its faults. */
function said(pieces: readonly string[]): unknown {
  const { values, open, faults } = readYamlSettings(textOf(pieces), 'refused');
  const settings = Array.from(values, ([name, value]) => {
    const { start, end } = value.sourceOf?.().place ?? {};
    return [name, shown(value), start, end];
  });
  return {
    settings,
    open: open.map(({ prefix, why }) => [prefix, why.message]),
    faults: faults.map(({ code, place: { start, end } }) => [code, start, end]),
  };
}

function cut(text: string, random: Random): readonly string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== '';) {
    const length = 1 + random.below(12);
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return pieces;
}

describe('a file of YAML', (test) => {
  test('says the same in any parts', () => {
    for (let seed = 1; seed <= 4000; seed++) {
      const random = new Random(seed);
      const text = Array.from({ length: 1 + random.below(6) }, () => `${random.one(LINES)}\n`).join('');
      assert.equal(said(cut(text, random)), said([text]), `seed ${String(seed)}: ${JSON.stringify(text)}`);
    }
  });

  test('is read again only where it differs', () => {
    const [head, one, other, tail] = textOf(['cluster.name: logs\nnode.name: ', 'es-1', 'es-2', '\npath.data: /srv\n']);
    if (head === undefined || one === undefined || other === undefined || tail === undefined)
      throw new Error('no parts');
    const [first, second] = [one, other].map((name) => readYamlSettings([head, name, tail], 'refused').values);
    for (const name of ['cluster.name', 'path.data']) assert.is(first?.get(name), second?.get(name));
    assert.is.not(first?.get('node.name'), second?.get('node.name'));
  });
});

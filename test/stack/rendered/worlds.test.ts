/**
 * Whatever a run makes of a text, it sets what was said to be known to that value, and nothing of what was said to be
 * unset: random texts with holes and choices, and random runs of each.
 */
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { readJvmOptions } from '../../../src/stack/rendered/jvm-options.ts';
import { whyMaybeSet } from '../../../src/stack/rendered/reading.ts';
import type { Reading } from '../../../src/stack/rendered/reading.ts';
import { readYamlSettings } from '../../../src/stack/rendered/yaml-settings.ts';
import { assert, describe } from '../../describe.ts';
import { Random } from '../../source/random.ts';
import { either, hole, rendered, shown } from './rendered.ts';
import type { Piece } from './rendered.ts';

/** The texts that holes can be, by their names. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  word: ['x', '12', 'true', 'a b', '~', ''],
  value: ['x', '12', 'true', '{zz: 1}', '[a, b]', ''],
  pair: ['zz: 1', 'x.y: {z: 1}', '# nothing', 'zz:'],
  item: ['- more', '# nothing'],
  top: ['', 'zz: 1\n', 'zz:\n  yy: 1\nxx: 2\n', '# nothing\n'],
  belowList: ['', '  - more\n', 'zz: 1\n'],
  belowKey: ['', '  zz: 1\n', 'zz: 1\n', '  - more\n'],
  option: ['-Xmx7g', '-Xms7g', '# nothing', ''],
  options: ['', '-Xmx9g\n', '-Xms9g\n-Xmx9g\n', '# nothing\n'],
  size: ['7', '12'],
};

const KEYS = ['a', 'b', 'c', 'd', 'e.f', 'e.g', 'h'];

/** A file of YAML. */
function yamlPieces(random: Random): readonly Piece[] {
  return Array.from({ length: 1 + random.below(6) }, () => topPieces(random, 0)).flat();
}

function topPieces(random: Random, depth: number): readonly Piece[] {
  const key = random.one(KEYS);
  switch (random.below(depth > 1 ? 9 : 13)) {
    case 0:
      return [`${key}: `, hole('value'), '\n'];
    case 1:
      return [`${key}: "https://`, hole('word'), ':9200"\n'];
    case 2:
      return [`${key}:\n`, ...random.times(3, () => ['  - x\n', '  - ', hole('word'), '\n']).flat(), '  - y\n'];
    case 3:
      return [`${key}:\n  n: 1\n`, ...nestedPieces(random), '  m: 2\n'];
    case 4:
      return [hole('pair'), '\n'];
    case 5:
      return [`${key}${random.one(['', '.k', '-'])}`, hole('word'), ': 1\n'];
    case 6:
      return ['# by ', hole('word'), '\n', `${key}: ${random.one(['1', 'x', '[x, y]', '"q"'])}\n`];
    case 7:
      return [`${key}: `, either(rendered('1'), rendered(random.one(['1', '2'])), rendered(hole('word'))), '\n'];
    case 8:
      return [`${key}: ${random.one(['1', '2'])}\n`];
    case 9:
      return [hole('top', 'lines')];
    case 10:
      return [`${key}:\n  - x\n`, hole('belowList', 'lines')];
    case 11:
      return [`${key}:\n`, hole('belowKey', 'lines')];
    default:
      return [
        either(
          ...Array.from({ length: 2 + random.below(2) }, () =>
            rendered(...random.times(2, () => topPieces(random, depth + 1)).flat()),
          ),
        ),
      ];
  }
}

function nestedPieces(random: Random): readonly Piece[] {
  return random
    .times(2, (): readonly Piece[] => {
      const key = random.one(['n', 'o', 'p.q']);
      switch (random.below(4)) {
        case 0:
          return ['  ', hole('pair'), '\n'];
        case 1:
          return [either([], rendered(`  ${key}: 1\n`), rendered(`  ${key}: `, hole('word'), '\n'))];
        case 2:
          return [`  ${key}:\n    - x\n    `, hole('item'), '\n'];
        default:
          return [`  ${key}: ${random.one(['1', '2'])}\n`];
      }
    })
    .flat();
}

function optionPieces(random: Random, depth = 0): readonly Piece[] {
  return random
    .times(4, (): readonly Piece[] => {
      const option = random.one(['-Xms', '-Xmx']);
      switch (random.below(depth > 1 ? 5 : 7)) {
        case 0:
          return [option, hole('size'), 'g\n'];
        case 1:
          return [hole('option'), '\n'];
        case 2:
          return [hole('options', 'lines')];
        case 3:
        case 4:
          return [`${option}${random.one(['1g', '2g'])}\n`];
        default:
          return [either(...Array.from({ length: 2 }, () => rendered(...optionPieces(random, depth + 1))))];
      }
    })
    .flat();
}

/** A text as a run may make it. */
function ran(text: RenderedText, random: Random): string {
  return text
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'hole'
        ? random.one(RUNS[part.name ?? ''] ?? [])
        : ran(random.one(part.alternatives), random);
    })
    .join('');
}

/** What is wrong with a reading where a run gives another one. */
function contradictions(said: Reading, run: Reading): readonly string[] {
  return [
    ...[...said.values]
      .filter(([name, value]) => value.state === 'known' && !isSame(shown(run.values.get(name)), shown(value)))
      .map(([name, value]) => `${name} is ${String(shown(run.values.get(name)))}, said to be ${String(shown(value))}`),
    ...[...run.values.keys()]
      .filter((name) => !said.values.has(name) && whyMaybeSet(said, name) === undefined)
      .map((name) => `${name} is ${String(shown(run.values.get(name)))}, said to be unset`),
  ];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function hold(pieces: (random: Random) => readonly Piece[], read: (text: RenderedText) => Reading): number {
  let known = 0;
  for (let seed = 1; seed <= 1500; seed++) {
    const random = new Random(seed);
    const text = rendered(...pieces(random));
    const said = read(text);
    known += [...said.values.values()].filter(({ state }) => state === 'known').length;
    for (let run = 0; run < 12; run++) {
      const made = ran(text, random);
      const reading = read(rendered(made));
      // A text that the product refuses is no run that works.
      if (reading.faults.length === 0)
        assert.equal(contradictions(said, reading), [], `seed ${String(seed)}:\n${shownText(text)}\n---\n${made}`);
    }
  }
  return known;
}

function shownText(text: RenderedText): string {
  return text
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'hole' ? `⟨${String(part.name)}⟩` : `⟨${part.alternatives.map(shownText).join(' | ')}⟩`;
    })
    .join('');
}

describe('runs of random texts', (test) => {
  test('agree with what is said of settings in YAML', () => {
    assert.ok(hold(yamlPieces, (text) => readYamlSettings(text, 'refused')) > 1000);
  });

  test('agree with what is said of options of the JVM', () => {
    assert.ok(hold(optionPieces, (text) => readJvmOptions(text)) > 300);
  });
});

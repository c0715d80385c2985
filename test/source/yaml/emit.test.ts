import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { emitYaml, makeEmittedScalar } from '../../../src/source/yaml/emit.ts';
import type { Emitted, PythonType } from '../../../src/source/yaml/emit.ts';
import { assert, describe } from '../../describe.ts';
import { PYTHON } from '../../python.ts';
import { Random } from '../random.ts';

type Tagged = readonly [kind: string, content: unknown];
type Question = readonly [value: Tagged, flow: boolean, indent: number, width: number];

const ORACLE = fileURLToPath(new URL('emit_oracle.py', import.meta.url));
/** More of them, or others, for a longer comparison by hand. */
const count = Number(process.env['COMPARISONS'] ?? 1000);
const seed = Number(process.env['SEED'] ?? 1);

const TEXTS = [
  ...['', 'x', 'a b', 'yes', 'No', 'null', '~', '5', '0x1F', '1e3', '1.5', '.inf', '2024-01-01', '08:30', '22:22', '=', '<<'],
  ...['- a', '-', '---', '--- x', '...', 'a: b', 'a:', ':a', '?', '? a', '#', 'a #b', 'a#b', '{{ x }}', '[a', "it's", '"', '\\'],
  ...['a, b', 'a,b', '!x', '&x', '*x', '%', '@', '`', '|', '>', 'x\ny', 'x\n', '\nx', 'x\n\n', 'a \nb', 'a\n b', '\t', 'a\tb'],
  ...['é', 'ﬀ', '😀', '\u0085', '\u2028', '\ufeff', '\u00a0', '\0', '\x1b', '\x7f', 'ü\nß', ' x', 'x ', '  ', 'a  b', '1_000'],
]; // prettier-ignore
const WORDS = [
  'x',
  'word',
  'longer-word',
  'é',
  '😀',
  "it's",
  'a:',
  '#',
  '\n',
  ' ',
  '\n\n',
  '\\',
  '"',
  '\t',
  'äöü',
  '{',
  ',',
  '\u2028',
];
const SCALARS: readonly Tagged[] = [
  ['null', null],
  ['bool', 'true'],
  ['int', '-12'],
  ['int', '123456789012345678901234567890'],
  ['float', '1.5'],
  ['float', '1e+16'],
  ['float', '1e-05'],
  ['float', 'inf'],
  ['float', '-inf'],
  ['float', 'nan'],
  ['date', '2024-01-01'],
  ['datetime', '2024-01-01T10:00:00'],
  ['datetime', '2024-01-01T10:00:00.123000+02:00'],
  ['bytes', 'aGVsbG8='],
];

function text(random: Random): string {
  if (random.below(3) > 0) return random.one(TEXTS);
  const words = random.times(40, () => random.one(WORDS));
  return words.join(random.below(4) === 0 ? '' : ' ');
}

function value(random: Random, depth: number, shared: { count: number }): Tagged {
  const kind = depth === 0 ? 9 : random.below(12);
  if (kind < 3) {
    shared.count++;
    return ['list', random.times(4, () => value(random, depth - 1, shared))];
  }
  if (kind < 6) {
    shared.count++;
    const keys = new Set(random.times(4, () => text(random)));
    return ['dict', [...keys].map((key) => [['str', key], value(random, depth - 1, shared)])];
  }
  if (kind === 6 && shared.count > 1) return ['ref', 1 + random.below(shared.count - 1)];
  if (kind === 7) {
    shared.count++;
    return ['vault', text(random)];
  }
  return kind === 8 ? random.one(SCALARS) : ['str', text(random)];
}

function emitted([kind, content]: Tagged, flow: boolean, seen: Emitted[]): Emitted {
  if (kind === 'ref') return seen[content as number] ?? makeEmittedScalar('null', '');
  if (kind === 'vault') {
    const node: Emitted = { kind: 'scalar', tag: '!vault', text: content as string, literal: true };
    seen.push(node);
    return node;
  }
  if (kind === 'list') {
    const items: Emitted[] = [];
    const node: Emitted = { kind: 'sequence', items, flow };
    seen.push(node);
    for (const item of content as readonly Tagged[]) items.push(emitted(item, flow, seen));
    return node;
  }
  if (kind === 'dict') {
    const pairs: (readonly [Emitted, Emitted])[] = [];
    const node: Emitted = { kind: 'mapping', pairs, flow };
    seen.push(node);
    for (const [key, part] of content as readonly (readonly [Tagged, Tagged])[])
      pairs.push([emitted(key, flow, seen), emitted(part, flow, seen)]);
    return node;
  }
  return makeEmittedScalar(kind as PythonType, String(content));
}

function answer([tagged, flow, indent, width]: Question): string {
  return emitYaml(emitted(tagged, flow, []), { indent, width });
}

/** A value that holds itself has no end. */
function isCircular(tagged: Tagged): boolean {
  const seen: number[] = [];
  let count = 0;
  const visit = ([kind, content]: Tagged): boolean => {
    if (kind === 'ref') return seen.includes(content as number);
    if (kind === 'vault') count++;
    if (kind !== 'list' && kind !== 'dict') return false;
    seen.push(count++);
    const parts = kind === 'list' ? (content as Tagged[]) : (content as [Tagged, Tagged][]).map(([, part]) => part);
    const found = parts.some(visit);
    seen.pop();
    return found;
  };
  return visit(tagged);
}

describe('emitYaml', (test) => {
  test('quotes what plain text would mean otherwise', () => {
    const written = (text: string): string => emitYaml(makeEmittedScalar('str', text));
    assert.is(written('yes'), "'yes'\n");
    assert.is(written('a: b'), "'a: b'\n");
    assert.is(written('a:b'), 'a:b\n');
    assert.is(written('tab\there'), '"tab\\there"\n');
    assert.is(written('😀'), '"\\U0001F600"\n');
    assert.is(written('one\ntwo'), "'one\n\n  two'\n");
  });

  test('writes what stands twice once', () => {
    const shared: Emitted = { kind: 'sequence', items: [makeEmittedScalar('int', '1')], flow: false };
    const key = (name: string): Emitted => makeEmittedScalar('str', name);
    const pairs = [[key('a'), shared] as const, [key('b'), shared] as const];
    assert.is(emitYaml({ kind: 'mapping', pairs, flow: false }), 'a: &id001\n- 1\nb: *id001\n');
  });

  test('random values, as PyYAML with libyaml writes them', () => {
    const random = new Random(seed);
    const questions = Array.from({ length: count }, (): Question => {
      const tagged = value(random, 4, { count: 0 });
      return [tagged, random.below(3) === 0, random.one([1, 2, 4, 9]), random.one([80, 80, 20, 1000])];
    }).filter(([tagged]) => !isCircular(tagged));
    const input = JSON.stringify(questions);
    const run = spawnSync(PYTHON, [ORACLE], { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
    if (run.error !== undefined || /No module named|has no attribute 'CSafeDumper'/.test(run.stderr))
      return console.log('skipped: no PyYAML with libyaml to compare with');
    assert.is(run.status, 0, run.stderr);
    const expected = JSON.parse(run.stdout) as readonly string[];
    for (const [index, question] of questions.entries())
      assert.is(answer(question), expected[index], JSON.stringify(question));
  });
});

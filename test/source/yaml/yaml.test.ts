import { readFileSync } from 'node:fs';
import type { Mapping, Node, Sequence } from '../../../src/source/tree.ts';
import { readYaml } from '../../../src/source/yaml/read.ts';
import { oracleWords } from '../oracle-words.ts';
import { parseEvents } from './events.ts';
import { assert, describe } from '../../describe.ts';
import { isWithin } from '../../pace.ts';
import type { AnsibleAnswer, Answer } from './compare.ts';
import { askAnsible, askOracle, difference } from './compare.ts';
import { makeDocument, meaningful, seeded } from './documents.ts';
import { typedDifference } from './typed.ts';

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as {
  readonly events: readonly [string, Answer][];
  readonly values: readonly [string, AnsibleAnswer][];
};

function mapping(text: string): Mapping {
  const { root } = readYaml(text);
  assert.is(root?.kind, 'mapping');
  return root as Mapping;
}

function value(text: string): Node | undefined {
  return mapping(text).get('k')?.value;
}

function problem(text: string): string | undefined {
  const found = readYaml(text).problem;
  if (found === undefined) return undefined;
  const [message, context] = oracleWords(found, text);
  return `${context === undefined ? '' : `${context}: `}${message} @${found.start}`;
}

describe('YAML as libyaml and Ansible read it', (test) => {
  test('recorded documents give libyaml’s events, marks and errors', () => {
    assert.ok(recorded.events.length > 100);
    for (const [text, answer] of recorded.events) assert.is(difference(text, answer), undefined, JSON.stringify(text));
  });

  test('recorded documents give Ansible’s values, duplicates and errors', () => {
    assert.ok(recorded.values.length > 100);
    for (const [text, answer] of recorded.values)
      assert.is(typedDifference(text, answer), undefined, JSON.stringify(text));
  });

  test('a thousand made documents give what libyaml gives', () => {
    const random = seeded(20_26);
    const texts = Array.from({ length: 1000 }, () => makeDocument(random, []));
    const answers = askOracle(texts);
    if (answers === undefined) console.log("skipped: no Python with PyYAML's C loader");
    answers?.forEach((answer, i) => assert.is(difference(texts[i]!, answer), undefined, JSON.stringify(texts[i])));
  });

  test('made documents give the values that Ansible gives', () => {
    const random = seeded(7);
    const texts = Array.from({ length: 300 }, () => meaningful(random));
    const answers = askAnsible(texts);
    if (answers === undefined) console.log('skipped: no Python with ansible-core');
    answers?.forEach((answer, i) => assert.is(typedDifference(texts[i]!, answer), undefined, JSON.stringify(texts[i])));
  });
});

describe('the tree of a YAML text', (test) => {
  test('an empty text has no root and no problem', () => {
    assert.equal(readYaml('# nothing\n'), { root: undefined, problem: undefined, duplicates: [] });
  });

  test('an aliased value points at its text, and says where it is used', () => {
    const text = 'a: &x [1]\nk: *x\n';
    const root = mapping(text);
    const node = root.get('k')!.value as Sequence;
    assert.is(text.slice(node.start, node.end), '&x [1]');
    assert.equal(node.usedAt, { start: 13, end: 15 });
    assert.is(node.items, (root.get('a')!.value as Sequence).items);
  });

  test('a block collection ends where its last value ends', () => {
    const text = 'k:\n  a: 1\n  b: two\n\n# comment\nnext: 3\n';
    const node = value(text)!;
    assert.is(text.slice(node.start, node.end), 'a: 1\n  b: two');
  });

  test('a byte-order mark counts as one unit', () => {
    assert.is(mapping('\ufeffa: 1\nb: 2\n').pairs[1]!.key.start, 6);
  });

  test('equal keys: the last value at the first place, and a record of what is lost', () => {
    const { root, duplicates } = readYaml('a: 1\nb: 2\na: 3\n');
    assert.equal((root as Mapping).pairs.map(({ key, value }) => [key.value, 'value' in value && value.value]), [['a', 3], ['b', 2]]); // prettier-ignore
    assert.equal(
      duplicates.map(({ key, first, merged }) => [key.start, first.start, merged]),
      [[10, 0, false]],
    );
  });

  test('merged pairs come first and name their merge key; own pairs override them', () => {
    const { root, duplicates } = readYaml('b: &b {x: 1, y: 1}\nk:\n  x: 2\n  <<: *b\n');
    const { pairs } = (root as Mapping).get('k')!.value as Mapping;
    assert.equal(pairs.map(({ key, mergedAt }) => [key.value, mergedAt]), [['x', undefined], ['y', { start: 31, end: 33 }]]); // prettier-ignore
    assert.equal(duplicates.map(({ merged }) => merged), [true]); // prettier-ignore
  });

  test('a mapping that merges itself has its own pairs twice, and what the merge keys after that one bring in', () => {
    // Recorded with ansible-core 2.19: the value, and the keys that it warns of.
    for (const [written, read, ...twice] of [
      ['{<<: *a, x: 1, y: 2}', { x: 1, y: 2 }, 'x', 'y'],
      ['{x: 1, <<: [*a, {x: 2, z: 3}], y: 2}', { x: 1, z: 3, y: 2 }, 'x', 'x', 'y'],
      ['{x: 1, <<: [{x: 2, z: 3}, *a], y: 2}', { x: 1, y: 2, z: 3 }, 'x', 'x', 'y'],
      ['{<<: {<<: *a, x: 1}, y: 2}', { y: 2, x: 1 }, 'y'],
      ['{<<: [{<<: [*a], x: 1}], y: 2}', { y: 2, x: 1 }, 'y'],
      ['{<<: {z: 1}, <<: *a, <<: {w: 1}, y: 2}', { z: 1, w: 1, y: 2 }, 'w', 'y'],
      ['{<<: *a, <<: *a, x: 1}', { x: 1 }, 'x', 'x', 'x'],
    ] as const) {
      const { root, problem, duplicates } = readYaml(`k: &a ${written}\nl: *a\n`);
      assert.is(problem, undefined, written);
      for (const { value } of (root as Mapping).pairs) {
        const { pairs } = value as Mapping;
        assert.equal(pairs.map((pair) => [pair.key.value, 'value' in pair.value && pair.value.value]), Object.entries(read), written); // prettier-ignore
      }
      assert.equal(duplicates.map(({ key }) => key.value), twice, written); // prettier-ignore
    }
    assert.is(
      problem('k: &a {<<: [*a, 5]}\n'),
      'while constructing a mapping: expected a mapping for merging, but found scalar @16',
    );
  });

  test('what Ansible marks', () => {
    const marks = (node: Node | undefined): unknown => node?.kind === 'scalar' && [node.type, node.value, node.mark];
    assert.equal(marks(value('k: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  61\n')), [
      'str',
      '$ANSIBLE_VAULT;1.1;AES256\n61\n',
      'vault',
    ]);
    assert.equal(marks(value('k: !unsafe "{{ x }}"')), ['str', '{{ x }}', 'unsafe']);
    assert.equal(marks(value('k: !unsafe "5"')), ['int', 5, 'none']);
    assert.equal(marks(value('k: 123456789012345678901')), ['int', 123456789012345678901n, 'none']);
    assert.equal(marks(value('k: 2024-01-01 10:00:00 -5')), ['datetime', '2024-01-01T10:00:00-05:00', 'none']);
  });

  test('what was read before a fault is kept', () => {
    const { root, problem } = readYaml('a: 1\nb:\n  c: [2, "3"\nd: 4\n');
    assert.is(problem?.code, 'yaml/missing-comma');
    const { pairs } = (root as Mapping).get('b')!.value as Mapping;
    assert.equal(
      (pairs[0]!.value as Sequence).items.map((item) => 'value' in item && item.value),
      [2, '3'],
    );
  });

  test('where only a value is refused, all is kept', () => {
    const { root, problem } = readYaml('a: 2024-13-01\nb: 1\n');
    const data = { part: 'month', value: 13, expected: '1 to 12' };
    assert.equal(problem, { code: 'yaml/date-out-of-range', data, start: 3, end: 13 });
    assert.is((root as Mapping).pairs.length, 2);
  });
});

describe('a broken text', (test) => {
  test('has what was read before the fault, but for the value that the fault may be a part of', () => {
    const names = (text: string): readonly unknown[] =>
      (readYaml(text).root as Mapping).pairs.map(({ key }) => key.value);
    assert.equal(names('a: 1\nb: prod\n other: [\nc: 1\n'), ['a']);
    assert.equal(names('a: 1\nb: 2 c: 3\n'), ['a']);
    assert.equal(names('a: 1\nb: 2\nc: *d\n'), ['a', 'b']);
  });

  test('says which values the fault cuts short, or may do', () => {
    const cut = (text: string): readonly unknown[] => {
      const { root, cut } = readYaml(text);
      const values = (root as Mapping).pairs.filter(({ value }) => cut?.has(value) === true);
      return values.map(({ key }) => key.value);
    };
    assert.equal(cut('a: [1]\nb: [2, 3\nc: 4\n'), ['b']);
    assert.equal(cut('a: [1]\nb:\n  c: [2\n'), ['b']);
    assert.equal(cut('a: [1]\nb:\n  - 2\n - 3\n'), ['b']);
    assert.equal(cut('a: [1]\nb:\n  c: 1\n  d: "2\n'), ['b']);
    assert.equal(cut('a:\n  - 1\nb: "2\n'), []);
    assert.equal(cut('a: [1]\n<<: {b: [2], c: [3\n'), ['c']);
    assert.equal(cut('a: [1]\n? [b\n'), []);
    assert.equal(cut('a: [1]\nb: {{ c }}\nd: {{ e }}\n'), ['b', 'd']);
    assert.equal(cut('a: [1]\nb: !x [1]\n'), ['b']);
    assert.equal(cut('a: &b [*b]\n'), []);
    assert.equal(cut('a: [1]\n'), []);
  });
});

describe('YAML that would harm the reader', (test) => {
  test('deep nesting is refused in words, not by a full stack', () => {
    const block = Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('');
    for (const text of ['['.repeat(10_000), '{a: '.repeat(10_000), '- '.repeat(10_000), '? '.repeat(10_000), block])
      assert.match(problem(text)!, /nested more than 1000 levels deep/);
    const depth = 10_000;
    assert.is(parseEvents('['.repeat(depth) + ']'.repeat(depth)).events.length, 2 * depth + 4);
  });

  test('aliases and merge keys that multiply are refused', () => {
    const layers = (line: (i: number) => string): string => Array.from({ length: 40 }, (_, i) => line(i)).join('');
    const bomb = `a0: &a0 [x, x]\n${layers((i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]\n`)}`;
    assert.match(problem(bomb)!, /aliases that stand for more than 2500000 values/);
    const keys = Array.from({ length: 40_000 }, (_, i) => `k${i}: 1`).join(', ');
    const merges = `a0: &a0 {${keys}}\n${layers((i) => `a${i + 1}: &a${i + 1} {<<: *a${i}}\n`)}`;
    assert.match(problem(merges)!, /merge keys that bring in more than 1000000 values/);
    const itself = `a: &a {${'<<: *a, '.repeat(40)}x: 1}\n`;
    assert.match(problem(itself)!, /merge keys that bring in more than 1000000 values/);
  });

  test('a value that contains itself is refused', () => {
    assert.is(problem('a: &x [*x]\n'), 'found a value that contains itself @7');
    assert.is(problem('a: &x {b: {<<: *x}}\n'), 'found a value that contains itself @15');
  });

  test('megabytes on one line take no more than their share of time', () => {
    const million = 1_000_000;
    const texts = [
      `a: ${'x '.repeat(million)}`, `"${'\\x41'.repeat(million)}"`, `[${'a, '.repeat(million)}]`, `{${'a: 1, '.repeat(million / 4)}}`,
      ' '.repeat(2 * million), `!${'%41'.repeat(million)}`, `a: ${'1'.repeat(2 * million)}`, `a: 1${':1'.repeat(million)}`, ':'.repeat(2 * million),
    ]; // prettier-ignore
    for (const text of texts) {
      const start = process.cpuUsage();
      readYaml(text);
      const { user, system } = process.cpuUsage(start);
      assert.ok(isWithin(5, (user + system) / 1e6), `${text.slice(0, 20)}… took ${(user + system) / 1e6} s`);
    }
  });
});

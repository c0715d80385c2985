import { readJsonOrProblem, readJson } from '../../src/source/json.ts';
import type { Mapping, Node, Scalar, Sequence } from '../../src/source/tree.ts';
import { oracleWords } from './oracle-words.ts';
import { assert, describe } from '../describe.ts';

function read(text: string): Node {
  const root = readJson(text)?.root;
  assert.ok(root, text);
  return root;
}

/** The text that a problem points at, after its message. */
function problemOf(text: string): string {
  const { problem } = readJsonOrProblem(text);
  return problem === undefined
    ? 'none'
    : `${oracleWords(problem, text)[0]} <${text.slice(problem.start, problem.end)}>`;
}

describe('JSON', (test) => {
  test('every node points at its text', () => {
    const text = ' { "a" : [1, "x\\n"], "b": {} } ';
    const root = read(text) as Mapping;
    const at = ({ start, end }: Node): string => text.slice(start, end);
    const list = root.get('a')?.value as Sequence;
    assert.is(at(root), text.trim());
    assert.equal(
      root.pairs.map(({ key }) => at(key)),
      ['"a"', '"b"'],
    );
    assert.is(at(list), '[1, "x\\n"]');
    assert.equal(list.items.map(at), ['1', '"x\\n"']);
    assert.equal(
      list.items.map((item) => (item as Scalar).style),
      ['plain', 'double'],
    );
  });

  test('numbers have Python types', () => {
    const kinds = ['0', '-0', '1e3', '1.0', '9007199254740993', 'NaN', '-Infinity'].map((text) => {
      const { type, value } = read(text) as Scalar;
      return [type, value];
    });
    assert.equal(kinds.slice(0, 4), [
      ['int', 0],
      ['int', 0],
      ['float', 1000],
      ['float', 1],
    ]);
    assert.equal(kinds.slice(4), [
      ['int', 9007199254740993n],
      ['float', NaN],
      ['float', -Infinity],
    ]);
    assert.not(Object.is((read('-0') as Scalar).value, -0));
    assert.ok(Object.is((read('-0.0') as Scalar).value, -0));
    assert.ok(readJson('9'.repeat(4300)));
    assert.match(problemOf('-' + '9'.repeat(4301)), 'value has 4301 digits');
  });

  test('of equal keys the last value stays at the first place', () => {
    const reading = readJson('{"a": 1, "b": 2, "a": 3}');
    const root = reading?.root as Mapping;
    assert.equal(
      root.pairs.map(({ key, value }) => [key.value, key.start, (value as Scalar).value]),
      [
        ['a', 17, 3],
        ['b', 9, 2],
      ],
    );
    assert.equal(
      reading?.duplicates.map(({ key, first, merged }) => [key.start, first.start, merged]),
      [[17, 1, false]],
    );
  });

  test('the two special keys count only with a string', () => {
    const marked = (text: string): unknown => {
      const { type, value, mark, start, end } = (read(text) as Sequence).items[0] as Scalar;
      return [type, value, mark, start, end];
    };
    assert.equal(marked('[{"__ansible_vault": "$V;1"}]'), ['str', '$V;1', 'vault', 1, 28]);
    assert.equal(marked('[{"x": 1, "__ansible_unsafe": "{{"}]'), ['str', '{{', 'unsafe', 1, 35]);
    for (const text of [
      '{"__ansible_unsafe": 5}',
      '{"__ansible_vault": {"__ansible_unsafe": "x"}}',
      '{"__ansible_type": 1}',
    ])
      assert.is(readJson(text), undefined, text);
  });

  test('what is no JSON is left to YAML', () => {
    for (const text of [
      '',
      ' ',
      '---\na: 1',
      'a: 1',
      '{a: 1}',
      '[1,]',
      '{"a": 1,}',
      '"a": 1',
      '\ufeff{}',
      "['a']",
      '{} # x',
      '\u00a01',
    ])
      assert.is(readJson(text), undefined, text);
  });

  test('problems have the words and places of Python', () => {
    assert.is(problemOf('{"a" 1}'), "Expecting ':' delimiter <1>");
    assert.is(problemOf('{"a": 1 "b"}'), `Expecting ',' delimiter <">`);
    assert.is(problemOf('[1,]'), 'Expecting value <]>');
    assert.is(problemOf('["a'), 'Unterminated string starting at <"a>');
    assert.is(problemOf('["\\q"]'), 'Invalid \\escape <\\q>');
    assert.is(problemOf('{1: 2}'), 'Expecting property name enclosed in double quotes <1>');
    assert.is(problemOf('{}\nx y'), 'Extra data <x y>');
    assert.is(problemOf('\ufeff{}'), 'Unexpected UTF-8 BOM (decode using utf-8-sig) <\ufeff>');
    assert.is(problemOf('["\t"]'), 'Invalid control character at <\t>');
    assert.is(readJsonOrProblem('[1,]').root, undefined);
  });

  test('a lone surrogate is refused unless its value is lost', () => {
    assert.is(problemOf('[["\\ud83d"]]'), 'Refusing to deserialize an invalid UTF8 string value. <"\\ud83d">');
    assert.ok(readJson('["\\ud83d\\ude00"]'));
    assert.ok(readJson('{"a": "\\ud83d", "a": 1}'));
    assert.is(readJson('{"a": {"b": "\\ud83d"}, "a": 1}'), undefined);
  });

  test('nesting has a limit', () => {
    assert.ok(readJson('['.repeat(900) + ']'.repeat(900)));
    assert.match(problemOf('['.repeat(10_000)), 'maximum recursion depth exceeded');
    assert.match(problemOf('{"a":'.repeat(10_000)), 'maximum recursion depth exceeded');
  });
});

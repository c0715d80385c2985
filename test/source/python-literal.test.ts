import { readPythonLiteral } from '../../src/source/python-literal.ts';
import type { Mapping, Node, Scalar, Sequence } from '../../src/source/tree.ts';
import { assert, describe } from '../describe.ts';
import { oracleWords } from './oracle-words.ts';

function read(text: string): Node | string {
  const literal = readPythonLiteral(text, (start, end) => ({ start: start + 100, end: end + 100 }));
  if (literal === undefined) return 'text';
  return literal.kind === 'failure'
    ? `${oracleWords(literal, text)[0]} <${text.slice(literal.start - 100, literal.end - 100)}>`
    : literal;
}

function scalar(text: string): unknown[] {
  const { type, value, mark } = read(text) as Scalar;
  return mark === 'none' ? [type, value] : [type, value, mark];
}

describe('Python literals', (test) => {
  test('scalars', () => {
    assert.equal(scalar(' 0x1F'), ['int', 31]);
    assert.equal(scalar('-1_000'), ['int', -1000]);
    assert.equal(scalar('123456789012345678901'), ['int', 123456789012345678901n]);
    assert.equal(scalar('1e400'), ['float', Infinity]);
    assert.equal(scalar('5 # five'), ['int', 5]);
    assert.equal(scalar('None'), ['null', null]);
    assert.equal(scalar(`"a" 'b' r"\\n"`), ['str', 'ab\\n']);
    assert.equal(scalar(`b"\\xc3\\xa9\\xff"`), ['str', 'é\udcff', 'unsafe']);
    assert.equal(scalar('1.5+2j'), ['str', '(1.5+2j)']);
    assert.equal(scalar('-1e16j'), ['str', '(-0-1e+16j)']);
    assert.equal(scalar('...'), ['str', '...']);
    assert.is((read('"5"') as Scalar).style, 'bare');
  });

  test('what is no literal stays text', () => {
    for (const text of [
      '',
      'yes',
      'true',
      '010',
      '1_',
      '10.0.0.1',
      '4g',
      '1.5gb',
      '2or3',
      '--3',
      '-True',
      '1+2',
      '[a]',
      '{{ foo }}',
      '{{ foo: 1 }}',
      "{{ foo | default('x') }}:9200",
      'f"a"',
      '"a',
      '5 6',
      '[1',
      '"\\xz"',
      '5\0',
      '1; 2',
      '[*[1]]',
      '{**{}}',
    ])
      assert.is(read(text), 'text', text);
  });

  test('collections', () => {
    const tuple = read('(1, [])') as Sequence;
    assert.is(tuple.unordered, false);
    assert.is(tuple.items.length, 2);
    const set = read('{1, 1.0, True, "1"}') as Sequence;
    assert.is(set.unordered, true);
    assert.is(set.items.length, 2);
    assert.equal((read('set()') as Sequence).items, []);
    const mapping = read('{1: "a", (2, 3): "b", True: "c", b"k": 0}') as Mapping;
    const pairs = mapping.pairs.map(({ key, value }) => [key.type, key.value, (value as Scalar).value]);
    assert.equal(pairs, [
      ['int', 1, 'c'],
      ['str', '(2, 3)', 'b'],
      ['bytes', 'aw==', 0],
    ]);
    assert.is(mapping.pairs[0]?.key.start, 122);
  });

  test('what Python cannot hash fails, if it comes before what is no literal', () => {
    assert.is(read('{{ 5 }}'), `unhashable type: 'set' <{ 5 }>`);
    assert.is(read('{{ set() }}'), `unhashable type: 'set' <set()>`);
    assert.is(read(`{{ u'x' }}`), `unhashable type: 'set' <{ u'x' }>`);
    assert.is(read('{{ None }}'), `unhashable type: 'set' <{ None }>`);
    assert.is(read('{([],): 1}'), `unhashable type: 'list' <[]>`);
    assert.is(read('[{{}}, foo(x for x in y)]'), `unhashable type: 'dict' <{}>`);
    assert.is(read('[foo, {{}}]'), 'text');
    assert.is(read('{[]: foo}'), 'text');
    assert.is(read('[{{}}, foo bar]'), 'text');
    assert.is(read('{1j: 2}'), "<class 'complex'> is not taggable <1j>");
    assert.match(read(`${'9'.repeat(400)}+1j`) as string, 'int too large to convert to float');
  });

  test('parts point at their text', () => {
    const text = '{"a": [-1, (2)]} # x';
    const at = ({ start, end }: Node): string => text.slice(start - 100, end - 100);
    const mapping = read(text) as Mapping;
    const list = mapping.get('a')?.value as Sequence;
    assert.equal([mapping, list, ...list.items].map(at), ['{"a": [-1, (2)]}', '[-1, (2)]', '-1', '2']);
    const whole = readPythonLiteral(' 5 ', (start, end) => ({ start, end }), { whole: { start: 7, end: 9 } }) as Scalar;
    assert.equal([whole.start, whole.end], [7, 9]);
  });

  test('nesting beyond what Ansible copies fails, beyond what Python reads it is text', () => {
    const nested = (depth: number): Node | string => read('['.repeat(depth) + ']'.repeat(depth));
    assert.is((nested(164) as Node).kind, 'sequence');
    assert.match(nested(165) as string, 'maximum recursion depth exceeded');
    assert.match(nested(200) as string, 'maximum recursion depth exceeded');
    assert.is(nested(201), 'text');
    for (const text of ['('.repeat(100_000), '-'.repeat(100_000), '1**'.repeat(100_000), '+lambda:'.repeat(100_000)])
      assert.is(read(text), 'text');
  });
});

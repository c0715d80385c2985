import { readIni } from '../../src/source/ini.ts';
import type { HostLine } from '../../src/source/ini.ts';
import type { Pair, Range, Scalar } from '../../src/source/tree.ts';
import { oracleWords } from './oracle-words.ts';
import { assert, describe } from '../describe.ts';

/** The lines of the first section. */
function hosts(text: string): readonly HostLine[] {
  const section = readIni(text).sections[0];
  assert.is(section?.kind, 'hosts');
  return section?.lines as readonly HostLine[];
}

/** The message, the text it points at, and the pattern that is to be expanded before it. */
function problemOf(text: string): readonly unknown[] {
  const { problem } = readIni(text);
  if (problem === undefined) return [];
  const { start, end, pattern } = problem;
  const [message] = oracleWords(problem, text);
  return pattern === undefined ? [message, text.slice(start, end)] : [message, text.slice(start, end), pattern.value];
}

function shown({ key, value }: Pair): unknown {
  return [key.value, value.kind === 'scalar' ? value.value : value.kind];
}

describe('INI inventories', (test) => {
  test('sections and lines in order, each with its place', () => {
    const text = 'h0\n[web] # front\nh[1:3]:22 a=1\n\n [web:vars]\nb = x y \n[all:children]\nweb # c\n; no\n[web]\n';
    const { sections, problem } = readIni(text);
    const at = ({ start, end }: Range): string => text.slice(start, end);
    assert.is(problem, undefined);
    assert.equal(
      sections.map((section) => [
        section.kind,
        section.name.value,
        at(section),
        at(section.name),
        section.lines.length,
      ]),
      [
        ['hosts', 'ungrouped', '', '', 1],
        ['hosts', 'web', '[web]', 'web', 1],
        ['vars', 'web', '[web:vars]', 'web', 1],
        ['children', 'all', '[all:children]', 'all', 1],
        ['hosts', 'web', '[web]', 'web', 0],
      ],
    );
    const [, web, vars, children] = sections;
    const line = web?.lines[0] as HostLine;
    assert.equal([at(line), at(line.pattern), line.pattern.value], ['h[1:3]:22 a=1', 'h[1:3]:22', 'h[1:3]:22']);
    const pair = vars?.lines[0] as Pair;
    assert.equal([at(pair.key), at(pair.value)], ['b', 'x y']);
    assert.is(at(children?.lines[0] as Scalar), 'web');
  });

  test('an empty head is no section', () => {
    assert.equal(readIni('# only\n\n').sections, []);
    assert.is(readIni('[a]\nh').sections.length, 1);
  });

  test('the shell takes the quotes of a host line before Python reads the value', () => {
    const text = `h a='5' b='"5"' c={"k":1} "d=x y" e=[1,"2"] f= g=a=b#c i=1`;
    const [line] = hosts(text);
    const values = line?.assignments.map(shown);
    assert.equal(values, [
      ['a', 5],
      ['b', '5'],
      ['c', '{k:1}'],
      ['d', 'x y'],
      ['e', 'sequence'],
      ['f', ''],
      ['g', 'a=b'],
    ]);
    const places = line?.assignments.map(({ key, value }) =>
      [key, value].map(({ start, end }) => text.slice(start, end)),
    );
    assert.equal(places?.slice(0, 4), [
      ['a', "'5'"],
      ['b', `'"5"'`],
      ['c', '{"k":1}'],
      ['d', 'x y'],
    ]);
    const list = line?.assignments[4]?.value;
    const items = list?.kind === 'sequence' ? list.items.map(({ start, end }) => text.slice(start, end)) : [];
    assert.equal(items, ['1', '2']);
  });

  test('vars keep their quotes, and comments only in literals are dropped', () => {
    const { sections } = readIni(`[a:vars]\na='5'\nb=5 # five\nc=foo # bar\n= x\nd=\n`);
    const lines = sections[0]?.lines as readonly Pair[];
    assert.equal(lines.map(shown), [
      ['a', '5'],
      ['b', 5],
      ['c', 'foo # bar'],
      ['', 'x'],
      ['d', ''],
    ]);
  });

  test('lines end, and blanks are, as in Python', () => {
    const patterns = hosts('a\rb\r\nc\fd\ve\x85f\u2028g\x1ch\x1f\n\u3000i\n').map(({ pattern }) => pattern.value);
    assert.equal(patterns, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
    assert.is(hosts('\ufeffh1')[0]?.pattern.value, '\ufeffh1');
    assert.is(hosts('\ufeff[web]')[0]?.pattern.value, '\ufeff[web]');
  });

  test('problems have the words of Ansible and point at the fault', () => {
    const invalid =
      '. Please make sure that there are no spaces in the section entry, and that there are no other invalid characters';
    assert.equal(problemOf('h1 a=1 foo b=2'), ['Expected key=value host variable assignment, got: foo', 'foo', 'h1']);
    assert.equal(problemOf(' h1 a="x '), [`Error parsing host definition 'h1 a="x': No closing quotation`, '"x']);
    assert.equal(problemOf('[web servers]'), [`Invalid section entry: '[web servers]'${invalid}`, '[web servers]']);
    assert.equal(problemOf('[web:foo] # x'), ['Section [web:foo] has unknown type: foo', 'foo']);
    assert.equal(problemOf('[web:vars]\n a: 5 '), ['Expected key=value, got: a: 5', 'a: 5']);
    assert.equal(problemOf('[web:children]\na b'), ['Expected group name, got: a b', 'a b']);
    assert.equal(problemOf('[web:vars]\na={{ 5 }}'), ["unhashable type: 'set'", '{ 5 }']);
    assert.equal(problemOf('h1 a="{{ 5 }}"'), ["unhashable type: 'set'", '{ 5 }', 'h1']);
    assert.equal(problemOf('[db] ; no\n'), ['Expected key=value host variable assignment, got: ;', ';', '[db]']);
  });

  test('reading stops at the first problem and keeps what came before', () => {
    const { sections, problem } = readIni('h1\n[web]\nh2\nh3 x\nh4\n[db]\n');
    assert.equal(
      sections.map(({ name, lines }) => [name.value, lines.length]),
      [
        ['ungrouped', 1],
        ['web', 1],
      ],
    );
    assert.is(problem?.start, 15);
  });
});

import { readToml } from '../../src/source/toml.ts';
import { Mapping } from '../../src/source/tree.ts';
import type { Node } from '../../src/source/tree.ts';
import { oracleWords } from './oracle-words.ts';
import { assert, describe } from '../describe.ts';

/** The text of the node that a path of keys and positions leads to. */
function textAt(text: string, ...path: readonly (string | number)[]): string {
  let at: Node | undefined = readToml(text).root;
  for (const part of path)
    at = at?.kind === 'sequence' ? at.items[Number(part)] : at?.kind === 'mapping' ? at.get(String(part))?.value : at;
  return at === undefined ? 'nothing there' : text.slice(at.start, at.end);
}

/** The text from the problem on. */
function fault(text: string): readonly [message: string | undefined, rest: string] {
  const { problem } = readToml(text);
  return [problem && oracleWords(problem, text)[0], text.slice(problem?.start ?? text.length)];
}

describe('TOML', (test) => {
  test('values stand where they are written, also behind CRLF', () => {
    const text = '# é😀\r\n[web]\r\na = [1, "x"] # note\r\nb.c = """\r\ntwo\r\nlines"""\r\n';
    assert.is(textAt(text, 'web', 'a'), '[1, "x"]');
    assert.is(textAt(text, 'web', 'a', 1), '"x"');
    assert.is(textAt(text, 'web', 'b', 'c'), '"""\r\ntwo\r\nlines"""');
    assert.is(textAt(text, 'web', 'b'), 'b.c = """\r\ntwo\r\nlines"""');
  });

  test('a table holds all that its headers add to it', () => {
    const text = '[web.hosts]\nh1 = {}\n[db]\nx = 1\n[web.vars]\na = 1\n';
    assert.is(textAt(text, 'web', 'hosts'), 'hosts]\nh1 = {}');
    assert.is(textAt(text, 'web'), 'web.hosts]\nh1 = {}\n[db]\nx = 1\n[web.vars]\na = 1');
    const root = readToml(text).root;
    assert.equal(root instanceof Mapping && root.pairs.map(({ key }) => key.value), ['web', 'db']);
    assert.is(textAt('[[a]]\nx=1\n[[a]]\nx=2\n', 'a', 1, 'x'), '2');
  });

  test('what is no TOML is told where Python tells it', () => {
    assert.equal(fault('[a]\nx = 1\r\n[a]\r\n'), ["Cannot declare ('a',) twice", ']\r\n']);
    assert.equal(fault('a = {b = 1}\na.b = 2\n'), ["Cannot mutate immutable namespace ('a',)", '\n']);
    assert.equal(fault('x = [1,\n 2\n'), ['Unclosed array', '']);
    assert.equal(fault('x = nope\n'), ['Invalid value', 'nope\n']);
  });

  test('what was read before a fault is still there', () => {
    assert.is(textAt('[a]\nx = 1\ny =\n', 'a', 'x'), '1');
  });

  test('what would exhaust Python is refused', () => {
    const deep = (depth: number): string | undefined =>
      readToml(`x = ${'['.repeat(depth)}${']'.repeat(depth)}`).problem?.code;
    assert.is(deep(200), undefined);
    assert.is(deep(100_000), 'text/nested-too-deeply');
    assert.is(readToml(`${'a.'.repeat(100_000)}b = 1`).problem?.code, 'text/nested-too-deeply');
    assert.is(readToml(`x = ${'9'.repeat(4301)}`).problem?.code, 'text/too-many-digits');
  });
});

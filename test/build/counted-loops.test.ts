import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { withCountedLoops } from '../../build/counted-loops.ts';
import { assert, describe } from '../describe.ts';

/** The text of a module in the bundle's words. */
function rewritten(text: string): string {
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'], types: [] };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...rest) =>
    path === 'a.ts' ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true) : read(path, ...rest);
  const program = ts.createProgram(['a.ts'], options, host);
  const source = program.getSourceFile('a.ts');
  assert.ok(source);
  return withCountedLoops(source, program.getTypeChecker());
}

/** What a module leaves in `visited`, as JSON. */
function run(text: string): string {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2023 } });
  return runInNewContext(`${outputText}; JSON.stringify(visited);`) as string;
}

describe('loops in the bundle', (it) => {
  it('count over arrays, read-only ones, tuples and either of them', () => {
    const text = rewritten(
      'declare const a: number[], b: readonly string[], c: [1, 2], d: number[] | undefined;\n' +
        'for (const one of a) { one; }\nfor (const { length } of b) length;\nfor (let one of c) one;\nfor (const one of d ?? []) one;',
    );
    assert.not.match(text, / of /);
    assert.is(text.match(/let at\$(\d+) = 0, items\$\1 = .*; at\$\1 < items\$\1\.length; at\$\1\+\+/g)?.length, 4);
  });

  it('stay as they are over all else', () => {
    const text =
      'declare const a: Set<number>, b: string, c: Iterable<number>, d: number[] | Set<number>;\n' +
      'function f<T extends Iterable<number>>(e: T) { for (const one of e) one; }\nlet known; for (known of [1]) known;\n' +
      'for (const one of a) one;\nfor (const one of b) one;\nfor (const one of c) one;\nfor (const one of d) one;';
    assert.is(rewritten(text), text);
  });

  it('go the same ways: within each other, on with the next, out of both, over what is added on the way', () => {
    const text = `
      const visited: unknown[] = [];
      const grown = [1, 2];
      outer: for (const [name, list] of [['a', [1, 2, 3]], ['b', [4, 5]], ['c', [6]]] as [string, number[]][])
        for (const one of list) {
          if (one === 2) continue;
          if (one === 5) continue outer;
          if (one === 6) break outer;
          visited.push(name, () => one);
          for (const more of grown) if (more < 5) grown.push(more + 3); else visited.push(more);
        }
      for (const at in visited) { const one = visited[at]; if (typeof one === 'function') visited[at] = one(); }`;
    const plain = rewritten(text);
    assert.not.match(plain, / of /);
    assert.is(run(plain), run(text));
    assert.match(run(text), /^\["a",1,5,7,/);
  });

  it('take what stands in arrays and tuples by its position, and of all else in order', () => {
    const text =
      'declare const a: Map<string, number>, b: string, c: Set<number>, d: number[];\n' +
      'for (const [name, value] of a) name + value;\nconst [first, , [third] = [0]] = [1, 2, [3]];\n' +
      'd.map(([one]: number[]) => one);\nconst [letter] = b;\nconst [least] = c;\nconst [head, ...tail] = d;';
    const plain = rewritten(text);
    assert.match(plain, 'for (const {0: name, 1: value} of a)');
    assert.match(plain, 'const {0: first, 2: {0: third} = [0]} =');
    assert.match(plain, '(({0: one}: number[]) => one)');
    assert.match(plain, 'const [letter] = b;\nconst [least] = c;\nconst [head, ...tail] = d;');
  });

  it('give what stands in an array, or what is said for where nothing does', () => {
    const text = `
      const visited: unknown[] = [];
      const [a, , b = 'none', [c, d = a] = ['x']] = [1, 2] as [number, number, string?, string[]?];
      visited.push(a, b, c, d);
      for (const [name, [one, two]] of new Map([['k', [3, 4]]])) visited.push(name, one, two);
      const swap = ([x, y]: [number, number], [z] = [9]) => [y, x, z];
      visited.push(...swap([5, 6]));`;
    assert.is(run(rewritten(text)), run(text));
    assert.is(run(text), '[1,"none","x",1,"k",3,4,6,5,9]');
  });
});

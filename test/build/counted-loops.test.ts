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
});

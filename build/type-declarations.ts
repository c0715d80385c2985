/** Writes the type declarations of the public door and of all that it names. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from './bundle.ts';

/** The folder that the compiler is told; nothing is written to it. */
const DECLARED = '/declared';

/**
 * Emits the public door and the modules that it names into a folder. Type errors are left to the linter.
 *
 * They end in `.d.cts`, because what they describe is CommonJS in a package whose other files are ES modules.
 */
export function declare(target: string): void {
  const emitted = new Map<string, string>();
  doorAndAllItImports().emit(undefined, (file, text) => {
    const module = relative(join(DECLARED, 'src'), file).replace(/\.d\.ts$/, '.d.cts');
    emitted.set(
      join(target, module),
      text.replace(SPECIFIER, (_, path: string) => `${path}.cjs`),
    );
  });
  write(emitted, join(target, 'index.d.cts'));
}

function doorAndAllItImports(): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  return ts.createProgram([join(ROOT, 'src/index.ts')], {
    ...ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options,
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: DECLARED,
  });
}

/** The path of a neighbour in an import, without its ending. */
const SPECIFIER = /(?<=['"])(\.{1,2}\/[^'"\n]*)\.ts(?=['"])/g;

/** Writes a declaration and those that it imports; the compiler emits all that the sources import. */
function write(emitted: Map<string, string>, path: string): void {
  const text = emitted.get(path);
  if (text === undefined) return;
  emitted.delete(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  for (const [, neighbour = ''] of text.matchAll(/(?<=['"])(\.{1,2}\/[^'"\n]*)\.cjs(?=['"])/g))
    write(emitted, join(dirname(path), `${neighbour}.d.cts`));
}

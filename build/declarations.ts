/** Writes the type declarations of the public door and of all that it names. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Emits `entry` and the modules that it names into a folder.
 *
 * They end in `.d.cts`, because what they describe is CommonJS in a package whose other files are ES modules. Type
 * errors are the linter's business, not the build's.
 */
export function declare(entry: string, target: string): void {
  const sources = dirname(entry);
  const program = ts.createProgram([entry], {
    ...compilerOptions(dirname(sources)),
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: dirname(sources),
    outDir: target,
  });
  program.emit(undefined, (file, text) => {
    const module = relative(join(target, 'src'), file);
    if (module.startsWith('..')) return;
    const path = join(target, module.replace(/\.d\.ts$/, '.d.cts'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replace(/(?<=['"]\.{1,2}\/[^'"\n]*)\.ts(?=['"])/g, '.cjs'));
  });
}

function compilerOptions(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

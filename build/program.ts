/** The sources as a program of TypeScript's compiler. */
import { join } from 'node:path';
import ts from 'typescript';

/** The folder for declarations; nothing is written to it. */
export const DECLARED = '/declared';

/**
 * The entries, given by their paths below the root, and all that they import. Type errors are left to the linter.
 */
export function programOf(root: string, entries: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  return ts.createProgram(
    entries.map((entry) => join(root, entry)),
    {
      ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: DECLARED,
    },
  );
}

/** The sources as TypeScript's compiler sees them. */
import { join } from 'node:path';
import ts from 'typescript';

/** Where declarations would be written; nothing is. */
export const DECLARED = '/declared';

/**
 * The entries, given by their paths below the root, and all that they import. Type errors are the linter's business.
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

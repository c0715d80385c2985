/** Stack traces of the built program, with the lines of its sources. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/** A place in the bundle, as V8 writes it into a trace: its path, a line and a column. */
const PLACE = /[^\s()]*[\\/]program\.cjs:(\d+):(\d+)/g;

/**
 * The trace with places in the sources, if the build left a source map next to the program; a package has no source
 * map, so its places are those of the bundle.
 */
export function sourceMappedStackTrace(stack: string): string {
  const map = mapOfProgram();
  if (map === undefined) return stack;
  return stack.replace(PLACE, (place, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${String(entry.originalLine + 1)}:${String(entry.originalColumn + 1)}`;
  });
}

function mapOfProgram(): SourceMap | undefined {
  try {
    const text = readFileSync(join(import.meta.dirname, 'program.cjs.map'), 'utf8');
    return new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return undefined;
  }
}

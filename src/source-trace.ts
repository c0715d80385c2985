/** Stack traces of the built program, with the lines of its sources. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/** A place in a part of the bundle, as V8 writes it into a trace: a path with the part's name, line and column. */
const PLACE = /[^\s()]*parts[\\/]([\w.-]+\.cjs):(\d+):(\d+)/g;

/**
 * The trace with places in the sources where the build left source maps next to the program's parts; a package has none,
 * and its places are those of the bundle.
 */
export function sourceMappedStackTrace(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(PLACE, (place, part: string, line: string, column: string) => {
    if (!maps.has(part)) maps.set(part, mapOf(part));
    const entry = maps.get(part)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${String(entry.originalLine + 1)}:${String(entry.originalColumn + 1)}`;
  });
}

function mapOf(part: string): SourceMap | undefined {
  try {
    const text = readFileSync(join(import.meta.dirname, `${part}.map`), 'utf8');
    return new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return undefined;
  }
}

/** Diagnostics and findings in the same words, to be compared. */
import { resolve } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver';
import { CannotCheck, FaultyFile } from '../../src/ground/cannot-check.ts';
import { FileError } from '../../src/ground/files.ts';
import type { Files } from '../../src/ground/files.ts';
import { isInFile, lineRangeOfPlace } from '../../src/report/locations.ts';
import type { Lines } from '../../src/report/locations.ts';
import { printable } from '../../src/report/terminal-text.ts';
import { CheckCache } from '../../src/check/check-cache.ts';
import { checked } from './editor.ts';

const SEVERITIES = ['', 'error', 'warning', 'info', 'hint'];

/** Diagnostics by path as sorted lines: place, rule, severity and the first line of the message. */
export function shown(byPath: ReadonlyMap<string, readonly Diagnostic[]>): readonly string[] {
  const lines = [...byPath].flatMap(([path, diagnostics]) =>
    diagnostics.map(({ range: { start, end }, severity, code = '', message }) => {
      const place = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
      const text = typeof message === 'string' ? message : message.value;
      return `${path}:${place} ${code} ${SEVERITIES[severity ?? 0] ?? ''} ${text.split('\n')[0] ?? ''}`;
    }),
  );
  return lines.sort();
}

/** The findings of a fresh check of a folder as such lines; of a file that lets no check be made, its fault. */
export async function found(folder: string, files: Files): Promise<readonly string[]> {
  const line = (place: Lines, said: string): string =>
    `${resolve(folder, place.file)}:${place.line}:${place.column}-${place.endLine}:${place.endColumn} ${said}`;
  try {
    const { result } = await checked(folder, [], files, new CheckCache());
    const { documents } = result;
    const lines = result.findings.flatMap(({ at, rule, severity, message }) =>
      isInFile(at, documents)
        ? [line(lineRangeOfPlace(at, documents), `${rule} ${severity} ${printable(message)}`)]
        : [],
    );
    return lines.sort();
  } catch (error) {
    if (error instanceof FaultyFile) {
      const { document, range, sentence } = error;
      const place = lineRangeOfPlace({ file: document.file, ...range }, new Map([[document.file, document]]));
      return [line(place, ` error ${printable(sentence)}`)];
    }
    if (error instanceof CannotCheck || error instanceof FileError) return [];
    throw error;
  }
}

/** Places in the text of documents, as lines and columns. */
import type { Place } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import { printable } from './text.ts';

export type DocumentsByPath = ReadonlyMap<string, Document>;

/** A place as other programs read it: lines and columns from 1, columns in UTF-16 code units, the end exclusive. */
export interface Lines {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where a place stands. A file that is not among the documents (a folder, a file nobody could read) has one line. */
export function linesOf({ file, start, end }: Place, documents: DocumentsByPath): Lines {
  const document = documents.get(file);
  if (document === undefined) return { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
  const from = document.position(start);
  const to = document.position(Math.max(start, end));
  return { file, ...from, endLine: to.line, endColumn: to.column };
}

/** `file:line:column`, as terminals and editors make links of it. */
export function location(place: Place, documents: DocumentsByPath): string {
  const { file, line, column } = linesOf(place, documents);
  return documents.has(file) ? `${printable(file)}:${line}:${column}` : printable(file);
}

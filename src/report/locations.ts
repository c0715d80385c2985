/** Places as reports give them: lines and columns of files, and values in answers of a cluster. */
import { append } from '../model/multimap.ts';
import { nameOfFile } from '../model/setting.ts';
import type { ClusterPlace, FilePlace, Place } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import { printable } from './terminal-text.ts';

export type DocumentsByPath = ReadonlyMap<string, Document>;

/** A place as other programs read it: lines and columns from 1, columns in UTF-16 code units, the end exclusive. */
export interface Lines {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The revision that has the file so, for a place in what was there before a change. */
  readonly revision?: string | undefined;
}

/**
 * A place as other programs read it. A place in an answer declares `line` and the like as well, so that they may be
 * asked for.
 */
export type PlaceEntry = Lines | (ClusterPlace & Readonly<Partial<Record<keyof Lines, undefined>>>);

/**
 * Converts a range to lines. A file that is not among the documents (a folder, an unreadable file) has a single line.
 */
export function lineRangeOfPlace(place: FilePlace, documents: DocumentsByPath): Lines {
  const { file, start, end, revision } = place;
  const document = documents.get(nameOfFile(place));
  if (document === undefined) return { file, line: 1, column: 1, endLine: 1, endColumn: 1, revision };
  const from = document.position(start);
  const to = document.position(Math.max(start, end));
  return { file, ...from, endLine: to.line, endColumn: to.column, revision };
}

/** A place for other programs. */
export function placeEntry(place: Place, documents: DocumentsByPath): PlaceEntry {
  return 'call' in place ? { call: place.call, pointer: place.pointer } : lineRangeOfPlace(place, documents);
}

/** True for a place in a file: not in an answer of a cluster, and not in a text of the command line. */
export function isInFile(place: Place, documents: DocumentsByPath): place is FilePlace {
  return !('call' in place) && documents.get(nameOfFile(place))?.format !== 'option';
}

/**
 * A place for people: `file:line:column`, as terminals and editors make links of it, or the call with the pointer as
 * the fragment of a URL: `GET /_nodes/settings#/nodes/kQ2f/roles`.
 */
export function location(place: Place, documents: DocumentsByPath): string {
  if ('call' in place) return printable(`${place.call}#${place.pointer}`);
  const { line, column } = lineRangeOfPlace(place, documents);
  const name = nameOfFile(place);
  return documents.has(name) ? `${printable(name)}:${line}:${column}` : printable(name);
}

/** Groups what has a place by its file, in the given order; what is in no file, by its place. */
export function groupedByFile<T extends { readonly at: Place }>(
  all: readonly T[],
  documents: DocumentsByPath,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const name = isInFile(one.at, documents) ? nameOfFile(one.at) : location(one.at, documents);
    append(groups, name, one);
  }
  return groups;
}

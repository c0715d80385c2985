/** Snapshots: the results of checks as an editor asks about them, and places as it counts them. */
import { resolve } from 'node:path';
import type { Location, Position, Range } from 'vscode-languageserver';
import type { Result } from '../check/result.ts';
import type { FilePlace } from '../model/setting.ts';
import { shownPath } from '../ground/paths.ts';
import { lineRangeOfPlace } from '../report/locations.ts';
import type { DocumentsByPath } from '../report/locations.ts';
import type { Document } from '../source/document.ts';

/**
 * A folder as its last check found it. Files have the paths that `result` shows for them: relative to the folder, with
 * `/`, or full ones.
 */
export interface Snapshot {
  readonly result: Result;
  /** The full path of the folder. */
  readonly folder: string;
  /** The address of a file, given by its full path, in the spelling of the editor. */
  readonly addressOf: (path: string) => string;
}

/** The path by which a snapshot knows a file, given by its full path. */
export function shownPathOf({ folder }: Pick<Snapshot, 'folder'>, path: string): string {
  return shownPath(path, folder);
}

/** The full path of a file. */
export function fullPathOf({ folder }: Pick<Snapshot, 'folder'>, file: string): string {
  return resolve(folder, file);
}

/** The document of a file, given by its full path; undefined if the check did not read it. */
export function documentOf(snapshot: Snapshot, path: string): Document | undefined {
  return snapshot.result.documents.get(shownPathOf(snapshot, path));
}

/** A place as the protocol has it. A file that the check did not read has a single empty line. */
export function locationOf(snapshot: Snapshot, place: FilePlace): Location {
  return {
    uri: snapshot.addressOf(fullPathOf(snapshot, place.file)),
    range: rangeOf(place, snapshot.result.documents),
  };
}

/** The range of a place: lines and characters from 0, characters in UTF-16 code units, the end exclusive. */
export function rangeOf(place: FilePlace, documents: DocumentsByPath): Range {
  const { line, column, endLine, endColumn } = lineRangeOfPlace(place, documents);
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}

/** The offset into the text of a document that a position means: beyond the end of a line, its end. */
export function offsetAt(document: Document, { line, character }: Position): number {
  const start = document.offset(line + 1);
  return start + Math.min(character, document.line(line + 1)?.length ?? 0);
}

import type { Place } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';

/** A range of a document as a place that names its file. */
export function placeIn(document: Document, range: Range): Place {
  return { file: document.file, start: range.start, end: range.end };
}

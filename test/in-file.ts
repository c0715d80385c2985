/** Places of findings about inventories, which are all in files. */
import type { FilePlace, Place } from '../src/model/setting.ts';
import type { Document } from '../src/source/document.ts';

/** The place as one in a file. Throws for a value in an answer of a cluster. */
export function inFile(place: Place): FilePlace {
  if ('call' in place) throw new Error(`${place.call} answers with it, and no file has it`);
  return place;
}

/** The text at a place; undefined for one in a file that was not read. */
export function textAt(place: Place, documents: ReadonlyMap<string, Document>): string | undefined {
  const { file, start, end } = inFile(place);
  return documents.get(file)?.text.slice(start, end);
}

/** Places of the model, made of ranges of documents. */
import type { FilePlace } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';

/** An anchor with the blanks and comments behind it, and a tag before it. */
const ANCHOR = /(?:!\S*\s+)?&[\w-]+(?:\s|#.*)*/y;
const BLANK = /[ \t\r\n\x85\u2028\u2029]/;

/**
 * A range of a document as a place that names its file: as `selectedIn` gives it, or the file's head where the text was
 * decrypted. What is said there of several names that are not told is one finding.
 */
export function placeIn(document: Document, range: Range): FilePlace {
  const { file, sealed } = document;
  if (sealed) return { file, start: 0, end: 0 };
  const { start, end } = selectedIn(document, range);
  return { file, start, end };
}

/**
 * What a person would select of a range of a document, and what a fix replaces.
 *
 * For the reader a node of YAML begins at its anchor and a text block ends behind its last line break. Selected is
 * neither the anchor, which aliases need, nor the blank lines behind it.
 */
export function selectedIn({ text, format }: Document, range: Range): Range {
  let { start, end } = range;
  if (format === 'yaml' && start < end) {
    if (text[start] === '&' || text[start] === '!') {
      ANCHOR.lastIndex = start;
      if (ANCHOR.test(text) && ANCHOR.lastIndex < end) start = ANCHOR.lastIndex;
    }
    while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  }
  return { start, end };
}

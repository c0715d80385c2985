/** Places of the model, made of ranges of documents. */
import type { Place } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';

/** An anchor with the blanks and comments behind it, and a tag before it. */
const ANCHOR = /(?:!\S*\s+)?&[\w-]+(?:\s|#.*)*/y;
const BLANK = /[ \t\r\n\x85\u2028\u2029]/;

/**
 * A range of a document as a place that names its file.
 *
 * For the reader a node of YAML begins at its anchor and a text block ends behind its last line break. A place is what a
 * person would select, and what a fix replaces: neither the anchor, which aliases need, nor the blank lines behind it.
 */
export function placeIn({ file, text, format }: Document, range: Range): Place {
  let { start, end } = range;
  if (format === 'yaml' && start < end) {
    if (text[start] === '&' || text[start] === '!') {
      ANCHOR.lastIndex = start;
      if (ANCHOR.test(text) && ANCHOR.lastIndex < end) start = ANCHOR.lastIndex;
    }
    while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  }
  return { file, start, end };
}

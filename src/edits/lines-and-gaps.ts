/** The lines of a text, and the gaps between its values. */

/** The offset at which the line of an offset begins, after a byte-order mark. */
export function startOfLine(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !/[\n\r\ufeff]/.test(text.charAt(at - 1))) at--;
  return at;
}

/** The offset at which the line of an offset ends: that of its break. */
export function endOfLine(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** The offset after the break at an offset, if there is one. */
export function afterBreak(text: string, offset: number): number {
  return offset + (/^(?:\r\n?|\n)/.exec(text.slice(offset, offset + 2))?.[0].length ?? 0);
}

/** The break of the line of an offset; of the last line, the one that the text has first. */
export function lineBreakNear(text: string, offset: number): string {
  const at = endOfLine(text, offset);
  if (at < text.length) return text.slice(at, afterBreak(text, at));
  return /\r\n?|\n/.exec(text)?.[0] ?? '\n';
}

/** The blanks before an offset, if nothing else is before it in its line. */
export function indentBefore(text: string, offset: number): string | undefined {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === 0 || /[\n\r\ufeff]/.test(text.charAt(start - 1)) ? text.slice(start, offset) : undefined;
}

/** The blanks that the line of an offset begins with. */
export function indentOfLine(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, offset), offset))?.[0] ?? '';
}

/** Tells whether nothing but blanks, or a comment, is after an offset in its line. */
export function isLastInLine(text: string, offset: number): boolean {
  return /^[ \t]*(?:[ \t]#.*)?$/.test(text.slice(offset, endOfLine(text, offset)));
}

/** Steps over blanks, line breaks and comments. */
export function afterGap(text: string, offset: number): number {
  let at = offset;
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    if (text[at] !== '#') return at;
    at = endOfLine(text, at);
  }
}

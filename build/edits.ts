/** Changes of a text, each where it stands in the text as it was. */

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text with its changes, which do not overlap, from an offset to an offset; of several at one place the first that was
 * made comes first.
 */
export function applied(edits: readonly Edit[], text: string, start = 0, end = text.length): string {
  const pieces: string[] = [];
  let from = start;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  return pieces.join('') + text.slice(from, end);
}

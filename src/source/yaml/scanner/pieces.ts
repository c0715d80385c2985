/** Texts of scalars that are no slice of the source, and how the breaks within them count. */

/** Text that is put together from pieces: in batches, as a string added to a million times costs far more than its text. */
export class Pieces {
  #parts: string[] = [];
  #text = '';

  add(piece: string): void {
    if (this.#parts.push(piece) < 4096) return;
    this.#text += this.#parts.join('');
    this.#parts = [];
  }

  /** Gives the text and starts anew. */
  take(): string {
    const parts = this.#parts;
    const text = this.#text;
    if (parts.length === 0 && text === '') return '';
    const whole = parts.length === 1 ? text + parts[0]! : text + parts.join('');
    parts.length = 0;
    this.#text = '';
    return whole;
  }
}

/** Gives what a line break and the breaks of empty lines behind it count as in a folded text (YAML 1.1 §9.2.3). */
export function folded(firstBreak: string, breaks: string): string {
  if (firstBreak === '\n') return breaks === '' ? ' ' : breaks;
  return firstBreak + breaks;
}

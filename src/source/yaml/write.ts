/** Writes YAML on lines: indentation, indicators, and scalars in each style, as libyaml lays them out. */

/** The styles of written scalars. */
export type WrittenStyle = 'plain' | 'single' | 'double' | 'literal';

/** A line break to libyaml. */
export const BREAK = /[\r\n\x85\u2028\u2029]/;
const NEEDS_ESCAPE = /[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]|["\\]/;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\u2028': 'L',
  '\u2029': 'P',
};

/** A document that is being written, with its line and column. */
export class Writer {
  readonly #step: number;
  readonly #width: number;
  #text = '';
  #column = 0;
  #indent = -1;
  /** True if a blank, or nothing, comes before this place. */
  #blank = true;
  /** True if only indentation and indicators are on the line so far. */
  #indention = true;
  /** True if the document ends with line breaks that count. */
  #openEnded = false;

  constructor(indent: number, width: number) {
    this.#step = indent < 2 || indent > 9 ? 2 : indent;
    this.#width = width >= 0 && width <= 2 * this.#step ? 80 : width < 0 ? Infinity : width;
  }

  /** True if only indentation and indicators are on the line so far. */
  get atLineStart(): boolean {
    return this.#indention;
  }

  /** True if the line is longer than it should be. */
  get isFull(): boolean {
    return this.#column > this.#width;
  }

  /** Ends the document, with `...` if asked or needed, and gives its text. */
  end(explicit: boolean): string {
    this.newLine();
    return explicit || this.#openEnded ? `${this.#text}...\n` : this.#text;
  }

  /** Writes a scalar's text; `breaks` tells whether long lines may be broken. */
  scalar(text: string, style: WrittenStyle, breaks: boolean): void {
    if (style === 'literal') return this.#literal(text);
    if (style === 'plain') {
      if (!this.#blank && text !== '') this.put(' ');
      this.#folded(text, breaks);
    } else {
      const quote = style === 'single' ? "'" : '"';
      this.indicator(quote, { spaced: true });
      if (style === 'single') this.#folded(text.replaceAll("'", "''"), breaks);
      else this.#escaped(text, breaks);
      this.indicator(quote);
    }
    this.#blank = false;
    this.#indention = false;
  }

  /** Writes plain or single-quoted text: a line may be broken at a single blank, and line breaks are doubled. */
  #folded(text: string, breaks: boolean): void {
    if (this.#column + text.length <= this.#width && !BREAK.test(text)) {
      this.put(text);
      return;
    }
    const parts = text.match(/ +|[\r\n\x85\u2028\u2029]+|[^ \r\n\x85\u2028\u2029]+/g) ?? [];
    parts.forEach((part, index) => {
      const inside = index > 0 && index < parts.length - 1;
      if (part === ' ' && breaks && inside && this.isFull) this.newLine();
      else if (BREAK.test(part)) {
        if (part.startsWith('\n')) this.#lineBreak('\n');
        for (const char of part) this.#lineBreak(char);
        this.#indention = true;
        if (!inside) this.newLine();
      } else {
        if (BREAK.test(parts[index - 1] ?? '')) this.newLine();
        this.put(part);
        if (!part.startsWith(' ')) this.#indention = false;
      }
    });
  }

  /** Writes double-quoted text: a line may be broken at the first of several blanks, with a `\` before the others. */
  #escaped(text: string, breaks: boolean): void {
    let at = 0;
    let blank = false;
    for (const char of text) {
      if (char !== ' ') this.put(NEEDS_ESCAPE.test(char) ? escaped(char) : char);
      else if (breaks && !blank && this.isFull && at > 0 && at < text.length - 1) {
        this.newLine();
        if (text[at + 1] === ' ') this.put('\\');
      } else this.put(' ');
      blank = char === ' ';
      at += char.length;
    }
  }

  #literal(text: string): void {
    const last = BREAK.test(text.at(-1) ?? '');
    const open = last && (text.length === 1 || BREAK.test(text.at(-2) ?? ''));
    const hint = / |[\r\n\x85\u2028\u2029]/.test(text.charAt(0)) ? String(this.#step) : '';
    this.indicator(`|${hint}${open ? '+' : last ? '' : '-'}`, { spaced: true });
    this.#openEnded = open;
    this.#lineBreak('\n');
    this.#indention = true;
    this.#blank = true;
    let atStart = true;
    for (const part of text.match(/[\r\n\x85\u2028\u2029]|[^\r\n\x85\u2028\u2029]+/g) ?? []) {
      if (BREAK.test(part)) this.#lineBreak(part);
      else {
        if (atStart) this.newLine();
        this.put(part);
      }
      atStart = BREAK.test(part);
      this.#indention = atStart;
    }
  }

  /** Writes something one step further in; `indentless` keeps the column, unless nothing is indented yet. */
  indented(flow: boolean, indentless: boolean, write: () => void): void {
    const before = this.#indent;
    if (before < 0) this.#indent = flow ? this.#step : 0;
    else if (!indentless) this.#indent += this.#step;
    write();
    this.#indent = before;
  }

  /** Moves to the column of the indentation, on a new line if something is there already. */
  newLine(): void {
    const indent = Math.max(0, this.#indent);
    if (!this.#indention || this.#column > indent || (this.#column === indent && !this.#blank)) this.#lineBreak('\n');
    if (this.#column < indent) this.put(' '.repeat(indent - this.#column));
    this.#blank = true;
    this.#indention = true;
  }

  /** Writes an indicator, after a blank if it needs one; the options say what it counts as for what follows. */
  indicator(
    text: string,
    {
      spaced = false,
      blank = false,
      indention = false,
    }: { spaced?: boolean; blank?: boolean; indention?: boolean } = {},
  ): void {
    this.put(spaced && !this.#blank ? ` ${text}` : text);
    this.#blank = blank;
    this.#indention &&= indention;
  }

  #lineBreak(char: string): void {
    this.#text += char;
    this.#column = 0;
  }

  /** Writes text on the line. Columns count characters, not UTF-16 units. */
  put(text: string): void {
    this.#text += text;
    this.#column += text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);
  }
}

function escaped(char: string): string {
  const short = SHORT_ESCAPES[char];
  if (short !== undefined) return `\\${short}`;
  const code = char.codePointAt(0) ?? 0;
  const [letter, width] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(width, '0')}`;
}

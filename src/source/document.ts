/** A document: the text of one file with its positioned tree, and lines and columns for output. */
import type { Duplicate, Node, Range, Reading, SyntaxProblem } from './tree.ts';

/** Line and column as editors count them: both start at 1, columns in UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** The format of a document; `template` is a file of Jinja, `option` a text of the command line. */
export type Format = 'yaml' | 'json' | 'toml' | 'ini' | 'template' | 'text' | 'option';

/** One file as it was read. `text` keeps its line ends and byte-order mark; offsets everywhere refer to it. */
export class Document {
  /** The path as it is shown and compared: relative to the current folder if the file is below it, with `/`. */
  readonly file: string;
  readonly text: string;
  /**
   * True if `text` was decrypted, and so is not the text of the file. No part of it is ever shown, and it has no
   * lines: all of it has the place of the file's head.
   */
  readonly isDecrypted: boolean;
  readonly format: Format;
  readonly root: Node | undefined;
  readonly problem: SyntaxProblem | undefined;
  readonly duplicates: readonly Duplicate[];
  /** The values of keys that `problem` cuts short, or may do. */
  readonly cut: Reading['cut'];
  #lineStarts: readonly number[] | undefined;

  constructor(file: string, text: string, format: Format, reading: Partial<Reading>, isDecrypted = false) {
    this.file = file;
    this.text = text;
    this.format = format;
    this.root = reading.root;
    this.problem = reading.problem;
    this.duplicates = reading.duplicates ?? [];
    this.cut = reading.cut;
    this.isDecrypted = isDecrypted;
  }

  /** The position of an offset into `text`. A byte-order mark takes no column: editors do not show it. */
  position(offset: number): Position {
    if (this.isDecrypted) return { line: 1, column: 1 };
    this.#lineStarts ??= lineStarts(this.text);
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(0, offset - (starts[low] ?? 0)) + 1 };
  }

  /** The file and the line of an offset into `text`, as in `site.yml:12`. */
  fileAndLine(offset: number): string {
    return `${this.file}:${String(this.position(offset).line)}`;
  }

  /** The offset at which a line (from 1) begins; the end of the text beyond the last one. */
  offset(line: number): number {
    this.#lineStarts ??= lineStarts(this.text);
    return this.#lineStarts[line - 1] ?? this.text.length;
  }

  /** The text of a line (from 1), without its line end; undefined beyond the last, and if it must not be shown. */
  line(number: number): string | undefined {
    if (this.isDecrypted) return undefined;
    this.#lineStarts ??= lineStarts(this.text);
    const start = this.#lineStarts[number - 1];
    if (start === undefined) return undefined;
    return this.text.slice(start, this.#lineStarts[number] ?? this.text.length).replace(/\r?\n$|\r$/, '');
  }
}

function lineStarts(text: string): number[] {
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** A range of text in a document. */
export interface Location extends Range {
  readonly document: Document;
}

/** Rendered files as plain text, for programs: `<unknown: NAME>` replaces what is not known, `<secret>` a secret. */
import type { Location } from '../source/document.ts';
import type { PlacedCause, RenderedText } from '../ansible/index.ts';
import type { Node } from '../source/tree.ts';
import type { HoleWords } from './hole-words.ts';
import type { MaskedPart, MaskedText, Piece } from './masked-text.ts';
import { placeOfPiece } from './places.ts';

/** A part of a plain text that is not known. Offsets are UTF-16 code units. */
export interface PlainHole {
  readonly start: number;
  readonly end: number;
  readonly why: PlacedCause;
  /** True if it may be any number of lines. */
  readonly isLines: boolean;
  /** The alternatives; the file has exactly one of these texts. */
  readonly either?: readonly PlainText[];
}

/** The sources of a line: the place of its first part in the template, and the nodes of variables that fill it. */
export interface LineSource {
  place: Location | undefined;
  readonly from: Node[];
}

export interface PlainText {
  readonly text: string;
  readonly holes: readonly PlainHole[];
  /** By line. */
  readonly sources: readonly LineSource[];
}

/** Files in which `#` begins no comment. */
const WITHOUT_COMMENTS = /\.(?:json|xml|html?|xsl|js|css|md|sql|php|p12|pem|crt|key|jks)$/i;

/** Puts a text into plain form; `path` says whether its lines may be comments. */
export function inPlainForm(text: MaskedText, path: string, words: HoleWords): PlainText {
  return new PlainWriter(!WITHOUT_COMMENTS.test(path), words).write(text);
}

/** Puts a comment sign before each line with a hole, in files that have comments. */
export function withHolesAsComments({ text, holes }: PlainText, path: string): string {
  if (WITHOUT_COMMENTS.test(path)) return text;
  const starts = new Set(holes.map(({ start }) => text.lastIndexOf('\n', start - 1) + 1));
  let shown = '';
  let end = 0;
  for (const start of starts) {
    const [blanks = ''] = /^[ \t]*/.exec(text.slice(start)) ?? [];
    const at = start + blanks.length;
    shown += text.slice(end, at) + (text.startsWith('#', at) ? '' : '# ');
    end = at;
  }
  return shown + text.slice(end);
}

/** Tells whether the alternatives of a choice are whole lines, if it begins one. */
export function areWholeLines(alternatives: readonly RenderedText[] | readonly MaskedText[]): boolean {
  return alternatives.every((alternative) => {
    const last = alternative.at(-1);
    if (last === undefined) return true;
    if (last.kind === 'text') return last.text.endsWith('\n');
    if (last.kind === 'hole') return ('hole' in last ? last.hole : last).extent === 'lines';
    return last.kind === 'choice' && areWholeLines(last.alternatives);
  });
}

class PlainWriter {
  readonly #hasComments: boolean;
  readonly #words: HoleWords;
  #text = '';
  readonly #holes: PlainHole[] = [];
  readonly #sources: LineSource[] = [newSource()];
  #isAtLineStart = true;
  /** True after lines that are not known: what follows them begins a line. */
  #isAfterLines = false;

  constructor(hasComments: boolean, words: HoleWords) {
    this.#hasComments = hasComments;
    this.#words = words;
  }

  write(text: MaskedText): PlainText {
    for (const part of text) this.#part(part);
    if (this.#isAfterLines) this.#put('\n');
    const sources = this.#isAtLineStart ? this.#sources.slice(0, -1) : this.#sources;
    return { text: this.#text, holes: this.#holes, sources };
  }

  #part(part: MaskedPart): void {
    switch (part.kind) {
      case 'text':
        return this.#known(part.text, part);
      case 'secret':
        return this.#known('<secret>', part);
      case 'hole':
        return this.#hole(part.hole, part.hole.extent === 'lines');
      case 'choice': {
        const { why } = part.choice;
        const either = part.alternatives.map((text) => new PlainWriter(this.#hasComments, this.#words).write(text));
        this.#hole(why, this.#beginsLine && areWholeLines(part.alternatives), either);
      }
    }
  }

  #known(text: string, { part, offset, from: nodes }: Piece): void {
    if (this.#isAfterLines && !text.startsWith('\n')) this.#put('\n');
    this.#isAfterLines = false;
    let from = 0;
    while (from < text.length) {
      const end = text.indexOf('\n', from);
      const to = end < 0 ? text.length : end + 1;
      const source = this.#sources.at(-1);
      if (source !== undefined) {
        source.place ??= placeOfPiece(part, offset + from);
        source.from.push(...nodes);
      }
      this.#put(text.slice(from, to));
      from = to;
    }
  }

  #hole(why: PlainHole['why'], isLines: boolean, either?: readonly PlainText[]): void {
    if (this.#isAfterLines) this.#put('\n');
    const source = this.#sources.at(-1);
    if (source !== undefined) source.place ??= why.place;
    if (isLines && this.#beginsLine && this.#hasComments) this.#put('# ');
    const start = this.#text.length;
    const name = this.#words.nameOf(why) ?? (isLines ? this.#words.message(why) : why.reason);
    this.#put(`<unknown: ${name.replaceAll(/[<>\s]+/g, ' ')}>`);
    this.#holes.push({ start, end: this.#text.length, why, isLines, ...(either && { either }) });
    this.#isAfterLines = isLines;
  }

  get #beginsLine(): boolean {
    return this.#isAfterLines || this.#isAtLineStart;
  }

  #put(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#isAtLineStart = text.endsWith('\n');
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#sources.push(newSource());
  }
}

function newSource(): LineSource {
  return { place: undefined, from: [] };
}

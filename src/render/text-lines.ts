/**
 * Rendered texts as lines for people. A hole is `⟨name: why it is not known⟩`. What is not certain stands in a frame,
 * with the alternatives below each other, so that all lines outside of frames are certain.
 */
import { secretsInOrdinaryTemplate, shownSecret, withoutSecrets } from '../model/secret-texts.ts';
import { printable } from '../report/terminal-text.ts';
import type { HoleWords } from './hole-words.ts';
import type { MaskedPart, MaskedText, Piece, ShownChoice } from './masked-text.ts';
import { placeOfPiece } from './places.ts';
import type { LineSource } from './plain-text.ts';
import { areWholeLines } from './plain-text.ts';

/** A piece of a line; everything except `known` is stacklint's text, not the file's. */
export interface Segment {
  readonly kind: 'known' | 'secret' | 'unknown' | 'frame';
  readonly text: string;
  /** The text with the secrets in it: never shown, only compared with another. */
  readonly compared?: string;
}

export interface TextLine extends LineSource {
  readonly segments: readonly Segment[];
}

/** Writes a text in lines. */
export function textLines(text: MaskedText, words: HoleWords): readonly TextLine[] {
  return new LineWriter(words).write(text);
}

/** The text of a line without colours. */
export function lineText({ segments }: TextLine): string {
  return segments.map(({ text }) => text).join('');
}

/** The text by which a line is compared with others: with the secrets in it, so it is never to be shown. */
export function lineTextWithSecrets({ segments }: TextLine): string {
  return segments.map(({ text, compared }) => compared ?? text).join('');
}

class LineWriter {
  readonly #words: HoleWords;
  readonly #isInline: boolean;
  readonly #lines: TextLine[] = [];
  #segments: Segment[] = [];
  #source: LineSource = { place: undefined, from: [] };
  #frame = '';
  /** True after lines that are not known: what follows them begins a line. */
  #isAfterLines = false;

  /** `isInline`: what it writes becomes a part of a line. */
  constructor(words: HoleWords, isInline = false) {
    this.#words = words;
    this.#isInline = isInline;
  }

  write(text: MaskedText): readonly TextLine[] {
    this.#all(text);
    if (!this.#beginsLine) this.#end();
    return this.#lines;
  }

  #all(text: MaskedText): void {
    for (const part of text) this.#part(part);
  }

  #part(part: MaskedPart): void {
    switch (part.kind) {
      case 'text':
        return this.#known(part.text, part);
      case 'secret':
        this.#breakAfterLines();
        this.#from(part, part.offset);
        return this.#put('secret', shownSecret(part.length), part.text);
      case 'hole': {
        this.#breakAfterLines();
        this.#source.place ??= part.hole.place;
        this.#put('unknown', `⟨${printable(this.#words.briefly(part.hole))}⟩`);
        this.#isAfterLines = part.hole.extent === 'lines';
        return;
      }
      case 'choice':
        this.#breakAfterLines();
        return !this.#isInline && this.#beginsLine && areWholeLines(part.alternatives)
          ? this.#framed(part)
          : this.#inline(part);
    }
  }

  #known(text: string, piece: Piece): void {
    if (!text.startsWith('\n')) this.#breakAfterLines();
    this.#isAfterLines = false;
    let from = 0;
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.#end();
      if (line !== '' || index < 1) this.#from(piece, piece.offset + from);
      from += line.length + 1;
      const shown = line.replace(/\r$/, '');
      if (shown !== '') this.#put('known', shown.split('\t').map(printable).join('\t'));
    }
  }

  /** The alternatives below each other: `┌ either`, `├ or`, `└`. */
  #framed({ choice, alternatives }: ShownChoice): void {
    const outer = this.#frame;
    const texts = alternatives.filter((text) => text.length > 0);
    const rule = (sign: string, says: string): void => {
      this.#segments.push({ kind: 'frame', text: `${outer}${sign}${says}` });
      this.#end();
      this.#frame = `${outer}│ `;
    };
    this.#source.place ??= choice.why.place;
    rule('┌ ', `${texts.length < alternatives.length ? 'perhaps' : 'either'}${this.#decidedBy(choice)}`);
    for (const [index, text] of texts.entries()) {
      if (index > 0) rule('├ ', 'or');
      this.#all(text);
      if (!this.#beginsLine) this.#end();
      this.#isAfterLines = false;
    }
    rule('└', texts.length > 1 && texts.length < alternatives.length ? ' or none of these' : '');
    this.#frame = outer;
  }

  #inline({ choice, alternatives }: ShownChoice): void {
    this.#source.place ??= choice.why.place;
    const written = alternatives.map((text) => new LineWriter(this.#words, true).write(text));
    const [shown = '', compared] = [lineText, lineTextWithSecrets].map((textOf) => {
      const texts = written.map((lines) => (lines.length === 0 ? 'nothing' : lines.map(textOf).join('↵')));
      return `⟨${texts.join(' or ')}${this.#decidedBy(choice)}⟩`;
    });
    this.#put('unknown', shown, compared);
  }

  /** The condition that decides, and why it is not known. */
  #decidedBy({ why }: ShownChoice['choice']): string {
    const { document, start, end } = why.place;
    const written = document.isDecrypted ? '' : document.text.slice(start, end);
    const condition = written.replace(/^\{%[-+]?\s*|\s*[-+]?%\}$/g, '');
    const isShort = condition.length > 0 && condition.length <= LONGEST_CONDITION && !/[\n{}]/.test(condition);
    const by =
      isShort && condition !== why.name
        ? `, by ${printable(withoutSecrets(condition, secretsInOrdinaryTemplate(condition)))}`
        : '';
    return `${by} ⟨${printable(this.#words.briefly(why))}⟩`;
  }

  #from({ part, from }: Piece, offset: number): void {
    this.#source.place ??= placeOfPiece(part, offset);
    this.#source.from.push(...from);
  }

  #put(kind: Segment['kind'], text: string, compared?: string): void {
    if (this.#segments.length === 0 && this.#frame !== '') this.#segments.push({ kind: 'frame', text: this.#frame });
    this.#segments.push(compared === undefined || compared === text ? { kind, text } : { kind, text, compared });
  }

  get #beginsLine(): boolean {
    return this.#segments.length === 0;
  }

  #breakAfterLines(): void {
    if (this.#isAfterLines && !this.#beginsLine) this.#end();
    this.#isAfterLines = false;
  }

  #end(): void {
    if (this.#segments.length === 0 && this.#frame !== '')
      this.#segments.push({ kind: 'frame', text: this.#frame.trimEnd() });
    this.#lines.push({ ...this.#source, segments: this.#segments });
    this.#segments = [];
    this.#source = { place: undefined, from: [] };
  }
}

/** The length up to which a condition is shown as it is written. */
const LONGEST_CONDITION = 60;

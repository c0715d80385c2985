/**
 * The worlds of a rendered text: the texts that it may be, one for each combination of its choices.
 *
 * In a world, a placeholder word that no file has stands in for each hole. What a reader finds is told by ranges:
 * those of a world lead back to the parts of the rendered text.
 */
import type { ChoicePart, HolePart, RenderedText, TextPart } from '../../ansible/index.ts';
import type { Range } from '../../source/tree.ts';

/** The word in place of a hole: characters of private use, which every format allows. */
export const HOLE = '\ue000\ue001';
/** In place of a hole of whole lines where a line begins: the lines before and after it are unaffected. */
const HOLE_OF_LINES = '\n\n';

/** The most worlds that are read of one text. */
const MOST_WORLDS = 64;

/**
 * The most parts that a section may have for several of its worlds to be read: reading a larger one takes long enough
 * once.
 */
const MOST_PARTS = 1000;

/** A range of a world's text that is one part, or a piece of one that begins at `offset`. */
export interface Span extends Range {
  readonly part: TextPart | HolePart;
  readonly offset: number;
}

/** The alternative of each choice that is there. */
export type Picks = ReadonlyMap<ChoicePart, number>;

/** One text that a rendered text may be. */
export class World {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly picks: Picks;
  readonly #holes: readonly HoleSpan[];

  constructor(pieces: readonly Piece[], picks: Picks) {
    let text = '';
    const spans: Span[] = [];
    for (const { part, offset, length } of pieces) {
      const start = text.length;
      text += part.kind === 'hole' ? wordFor(part, text) : part.text.slice(offset, offset + length);
      if (text.length > start) spans.push({ part, offset, start, end: text.length });
    }
    this.text = text;
    this.spans = spans;
    this.picks = picks;
    this.#holes = spans.some(isHole) ? spans.filter(isHole) : NO_HOLES;
  }

  /** The spans that have a character in a range. */
  spansIn({ start, end }: Range): readonly Span[] {
    let low = 0;
    let high = this.spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.spans[middle]?.end ?? Infinity) <= start) low = middle + 1;
      else high = middle;
    }
    const first = low;
    while ((this.spans[low]?.start ?? Infinity) < end) low++;
    return this.spans.slice(first, low);
  }

  /** The holes in a range; all of them without one. */
  holesIn(range?: Range): readonly HoleSpan[] {
    return range === undefined || this.#holes.length === 0 ? this.#holes : this.spansIn(range).filter(isHole);
  }
}

function wordFor({ extent }: HolePart, before: string): string {
  return extent === 'lines' && before.slice(before.lastIndexOf('\n') + 1).trim() === '' ? HOLE_OF_LINES : HOLE;
}

export type HoleSpan = Span & { readonly part: HolePart };

// Nearly all worlds have neither.
const NO_HOLES: readonly HoleSpan[] = [];
const NO_PICKS: Picks = new Map();

function isHole(span: Span): span is HoleSpan {
  return span.part.kind === 'hole';
}

/** A part, or a piece of a text part: `length` characters from `offset`. */
export interface Piece {
  readonly part: TextPart | HolePart;
  readonly offset: number;
  readonly length: number;
}

/** Pieces and choices in the order of the text. */
export type Section = readonly (Piece | ChoicePart)[];

/** Tells whether a section has no choices. */
export function hasNoChoices(section: Section): section is readonly Piece[] {
  return section.every((part) => !('alternatives' in part));
}

/** The only section of a text that is read as a whole. */
export function asSingleSection(text: RenderedText): Section {
  return text.map((part) => (part.kind === 'choice' ? part : wholePiece(part)));
}

function wholePiece(part: TextPart | HolePart): Piece {
  return { part, offset: 0, length: part.kind === 'hole' ? HOLE.length : part.text.length };
}

/**
 * Cuts a text before each line that `begins` matches, at the beginning of a line outside of choices, so that only the
 * choices of one section are combined with each other. `begins` is sticky. `joinsKnown`: known text is not cut up.
 */
export function cutIntoSections(text: RenderedText, begins: RegExp, joinsKnown: boolean): readonly Section[] {
  const sections = new Sections(joinsKnown);
  let atLineStart = true;
  for (const part of text) {
    if (part.kind === 'text') {
      let from = 0;
      for (let at = atLineStart ? 0 : part.text.indexOf('\n') + 1; at < part.text.length;) {
        begins.lastIndex = at;
        if ((at > 0 || atLineStart) && begins.test(part.text)) {
          if (at > from) sections.add({ part, offset: from, length: at - from });
          sections.cut();
          from = at;
        }
        const next = part.text.indexOf('\n', at);
        if (next < 0) break;
        at = next + 1;
      }
      sections.add({ part, offset: from, length: part.text.length - from });
    } else {
      if (part.kind === 'choice' && atLineStart && part.alternatives.every((text) => beginsWith(text, begins)))
        sections.cut();
      sections.add(part.kind === 'choice' ? part : wholePiece(part));
    }
    atLineStart = endsLine(part, atLineStart);
  }
  return sections.all;
}

/** The most sections of a text: what follows belongs to the last one. */
const MOST_SECTIONS = 500;

/** The sections that a text is cut into. */
class Sections {
  readonly all: (Piece | ChoicePart)[][] = [];
  /** True if the last section is known text alone. */
  #isKnown = false;
  /** True if the next part may begin a section. */
  #isCut = true;
  readonly #joinsKnown: boolean;

  constructor(joinsKnown: boolean) {
    this.#joinsKnown = joinsKnown;
  }

  cut(): void {
    this.#isCut = true;
  }

  add(part: Piece | ChoicePart): void {
    const isKnown = 'part' in part && part.part.kind === 'text';
    const last = this.all.at(-1);
    const isJoined = this.#joinsKnown && this.#isKnown && isKnown;
    if (last === undefined || (this.#isCut && !isJoined && this.all.length < MOST_SECTIONS)) {
      this.all.push([part]);
      this.#isKnown = isKnown;
    } else {
      last.push(part);
      this.#isKnown &&= isKnown;
    }
    this.#isCut = false;
  }
}

/** Tells whether a text is empty, or begins with a match. */
function beginsWith(text: RenderedText, begins: RegExp): boolean {
  const [first] = text;
  if (first === undefined) return true;
  begins.lastIndex = 0;
  return first.kind === 'text' && begins.test(first.text);
}

/** Tells whether what follows a part surely begins a line; `before`: whether the part itself does. */
function endsLine(part: RenderedText[number], before: boolean): boolean {
  if (part.kind === 'text') return part.text === '' ? before : part.text.endsWith('\n');
  if (part.kind === 'hole') return part.extent === 'lines' && before;
  return part.alternatives.every((text) => text.reduce((begins, inner) => endsLine(inner, begins), before));
}

/**
 * The worlds of a section, at most `MOST_WORLDS`: a choice that would make more is a hole, as if all of its
 * alternatives were possible and none of them known.
 */
export function worldsOfSection(section: Section): readonly World[] {
  let room = section.length > MOST_PARTS ? 1 : MOST_WORLDS;
  const settled = section.map((part) => {
    if (!('alternatives' in part)) return part;
    const count = countOf(part);
    if (count > room) return wholePiece(holeFor(part));
    room = Math.floor(room / count);
    return part;
  });
  return textsOf(settled, [{ pieces: [], picks: NO_PICKS }]).map(({ pieces, picks }) => new World(pieces, picks));
}

/** A world that is being put together. */
interface Draft {
  readonly pieces: Piece[];
  readonly picks: Picks;
}

/** The texts that follow some drafts, which are used up. */
function textsOf(section: Section, drafts: readonly Draft[]): readonly Draft[] {
  let worlds = drafts;
  for (const part of section) {
    if ('alternatives' in part) {
      const before = worlds;
      worlds = part.alternatives.flatMap((text, index) =>
        textsOf(
          asSingleSection(text),
          before.map(({ pieces, picks }) => ({ pieces: [...pieces], picks: new Map(picks).set(part, index) })),
        ),
      );
    } else for (const { pieces } of worlds) pieces.push(part);
  }
  return worlds;
}

/** The number of texts that a choice may be. */
function countOf({ alternatives }: ChoicePart): number {
  let sum = 0;
  for (const text of alternatives) {
    let product = 1;
    for (const part of text) if (part.kind === 'choice') product *= countOf(part);
    sum += product;
  }
  return sum;
}

function holeFor(choice: ChoicePart): HolePart {
  const { why, alternatives } = choice;
  return { ...why, kind: 'hole', extent: alternatives.some(mayHoldLines) ? 'lines' : 'value' };
}

function mayHoldLines(text: RenderedText): boolean {
  return text.some((part) => {
    if (part.kind === 'text') return part.text.includes('\n');
    return part.kind === 'hole' ? part.extent === 'lines' : part.alternatives.some(mayHoldLines);
  });
}

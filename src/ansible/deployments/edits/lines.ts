/** Lines of a rendered text: what the modules that change files look at, each in its place, and back to a text. */
import { madeOnce } from '../../../ground/made-once.ts';
import type {
  ChoicePart,
  HolePart,
  RenderedPart,
  RenderedText,
  TextPart,
  PlacedCause,
} from '../../template/files/rendered-text.ts';

/** A stretch of a text part. */
export interface Slice {
  readonly kind: 'slice';
  readonly part: TextPart;
  readonly start: number;
  readonly end: number;
}

export type Piece = Slice | HolePart;

/** A line with its line end. The last one of a text may lack it. */
export interface Line {
  readonly kind: 'line';
  readonly pieces: readonly Piece[];
  /** The text of the line; undefined if a part of it is not known. */
  readonly text: string | undefined;
}

/** Whole lines of any content. */
export interface Gap {
  readonly kind: 'gap';
  readonly hole: HolePart;
}

/** Lines that depend on what only a run can know: the file has those of one alternative. */
export interface Branch {
  readonly kind: 'branch';
  readonly why: PlacedCause;
  readonly alternatives: readonly Lines[];
  /** The pieces that it was read from; undefined for one that an edit made. */
  readonly source: readonly (Piece | ChoicePart)[] | undefined;
}

export type Lines = readonly (Line | Gap | Branch)[];

/** The most combinations of the choices in one line. Beyond them, the line is a gap. */
const MAX_ALTERNATIVES = 64;

export const LINE_FEED = /\n/g;
/** Line ends as Python recognizes them: in bytes, and in files that are opened as text. */
export const ANY_LINE_END = /\r\n|\r|\n/g;

export function lineOfPieces(pieces: readonly Piece[]): Line {
  return { kind: 'line', pieces, text: knownText(pieces) };
}

/** The text of pieces; undefined if there is a hole among them. */
export function knownText(pieces: readonly Piece[]): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'hole') return undefined;
    text += sliceText(piece);
  }
  return text;
}

export function sliceText({ part, start, end }: Slice): string {
  return part.text.slice(start, end);
}

/** A stretch of pieces that are known, by offsets into their text. */
export function slicesBetween(pieces: readonly Piece[], from: number, to: number): Slice[] {
  const found: Slice[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (piece.kind === 'hole') continue;
    const { part, start, end } = piece;
    const [first, last] = [Math.max(from - at, 0), Math.min(to - at, end - start)];
    if (first < last) found.push({ kind: 'slice', part, start: start + first, end: start + last });
    at += end - start;
  }
  return found;
}

/** Tells whether lines are identical, read from the same places. */
export function isSameLine(one: Lines[number] | undefined, other: Lines[number] | undefined): boolean {
  if (one?.kind === 'line') return other?.kind === 'line' && areSame(one.pieces, other.pieces);
  if (one?.kind !== 'branch' || other?.kind !== 'branch') return one === other;
  return (
    one.alternatives.length === other.alternatives.length &&
    one.alternatives.every((lines, at) => areSameLines(lines, other.alternatives[at] ?? []))
  );
}

export function areSameLines(some: Lines, others: Lines): boolean {
  return some === others || (some.length === others.length && some.every((line, at) => isSameLine(line, others[at])));
}

function areSame(some: readonly Piece[], others: readonly Piece[]): boolean {
  return (
    some.length === others.length &&
    some.every((piece, at) => {
      const other = others[at];
      if (piece.kind === 'hole' || other?.kind !== 'slice') return piece === other;
      return piece.part === other.part && piece.start === other.start && piece.end === other.end;
    })
  );
}

/** Tells whether pieces give equal texts; undefined if they may. */
export function areEqual(some: readonly Piece[], others: readonly Piece[]): boolean | undefined {
  if (areSame(some, others)) return true;
  const [one, other] = [knownEnds(some), knownEnds(others)];
  if (one.isWhole && other.isWhole) return one.start === other.start;
  const fits = (whole: KnownEnds, part: KnownEnds): boolean =>
    whole.start.length >= part.start.length + part.end.length &&
    whole.start.startsWith(part.start) &&
    whole.start.endsWith(part.end);
  if (one.isWhole || other.isWhole) return (one.isWhole ? fits(one, other) : fits(other, one)) ? undefined : false;
  const isStart = one.start.startsWith(other.start) || other.start.startsWith(one.start);
  return isStart && (one.end.endsWith(other.end) || other.end.endsWith(one.end)) ? undefined : false;
}

interface KnownEnds {
  /** The text before the first hole. */
  readonly start: string;
  /** The text after the last one; empty if there is none. */
  readonly end: string;
  readonly isWhole: boolean;
}

/** The text that pieces are known to begin with, and to end with. */
export function knownEnds(pieces: readonly Piece[]): KnownEnds {
  const isHole = ({ kind }: Piece): boolean => kind === 'hole';
  const [first, last] = [pieces.findIndex(isHole), pieces.findLastIndex(isHole)];
  const text = (some: readonly Piece[]): string => knownText(some) ?? '';
  if (first < 0) return { start: text(pieces), end: '', isWhole: true };
  return { start: text(pieces.slice(0, first)), end: text(pieces.slice(last + 1)), isWhole: false };
}

/** Pieces without the line ends after them. */
export function withoutEnd(pieces: readonly Piece[]): readonly Piece[] {
  const kept = [...pieces];
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    if (last.kind === 'hole') return [...kept, last];
    const { length } = sliceText(last).replace(/[\r\n]+$/, '');
    if (length > 0) return [...kept, { ...last, end: last.start + length }];
  }
  return kept;
}

/**
 * Tells whether new lines mean something else in another place of a file: those of a block or a list, and any in a
 * file that has sections.
 */
export function dependOnPlace(added: readonly Piece[], lines: Lines): boolean {
  if (/^(?:[ \t]*(?:#.*)?\r?\n)*(?:[ \t]+[^#\s]|-(?:\s|$))/.test(knownEnds(added).start)) return true;
  return lines.some((line) => line.kind === 'line' && /^\s*\[/.test(knownEnds(line.pieces).start));
}

/** Tells whether a text consists of whole lines: a hole at its end has to be one that may hold lines. */
export function endsLine(pieces: readonly Piece[], lineEnds = '\n'): boolean {
  const last = pieces.findLast((piece) => piece.kind === 'hole' || piece.start < piece.end);
  if (last?.kind !== 'slice') return last?.extent !== 'value';
  return lineEnds.includes(last.part.text.charAt(last.end - 1));
}

const GAPS = new WeakMap<PlacedCause, Gap>();

/** A gap for a reason; the same object for the same reason. */
export function gapBecause(why: PlacedCause): Gap {
  return madeOnce(GAPS, why, () => ({ kind: 'gap', hole: holeBecause(why, 'lines') }));
}

export function holeBecause(
  { reason, message, name, clause, shared, place }: PlacedCause,
  extent: HolePart['extent'],
): HolePart {
  return { kind: 'hole', reason, message, name, clause, shared, place, extent };
}

/** The lines of a text. */
export function linesOf(text: readonly (RenderedPart | Slice)[], lineEnd: RegExp): Lines {
  return new Reader(lineEnd).read(text.map((part) => (part.kind === 'text' ? wholeSlice(part) : part)));
}

export function wholeSlice(part: TextPart): Slice {
  return { kind: 'slice', part, start: 0, end: part.text.length };
}

class Reader {
  readonly #lineEnd: RegExp;
  readonly #lines: Lines[number][] = [];
  /** The line at hand, as far as it has been read. */
  #pieces: Piece[] = [];

  constructor(lineEnd: RegExp) {
    this.#lineEnd = lineEnd;
  }

  read(parts: readonly (Piece | ChoicePart)[]): Lines {
    const rest = [...parts];
    for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
      if (part.kind === 'choice') this.#choice(part, rest);
      else if (part.kind === 'slice') this.#slice(part);
      else if (part.extent === 'lines' && this.#pieces.length === 0) this.#lines.push({ kind: 'gap', hole: part });
      else this.#pieces.push(part);
    }
    if (this.#pieces.length > 0) this.#end();
    return this.#lines;
  }

  #end(): void {
    this.#lines.push(lineOfPieces(this.#pieces));
    this.#pieces = [];
  }

  #slice(slice: Slice): void {
    let { start } = slice;
    for (const match of sliceText(slice).matchAll(this.#lineEnd)) {
      const end = slice.start + match.index + match[0].length;
      this.#pieces.push({ ...slice, start, end });
      this.#end();
      start = end;
    }
    if (start < slice.end) this.#pieces.push({ ...slice, start });
  }

  /** Reads a choice with the rest of the lines that it begins and ends in. */
  #choice(choice: ChoicePart, rest: (Piece | ChoicePart)[]): void {
    const source: (Piece | ChoicePart)[] = [...this.#pieces, choice];
    let ways = alternativesOf(source);
    while (ways?.every((way) => endsLine(way)) !== true) {
      const next = rest.shift();
      if (next === undefined) break;
      const end = next.kind === 'slice' ? this.#firstEnd(next) : undefined;
      if (next.kind === 'slice' && end !== undefined) {
        source.push({ ...next, end });
        if (end < next.end) rest.unshift({ ...next, start: end });
      } else source.push(next);
      ways = ways && alternativesOf(source);
      if (end !== undefined) break;
    }
    this.#pieces = [];
    const { why } = choice;
    if (ways === undefined) this.#lines.push(gapBecause(why));
    else {
      const alternatives = ways.map((way) => new Reader(this.#lineEnd).read(way));
      this.#lines.push({ kind: 'branch', why, alternatives, source });
    }
  }

  /** The end of the first line in a slice. */
  #firstEnd(slice: Slice): number | undefined {
    const [match] = sliceText(slice).matchAll(this.#lineEnd);
    return match === undefined ? undefined : slice.start + match.index + match[0].length;
  }
}

/** Every combination of the choices among some parts; undefined if there are too many. */
function alternativesOf(parts: readonly (RenderedPart | Slice)[]): Piece[][] | undefined {
  let ways: Piece[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'choice') {
      const alternatives = part.alternatives.map((alternative) => alternativesOf(alternative));
      const more: Piece[][] = [];
      for (const alternative of alternatives) {
        if (alternative === undefined || ways.length * alternative.length > MAX_ALTERNATIVES) return undefined;
        for (const way of ways) for (const end of alternative) more.push([...way, ...end]);
      }
      if (more.length > MAX_ALTERNATIVES) return undefined;
      ways = more;
    } else for (const way of ways) way.push(part.kind === 'text' ? wholeSlice(part) : part);
  }
  return ways;
}

/** The text that lines make. Parts that are left whole are the same objects that the lines were read from. */
export function textOf(lines: Lines): RenderedText {
  return textOfPieces(
    lines.flatMap((line): readonly (RenderedPart | Slice)[] => {
      if (line.kind === 'line') return line.pieces;
      if (line.kind === 'gap') return [line.hole];
      if (line.source !== undefined) return line.source;
      return [{ kind: 'choice', why: line.why, alternatives: line.alternatives.map((lines) => textOf(lines)) }];
    }),
  );
}

function textOfPieces(pieces: readonly (RenderedPart | Slice)[]): RenderedText {
  const parts: RenderedPart[] = [];
  let open: Slice | undefined;
  const close = (): void => {
    if (open !== undefined && open.start < open.end) parts.push(partOf(open));
    open = undefined;
  };
  for (const one of pieces) {
    const piece = one.kind === 'text' ? wholeSlice(one) : one;
    if (piece.kind === 'slice' && open?.part === piece.part && open.end === piece.start)
      open = { ...open, end: piece.end };
    else {
      close();
      if (piece.kind === 'slice') open = piece;
      else parts.push(piece);
    }
  }
  close();
  return parts;
}

function partOf({ part, start, end }: Slice): TextPart {
  if (start === 0 && end === part.text.length) return part;
  const { kind, place, isComputed, from } = part;
  const isVerbatim = !isComputed && place.end - place.start === part.text.length;
  return {
    kind,
    text: part.text.slice(start, end),
    place: isVerbatim ? { ...place, start: place.start + start, end: place.start + end } : place,
    isComputed,
    from,
  };
}

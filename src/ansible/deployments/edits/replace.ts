/** `replace`: text in the place of all matches of an expression. */
import { Tripped, tripAsUnsupported } from '../../template/markers.ts';
import type { HolePart } from '../../template/files/rendered-text.ts';
import { compile } from '../../template/python/regex.ts';
import type { Pattern } from '../../template/python/regex.ts';
import { expand, readReplacement } from '../../template/python/replacement.ts';
import type { EditTask } from './edit-task.ts';
import {
  slicesBetween,
  gapBecause,
  dependOnPlace,
  knownEnds,
  knownText,
  LINE_FEED,
  lineOfPieces,
  linesOf,
  sliceText,
  withoutEnd,
} from './lines.ts';
import type { Branch, Gap, Line, Lines, Piece } from './lines.ts';
import { automatonOf, Search } from './possible-match.ts';
import type { Automaton } from './possible-match.ts';

export function replaceMatches(task: EditTask, before: Lines): Lines {
  const regexp = task.known('regexp') ?? task.fail('missing required arguments: regexp');
  const [after = '', ahead = '', encoding = 'utf-8'] = ['after', 'before', 'encoding'].map((name) => task.known(name));
  if (!/^utf-?8$/i.test(encoding)) tripAsUnsupported(`the encoding ${encoding}`);
  const replacement = new Replacement(task, regexp);
  if (after === '' && ahead === '') return replacement.into(task.settled(before, (line) => replacement.mayTouch(line)));

  const lines = task.settled(before, () => true);
  const pieces = knownPieces(lines);
  if (pieces === undefined) return replacement.maybeInto(lines);
  const text = knownText(pieces) ?? '';
  const found = section(text, after, ahead, task);
  if (found === undefined) return lines;
  const inside = linesOf(slicesBetween(pieces, found.start, found.end), LINE_FEED);
  const [head, tail] = [slicesBetween(pieces, 0, found.start), slicesBetween(pieces, found.end, text.length)];
  return [lineOfPieces(head), ...replacement.into(inside), lineOfPieces(tail)];
}

/** The pieces of lines that are known; undefined if one is not. */
function knownPieces(lines: Lines): readonly Piece[] | undefined {
  const isKnown = lines.every((line) => line.kind === 'line' && line.text !== undefined);
  return isKnown ? lines.flatMap((line) => (line.kind === 'line' ? line.pieces : [])) : undefined;
}

/**
 * The offsets of the text between what two expressions match, one of which may be empty; undefined if it is not
 * there.
 */
function section(
  text: string,
  after: string,
  ahead: string,
  task: EditTask,
): { readonly start: number; readonly end: number } | undefined {
  // An alternative or a flag would mean something else in the group.
  if ([after, ahead].some((pattern) => /\||^\(\?[a-z]/.test(pattern)))
    tripAsUnsupported(`the section after ${after} before ${ahead}`);
  const inside = after !== '' && ahead !== '' ? '.*?' : '.*';
  const pattern = compile(`(?P<stacklint_after>${after})(?P<subsection>${inside})${ahead}`, 's', task.budget);
  const match = pattern.first(text, task.budget);
  if (match === null) return undefined;
  const start = match.index + (match.groups?.['stacklint_after']?.length ?? 0);
  return { start, end: start + (match.groups?.['subsection']?.length ?? 0) };
}

/** Lines that one match may cover. */
interface Passage {
  readonly kind: 'passage';
  readonly lines: readonly (Line | Gap)[];
  /** True if a match may end in it. */
  readonly mayMatch: boolean;
  readonly isLast: boolean;
}

/** The key at the start of a line that sets a value. */
const KEY = /^(?:[\w./-]+(?=\s*[:=]\s*\S)|-X[a-z]{2}|--?[\w.-]+=)/;

class Replacement {
  readonly #task: EditTask;
  readonly #regexp: string;
  /** Undefined if it is not evaluated here. */
  readonly #pattern: Pattern | undefined;
  readonly #automaton: Automaton | undefined;
  readonly #by: readonly Piece[];

  constructor(task: EditTask, regexp: string) {
    this.#task = task;
    this.#regexp = regexp;
    this.#pattern = compiled(regexp, task);
    this.#automaton = automatonOf(regexp, 'm', task.budget);
    this.#by = task.pieces('replace') ?? [];
    // References to groups that do not exist make the task fail even if nothing matches.
    const { groups } = this.#pattern ?? {};
    for (const piece of this.#by) if (piece.kind === 'slice' && groups) readReplacement(sliceText(piece), groups);
  }

  /** Tells whether a match may have a part of a line in it, whatever is around the line. */
  mayTouch(line: Line): boolean {
    if (this.#automaton === undefined) return true;
    const search = new Search(this.#automaton, this.#task.budget);
    search.throughLines();
    return search.through(symbolsOf(line), true) || search.isWithin;
  }

  /** Lines with their matches replaced. */
  into(given: Lines): Lines {
    // An empty text may have a match, too.
    const lines = given.length > 0 ? given : [lineOfPieces([])];
    const isKnown = knownPieces(lines) !== undefined;
    // A lookaround may see more than the passage that the match is in.
    const isWide = this.#automaton?.looksAround !== false;
    const passages = isKnown && isWide ? [passageOf(lines, true, true)] : this.#passages(lines);
    const replaced: Lines[number][] = [];
    let isReplaced = false;
    let gap: Gap | undefined;
    for (const passage of passages) {
      if (passage.kind === 'branch') replaced.push(passage);
      else if (!passage.mayMatch) replaced.push(...passage.lines);
      else {
        const pattern = this.#pattern;
        const known = isKnown || !isWide ? knownPieces(passage.lines) : undefined;
        const isEvaluated = known !== undefined && pattern !== undefined;
        const changed = isEvaluated
          ? this.#replaced(pattern, known, passage.isLast)
          : this.#replacedStart(passage.lines);
        const unchanged = isEvaluated ? passage.lines : [this.#unknown(passage.lines)];
        replaced.push(...(changed === undefined ? unchanged : [changed]));
        if (changed !== undefined) isReplaced = true;
        gap ??= passage.lines.find((line) => line.kind === 'gap');
      }
    }
    const line = isReplaced ? undefined : this.#keyedLine(lines);
    const at = gap === undefined || line === undefined ? -1 : replaced.indexOf(gap);
    return line === undefined || at < 0 ? replaced : replaced.toSpliced(at + 1, 0, line);
  }

  /** The lines if it is not known in which part of them the matches are replaced. */
  maybeInto(lines: Lines): Lines {
    // That part may start anywhere.
    const automaton = this.#automaton && { ...this.#automaton, starts: 'anywhere' as const };
    return this.#passages(lines, automaton).flatMap((passage): Lines => {
      if (passage.kind === 'branch') return [passage];
      return passage.mayMatch ? [this.#unknown(passage.lines)] : passage.lines;
    });
  }

  /** The text of a passage with its matches replaced; undefined if there is none. */
  #replaced(pattern: Pattern, pieces: readonly Piece[], isLast: boolean): Line | undefined {
    const text = knownText(pieces) ?? '';
    const result: Piece[] = [];
    let end = 0;
    let isFound = false;
    for (const match of pattern.all(text, this.#task.budget)) {
      // What follows the last line end is the start of the next line.
      if (match.index === text.length && !isLast) break;
      isFound = true;
      result.push(...slicesBetween(pieces, end, match.index), ...this.#replacement(pattern, match));
      end = match.index + match[0].length;
    }
    return isFound ? lineOfPieces([...result, ...slicesBetween(pieces, end, text.length)]) : undefined;
  }

  #replacement({ groups }: Pattern, match: RegExpExecArray): readonly Piece[] {
    const filled = (text: string): string => expand(readReplacement(text, groups), match);
    const text = knownText(this.#by);
    if (text?.includes('\\') === true) return [this.#task.computed(filled(text), this.#by)];
    return this.#by.map((piece) => {
      if (piece.kind === 'hole' || !sliceText(piece).includes('\\')) return piece;
      return this.#task.computed(filled(sliceText(piece)), [piece]);
    });
  }

  /** A line whose end is not known, if the expression matches all of it whatever the end is. */
  #replacedStart(lines: readonly (Line | Gap)[]): Line | undefined {
    const [line] = lines;
    const whole = wholeLine(this.#regexp);
    if (line?.kind !== 'line' || lines.length > 1 || whole === undefined || !this.#isPlain) return undefined;
    const match = compile(whole, 'm', this.#task.budget).first(knownEnds(line.pieces).start, this.#task.budget);
    return match?.index === 0
      ? lineOfPieces([...this.#by, ...line.pieces.slice(withoutEnd(line.pieces).length)])
      : undefined;
  }

  get #isPlain(): boolean {
    return !this.#by.some((piece) => piece.kind === 'slice' && sliceText(piece).includes('\\'));
  }

  /**
   * The line that a file has after the edit even if the lines that the expression is meant for are not known: the
   * expression matches whole lines with the key of the replacement.
   */
  #keyedLine(lines: Lines): Line | undefined {
    const { start } = knownEnds(this.#by);
    const [key] = KEY.exec(start) ?? [];
    const whole = wholeLine(this.#regexp);
    if (key === undefined || whole === undefined || !this.#isPlain) return undefined;
    if (this.#by.some((piece) => piece.kind === 'slice' && sliceText(piece).includes('\n'))) return undefined;
    // Anything that may turn a line into a comment comes before the key.
    const named = whole.replace(/^\^(?:\(?(?:#|;|\\s|\[[#;\s\\t]+\]| )[?*+]?\)?[?*]?)*/, '').replace(/\\(\W)/g, '$1');
    return named.startsWith(key) && !dependOnPlace(this.#by, lines)
      ? lineOfPieces([...this.#by, this.#task.added('\n')])
      : undefined;
  }

  #unknown(lines: readonly (Line | Gap)[]): Gap {
    const first = lines.find((line) => line.kind === 'gap' || line.text === undefined) ?? lines[0];
    return first?.kind === 'gap' ? first : gapBecause(this.#task.unknownIn(first ?? lineOfPieces([])));
  }

  /** Cuts lines where no match goes on from one to the next. */
  #passages(lines: Lines, automaton = this.#automaton): (Passage | Branch)[] {
    if (automaton === undefined) return [passageOf(lines, true, true)];
    const search = new Search(automaton, this.#task.budget);
    const found: (Passage | Branch)[] = [];
    const rest = [...lines];
    let open: (Line | Gap)[] = [];
    /** The number of the open lines that a match may end in or look at. */
    let touched = 0;
    for (let line = rest.shift(); line !== undefined; line = rest.shift()) {
      if (line.kind === 'branch') {
        if (search.isWithin) {
          const { alternatives, why } = line;
          rest.unshift(...(alternatives[this.#task.answers.oneOf(alternatives.length, why)] ?? []));
        } else found.push(line);
        continue;
      }
      open.push(line);
      const isLast = rest.length === 0;
      if (line.kind === 'gap' ? search.throughLines() : search.through(symbolsOf(line), isLast))
        touched = open.length + (search.looksAhead ? 1 : 0);
      if (search.isWithin && !isLast) continue;
      const [head, tail] = [open.slice(0, touched), open.slice(touched)];
      if (head.length > 0) found.push(passageOf(head, true, isLast && tail.length === 0));
      if (tail.length > 0) found.push(passageOf(tail, false, isLast));
      open = [];
      touched = 0;
    }
    return found;
  }
}

function compiled(regexp: string, task: EditTask): Pattern | undefined {
  try {
    return compile(regexp, 'm', task.budget);
  } catch (error) {
    if (error instanceof Tripped) return undefined;
    throw error;
  }
}

function passageOf(lines: Lines, mayMatch: boolean, isLast: boolean): Passage {
  return { kind: 'passage', lines: lines.filter((line) => line.kind !== 'branch'), mayMatch, isLast };
}

/** An expression that matches from the start of a line to its end, changed into one that matches only the start. */
function wholeLine(regexp: string): string | undefined {
  const [, start] = /^(?:\(\?m\))?(\^.*)(?<!\\)(?:\.\*|\(\.\*\))\$?$/.exec(regexp) ?? [];
  return start === undefined || /[$|]|\\[ZbB]|\(\?[=!]/.test(start) ? undefined : start;
}

function symbolsOf(line: Line): (string | HolePart)[] {
  return line.pieces.map((piece) => (piece.kind === 'hole' ? piece : sliceText(piece)));
}

/** `replace`: text in the place of all matches of an expression. */
import { Tripped, tripAsUnsupported } from '../../template/markers.ts';
import { compile } from '../../template/regex.ts';
import type { Pattern } from '../../template/regex.ts';
import { expand, readReplacement } from '../../template/replacement.ts';
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
import type { Gap, Line, Lines, Piece } from './lines.ts';
import { lacksKey, reachOf, soughtKey } from './sought-key.ts';

export function replaceMatches(task: EditTask, before: Lines): Lines {
  const regexp = task.known('regexp') ?? task.fail('missing required arguments: regexp');
  const [after = '', ahead = '', encoding = 'utf-8'] = ['after', 'before', 'encoding'].map((name) => task.known(name));
  if (!/^utf-?8$/i.test(encoding)) tripAsUnsupported(`the encoding ${encoding}`);
  const replacement = new Replacement(task, regexp);
  if (after === '' && ahead === '') return replacement.into(task.settled(before, (line) => replacement.mayTouch(line)));

  const lines = task.settled(before, () => true);
  const pieces = knownPieces(lines);
  // The section may start anywhere in a line.
  if (pieces === undefined) return [replacement.unknown(lines)];
  const text = knownText(pieces) ?? '';
  const found = section(text, after, ahead, task);
  if (found === undefined) return lines;
  const inside = linesOf(slicesBetween(pieces, found.start, found.end), LINE_FEED);
  const [head, tail] = [slicesBetween(pieces, 0, found.start), slicesBetween(pieces, found.end, text.length)];
  return [lineOfPieces(head), ...replacement.into(inside), lineOfPieces(tail)];
}

/** The pieces of lines that are known; undefined where one is not. */
function knownPieces(lines: Lines): readonly Piece[] | undefined {
  const isKnown = lines.every((line) => line.kind === 'line' && line.text !== undefined);
  return isKnown ? lines.flatMap((line) => (line.kind === 'line' ? line.pieces : [])) : undefined;
}

/** The offsets of the text between what two expressions match, of which one may be empty; undefined where it is not there. */
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

/** A line that says of a key what it is, in the place of one that says something else of it. */
const KEY = /^(?:[\w./-]+(?=\s*[:=]\s*\S)|-X[a-z]{2}|--?[\w.-]+=)/;

class Replacement {
  readonly #task: EditTask;
  readonly #regexp: string;
  /** Undefined where it is not evaluated here. */
  readonly #pattern: Pattern | undefined;
  readonly #reach: ReturnType<typeof reachOf>;
  readonly #by: readonly Piece[];

  constructor(task: EditTask, regexp: string) {
    this.#task = task;
    this.#regexp = regexp;
    this.#pattern = compiled(regexp, task);
    this.#reach = reachOf(regexp);
    this.#by = task.pieces('replace') ?? [];
    // References to groups that are not there make the task fail even where nothing matches.
    const { groups } = this.#pattern ?? {};
    for (const piece of this.#by) if (piece.kind === 'slice' && groups) readReplacement(sliceText(piece), groups);
  }

  /** Tells whether a match may have a part of a line in it, whatever is around the line. */
  mayTouch(line: Lines[number]): boolean {
    if (line.kind !== 'line') return line.kind === 'gap';
    if (this.#reach === 'anywhere' || line.pieces.some((piece) => piece.kind === 'hole' && piece.extent === 'lines'))
      return true;
    if (line.text === undefined || this.#pattern === undefined || this.#reach === 'lines before')
      return !lacksKey(this.#regexp, knownEnds(line.pieces).start);
    return this.#pattern.first(line.text, this.#task.budget) !== null;
  }

  /** Lines with their matches replaced. */
  into(given: Lines): Lines {
    // An empty text may have a match, too.
    const lines = given.length > 0 ? given : [lineOfPieces([])];
    const passages = knownPieces(lines) === undefined ? this.#passages(lines) : [lines];
    const changed = passages.map((passage, at) => this.#changed(passage, at === passages.length - 1));
    const isReplaced = changed.some((passage, at) => passage !== passages[at] && passage[0]?.kind === 'line');
    const line = isReplaced ? undefined : this.#keyedLine(lines);
    const open = passages.findIndex((passage) => passage.some(({ kind }) => kind === 'gap'));
    return changed.flatMap((passage, at) => (line !== undefined && at === open ? [...passage, line] : passage));
  }

  /** What is left of lines of which it is not known where matches are. */
  unknown(lines: Lines): Gap {
    const first = lines.find((line) => line.kind !== 'line' || line.text === undefined) ?? lines[0];
    if (first?.kind === 'gap') return first;
    return gapBecause(first?.kind === 'branch' ? first.why : this.#task.unknownIn(first ?? lineOfPieces([])));
  }

  /** Cuts lines where no match goes on from one to the next. */
  #passages(lines: Lines): readonly Lines[] {
    if (this.#reach === 'anywhere') return [lines];
    const passages: Lines[number][][] = [];
    let open: Lines[number][] | undefined;
    for (const line of lines) {
      const goesOn = this.#reach === 'lines before' && this.mayTouch(line);
      if (goesOn && open !== undefined) open.push(line);
      else passages.push((open = [line]));
      if (!goesOn) open = undefined;
    }
    return passages;
  }

  /** A passage with its matches replaced; the same where it has none. */
  #changed(passage: Lines, isLast: boolean): Lines {
    const known = knownPieces(passage);
    if (known !== undefined && this.#pattern !== undefined) {
      const line = this.#replaced(this.#pattern, known, isLast);
      return line === undefined ? passage : [line];
    }
    if (!passage.some((line) => this.mayTouch(line))) return passage;
    return [this.#replacedStart(passage) ?? this.unknown(passage)];
  }

  /** The text of a passage with its matches replaced; undefined where there is none. */
  #replaced(pattern: Pattern, pieces: readonly Piece[], isLast: boolean): Line | undefined {
    const text = knownText(pieces) ?? '';
    const result: Piece[] = [];
    let end = 0;
    let isFound = false;
    for (const match of pattern.all(text, this.#task.budget)) {
      // What is there after the last line end is the start of the next line.
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

  /** A line of which the end is not known, where the expression matches all of it whatever the end is. */
  #replacedStart(lines: Lines): Line | undefined {
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
   * The line that is in a file after the edit where lines are not known that the expression is meant for: it matches whole
   * lines of the key that the replacement has.
   */
  #keyedLine(lines: Lines): Line | undefined {
    const { start } = knownEnds(this.#by);
    const [key] = KEY.exec(start) ?? [];
    const whole = wholeLine(this.#regexp);
    if (key === undefined || whole === undefined || !this.#isPlain) return undefined;
    if (this.#by.some((piece) => piece.kind === 'slice' && sliceText(piece).includes('\n'))) return undefined;
    const named = soughtKey(whole).rest.replace(/\\(\W)/g, '$1');
    return named.startsWith(key) && !dependOnPlace(this.#by, lines)
      ? lineOfPieces([...this.#by, this.#task.added('\n')])
      : undefined;
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

/** An expression that matches from the start of a line to its end, as one that matches the start alone. */
function wholeLine(regexp: string): string | undefined {
  const [, start] = /^(?:\(\?m\))?(\^.*)(?<!\\)(?:\.\*|\(\.\*\))\$?$/.exec(regexp) ?? [];
  return start === undefined || /[$|]|\\[ZbB]|\(\?[=!]/.test(start) ? undefined : start;
}

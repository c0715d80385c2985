/** A task that changes a file, in one of the cases of what only a run can know. */
import { madeOnce } from '../../../ground/made-once.ts';
import { Spending } from '../../template/budget.ts';
import { Exhausted, Raised, Tripped } from '../../template/markers.ts';
import type { RenderedPart, RenderedText, TextPart, PlacedCause } from '../../template/files/rendered-text.ts';
import type { TaskArguments } from '../task-arguments.ts';
import { Answers } from './cases.ts';
import { LinePattern } from './line-pattern.ts';
import { endsLine, gapBecause, lineOfPieces, wholeSlice } from './lines.ts';
import type { Gap, Line, Lines, Piece, Slice } from './lines.ts';

/** The steps that an edit may take; each character and line that it looks at costs some. */
const BUDGET = { steps: 2_000_000, size: 20_000_000 };

/** Thrown if an edit may change any line of a file. */
export class Unsettled {
  readonly why: PlacedCause;

  constructor(why: PlacedCause) {
    this.why = why;
  }
}

export class EditTask {
  readonly given: TaskArguments;
  readonly budget = new Spending(BUDGET);
  /** The answers of the case at hand. */
  answers = new Answers();
  /** True if there are too many cases to tell them apart: what matters and is not known is then a gap. */
  isCoarse = false;
  // Made once for all cases, so that equal lines are the same.
  readonly #texts = new Map<string, RenderedText | undefined>();
  readonly #patterns = new Map<string, LinePattern | PlacedCause>();
  readonly #added = new Map<string, Slice>();
  readonly #tooCostly: PlacedCause;
  readonly #computed = new Map<RenderedPart | undefined, Map<string, Slice>>();

  constructor(given: TaskArguments) {
    this.given = given;
    const message = 'what the task makes of this line is not evaluated';
    this.#tooCostly = { reason: 'template', message, name: undefined, place: given.place };
  }

  /** Ends the edit: the task fails, and the file stays as it was. */
  fail(message: string): never {
    throw new Raised('ValueError', message);
  }

  /** Fails if two arguments are given that exclude each other. */
  excludes(one: string, other: string): void {
    if (this.word(one) !== undefined && this.word(other) !== undefined)
      this.fail(`${one} and ${other} are mutually exclusive`);
  }

  word(...names: readonly string[]): string | PlacedCause | undefined {
    return this.given.word(...names);
  }

  /** A text that is known; if it is not, nothing is known about what the edit does. */
  known(...names: readonly string[]): string | undefined {
    const word = this.word(...names);
    if (typeof word === 'object') throw new Unsettled(word);
    return word;
  }

  /** One of some words; the first if none is given. */
  choice(name: string, ...choices: readonly string[]): string {
    const word = this.word(name);
    if (word === undefined) return choices[0] ?? '';
    if (typeof word !== 'string') return choices[this.answers.oneOf(choices.length, word)] ?? '';
    return choices.includes(word) ? word : this.fail(`${name} must be one of ${choices.join(', ')}`);
  }

  flag(name: string, standard = false): boolean {
    const word = this.word(name);
    if (typeof word === 'object') return this.answers.oneOf(2, word) === 1;
    return this.given.flag(name, standard);
  }

  /** The text of an argument, with its holes; undefined if it is not given. */
  pieces(...names: readonly string[]): readonly Piece[] | undefined {
    const key = names.join(' ');
    if (!this.#texts.has(key)) this.#texts.set(key, this.given.text(...names));
    const text = this.#texts.get(key);
    return text && this.#settledText(text);
  }

  #settledText(text: RenderedText): Piece[] {
    return text.flatMap((part): Piece[] => {
      if (part.kind === 'text') return [wholeSlice(part)];
      if (part.kind === 'hole') return [part];
      return this.#settledText(part.alternatives[this.answers.oneOf(part.alternatives.length, part.why)] ?? []);
    });
  }

  /** A regular expression that an argument gives, or the reason why it is not known or not evaluated here. */
  pattern(...names: readonly string[]): LinePattern | PlacedCause | undefined {
    const word = this.word(...names);
    if (typeof word !== 'string') return word;
    return madeOnce(this.#patterns, word, () => this.#compiled(word));
  }

  #compiled(pattern: string): LinePattern | PlacedCause {
    try {
      return new LinePattern(pattern, this.budget);
    } catch (error) {
      if (error instanceof Tripped || error instanceof Exhausted) return this.notEvaluated(error);
      throw error;
    }
  }

  /** The reason for what becomes unknown because an expression is not evaluated here. */
  notEvaluated(error: Tripped | Exhausted): PlacedCause {
    const { place } = this.given;
    if (error instanceof Exhausted) return { reason: 'template', message: error.message, name: undefined, place };
    const { reason, message, name, clause } = error.marker;
    return { reason, message, name, clause, place };
  }

  /** Tells whether something holds for a line or gap; if that is not known, both answers, one case after the other. */
  isTrue(known: boolean | undefined, of: Line | Gap): boolean {
    return known ?? this.answers.oneOf(2, this.unknownIn(of)) === 1;
  }

  /** The reason why it is not known what a line holds. */
  unknownIn(line: Line | Gap): PlacedCause {
    if (line.kind === 'gap') return line.hole;
    return line.pieces.find((piece) => piece.kind === 'hole') ?? this.#tooCostly;
  }

  /** A line with a line end. */
  ended(line: Line): Line {
    return endsLine(line.pieces) && line.text !== '' ? line : lineOfPieces([...line.pieces, this.added('\n')]);
  }

  /** Text that is made of others, with the place of the first. */
  computed(text: string, pieces: readonly Piece[]): Slice {
    const [first] = pieces;
    const source = first?.kind === 'slice' ? first.part : first;
    const ofSource = madeOnce(this.#computed, source, () => new Map<string, Slice>());
    return madeOnce(ofSource, text, () => {
      const from = new Set(pieces.flatMap((piece) => (piece.kind === 'slice' ? piece.part.from : [])));
      const { place } = source ?? this.given;
      return wholeSlice({ kind: 'text', text, place, isComputed: true, from: [...from] });
    });
  }

  /** Text that the module itself adds. */
  added(text: string): Slice {
    let slice = this.#added.get(text);
    if (slice === undefined) {
      const part: TextPart = { kind: 'text', text, place: this.given.place, isComputed: true, from: [] };
      this.#added.set(text, (slice = wholeSlice(part)));
    }
    return slice;
  }

  /**
   * Lines as they are in the case at hand: each branch that matters becomes one of its alternatives. A branch matters
   * if it has a gap, a line that matters, or an end of the text that may lack its line end.
   */
  settled(lines: Lines, matters: (line: Line) => boolean): Lines {
    return lines.flatMap((line, at) => {
      if (line.kind === 'gap') return [line];
      if (line.kind === 'line')
        return [this.isCoarse && line.text === undefined && matters(line) ? gapBecause(this.unknownIn(line)) : line];
      const { alternatives, why } = line;
      const isOpen = (inner: Lines): boolean => {
        const last = at === lines.length - 1 ? inner.at(-1) : undefined;
        const mayLackEnd = last?.kind === 'line' && !endsLine(last.pieces);
        return mayLackEnd || inner.some((one) => one.kind !== 'line' || matters(one));
      };
      if (!alternatives.some(isOpen)) return [line];
      return this.isCoarse ? [gapBecause(why)] : (alternatives[this.answers.oneOf(alternatives.length, why)] ?? []);
    });
  }
}

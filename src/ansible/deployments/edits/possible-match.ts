/**
 * Possible matches of a Python regular expression in a text with holes: where one may be, and where none can be.
 *
 * The expression is followed as an automaton that is in all its states at once. Lookarounds are assumed to hold, so
 * it finds too many matches, but never too few.
 */
import type { Spending } from '../../template/budget.ts';
import { Tripped } from '../../template/markers.ts';
import { compile } from '../../template/python/regex.ts';
import type { HolePart } from '../../template/files/rendered-text.ts';

/** A state: it takes a character that passes its test, or goes on without a character if it has no test. */
interface State {
  readonly takes: ((char: string) => boolean) | undefined;
  /** True if it takes the end of a line and nothing else. */
  readonly takesLineEndOnly: boolean;
  /** True if it goes on at the start of a line only. */
  readonly needsLineStart: boolean;
  /** True if the next character also decides whether it goes on; it is assumed to. */
  readonly looksAhead: boolean;
  readonly next: State[];
}

function state(parts: Partial<State> = {}): State {
  return { takes: undefined, takesLineEndOnly: false, needsLineStart: false, looksAhead: false, next: [], ...parts };
}

/** The state in which a match is complete. */
const FOUND = state();

/** An expression as an automaton. */
export interface Automaton {
  readonly start: State;
  /** Where `^` matches: at the start of the text, of any line, or anywhere. */
  readonly starts: 'once' | 'lines' | 'anywhere';
  /** True if it looks at what is around a match, or at the ends of the text. */
  readonly looksAround: boolean;
}

/** Makes an automaton; undefined for an expression with parts that are not supported here. */
export function automatonOf(pattern: string, flags: string, budget: Spending): Automaton | undefined {
  try {
    return new Builder(pattern, flags, budget).build();
  } catch (error) {
    if (error instanceof Tripped) return undefined;
    throw error;
  }
}

class Builder {
  readonly #pattern: string;
  readonly #budget: Spending;
  readonly #tests = new Map<string, (char: string) => boolean>();
  #flags: string;
  #at = 0;
  #looksAround = false;
  /** Set when an unsupported part is met. */
  #failed = false;

  constructor(pattern: string, flags: string, budget: Spending) {
    this.#pattern = pattern;
    this.#flags = flags;
    this.#budget = budget;
  }

  build(): Automaton | undefined {
    this.#flags += this.#take(/\(\?([ims]+)\)/y)?.[1] ?? '';
    const start = state();
    this.#alternatives(start, FOUND);
    if (this.#failed || this.#at < this.#pattern.length) return undefined;
    return { start, starts: this.#flags.includes('m') ? 'lines' : 'once', looksAround: this.#looksAround };
  }

  #take(expected: RegExp): RegExpExecArray | null {
    expected.lastIndex = this.#at;
    const found = expected.exec(this.#pattern);
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #alternatives(entry: State, exit: State): void {
    do this.#sequence(entry, exit);
    while (this.#take(/\|/y) !== null);
  }

  #sequence(entry: State, exit: State): void {
    let from = state();
    entry.next.push(from);
    while (!this.#failed && /[^|)]/y.test(this.#pattern.charAt(this.#at))) {
      const [first, last] = [state(), state()];
      this.#atom(first, last);
      const repetition = this.#take(/(?:([*+?])|\{(\d+)\}|\{(\d*),(\d*)\})[?+]?/y);
      if (repetition !== null) {
        const [, sign, count, least = count, most = count] = repetition;
        if (sign === undefined ? Number(least) === 0 : sign !== '+') first.next.push(last);
        if (sign === undefined ? most === '' || Number(most) > 1 : sign !== '?') last.next.push(first);
      }
      from.next.push(first);
      from = last;
    }
    from.next.push(exit);
  }

  #atom(first: State, last: State): void {
    const around = this.#take(/\(\?<?[=!]/y);
    if (around !== null || this.#take(/\((?:\?:|\?P<\w+>|(?!\?))/y) !== null) {
      // A lookaround consumes no text.
      if (around === null) this.#alternatives(first, last);
      else {
        this.#alternatives(state(), state());
        this.#looksAround = true;
        first.next.push(last);
      }
      if (this.#take(/\)/y) === null) this.#failed = true;
    } else if (this.#take(/\^/y) !== null) first.next.push(state({ needsLineStart: true, next: [last] }));
    else if (this.#take(/\$|\\[bB]/y) !== null) first.next.push(state({ looksAhead: true, next: [last] }));
    else if (this.#take(/\\[AZ]/y) !== null) {
      this.#looksAround = true;
      first.next.push(last);
    } else {
      const [char] = this.#take(/\\[^0-9]|\[\^?\]?(?:[^\]\\]|\\[^])*\]|[^()[\\*+?]/uy) ?? [];
      if (char === undefined) this.#failed = true;
      else
        first.next.push(state({ takes: this.#test(char), takesLineEndOnly: /^(?:\\n|\n)$/.test(char), next: [last] }));
    }
  }

  /** The test of whether a character passes a class, an escape or a character of the expression. */
  #test(atom: string): (char: string) => boolean {
    const known = this.#tests.get(atom);
    if (known !== undefined) return known;
    const pattern = compile(atom, this.#flags, this.#budget);
    const answers = new Map<string, boolean>();
    const test = (char: string): boolean => {
      let answer = answers.get(char);
      if (answer === undefined) answers.set(char, (answer = pattern.first(char, this.#budget) !== null));
      return answer;
    };
    this.#tests.set(atom, test);
    return test;
  }
}

/** A text that is read from its start, line by line. */
export class Search {
  readonly #automaton: Automaton;
  readonly #budget: Spending;
  #alive = new Set<State>();
  #atLineStart = true;
  /** True if it depends on the next character whether a match ends here. */
  looksAhead = false;
  #found = false;

  constructor(automaton: Automaton, budget: Spending) {
    this.#automaton = automaton;
    this.#budget = budget;
  }

  /** True if a match may have begun that goes on beyond what was read, or depends on what follows. */
  get isWithin(): boolean {
    return this.#alive.size > 0 || this.looksAhead;
  }

  /** Goes on; true if a match may end in these pieces. `isLast` where the text ends with them. */
  through(pieces: readonly (string | HolePart)[], isLast: boolean): boolean {
    this.#found = false;
    for (const piece of pieces) {
      if (typeof piece === 'string') for (const char of piece) this.#char(char);
      else this.#alive = this.#anything(piece.extent === 'lines');
    }
    if (isLast) this.#begin();
    return this.#found;
  }

  /** Goes on over whole lines of any content; true if a match may end in them. */
  throughLines(): boolean {
    this.#found = false;
    const before = this.#alive;
    const looksAhead = this.looksAhead;
    const passed = this.#anything(true);
    this.looksAhead = looksAhead;
    // Such lines end with the end of a line.
    this.#alive = new Set(before);
    for (const { takes, next } of passed)
      if (takes?.('\n') === true) for (const one of next) this.#follow(one, this.#alive);
    return this.#found;
  }

  /** The states that are waiting for a character, with those of a match that begins here. */
  #begin(): Set<State> {
    const waiting = new Set(this.#alive);
    this.#follow(this.#automaton.start, waiting);
    return waiting;
  }

  #char(char: string): void {
    const waiting = this.#begin();
    this.#budget.step(1 + (waiting.size >> 2));
    this.#atLineStart = this.#automaton.starts === 'anywhere' || (this.#automaton.starts === 'lines' && char === '\n');
    this.looksAhead = false;
    this.#alive = new Set();
    for (const { takes, next } of waiting)
      if (takes?.(char) === true) for (const one of next) this.#follow(one, this.#alive);
  }

  /** The states after any possible text: of one line, or of several. */
  #anything(mayHaveLines: boolean): Set<State> {
    if (mayHaveLines && this.#automaton.starts !== 'once') this.#atLineStart = true;
    const waiting = this.#begin();
    for (const { takesLineEndOnly, next } of waiting) {
      this.#budget.step();
      // The set grows while it is walked.
      if (mayHaveLines || !takesLineEndOnly) for (const one of next) this.#follow(one, waiting);
    }
    return waiting;
  }

  /** Adds the states that are reached without another character. */
  #follow(from: State, waiting: Set<State>, seen = new Set<State>()): void {
    if (seen.has(from) || (from.needsLineStart && !this.#atLineStart)) return;
    seen.add(from);
    if (from.looksAhead) this.looksAhead = true;
    if (from === FOUND) this.#found = true;
    else if (from.takes !== undefined) waiting.add(from);
    else for (const next of from.next) this.#follow(next, waiting, seen);
  }
}

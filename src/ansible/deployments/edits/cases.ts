/**
 * Cases of an edit. An edit is a function that may ask questions that only a run can answer. It runs once for each
 * combination of answers, and the lines that these leave are combined.
 */
import type { PlacedCause } from '../../template/files/rendered-text.ts';
import { areSameLines, isSameLine } from './lines.ts';
import type { Lines } from './lines.ts';

/** The most cases of one edit. */
const MAX_CASES = 64;

/** The answers to the questions of one case. */
export class Answers {
  readonly #given: readonly number[];
  /** How many answers each question has. */
  readonly #counts: number[] = [];
  /** The reason for the first question. */
  why: PlacedCause | undefined;

  constructor(given: readonly number[] = []) {
    this.#given = given;
  }

  /** One of some possibilities, by its index. */
  oneOf(count: number, why: PlacedCause): number {
    this.why ??= why;
    this.#counts.push(count);
    return this.#given[this.#counts.length - 1] ?? 0;
  }

  /** The answers of the next case; undefined after the last. */
  next(): Answers | undefined {
    const given = this.#counts.map((_, at) => this.#given[at] ?? 0);
    const at = given.findLastIndex((answer, question) => answer + 1 < (this.#counts[question] ?? 0));
    return at < 0 ? undefined : new Answers([...given.slice(0, at), (given[at] ?? 0) + 1]);
  }
}

/** The lines that an edit may leave, or a reason if there are too many cases. */
export function inAllCases(edit: (answers: Answers) => Lines): Lines | PlacedCause {
  const outcomes: Lines[] = [];
  let answers: Answers | undefined = new Answers();
  let why: PlacedCause | undefined;
  for (let count = 0; answers !== undefined; count++, answers = answers.next()) {
    if (why !== undefined && count === MAX_CASES) return why;
    const lines = edit(answers);
    why ??= answers.why;
    if (!outcomes.some((outcome) => areSameLines(outcome, lines))) outcomes.push(lines);
  }
  const [first = []] = outcomes;
  return outcomes.length === 1 || why === undefined ? first : either(outcomes, first, why);
}

/** One of several lists of lines: the lines that all of them begin and end with exist in any case. */
function either(outcomes: readonly Lines[], first: Lines, why: PlacedCause): Lines {
  const shortest = Math.min(...outcomes.map(({ length }) => length));
  const isShared = (at: number): boolean => outcomes.every((lines) => isSameLine(lines.at(at), first.at(at)));
  let start = 0;
  while (start < shortest && isShared(start)) start += 1;
  let end = 0;
  while (end < shortest - start && isShared(-1 - end)) end += 1;
  const alternatives = outcomes.map((lines) => lines.slice(start, lines.length - end));
  return [
    ...first.slice(0, start),
    { kind: 'branch', why, alternatives, source: undefined },
    ...first.slice(first.length - end),
  ];
}

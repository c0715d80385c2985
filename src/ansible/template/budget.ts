/** The limits of an evaluation: its steps, and the size of what it makes. */
import { Exhausted } from './markers.ts';

export interface Budget {
  /** Expressions, characters of patterns, elements: whatever takes time. */
  readonly steps: number;
  /** Characters; an element of a container counts as sixteen. */
  readonly size: number;
}

export const standardBudget: Budget = { steps: 40_000, size: 500_000 };

/** For a file, with all variables that it prints. */
export const fileBudget: Budget = { steps: 1_500_000, size: 20_000_000 };

/** Spends a budget; throws `Exhausted` if nothing is left. */
export class Spending {
  #steps: number;
  #size: number;

  constructor({ steps, size }: Budget) {
    this.#steps = steps;
    this.#size = size;
  }

  /** The budget that is left. */
  get left(): Budget {
    return { steps: this.#steps, size: this.#size };
  }

  /** Spends what something has cost. */
  spend({ steps, size }: Budget): void {
    this.step(steps);
    this.room(size);
  }

  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new Exhausted();
  }

  /** Accounts for going through texts: sixteen characters are a step. Values that are not text cost nothing here. */
  read(...values: readonly unknown[]): void {
    for (const value of values) if (typeof value === 'string' && value.length > 15) this.step(value.length >> 4);
  }

  /** Asks for room before something of that size is made. */
  room(size: number): void {
    this.#size -= size;
    if (!(this.#size >= 0)) throw new Exhausted();
  }

  /** Asks for room for elements. */
  elements(count: number): void {
    this.room(count * 16);
    this.step(count);
  }

  /** Accounts for a text that was made. */
  text(text: string): string {
    this.room(text.length);
    return text;
  }
}

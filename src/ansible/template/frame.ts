/** Names that a template sets itself: a frame for the template, and one for each loop, macro and `with`. */
import type { Value } from './values.ts';

/** The names of one frame, and behind them those of the frames around it. */
export class Frame {
  readonly #names = new Map<string, Value>();
  readonly #outer: Frame | undefined;

  constructor(outer?: Frame) {
    this.#outer = outer;
  }

  get(name: string): Value | undefined {
    const own = this.#names.get(name);
    return own === undefined ? this.#outer?.get(name) : own;
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value);
  }
}

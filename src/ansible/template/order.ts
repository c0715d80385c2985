/** Sorting, as Python's `sorted` does it: only by `<`, equals stay in their order. */
import { ordered } from './compare.ts';
import type { Context } from './context.ts';
import type { Value } from './values.ts';

/** A comparison for `Array.sort`. */
export function compareValues(left: Value, right: Value, reverse: boolean, { budget }: Context): number {
  if (ordered('<', left, right, budget)) return reverse ? 1 : -1;
  return ordered('<', right, left, budget) ? (reverse ? -1 : 1) : 0;
}

/** The range that a cursor is at. */
import type { Range } from '../source/tree.ts';

/** Tells whether an offset is in a range, or right after it, where a cursor is at the end of a word. */
export function touches({ start, end }: Range, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** The range that an offset is in; else one that it is right after. */
export function rangeTouching<T extends Range>(ranges: readonly T[], offset: number): T | undefined {
  const all = ranges.filter((range) => touches(range, offset));
  return all.find(({ end }) => offset < end) ?? all[0];
}

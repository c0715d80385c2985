/** Products, permutations and combinations, in the order of Python's itertools. */
import type { Spending } from '../budget.ts';
import { Raised } from '../trouble.ts';
import { Tuple } from '../values.ts';
import type { Value } from '../values.ts';

/** `itertools.product(*lists)`. Throws where the budget's size is spent. */
export function product(lists: readonly (readonly Value[])[], budget: Spending): Tuple[] {
  let rows: (readonly Value[])[] = [[]];
  for (const list of lists) {
    budget.elements(rows.length * list.length * lists.length);
    rows = rows.flatMap((row) => list.map((item) => [...row, item]));
  }
  return rows.map((row) => new Tuple(row));
}

/** `itertools.permutations(items, length)`. Throws where the budget's size is spent, or the length is negative. */
export function permutations(items: readonly Value[], length: number, budget: Spending): Tuple[] {
  return chosen(items.length, length, budget, (row, index) => !row.includes(index)).map(
    (row) => new Tuple(row.map((index) => items[index] ?? null)),
  );
}

/** `itertools.combinations(items, length)`. Throws as `permutations` does. */
export function combinations(items: readonly Value[], length: number, budget: Spending): Tuple[] {
  return chosen(items.length, length, budget, (row, index) => index > (row.at(-1) ?? -1)).map(
    (row) => new Tuple(row.map((index) => items[index] ?? null)),
  );
}

/** All rows of `length` indices of which each fits to those before it. */
function chosen(
  count: number,
  length: number,
  budget: Spending,
  fits: (row: readonly number[], index: number) => boolean,
): (readonly number[])[] {
  if (length < 0) throw new Raised('ValueError', 'r must be non-negative');
  if (length > count) return [];
  let rows: (readonly number[])[] = [[]];
  for (let step = 0; step < length; step++) {
    rows = rows.flatMap((row) => {
      const next: number[][] = [];
      for (let index = 0; index < count; index++) if (fits(row, index)) next.push([...row, index]);
      budget.elements(next.length * (step + 1));
      return next;
    });
  }
  return rows;
}

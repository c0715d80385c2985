/** The order of names in which people expect them: a number in a name counts by its value. */

const PARTS = /\d+|\D+/g;

/**
 * Compares two names part by part, so that `es-2` comes before `es-10`. Numbers are compared as digits, which may be
 * any number of them. `Intl.Collator` does the same, and takes longer to load than a small check.
 */
export function naturally(a: string, b: string): number {
  const [left, right] = [a.match(PARTS) ?? [], b.match(PARTS) ?? []];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = /\d/.test(part) && /\d/.test(other) ? asNumbers(part, other) : inTextOrder(part, other);
    if (order !== 0) return order;
  }
  // Only `es-1` and `es-01` are left, which have the same value.
  return left.length - right.length || inTextOrder(a, b);
}

function asNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return left.length - right.length || inTextOrder(left, right);
}

function inTextOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

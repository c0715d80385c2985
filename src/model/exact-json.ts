/**
 * JSON with the exact digits of numbers and the given order of keys: JavaScript rounds integers above 2^53, prints
 * 8.0 as 8, and puts keys that look like integers first.
 */

/**
 * The mark at the beginning of texts that represent exact numbers, and of keys that keep their order, while JSON is
 * made. A text of the data that begins with the mark gets a second one.
 */
const MARK = '\ue000';

/** A number that is printed with exactly these digits. */
export class Digits {
  readonly #text: string;

  /** `text` is a number of JSON. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Replace = (this: Readonly<Record<string, unknown>>, key: string, value: unknown) => unknown;

/** The keys of objects in their given order, if JavaScript's order differs. */
const orders = new WeakMap<object, readonly string[]>();

/** An object that remembers the order of its keys, for `entriesOf` and `exactJson`. */
export function orderedObject<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  const object = Object.fromEntries(entries);
  if (entries.some(([key]) => /^\d+$/.test(key))) orders.set(object, [...new Set(entries.map(([key]) => key))]);
  return object;
}

/** The keys and values of an object, in the order in which it was given them. */
export function entriesOf(object: object): [string, unknown][] {
  const values = object as Readonly<Record<string, unknown>>;
  return (orders.get(object) ?? Object.keys(object)).map((key) => [key, values[key]]);
}

/** Writes JSON as `JSON.stringify` does, but prints a bigint and `Digits` with their digits. */
export function exactJson(data: unknown, replace?: Replace, indent?: number): string {
  const json = JSON.stringify(
    data,
    function (this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
      const one = replace === undefined ? value : replace.call(this, key, value);
      if (isObject(one) && (orders.has(one) || Object.keys(one).some((name) => name.startsWith(MARK))))
        return Object.fromEntries(entriesOf(one).map(([name, inner]) => [MARK + name, inner]));
      const isMarked =
        typeof one === 'bigint' || one instanceof Digits || (typeof one === 'string' && one.startsWith(MARK));
      return isMarked ? `${MARK}${String(one)}` : one;
    },
    indent,
  );
  if (!json.includes(MARK)) return json;
  return json.replace(/(?<!\\)"\ue000((?:[^"\\]|\\.)*)"(:?)/g, (_, rest: string, colon: string) =>
    rest.startsWith(MARK) || colon !== '' ? `"${rest}"${colon}` : rest,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

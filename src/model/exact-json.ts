/** JSON of data with numbers as they are: JavaScript's keep the digits of integers up to 2^53 alone, and 8.0 is 8 to them. */

/** Begins the texts that stand for integers while JSON is made; a text of the data that begins so gets another one. */
const MARK = '\ue000';

/** A number by its digits, where JavaScript would write others. */
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

/** As `JSON.stringify`, with `replace` for values that are to be others; a bigint and `Digits` are printed in their digits. */
export function exactJson(data: unknown, replace?: Replace, indent?: number): string {
  const json = JSON.stringify(
    data,
    function (this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
      const one = replace === undefined ? value : replace.call(this, key, value);
      const isMarked =
        typeof one === 'bigint' || one instanceof Digits || (typeof one === 'string' && one.startsWith(MARK));
      return isMarked ? `${MARK}${String(one)}` : one;
    },
    indent,
  );
  if (!json.includes(MARK)) return json;
  // No key is marked: a colon follows those that begin like that.
  return json.replace(/(?<!\\)"\ue000((?:[^"\\]|\\.)*)"(?!:)/g, (_, rest: string) =>
    rest.startsWith(MARK) ? `"${rest}"` : rest,
  );
}

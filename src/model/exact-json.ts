/** JSON of data with integers of any size: a number of JavaScript keeps their digits up to 2^53 alone. */

/** Begins the texts that stand for integers while JSON is made; a text of the data that begins so gets another one. */
const MARK = '\ue000';

type Replace = (this: Readonly<Record<string, unknown>>, key: string, value: unknown) => unknown;

/** As `JSON.stringify`, with `replace` for values that are to be others; a bigint is printed in its digits. */
export function exactJson(data: unknown, replace?: Replace, indent?: number): string {
  const json = JSON.stringify(
    data,
    function (this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
      const one = replace === undefined ? value : replace.call(this, key, value);
      if (typeof one !== 'bigint' && !(typeof one === 'string' && one.startsWith(MARK))) return one;
      return `${MARK}${String(one)}`;
    },
    indent,
  );
  if (!json.includes(MARK)) return json;
  // No key is marked: a colon follows those that begin like that.
  return json.replace(/(?<!\\)"\ue000((?:[^"\\]|\\.)*)"(?!:)/g, (_, rest: string) =>
    rest.startsWith(MARK) ? `"${rest}"` : rest,
  );
}

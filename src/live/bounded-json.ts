/**
 * Reads JSON from a server that may mean harm: text that is too deep to walk, or too large to hold, is refused before
 * it is parsed.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
export interface JsonMap {
  readonly [key: string]: Json;
}

/** Deeper than any answer of a cluster; a function that walks it in a circle of calls has stack left. */
const DEEPEST = 100;

/** What a text holds, and of how many values it consists; or why it was not made. */
export type ReadJson =
  { readonly value: Json; readonly values: number } | { readonly fault: 'broken' | 'too-deep' | 'too-many' };

/** Reads a text as JSON of at most so many values. */
export function readJson(text: string, mostValues: number): ReadJson {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COMMA:
        values++;
        break;
      case OPEN_LIST:
      case OPEN_MAP:
        values++;
        if (++depth > DEEPEST) return { fault: 'too-deep' };
        break;
      case CLOSE_LIST:
      case CLOSE_MAP:
        depth--;
        break;
    }
    if (values > mostValues) return { fault: 'too-many' };
  }
  try {
    return { value: JSON.parse(text) as Json, values };
  } catch {
    // The words of the error would repeat the text.
    return { fault: 'broken' };
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;

/** The place of the quote that ends the string that begins here; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** Tells whether a value is an array. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Ansible's own `key=value` text: of `--extra-vars`, and of a task's arguments on one line. */
import { SIMPLE_ESCAPES } from '../../source/python.ts';
import { Scalar } from '../../source/tree.ts';
import type { Pair } from '../../source/tree.ts';

interface KeyValues {
  readonly pairs: readonly Pair[];
  /** The words that are not pairs, as Ansible joins them: `_raw_params`. */
  readonly rest: string | undefined;
}

const ESCAPE = /\\U[\da-f]{8}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[\\'"abfnrtv]/gi;

/**
 * Splits a text into pairs, as Ansible's `parse_kv` does; every value is a text. `start` is where the text begins in
 * its document. Undefined if a quote or a template is not closed: Ansible refuses that.
 */
export function readKeyValues(text: string, start = 0): KeyValues | undefined {
  const words = splitArguments(text);
  if (words === undefined) return undefined;
  const pairs = new Map<string, Pair>();
  const rest: string[] = [];
  let from = 0;
  for (const word of words) {
    const found = text.indexOf(word.trim(), from);
    const at = start + Math.max(found, 0);
    from = found < 0 ? from : found + word.trim().length;
    const decoded = unescaped(word);
    const sign = decoded.slice(1).search(/(?<!\\)=/) + 1;
    if (sign === 0) rest.push(decoded.includes('=') ? decoded.replaceAll('\\=', '=') : word);
    else {
      const name = decoded.slice(0, sign).trim();
      const value = unquoted(decoded.slice(sign + 1).trim());
      const end = at + word.trim().length;
      const key = new Scalar(at, at + name.length, 'str', name, 'bare');
      pairs.set(name, {
        key,
        value: new Scalar(Math.min(at + name.length + 1, end), end, 'str', value, 'bare'),
        mergedAt: undefined,
      });
    }
  }
  return { pairs: [...pairs.values()], rest: rest.length > 0 ? joinedWords(rest) : undefined };
}

function unescaped(word: string): string {
  return word.replace(ESCAPE, (escape) => {
    const kind = escape.charAt(1);
    if (escape.length === 2) return SIMPLE_ESCAPES[kind] ?? kind;
    const code = Number.parseInt(escape.slice(2), 16);
    return code > 0x10ffff ? escape : String.fromCodePoint(code);
  });
}

function unquoted(text: string): string {
  const quote = text[0];
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote) && text.at(-2) !== '\\';
  return isQuoted ? text.slice(1, -1) : text;
}

function joinedWords(words: readonly string[]): string {
  return words.reduce((whole, word) => (whole === '' || whole.endsWith('\n') ? whole + word : `${whole} ${word}`), '');
}

const TEMPLATE_MARKS = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
] as const;

/** Words between blanks; quotes and templates hold blanks. */
function splitArguments(text: string): readonly string[] | undefined {
  if (text === '') return [];
  const words: string[] = [];
  const depths = [0, 0, 0];
  let quote: string | undefined;
  const append = (more: string): void => {
    words.push((words.pop() ?? '') + more);
  };
  const lines = text.split('\n');
  for (const [number, line] of lines.entries()) {
    let continues = false;
    for (const [at, token] of line.split(' ').entries()) {
      if (token === '' && at > 0) {
        append(' ');
        continue;
      }
      if (token === '\\' && quote === undefined) {
        continues = true;
        continue;
      }
      const wasQuoted = quote !== undefined;
      const wasInside = depths.some((depth) => depth > 0);
      quote = quoteAfter(token, quote);
      const isContinued = wasInside || wasQuoted;
      if (isContinued) append(at === 0 ? token : ` ${token}`);
      else if (token !== '') words.push(token);
      for (const [kind, [open, close]] of TEMPLATE_MARKS.entries())
        depths[kind] = Math.max(0, (depths[kind] ?? 0) + token.split(open).length - token.split(close).length);
    }
    if (number < lines.length - 1 && !continues) append('\n');
  }
  return quote !== undefined || depths.some((depth) => depth > 0) ? undefined : words;
}

function quoteAfter(token: string, before: string | undefined): string | undefined {
  let quote = before;
  for (const { 0: mark } of token.matchAll(/(?<!\\)["']/g))
    if (quote === undefined) quote = mark;
    else if (quote === mark) quote = undefined;
  return quote;
}

/** Values as people write them: YAML, short lists on one line. */
import { Digits, entriesOf } from '../model/exact-json.ts';
import { displayWidth, printable } from '../report/terminal-text.ts';
import { Masked } from '../stack/secrecy/masked.ts';

/** Writes `name: value`, in as many lines as a map needs; `depth` is the level at which the name is indented. */
export function valueLines(name: string, value: unknown, width: number, depth = 0): string[] {
  const indent = '  '.repeat(depth);
  const head = `${indent}${printable(name)}:`;
  const flat = inline(value);
  if (flat !== undefined && (!isList(value) || displayWidth(head) + 1 + displayWidth(flat) <= width))
    return [`${head} ${flat}`];
  if (isList(value)) return [head, ...value.flatMap((item) => listItem(item, width, depth + 1))];
  return [head, ...entries(value).flatMap(([key, inner]) => valueLines(key, inner, width, depth + 1))];
}

function listItem(item: unknown, width: number, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const flat = inline(item);
  if (flat !== undefined) return [`${indent}- ${flat}`];
  if (isList(item)) return [`${indent}-`, ...item.flatMap((inner) => listItem(inner, width, depth + 1))];
  const lines = entries(item).flatMap(([key, inner]) => valueLines(key, inner, width, depth + 1));
  return lines.map((line, index) => (index === 0 ? `${indent}- ${line.trimStart()}` : line));
}

/** A scalar, an empty map, or a list of these on one line; undefined for a value that takes several lines. */
function inline(value: unknown): string | undefined {
  if (isList(value)) {
    const items = value.map(inline);
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  if (value instanceof Masked || value instanceof Digits) return value.toString();
  if (typeof value === 'string') return scalar(value);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : undefined;
  return String(value);
}

/** The length from which a text is always quoted: a regular expression may fail on longer ones. */
const LONG = 10_000;

/** Quotes a text if it would be read as another type, or run into its surroundings. */
function scalar(text: string): string {
  const plain =
    text.length < LONG &&
    /^[\p{L}_/~](?:[^\p{Cc}:#,[\]{}"'\s]|:(?!\s|$)| (?![\s#]|$))*$/u.test(text) &&
    !/^(?:true|false|yes|no|on|off|null|~)$/i.test(text);
  return plain ? printable(text) : printable(JSON.stringify(text));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? entriesOf(value) : [];
}

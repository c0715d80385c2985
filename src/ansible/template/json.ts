/** Values as JSON, as Python writes them. */
import { byCodePoint, floatText } from '../../source/python.ts';
import { slots, toText } from './context.ts';
import type { Context } from './context.ts';
import { unorderedTrouble } from './text.ts';
import { Raised, Tripped, unsupported } from './trouble.ts';
import { Dict, forced, List, DateValue, omit, PythonRange, trip, Tuple, typeName } from './values.ts';
import type { Value } from './values.ts';

interface JsonOptions {
  /** What a level is indented by; undefined for everything in one line. */
  readonly indent: string | undefined;
  readonly sorted: boolean;
  readonly ascii: boolean;
  readonly context: Context;
}

/** `json.dumps`. Trips on markers. */
export function jsonText(value: Value, options: JsonOptions, level = 0): string {
  const { budget } = options.context;
  budget.step();
  trip(value);
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return budget.text(value.toString());
  if (typeof value === 'number') return jsonNumber(value);
  if (typeof value === 'string') return budget.text(jsonString(value, options.ascii));
  if (value instanceof DateValue) return jsonString(value.iso, options.ascii);
  if (value instanceof List || value instanceof Tuple) {
    if (value instanceof List && value.unordered) throw new Tripped(unorderedTrouble());
    const items = value.items.map((slot) => jsonText(forced(slot), options, level + 1));
    return enclosed('[', items, ']', options, level);
  }
  if (value instanceof Dict && value.typeName === 'dict') {
    // Keys become texts first: those that are then the same are one, and texts is what is sorted.
    const pairs = new Map(value.pairs().map(([key, slot]) => [keyText(key, options.context), slot] as const));
    const keys = [...pairs.keys()];
    if (options.sorted) keys.sort(byCodePoint);
    const items = keys.map((key) => {
      const item = jsonText(forced(pairs.get(key) ?? null), options, level + 1);
      return `${jsonString(key, options.ascii)}: ${item}`;
    });
    return enclosed('{', items, '}', options, level);
  }
  if (value instanceof PythonRange) return jsonText(new List([...slots(value, options.context)]), options, level);
  if (value === omit || value instanceof Dict) return unsupported(`JSON of ${typeName(value)}`);
  throw new Raised('TypeError', `Object of type ${typeName(value)} is not JSON serializable`);
}

function enclosed(
  open: string,
  items: readonly string[],
  close: string,
  { indent, context }: JsonOptions,
  level: number,
): string {
  if (items.length === 0) return open + close;
  if (indent === undefined) return context.budget.text(open + items.join(', ') + close);
  const inner = `\n${indent.repeat(level + 1)}`;
  context.budget.room(items.length * inner.length);
  return context.budget.text(`${open}${inner}${items.join(`,${inner}`)}\n${indent.repeat(level)}${close}`);
}

function jsonNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return floatText(value);
}

function keyText(key: Value, context: Context): string {
  if (key === null) return 'null';
  if (typeof key === 'boolean') return String(key);
  if (typeof key === 'number') return jsonNumber(key);
  return key instanceof DateValue ? key.iso : toText(key, context);
}

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

function jsonString(value: string, ascii: boolean): string {
  const special = ascii ? /["\\\x00-\x1f\x7f-\uffff]/g : /["\\\x00-\x1f]/g;
  const body = value.replace(special, (char) => {
    if (char === '\x7f') return char;
    return short[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${body}"`;
}

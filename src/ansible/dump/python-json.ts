/** JSON as Python's `json.dumps(value, sort_keys=True, indent=4, ensure_ascii=False)` prints it. */
import type { Node, Scalar } from '../../source/tree.ts';
import { byCodePoint, floatText } from '../../source/python.ts';
import { sortByPythonKey, Unprintable, withoutUndecodableBytes } from './output.ts';

/**
 * The order in which the keys of mappings are printed.
 *
 * - `text`: keys become text before they are sorted; of two that become equal, the later one's value is printed.
 * - `python`: keys are sorted as Python sorts them; the printer throws Unordered if Python cannot.
 * - `none`: keys stay in the order in which they were read.
 */
type KeyOrder = 'text' | 'python' | 'none';

export interface PythonJsonOptions {
  readonly order: KeyOrder;
  /** True if sets are printed as lists, and times without a date as text; else these throw Unprintable. */
  readonly allTypes: boolean;
}

/** Python cannot sort the keys of a mapping: text and a number, for example. */
export class Unordered extends Error {}

/** A key and the value that is printed after it. */
interface JsonEntry {
  readonly key: Scalar | string;
  readonly value: Node;
}

const INDENT = '    ';
/** A line break with the indentation of a level. */
function newlineWithIndent(level: number): string {
  return `\n${INDENT.repeat(level)}`;
}

/**
 * Prints values at a level of indentation. With `marked`, unsafe text is printed as `__ansible_unsafe`. All methods
 * throw Unprintable for binary data and for keys that are dates or binary data.
 */
export class JsonPrinter {
  readonly order: KeyOrder;
  readonly #allTypes: boolean;

  constructor({ order, allTypes }: PythonJsonOptions) {
    this.order = order;
    this.#allTypes = allTypes;
  }

  value(value: Node, level: number, marked: boolean): string {
    if (value.kind === 'scalar') return this.#scalar(value, level, marked);
    if (value.kind === 'mapping') return this.entries(value.pairs, level, marked);
    if (value.unordered && !this.#allTypes) throw new Unprintable('Object of type set is not JSON serializable');
    return joinedList(
      value.items.map((item) => this.value(item, level + 1, marked)),
      level,
    );
  }

  /** An object of these keys and values. */
  entries(entries: readonly JsonEntry[], level: number, marked: boolean): string {
    if (entries.length === 0) return '{}';
    const inner = newlineWithIndent(level + 1);
    let printed = '{';
    for (const { key, value } of this.#sorted(entries)) {
      const name = keyText(key);
      // Ansible recognises a variable by its path of keys, and takes what is below a key `vars` for variables, too.
      const below = marked || (level === 1 && name === 'vars' && value.kind !== 'scalar');
      if (printed !== '{') printed += ',';
      printed += inner + jsonEntry(name, this.value(value, level + 1, below));
    }
    return `${printed}${newlineWithIndent(level)}}`;
  }

  /** The names in the order in which their entries are printed. */
  names(names: Iterable<string>): readonly string[] {
    return this.order === 'none' ? [...names] : [...names].sort(byCodePoint);
  }

  #sorted(entries: readonly JsonEntry[]): readonly JsonEntry[] {
    if (this.order === 'none') return entries;
    if (entries.every(({ key }) => typeof key === 'string' || key.type === 'str'))
      return [...entries].sort((a, b) => byCodePoint(keyText(a.key), keyText(b.key)));
    if (this.order === 'text') {
      const byText = new Map(entries.map(({ key, value }) => [keyText(key), value]));
      return [...byText].map(([key, value]) => ({ key, value })).sort((a, b) => byCodePoint(a.key, b.key));
    }
    const inOrder = sortByPythonKey(entries, ({ key }) => key);
    if (inOrder === undefined) throw new Unordered();
    return inOrder;
  }

  #scalar(scalar: Scalar, level: number, marked: boolean): string {
    const { value, type, mark } = scalar;
    if (type === 'bytes' || (type === 'time' && !this.#allTypes))
      throw new Unprintable(`Object of type ${type} is not JSON serializable`);
    if (mark === 'recurrent') throw new Unprintable('a value contains itself');
    if (mark === 'vault') return joinedObject([jsonEntry('__ansible_vault', jsonString(String(value)))], level);
    if (mark === 'unsafe' && type === 'str' && marked)
      return joinedObject([jsonEntry('__ansible_unsafe', jsonString(String(value)))], level);
    return bare(scalar);
  }
}

/** An object of entries that `jsonEntry` has printed, one level deeper. */
export function joinedObject(entries: readonly string[], level: number): string {
  if (entries.length === 0) return '{}';
  const inner = newlineWithIndent(level + 1);
  return `{${inner}${entries.join(`,${inner}`)}${newlineWithIndent(level)}}`;
}

/** A list of items that are already printed, one level deeper. */
export function joinedList(items: readonly string[], level: number): string {
  if (items.length === 0) return '[]';
  const inner = newlineWithIndent(level + 1);
  return `[${inner}${items.join(`,${inner}`)}${newlineWithIndent(level)}]`;
}

/** A key with its printed value. */
export function jsonEntry(key: string, value: string): string {
  return `${jsonString(key)}: ${value}`;
}

function bare({ type, value }: Scalar): string {
  if (type === 'str') return jsonString(value as string);
  if (type === 'null' || type === 'bool' || type === 'int') return String(value);
  return type === 'float' ? float(value as number) : jsonString(String(value));
}

function float(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? floatText(value) : value < 0 ? '-Infinity' : 'Infinity';
}

/** The text that a key of any type is printed as. */
function keyText(key: Scalar | string): string {
  if (typeof key === 'string') return key;
  if (key.type === 'date' || key.type === 'datetime' || key.type === 'bytes')
    throw new Unprintable(`Key of type '${key.type}' is not JSON serializable`);
  return key.type === 'str' ? (key.value as string) : bare(key);
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
};
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A text as a JSON string. */
export function jsonString(value: string): string {
  return SPECIAL.test(value) ? `"${withoutUndecodableBytes(escaped(value))}"` : `"${value}"`;
}

function escaped(text: string): string {
  return text.replace(
    /["\\\u0000-\u001f]/g,
    (char) => SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

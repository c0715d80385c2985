/** JSON as Python's `json.dumps(value, sort_keys=True, indent=4, ensure_ascii=False)` prints it. */
import type { Mapping, Node, Scalar } from '../../source/tree.ts';
import { byCodePoint, floatText } from '../python.ts';
import { inKeyOrder, NotSerializable } from './shown.ts';

/** What can be printed: values as they were read, and what is built around them. */
export type Printable = Node | string | number | readonly Printable[] | Entries;
export type Entries = ReadonlyMap<Scalar | string, Printable>;

export interface JsonOptions {
  /** Whether a text that is no template is printed as `__ansible_unsafe`, by the path of keys to it. */
  readonly marks: (path: readonly string[]) => boolean;
  /**
   * Keys become text before they are sorted; of two that become the same, the later one's value stands. Else they are
   * sorted as Python sorts them and, where one mapping has keys without an order, none is sorted.
   */
  readonly textKeys: boolean;
  /** Sets are printed as lists. */
  readonly sets: boolean;
}

/** Prints a value. Throws NotSerializable for binary data, and for keys that are dates or binary. */
export function printJson(value: Printable, options: JsonOptions): string {
  if (options.textKeys) return new Printer(options, sortedByText).print(value, '\n');
  try {
    return new Printer(options, sortedByKey).print(value, '\n');
  } catch (error) {
    if (!(error instanceof Unordered)) throw error;
    return new Printer(options, (entries) => [...entries]).print(value, '\n');
  }
}

type Entry = readonly [key: Scalar | string, value: Printable];

class Unordered extends Error {}

function sortedByText(entries: Entries): readonly Entry[] {
  const byText = new Map([...entries].map(([key, value]) => [keyText(key), value]));
  return [...byText].sort(([a], [b]) => byCodePoint(a, b));
}

function sortedByKey(entries: Entries): readonly Entry[] {
  const sorted = inKeyOrder([...entries], ([key]) => key);
  if (sorted === undefined) throw new Unordered();
  return sorted;
}

class Printer {
  readonly #options: JsonOptions;
  readonly #order: (entries: Entries) => readonly Entry[];
  readonly #path: string[] = [];

  constructor(options: JsonOptions, order: (entries: Entries) => readonly Entry[]) {
    this.#options = options;
    this.#order = order;
  }

  print(value: Printable, newline: string): string {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return String(value);
    if (value instanceof Map) return this.#mapping(value, newline);
    if (!('kind' in value)) return this.#list(value as readonly Printable[], newline);
    if (value.kind === 'sequence') {
      if (value.unordered && !this.#options.sets)
        throw new NotSerializable('Object of type set is not JSON serializable');
      return this.#list(value.items, newline);
    }
    if (value.kind === 'mapping') return this.#mapping(entries(value), newline);
    return this.#scalar(value, newline);
  }

  #list(items: readonly Printable[], newline: string): string {
    if (items.length === 0) return '[]';
    const inner = `${newline}    `;
    const printed = items.map((item, index) => {
      this.#path.push(String(index));
      const result = this.print(item, inner);
      this.#path.pop();
      return result;
    });
    return `[${inner}${printed.join(`,${inner}`)}${newline}]`;
  }

  #mapping(values: Entries, newline: string): string {
    if (values.size === 0) return '{}';
    const inner = `${newline}    `;
    const printed = this.#order(values).map(([key, value]) => {
      const name = keyText(key);
      this.#path.push(name);
      const result = `${text(name)}: ${this.print(value, inner)}`;
      this.#path.pop();
      return result;
    });
    return `{${inner}${printed.join(`,${inner}`)}${newline}}`;
  }

  #scalar(scalar: Scalar, newline: string): string {
    const { value, type, mark } = scalar;
    if (type === 'bytes') throw new NotSerializable('Object of type bytes is not JSON serializable');
    if (mark === 'vault') return this.#mapping(new Map([['__ansible_vault', String(value)]]), newline);
    if (mark === 'unsafe' && type === 'str' && this.#options.marks(this.#path))
      return this.#mapping(new Map([['__ansible_unsafe', String(value)]]), newline);
    return bare(scalar);
  }
}

function bare({ type, value }: Scalar): string {
  if (type === 'null' || type === 'bool' || type === 'int') return String(value);
  return type === 'float' ? float(value as number) : text(String(value));
}

function float(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? floatText(value) : value < 0 ? '-Infinity' : 'Infinity';
}

function entries(mapping: Mapping): Entries {
  return new Map(mapping.pairs.map(({ key, value }) => [key, value]));
}

/** The text that a key of any type is printed as. */
function keyText(key: Scalar | string): string {
  if (typeof key === 'string') return key;
  if (key.type === 'date' || key.type === 'datetime' || key.type === 'bytes')
    throw new NotSerializable(`Key of type '${key.type}' is not JSON serializable`);
  return key.type === 'str' ? (key.value as string) : bare(key);
}

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
};

function text(value: string): string {
  const escaped = value.replace(
    /["\\\u0000-\u001f]/g,
    (char) => short[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

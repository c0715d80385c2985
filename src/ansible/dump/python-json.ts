/** JSON as Python's `json.dumps(value, sort_keys=True, indent=4, ensure_ascii=False)` prints it. */
import type { Mapping, Node, Scalar } from '../source/tree.ts';
import { byCodePoint, floatText } from './python.ts';

/** What can be printed: values as they were read, and what is built around them. */
export type Printable = Node | string | number | readonly Printable[] | ReadonlyMap<string, Printable>;

/** Python raises TypeError for these, and the program ends with code 250. */
export class NotSerializable extends Error {}

/**
 * Prints a value.
 *
 * `marked` tells for the path of keys to a text whether one that is no template is printed as `__ansible_unsafe`.
 * Throws NotSerializable for binary data, and for keys that are dates or binary.
 */
export function printJson(value: Printable, marked: (path: readonly string[]) => boolean): string {
  return new Printer(marked).print(value, '\n');
}

class Printer {
  readonly #marked: (path: readonly string[]) => boolean;
  readonly #path: string[] = [];

  constructor(marked: (path: readonly string[]) => boolean) {
    this.#marked = marked;
  }

  print(value: Printable, newline: string): string {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return String(value);
    if (value instanceof Map) return this.#mapping(value, newline);
    if (!('kind' in value)) return this.#list(value as readonly Printable[], newline);
    if (value.kind === 'sequence') return this.#list(value.items, newline);
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

  #mapping(values: ReadonlyMap<string, Printable>, newline: string): string {
    if (values.size === 0) return '{}';
    const inner = `${newline}    `;
    const printed = [...values]
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([key, value]) => {
        this.#path.push(key);
        const result = `${text(key)}: ${this.print(value, inner)}`;
        this.#path.pop();
        return result;
      });
    return `{${inner}${printed.join(`,${inner}`)}${newline}}`;
  }

  #scalar(scalar: Scalar, newline: string): string {
    const { value, type, mark } = scalar;
    if (type === 'bytes') throw new NotSerializable('Object of type bytes is not JSON serializable');
    if (mark === 'vault') return this.#mapping(new Map([['__ansible_vault', String(value)]]), newline);
    if (mark === 'unsafe' && type === 'str' && this.#marked(this.#path))
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

/** Keys become text; where two become the same, the later one's value stands. */
function entries(mapping: Mapping): ReadonlyMap<string, Node> {
  return new Map(mapping.pairs.map(({ key, value }) => [keyText(key), value]));
}

/** The text that a key of any type is printed as. */
export function keyText(key: Scalar): string {
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

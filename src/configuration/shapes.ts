/**
 * Shapes of the values in `stacklint.yml`: each reads a value from a tree, and gives the JSON Schema that says the
 * same.
 */
import { isAbsolute, join, resolve } from 'node:path';
import { FaultyFile } from '../ground/cannot-check.ts';
import type { Files } from '../ground/files.ts';
import { today } from '../ground/today.ts';
import { didYouMean, nearest } from '../model/nearest.ts';
import type { FilePlace, Stated } from '../model/setting.ts';
import { isDate } from '../model/units.ts';
import type { ShowsPath } from '../ground/paths.ts';
import type { Document } from '../source/document.ts';
import type { Node, Pair, Range, Scalar } from '../source/tree.ts';

/** A JSON Schema of draft 7, which editors know best. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A kind of value. */
export interface Shape<Value> {
  readonly schema: JsonSchema;
  /**
   * Reads a value; `name` is the value's own in a message, as in `preset is strickt`. Throws CannotCheck with file,
   * line and column if it does not have this shape.
   */
  read(node: Node, name: string, source: Source): Value;
}

/** A key of a mapping: its value's shape, and its help in an editor. */
export interface Key<Value> {
  readonly shape: Shape<Value>;
  readonly description: string;
}

/** The file that values are read from. */
export interface Source {
  readonly document: Document;
  readonly files: Files;
  readonly shown: ShowsPath;
  /** The folder that the file's paths are relative to. */
  readonly folder: string;
  /** The folder that its globs are relative to. */
  readonly globFolder: string;
}

/** Throws CannotCheck with the place. */
export function refuse(source: Source, range: Range, message: string): never {
  throw new FaultyFile(source.document, range, message);
}

/** A place as messages begin with it: file, line and column. */
export function placeAsText({ document }: Pick<Source, 'document'>, { start }: Range): string {
  const { line, column } = document.position(start);
  return `${document.file}:${String(line)}:${String(column)}`;
}

function refuseValue(source: Source, node: Node, name: string, expected: string, hint = ''): never {
  return refuse(source, node, `${name} ${said(node)}; expected ${expected}${hint}`);
}

/** The value in words that fit after its name. */
function said(node: Node): string {
  if (node.kind === 'mapping') return 'is a mapping';
  if (node.kind === 'sequence') return 'is a list';
  return node.value === null || node.value === '' ? 'has no value' : `is ${String(node.value)}`;
}

/** A text that `parse` takes: it returns undefined for one that is not `expected`. */
export function text<Value>(
  expected: string,
  parse: (text: string, source: Source, node: Scalar) => Value | undefined,
  schema: JsonSchema = {},
): Shape<Value> {
  return {
    schema: { type: 'string', minLength: 1, ...schema },
    read(node, name, source) {
      if (node.kind !== 'scalar') return refuseValue(source, node, name, expected);
      const { type, value: written } = node;
      const isText = type === 'str' && typeof written === 'string';
      const value = isText && written !== '' ? parse(written, source, node) : undefined;
      if (value !== undefined) return value;
      const isBare = !isText && type !== 'null';
      return refuseValue(source, node, name, expected, isBare ? '; put it in quotes' : '');
    },
  };
}

/** One of a few words; `orElse` says in messages what may be in their place. */
export function oneOf<Word extends string>(words: readonly Word[], orElse = ''): Shape<Word> {
  return {
    schema: { enum: words },
    read(node, name, source) {
      const written = node.kind === 'scalar' ? String(node.value) : '';
      const found = words.find((word) => word === written);
      if (found !== undefined) return found;
      const near = node.kind === 'scalar' ? nearest(written, words) : undefined;
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      return refuseValue(source, node, name, `${words.join(', ')}${orElse}`, hint);
    },
  };
}

/** A number above zero. */
export const positiveNumber: Shape<number> = {
  schema: { type: 'number', exclusiveMinimum: 0 },
  read(node, name, source) {
    const value = node.kind === 'scalar' && typeof node.value !== 'string' ? Number(node.value ?? 0) : 0;
    const isNumber = node.kind === 'scalar' && (node.type === 'int' || node.type === 'float');
    return isNumber && value > 0 && value < Infinity
      ? value
      : refuseValue(source, node, name, 'a number greater than 0', isNumberInQuotes(node) ? ', without quotes' : '');
  },
};

function isNumberInQuotes(node: Node): boolean {
  return node.kind === 'scalar' && node.type === 'str' && /^\d+(?:\.\d+)?$/.test(String(node.value));
}

/** A number of things, with its place. */
export interface Count extends Range {
  readonly file: string;
  readonly least: number;
  /** Infinity where there may be more. */
  readonly most: number;
}

/** A number of things, or with `>=` before it the least number. */
export const count: Shape<Count> = {
  schema: {
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^>= ?\\d+$' },
    ],
  },
  read(node, name, source) {
    const place = placeOf(node, source);
    if (node.kind === 'scalar' && node.type === 'int') {
      const exact = Number(node.value);
      if (exact >= 0) return { ...place, least: exact, most: exact };
    }
    const written = node.kind === 'scalar' && node.type === 'str' ? String(node.value) : '';
    const [, least] = /^>= ?(\d+)$/.exec(written) ?? [];
    if (least !== undefined) return { ...place, least: Number(least), most: Infinity };
    return refuseValue(source, node, name, "a number of hosts, as in 7 or '>=2'");
  },
};

/** A value of another shape, with its place. */
export function stated<Value>(shape: Shape<Value>): Shape<Stated<Value>> {
  return {
    schema: shape.schema,
    read(node, name, source) {
      return { value: shape.read(node, name, source), at: placeOf(node, source) };
    },
  };
}

/** The place of a range in the file. */
export function placeOf({ start, end }: Range, { document }: Source): FilePlace {
  return { file: document.file, start, end };
}

/** A day, with or without quotes. */
export const day: Shape<string> = {
  schema: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' },
  read(node, name, source) {
    const written = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
    return isDate(written) ? written : refuseValue(source, node, name, 'a day, as in 2027-01-31');
  },
};

/** A day that has come. */
export const pastDay: Shape<string> = {
  schema: day.schema,
  read(node, name, source) {
    const written = day.read(node, name, source);
    if (written <= today()) return written;
    return refuse(source, node, `${name} is ${written}, which is still to come; expected the day on which it was done`);
  },
};

/** A glob for paths; read as an absolute one. */
export const glob: Shape<string> = text(
  'a glob, as in molecule/**',
  (pattern, { globFolder }) => {
    if (pattern.startsWith('!')) return undefined;
    return isAbsolute(pattern) ? pattern : join(globFolder.replace(/[\\*?[\](){}!+@|]/g, '\\$&'), pattern);
  },
  { pattern: '^[^!]' },
);

/** The path of a file or folder that exists; read as an absolute one. */
export function existingPath(kind: 'file' | 'folder' | 'file or folder'): Shape<string> {
  return text(`the path of a ${kind}`, (written, source, node) => {
    const found = resolve(source.folder, written);
    const is = source.files.kind(found);
    if (is !== undefined && (kind === 'file or folder' || is === kind)) return found;
    return refuse(source, node, `there is no ${kind} ${written}`);
  });
}

/** A list of values; messages call each of them `each`. */
export function list<Value>(expected: string, each: string, item: Shape<Value>): Shape<readonly Value[]> {
  return {
    schema: { type: 'array', items: item.schema },
    read(node, name, source) {
      if (node.kind !== 'sequence') return refuseValue(source, node, name, expected);
      return node.items.map((value) => item.read(value, each, source));
    },
  };
}

/** One value, or a list of at least one. */
export function oneOrMore<Value>(each: string, item: Shape<Value>): Shape<readonly Value[]> {
  return {
    schema: { anyOf: [item.schema, { type: 'array', items: item.schema, minItems: 1 }] },
    read(node, name, source) {
      if (node.kind === 'sequence' && node.items.length === 0) return refuse(source, node, `${name} is an empty list`);
      const items = node.kind === 'sequence' ? node.items : [node];
      return items.map((value) => item.read(value, node.kind === 'sequence' ? each : name, source));
    },
  };
}

type Keys = Readonly<Record<string, Key<unknown>>>;
type ValueOf<K> = K extends Key<infer Value> ? Value : never;
type RecordOf<Needed extends Keys, Optional extends Keys> = {
  readonly [Name in keyof Needed]: ValueOf<Needed[Name]>;
} & { readonly [Name in keyof Optional]?: ValueOf<Optional[Name]> };

/** A mapping with these keys: all of the first, and any of the others; of `someOf`, at least one. */
export function record<Needed extends Keys, Optional extends Keys>(
  expected: string,
  needed: Needed,
  optional: Optional,
  someOf: readonly string[] = [],
): Shape<RecordOf<Needed, Optional>> {
  const keys: Keys = { ...needed, ...optional };
  const names = Object.keys(keys);
  const required = Object.keys(needed);
  const properties = Object.entries(keys).map(([name, { shape, description }]) => {
    return [name, { description, ...shape.schema }];
  });
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties) as JsonSchema,
      additionalProperties: false,
      ...(required.length > 0 && { required }),
      ...(someOf.length > 0 && { anyOf: someOf.map((name) => ({ required: [name] })) }),
    },
    read(node, name, source) {
      const entries = pairsOf(node, name, expected, source).map(({ key, value }) => {
        const written = String(key.value);
        const known = Object.hasOwn(keys, written) ? keys[written] : undefined;
        if (known === undefined) return refuseUnknownKey(key, names, 'key', source);
        return [written, known.shape.read(value, written, source)] as const;
      });
      const has = (one: string): boolean => entries.some(([written]) => written === one);
      const missing = required.find((one) => !has(one));
      if (missing !== undefined) return refuse(source, node, `${name} has no ${missing}`);
      if (someOf.length > 0 && !someOf.some(has))
        return refuse(source, node, `${name} has none of ${someOf.join(', ')}; expected at least one`);
      return Object.fromEntries(entries) as RecordOf<Needed, Optional>;
    },
  };
}

/** A mapping with any keys and values of one shape, in order. */
export function mapWithAnyKeys<Value>(
  expected: string,
  value: Shape<Value>,
): Shape<readonly { readonly key: Stated<string>; readonly value: Value }[]> {
  return {
    schema: { type: 'object', additionalProperties: value.schema },
    read(node, name, source) {
      return pairsOf(node, name, expected, source).map((pair) => {
        const key = String(pair.key.value ?? '');
        if (key === '') return refuse(source, pair.key, `${name} has a key without a name`);
        return { key: { value: key, at: placeOf(pair.key, source) }, value: value.read(pair.value, key, source) };
      });
    },
  };
}

/** Reads the pairs of a mapping. */
export function pairsOf(node: Node, name: string, expected: string, source: Source): readonly Pair[] {
  return node.kind === 'mapping' ? node.pairs : refuseValue(source, node, name, expected);
}

/** Refuses an unknown key, with the nearest known one. */
export function refuseUnknownKey(key: Scalar, all: readonly string[], what: string, source: Source): never {
  const name = String(key.value);
  return refuse(source, key, `unknown ${what} ${name}${didYouMean(name, all, `there are ${all.join(', ')}`)}`);
}

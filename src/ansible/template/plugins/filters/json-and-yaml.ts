/** JSON and YAML, written and read. */
import { numeric, truth, compareValues } from '../../python/compare.ts';
import { toText, wantInt, elementsOf, knownElementsOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import { truncateFloat } from '../../python/python-numbers.ts';
import { option, plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import type { Scope } from '../../scope.ts';
import { Raised, tripAsUnsupported, tripAsUnknownOrder } from '../../markers.ts';
import {
  Dict,
  List,
  typeName,
  forced,
  DateValue,
  omit,
  PythonRange,
  tripOnMarker,
  Tuple,
  Word,
} from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';
import { byCodePoint, floatText } from '../../../../source/python.ts';
import { emitYaml, makeEmittedScalar } from '../../../../source/yaml/emit.ts';
import type { Emitted, Layout } from '../../../../source/yaml/emit.ts';

const JSON_OPTIONS: ReadonlySet<Value> = new Set(['indent', 'sort_keys', 'ensure_ascii', 'separators']);

function jsonOf(value: Value, options: Value, context: Context): string {
  const given = options as Dict;
  const other = given.keys().find((key) => !JSON_OPTIONS.has(key));
  if (other !== undefined || given.find('separators') !== undefined)
    tripAsUnsupported('such an option of to_json', 'to_json');
  const indent = option(given, 'indent', null);
  return jsonText(value, {
    indent:
      indent === null
        ? undefined
        : typeof indent === 'string'
          ? indent
          : ' '.repeat(Math.min(1000, Math.max(0, Number(wantInt(indent))))),
    sorted: truth(option(given, 'sort_keys', false)),
    ascii: truth(option(given, 'ensure_ascii', true)),
    context,
  });
}

function read(format: Parameters<NonNullable<Scope['read']>>[0], value: string, context: Context): Value {
  context.budget.step(value.length >> 2);
  const reading = context.scope.read?.(format, value);
  if (reading === undefined) return tripAsUnsupported('reading such a text');
  if ('problem' in reading) throw new Raised('ValueError', reading.problem);
  context.budget.room(value.length);
  return context.plain(reading.node);
}

/** Keywords of PyYAML's `dump` that must keep their defaults here. */
const YAML_DEFAULTS: ReadonlySet<string> = new Set(
  'canonical default_style encoding line_break stream tags version'.split(' '),
);

/** `to_yaml`: `yaml.dump` with its keywords, two of which Ansible itself gives. */
function dumped(value: Value, options: Dict, context: Context): string {
  for (const key of options.keys()) {
    const name = toText(key, context);
    if (name === 'allow_unicode' || name === 'Dumper')
      throw new Raised('TypeError', `yaml.dump() got multiple values for keyword argument '${name}'`);
    if (YAML_DEFAULTS.has(name)) {
      if (truth(option(options, name, null))) tripAsUnsupported(`the option ${name} of to_yaml`, 'to_yaml');
    } else if (!YAML_OPTIONS.has(name)) {
      throw new Raised('TypeError', `dump_all() got an unexpected keyword argument '${name}'`);
    }
  }
  const flow = option(options, 'default_flow_style', null);
  const layout = {
    flow: flow === null ? 'leaves' : truth(flow) ? 'flow' : 'block',
    sorted: truth(option(options, 'sort_keys', true)),
    indent: columns(option(options, 'indent', null)),
    width: columns(option(options, 'width', null)),
    explicitStart: truth(option(options, 'explicit_start', false)),
    explicitEnd: truth(option(options, 'explicit_end', false)),
  } as const;
  return yamlText(value, layout, context);
}

const YAML_OPTIONS: ReadonlySet<string> = new Set(
  'default_flow_style explicit_end explicit_start indent sort_keys width'.split(' '),
);

/** An `int` of C, if a value is given. */
function columns(value: Value): number | undefined {
  if (value === null) return undefined;
  const number = numeric(value);
  if (number === undefined) throw new Raised('TypeError', 'an integer is required');
  const whole = typeof number === 'number' ? truncateFloat(number) : number;
  if (BigInt.asIntN(32, whole) !== whole) throw new Raised('OverflowError', 'value too large to convert to int');
  return Number(whole);
}

export const dataFilters: Plugins = {
  to_json: plugin('a **options', (context, value, options) => jsonOf(value, options, context)),
  to_nice_json: plugin('a indent=4 sort_keys=true **options', (context, value, indent, sortKeys, options) => {
    const all = new Dict(new Map((options as Dict).entries));
    all.set('indent', indent);
    all.set('sort_keys', sortKeys);
    return jsonOf(value, all, context);
  }),
  from_json: plugin('a', (context, value) => {
    if (typeof value !== 'string') {
      throw new Raised('TypeError', `the JSON object must be str, bytes or bytearray, not ${typeName(value)}`);
    }
    return read('json', value, context);
  }),
  from_yaml: plugin('data', (context, value) => (typeof value === 'string' ? read('yaml', value, context) : value)),
  from_yaml_all: plugin('data', (context, value) => {
    if (value === null) return new List([]);
    return typeof value === 'string' ? read('yaml documents', value, context) : value;
  }),
  // Further positional arguments are ignored.
  to_yaml: plugin('a *ignored **options', (context, value, _ignored, options) =>
    dumped(value, options as Dict, context),
  ),
  to_nice_yaml: plugin('a indent=4 *ignored **options', (context, value, indent, _ignored, options) => {
    const given = options as Dict;
    const all = Dict.of([['default_flow_style', false], ['indent', indent], ...given.pairs()]);
    return dumped(value, all, context);
  }),
};

interface JsonOptions {
  /** The indentation of one level; undefined for everything in one line. */
  readonly indent: string | undefined;
  readonly sorted: boolean;
  readonly ascii: boolean;
  readonly context: Context;
}

/** `json.dumps`. Trips on markers. */
function jsonText(value: Value, options: JsonOptions, level = 0): string {
  const { budget } = options.context;
  budget.step();
  tripOnMarker(value);
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return budget.text(value.toString());
  if (typeof value === 'number') return jsonNumber(value);
  if (typeof value === 'string') return budget.text(jsonString(value, options.ascii));
  if (value instanceof DateValue) return jsonString(value.iso, options.ascii);
  if (value instanceof Word) return value.text;
  if (value instanceof List || value instanceof Tuple) {
    if (value instanceof List && value.unordered) tripAsUnknownOrder();
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
  if (value instanceof PythonRange) return jsonText(new List([...elementsOf(value, options.context)]), options, level);
  if (value === omit || value instanceof Dict) return tripAsUnsupported(`JSON of ${typeName(value)}`);
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

interface YamlOptions extends Layout {
  /** `leaves`: only collections that hold no other are written in one line. */
  readonly flow: 'flow' | 'block' | 'leaves';
  readonly sorted: boolean;
}

/** `yaml.dump`. Trips on markers. */
function yamlText(value: Value, options: YamlOptions, context: Context): string {
  const root = new Representation(options, context).of(value);
  return context.budget.text(emitYaml(root, options));
}

class Representation {
  readonly #options: YamlOptions;
  readonly #context: Context;
  readonly #seen = new Set<Value>();
  /** Scalars in place of what is not known, and those in place of a collection that has an unknown part. */
  readonly #words = new Map<Emitted, string>();
  readonly #collections = new Set<Emitted>();

  constructor(options: YamlOptions, context: Context) {
    this.#options = options;
    this.#context = context;
  }

  of(value: Value): Emitted {
    const { budget } = this.#context;
    budget.step();
    tripOnMarker(value);
    if (value === null) return makeEmittedScalar('null', '');
    if (typeof value === 'boolean') return makeEmittedScalar('bool', String(value));
    if (typeof value === 'bigint') return makeEmittedScalar('int', budget.text(value.toString()));
    if (typeof value === 'number') return makeEmittedScalar('float', floatText(value));
    if (typeof value === 'string') return this.#text(value);
    if (value instanceof Word) return this.#unknown(value.text);
    this.#refuseAlias(value);
    if (value instanceof DateValue) return makeEmittedScalar(value.type, value.iso);
    if (value instanceof Dict) return this.#mapping(value);
    if (value instanceof List || value instanceof Tuple) {
      const items = knownElementsOf(value, this.#context).map((item) => this.of(item));
      return this.#unclear(items) ?? { kind: 'sequence', items, flow: this.#inOneLine(items) };
    }
    return tripAsUnsupported(`YAML of ${typeName(value)}`, 'to_yaml');
  }

  #text(value: string): Emitted {
    if (/\p{Surrogate}/u.test(value)) tripAsUnsupported('YAML of a text that is not Unicode', 'to_yaml');
    this.#context.budget.read(value);
    return makeEmittedScalar('str', this.#context.budget.text(value));
  }

  #mapping(value: Dict): Emitted {
    const pairs = this.#sorted(value).map(([key, item]) => [this.of(key), this.of(item)] as const);
    return this.#unclear(pairs.flat()) ?? { kind: 'mapping', pairs, flow: this.#inOneLine(pairs.flat()) };
  }

  #sorted(value: Dict): (readonly [Value, Value])[] {
    const pairs = value.pairs().map(([key, slot]) => [key, tripOnMarker(forced(slot))] as const);
    if (!this.#options.sorted) return pairs;
    try {
      return [...pairs].sort(([left], [right]) => compareValues(left, right, false, this.#context.budget));
    } catch (trouble) {
      // Keys that have no order stay as they are.
      if (trouble instanceof Raised) return pairs;
      throw trouble;
    }
  }

  #unknown(word: string): Emitted {
    const scalar = makeEmittedScalar('str', word);
    this.#words.set(scalar, word);
    return scalar;
  }

  /**
   * The word for a whole collection: what is not known decides whether it is written in one line, and where it is
   * broken.
   */
  #unclear(parts: readonly Emitted[]): Emitted | undefined {
    const unknown = this.#options.flow === 'block' ? undefined : parts.find((part) => this.#words.has(part));
    const word = unknown && this.#words.get(unknown);
    if (word === undefined) return undefined;
    if (this.#options.flow === 'flow') return this.#unknown(word);
    const collection = makeEmittedScalar('str', word);
    this.#collections.add(collection);
    return collection;
  }

  #inOneLine(parts: readonly Emitted[]): boolean {
    const { flow } = this.#options;
    return flow === 'flow' || (flow === 'leaves' && parts.every((part) => this.#isScalar(part)));
  }

  #isScalar(part: Emitted): boolean {
    return part.kind === 'scalar' && !this.#collections.has(part);
  }

  /** PyYAML gives an anchor to a repeated object; which values are one object is not certain here. */
  #refuseAlias(value: Value): void {
    if (value instanceof Tuple && value.items.length === 0) return;
    if (value instanceof Tuple && value.fields.length > 0) tripAsUnsupported('YAML of groups', 'to_yaml');
    if (this.#seen.has(value)) tripAsUnsupported('YAML with anchors', 'to_yaml');
    this.#seen.add(value);
  }
}

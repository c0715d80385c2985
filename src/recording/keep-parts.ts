/** Reduces an answer to the parts that a recording keeps, with or without pseudonyms for names. */
import { product as schemaOf } from '../generated/vocabularies.ts';
import { isMap } from '../ground/json-map.ts';
import { isList } from '../live/bounded-json.ts';
import type { Json, JsonMap } from '../live/bounded-json.ts';
import { EachKey } from '../live/kept-parts.ts';
import type { KeptKind, KeptPart } from '../live/kept-parts.ts';
import { PASSWORD } from '../model/remedy.ts';
import { secretsInText } from '../model/secret-texts.ts';
import type { ProductSchema } from '../stack/products/products.ts';

/** Gives names and ids as they go into a recording. */
export interface Naming {
  name(text: string): string;
  id(text: string): string;
}

/** Names as they are. */
export const PLAIN: Naming = { name: (text) => text, id: (text) => text };

/** A number, a truth value, a time, or a word of the product, which may be a dotted one: `NODE_LEFT`, `8.19.21`. */
const FACT = /^[/\w.:+%-]{0,200}$/;
/** The forms of texts by their kinds, where these differ from that of a fact. */
const FORMS: Readonly<Partial<Record<KeptKind, RegExp>>> = {
  words: /^[\w -]{0,60}$/,
  schedule: /^[\w\s@*?/,#-]{0,200}$/,
};
/** A text that is not of the form that its kind has: that it is there has to be known, but not what it says. */
const OTHER = '?';
/** A number with its unit or as a share, some numbers, or a truth value. */
const AMOUNT = /^(?:-?\d+(?:\.\d+)?[a-z%]{0,3}|\d+-(?:\d+|all)|true|false)$/i;

/** Settings of a node that count besides those of `schemas/products`, and those whose value is a word of the product. */
const MORE_OF_NODES = /^(?:node\.attr\.|cluster\.routing\.allocation\.awareness\.force\.)/;
const WORDS_OF_NODES = /^(?:(?:http|transport)\.type|xpack\.security\.audit\.logfile\.events\.(?:include|exclude))$/;
/** Settings of an index or of a template that count. */
const OF_INDICES =
  /^index\.(?:blocks\.|(?:search|indexing)\.slowlog\.|number_of_replicas$|auto_expand_replicas$|hidden$|store\.type$|routing\.allocation\.|lifecycle\.)/;
/** Names, or their beginnings, that a product chose. */
const OF_PRODUCTS = /^(?:cluster\.routing|index|node\.attr|http|transport)(?:\.|$)/;
/** Settings whose name ends with the name of an attribute, or has a name in it. */
const NAMED_KEY =
  /^(node\.attr\.|(?:cluster|index)\.routing\.allocation\.(?:(?:exclude|include|require)\.(?!_)|awareness\.force\.))(.+?)(\.values)?$/;

/** Reduces the answers of one product. */
export class KeepingParts {
  readonly #naming: Naming;
  readonly #schema: ProductSchema;

  constructor(product: string, naming: Naming) {
    this.#naming = naming;
    this.#schema = schemaOf(product);
  }

  /** The kept parts of a value. What has another form than is known is there, but says nothing. */
  reduce(value: Json, kept: KeptPart): Json {
    if (value === null) return null;
    if (isList(value)) return value.map((item) => this.reduce(item, kept));
    if (typeof kept === 'string' && !kept.endsWith(' settings'))
      return typeof value === 'string' ? this.#text(value, kept) : isMap(value) ? {} : value;
    if (!isMap(value)) return typeof value === 'string' ? OTHER : value;
    if (typeof kept === 'string') return this.#settings(value, kept, '');
    return mapped(value, (key, part) => {
      if (kept instanceof EachKey) return [this.#text(key, kept.key), this.reduce(part, kept.value)];
      const inner = Object.hasOwn(kept, key) ? kept[key] : undefined;
      return [key, inner && this.reduce(part, inner)];
    });
  }

  #text(text: string, kind: KeptKind): string {
    if (kind === 'name') return secretsInText(text).length > 0 ? PASSWORD : this.#naming.name(text);
    if (kind === 'id') return this.#naming.id(text);
    return (FORMS[kind] ?? FACT).test(text) ? text : OTHER;
  }

  #settings(map: JsonMap, kind: KeptKind, before: string): JsonMap {
    const depth = before.split('.').length - 1;
    return mapped(map, (key, value) => {
      const name = `${before}${key}`;
      const own = this.#settingName(name).split('.').slice(depth).join('.');
      if (!isMap(value)) return [own, this.#isKept(name, kind) ? this.#settingValue(name, value) : undefined];
      const inner = this.#settings(value, kind, `${name}.`);
      return [own, Object.keys(inner).length === 0 ? undefined : inner];
    });
  }

  #isKept(name: string, kind: KeptKind): boolean {
    if (kind === 'index settings') return OF_INDICES.test(name);
    return kind === 'cluster settings' || this.#isKnown(name) || MORE_OF_NODES.test(name) || WORDS_OF_NODES.test(name);
  }

  #isKnown(name: string): boolean {
    return Object.hasOwn(this.#schema.settings, name);
  }

  /**
   * The name of a setting, or the beginning of one. Names that people chose are in known places of it, and anywhere if
   * it is not known.
   */
  #settingName(name: string): string {
    const [, beginning, own = '', end = ''] = NAMED_KEY.exec(name) ?? [];
    if (beginning !== undefined) return `${beginning}${this.#naming.name(own)}${end}`;
    return this.#begins(name) || WORDS_OF_NODES.test(name) || OF_PRODUCTS.test(name) ? name : this.#naming.name(name);
  }

  #begins(name: string): boolean {
    return this.#isKnown(name) || Object.keys(this.#schema.settings).some((one) => one.startsWith(`${name}.`));
  }

  #settingValue(name: string, value: Json): Json {
    if (isList(value)) return value.map((item) => this.#settingValue(name, item));
    if (typeof value !== 'string') return isMap(value) ? null : value;
    const setting = this.#schema.settings[name];
    if (setting?.secret === true || secretsInText(`${name}: ${value}`).length > 0) return PASSWORD;
    if (WORDS_OF_NODES.test(name)) return value.split(/,\s*/).every((word) => FACT.test(word)) ? value : '';
    const isNamed = NAMED_VALUE.test(name) || NAMING_TYPES.has(setting?.type);
    return AMOUNT.test(value) && !isNamed ? value : this.#naming.name(value);
  }
}

/** Settings whose values are names, or ids, even if they look like amounts. */
const NAMED_VALUE =
  /^(?:node\.attr|cluster\.remote|(?:cluster|index)\.routing\.allocation\.(?:exclude|include|require|awareness))\./;
/** The types of settings whose values may be names. */
const NAMING_TYPES: ReadonlySet<string | undefined> = new Set(['text', 'list', 'paths']);

/** A map of what becomes of each entry, without those of which nothing is kept. */
function mapped(map: JsonMap, become: (key: string, value: Json) => readonly [string, Json | undefined]): JsonMap {
  const entries = Object.entries(map).map(([key, value]) => become(key, value));
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

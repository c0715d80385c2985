/** Which values of an inventory are secrets: by their names, by the vocabulary, by what they hold, and vaulted ones. */
import type { Inventory } from '../ansible/entities.ts';
import { mentionsSecret, soundsSecret } from '../model/secret-names.ts';
import { joined, secretsInScalar, secretsInText, shifted } from '../model/secret-texts.ts';
import type { Hidden } from '../model/secret-texts.ts';
import type { Document } from '../source/document.ts';
import type { Mapping, Node, Pair, Scalar } from '../source/tree.ts';
import { isTemplate, isVaulted } from './plain.ts';
import type { Vocabulary } from './vocabulary.ts';

/** How far down a variable one is, and what the names on the way say. */
export interface Route {
  readonly secret: boolean;
  /** Dotted keys of the variable that the vocabulary calls secrets, and those that led here. */
  readonly secrets: readonly string[];
  readonly path: string;
}

/** Where no name says anything. */
export const NOWHERE: Route = { secret: false, secrets: [], path: '' };

/** The route into a pair of a mapping. */
export function into(route: Route, { key }: Pair, mapping: Mapping): Route {
  const name = String(key.value);
  const path = route.path === '' ? name : `${route.path}.${name}`;
  const secret = soundsSecret(name) || route.secrets.includes(path) || (name === 'value' && isNamedSecret(mapping));
  return { secret: route.secret || secret, secrets: route.secrets, path };
}

/** `{name: DB_PASSWORD, value: …}`, as lists of environment variables have it. */
function isNamedSecret(mapping: Mapping): boolean {
  const name = mapping.get('name')?.value;
  return name?.kind === 'scalar' && typeof name.value === 'string' && soundsSecret(name.value);
}

/** Every value of the inventory, looked through once, when the first question comes. */
export class Secrecy {
  readonly #inventory: Inventory;
  readonly #vocabulary: Vocabulary | undefined;
  #scalars: Map<Scalar, boolean> | undefined;
  readonly #byDocument = new Map<Document, Scalar[]>();
  readonly #keys = new Set<string>();

  constructor(inventory: Inventory, vocabulary: Vocabulary | undefined) {
    this.#inventory = inventory;
    this.#vocabulary = vocabulary;
  }

  /** Where the value of a variable begins. */
  routeOf(variable: string): Route {
    const properties = this.#vocabulary?.schema.properties ?? {};
    const property = Object.hasOwn(properties, variable) ? properties[variable] : undefined;
    return {
      secret: property?.secret === true || soundsSecret(variable),
      secrets: property?.secrets ?? [],
      path: '',
    };
  }

  /** Whether a value of the inventory is a secret, or a part of it is. */
  holds(node: Node): boolean {
    if (node.kind === 'scalar') return this.#all.get(node) ?? false;
    if (node.kind === 'sequence') return node.items.some((item) => this.holds(item));
    return node.pairs.some(({ value }) => this.holds(value));
  }

  /** Whether a scalar stands in the inventory as it is: it was not computed. */
  knows(scalar: Scalar): boolean {
    return this.#all.has(scalar);
  }

  /** Whether some map of the inventory has this key. */
  knowsKey(key: string): boolean {
    return this.#all.size > 0 && this.#keys.has(key);
  }

  /** The secrets of a document, as far as it was understood, in order. */
  rangesIn(document: Document): readonly Hidden[] {
    const all = this.#all;
    const secrets = (this.#byDocument.get(document) ?? []).filter((scalar) => all.get(scalar) && !isVaulted(scalar));
    return joined(secrets.flatMap((scalar) => rangesOf(scalar, document)));
  }

  /** Whether Ansible stops at a document: what stands in it may be anything. */
  isBroken(document: Document): boolean {
    return this.#inventory.troubles.some((trouble) => trouble.document === document && trouble.severity === 'error');
  }

  get #all(): ReadonlyMap<Scalar, boolean> {
    return (this.#scalars ??= this.#lookThrough());
  }

  #lookThrough(): Map<Scalar, boolean> {
    const found = new Map<Scalar, boolean>();
    let assigned: ReadonlySet<Scalar> = new Set();
    const mark = (document: Document, node: Node, route: Route): void => {
      if (node.kind === 'sequence') for (const item of node.items) mark(document, item, route);
      else if (node.kind === 'mapping')
        for (const pair of node.pairs) {
          this.#keys.add(String(pair.key.value));
          mark(document, pair.value, into(route, pair, node));
        }
      else if (!assigned.has(node)) {
        const before = found.get(node);
        if (before === undefined) append(this.#byDocument, document, node);
        found.set(node, before === true || isSecret(node, route.secret));
      }
    };
    for (const { document, name, value } of this.#assigned()) mark(document, value, this.routeOf(name));
    assigned = new Set(found.keys());
    // What else a broken or misshapen file holds is nobody's variable, but it may stand in a line that is shown.
    for (const document of this.#inventory.documents.values())
      if (document.root !== undefined) mark(document, document.root, NOWHERE);
    for (const scalars of this.#byDocument.values()) spread(scalars, found);
    const names = new Set<string>();
    for (const { name, value } of this.#assigned()) if (value.kind === 'scalar' && found.get(value)) names.add(name);
    for (const [scalar, secret] of found)
      if (!secret && isTemplate(scalar) && templateHoldsSecret(String(scalar.value), names)) found.set(scalar, true);
    return found;
  }

  *#assigned(): Generator<{ readonly document: Document; readonly name: string; readonly value: Node }> {
    for (const owner of [...this.#inventory.groups.values(), ...this.#inventory.hosts.values()]) {
      for (const winner of owner.variables.values())
        for (let one: typeof winner | undefined = winner; one !== undefined; one = one.replaced) yield one;
      for (const document of owner.files)
        if (document.root?.kind === 'mapping')
          for (const { key, value } of document.root.pairs) yield { document, name: String(key.value), value };
    }
  }
}

/** What an alias gives is the same text under another name. */
function spread(scalars: readonly Scalar[], found: Map<Scalar, boolean>): void {
  const starts = new Set(scalars.filter((one) => found.get(one) && one.start < one.end).map(({ start }) => start));
  if (starts.size > 0) for (const scalar of scalars) if (starts.has(scalar.start)) found.set(scalar, true);
}

function isSecret(scalar: Scalar, named: boolean): boolean {
  if (isVaulted(scalar)) return true;
  const { type, value } = scalar;
  if (type === 'null' || type === 'bool' || value === '') return false;
  return named || (!isTemplate(scalar) && looksSecret(scalar));
}

/** Whether a text holds what looks like a secret, whatever it is called. */
export function looksSecret(node: Node): boolean {
  return node.kind === 'scalar' && typeof node.value === 'string' && secretsInText(node.value).length > 0;
}

/** A text in a template that speaks of a secret may be the secret itself, as `default('…')` has it. */
function templateHoldsSecret(template: string, names: ReadonlySet<string>): boolean {
  if (!/['"]|\b\d/.test(template)) return false;
  return mentionsSecret(template) || template.match(/\w+/g)?.some((word) => names.has(word)) === true;
}

function rangesOf(scalar: Scalar, { text }: Document): Hidden[] {
  const { start, end } = scalar;
  const source = text.slice(start, end);
  if (isTemplate(scalar)) return shifted(secretsInScalar(source), start);
  return [{ start, end, length: String(scalar.value).length }];
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

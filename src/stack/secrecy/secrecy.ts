/**
 * Which values of an inventory are secrets: by their names, by the vocabulary, by what they hold, and vaulted ones.
 *
 * Who else has a say: `model/secret-names.ts` and `model/secret-texts.ts` tell a secret by its name and by its text,
 * whatever it stands in. What is shown instead of a secret is made in `masked.ts` for values, and in `report/secrets.ts`
 * for lines of files. What rules may ask of one (its length, whether two are the same) is in `secret.ts`.
 */
import { assignments } from '../../ansible/assignment.ts';
import type { Assignment, Inventory } from '../../ansible/entities.ts';
import { decryptedOrRefused } from '../../ansible/vault/require-password.ts';
import { append } from '../../model/multimap.ts';
import { mentionsSecret, soundsSecret } from '../../model/secret-names.ts';
import { joined, secretsInScalar, secretsInText, shifted } from '../../model/secret-texts.ts';
import type { Hidden } from '../../model/secret-texts.ts';
import type { Document } from '../../source/document.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { isTemplated, isVaulted, scalarText } from '../plain.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { into, ORDINARY, SECRET, secretArguments } from './route.ts';
import type { Route } from './route.ts';
import { TakenSecrets } from './taken-secrets.ts';
import { severityOf } from '../../troubles/catalogue.ts';

/** Values of the inventory, each document looked through once, when the first question about it comes. */
export class Secrecy {
  readonly taken = new TakenSecrets();
  readonly #inventory: Inventory;
  readonly #vocabulary: Vocabulary | undefined;
  /** The scalars of a document, in order; true for the secrets by what stands there alone. */
  readonly #marked = new Map<Document, ReadonlyMap<Scalar, boolean>>();
  readonly #judged = new Map<Document, ReadonlyMap<Scalar, boolean>>();
  readonly #keys = new Set<string>();
  /** Whatever stands in decrypted documents. */
  #sealed: Set<Node> | undefined;
  #assigned: ReadonlyMap<Document, readonly Assignment[]> | undefined;
  #names: ReadonlySet<string> | undefined;
  #all: ReadonlyMap<Scalar, boolean> | undefined;

  constructor(inventory: Inventory, vocabulary: Vocabulary | undefined) {
    this.#inventory = inventory;
    this.#vocabulary = vocabulary;
  }

  /** Where the value of a variable begins. */
  routeOf(variable: string): Route {
    const properties = this.#vocabulary?.schema.properties ?? {};
    const property = Object.hasOwn(properties, variable) ? properties[variable] : undefined;
    return property?.secret === true || soundsSecret(variable) ? SECRET : ORDINARY;
  }

  /**
   * The name of a variable that a document sets, as a finding may tell it; undefined where it was decrypted, unless the
   * vocabulary has that very name.
   */
  nameIn({ sealed }: Document, name: string): string | undefined {
    return sealed && !Object.hasOwn(this.#vocabulary?.schema.properties ?? {}, name) ? undefined : name;
  }

  /** Whether a value of the inventory is a secret, or a part of it is. */
  holds(node: Node): boolean {
    if (node.kind === 'scalar') return this.#scalars.get(node) ?? false;
    if (node.kind === 'sequence') return node.items.some((item) => this.holds(item));
    return node.pairs.some(({ value }) => this.holds(value));
  }

  /**
   * Whether a value, or a part of a map, stands in a document that was decrypted: not even its shape is shown, nor the
   * keys in it.
   */
  isSealed(node: Node): boolean {
    const sealed = (this.#sealed ??= this.#nodesSealed());
    if (sealed.size === 0) return false;
    if (sealed.has(node)) return true;
    return node.kind === 'mapping' && node.pairs.some(({ value }) => this.isSealed(value));
  }

  /** The length of a vaulted text; undefined where it stays closed. Throws CannotCheck for a wrong password. */
  lengthOf(vaulted: Scalar): number | undefined {
    const text = decryptedOrRefused(this.#inventory, vaulted);
    return typeof text === 'string' ? text.length : undefined;
  }

  /** Whether a scalar stands in the inventory as it is: it was not computed. */
  knows(scalar: Scalar): boolean {
    return this.#scalars.has(scalar);
  }

  /** Whether some map of the inventory has this key. */
  knowsKey(key: string): boolean {
    return this.#scalars.size > 0 && this.#keys.has(key);
  }

  /** Where the value of a variable that is to be shown begins: what some host's template takes for a secret is one for all. */
  shownRouteOf(variable: string): Route {
    return this.taken.hasVariable(variable) ? SECRET : this.routeOf(variable);
  }

  /** The secrets of a document, as far as it was understood, in order. */
  rangesIn(document: Document): readonly Hidden[] {
    const secrets = [...this.#judge(document)].filter(([, secret]) => secret).map(([scalar]) => scalar);
    const taken = this.taken.within(document, this.#assignedIn(document));
    const shown = [...secrets, ...taken].filter((scalar) => !isVaulted(scalar));
    return joined(shown.flatMap((scalar) => rangesOf(scalar, document)));
  }

  /** Whether Ansible stops at a document: what stands in it may be anything. */
  isBroken(document: Document): boolean {
    return this.#inventory.troubles.some((trouble) => trouble.document === document && severityOf(trouble) === 'error');
  }

  /** The scalars of all documents. */
  get #scalars(): ReadonlyMap<Scalar, boolean> {
    return (this.#all ??= new Map(this.#documents.flatMap((document) => [...this.#judge(document)])));
  }

  /** The scalars of a document, with templates that hold a secret in their own text. */
  #judge(document: Document): ReadonlyMap<Scalar, boolean> {
    let judged = this.#judged.get(document);
    if (judged !== undefined) return judged;
    const scalars = new Map(this.#mark(document));
    for (const [scalar, secret] of scalars)
      if (!secret && isTemplated(scalar) && templateHoldsSecret(String(scalar.value), () => this.#secretNames))
        scalars.set(scalar, true);
    this.#judged.set(document, (judged = scalars));
    return judged;
  }

  #mark(document: Document): ReadonlyMap<Scalar, boolean> {
    let marked = this.#marked.get(document);
    if (marked !== undefined) return marked;
    const found = new Map<Scalar, boolean>();
    let assigned: ReadonlySet<Scalar> = new Set();
    const mark = (node: Node, route: Route): void => {
      if (node.kind === 'sequence') {
        const secrets = secretArguments(node.items);
        for (const item of node.items) mark(item, secrets.has(item) ? SECRET : route);
      } else if (node.kind === 'mapping')
        for (const pair of node.pairs) {
          if (!document.sealed) this.#keys.add(String(pair.key.value));
          mark(pair.value, into(route, pair, node));
        }
      else if (!assigned.has(node))
        found.set(node, found.get(node) === true || document.sealed || isSecret(node, route.secret));
    };
    for (const { name, value } of this.#assignedIn(document)) mark(value, this.routeOf(name));
    assigned = new Set(found.keys());
    // What else a broken or misshapen file holds is nobody's variable, but it may stand in a line that is shown.
    if (document.root !== undefined) mark(document.root, ORDINARY);
    spread([...found.keys()], found);
    this.#marked.set(document, (marked = found));
    return marked;
  }

  /** Variables whose whole value is a secret, in any document. */
  get #secretNames(): ReadonlySet<string> {
    if (this.#names !== undefined) return this.#names;
    const names = new Set<string>();
    for (const document of this.#documents) {
      const marked = this.#mark(document);
      for (const { name, value } of this.#assignedIn(document))
        if (value.kind === 'scalar' && marked.get(value) === true) names.add(name);
    }
    return (this.#names = names);
  }

  #nodesSealed(): Set<Node> {
    const nodes = new Set<Node>();
    const add = (node: Node): void => {
      nodes.add(node);
      if (node.kind === 'sequence') node.items.forEach(add);
      else if (node.kind === 'mapping') for (const { value } of node.pairs) add(value);
    };
    for (const document of this.#documents.filter(({ sealed }) => sealed)) {
      for (const { value } of this.#assignedIn(document)) add(value);
      if (document.root !== undefined) add(document.root);
    }
    return nodes;
  }

  get #documents(): readonly Document[] {
    return [...this.#inventory.documents.values()];
  }

  #assignedIn(document: Document): readonly Assignment[] {
    return (this.#assigned ??= assignedByDocument(this.#inventory)).get(document) ?? [];
  }
}

function assignedByDocument(inventory: Inventory): ReadonlyMap<Document, readonly Assignment[]> {
  const assigned = new Map<Document, Assignment[]>();
  for (const one of assignments(inventory)) append(assigned, one.document, one);
  const own = new Set(assigned.keys());
  for (const one of inventory.plays.assignments) if (!own.has(one.document)) append(assigned, one.document, one);
  return assigned;
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
  return named || (!isTemplated(scalar) && looksSecret(scalar));
}

/** Whether a text holds what looks like a secret, whatever it is called. */
export function looksSecret(node: Node): boolean {
  return node.kind === 'scalar' && typeof node.value === 'string' && secretsInText(node.value).length > 0;
}

/** A text in a template that speaks of a secret may be the secret itself, as `default('…')` has it. */
function templateHoldsSecret(template: string, names: () => ReadonlySet<string>): boolean {
  if (!/['"]|\b\d/.test(template)) return false;
  return mentionsSecret(template) || template.match(/\w+/g)?.some((word) => names().has(word)) === true;
}

function rangesOf(scalar: Scalar, { text }: Document): Hidden[] {
  const { start, end } = scalar;
  const source = text.slice(start, end);
  if (isTemplated(scalar)) return shifted(secretsInScalar(source), start);
  return [{ start, end, length: scalarText(scalar).length }];
}

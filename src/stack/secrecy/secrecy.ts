/**
 * Secrets among the values of an inventory: by their names, by the vocabulary, by their texts, and vaulted ones.
 *
 * `model/secret-names.ts` and `model/secret-texts.ts` recognise names and texts. `masked.ts` replaces secrets in values,
 * and `report/redaction.ts` in lines of files. Rules measure and compare secrets by `secret.ts`.
 */
import type { Assignment, Inventory } from '../../ansible/entities.ts';
import { decryptedOrRefused } from '../../ansible/vault/require-password.ts';
import { append } from '../../model/multimap.ts';
import { mentionsSecretName, mayBeSecretName } from '../../model/secret-names.ts';
import { joined, hiddenInSecretScalar, secretsInText, shifted } from '../../model/secret-texts.ts';
import type { Hidden } from '../../model/secret-texts.ts';
import type { Document } from '../../source/document.ts';
import type { Node, Scalar, Mapping, Pair } from '../../source/tree.ts';
import { isTemplated, isVaulted, scalarText, countsAsUnset } from '../plain.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { severityOf } from '../../troubles/catalogue.ts';

/** Values that templates use as secrets: whatever their names are, they are not shown where they are written either. */
class UsedSecrets {
  readonly #byDocument = new Map<Document, Set<Node>>();
  /** Variables whose whole value a template uses for some host: their values for all other hosts are secret too. */
  readonly #names = new Set<string>();
  #find: (() => unknown) | undefined;

  /** Sets the search that adds the values which templates use; it runs before anything is shown. */
  findBy(find: () => unknown): void {
    this.#find = find;
  }

  /** Adds a scalar that a template picks from a variable's value. */
  add(value: Node, { document, name, value: whole }: Assignment): void {
    if (value.kind !== 'scalar') return;
    this.#byDocument.set(document, (this.#byDocument.get(document) ?? new Set()).add(value));
    if (whole === value) this.#names.add(name);
  }

  has(node: Node): boolean {
    this.#found();
    return [...this.#byDocument.values()].some((taken) => taken.has(node));
  }

  hasVariable(name: string): boolean {
    this.#found();
    return this.#names.has(name);
  }

  /** The values in a document that templates use as secrets; `variables` are those that the document sets. */
  usedIn(document: Document, variables: readonly { readonly name: string; readonly value: Node }[]): Iterable<Scalar> {
    this.#found();
    const usedByTemplates = [...(this.#byDocument.get(document) ?? [])];
    const named = variables.flatMap(({ name, value }) => (this.#names.has(name) ? [value] : []));
    return new Set(
      [...usedByTemplates, ...named].filter((node): node is Scalar => node.kind === 'scalar' && !countsAsUnset(node)),
    );
  }

  #found(): void {
    const find = this.#find;
    this.#find = undefined;
    find?.();
  }
}

/** The files that are read for plays and roles: more and more, as their tasks are followed. */
interface PlayFiles {
  readonly read: ReadonlyMap<string, Document | undefined>;
  readonly assignments: readonly Assignment[];
}

/** Knows which values of an inventory are secrets; each document is searched once, when it is first asked about. */
export class Secrecy {
  readonly usedByTemplates = new UsedSecrets();
  readonly #inventory: Inventory;
  readonly #vocabulary: Vocabulary | undefined;
  readonly #playFiles: PlayFiles | undefined;
  /** The number of files that were read for plays when the documents were last searched. */
  #searched = 0;
  /** The scalars of each document, in order; true for secrets that the document alone reveals. */
  readonly #secretsByDocument = new Map<Document, ReadonlyMap<Scalar, boolean>>();
  readonly #scalarsByDocument = new Map<Document, ReadonlyMap<Scalar, boolean>>();
  readonly #keys = new Set<string>();
  /** All nodes of decrypted documents. */
  #decrypted: Set<Node> | undefined;
  #assigned: ReadonlyMap<Document, readonly Assignment[]> | undefined;
  #names: ReadonlySet<string> | undefined;
  #all: ReadonlyMap<Scalar, boolean> | undefined;
  #tainted: ReadonlySet<string> | undefined;
  #words: ReadonlySet<string> | undefined;
  #variables: ReadonlySet<string> | undefined;
  #texts: readonly string[] | undefined;
  #keyed: ReadonlySet<string> | undefined;

  constructor(inventory: Inventory, vocabulary: Vocabulary | undefined, playFiles?: PlayFiles) {
    this.#inventory = inventory;
    this.#vocabulary = vocabulary;
    this.#playFiles = playFiles;
  }

  /** Tells whether a variable is a secret by its name, or by the vocabulary. */
  isNamedSecret(variable: string): boolean {
    const properties = this.#vocabulary?.schema.properties ?? {};
    const property = Object.hasOwn(properties, variable) ? properties[variable] : undefined;
    return property?.secret === true || mayBeSecretName(variable);
  }

  /** The name of a variable as findings show it; undefined where it was decrypted and the vocabulary does not know it. */
  nameIn({ isDecrypted }: Document, name: string): string | undefined {
    return isDecrypted && !Object.hasOwn(this.#vocabulary?.schema.properties ?? {}, name) ? undefined : name;
  }

  /** Tells whether a value of the inventory is a secret, or a part of it is. */
  containsSecret(node: Node): boolean {
    if (node.kind === 'scalar') return this.#scalars.get(node) ?? false;
    if (node.kind === 'sequence') return node.items.some((item) => this.containsSecret(item));
    return node.pairs.some(({ value }) => this.containsSecret(value));
  }

  /** Tells whether a value, or a part of a map, is in a decrypted document: neither its keys nor its shape are shown. */
  isSealed(node: Node): boolean {
    this.#takeNewFiles();
    const decrypted = (this.#decrypted ??= this.#decryptedNodes());
    if (decrypted.size === 0) return false;
    if (decrypted.has(node)) return true;
    return node.kind === 'mapping' && node.pairs.some(({ value }) => this.isSealed(value));
  }

  /** The length of a vaulted text; undefined where it stays closed. Throws CannotCheck for a wrong password. */
  lengthOf(vaulted: Scalar): number | undefined {
    const text = decryptedOrRefused(this.#inventory, vaulted);
    return typeof text === 'string' ? text.length : undefined;
  }

  /** Tells whether a scalar is written in the inventory, and not computed. */
  isWritten(scalar: Scalar): boolean {
    return this.#scalars.has(scalar);
  }

  /** Tells whether some map of the inventory has this key. */
  hasKey(key: string): boolean {
    return this.#scalars.size > 0 && this.#keys.has(key);
  }

  /** Tells whether a text mentions a secret by name, or a variable that a secret goes into: messages about it may quote one. */
  mentionsSecret(text: string): boolean {
    this.#takeNewFiles();
    return mentionsSecretName(text) || wordsOf(text).some((word) => this.#taintedNames.has(word));
  }

  /** Tells whether a text mentions a variable with a key that is a secret itself, as in `{https://user:password@host: …}`. */
  mentionsSecretKeys(text: string): boolean {
    this.#takeNewFiles();
    this.#keyed ??= new Set(
      this.#documents.flatMap((document) =>
        this.#assignedIn(document).flatMap(({ name, value }) => (hasSecretKey(value) ? [name] : [])),
      ),
    );
    return this.#keyed.size > 0 && wordsOf(text).some((word) => this.#keyed?.has(word));
  }

  /** Tells whether any file sets a variable of this name. */
  isVariable(name: string): boolean {
    this.#takeNewFiles();
    return (this.#variables ??= new Set(
      this.#documents.flatMap((document) => this.#assignedIn(document).map((assignment) => assignment.name)),
    )).has(name);
  }

  /** Tells whether a text holds a secret of the inventory as it is. */
  quotesSecret(text: string): boolean {
    this.#texts ??= [...this.#scalars].flatMap(([scalar, secret]) => (secret ? (this.#textOf(scalar) ?? []) : []));
    return this.#texts.some((secret) => text.includes(secret));
  }

  /** Tells whether a word is a name: a key of some map, or a word of a template outside of its texts. */
  isName(word: string): boolean {
    return this.hasKey(word) || this.#namesInTemplates.has(word);
  }

  /** Tells whether a variable's value is masked: by its name, or because a template uses it as a secret. */
  isShownAsSecret(variable: string): boolean {
    return this.usedByTemplates.hasVariable(variable) || this.isNamedSecret(variable);
  }

  /** The ranges of the secrets in a document, in order, as far as it could be parsed. */
  rangesIn(document: Document): readonly Hidden[] {
    this.#takeNewFiles();
    const secrets = [...this.#scalarsOf(document)].filter(([, secret]) => secret).map(([scalar]) => scalar);
    const taken = this.usedByTemplates.usedIn(document, this.#assignedIn(document));
    const shown = [...secrets, ...taken].filter((scalar) => !isVaulted(scalar));
    return joined(shown.flatMap((scalar) => rangesOf(scalar, document)));
  }

  /** Tells whether Ansible stops at a document, so that its lines may hold anything. */
  isBroken(document: Document): boolean {
    return this.#inventory.troubles.some((trouble) => trouble.document === document && severityOf(trouble) === 'error');
  }

  /** The scalars of all documents. */
  get #scalars(): ReadonlyMap<Scalar, boolean> {
    this.#takeNewFiles();
    return (this.#all ??= new Map(this.#documents.flatMap((document) => [...this.#scalarsOf(document)])));
  }

  /** The scalars of a document, with templates that hold a secret in their own text. */
  #scalarsOf(document: Document): ReadonlyMap<Scalar, boolean> {
    let judged = this.#scalarsByDocument.get(document);
    if (judged !== undefined) return judged;
    const scalars = new Map(this.#findSecrets(document));
    for (const [scalar, secret] of scalars)
      if (!secret && isTemplated(scalar) && templateHoldsSecret(String(scalar.value), () => this.#secretNames))
        scalars.set(scalar, true);
    this.#scalarsByDocument.set(document, (judged = scalars));
    return judged;
  }

  #findSecrets(document: Document): ReadonlyMap<Scalar, boolean> {
    let marked = this.#secretsByDocument.get(document);
    if (marked !== undefined) return marked;
    const found = new Map<Scalar, boolean>();
    let assigned: ReadonlySet<Scalar> = new Set();
    const mark = (node: Node, named: boolean): void => {
      if (node.kind === 'sequence') {
        const secrets = secretArguments(node.items);
        for (const item of node.items) mark(item, named || secrets.has(item));
      } else if (node.kind === 'mapping')
        for (const pair of node.pairs) {
          if (!document.isDecrypted) this.#keys.add(String(pair.key.value));
          mark(pair.value, isSecretPair(named, pair, node));
        }
      else if (!assigned.has(node))
        found.set(node, found.get(node) === true || document.isDecrypted || isSecret(node, named));
    };
    for (const { name, value } of this.#assignedIn(document)) mark(value, this.isNamedSecret(name));
    assigned = new Set(found.keys());
    // Other values of a broken or misshapen file belong to no variable, but may be in a line that is shown.
    if (document.root !== undefined) mark(document.root, false);
    spread([...found.keys()], found);
    this.#secretsByDocument.set(document, (marked = found));
    return marked;
  }

  /** Variables whose whole value is a secret, in any document. */
  get #secretNames(): ReadonlySet<string> {
    if (this.#names !== undefined) return this.#names;
    const names = new Set<string>();
    for (const document of this.#documents) {
      const marked = this.#findSecrets(document);
      for (const { name, value } of this.#assignedIn(document))
        if (value.kind === 'scalar' && marked.get(value) === true) names.add(name);
    }
    return (this.#names = names);
  }

  /** The text of a secret, unless it is too short to be told from others. */
  #textOf(scalar: Scalar): string | undefined {
    if (isTemplated(scalar)) return undefined;
    const text = isVaulted(scalar) ? decryptedOrRefused(this.#inventory, scalar) : scalarText(scalar);
    return typeof text === 'string' && text.length >= SHORTEST ? text : undefined;
  }

  get #namesInTemplates(): ReadonlySet<string> {
    return (this.#words ??= new Set(
      [...this.#scalars.keys()].flatMap((scalar) =>
        isTemplated(scalar) && !this.isSealed(scalar) ? wordsOf(String(scalar.value).replace(TEXT, '')) : [],
      ),
    ));
  }

  /** Variables that hold a secret, or whose templates mention such a variable. */
  get #taintedNames(): ReadonlySet<string> {
    if (this.#tainted !== undefined) return this.#tainted;
    const names = new Set<string>();
    const open: (readonly [name: string, words: readonly string[]])[] = [];
    for (const document of this.#documents)
      for (const { name, value } of this.#assignedIn(document)) {
        if (document.isDecrypted || this.containsSecret(value)) names.add(name);
        else open.push([name, wordsOfTemplates(value)]);
      }
    for (let before = -1; names.size > before;) {
      before = names.size;
      for (const [name, words] of open) if (words.some((word) => names.has(word))) names.add(name);
    }
    return (this.#tainted = names);
  }

  #decryptedNodes(): Set<Node> {
    const nodes = new Set<Node>();
    const add = (node: Node): void => {
      nodes.add(node);
      if (node.kind === 'sequence') node.items.forEach(add);
      else if (node.kind === 'mapping') for (const { value } of node.pairs) add(value);
    };
    for (const document of this.#documents.filter(({ isDecrypted }) => isDecrypted)) {
      for (const { value } of this.#assignedIn(document)) add(value);
      if (document.root !== undefined) add(document.root);
    }
    return nodes;
  }

  get #documents(): readonly Document[] {
    const ofPlays = [...(this.#playFiles?.read.values() ?? [])].filter((document) => document !== undefined);
    return [...new Set([...this.#inventory.documents.values(), ...ofPlays])];
  }

  #assignedIn(document: Document): readonly Assignment[] {
    const ofPlays = this.#playFiles?.assignments ?? this.#inventory.plays.assignments;
    return (this.#assigned ??= assignedByDocument(this.#inventory, ofPlays)).get(document) ?? [];
  }

  /** Forgets what was found where further files were read since: they may name further secrets. */
  #takeNewFiles(): void {
    const read = this.#playFiles?.read.size ?? 0;
    if (read === this.#searched) return;
    this.#searched = read;
    this.#secretsByDocument.clear();
    this.#scalarsByDocument.clear();
    this.#decrypted = this.#assigned = this.#names = this.#all = undefined;
    this.#tainted = this.#words = this.#variables = this.#texts = this.#keyed = undefined;
  }
}

/** Shorter secrets are not looked for in other texts. */
const SHORTEST = 4;

function assignedByDocument(
  inventory: Inventory,
  ofPlays: readonly Assignment[],
): ReadonlyMap<Document, readonly Assignment[]> {
  const assigned = new Map<Document, Assignment[]>();
  for (const one of inventory.assignments()) append(assigned, one.document, one);
  const own = new Set(assigned.keys());
  for (const one of ofPlays) if (!own.has(one.document)) append(assigned, one.document, one);
  return assigned;
}

/** A text in a template, with its quotes. */
const TEXT = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/gs;

function wordsOf(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

function wordsOfTemplates(node: Node): readonly string[] {
  if (node.kind === 'scalar') return isTemplated(node) ? wordsOf(String(node.value)) : [];
  return (node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value)).flatMap(wordsOfTemplates);
}

/** Marks the other nodes of a text that is a secret: an alias gives it another name. */
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

function hasSecretKey(node: Node): boolean {
  if (node.kind === 'scalar') return false;
  if (node.kind === 'sequence') return node.items.some(hasSecretKey);
  return node.pairs.some(({ key, value }) => looksSecret(key) || hasSecretKey(value));
}

/** Tells whether a text contains something that looks like a secret. */
export function looksSecret(node: Node): boolean {
  return node.kind === 'scalar' && typeof node.value === 'string' && secretsInText(node.value).length > 0;
}

/** Tells whether a template may contain a secret, as in `default('…')`: it has a text, and mentions a secret. */
function templateHoldsSecret(template: string, names: () => ReadonlySet<string>): boolean {
  if (!/['"]|\b\d/.test(template)) return false;
  return mentionsSecretName(template) || template.match(/\w+/g)?.some((word) => names().has(word)) === true;
}

function rangesOf(scalar: Scalar, { text }: Document): Hidden[] {
  const { start, end } = scalar;
  const source = text.slice(start, end);
  if (isTemplated(scalar)) return shifted(hiddenInSecretScalar(source), start);
  return [{ start, end, length: scalarText(scalar).length }];
}

/** Tells whether the value of a pair is a secret by the names that lead to it; `named` is true where the mapping itself is. */
export function isSecretPair(named: boolean, { key }: Pair, mapping: Mapping): boolean {
  if (named) return true;
  const name = String(key.value);
  return mayBeSecretName(name) || (VALUE.test(name) && holdsSecretName(mapping));
}

/** Keys of the name and of the value in lists of environment variables, settings and arguments of modules. */
const NAME = /^(?:name|key|env|var|variable|option|setting)$/i;
const VALUE = /^(?:value|val|default)$/i;

/** Tells whether a mapping names a secret, as in `{name: DB_PASSWORD, value: …}`. */
function holdsSecretName({ pairs }: Mapping): boolean {
  return pairs.some(
    ({ key, value: name }) =>
      NAME.test(String(key.value)) &&
      name.kind === 'scalar' &&
      typeof name.value === 'string' &&
      mayBeSecretName(name.value),
  );
}

/** The secrets in a list of arguments: `[--password, …]`, `[curl, -u, user:…]`, `[mysql, -p…]`. */
function secretArguments(items: readonly Node[]): ReadonlySet<Node> {
  const found = new Set<Node>();
  if (!items.some((item) => item.kind === 'scalar' && String(item.value).startsWith('-'))) return found;
  const words = items.map((item) => (item.kind === 'scalar' ? String(item.value) : '…'));
  const hidden = secretsInText(words.join(' '));
  let end = -1;
  for (const [index, item] of items.entries()) {
    const start = end + 1;
    end = start + (words[index]?.length ?? 0);
    while ((hidden[0]?.end ?? Infinity) <= start) hidden.shift();
    if ((hidden[0]?.start ?? Infinity) < end) found.add(item);
  }
  return found;
}

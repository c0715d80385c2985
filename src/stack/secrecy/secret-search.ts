/** Searches documents for secrets: by the names and texts of values, by the vocabulary, and in vaults. */
import { decryptedOrRefused } from '../../ansible/index.ts';
import type { Assignment, Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { append } from '../../model/multimap.ts';
import { mentionsSecretName, mayBeSecretName } from '../../model/secret-names.ts';
import { secretsInText } from '../../model/secret-texts.ts';
import type { Document } from '../../source/document.ts';
import { descendantsOf, someScalar } from '../../source/tree.ts';
import type { Node, Scalar, Mapping, Pair } from '../../source/tree.ts';
import { isTemplated, isVaulted, scalarText } from '../plain.ts';
import { propertyOf } from '../vocabulary/vocabulary.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** The documents to search, with the variables that they set. */
interface Searched {
  readonly documents: readonly Document[];
  readonly inventory: Inventory;
  /** The variables that plays and roles set. */
  readonly ofPlays: readonly Assignment[];
  readonly vocabulary: Vocabulary | undefined;
}

/** The scalars of a document, in order, and the secrets among them that the document alone reveals. */
interface Revealed {
  readonly scalars: readonly Scalar[];
  readonly secrets: ReadonlySet<Scalar>;
  /** The templates that have a text of their own, and mention a secret. */
  readonly mentioning: ReadonlySet<Scalar>;
  /** Those that mention one only if one of their words is the name of a variable that holds it. */
  readonly words: ReadonlyMap<Scalar, readonly string[]>;
}

/** What a document reveals if it sets these variables, which most inventories of a project agree on. */
interface RevealedOnce extends Revealed {
  readonly assigned: readonly Assignment[];
  readonly vocabulary: Vocabulary | undefined;
}

const revealed = new WeakMap<Document, RevealedOnce>();

/** Each answer is found when it is first asked for. */
export class SecretSearch {
  readonly #documents: readonly Document[];
  readonly #inventory: Inventory;
  readonly #vocabulary: Vocabulary | undefined;
  readonly #assigned: ReadonlyMap<Document, readonly Assignment[]>;
  readonly #revealed = new Map<Document, Revealed>();
  #written: ReadonlySet<Scalar> | undefined;
  #secrets: ReadonlySet<Scalar> | undefined;
  #texts: readonly string[] | undefined;
  #keys: ReadonlySet<string> | undefined;
  #decrypted: ReadonlySet<Node> | undefined;
  #namesInTemplates: ReadonlySet<string> | undefined;
  #variables: ReadonlySet<string> | undefined;
  #withSecrets: ReadonlySet<string> | undefined;
  #withSecretKeys: ReadonlySet<string> | undefined;
  #tainted: ReadonlySet<string> | undefined;

  constructor({ documents, inventory, ofPlays, vocabulary }: Searched) {
    this.#documents = documents;
    this.#inventory = inventory;
    this.#vocabulary = vocabulary;
    this.#assigned = assignedByDocument(inventory, ofPlays);
  }

  /** The scalars of all documents. */
  get written(): ReadonlySet<Scalar> {
    return (this.#written ??= new Set(this.#documents.flatMap((document) => this.#revealedIn(document).scalars)));
  }

  /** The secrets of all documents. */
  get secrets(): ReadonlySet<Scalar> {
    return (this.#secrets ??= new Set(this.#documents.flatMap((document) => this.secretsOf(document))));
  }

  /** The secrets of a document, in order, with templates that hold a secret in their own text. */
  secretsOf(document: Document): readonly Scalar[] {
    const { scalars, secrets, mentioning, words } = this.#revealedIn(document);
    if (secrets.size + mentioning.size + words.size === 0) return [];
    const isSecretName = (name: string): boolean => this.#variablesWithSecrets.has(name);
    return scalars.filter(
      (scalar) => secrets.has(scalar) || mentioning.has(scalar) || words.get(scalar)?.some(isSecretName) === true,
    );
  }

  /** The variables that a document sets. */
  assignedIn(document: Document): readonly Assignment[] {
    return this.#assigned.get(document) ?? [];
  }

  /** The keys of all maps, but for those that were decrypted. */
  get keys(): ReadonlySet<string> {
    return (this.#keys ??= new Set(
      this.#nodesWhere(({ isDecrypted }) => !isDecrypted).flatMap((node) =>
        node.kind === 'mapping' ? node.pairs.map(({ key }) => String(key.value)) : [],
      ),
    ));
  }

  /** All nodes of decrypted documents. */
  get decrypted(): ReadonlySet<Node> {
    return (this.#decrypted ??= new Set(this.#nodesWhere(({ isDecrypted }) => isDecrypted)));
  }

  /** The nodes of documents: their variables' values, the whole, and all parts of these. */
  #nodesWhere(test: (document: Document) => boolean): readonly Node[] {
    return this.#documents.filter(test).flatMap((document) => {
      const values = this.assignedIn(document).map(({ value }) => value);
      return [...values, ...(document.root === undefined ? [] : [document.root])].flatMap((value) => [
        value,
        ...descendantsOf(value),
      ]);
    });
  }

  /** The names of all variables. */
  get variables(): ReadonlySet<string> {
    return (this.#variables ??= this.#variablesWhere(() => true));
  }

  /** The variables with a key that is a secret itself, as in `{https://user:password@host: …}`. */
  get variablesWithSecretKeys(): ReadonlySet<string> {
    return (this.#withSecretKeys ??= this.#variablesWhere(({ value }) => hasSecretKey(value)));
  }

  /** The variables whose whole value is a secret that its document alone reveals. */
  get #variablesWithSecrets(): ReadonlySet<string> {
    return (this.#withSecrets ??= this.#variablesWhere(
      ({ value, document }) => value.kind === 'scalar' && this.#revealedIn(document).secrets.has(value),
    ));
  }

  #variablesWhere(test: (assignment: Assignment) => boolean): ReadonlySet<string> {
    const names = this.#documents.flatMap((document) =>
      this.assignedIn(document)
        .filter(test)
        .map(({ name }) => name),
    );
    return new Set(names);
  }

  #revealedIn(document: Document): Revealed {
    return madeOnce(this.#revealed, document, () => {
      const assigned = this.assignedIn(document);
      const vocabulary = this.#vocabulary;
      const known = revealed.get(document);
      if (known !== undefined && known.vocabulary === vocabulary && haveSameValues(known.assigned, assigned))
        return known;
      const own = { ...this.#reveal(document), assigned, vocabulary };
      revealed.set(document, own);
      return own;
    });
  }

  #reveal(document: Document): Revealed {
    const found = this.#marked(document);
    const scalars = [...found.keys()];
    const templates = scalars.filter((scalar) => isTemplated(scalar) && hasOwnText(scalar));
    const mentioning = new Set(templates.filter(({ value }) => mentionsSecretName(String(value))));
    const others = templates.filter((scalar) => !mentioning.has(scalar));
    return {
      scalars,
      secrets: new Set(scalars.filter((scalar) => found.get(scalar))),
      mentioning,
      words: new Map(others.map((scalar) => [scalar, wordsOf(String(scalar.value))])),
    };
  }

  /** The scalars of a document, with true for secrets. */
  #marked(document: Document): ReadonlyMap<Scalar, boolean> {
    const found = new Map<Scalar, boolean>();
    let assigned: ReadonlySet<Scalar> = new Set();
    const mark = (node: Node, named: boolean): void => {
      if (node.kind === 'sequence') {
        const secrets = secretArguments(node.items);
        for (const item of node.items) mark(item, named || secrets.has(item));
      } else if (node.kind === 'mapping')
        for (const pair of node.pairs) mark(pair.value, isSecretPair(named, pair, node));
      else if (!assigned.has(node))
        found.set(node, found.get(node) === true || document.isDecrypted || isSecret(node, named));
    };
    for (const { name, value } of this.assignedIn(document)) mark(value, isNamedSecret(name, this.#vocabulary));
    assigned = new Set(found.keys());
    // Other values of a broken or misshapen file belong to no variable, but may be in a line that is shown.
    if (document.root !== undefined) mark(document.root, false);
    spread([...found.keys()], found);
    return found;
  }

  /** The texts of secrets, but for those that are too short to be told from others. */
  get texts(): readonly string[] {
    return (this.#texts ??= [...this.secrets].flatMap((scalar) => this.#textOf(scalar) ?? []));
  }

  /** The text of a secret, unless it is too short to be told from others. */
  #textOf(scalar: Scalar): string | undefined {
    if (isTemplated(scalar)) return undefined;
    const text = isVaulted(scalar) ? decryptedOrRefused(this.#inventory, scalar) : scalarText(scalar);
    return typeof text === 'string' && text.length >= SHORTEST ? text : undefined;
  }

  /** Tells whether a value is a secret, or a part of it is. */
  containsSecret(node: Node): boolean {
    return someScalar(node, (scalar) => this.secrets.has(scalar));
  }

  /** The words of templates that are not texts there, and not decrypted. */
  get namesInTemplates(): ReadonlySet<string> {
    return (this.#namesInTemplates ??= new Set(
      [...this.written].flatMap((scalar) =>
        isTemplated(scalar) && !this.decrypted.has(scalar) ? wordsOf(String(scalar.value).replace(TEXT, '')) : [],
      ),
    ));
  }

  /** The variables that hold a secret, and those whose templates mention one of these. */
  get taintedVariables(): ReadonlySet<string> {
    if (this.#tainted !== undefined) return this.#tainted;
    const names = new Set<string>();
    const open: (readonly [name: string, words: readonly string[]])[] = [];
    for (const document of this.#documents)
      for (const { name, value } of this.assignedIn(document)) {
        if (document.isDecrypted || this.containsSecret(value)) names.add(name);
        else open.push([name, wordsOfTemplates(value)]);
      }
    for (let before = -1; names.size > before;) {
      before = names.size;
      for (const [name, words] of open) if (words.some((word) => names.has(word))) names.add(name);
    }
    return (this.#tainted = names);
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

/** The words of a text: names and numbers. */
export function wordsOf(text: string): readonly string[] {
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

/** Tells whether a variable is a secret by its name, or by the vocabulary. */
export function isNamedSecret(variable: string, vocabulary: Vocabulary | undefined): boolean {
  return propertyOf(vocabulary, variable)?.secret === true || mayBeSecretName(variable);
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

/** Tells whether a template has a text of its own, which may be a secret, as in `default('…')`. */
function hasOwnText({ value }: Scalar): boolean {
  return /['"]|\b\d/.test(String(value));
}

/** Tells whether the same variables have the same values. */
function haveSameValues(some: readonly Assignment[], others: readonly Assignment[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, value }, at) => name === others[at]?.name && value === others[at].value)
  );
}

/**
 * Tells whether the value of a pair is a secret by the names that lead to it; `named` is true if the mapping itself
 * is.
 */
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

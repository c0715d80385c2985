/**
 * Secrets among the values of an inventory: by their names, by the vocabulary, by their texts, and vaulted ones.
 *
 * `model/secret-names.ts` and `model/secret-texts.ts` recognise names and texts, and `secret-search.ts` finds them in
 * documents. `masked.ts` replaces secrets in values, and `report/redaction.ts` in lines of files. Rules measure and
 * compare secrets by `secret.ts`.
 */
import { decryptedOrRefused } from '../../ansible/index.ts';
import type { Assignment, Inventory } from '../../ansible/index.ts';
import { mentionsSecretName } from '../../model/secret-names.ts';
import { joined, hiddenInSecretScalar, shifted } from '../../model/secret-texts.ts';
import type { Hidden } from '../../model/hidden.ts';
import type { Document } from '../../source/document.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { isTemplated, isVaulted, scalarText, countsAsUnset } from '../plain.ts';
import { propertyOf } from '../vocabulary/vocabulary.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { severityOf } from '../../troubles/catalogue.ts';
import { isNamedSecret, SecretSearch, wordsOf } from './secret-search.ts';

/**
 * Values that templates use as secrets: whatever their names, they are not shown in the places where they are written
 * either.
 */
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

/** Knows which values of an inventory are secrets, in its documents and in the files of plays. */
export class Secrecy {
  readonly usedByTemplates = new UsedSecrets();
  readonly #inventory: Inventory;
  readonly #vocabulary: Vocabulary | undefined;
  readonly #playFiles: PlayFiles | undefined;
  #last: { readonly search: SecretSearch; readonly playFiles: number } | undefined;

  constructor(inventory: Inventory, vocabulary: Vocabulary | undefined, playFiles?: PlayFiles) {
    this.#inventory = inventory;
    this.#vocabulary = vocabulary;
    this.#playFiles = playFiles;
  }

  /** The search of all documents read so far; another file may name more secrets in all of them. */
  get #search(): SecretSearch {
    const inventory = this.#inventory;
    const { read = NO_FILES, assignments: ofPlays = inventory.plays.assignments } = this.#playFiles ?? {};
    if (this.#last?.playFiles !== read.size) {
      const known = [...read.values()].filter((document) => document !== undefined);
      const documents = [...new Set([...inventory.documents.values(), ...known])];
      const search = new SecretSearch({ documents, inventory, ofPlays, vocabulary: this.#vocabulary });
      this.#last = { search, playFiles: read.size };
    }
    return this.#last.search;
  }

  /** Tells whether a variable is a secret by its name, or by the vocabulary. */
  isNamedSecret(variable: string): boolean {
    return isNamedSecret(variable, this.#vocabulary);
  }

  /** The name of a variable as findings show it; undefined if it was decrypted and the vocabulary does not know it. */
  nameIn({ isDecrypted }: Document, name: string): string | undefined {
    return isDecrypted && propertyOf(this.#vocabulary, name) === undefined ? undefined : name;
  }

  /** Tells whether a value of the inventory is a secret, or a part of it is. */
  containsSecret(node: Node): boolean {
    return this.#search.containsSecret(node);
  }

  /**
   * Tells whether a value, or a part of a map, is in a decrypted document: neither its keys nor its shape are shown.
   */
  isSealed(node: Node): boolean {
    const { decrypted } = this.#search;
    const isIn = (one: Node): boolean =>
      decrypted.has(one) || (one.kind === 'mapping' && one.pairs.some(({ value }) => isIn(value)));
    return decrypted.size > 0 && isIn(node);
  }

  /** The length of a vaulted text; undefined if it stays closed. Throws CannotCheck for a wrong password. */
  lengthOf(vaulted: Scalar): number | undefined {
    const text = decryptedOrRefused(this.#inventory, vaulted);
    return typeof text === 'string' ? text.length : undefined;
  }

  /** Tells whether a scalar is written in the inventory, and not computed. */
  isWritten(scalar: Scalar): boolean {
    return this.#search.written.has(scalar);
  }

  /** Tells whether some map of the inventory has this key. */
  hasKey(key: string): boolean {
    return this.#search.keys.has(key);
  }

  /**
   * Tells whether a text mentions a secret by name, or a variable that a secret goes into: messages about it may
   * quote one.
   */
  mentionsSecret(text: string): boolean {
    return mentionsSecretName(text) || wordsOf(text).some((word) => this.#search.taintedVariables.has(word));
  }

  /** Tells whether a text mentions a variable with a key that is a secret itself. */
  mentionsSecretKeys(text: string): boolean {
    const { variablesWithSecretKeys } = this.#search;
    return variablesWithSecretKeys.size > 0 && wordsOf(text).some((word) => variablesWithSecretKeys.has(word));
  }

  /** Tells whether any file sets a variable of this name. */
  isVariable(name: string): boolean {
    return this.#search.variables.has(name);
  }

  /**
   * Tells whether a text literally holds a secret of the inventory; if the secret is a short word, as a word of its
   * own.
   */
  quotesSecret(text: string): boolean {
    const { texts } = this.#search;
    return texts.some((one) => text.includes(one) && (!SHORT_WORD.test(one) || wordsOf(text).includes(one)));
  }

  /** Tells whether a word is a name: a key of some map, or a word of a template outside of its texts. */
  isName(word: string): boolean {
    return this.hasKey(word) || this.#search.namesInTemplates.has(word);
  }

  /** Tells whether a variable's value is masked: by its name, or because a template uses it as a secret. */
  isShownAsSecret(variable: string): boolean {
    return this.usedByTemplates.hasVariable(variable) || this.isNamedSecret(variable);
  }

  /** The ranges of the secrets in a document, in order, as far as it could be parsed. */
  rangesIn(document: Document): readonly Hidden[] {
    const secrets = this.#search.secretsOf(document);
    const taken = this.usedByTemplates.usedIn(document, this.#search.assignedIn(document));
    const shown = [...secrets, ...taken].filter((scalar) => !isVaulted(scalar));
    return joined(shown.flatMap((scalar) => rangesOf(scalar, document)));
  }

  /** Tells whether Ansible stops at a document, so that its lines may hold anything. */
  isBroken(document: Document): boolean {
    return this.#inventory.troubles.some((trouble) => trouble.document === document && severityOf(trouble) === 'error');
  }
}

/** Secrets that longer words hold by chance, as `elastic` is in `/etc/elasticsearch`. */
const SHORT_WORD = /^\w{1,12}$/;

const NO_FILES: PlayFiles['read'] = new Map();

function rangesOf(scalar: Scalar, { text }: Document): Hidden[] {
  const { start, end } = scalar;
  const source = text.slice(start, end);
  if (isTemplated(scalar)) return shifted(hiddenInSecretScalar(source), start);
  return [{ start, end, length: scalarText(scalar).length }];
}

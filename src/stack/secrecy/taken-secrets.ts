/** Values that templates take for secrets, under whatever name they stand. */
import type { Assignment } from '../../ansible/entities.ts';
import type { Document } from '../../source/document.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { isEmpty } from '../plain.ts';

/** What is taken for a secret somewhere is one where it stands, too: nothing shows it, whichever rules run. */
export class TakenSecrets {
  readonly #byDocument = new Map<Document, Set<Node>>();
  /** Variables of which some host's value is taken whole: another host's is as secret. */
  readonly #names = new Set<string>();
  #find: (() => unknown) | undefined;

  /** `find` has each template in the place of a secret add what it takes; it is called when something is to be shown. */
  findBy(find: () => unknown): void {
    this.#find = find;
  }

  /** Adds what a template picks of a variable's value. */
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

  /** Those in a document, which sets these variables. */
  within(document: Document, variables: readonly { readonly name: string; readonly value: Node }[]): Iterable<Scalar> {
    this.#found();
    const taken = [...(this.#byDocument.get(document) ?? [])];
    const named = variables.flatMap(({ name, value }) => (this.#names.has(name) ? [value] : []));
    return new Set([...taken, ...named].filter((node): node is Scalar => node.kind === 'scalar' && !isEmpty(node)));
  }

  #found(): void {
    const find = this.#find;
    this.#find = undefined;
    find?.();
  }
}

/** Faults that PyYAML finds when it constructs values: which of several in a tree it meets first. */
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { Recurrence } from '../tree.ts';
import type { Node, Range, SyntaxProblem } from '../tree.ts';

/** A key and a value of any kind, as they are written or merged: PyYAML reads all of them, and keeps some. */
export interface RawPair {
  readonly key: Node;
  readonly value: Node;
  readonly mergedAt: Range | undefined;
}

/** The moment at which Python meets a fault of a node. */
export type When = 'at once' | 'on filling' | 'after filling';

/** The object that stays the same when a node is used by an alias. */
function identity(node: Node): object {
  return node.kind === 'scalar' ? node : node.kind === 'mapping' ? node.pairs : node.items;
}

/**
 * Keeps the faults that Python finds when it constructs a tree, and gives the one that it meets first.
 *
 * That is not the first in the text: PyYAML constructs scalars at once but fills collections level by level, except
 * inside of `!unsafe` and `!vault`.
 */
export class ConstructionFaults {
  /** All pairs of a mapping, where its node holds fewer. */
  readonly #kept = new Map<object, readonly RawPair[]>();
  /** Faults of merge keys, which are met before anything else in their mapping. */
  readonly #merges = new Map<object, SyntaxProblem>();
  readonly #atOnce = new Map<object, SyntaxProblem>();
  readonly #onFilling = new Map<object, SyntaxProblem>();
  readonly #afterFilling = new Map<object, SyntaxProblem>();
  /** Collections that are filled when they are constructed; true if all below them is, too. */
  readonly #filledAtOnce = new Map<object, boolean>();
  #found = false;

  readonly #seen = new Set<object>();
  /** Collections that are filled while they are constructed: Python cannot construct an alias of one. */
  readonly #open = new Set<object>();
  #next: Node[] = [];

  /** Notes a fault of a node: met when it is constructed, or when it is filled, or only when all below it is, too. */
  note(node: Node, problem: SyntaxProblem, when: When = 'at once'): void {
    const faults = when === 'at once' ? this.#atOnce : when === 'on filling' ? this.#onFilling : this.#afterFilling;
    faults.set(identity(node), problem);
    this.#found = true;
  }

  /** Notes the fault of a merge key in a mapping. */
  noteMerge(node: Node, problem: SyntaxProblem): void {
    this.#merges.set(identity(node), problem);
    this.#found = true;
  }

  /** Gives the fault of a merge key in a mapping. */
  mergeFaultOf(node: Node): SyntaxProblem | undefined {
    return this.#merges.get(identity(node));
  }

  /** Notes that some mapping has a key that Python cannot use as one. */
  noteUnhashable(): void {
    this.#found = true;
  }

  /** Notes that a value contains itself: within what is filled at once, Python refuses that. */
  noteRecurrence(): void {
    this.#found = true;
  }

  /** Keeps all pairs that were written or merged into a mapping. */
  keepPairs(node: Node, pairs: readonly RawPair[]): void {
    this.#kept.set(identity(node), pairs);
  }

  /** Gives all pairs that were written or merged into a mapping or set; nothing for other nodes. */
  pairsOf(node: Node): readonly RawPair[] | undefined {
    return this.#kept.get(identity(node)) ?? (node.kind === 'mapping' ? node.pairs : undefined);
  }

  /** Notes that a collection is filled when it is constructed; `deep`: with everything below it. */
  noteFilledAtOnce(node: Node, deep: boolean): void {
    this.#filledAtOnce.set(identity(node), deep);
  }

  /** Notes that a copy of a node has its faults. */
  share(node: Node, copy: Node): void {
    const atOnce = this.#atOnce.get(node);
    if (atOnce !== undefined) this.#atOnce.set(copy, atOnce);
    const onFilling = this.#onFilling.get(node);
    if (onFilling !== undefined) this.#onFilling.set(copy, onFilling);
  }

  /** Gives the fault that PyYAML meets first. */
  first(root: Node | undefined): SyntaxProblem | undefined {
    if (!this.#found || root === undefined) return undefined;
    let problem = this.#construct(root, false);
    while (problem === undefined && this.#next.length > 0) {
      const level = this.#next;
      this.#next = [];
      for (const node of level) {
        problem = this.#fill(node, false);
        if (problem !== undefined) break;
      }
    }
    return problem;
  }

  #construct(node: Node, deep: boolean): SyntaxProblem | undefined {
    if (node instanceof Recurrence)
      return this.#open.has(identity(node.whole))
        ? problemAtNode(node.whole, fault('yaml/alias-within-its-value'))
        : undefined;
    const id = identity(node);
    const problem = this.#atOnce.get(id);
    if (problem !== undefined) return problem;
    if (this.#seen.has(id) || (node.kind === 'scalar' && !this.#onFilling.has(id))) return undefined;
    this.#seen.add(id);
    const filledAtOnce = this.#filledAtOnce.get(id);
    if (deep || filledAtOnce !== undefined) {
      this.#open.add(id);
      const fault = this.#fill(node, deep || filledAtOnce === true) ?? this.#afterFilling.get(id);
      this.#open.delete(id);
      return fault;
    }
    this.#next.push(node);
    return undefined;
  }

  #fill(node: Node, deep: boolean): SyntaxProblem | undefined {
    const id = identity(node);
    const own = this.#onFilling.get(id) ?? this.#merges.get(id);
    if (own !== undefined || node.kind === 'scalar') return own;
    const pairs = this.pairsOf(node);
    if (pairs === undefined) {
      for (const item of node.kind === 'sequence' ? node.items : []) {
        const problem = this.#construct(item, deep);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }
    for (const { key, value } of pairs) {
      const problem = this.#construct(key, deep) ?? this.#unhashable(key) ?? this.#construct(value, deep);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  #unhashable(key: Node): SyntaxProblem | undefined {
    // A scalar that is to be filled is a collection to Python, if only by its tag.
    if (key.kind === 'scalar' && !this.#onFilling.has(key)) return undefined;
    return problemAtNode(key, fault('yaml/collection-as-key'));
  }
}

/** The problem of a node that Python refuses. */
export function problemAtNode({ start, end }: Node, { code, data }: Fault): SyntaxProblem {
  return { code, data, start, end };
}

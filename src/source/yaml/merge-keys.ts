/** Merge keys: what `<<` brings into a mapping. */
import { MAX_MERGED, Recurrence, TOO_MANY_MERGED } from '../tree.ts';
import type { Node, Range, SyntaxProblem } from '../tree.ts';
import type { ConstructionFaults, RawPair } from './construction-faults.ts';
import { problemAtNode } from './construction-faults.ts';
import { TextFault } from '../text-fault.ts';
import { fault as faultOf } from '../../troubles/fault.ts';

/** A `<<` of a mapping, and the value after it. */
export interface MergeKey {
  readonly at: Range;
  readonly value: Node;
}

/** The pairs that the merge keys of one mapping bring in. */
interface Merged {
  readonly pairs: readonly RawPair[];
  /** Why Python refuses one of them. */
  readonly fault: SyntaxProblem | undefined;
}

/** Merges mappings as PyYAML does, and counts what comes together in a text. */
export class MergeKeys {
  readonly #faults: ConstructionFaults;
  /** The merge keys of mappings that are merged into the very mapping that they merge. */
  readonly #deferred = new Map<Node, readonly MergeKey[]>();
  #count = 0;

  constructor(faults: ConstructionFaults) {
    this.#faults = faults;
  }

  /** Leaves the merge keys of a mapping to the mapping around it, which is still being read. */
  defer(node: Node, keys: readonly MergeKey[]): void {
    this.#deferred.set(node, keys);
  }

  /**
   * Gives the pairs that merge keys bring into a mapping which has pairs of its own.
   *
   * A mapping that merges itself gets its own pairs once more, and those of the merge keys after that one: PyYAML takes
   * a merge key out of its mapping before it follows it.
   */
  merge(
    keys: readonly MergeKey[],
    own: readonly RawPair[],
    itself = (brought: readonly (readonly RawPair[])[]): readonly RawPair[] => [...brought.toReversed().flat(), ...own],
  ): Merged {
    const brought: (readonly RawPair[])[] = [];
    let fault: SyntaxProblem | undefined;
    for (const { at, value } of keys.toReversed()) {
      const merged = this.#broughtBy(value, at, () => itself(brought));
      if (merged.pairs.length > 0) brought.push(merged.pairs);
      fault = merged.fault ?? fault;
    }
    return { pairs: brought.toReversed().flat(), fault };
  }

  /** Takes over the pairs of one mapping, or of a list of them. In a list, earlier mappings win, so they come last. */
  #broughtBy(value: Node, mergedAt: Range, itself: () => readonly RawPair[]): Merged {
    const isList = value.kind === 'sequence' && this.#faults.pairsOf(value) === undefined;
    const sources = (isList ? value.items : [value]).map((source) => this.#pairsOf(source, isList, itself));
    const pairs: RawPair[] = [];
    for (const source of sources.toReversed()) {
      this.#count += source.pairs.length;
      if (this.#count > MAX_MERGED) throw new TextFault(TOO_MANY_MERGED, mergedAt.start);
      for (const { key, value: taken } of source.pairs) pairs.push({ key, value: taken, mergedAt });
    }
    return { pairs, fault: sources.find(({ fault }) => fault !== undefined)?.fault };
  }

  #pairsOf(source: Node, inList: boolean, itself: () => readonly RawPair[]): Merged {
    if (source instanceof Recurrence) return { pairs: itself(), fault: undefined };
    const own = this.#faults.pairsOf(source);
    if (own === undefined) {
      const expected = inList ? 'a mapping' : 'a mapping or list of mappings';
      return {
        pairs: [],
        fault: problemAtNode(source, faultOf('yaml/merged-other', { expected, found: source.kind })),
      };
    }
    const keys = this.#deferred.get(source);
    if (keys === undefined) return { pairs: own, fault: this.#faults.mergeFaultOf(source) };
    const { pairs, fault } = this.merge(keys, own, itself);
    return { pairs: [...pairs, ...own], fault };
  }
}

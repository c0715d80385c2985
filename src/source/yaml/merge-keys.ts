/** Merge keys: what `<<` brings into a mapping. */
import type { Node, Range, SyntaxProblem } from '../tree.ts';
import { MAX_MERGED, TOO_MANY_MERGED } from '../tree.ts';
import type { Faults, RawPair } from './faults.ts';
import { refusal } from './faults.ts';
import { TooMuchFault } from './syntax-fault.ts';

/** What the merge keys of one mapping bring in. */
export interface Merged {
  readonly pairs: RawPair[];
  /** Why Python refuses one of them. */
  fault: SyntaxProblem | undefined;
}

/** Merges mappings as PyYAML does, and counts what comes together in a text. */
export class MergeKeys {
  readonly #faults: Faults;
  #count = 0;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Takes over the pairs of the mapping, or the mappings, behind `<<`. Of a list the earlier win, so they come last. */
  merge(into: Merged, mergedAt: Range, value: Node): void {
    const isList = value.kind === 'sequence' && this.#faults.pairsOf(value) === undefined;
    const sources = isList ? value.items : [value];
    for (const source of sources) into.fault ??= this.#faultOf(source, isList);
    for (const source of [...sources].reverse()) {
      const found = this.#faults.pairsOf(source) ?? [];
      this.#count += found.length;
      if (this.#count > MAX_MERGED) throw new TooMuchFault(TOO_MANY_MERGED, mergedAt.start);
      for (const { key, value: taken } of found) into.pairs.push({ key, value: taken, mergedAt });
    }
  }

  #faultOf(source: Node, inList: boolean): SyntaxProblem | undefined {
    if (this.#faults.pairsOf(source) !== undefined) return this.#faults.mergeFaultOf(source);
    const expected = inList ? 'a mapping' : 'a mapping or list of mappings';
    return refusal(
      source,
      `expected ${expected} for merging, but found ${source.kind}`,
      'while constructing a mapping',
    );
  }
}

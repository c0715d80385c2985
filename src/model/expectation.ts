/** Expectations: the number of hosts that a product, or a part of a stack, is meant to have. */
import type { FilePlace, Unknown } from './setting.ts';

/** An entry of the configuration: `elasticsearch: 7`. */
export interface ExpectedCount {
  /** A product, by the name of its file in `schemas/products`, or a part. */
  readonly name: string;
  readonly least: number;
  /** Infinity where any number above the least is meant, too. */
  readonly most: number;
  /** The number, in the configuration. */
  readonly at: FilePlace;
}

/** An entry of the configuration, with the hosts that a stack has of it. */
export interface Expectation extends Omit<ExpectedCount, 'name'> {
  /** The beginning of a sentence that ends in "is on 7 hosts": `Elasticsearch`, `The search part`. */
  readonly subject: string;
  readonly stack: string;
  /** The hosts that surely have it. */
  readonly hosts: readonly string[];
  /** The hosts that may have it, which only a run can know. */
  readonly possible: readonly string[];
  /** True if there may be others that no file names. */
  readonly mayBeOnOthers: boolean;
  /** The reason why more hosts may have it than surely do; undefined if none may. */
  readonly open: Unknown | undefined;
}

/** Judgements: what rules say about the subjects of stacks. */
import { madeOnce } from '../ground/made-once.ts';
import type { SnapshotPolicy } from '../model/records.ts';
import type { Report } from '../model/rule.ts';
import type { Open } from '../model/setting.ts';
import type { Dashboard, Pipeline, SearchNode, Shipper } from '../model/stack.ts';
import type { Concerned } from './fold.ts';

/** A member of a stack; the engine reads its host, and its settings by name. */
export type Member = SearchNode | Dashboard | Pipeline | Shipper;

/** The hosts, clusters, and members or records that a subject represents, and the file that it is in. */
export interface Reach extends Concerned {
  readonly members: readonly (Member | SnapshotPolicy)[];
  readonly file?: string;
}

/** A report of a rule, or what it leaves undecided, with the subject's reach. */
export interface Said {
  readonly said: Report | Open;
  readonly reach: Reach;
}

/**
 * The judgements of lists of subjects: subjects never change, so the same list is judged once by the same rule and
 * options.
 */
export class Judgements {
  readonly #ofLists = new WeakMap<readonly unknown[], Map<string, readonly Said[]>>();

  /** The judgements of some subjects; `standard` names the rule, its options, and what of the subjects it judges. */
  of(subjects: readonly unknown[], standard: string, judge: () => readonly Said[]): readonly Said[] {
    const byStandard = madeOnce(this.#ofLists, subjects, () => new Map<string, readonly Said[]>());
    return madeOnce(byStandard, standard, judge);
  }
}

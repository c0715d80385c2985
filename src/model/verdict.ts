/** What becomes of a part of a stack after a loss. */

/** `may-stop` where the cluster itself decides: which voter counts, where the copies of a shard lie. */
export type Outcome = 'works' | 'may-stop' | 'stops' | 'undecided';

export interface Verdict {
  readonly outcome: Outcome;
  /** Clauses that say why; none if it works. */
  readonly why: readonly string[];
}

/** A verdict, with the clause that says why. */
export function certain(outcome: Exclude<Outcome, 'undecided'>, why?: string): Verdict {
  return { outcome, why: why === undefined ? [] : [why] };
}

/** The verdict where something is not known; the sentences that say so, each once. */
export function undecidedFor(...why: readonly string[]): Verdict {
  return { outcome: 'undecided', why: [...new Set(why)] };
}

/** The outcomes, the worst first: what may stop for one reason does so whatever another, unknown one is. */
const ORDER: readonly Outcome[] = ['stops', 'may-stop', 'undecided', 'works'];

/** The worst of several verdicts on one thing, with the reasons of all that are as bad. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  const outcome = ORDER.find((one) => verdicts.some((verdict) => verdict.outcome === one)) ?? 'works';
  const why = verdicts.flatMap((verdict) => (verdict.outcome === outcome ? verdict.why : []));
  return { outcome, why: [...new Set(why)] };
}

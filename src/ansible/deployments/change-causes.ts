/**
 * Causes for which a task does something: whenever it is run, or because of a change that another task reports.
 *
 * `any` of them is enough. Each may take more than itself: `possible` says what only a run can know besides it.
 */
import type { PlacedCause } from '../template/files/rendered-text.ts';

export type ChangeCause = (
  | { readonly kind: 'always' }
  /** The task with this key, of `DeedsOfRun`, reports a change. */
  | { readonly kind: 'change'; readonly deed: string }
  /** The text of a file of a host changes. */
  | { readonly kind: 'file'; readonly host: string; readonly path: string }
  | { readonly kind: 'unknown'; readonly why: PlacedCause }
) & { readonly possible: PlacedCause | undefined };

/** Alternatives; none if it never happens. */
export type ChangeCauses = readonly ChangeCause[];

export const ALWAYS: ChangeCauses = [{ kind: 'always', possible: undefined }];

/** The most alternatives that are told apart. */
const MAX_CAUSES = 200;

export function unknownCause(why: PlacedCause): ChangeCauses {
  return [{ kind: 'unknown', why, possible: undefined }];
}

export function changeOf(deed: string): ChangeCauses {
  return [{ kind: 'change', deed, possible: undefined }];
}

/** The causes of what takes one thing or another. */
export function either(one: ChangeCauses, other: ChangeCauses): ChangeCauses {
  return distinct([...one, ...other]);
}

/** The causes of what takes both; `why`: what is said of a cause that is not enough by itself. */
export function both(one: ChangeCauses, other: ChangeCauses, why: PlacedCause): ChangeCauses {
  if (one === ALWAYS) return other;
  if (other === ALWAYS) return one;
  return distinct(one.flatMap((first) => other.flatMap((second) => joined(first, second, why))));
}

function joined(one: ChangeCause, other: ChangeCause, why: PlacedCause): ChangeCauses {
  const possible = one.possible ?? other.possible;
  if (one.kind === 'always') return [{ ...other, possible }];
  if (other.kind === 'always') return [{ ...one, possible }];
  if (one.kind === 'unknown')
    return [other.kind === 'unknown' ? { ...one, possible } : { ...other, possible: one.why }];
  if (other.kind === 'unknown') return [{ ...one, possible: other.why }];
  if (keyOfCause(one) === keyOfCause(other)) return [{ ...one, possible }];
  return [one, other].map((each) => ({ ...each, possible: possible ?? why }));
}

/** Each cause once: one that is enough by itself counts more than the same with a doubt. */
function distinct(causes: ChangeCauses): ChangeCauses {
  const found = new Map<string, ChangeCause>();
  for (const cause of causes) {
    const key = keyOfCause(cause);
    const known = found.get(key);
    if (known === undefined || (known.possible !== undefined && cause.possible === undefined)) found.set(key, cause);
  }
  return [...found.values()].slice(0, MAX_CAUSES);
}

/** The text that tells causes apart, whatever else they take. */
export function keyOfCause(cause: ChangeCause): string {
  switch (cause.kind) {
    case 'always':
      return 'always';
    case 'change':
      return `change\0${cause.deed}`;
    case 'file':
      return `file\0${cause.host}\0${cause.path}`;
    case 'unknown':
      return `unknown\0${keyOfReason(cause.why)}`;
  }
}

/** The text that tells reasons apart. */
export function keyOfReason({ place, message }: PlacedCause): string {
  return `${place.document.file}\0${String(place.start)}\0${message}`;
}

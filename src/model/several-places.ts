/** Members that lack the same, though it would be set at several places: one report tells of them all. */
import type { Related } from './finding.ts';
import { grouped } from './multimap.ts';
import { listed } from './phrases.ts';
import { keyOfPlace, placeOfOrigin } from './setting.ts';
import type { Setting } from './setting.ts';

/** The number of further places, and of hosts with each, that a report shows. */
const SHOWN = 4;

/** A member, and its setting. */
interface Placed {
  readonly host: string;
  readonly at: Setting<unknown>;
}

/** The first of several places. */
interface FirstPlace<M> {
  /** The first member that has it. */
  readonly first: M;
  /** The hosts that have it, and their names in a sentence. */
  readonly hosts: readonly string[];
  readonly names: string;
  /** The other places. */
  readonly related: readonly Related[];
}

/** Takes the first place of members, with the others beside it: `nor for es-4`. Undefined if there are no members. */
export function firstPlaceOf<M extends Placed>(members: readonly M[], beside = 'nor for'): FirstPlace<M> | undefined {
  const [here, ...others] = grouped(members, ({ at }) => keyOfPlace(at.origin)).values();
  if (here === undefined) return undefined;
  const related = others.slice(0, SHOWN).map((there) => ({
    ...placeOfOrigin(there[0].at.origin),
    message: `${beside} ${namesOf(there)}`,
  }));
  return { first: here[0], hosts: here.map(({ host }) => host), names: namesOf(here), related };
}

function namesOf(members: readonly Placed[]): string {
  return listed(
    members.map(({ host }) => host),
    SHOWN,
  );
}

/** Members that are alike for a rule: everything that it sees of them is the same, so one judgement counts for all. */
import { madeOnce } from '../ground/made-once.ts';
import { append } from '../model/multimap.ts';
import type { Member } from './judgements.ts';

type Group<M> = readonly [M, ...M[]];

/** The members of a list, grouped by the same names once, whichever rules ask. */
export class AlikeMembers<M extends Member> {
  readonly #places: ReadonlyMap<M, number>;
  readonly #groups = new Map<string, readonly Group<M>[]>();

  constructor(members: readonly M[]) {
    this.#places = new Map(members.map((member, place) => [member, place]));
    const [first, ...others] = members;
    this.#groups.set('', first === undefined ? [] : [[first, ...others]]);
  }

  /** The groups of members that have the very same under each of some names, in the order of their first members. */
  by(names: readonly string[]): readonly Group<M>[] {
    return madeOnce(this.#groups, names.join(), () => {
      const before = this.by(names.slice(0, -1));
      const groups = before.flatMap((group) => split(group, names.at(-1) ?? ''));
      if (groups.length === before.length) return before;
      const placeOf = ([first]: Group<M>): number => this.#places.get(first) ?? 0;
      return groups.sort((one, other) => placeOf(one) - placeOf(other));
    });
  }
}

/** Splits a group by what its members have under a name. */
function split<M extends Member>(group: Group<M>, name: string): readonly Group<M>[] {
  if (group.length === 1) return [group];
  const found = new Map<unknown, M[]>();
  for (const member of group) append(found, (member as unknown as Readonly<Record<string, unknown>>)[name], member);
  return [...found.values()] as unknown as readonly Group<M>[];
}

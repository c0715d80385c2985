/** The variables of a host where plays of several folders see it, each with the files beside its own playbook. */
import type { Node } from '../../source/tree.ts';
import type { Assignment, Host, HostVariables, SourcedInventory } from '../entities.ts';
import type { Unknown } from '../unknown.ts';
import { doubtAboutSetter, placeOf } from './doubts.ts';
import { sameValue } from './nodes.ts';
import type { Standing } from './standings.ts';

/** The variables as one play sees them. */
interface SeenBy {
  /** `site.yml:3`; empty where no play is known. */
  readonly place: string;
  readonly variables: HostVariables;
}

/** The inventory's variables of a host, as all plays see them that have it. */
export class BesidePlaybooks implements Omit<HostVariables, 'unknown'> {
  readonly #first: SeenBy;
  readonly #others: readonly SeenBy[];
  readonly #all: readonly HostVariables[];
  readonly #aside: HostVariables | undefined;

  /** `aside`: the variables with files that are beside no playbook. No play sees them, but people believe that it does. */
  constructor(first: SeenBy, others: readonly SeenBy[] = [], aside?: HostVariables) {
    this.#first = first;
    this.#others = others;
    this.#all = [first, ...others].map(({ variables }) => variables);
    this.#aside = aside;
  }

  get(name: string): Assignment | undefined {
    for (const variables of this.#all) {
      const assignment = variables.get(name);
      if (assignment !== undefined) return assignment;
    }
    return undefined;
  }

  candidates(name: string): readonly Assignment[] {
    return [...new Set(this.#all.flatMap((variables) => variables.candidates(name)))];
  }

  winners(name: string): readonly Assignment[] {
    return [...new Set(this.#all.flatMap((variables) => variables.get(name) ?? []))];
  }

  value(name: string): Node | undefined {
    for (const variables of this.#all) {
      const value = variables.value(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  names(): Iterable<string> {
    return new Set(this.#all.flatMap((variables) => [...variables.names()]));
  }

  unreadAbove(name: string): readonly Unknown[] {
    return [...new Set(this.#all.flatMap((variables) => variables.unreadAbove(name)))];
  }

  /** Why the value is not known, though it can be read: plays see different ones, or none sees it. */
  disagreement(name: string): Unknown | undefined {
    for (const other of this.#others) {
      const unknown = difference(this.#first, other, name);
      if (unknown !== undefined) return unknown;
    }
    if (this.#aside === undefined || this.get(name) !== undefined) return undefined;
    const unseen = this.#aside.get(name);
    return unseen && doubtAboutSetter(unseen, `, which is not beside the playbook of the play at ${this.#first.place}`);
  }
}

/** Why two plays see a variable differently; undefined where they do not. */
function difference(one: SeenBy, other: SeenBy, name: string): Unknown | undefined {
  const [value, second] = [one.variables.value(name), other.variables.value(name)];
  if (value === second || (value !== undefined && second !== undefined && sameValue(value, second))) return undefined;
  const [setter, without] = value === undefined ? [other, one] : [one, other];
  const assignment = setter.variables.get(name);
  const against = without.variables.get(name);
  if (assignment === undefined) return undefined;
  const to =
    against === undefined ? ', but not' : `, and to another value at ${placeOf(against.document, against.key.start)}`;
  return doubtAboutSetter(assignment, ` for the play at ${setter.place}${to} for the play at ${without.place}`);
}

/** The variables of a host for plays in some folders; without any, it is not known which play has the host. */
export function variablesBeside(
  inventory: SourcedInventory,
  host: Host,
  standings: readonly Standing[],
  aside: string | undefined,
): BesidePlaybooks {
  const seen = standings.map(({ folder, place }) => ({ place, variables: inventory.variablesOf(host, folder) }));
  const [first, ...others] = seen;
  if (first === undefined) return new BesidePlaybooks({ place: '', variables: inventory.variablesOf(host) });
  return new BesidePlaybooks(first, others, aside === undefined ? undefined : inventory.variablesOf(host, aside));
}

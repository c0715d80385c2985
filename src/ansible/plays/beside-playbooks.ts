/** The variables of a host where plays of several folders see it, each with the files beside its own playbook. */
import type { Node } from '../../source/tree.ts';
import type { Assignment, Doubt, Hiding, Host, HostVariables, SourcedInventory } from '../entities.ts';
import { doubtAboutSetter, placeOf } from './doubts.ts';
import { sameValue } from './nodes.ts';
import type { Standing } from './standings.ts';

/** The variables as one play sees them. */
interface SeenBy {
  /** `site.yml:3`. */
  readonly place: string;
  readonly variables: HostVariables;
}

/** What all of the plays see alike; where they do not, the value is in doubt. */
class BesidePlaybooks implements HostVariables {
  readonly #first: SeenBy;
  readonly #others: readonly SeenBy[];
  readonly #aside: HostVariables | undefined;

  /** `aside`: the variables with files that stand beside no playbook. They are no one's, but people take them for it. */
  constructor(first: SeenBy, others: readonly SeenBy[], aside: HostVariables | undefined) {
    this.#first = first;
    this.#others = others;
    this.#aside = aside;
  }

  get(name: string): Assignment | undefined {
    return this.#all.map((variables) => variables.get(name)).find((assignment) => assignment !== undefined);
  }

  candidates(name: string): readonly Assignment[] {
    return [...new Set(this.#all.flatMap((variables) => variables.candidates(name)))];
  }

  winners(name: string): readonly Assignment[] {
    return [...new Set(this.#all.flatMap((variables) => variables.get(name) ?? []))];
  }

  value(name: string): Node | undefined {
    return this.#all.map((variables) => variables.value(name)).find((value) => value !== undefined);
  }

  *names(): Iterable<string> {
    yield* new Set(this.#all.flatMap((variables) => [...variables.names()]));
  }

  obscuredBy(name: string): readonly Hiding[] {
    const found = this.#all.flatMap((variables) => variables.obscuredBy(name));
    return found.filter(({ document }, at) => found.findIndex((other) => other.document === document) === at);
  }

  doubtOf(name: string): Doubt | undefined {
    for (const other of this.#others) {
      const doubt = difference(this.#first, other, name);
      if (doubt !== undefined) return doubt;
    }
    if (this.#aside === undefined || this.get(name) !== undefined) return undefined;
    const unread = this.#aside.get(name);
    return unread && doubtAboutSetter(unread, `, which is not beside the playbook of the play at ${this.#first.place}`);
  }

  get #all(): readonly HostVariables[] {
    return [this.#first, ...this.#others].map(({ variables }) => variables);
  }
}

/** Why two plays see a variable differently; undefined where they do not. */
function difference(one: SeenBy, other: SeenBy, name: string): Doubt | undefined {
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

/** The variables of a host for plays that stand in some folders; without any, as nobody knows which play it is. */
export function variablesBeside(
  inventory: SourcedInventory,
  host: Host,
  standings: readonly Standing[],
  aside: string | undefined,
): HostVariables {
  const seen = standings.map(({ folder, place }) => ({ place, variables: inventory.variablesOf(host, folder) }));
  const [first, ...others] = seen;
  if (first === undefined) return inventory.variablesOf(host);
  if (others.length === 0 && aside === undefined) return first.variables;
  return new BesidePlaybooks(first, others, aside === undefined ? undefined : inventory.variablesOf(host, aside));
}

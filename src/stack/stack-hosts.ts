/** The hosts of a stack: those with a part of it, by the vocabulary or by the files that plays put there. */
import type { Inventory } from '../ansible/index.ts';
import type { Member, Stack } from '../model/stack.ts';
import type { DeployedProducts } from './products/deployed-products.ts';
import { shownHost } from './hosts.ts';
import { membersOf } from './parts.ts';
import type { Values } from './values.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** Everything that shows the parts of a stack. */
interface Known extends Pick<Stack, 'clusters' | 'dashboards' | 'pipelines'> {
  readonly inventory: Inventory;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
  readonly deployed: DeployedProducts | undefined;
}

/**
 * Makes a function that tells whether it is certain that no host among some has a part of the stack. It is not
 * certain if no plays are known that could deploy one, or if a missing role may bring one to a host.
 */
export function asideOfStack(known: Known): (hosts: readonly string[]) => boolean {
  let possible: ReadonlySet<string> | 'any' | undefined;
  return (hosts) => {
    const members = (possible ??= possibleMembers(known));
    return members !== 'any' && !hosts.some((host) => members.has(host));
  };
}

/** The hosts that have a part of the stack, or may have one; `any` if nothing says which. */
function possibleMembers(known: Known): ReadonlySet<string> | 'any' {
  const members = membersByName(known);
  const { deployed, inventory } = known;
  // If the plays reach no host of an inventory, the plays for it are elsewhere.
  const isReached = inventory.plays.reaches.some(({ hosts }) => hosts.length > 0);
  if (deployed === undefined || !isReached) return members.size === 0 ? 'any' : members;
  const possible = new Set(members);
  for (const { name } of deployed.missingRoles) {
    const uses = inventory.plays.appliedRoles.filter(({ names }) => names.includes(name));
    // A task may apply it to hosts that only a run can know.
    if (uses.length === 0) return 'any';
    for (const use of uses) for (const host of [...use.hosts, ...use.possible]) possible.add(shownHost(host));
  }
  return possible;
}

function membersByName({ inventory, values, vocabulary, deployed, ...stack }: Known): ReadonlySet<string> {
  const members: readonly Member[] = [
    ...stack.clusters.flatMap(({ nodes }) => nodes),
    ...stack.dashboards.flatMap(({ instances }) => instances),
    ...stack.pipelines,
  ];
  const shippers = vocabulary && membersOf(inventory, values, vocabulary, 'shipper');
  const others = [...(deployed?.all.keys() ?? []), ...(shippers?.hosts ?? [])];
  return new Set([...members.map(({ host }) => host), ...others.map(shownHost)]);
}

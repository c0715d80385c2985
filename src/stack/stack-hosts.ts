/** The hosts of a stack: those with a part of it, by the vocabulary or by the files that plays put there. */
import type { Inventory } from '../ansible/entities.ts';
import type { Member, Stack } from '../model/stack.ts';
import type { DeployedProducts } from './deployed-products.ts';
import { shownHost } from './hosts.ts';
import { membersOf } from './parts.ts';
import type { Values } from './values.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Everything that tells of parts of a stack. */
interface Known extends Pick<Stack, 'clusters' | 'dashboards' | 'pipelines'> {
  readonly inventory: Inventory;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
  readonly deployed: DeployedProducts | undefined;
}

/**
 * Makes a function that tells whether it is certain that no host among some has a part of the stack. It is not where no
 * plays are known that could deploy one, and where a missing role may bring one.
 */
export function asideOfStack(known: Known): (hosts: readonly string[]) => boolean {
  let members: ReadonlySet<string> | undefined;
  return (hosts) => {
    members ??= membersByName(known);
    const { deployed } = known;
    const isOpen = deployed === undefined ? members.size === 0 : deployed.missingRoles.length > 0;
    return !isOpen && !hosts.some((host) => members?.has(host));
  };
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

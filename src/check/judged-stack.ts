/** What is kept of a stack after it was judged: as much as notices and refusals say about it. */
import type { SourcedInventory } from '../ansible/index.ts';
import { hasMembers } from '../model/stack.ts';
import { propertyOf } from '../stack/vocabulary/vocabulary.ts';
import type { OpenedStack } from './opened-stack.ts';

/** A stack that was judged, without what is heavy of it: its values, plays and files. */
export interface JudgedStack extends Pick<OpenedStack, 'name' | 'root' | 'sources' | 'noneFound' | 'ignoredConfig'> {
  /** The inventory that its sources and variable files declare. */
  readonly inventory: SourcedInventory;
  readonly doubt: OpenedStack['doubt'];
  /** True if a part of a search stack was understood. */
  readonly hasMembers: boolean;
  readonly hasClusters: boolean;
  /** True if it has anything of its vocabulary. */
  readonly isFitting: boolean;
  /** True if tasks put hosts into groups. */
  readonly makesGroups: boolean;
  /** The part of the project that is too large to be read whole. */
  readonly passesOver: string | undefined;
  /**
   * The missing roles of products, except those that `plays/unknown-role` reports: a list of roles to fetch brings
   * them.
   */
  readonly missingRoles: readonly MissingRole[];
  /** The roles whose names speak of a search stack, each with the playbook that applies it. */
  readonly searchRoles: readonly { readonly file: string; readonly name: string }[];
}

type MissingRole = NonNullable<OpenedStack['deployed']>['missingRoles'][number];

/** Words in the names of roles that deploy search stacks. */
const SEARCH = /elastic|opensearch|kibana|logstash|filebeat|\belk\b/i;

/** Keeps what matters of a stack after it was judged. */
export function judgedStack(opened: OpenedStack): JudgedStack {
  const { name, root, sources, noneFound, ignoredConfig, read, inventory, doubt, stack, deployed } = opened;
  const { groupings, appliedRoles } = inventory.plays;
  const reported = new Set(stack.plays?.unknownRoles.map((role) => role.name));
  return {
    name,
    root,
    sources,
    noneFound,
    ignoredConfig,
    inventory: read,
    doubt,
    hasMembers: hasMembers(stack),
    hasClusters: stack.clusters.length > 0,
    isFitting: isFitting(opened),
    makesGroups: groupings.length > 0,
    passesOver: opened.passesOver(),
    missingRoles: deployed?.missingRoles.filter((role) => !reported.has(role.name)) ?? [],
    searchRoles: appliedRoles.flatMap(({ names: [role = ''], play }) =>
      SEARCH.test(role) ? [{ file: play.document.file, name: role }] : [],
    ),
  };
}

function isFitting({ vocabulary, inventory, stack }: OpenedStack): boolean {
  if (vocabulary === undefined) return false;
  if (hasMembers(stack)) return true;
  const set = [...inventory.assignments(), ...inventory.plays.assignments].map(({ name }) => name);
  // Extra variables are those of every host.
  const ofHost = [...inventory.hosts.values()].slice(0, 1).flatMap((host) => [...inventory.variablesOf(host).names()]);
  return [...set, ...ofHost].some((name) => propertyOf(vocabulary, name) !== undefined);
}

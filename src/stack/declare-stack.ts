/** The stack that an inventory declares, seen through a vocabulary. */
import type { Group, Host, Inventory } from '../ansible/entities.ts';
import { whatever } from '../model/setting.ts';
import type { Setting } from '../model/setting.ts';
import { Dashboard, Pipeline, SearchNode } from '../model/stack.ts';
import type { Cluster, Dashboards, SettingSource, Stack } from '../model/stack.ts';
import { keyOf } from './belongs.ts';
import { shownHost } from './host-name.ts';
import { groupNameOf } from './parts.ts';
import { PRODUCTS } from './products.ts';
import { DeclaredSettings } from './settings.ts';
import { slotsOf } from './slots.ts';
import { unlistedHosts } from './unlisted.ts';
import type { Values } from './values.ts';
import type { Part, Vocabulary } from './vocabulary.ts';

/** A host of a part with the settings that the inventory declares for it there. */
interface Member {
  readonly host: Host;
  readonly source: SettingSource;
}

/**
 * Fills the model from an inventory.
 *
 * Without a vocabulary the stack has documents only: nobody knows which of its variables mean what.
 */
export function declareStack(
  name: string,
  inventory: Inventory,
  values: Values,
  vocabulary: Vocabulary | undefined,
  documents: Stack['documents'],
): Stack {
  if (vocabulary === undefined) return { name, clusters: [], dashboards: [], pipelines: [], documents };
  const slots = slotsOf(vocabulary);
  const part = (one: Part): PartMembers => {
    const group = inventory.groups.get(groupNameOf(inventory, vocabulary, one) ?? '');
    if (group === undefined) return { group, members: [] };
    const settings = new DeclaredSettings(inventory, values, slots, group);
    return { group, members: inventory.members(group).map((host) => ({ host, source: settings.of(host) })) };
  };
  const clusters = clustersOf(inventory, vocabulary, part('search'));
  const only = clusters.length === 1 ? clusters[0]?.label : undefined;
  return {
    name,
    clusters,
    dashboards: dashboardsOf(part('dashboard'), only),
    pipelines: part('pipeline').members.map(({ host, source }) => new Pipeline(shownHost(host), only ?? '', source)),
    documents,
  };
}

interface PartMembers {
  readonly group: Group | undefined;
  readonly members: readonly Member[];
}

function clustersOf(inventory: Inventory, vocabulary: Vocabulary, { group, members }: PartMembers): readonly Cluster[] {
  if (group === undefined) return [];
  const product = PRODUCTS.get(vocabulary.schema.stacklint.product) ?? { name: 'unknown', roles: [] };
  const origin = keyOf(group, 'group');
  const unlisted = unlistedHosts(inventory, origin);
  return byClusterName(members, defaultNameOf(vocabulary) ?? group.name).map(([label, nodes]) => ({
    label,
    origin,
    unlisted,
    nodes: nodes.map(({ host, source }) => new SearchNode(shownHost(host), label, source, product)),
  }));
}

function defaultNameOf(vocabulary: Vocabulary): string | undefined {
  const named = Object.values(vocabulary.schema.properties).find(({ setting }) => setting === 'clusterName');
  return typeof named?.default === 'string' ? named.default : undefined;
}

function dashboardsOf({ group, members }: PartMembers, only: string | undefined): readonly Dashboards[] {
  if (group === undefined) return [];
  return byClusterName(members, only ?? group.name).map(([clusterLabel, instances]) => ({
    clusterLabel,
    instances: instances.map(({ host, source }) => new Dashboard(shownHost(host), clusterLabel, source)),
  }));
}

/** Members by the cluster name that reaches them; `fallback` labels those without one, or with one that is not known. */
function byClusterName(
  members: readonly Member[],
  fallback: string,
): readonly (readonly [string, readonly Member[]])[] {
  const groups = new Map<string, { label: string; members: Member[] }>();
  for (const member of members) {
    const name: Setting<string> = whatever(() => member.source('clusterName'));
    const label = name.state === 'known' && name.byDefault !== true ? name.value : fallback;
    const key = name.state === 'unknown' ? `${name.origin.file}:${String(name.origin.start)}` : `=${label}`;
    const same = groups.get(key);
    if (same === undefined) groups.set(key, { label, members: [member] });
    else same.members.push(member);
  }
  return [...groups.values()].map(({ label, members: some }) => [label, some] as const);
}

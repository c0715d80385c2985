/** The stack that an inventory declares, seen through a vocabulary. */
import type { Group, Host, Inventory } from '../ansible/entities.ts';
import { append } from '../model/append.ts';
import type { Setting } from '../model/setting.ts';
import { dashboard, pipeline, searchNode } from '../model/stack.ts';
import type { Cluster, Dashboards, SettingSource, Stack } from '../model/stack.ts';
import { keyOf } from './heads.ts';
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
    const name = groupNameOf(inventory, values, vocabulary, one);
    const group = typeof name === 'string' ? inventory.groups.get(name) : undefined;
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
    pipelines: part('pipeline').members.map(({ host, source }) => pipeline(shownHost(host), only ?? '', source)),
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
  const nodeOf = ({ host, source }: Member, label: string) => searchNode(shownHost(host), label, source, product);
  return gathered(members, defaultNameOf(vocabulary) ?? group.name, nodeOf).map(({ members: nodes, ...cluster }) => ({
    ...cluster,
    nodes,
    origin,
    unlisted,
  }));
}

function defaultNameOf(vocabulary: Vocabulary): string | undefined {
  const named = Object.values(vocabulary.schema.properties).find(({ setting }) => setting === 'clusterName');
  return typeof named?.default === 'string' ? named.default : undefined;
}

function dashboardsOf({ group, members }: PartMembers, only: string | undefined): readonly Dashboards[] {
  if (group === undefined) return [];
  const instanceOf = ({ host, source }: Member, label: string) => dashboard(shownHost(host), label, source);
  return gathered(members, only ?? group.name, instanceOf).map(({ label, members: instances, ...rest }) => ({
    ...rest,
    clusterLabel: label,
    instances,
  }));
}

interface Gathered<M> extends Pick<Cluster, 'label' | 'scattered'> {
  readonly members: readonly M[];
  readonly possible: readonly M[];
}

/**
 * Members by the cluster name that reaches them; `fallback` labels those without one.
 *
 * Those whose name nobody can tell come last, under the same label. They surely belong together where one value, which
 * is not evaluated host by host, gives all of them their name: a vaulted text.
 * A file that is vaulted as a whole may hold a template, as any other file.
 */
function gathered<M>(
  members: readonly Member[],
  fallback: string,
  make: (member: Member, label: string) => M,
): readonly Gathered<M>[] {
  const named = new Map<string, M[]>();
  const open: M[] = [];
  const unclear = new Set<Setting<string>>();
  for (const member of members) {
    const name = member.source('clusterName');
    // A mistyped name may be meant for any cluster: inventory/schema speaks of it.
    if (name.state === 'unknown' || name.state === 'malformed') {
      unclear.add(name);
      open.push(make(member, fallback));
    } else {
      const label = name.state === 'known' && name.byDefault !== true ? name.value : fallback;
      append(named, label, make(member, label));
    }
  }
  const clusters = Array.from(named, ([label, own]) => ({ label, members: own, possible: open, scattered: false }));
  if (open.length === 0) return clusters;
  return [
    ...clusters,
    { label: fallback, members: open, possible: [...named.values()].flat(), scattered: unclear.size > 1 },
  ];
}

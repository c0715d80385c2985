/**
 * The stack of a running cluster at the lines of its inventory: rules judge what runs, and point at where a person
 * changes it.
 */
import { holdsData } from '../../model/data-nodes.ts';
import type { Drift } from '../../model/drift.ts';
import type { Exclusion } from '../../model/exclusions.ts';
import type { Origin, Setting } from '../../model/setting.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import { searchNode } from '../../model/stack.ts';
import type { SearchNode } from '../../model/stack.ts';
import type { ObservedStack } from '../observed/observe-stack.ts';
import { driftOf, matchedNodes } from './compared-nodes.ts';
import type { DeclaredSide, NodeMatches } from './compared-nodes.ts';

/** The stack of a cluster at the places of its inventory, with what differs between both. */
export function comparedWithInventory(observed: ObservedStack, declared: DeclaredSide): ComparedStack {
  const matches = matchedNodes(declared, observed);
  const groups = new Map(matches.matches.map(({ host, node }) => [node.name, host.node.groups]));
  return {
    ...atDeclaredPlaces(observed, matches),
    groupsOf: (node) => groups.get(node) ?? [],
    drift: driftOf(declared, observed, matches),
  };
}

interface ComparedStack extends ObservedStack {
  readonly drift: Drift;
}

/** The stack whose settings have the places that declare them, as far as its nodes are hosts of the inventory. */
function atDeclaredPlaces(observed: ObservedStack, { matches }: NodeMatches): ObservedStack {
  const hosts = new Map(matches.map(({ host, node }) => [node.node, host]));
  const placed = (node: SearchNode): SearchNode => {
    const host = hosts.get(node);
    return host === undefined ? node : nodeAtDeclaredPlaces(node, host.node);
  };
  const serving = new Set(matches.flatMap(({ node }) => (holdsData(node.node) === true ? [node.name] : [])));
  return {
    ...observed,
    clusters: observed.clusters.map(({ nodes, exclusions, allocation, ...cluster }) => ({
      ...cluster,
      nodes: nodes.map(placed),
      ...(exclusions && {
        exclusions: exclusions.map((one) => ofClusterAtDeclaredPlace(withDeclaredNodes(one, serving), matches)),
      }),
      ...(allocation && { allocation: allocation.map((one) => ofClusterAtDeclaredPlace(one, matches)) }),
    })),
  };
}

/** A setting that the cluster as a whole was told, at the first place that declares it for one of its nodes. */
function ofClusterAtDeclaredPlace<T>(told: Setting<T>, matches: NodeMatches['matches']): Setting<T> {
  for (const { host } of matches) {
    const declared = host.declared.given(told.variable);
    if (declared !== undefined && isDeclared(declared)) return atDeclaredPlace(told, declared);
  }
  return told;
}

/** Exclusions with the nodes that are to hold data; `serving`: the names of those that are hosts of the inventory. */
function withDeclaredNodes(
  setting: Setting<readonly Exclusion[]>,
  serving: ReadonlySet<string>,
): Setting<readonly Exclusion[]> {
  if (setting.state !== 'known') return setting;
  const value = setting.value.map((one) => ({ ...one, declared: one.hosts.filter((host) => serving.has(host)) }));
  return { ...setting, value };
}

function nodeAtDeclaredPlaces(node: SearchNode, declared: SearchNode): SearchNode {
  const { host, clusterLabel, product } = node;
  const source = <N extends SettingName>(name: N): Setting<SettingTypes[N]> =>
    atDeclaredPlace(settingOf(node, name), settingOf(declared, name));
  // Overrides of the configuration name groups of the inventory.
  return searchNode({ host, groups: declared.groups, clusterLabel }, source, product, node);
}

function settingOf<N extends SettingName>(node: SearchNode, name: N): Setting<SettingTypes[N]> {
  return (node as unknown as { readonly [S in N]: Setting<SettingTypes[S]> })[name];
}

/** The setting of a node with the name and the place that the inventory has for it, if it declares it. */
function atDeclaredPlace<T>(observed: Setting<T>, declared: Setting<unknown>): Setting<T> {
  const { origin } = observed;
  if (observed.state === 'unknown' || !('call' in origin) || !isDeclared(declared)) return observed;
  const { variable, inverted = false } = declared;
  return { ...observed, variable, inverted, origin: withObservation(declared.origin, origin) };
}

function withObservation(declared: Origin, observed: Extract<Origin, { readonly call: string }>): Origin {
  // What a running cluster was told in two ways is told apart by where it was told.
  const { isTransient, overrides = [] } = observed;
  const { usedAt, computedFrom } = declared;
  const place = 'call' in declared ? declared : { file: declared.file, start: declared.start, end: declared.end };
  return {
    ...place,
    ...{ usedAt, computedFrom, isTransient },
    overrides: overrides.length > 0 ? overrides : declared.overrides,
    observedAt: { call: observed.call, pointer: observed.pointer },
  };
}

/** Tells whether something in the inventory sets it, whatever the value is that comes of it. */
function isDeclared(setting: Setting<unknown>): boolean {
  if (setting.state === 'unknown') return WRITTEN.has(setting.reason);
  return setting.state === 'malformed' || (setting.state === 'known' && setting.byDefault !== true);
}

/** The reasons for which a value that is written somewhere is not known. */
const WRITTEN: ReadonlySet<string> = new Set(['fact', 'template', 'vault', 'lookup']);

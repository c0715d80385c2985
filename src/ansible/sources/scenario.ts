/**
 * Scenarios of Molecule, which test a role or a collection: the inventory that Molecule makes of `molecule.yml`.
 *
 * https://docs.ansible.com/projects/molecule/configuration/
 */
import { Document } from '../../source/document.ts';
import { Mapping, Scalar, Sequence, valueAt } from '../../source/tree.ts';
import type { Node, Pair, Range } from '../../source/tree.ts';
import { SourceFailure } from '../inventory/source-failure.ts';
import type { Graph } from '../graph/graph.ts';
import type { Troubles } from '../inventory/troubles.ts';
import { readYamlSource } from './yaml-source.ts';

/** The name of a scenario's file. */
export const SCENARIO = 'molecule.yml';

/**
 * Adds the hosts of a scenario to the graph: its platforms in their groups, and what its provisioner says about the
 * inventory. Returns the document, whose tree is that of the inventory, and whether it was read to its end.
 */
export function readScenarioSource(
  scenario: Document,
  path: string,
  graph: Graph,
  troubles: Troubles,
): Document | undefined {
  const { file, text, isDecrypted } = scenario;
  const root = inventoryOf(interpolated(scenario.root));
  const document = new Document(file, text, 'yaml', { root }, isDecrypted);
  try {
    readYamlSource(document, path, graph, troubles);
    return document;
  } catch (failure) {
    if (!(failure instanceof SourceFailure)) throw failure;
    troubles.add(document, failure.range, { ...failure.fault, refuses: 'source' });
    return undefined;
  }
}

/**
 * The inventory of a scenario in the form of a YAML source; a group appears once for each thing that is said about
 * it.
 */
function inventoryOf(scenario: Node | undefined): Mapping {
  const inventory = valueAt(scenario, 'provisioner', 'inventory');
  const hostVars = valueAt(inventory, 'host_vars');
  const groups: Pair[] = [];
  for (const platform of itemsOf(valueAt(scenario, 'platforms'))) {
    const name = valueAt(platform, 'name');
    if (name?.kind !== 'scalar') continue;
    const host = pair(name, valueAt(hostVars, String(name.value)));
    const hosts = group(name, 'hosts', [host]);
    const children = namesOf(valueAt(platform, 'children')).map((child) => pair(child, hosts));
    groups.push(pair(word(name, 'all'), hosts));
    for (const own of namesOf(valueAt(platform, 'groups')))
      groups.push(pair(own, hosts), ...(children.length > 0 ? [pair(own, group(own, 'children', children))] : []));
  }
  for (const { key, value } of pairsOf(valueAt(inventory, 'group_vars')))
    groups.push(pair(key, group(key, 'vars', pairsOf(value))));
  return new Mapping(0, 0, [...groups, ...pairsOf(valueAt(inventory, 'hosts'))]);
}

/** The playbook that a scenario tests with, relative to the folder of its file, if the file names one. */
export function playbookOfScenario(scenario: Node | undefined): string | undefined {
  for (const owner of ['provisioner', 'ansible']) {
    const named = interpolated(valueAt(scenario, owner, 'playbooks', 'converge'));
    if (named?.kind === 'scalar' && typeof named.value === 'string') return named.value;
  }
  return undefined;
}

/** The files of hosts that a scenario links to, relative to the folder of its file. */
export function sourcesOfScenario(scenario: Node | undefined): readonly string[] {
  const linked = interpolated(valueAt(scenario, 'provisioner', 'inventory', 'links', 'hosts'));
  return linked?.kind === 'scalar' && typeof linked.value === 'string' ? [linked.value] : [];
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === 'sequence' ? node.items : [];
}

function namesOf(node: Node | undefined): readonly Scalar[] {
  return itemsOf(node).filter((item) => item.kind === 'scalar');
}

function pairsOf(node: Node | undefined): readonly Pair[] {
  return node?.kind === 'mapping' ? node.pairs : [];
}

function pair(key: Scalar, value: Node | undefined): Pair {
  return { key, value: value ?? new Scalar(key.end, key.end, 'null', null), mergedAt: undefined };
}

function word({ start, end }: Range, text: string): Scalar {
  return new Scalar(start, end, 'str', text);
}

function group(place: Range, section: 'hosts' | 'vars' | 'children', pairs: readonly Pair[]): Mapping {
  const { start, end } = place;
  return new Mapping(start, end, [pair(word(place, section), new Mapping(start, end, pairs))]);
}

/** A node with the variables of the environment as Molecule replaces them if none is set. */
function interpolated<N extends Node | undefined>(node: N): N;
function interpolated(node: Node | undefined): Node | undefined {
  switch (node?.kind) {
    case undefined:
      return undefined;
    case 'sequence':
      return new Sequence(node.start, node.end, node.items.map(interpolated), node.unordered, node.usedAt);
    case 'mapping': {
      const pairs = node.pairs.map((one) => ({ ...one, value: interpolated(one.value) }));
      return new Mapping(node.start, node.end, pairs, node.usedAt);
    }
    case 'scalar': {
      const { start, end, type, value, style, mark, usedAt } = node;
      if (typeof value !== 'string' || type !== 'str' || !value.includes('$')) return node;
      return new Scalar(start, end, type, value.replace(VARIABLE, replaced), style, mark, usedAt);
    }
  }
}

/** `$$`, `$NAME`, `${NAME}`, `${NAME-default}` and `${NAME:-default}`. */
const VARIABLE = /\$(?:\$|[A-Za-z_]\w*|\{[A-Za-z_]\w*(?::?-([^}]*))?\})/g;

function replaced(written: string, fallback = ''): string {
  return written === '$$' ? '$' : fallback;
}

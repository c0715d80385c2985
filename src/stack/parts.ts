/** The groups that hold the hosts of a stack's parts. */
import type { Group, Host, Inventory } from '../ansible/entities.ts';
import type { PartGroup } from '../model/inventory.ts';
import { nearest } from '../model/nearest.ts';
import type { Place, Unknown } from '../model/setting.ts';
import type { Node } from '../source/tree.ts';
import { headOfInventory, keyOf } from './heads.ts';
import { unknownValue } from './origin.ts';
import { placeIn } from './place.ts';
import { isEmpty, isTemplated, isVaulted } from './plain.ts';
import { switchState } from './switches.ts';
import { joinedByTask } from './unlisted.ts';
import type { Values } from './values.ts';
import type { Part, Vocabulary } from './vocabulary.ts';

const MEMBERS: Readonly<Record<Part, string>> = {
  search: 'search nodes',
  dashboard: 'hosts of the dashboard',
  pipeline: 'pipeline nodes',
  shipper: 'hosts with shippers',
};

/**
 * The name of a part's group: the vocabulary's, unless the role variable that renames it is set somewhere. Unknown where
 * nobody can tell what that variable is worth, or may say it; undefined where the role has no such part.
 */
export function groupNameOf(
  inventory: Inventory,
  values: Values,
  vocabulary: Vocabulary,
  part: Part,
): string | Unknown | undefined {
  const named = vocabulary.schema.stacklint.parts[part];
  return named && (renamed(inventory, values, named.variable) ?? named.group);
}

function renamed(inventory: Inventory, values: Values, variable: string | undefined): string | Unknown | undefined {
  if (variable === undefined) return undefined;
  for (const host of inventory.hosts.values()) {
    const variables = inventory.variablesOf(host);
    const assignment = variables.get(variable);
    if (assignment === undefined) continue;
    const { document, value } = assignment;
    const found = { node: value, assignment, variables };
    const worth = isTemplated(value) ? values.of(host, value) : { state: 'known' as const, value, tainted: false };
    if (worth.state === 'unknown') return unknownValue(variable, found, worth, values.scopes);
    if (isVaulted(worth.value)) return unknownValue(variable, found, VAULTED, values.scopes);
    const name = nameIn(worth.value);
    if (name === undefined) continue;
    // The names of groups are no secrets, but what was decrypted may be anything.
    if (inventory.groups.has(name) || !(document.sealed || worth.tainted)) return name;
    return unknownValue(variable, found, HIDDEN, values.scopes);
  }
  return undefined;
}

const VAULTED = { reason: 'vault', why: 'is vaulted' } as const;
const HIDDEN = { reason: 'vault', why: 'comes from a secret, which is never shown' } as const;

function nameIn(node: Node): string | undefined {
  return node.kind === 'scalar' && node.type === 'str' && !isEmpty(node) ? (node.value as string) : undefined;
}

/**
 * The groups of all parts. A part is left out whose group something beside the inventory may rename, and one that may
 * run without its group.
 */
export function partGroups(inventory: Inventory, values: Values, vocabulary: Vocabulary): readonly PartGroup[] {
  const groups: PartGroup[] = [];
  for (const [part, named] of Object.entries(vocabulary.schema.stacklint.parts)) {
    const { group, variable } = named;
    if (variable !== undefined && isDoubtful(inventory, variable)) continue;
    if (named.switch !== undefined && mayBeOff(inventory, values, named.switch)) continue;
    const name = groupNameOf(inventory, values, vocabulary, part as Part) ?? group;
    const unless = typeof name === 'string' ? undefined : name;
    const own = partGroup(inventory, vocabulary, part as Part, typeof name === 'string' ? name : group);
    const origin = { ...own.at, level: `inventory group ${own.group}` };
    const joined = own.state === 'filled' ? undefined : joinedByTask(inventory, own.group, origin);
    groups.push({ ...own, unless, joined });
  }
  return groups;
}

/** Whether a switch is off, or may be, for some host, and is set to on for none. */
function mayBeOff(inventory: Inventory, values: Values, variable: string): boolean {
  const hosts = [...inventory.hosts.values()];
  const states = new Set(hosts.map((host) => switchState(variable, host, inventory.variablesOf(host), values)));
  return !states.has('on') && (states.has('off') || states.has('unknown'));
}

/** Whether something that only a run can know may set a variable. */
function isDoubtful(inventory: Inventory, variable: string): boolean {
  return [...inventory.hosts.values()].some((host) => inventory.variablesOf(host).doubtOf(variable) !== undefined);
}

function partGroup(
  inventory: Inventory,
  vocabulary: Vocabulary,
  part: Part,
  name: string,
): Omit<PartGroup, 'unless' | 'joined'> {
  const group = inventory.groups.get(name);
  const state = group === undefined ? 'missing' : inventory.members(group).length === 0 ? 'empty' : 'filled';
  const set = state === 'missing' ? variableOf(part, inventory, vocabulary) : undefined;
  const near = state === 'missing' ? nearest(name, inventory.groups.keys()) : undefined;
  const pointed = group ?? inventory.groups.get(near ?? '');
  return {
    members: MEMBERS[part],
    group: name,
    needed: part === 'search',
    state,
    nearest: near,
    variable: set?.name,
    at: pointed === undefined ? (set?.at ?? headOfInventory(inventory)) : keyOf(pointed, 'group'),
  };
}

/** The first place that sets a variable of a part. */
function variableOf(
  part: Part,
  { groups, hosts }: Inventory,
  { schema: { properties } }: Vocabulary,
): { readonly name: string; readonly at: Place } | undefined {
  const isOwn = (name: string): boolean => Object.hasOwn(properties, name) && properties[name]?.part === part;
  for (const { variables, files } of [...groups.values(), ...hosts.values()] as readonly (Group | Host)[]) {
    for (const { name, document, key } of variables.values())
      if (isOwn(name)) return { name, at: placeIn(document, key) };
    for (const file of files)
      if (file.root?.kind === 'mapping')
        for (const { key } of file.root.pairs)
          if (isOwn(String(key.value))) return { name: String(key.value), at: placeIn(file, key) };
  }
  return undefined;
}

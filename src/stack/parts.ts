/** The groups that hold the hosts of a stack's parts. */
import type { Group, Host, Inventory } from '../ansible/entities.ts';
import type { PartGroup } from '../model/inventory.ts';
import { nearest } from '../model/nearest.ts';
import type { Place } from '../model/setting.ts';
import { headOfInventory, keyOf } from './belongs.ts';
import { placeIn } from './place.ts';
import { isEmpty, isTemplated } from './plain.ts';
import type { Part, Vocabulary } from './vocabulary.ts';

const MEMBERS: Readonly<Record<Part, string>> = {
  search: 'search nodes',
  dashboard: 'hosts of the dashboard',
  pipeline: 'pipeline nodes',
  shipper: 'hosts with shippers',
};

/** The name of a part's group: the vocabulary's, unless the role variable that renames it is set somewhere. */
export function groupNameOf(inventory: Inventory, vocabulary: Vocabulary, part: Part): string | undefined {
  const named = vocabulary.schema.stacklint.parts[part];
  return named && (renamed(inventory, named.variable) ?? named.group);
}

function renamed(inventory: Inventory, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  for (const host of inventory.hosts.values()) {
    const value = inventory.variablesOf(host).get(variable)?.value;
    if (value?.kind === 'scalar' && value.type === 'str' && !isTemplated(value) && !isEmpty(value))
      return value.value as string;
  }
  return undefined;
}

/** The groups of all parts; a part whose group something beside the inventory may rename is left out. */
export function partGroups(inventory: Inventory, vocabulary: Vocabulary): readonly PartGroup[] {
  const groups: PartGroup[] = [];
  for (const [part, { variable }] of Object.entries(vocabulary.schema.stacklint.parts)) {
    const name = groupNameOf(inventory, vocabulary, part as Part);
    if (name === undefined || (variable !== undefined && isDoubtful(inventory, variable))) continue;
    groups.push(partGroup(inventory, vocabulary, part as Part, name));
  }
  return groups;
}

/** Whether something that only a run can know may set a variable. */
function isDoubtful(inventory: Inventory, variable: string): boolean {
  return [...inventory.hosts.values()].some((host) => inventory.variablesOf(host).doubtOf(variable) !== undefined);
}

function partGroup(inventory: Inventory, vocabulary: Vocabulary, part: Part, name: string): PartGroup {
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

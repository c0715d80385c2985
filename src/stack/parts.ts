/** The hosts of a stack's parts, and their groups. */
import { whyIncomplete, whyMaybeExtendedByTask } from '../ansible/index.ts';
import type { AppliedRole, Group, Host, Inventory } from '../ansible/index.ts';
import type { PartGroup } from '../model/declared-inventory.ts';
import { nearest } from '../model/nearest.ts';
import type { Origin, FilePlace, Unknown } from '../model/setting.ts';
import type { Node } from '../source/tree.ts';
import { placeToSet, headOfInventory, placeOfOwner, placeIn } from './place.ts';
import { unknownValue } from './origin.ts';
import { countsAsUnset, isTemplated, isVaulted } from './plain.ts';
import { installedRoles } from './vocabulary/choose-vocabulary.ts';
import { switchState } from './vocabulary/role-switches.ts';
import type { Values } from './values.ts';
import { unknownHosts } from './what-decides.ts';
import type { Part } from './products/products.ts';
import { nameOfPart, propertyOf } from './vocabulary/vocabulary.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** The hosts of one part of the stack. */
export interface Members {
  /** The name of the group, or of the product if no group has exactly these hosts. */
  readonly name: string;
  readonly hosts: readonly Host[];
  /** The place that a finding about all of them points at. */
  readonly origin: Origin;
  /** The place to set a setting that none of them has. */
  readonly head: Origin;
  /** The reason why there may be more hosts; undefined if there are no more. */
  readonly incomplete: Unknown | undefined;
}

/** Finds the members of a part; undefined if its group is missing or unknown. */
export function membersOf(
  inventory: Inventory,
  values: Values,
  vocabulary: Vocabulary,
  part: Part,
): Members | undefined {
  const { members } = vocabulary.head.parts[part] ?? {};
  if (members === undefined) return undefined;
  if ('roles' in members) return playMembers(inventory, vocabulary, part, members.roles);
  const name = configuredGroupName(inventory, values, members.variable) ?? members.group;
  const group = typeof name === 'string' ? inventory.groups.get(name) : undefined;
  if (group === undefined) return undefined;
  const origin = placeOfOwner(group);
  return {
    name: group.name,
    hosts: inventory.members(group),
    origin,
    head: placeToSet(inventory, group),
    incomplete: unknownHosts(whyIncomplete(inventory), origin),
  };
}

/** Finds the hosts of the plays that apply a part's roles; undefined if no play surely has any. */
function playMembers(
  inventory: Inventory,
  vocabulary: Vocabulary,
  part: Part,
  roles: readonly string[],
): Members | undefined {
  const applied = installedRoles(inventory.plays.appliedRoles, roles);
  const sure = new Set(applied.flatMap(({ hosts }) => hosts));
  const first = applied.find(({ hosts }) => hosts.length > 0);
  if (first === undefined) return undefined;
  const hosts = [...inventory.hosts.values()].filter((host) => sure.has(host));
  const group = groupWithExactly(hosts, inventory);
  const places = placesOfMembers(inventory, group, originOfPlay(first));
  return {
    name: group?.name ?? nameOfPart(vocabulary, part),
    hosts,
    ...places,
    incomplete: unknownHosts(whyIncomplete(inventory), places.origin) ?? possibleMembers(applied),
  };
}

/** Says why the role may have more hosts in a part than those of its group, or of the plays that apply it. */
export function whyMoreMembers(
  inventory: Inventory,
  values: Values,
  vocabulary: Vocabulary,
  part: Part,
  origin: Origin,
): Unknown | undefined {
  const { members } = vocabulary.head.parts[part] ?? {};
  const open = (message: string): Unknown => ({ state: 'unknown', variable: 'hosts', reason: 'task', message, origin });
  if (members === undefined)
    return open(`the role decides on each host whether it gets ${nameOfPart(vocabulary, part)}`);
  if ('roles' in members) return possibleMembers(installedRoles(inventory.plays.appliedRoles, members.roles));
  const { group, variable, switch: off } = members;
  if (variable !== undefined && mayBeSetByTask(inventory, variable))
    return open(`a task may set ${variable}, which names the group`);
  if (off !== undefined && mayBeOff(inventory, values, off))
    return open(`${off} may be off, and the role then needs no group ${group}`);
  const named = configuredGroupName(inventory, values, variable) ?? group;
  return typeof named === 'string' ? unknownHosts(whyMaybeExtendedByTask(inventory, named), origin) : named;
}

/** Finds the group that has exactly these hosts; `all` or `ungrouped` only if there is no other. */
export function groupWithExactly(hosts: readonly Host[], inventory: Inventory): Group | undefined {
  const same = [...inventory.groups.values()].filter((group) => {
    const members = inventory.members(group);
    return members.length === hosts.length && hosts.every((host) => members.includes(host));
  });
  return same.find(({ name }) => name !== 'all' && name !== 'ungrouped') ?? same[0];
}

/**
 * The places of members: those of their group, or `instead` if they have no group, or one that no source names, like
 * `all`.
 */
export function placesOfMembers(
  inventory: Inventory,
  group: Group | undefined,
  instead: Origin,
): Pick<Members, 'origin' | 'head'> {
  if (group === undefined) return { origin: instead, head: instead };
  const origin = group.mentions.length === 0 ? instead : placeOfOwner(group);
  const head = placeToSet(inventory, group);
  return { origin, head: head.file === '' ? origin : head };
}

/**
 * The place for findings about one of several clusters of a part: the smallest group that has all of its hosts, or
 * `instead` if none has.
 */
export function placeOfCluster(inventory: Inventory, hosts: readonly Host[], instead: Origin): Origin {
  const common = hosts
    .map((host) => new Set(inventory.groupsOf(host)))
    .reduce((groups, others) => new Set([...groups].filter((group) => others.has(group))));
  const [smallest] = [...common]
    .filter(({ mentions }) => mentions.length > 0)
    .toSorted((one, other) => inventory.members(one).length - inventory.members(other).length);
  return smallest === undefined ? instead : placeOfOwner(smallest);
}

function originOfPlay({ play }: AppliedRole): Origin {
  return placeIn(play.document, play);
}

/** Says why plays may apply the role to more hosts. */
function possibleMembers(applied: readonly AppliedRole[]): Unknown | undefined {
  const sure = new Set(applied.flatMap(({ hosts }) => hosts));
  const open = applied.find(({ possible }) => possible.some((host) => !sure.has(host)));
  if (open === undefined) return undefined;
  const [name = ''] = open.names;
  const message = `a play of ${open.play.document.file} may apply ${name} to more hosts, which only a run can know`;
  return { state: 'unknown', variable: 'hosts', origin: originOfPlay(open), reason: 'task', message };
}

/**
 * The name of a part's group, if some host sets the role's variable for it; unknown if the value is unknown or may
 * not be shown.
 */
function configuredGroupName(
  inventory: Inventory,
  values: Values,
  variable: string | undefined,
): string | Unknown | undefined {
  if (variable === undefined) return undefined;
  for (const host of inventory.hosts.values()) {
    const variables = inventory.variablesOf(host);
    const assignment = variables.get(variable);
    if (assignment === undefined) continue;
    const { document, value } = assignment;
    const found = { node: value, assignment, variables };
    const result = isTemplated(value) ? values.of(host, value) : { state: 'known' as const, value, tainted: false };
    if (result.state === 'unknown') return unknownValue(variable, found, result, values.scopes);
    if (isVaulted(result.value)) return unknownValue(variable, found, VAULTED, values.scopes);
    const name = textOf(result.value);
    if (name === undefined) continue;
    // The names of groups are not secrets, but decrypted text may be anything.
    if (inventory.groups.has(name) || !(document.isDecrypted || result.tainted)) return name;
    return unknownValue(variable, found, HIDDEN, values.scopes);
  }
  return undefined;
}

const VAULTED = { reason: 'vault', message: 'is vaulted' } as const;
const HIDDEN = { reason: 'vault', message: 'comes from a secret, which is never shown' } as const;

function textOf(node: Node): string | undefined {
  return node.kind === 'scalar' && node.type === 'str' && !countsAsUnset(node) ? (node.value as string) : undefined;
}

/**
 * The groups of all parts, without those that a task may rename and those that the role may do without.
 */
export function partGroups(
  inventory: Inventory,
  values: Values,
  vocabulary: Vocabulary,
  isDeployed: (part: Part) => boolean,
): readonly PartGroup[] {
  const groups: PartGroup[] = [];
  for (const [name, { members }] of Object.entries(vocabulary.head.parts)) {
    const part = name as Part;
    // Hosts that get the files of a product need no group.
    if (members === undefined || isDeployed(part)) continue;
    if ('roles' in members) {
      const unless = possibleMembers(installedRoles(inventory.plays.appliedRoles, members.roles));
      if (unless !== undefined)
        groups.push({ ...partGroup(inventory, vocabulary, part, ''), unless, joined: undefined });
      continue;
    }
    const { group, variable } = members;
    if (variable !== undefined && mayBeSetByTask(inventory, variable)) continue;
    if (members.switch !== undefined && mayBeOff(inventory, values, members.switch)) continue;
    const named = configuredGroupName(inventory, values, variable) ?? group;
    const unless = typeof named === 'string' ? undefined : named;
    const own = partGroup(inventory, vocabulary, part, typeof named === 'string' ? named : group);
    const joined =
      own.state === 'filled' ? undefined : unknownHosts(whyMaybeExtendedByTask(inventory, own.group), own.at);
    groups.push({ ...own, unless, joined });
  }
  return groups;
}

/** Tells whether a switch is on for no host, and off, or possibly off, for some. */
function mayBeOff(inventory: Inventory, values: Values, variable: string): boolean {
  const hosts = [...inventory.hosts.values()];
  const states = new Set(hosts.map((host) => switchState(variable, host, inventory.variablesOf(host), values)));
  return !states.has('on') && (states.has('off') || states.has('unknown'));
}

/** Tells whether a task may set a variable. */
function mayBeSetByTask(inventory: Inventory, variable: string): boolean {
  return [...inventory.hosts.values()].some((host) => inventory.variablesOf(host).unknown(variable)?.reason === 'task');
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
    members: `${nameOfPart(vocabulary, part)} ${part === 'dashboard' ? 'hosts' : 'nodes'}`,
    group: name,
    needed: part === 'search',
    state,
    nearest: near,
    variable: set?.name,
    at: pointed === undefined ? (set?.at ?? headOfInventory(inventory)) : placeOfOwner(pointed),
  };
}

/** Finds the first place that sets a variable of a part. */
function variableOf(
  part: Part,
  inventory: Inventory,
  vocabulary: Vocabulary,
): { readonly name: string; readonly at: FilePlace } | undefined {
  for (const { name, document, key } of inventory.assignments())
    if (propertyOf(vocabulary, name)?.part === part) return { name, at: placeIn(document, key) };
  return undefined;
}

/** Where a vocabulary's settings can stand in the variables of a host. */
import type { Assignment, HostVariables } from '../ansible/entities.ts';
import { append } from '../model/append.ts';
import type { SettingName } from '../model/settings.ts';
import type { Mapping, Node } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { entryAt, isEmpty, isTemplated, isVaulted } from './plain.ts';
import type { Entry } from './plain.ts';
import type { Filling, Vocabulary } from './vocabulary.ts';

/** A variable of the role that is on or off. */
export interface Switch {
  readonly variable: string;
  /** Whether it is on where nothing sets it. */
  readonly byDefault: boolean;
}

/** One way to set a setting: a variable, or a key inside a variable that holds a map. */
export interface SettingSlot {
  readonly setting: SettingName;
  readonly computed: Filling['computed'];
  /** What the role needs to work the value out: of each list one that is on. */
  readonly needs: readonly (readonly Switch[])[] | undefined;
  readonly default: Filling['default'];
  readonly variable: string;
  readonly key: string | undefined;
  /** What people call it: `search_heap`, `search_extra_config: path.data`. */
  readonly label: string;
}

/** A value that a slot gave, before it is read. */
export interface FoundValue extends Entry {
  readonly slot: SettingSlot;
  readonly assignment: Assignment;
}

/** The slots of each setting, in the order in which they count. */
export function slotsOf(vocabulary: Vocabulary): ReadonlyMap<SettingName, readonly SettingSlot[]> {
  const slots = new Map<SettingName, SettingSlot[]>();
  const { properties } = vocabulary.schema;
  const switchOf = (variable: string): Switch => ({ variable, byDefault: properties[variable]?.default === true });
  const add = (variable: string, key: string | undefined, setting: SettingName, filling: Partial<Filling>): void => {
    append(slots, setting, {
      variable,
      key,
      label: key === undefined ? variable : `${variable}: ${key}`,
      setting,
      computed: filling.computed,
      needs: filling.needs?.map((any) => any.map(switchOf)),
      default: filling.default,
    });
  };
  // A variable of its own comes before a key of the extra configuration, whatever the order in the file.
  for (const [variable, property] of Object.entries(properties))
    if (property.setting !== undefined) add(variable, undefined, property.setting, property);
  for (const [variable, { settings }] of Object.entries(properties))
    if (settings !== undefined)
      for (const [key, filling] of Object.entries(settings)) add(variable, key, filling.setting, filling);
  return slots;
}

/** The first slot that has a value. */
export function firstFound(slots: readonly SettingSlot[], variables: HostVariables): FoundValue | undefined {
  let opaque: FoundValue | undefined;
  for (const slot of slots) {
    const found = givenIn(slot, variables);
    if (found === undefined || isEmpty(found.node)) continue;
    // A map that is a template may or may not hold the key: a slot that says it plainly goes first.
    if (found.node === found.assignment.value && found.rest !== undefined) opaque ??= found;
    else return found;
  }
  return opaque;
}

/** What is given for a slot, be it nothing: null or an empty text. */
export function givenIn(slot: SettingSlot, variables: HostVariables): FoundValue | undefined {
  const assignment = variables.get(slot.variable);
  if (assignment === undefined) return undefined;
  const { value } = assignment;
  const entry = slot.key === undefined ? { node: value, rest: undefined } : insideMap(value, slot.key);
  return entry && { slot, assignment, ...entry };
}

/** The map that would hold the setting, or what is given for one, where the setting can only stand in a map. */
export function mapOfSlots(slots: readonly SettingSlot[], variables: HostVariables): Assignment | undefined {
  const [slot] = slots;
  return slot?.key === undefined ? undefined : variables.get(slot.variable);
}

/** What a map has for a key; a template or a vaulted text in the place of the map may hold it. */
export function insideMap(value: Node, key: string): Entry | undefined {
  if (value.kind === 'mapping') return entryAt(value, key);
  if (isTemplated(value) || isVaulted(value)) return { node: value, rest: key };
  const map = mapInText(value);
  return map && entryAt(map, key);
}

/**
 * The map that a text stands for where a role pastes it into the configuration file, which is YAML. Its parts have no
 * place of their own.
 */
export function mapInText(value: Node): Mapping | undefined {
  if (value.kind !== 'scalar' || value.type !== 'str' || isTemplated(value) || isVaulted(value)) return undefined;
  const { root, problem } = readYaml(value.value as string);
  return problem === undefined && root?.kind === 'mapping' ? root : undefined;
}

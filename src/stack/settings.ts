/** The settings that an inventory declares for a host, through a vocabulary. */
import type { Assignment, Group, Host, HostVariables, Inventory } from '../ansible/entities.ts';
import type { Known, Origin, Place, Setting } from '../model/setting.ts';
import type { SettingName, SettingSource, SettingTypes } from '../model/stack.ts';
import { readYaml } from '../source/yaml/compose.ts';
import type { Node } from '../source/tree.ts';
import { headOf } from './belongs.ts';
import { isEmpty, isTemplate, isVaulted, opaquePart, shown, valueAt } from './plain.ts';
import { placeIn } from './place.ts';
import { READERS, SECRET_SETTINGS } from './readers.ts';
import { VaultedSecret } from './secret.ts';
import { veilOver } from './veils.ts';
import type { Filling, Vocabulary } from './vocabulary.ts';

/** One way to set a setting: a variable, or a key inside a variable that holds a map. */
interface Slot extends Filling {
  readonly variable: string;
  readonly key: string | undefined;
  /** What people call it: `search_heap`, `search_extra_config: path.data`. */
  readonly label: string;
}

/** A value that a slot gave, before it is read. */
interface Found {
  readonly slot: Slot;
  readonly assignment: Assignment;
  readonly node: Node;
}

/** The settings of the hosts of one part of the stack: its group, and what the vocabulary says of each name. */
export class DeclaredSettings {
  readonly #inventory: Inventory;
  readonly #group: Group;
  /** Whether any file hides what it sets; in most inventories none does, and nobody needs to ask. */
  readonly #hidden: boolean;
  readonly #slots: ReadonlyMap<SettingName, readonly Slot[]>;
  readonly #settings = new Map<SettingName, WeakMap<Node, Setting<unknown>>>();
  readonly #absent = new Map<SettingName, Setting<never>>();
  readonly #absentByMap = new WeakMap<Assignment, Map<SettingName, Setting<never>>>();

  constructor(inventory: Inventory, vocabulary: Vocabulary, group: Group) {
    this.#inventory = inventory;
    this.#group = group;
    this.#hidden = inventory.troubles.some(({ kind }) => kind !== 'structure' && kind !== 'dynamic');
    this.#slots = slotsOf(vocabulary);
  }

  /** The settings of one host, each read when it is asked for. */
  of(host: Host): SettingSource {
    const variables = this.#inventory.variablesOf(host);
    return <N extends SettingName>(name: N) => this.#setting(host, variables, name) as Setting<SettingTypes[N]>;
  }

  #setting(host: Host, variables: HostVariables, name: SettingName): Setting<unknown> {
    const slots = this.#slots.get(name) ?? [];
    const found = firstFound(slots, variables);
    const veil = this.#hidden ? veilOver(variables, slots, found !== undefined) : undefined;
    if (veil !== undefined)
      return { state: 'unknown', setting: name, variable: found?.slot.label ?? slots[0]?.label ?? name, ...veil };
    if (found === undefined) return this.#absentFor(host, variables, name, slots);
    let byNode = this.#settings.get(name);
    if (byNode === undefined) this.#settings.set(name, (byNode = new WeakMap()));
    let setting = byNode.get(found.node);
    if (setting === undefined) byNode.set(found.node, (setting = read(name, found, variables)));
    return setting;
  }

  /** What holds where nothing sets it: the role's own value, or unset, at the place where it belongs. */
  #absentFor(host: Host, variables: HostVariables, name: SettingName, slots: readonly Slot[]): Setting<never> {
    const map = mapOfSlots(slots, variables);
    if (map !== undefined) return this.#absentIn(map, name, slots);
    let everywhere = this.#absent.get(name);
    if (everywhere === undefined && this.#isAbsentEverywhere(slots)) {
      everywhere = absent(name, slots, headOf(this.#group, 'group'));
      this.#absent.set(name, everywhere);
    }
    return everywhere ?? absent(name, slots, headOf(host, 'host'));
  }

  /** A key that a map lacks belongs into the map. */
  #absentIn(map: Assignment, name: SettingName, slots: readonly Slot[]): Setting<never> {
    let byName = this.#absentByMap.get(map);
    if (byName === undefined) this.#absentByMap.set(map, (byName = new Map<SettingName, Setting<never>>()));
    let setting = byName.get(name);
    if (setting === undefined) {
      const { start, end } = map.key;
      byName.set(name, (setting = absent(name, slots, { file: map.document.file, start, end, level: map.level })));
    }
    return setting;
  }

  #isAbsentEverywhere(slots: readonly Slot[]): boolean {
    const hosts = this.#inventory.members(this.#group);
    return hosts.every((host) => firstFound(slots, this.#inventory.variablesOf(host)) === undefined);
  }
}

function slotsOf(vocabulary: Vocabulary): ReadonlyMap<SettingName, readonly Slot[]> {
  const slots = new Map<SettingName, Slot[]>();
  const add = (slot: Slot) => {
    const list = slots.get(slot.setting);
    if (list === undefined) slots.set(slot.setting, [slot]);
    else list.push(slot);
  };
  const properties = Object.entries(vocabulary.schema.properties);
  // A variable of its own comes before a key of the extra configuration, whatever the order in the file.
  for (const [variable, { setting, computed, default: fallback }] of properties)
    if (setting !== undefined)
      add({ variable, key: undefined, label: variable, setting, ...fillingOf(computed, fallback) });
  for (const [variable, { settings = {} }] of properties)
    for (const [key, filling] of Object.entries(settings))
      add({ variable, key, label: `${variable}: ${key}`, ...filling });
  return slots;
}

function fillingOf(computed: boolean | undefined, fallback: Filling['default'] | undefined) {
  return { ...(computed === undefined ? {} : { computed }), ...(fallback === undefined ? {} : { default: fallback }) };
}

function firstFound(slots: readonly Slot[], variables: HostVariables): Found | undefined {
  let opaque: Found | undefined;
  for (const slot of slots) {
    const assignment = variables.get(slot.variable);
    if (assignment === undefined) continue;
    const node = slot.key === undefined ? assignment.value : insideMap(assignment.value, slot.key);
    if (node === undefined || isEmpty(node)) continue;
    // A map that is a template may or may not hold the key: a slot that says it plainly goes first.
    if (slot.key !== undefined && node === assignment.value) opaque ??= { slot, assignment, node };
    else return { slot, assignment, node };
  }
  return opaque;
}

/** The map that would hold the setting, where it can only stand in a map and the map is there. */
function mapOfSlots(slots: readonly Slot[], variables: HostVariables): Assignment | undefined {
  const [slot] = slots;
  const assignment = slot?.key === undefined ? undefined : variables.get(slot.variable);
  return assignment?.value.kind === 'mapping' ? assignment : undefined;
}

function insideMap(value: Node, key: string): Node | undefined {
  if (value.kind === 'mapping') return valueAt(value, key);
  if (value.kind !== 'scalar' || value.type !== 'str') return undefined;
  if (isTemplate(value) || isVaulted(value)) return value;
  // Some roles paste text into the configuration file: it is YAML then. Its parts have no place of their own.
  const { root, problem } = readYaml(value.value as string);
  return problem === undefined && root?.kind === 'mapping' ? valueAt(root, key) : undefined;
}

function read(name: SettingName, found: Found, variables: HostVariables): Setting<unknown> {
  const { node, slot, assignment } = found;
  const variable = slot.label;
  const origin = new DeclaredOrigin(node, assignment, variables);
  const opaque = opaquePart(node);
  if (opaque !== undefined) {
    if (isTemplate(opaque)) {
      const message = `${variable} is a template, which is not evaluated`;
      return { state: 'unknown', setting: name, variable, origin, reason: 'template', message };
    }
    if (SECRET_SETTINGS.has(name) && opaque === node)
      return { state: 'known', setting: name, variable, origin, value: new VaultedSecret(opaque.value as string) };
    return { state: 'unknown', setting: name, variable, origin, reason: 'vault', message: `${variable} is vaulted` };
  }
  const reading = READERS[name](node);
  if ('value' in reading) {
    const items = itemsOf(node, assignment);
    return { state: 'known', setting: name, variable, origin, value: reading.value, items } satisfies Known<unknown>;
  }
  const { expected, meant } = reading;
  const text = SECRET_SETTINGS.has(name) ? 'a value that is not shown' : shown(node);
  return { state: 'malformed', setting: name, variable, origin, shown: text, expected, meant };
}

/** The places of a list's items, unless it was read out of a text: its parts have none then. */
function itemsOf(node: Node, { document, value }: Assignment): readonly Place[] | undefined {
  if (node.kind !== 'sequence' || value.kind === 'scalar') return undefined;
  return node.items.map((item) => placeIn(document, item));
}

/** Where a value stands. There is one for each value that any rule reads, so what few rules ask for is computed late. */
class DeclaredOrigin implements Origin {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly level: string;
  readonly #node: Node;
  readonly #assignment: Assignment;
  readonly #variables: HostVariables | undefined;

  /** `variables` tells what the assignment overrides; undefined where it is itself overridden. */
  constructor(node: Node, assignment: Assignment, variables: HostVariables | undefined) {
    const { value } = assignment;
    // Text that was read out of another text has the place of the whole.
    const inside = value.kind !== 'scalar' || node === value;
    const { file, start, end } = placeIn(assignment.document, inside ? node : value);
    this.file = file;
    this.start = start;
    this.end = end;
    this.level = assignment.level;
    this.#node = node;
    this.#assignment = assignment;
    this.#variables = variables;
  }

  get usedAt(): Place | undefined {
    const { document, value } = this.#assignment;
    const range = this.#node.usedAt ?? value.usedAt;
    return range === undefined ? undefined : placeIn(document, range);
  }

  get overrides(): readonly Origin[] {
    const candidates = this.#variables?.candidates(this.#assignment.name) ?? [];
    return candidates.slice(1).map((one) => new DeclaredOrigin(one.value, one, undefined));
  }
}

function absent(name: SettingName, slots: readonly Slot[], origin: Origin): Setting<never> {
  const variable = slots[0]?.label ?? name;
  if (slots.length === 0) {
    const message = 'the vocabulary has no variable for it';
    return { state: 'unknown', setting: name, variable, reason: 'not-collected', message, origin };
  }
  if (slots.some((slot) => slot.computed === true)) {
    const message = `${variable} is not set, and the role works it out when it runs`;
    return { state: 'unknown', setting: name, variable, reason: 'role-default', message, origin };
  }
  const fallback = slots.find((slot) => slot.default !== undefined)?.default;
  if (fallback !== undefined)
    return { state: 'known', setting: name, variable, origin, value: fallback as never, byDefault: true };
  return { state: 'unset', setting: name, variable, origin };
}

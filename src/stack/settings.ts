/** The settings that an inventory declares for a host, through a vocabulary. */
import type { Assignment, Doubt, Group, Host, HostVariables, Inventory } from '../ansible/entities.ts';
import type { Known, Origin, Place, Reason, Setting, Unknown } from '../model/setting.ts';
import type { SettingName, SettingSource, SettingTypes } from '../model/stack.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { demandedText } from '../ansible/vault/demands.ts';
import { headOf } from './belongs.ts';
import { DeclaredOrigin, originOfComputed, placeOfFault } from './origin.ts';
import { masked, shown } from './secrecy/masked.ts';
import { isEmpty, isTemplated, opaquePart } from './plain.ts';
import { placeIn } from './place.ts';
import { READERS, SECRET_SETTINGS } from './readers.ts';
import { VaultedSecret } from './secrecy/secret.ts';
import { firstFound, insideMap, mapOfSlots } from './slots.ts';
import type { FoundValue, SettingSlot } from './slots.ts';
import { looksSecret } from './secrecy/secrecy.ts';
import type { Values } from './values.ts';
import { veilOver } from './veils.ts';

/** Troubles with what can be read. */
const HIDES_NOTHING: ReadonlySet<string> = new Set(['structure', 'dynamic', 'undecided']);

/** The settings of the hosts of one part of the stack: its group, and what the vocabulary says of each name. */
export class DeclaredSettings {
  readonly #inventory: Inventory;
  readonly #values: Values;
  readonly #group: Group;
  /** Whether any file of the inventory hides what it sets; in most none does, and nobody needs to ask. */
  readonly #hides: boolean;
  readonly #slots: ReadonlyMap<SettingName, readonly SettingSlot[]>;
  /** By the value that they are read from; undefined for templates, whose value hangs on the host. */
  readonly #settings = new Map<SettingName, WeakMap<Node, Setting<unknown> | undefined>>();
  readonly #absent = new Map<SettingName, Setting<never>>();
  readonly #absentByMap = new WeakMap<Assignment, Map<SettingName, Setting<never>>>();

  constructor(
    inventory: Inventory,
    values: Values,
    slots: ReadonlyMap<SettingName, readonly SettingSlot[]>,
    group: Group,
  ) {
    this.#inventory = inventory;
    this.#values = values;
    this.#group = group;
    this.#hides = inventory.troubles.some(({ kind }) => !HIDES_NOTHING.has(kind));
    this.#slots = slots;
  }

  /** The settings of one host, each read when it is asked for. */
  of(host: Host): SettingSource {
    const variables = this.#inventory.variablesOf(host);
    return <N extends SettingName>(name: N) => this.#setting(host, variables, name) as Setting<SettingTypes[N]>;
  }

  /** Asked after each look at a variable: plays are read late. */
  #isHidden(): boolean {
    return this.#hides || this.#inventory.hidesBeside;
  }

  #setting(host: Host, variables: HostVariables, name: SettingName): Setting<unknown> {
    const slots = this.#slots.get(name) ?? [];
    if (this.#absent.has(name) && !this.#isHidden()) return this.#absentFor(host, variables, name, slots);
    const found = firstFound(slots, variables);
    const veil = this.#isHidden() ? veilOver(variables, slots, found !== undefined) : undefined;
    if (veil !== undefined)
      return { state: 'unknown', setting: name, variable: found?.slot.label ?? slots[0]?.label ?? name, ...veil };
    if (found === undefined) return this.#absentFor(host, variables, name, slots);
    const doubtful = doubtAbout(slots.slice(0, slots.indexOf(found.slot) + 1), variables);
    if (doubtful?.slot === found.slot) return unknown(name, found, variables, 'task', doubtful.doubt.message);
    if (doubtful !== undefined) return leftOpen(name, doubtful);
    return this.#given(host, variables, name, found, slots);
  }

  /** The setting that a value gives. */
  #given(
    host: Host,
    variables: HostVariables,
    name: SettingName,
    found: FoundValue,
    slots: readonly SettingSlot[],
  ): Setting<unknown> {
    let byNode = this.#settings.get(name);
    if (byNode === undefined) this.#settings.set(name, (byNode = new WeakMap()));
    if (!byNode.has(found.node)) {
      const opaque = opaquePart(found.node);
      byNode.set(
        found.node,
        opaque !== undefined && isTemplated(opaque) ? undefined : this.#plain(name, found, variables),
      );
    }
    return byNode.get(found.node) ?? this.#computed(host, variables, name, found, slots);
  }

  /** The setting that a template gives for one host. */
  #computed(
    host: Host,
    variables: HostVariables,
    name: SettingName,
    found: FoundValue,
    slots: readonly SettingSlot[],
  ): Setting<unknown> {
    const { slot, assignment } = found;
    const outcome = this.#values.of(host, found.node);
    if (outcome.state === 'unknown') {
      const part = outcome.fault && placeOfFault(outcome.fault, assignment, this.#values.scopes);
      return { ...unknown(name, found, variables, outcome.reason, outcome.why), part };
    }
    const node = found.rest === undefined ? outcome.value : insideMap(outcome.value, found.rest)?.node;
    if (node === undefined) return this.#absentIn(assignment, name, slots);
    if (isEmpty(node)) {
      const next = firstFound(slots.slice(slots.indexOf(slot) + 1), variables);
      if (next !== undefined) return this.#given(host, variables, name, next, slots);
      return absent(name, slots, new DeclaredOrigin(found.node, assignment, variables));
    }
    if (!SECRET_SETTINGS.has(name) && this.#values.hides(outcome, node))
      return unknown(name, found, variables, 'template', 'is computed from a secret, which is never shown');
    const origin = originOfComputed(found, { ...outcome, value: node }, variables, this.#values.scopes);
    return this.#read(name, { slot, assignment, node, rest: undefined }, variables, origin);
  }

  /** The setting of a value without templates. */
  #plain(name: SettingName, found: FoundValue, variables: HostVariables): Setting<unknown> {
    const { node } = found;
    if (!SECRET_SETTINGS.has(name) && found.assignment.document.sealed)
      return unknown(name, found, variables, 'vault', 'is set in a vaulted file, whose values are never shown');
    if (!SECRET_SETTINGS.has(name) && mayBeSecret(node) && (this.#values.secrecy.holds(node) || looksSecret(node)))
      return unknown(name, found, variables, 'template', 'holds a secret, which is never shown');
    return this.#read(name, found, variables);
  }

  /** Reads a value without templates; `computed` is where it comes from, if that is not where it stands. */
  #read(name: SettingName, found: FoundValue, variables: HostVariables, computed?: Origin): Setting<unknown> {
    const { node, slot, assignment } = found;
    const variable = slot.label;
    const origin = computed ?? new DeclaredOrigin(node, assignment, variables);
    const opaque = opaquePart(node);
    if (opaque !== undefined) {
      if (SECRET_SETTINGS.has(name) && opaque === node) {
        const flaw = this.#inventory.vault.flaw(String(opaque.value));
        if (flaw === undefined)
          return { state: 'known', setting: name, variable, origin, value: this.#vaulted(opaque) };
        const message = `${variable} ${flaw.why}`;
        return { state: 'unknown', setting: name, variable, origin, reason: 'error', message };
      }
      return { state: 'unknown', setting: name, variable, origin, reason: 'vault', message: `${variable} is vaulted` };
    }
    const reading = READERS[name](node);
    if ('value' in reading) {
      const items = computed === undefined ? itemsOf(node, assignment) : undefined;
      return { state: 'known', setting: name, variable, origin, value: reading.value, items } satisfies Known<unknown>;
    }
    const { expected, meant } = reading;
    const { secrecy } = this.#values;
    const route = secrecy.routeOf(variable.split(': ').at(-1) ?? variable);
    const text = SECRET_SETTINGS.has(name) ? 'a value that is not shown' : shown(masked(node, route, secrecy));
    return { state: 'malformed', setting: name, variable, origin, shown: text, expected, meant };
  }

  #vaulted(value: Scalar): VaultedSecret {
    return new VaultedSecret(String(value.value), () => {
      const text = demandedText(this.#inventory, value);
      return typeof text === 'string' ? text : undefined;
    });
  }

  /** What holds where nothing sets it: the role's own value, or unset, at the place where it belongs. */
  #absentFor(host: Host, variables: HostVariables, name: SettingName, slots: readonly SettingSlot[]): Setting<never> {
    let everywhere = this.#absent.get(name);
    const doubtful = everywhere === undefined ? doubtAbout(slots, variables) : undefined;
    if (doubtful !== undefined) return leftOpen(name, doubtful);
    const map = mapOfSlots(slots, variables);
    if (map !== undefined) return this.#absentIn(map, name, slots);
    if (everywhere === undefined && this.#isAbsentEverywhere(slots)) {
      everywhere = absent(name, slots, headOf(this.#group, 'group'));
      this.#absent.set(name, everywhere);
    }
    return everywhere ?? absent(name, slots, headOf(host, 'host'));
  }

  /** A key that a map lacks belongs into the map. */
  #absentIn(map: Assignment, name: SettingName, slots: readonly SettingSlot[]): Setting<never> {
    let byName = this.#absentByMap.get(map);
    if (byName === undefined) this.#absentByMap.set(map, (byName = new Map<SettingName, Setting<never>>()));
    let setting = byName.get(name);
    if (setting === undefined) {
      const origin = { ...placeIn(map.document, map.key), level: map.level };
      byName.set(name, (setting = absent(name, slots, origin)));
    }
    return setting;
  }

  #isAbsentEverywhere(slots: readonly SettingSlot[]): boolean {
    const hosts = this.#inventory.members(this.#group);
    return hosts.every((host) => {
      const variables = this.#inventory.variablesOf(host);
      return firstFound(slots, variables) === undefined && doubtAbout(slots, variables) === undefined;
    });
  }
}

/** A slot whose value something beside the inventory leaves open. */
interface Doubtful {
  readonly slot: SettingSlot;
  readonly doubt: Doubt;
}

function doubtAbout(slots: readonly SettingSlot[], variables: HostVariables): Doubtful | undefined {
  for (const slot of slots) {
    const doubt = variables.doubtOf(slot.variable);
    if (doubt !== undefined) return { slot, doubt };
  }
  return undefined;
}

function leftOpen(name: SettingName, { slot, doubt }: Doubtful): Setting<never> {
  const origin = { ...placeIn(doubt.document, doubt), level: 'task' };
  const message = `${slot.label} ${doubt.message}`;
  return { state: 'unknown', setting: name, variable: slot.label, reason: 'task', message, origin };
}

function unknown(
  name: SettingName,
  { slot, assignment, node }: FoundValue,
  variables: HostVariables,
  reason: Reason,
  why: string,
): Unknown {
  const origin = new DeclaredOrigin(node, assignment, variables);
  return { state: 'unknown', setting: name, variable: slot.label, origin, reason, message: `${slot.label} ${why}` };
}

/** Whether a value of a setting that is no secret may be one all the same: by an alias, or by how it looks. */
function mayBeSecret(node: Node): boolean {
  if (node.usedAt !== undefined) return true;
  if (node.kind === 'scalar') return looksSecret(node);
  return node.kind === 'sequence' && node.items.some(mayBeSecret);
}

/** The places of a list's items, unless it was read out of a text: its parts have none then. */
function itemsOf(node: Node, { document, value }: Assignment): readonly Place[] | undefined {
  if (node.kind !== 'sequence' || value.kind === 'scalar') return undefined;
  return node.items.map((item) => placeIn(document, item));
}

function absent(name: SettingName, slots: readonly SettingSlot[], origin: Origin): Setting<never> {
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

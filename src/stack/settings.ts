/** The settings that an inventory declares for a host, through a vocabulary. */
import type { Group, Host, HostVariables, Inventory } from '../ansible/entities.ts';
import type { Known, Origin, Place, Setting, Unknown } from '../model/setting.ts';
import { isSecretSetting } from '../model/settings.ts';
import type { SettingName, SettingTypes } from '../model/settings.ts';
import type { SettingSource } from '../model/stack.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { demandedText } from '../ansible/vault/demands.ts';
import { absent, AbsentSettings } from './absent-settings.ts';
import { doubtAbout, leftOpen } from './doubtful.ts';
import { RemoteRepositories } from './remote-repository.ts';
import { DeclaredOrigin, itemsOfComputed, originOfComputed, placesIn, unknownValue } from './origin.ts';
import type { WhyUnknown } from './origin.ts';
import { masked, shown } from './secrecy/masked.ts';
import { isEmpty, isTemplated, opaquePart } from './plain.ts';
import { readSetting } from './readers.ts';
import { VaultedSecret } from './secrecy/secret.ts';
import { firstFound, insideMap } from './slots.ts';
import type { FoundValue, SettingSlot } from './slots.ts';
import { looksSecret } from './secrecy/secrecy.ts';
import type { Values } from './values.ts';
import { slotsFor, switchedSlots } from './switches.ts';
import type { SwitchedSlots } from './switches.ts';
import { veilOver } from './veils.ts';

/** Troubles with what can be read. */
const HIDES_NOTHING: ReadonlySet<string> = new Set(['structure', 'dynamic', 'undecided']);

const NONE: readonly SettingSlot[] = [];

/** Where what a template gives comes from, and the items of a list, where each of them has a place. */
interface ComputedPlaces {
  readonly origin: Origin;
  readonly items: readonly Place[] | undefined;
}

/** The settings of the hosts of one part of the stack: its group, and what the vocabulary says of each name. */
export class DeclaredSettings {
  readonly #inventory: Inventory;
  readonly #values: Values;
  /** What holds where nothing sets a setting. */
  readonly #absent: AbsentSettings;
  readonly #remoteRepositories: RemoteRepositories;
  /** Whether any file of the inventory hides what it sets; in most none does, and nobody needs to ask. */
  readonly #hides: boolean;
  readonly #slots: ReadonlyMap<SettingName, readonly SettingSlot[]>;
  /** Slots that hang on switches of the role. */
  readonly #switched = new Map<SettingName, SwitchedSlots>();
  /** By the value that they are read from; undefined for templates, whose value hangs on the host. */
  readonly #settings = new Map<SettingName, WeakMap<Node, Setting<unknown> | undefined>>();

  constructor(
    inventory: Inventory,
    values: Values,
    slots: ReadonlyMap<SettingName, readonly SettingSlot[]>,
    group: Group,
  ) {
    this.#inventory = inventory;
    this.#values = values;
    this.#absent = new AbsentSettings(inventory, group);
    this.#remoteRepositories = new RemoteRepositories(inventory, values);
    this.#hides = inventory.varsPlugin !== undefined || inventory.troubles.some(({ kind }) => !HIDES_NOTHING.has(kind));
    this.#slots = slots;
    for (const [name, some] of slots) {
      const switched = switchedSlots(some);
      if (switched !== undefined) this.#switched.set(name, switched);
    }
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
    if (name === 'remoteRepository') return this.#remoteRepositories.of(host);
    const slots = this.#slotsOf(name, host, variables);
    if (this.#absent.isEverywhere(slots) && !this.#isHidden()) return this.#absent.of(host, variables, name, slots);
    const found = firstFound(slots, variables);
    const veil = this.#isHidden() ? veilOver(variables, slots, found !== undefined) : undefined;
    if (veil !== undefined)
      return { state: 'unknown', setting: name, variable: found?.slot.label ?? slots[0]?.label ?? name, ...veil };
    if (found === undefined) return this.#absent.of(host, variables, name, slots);
    const doubtful = doubtAbout(slots.slice(0, slots.indexOf(found.slot) + 1), variables);
    if (doubtful?.slot === found.slot)
      return this.#unknown(name, found, variables, { reason: 'task', why: doubtful.doubt.message });
    if (doubtful !== undefined) return leftOpen(name, doubtful);
    return this.#given(host, variables, name, found, slots);
  }

  #slotsOf(name: SettingName, host: Host, variables: HostVariables): readonly SettingSlot[] {
    const switched = this.#switched.get(name);
    return switched === undefined ? (this.#slots.get(name) ?? NONE) : slotsFor(switched, host, variables, this.#values);
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
    if (outcome.state === 'unknown') return this.#unknown(name, found, variables, outcome);
    const node = found.rest === undefined ? outcome.value : insideMap(outcome.value, found.rest)?.node;
    if (node === undefined) return this.#absent.inMap(assignment, name, slots);
    if (isEmpty(node)) {
      const next = firstFound(slots.slice(slots.indexOf(slot) + 1), variables);
      if (next !== undefined) return this.#given(host, variables, name, next, slots);
      return absent(name, slots, new DeclaredOrigin(found.node, assignment, variables));
    }
    if (!isSecretSetting(name) && this.#values.hides(outcome, node))
      return this.#unknown(name, found, variables, {
        reason: 'template',
        why: 'is computed from a secret, which is never shown',
      });
    const computed = { ...outcome, value: node };
    const { scopes, secrecy } = this.#values;
    const picked = isSecretSetting(name) ? scopes.assignmentOf(node) : undefined;
    if (picked !== undefined) secrecy.taken.add(node, picked);
    const origin = originOfComputed(found, computed, variables, scopes);
    const items = itemsOfComputed(found, computed, scopes);
    return this.#read(name, { slot, assignment, node, rest: undefined }, variables, { origin, items });
  }

  /** The setting of a value without templates. */
  #plain(name: SettingName, found: FoundValue, variables: HostVariables): Setting<unknown> {
    const { node } = found;
    if (!isSecretSetting(name) && found.assignment.document.sealed)
      return this.#unknown(name, found, variables, {
        reason: 'vault',
        why: 'is set in a vaulted file, whose values are never shown',
      });
    if (!isSecretSetting(name) && mayBeSecret(node) && (this.#values.secrecy.holds(node) || looksSecret(node)))
      return this.#unknown(name, found, variables, { reason: 'template', why: 'holds a secret, which is never shown' });
    return this.#read(name, found, variables);
  }

  /** Reads a value without templates; `computed` is where it comes from, if that is not where it stands. */
  #read(name: SettingName, found: FoundValue, variables: HostVariables, computed?: ComputedPlaces): Setting<unknown> {
    const { node, slot, assignment } = found;
    const variable = slot.label;
    const origin = computed?.origin ?? new DeclaredOrigin(node, assignment, variables);
    const opaque = opaquePart(node);
    if (opaque !== undefined) {
      if (isSecretSetting(name) && opaque === node) {
        const flaw = this.#inventory.vault.flaw(String(opaque.value));
        if (flaw === undefined)
          return { state: 'known', setting: name, variable, origin, value: this.#vaulted(opaque) };
        const message = `${variable} ${flaw.why}`;
        return { state: 'unknown', setting: name, variable, origin, reason: 'error', message };
      }
      return { state: 'unknown', setting: name, variable, origin, reason: 'vault', message: `${variable} is vaulted` };
    }
    const reading = readSetting(name, node);
    if ('value' in reading) {
      const items = computed === undefined ? itemsOf(found) : computed.items;
      return { state: 'known', setting: name, variable, origin, value: reading.value, items } satisfies Known<unknown>;
    }
    const { expected, meant } = reading;
    const { secrecy } = this.#values;
    const route = secrecy.routeOf(variable.split(': ').at(-1) ?? variable);
    const text = isSecretSetting(name) ? 'a value that is not shown' : shown(masked(node, route, secrecy));
    const inMap = slot.key !== undefined;
    return { state: 'malformed', setting: name, variable, origin, shown: text, expected, meant, inMap };
  }

  #unknown(name: SettingName, found: FoundValue, variables: HostVariables, worth: WhyUnknown): Unknown {
    return { ...unknownValue(found.slot.label, { ...found, variables }, worth, this.#values.scopes), setting: name };
  }

  #vaulted(value: Scalar): VaultedSecret {
    return new VaultedSecret(String(value.value), () => {
      const text = demandedText(this.#inventory, value);
      return typeof text === 'string' ? text : undefined;
    });
  }
}

/** Whether a value of a setting that is no secret may be one all the same: by an alias, or by how it looks. */
function mayBeSecret(node: Node): boolean {
  if (node.usedAt !== undefined) return true;
  if (node.kind === 'scalar') return looksSecret(node);
  return node.kind === 'sequence' && node.items.some(mayBeSecret);
}

function itemsOf({ node, assignment }: FoundValue): readonly Place[] | undefined {
  return node.kind === 'sequence' ? placesIn(assignment, node) : undefined;
}

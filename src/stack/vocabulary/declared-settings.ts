/** The settings that an inventory declares for a host, through a vocabulary. */
import type { Host, HostVariables, Inventory } from '../../ansible/index.ts';
import type { Given, Origin, Place, Setting, Unknown } from '../../model/setting.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import type { SettingSource } from '../../model/stack.ts';
import type { Meaning } from '../../model/units.ts';
import { plainData } from '../../source/tree.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { unsetSetting, AbsentSettings } from './absent-settings.ts';
import { isGiven, listOfTrueItems } from '../list-of-items.ts';
import type { ListItem } from '../list-of-items.ts';
import type { ProductSchema } from '../products/products.ts';
import type { RemoteRepositories } from '../products/remote-repository.ts';
import {
  DeclaredOrigin,
  placesOfComputedItems,
  openSetting,
  originOfComputed,
  placesOfItems,
  unknownValue,
} from '../origin.ts';
import type { WhyUnknown } from '../origin.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { masked, dataInOneLine } from '../secrecy/masked.ts';
import type { Members } from '../parts.ts';
import { isTemplated, isVaulted, opaquePart, scalarText } from '../plain.ts';
import { settingFromValue } from '../setting-from-value.ts';
import { firstFilledSlot, firstUnknown, entryInMap, isInverted, meaningInSlot, setsNothing } from './slots.ts';
import type { FoundValue, SettingSlot, SettingSlots } from './slots.ts';
import { looksSecret } from '../secrecy/secret-search.ts';
import type { Values } from '../values.ts';
import { slotsForHost, slotsOnAndOff } from './role-switches.ts';
import type { SwitchedSlots } from './role-switches.ts';
import { kindOf } from '../../troubles/catalogue.ts';

/** The kinds of troubles that leave the rest of a file readable. */
const HIDES_NOTHING: ReadonlySet<string> = new Set(['structure', 'dynamic', 'undecided']);

const NONE: SettingSlots = { whole: [], items: new Map() };

/** The origin of a value, and the places of its items if it is a list that is written out. */
interface ValuePlaces {
  readonly origin: Origin;
  readonly items: readonly Place[] | undefined;
}

/** A setting of a host that is asked for, with the slots that may set it. */
interface Wanted {
  readonly host: Host;
  readonly variables: HostVariables;
  readonly name: SettingName | undefined;
  readonly slots: readonly SettingSlot[];
}

/** The settings of the hosts of one part of the stack. */
export class DeclaredSettings {
  readonly #inventory: Inventory;
  readonly #values: Values;
  /** The settings without a value. */
  readonly #absent: AbsentSettings;
  readonly #remoteRepositories: RemoteRepositories;
  readonly #product: ProductSchema | undefined;
  /** True if a file that may set variables cannot be read. */
  readonly #isPartlyUnread: boolean;
  readonly #slots: ReadonlyMap<SettingName, SettingSlots>;
  /** Unknown settings that the product does not have. */
  readonly #notOfProduct = new Map<SettingName, Unknown>();
  /** Slots that depend on switches of the role. */
  readonly #switched = new Map<readonly SettingSlot[], SwitchedSlots>();
  /** The settings by slot and value; undefined for templates, whose value depends on the host. */
  readonly #settings = new Map<SettingSlot, Map<Node, Setting<unknown> | undefined>>();

  constructor(
    inventory: Inventory,
    values: Values,
    slots: ReadonlyMap<SettingName, SettingSlots>,
    members: Members,
    remoteRepositories: RemoteRepositories,
    product: ProductSchema | undefined,
  ) {
    this.#inventory = inventory;
    this.#values = values;
    this.#absent = new AbsentSettings(inventory, members);
    this.#remoteRepositories = remoteRepositories;
    this.#product = product;
    this.#isPartlyUnread =
      inventory.varsPlugin !== undefined ||
      inventory.plays.isPartlyUnread ||
      inventory.troubles.some((trouble) => !HIDES_NOTHING.has(kindOf(trouble)));
    this.#slots = slots;
    for (const { whole } of slots.values()) {
      const switched = slotsOnAndOff(whole);
      if (switched !== undefined) this.#switched.set(whole, switched);
    }
  }

  /** The settings of one host, each read when it is asked for. */
  of(host: Host): SettingSource {
    const variables = this.#inventory.variablesOf(host);
    return <N extends SettingName>(name: N) => this.#setting(host, variables, name) as Setting<SettingTypes[N]>;
  }

  /**
   * The setting that a host's variables give by slots, whether it fills one of the model or not; undefined if they give
   * none.
   */
  given(host: Host, slots: readonly SettingSlot[]): Given<unknown> | undefined {
    const variables = this.#inventory.variablesOf(host);
    const name = slots[0]?.setting;
    const found = firstFilledSlot(slots, variables);
    const open = firstUnknown(slots, variables, found !== undefined);
    // That a map is not known does not show that it has a key.
    if (open !== undefined)
      return found === undefined && open.slot.key !== undefined ? undefined : openSetting(name, open);
    const setting = found && this.#fromValue({ host, variables, name, slots }, found);
    return setting?.state === 'unset' ? undefined : setting;
  }

  /** The setting of a host that sets none of some slots. */
  absent(host: Host, slots: readonly SettingSlot[]): Setting<unknown> {
    return this.#absent.of(host, this.#inventory.variablesOf(host), slots[0]?.setting, slots);
  }

  #setting(host: Host, variables: HostVariables, name: SettingName): Setting<unknown> {
    if (name === 'remoteRepository') return this.#remoteRepositories.of(host);
    if (this.#product?.lacks?.includes(name) === true) return this.#lacking(name, this.#product);
    const { whole, items } = this.#slots.get(name) ?? NONE;
    if (items.size === 0) return this.#fromSlots(host, variables, name, whole);
    const setting = whole.length === 0 ? undefined : this.#fromSlots(host, variables, name, whole);
    if (setting !== undefined && isGiven(setting)) return setting;
    const truths = Array.from(items, ([item, slots]) => ({
      item,
      setting: this.#fromSlots(host, variables, name, slots) as Setting<boolean>,
    }));
    return listOfTrueItems(truths) ?? setting ?? unsetList(truths);
  }

  #lacking(setting: SettingName, { name }: ProductSchema): Unknown {
    return madeOnce(this.#notOfProduct, setting, () => {
      const message = `${name} has no such setting`;
      const origin = this.#absent.place;
      return { state: 'unknown', setting, variable: setting, reason: 'not-applicable', message, origin };
    });
  }

  #fromSlots(host: Host, variables: HostVariables, name: SettingName, all: readonly SettingSlot[]): Setting<unknown> {
    const switched = this.#switched.get(all);
    const slots = switched === undefined ? all : slotsForHost(switched, host, variables, this.#values);
    if (this.#absent.isEverywhere(slots) && !this.#isPartlyUnread) return this.#absent.of(host, variables, name, slots);
    const found = firstFilledSlot(slots, variables);
    // Later slots do not count.
    const counting = found === undefined ? slots : slots.slice(0, slots.indexOf(found.slot) + 1);
    const open = firstUnknown(counting, variables, found !== undefined);
    if (open !== undefined) return openSetting(name, open);
    if (found === undefined) return this.#absent.of(host, variables, name, slots);
    return this.#fromValue({ host, variables, name, slots }, found);
  }

  /** The setting that a value gives. */
  #fromValue(wanted: Wanted, found: FoundValue): Setting<unknown> {
    const { name, variables } = wanted;
    const byNode = madeOnce(this.#settings, found.slot, () => new Map());
    const setting = madeOnce(byNode, found.node, () => {
      const opaque = opaquePart(found.node);
      return opaque !== undefined && isTemplated(opaque) ? undefined : this.#fromPlainValue(name, found, variables);
    });
    return setting ?? this.#fromTemplate(wanted, found);
  }

  /** The setting that a template gives for one host. */
  #fromTemplate(wanted: Wanted, found: FoundValue): Setting<unknown> {
    const { host, variables, name, slots } = wanted;
    const { slot, assignment } = found;
    const outcome = this.#values.of(host, found.node);
    if (outcome.state === 'unknown') return this.#unknown(name, found, variables, outcome);
    const node = found.rest === undefined ? outcome.value : entryInMap(outcome.value, found.rest)?.node;
    if (node === undefined || setsNothing(slot, node)) {
      const next = firstFilledSlot(slots.slice(slots.indexOf(slot) + 1), variables);
      if (next !== undefined) return this.#fromValue(wanted, next);
      if (node === undefined) return this.#absent.inMap(assignment, name, slots);
      return unsetSetting(name, slots, new DeclaredOrigin(found.node, assignment, variables));
    }
    const whyHidden = (): Unknown | undefined => {
      if (!this.#values.hides(outcome, node)) return undefined;
      const message = 'is computed from a secret, which is never shown';
      return this.#unknown(name, found, variables, { reason: 'template', message });
    };
    const computed = { ...outcome, value: node };
    const { scopes, secrecy } = this.#values;
    for (const part of slot.isSecret ? [node, ...itemsIn(node)] : []) {
      const picked = scopes.assignmentOf(part);
      if (picked !== undefined) secrecy.usedByTemplates.add(part, picked);
    }
    const origin = originOfComputed(found, computed, variables, scopes);
    const items = placesOfComputedItems(found, computed, scopes);
    return this.#read(name, { slot, assignment, node, rest: undefined }, { origin, items }, whyHidden);
  }

  /** The setting of a value without templates. */
  #fromPlainValue(name: SettingName | undefined, found: FoundValue, variables: HostVariables): Setting<unknown> {
    const { node, assignment } = found;
    const { secrecy } = this.#values;
    const hidden = (why: WhyUnknown): Unknown => this.#unknown(name, found, variables, why);
    const whyHidden = (): Unknown | undefined => {
      const { file, isDecrypted } = assignment.document;
      if (isDecrypted)
        return hidden({
          reason: 'vault',
          message: 'is set in a vaulted file, whose values are never shown',
          shared: `values of the vaulted file ${file} are never shown`,
        });
      if (!mayBeSecret(node) || !(secrecy.containsSecret(node) || looksSecret(node))) return undefined;
      return hidden({ reason: 'template', message: 'holds a secret, which is never shown' });
    };
    const places = { origin: new DeclaredOrigin(node, assignment, variables), items: itemsOf(found) };
    return this.#read(name, found, places, whyHidden);
  }

  /** Reads a value whose templates are evaluated. */
  #read(
    name: SettingName | undefined,
    { node, slot, assignment }: FoundValue,
    { origin, items }: ValuePlaces,
    whyHidden: () => Unknown | undefined,
  ): Setting<unknown> {
    const { secrecy } = this.#values;
    const variable = slot.label;
    const setting = settingFromValue(
      {
        setting: name,
        isSecret: slot.isSecret,
        type: slot.becomes?.type,
        variable,
        origin,
        value: node,
        writtenAs: (part) => ({
          vaulted: part.kind === 'scalar' && isVaulted(part) ? part : undefined,
          isDecrypted: assignment.document.isDecrypted,
        }),
        whyHidden,
        read: () => readValue(slot, node),
        refusal: ({ expected, meant }) => {
          const named = secrecy.isNamedSecret(variable.split(': ').at(-1) ?? variable);
          const shown = slot.isSecret ? 'a value that is not shown' : dataInOneLine(masked(node, named, secrecy));
          return { shown, expected, meant, inMap: slot.key !== undefined };
        },
        items: () => items,
      },
      this.#inventory,
    );
    return setting.state === 'known' && isInverted(slot) ? { ...setting, inverted: true } : setting;
  }

  #unknown(name: SettingName | undefined, found: FoundValue, variables: HostVariables, result: WhyUnknown): Unknown {
    return { ...unknownValue(found.slot.label, { ...found, variables }, result, this.#values.scopes), setting: name };
  }
}

/** Reads the value of a slot. */
function readValue(slot: SettingSlot, node: Node): Meaning<unknown> {
  return meaningInSlot(slot, isTextInSlot(slot, node) ? scalarText(node) : plainData(node));
}

/**
 * Tells whether a value becomes text where the slot's setting is one. A role writes a number as text (1e3 becomes
 * 1000.0); what it merges into a file is one of the file's scalars, all of which the product takes for texts.
 */
function isTextInSlot(slot: SettingSlot, node: Node): node is Scalar {
  if (slot.becomes?.type !== 'text' || node.kind !== 'scalar') return false;
  return node.type === 'int' || node.type === 'float' || (node.type === 'bool' && slot.key !== undefined);
}

/** The setting of a list that nothing sets. */
function unsetList([first]: readonly ListItem[]): Setting<never> {
  if (first === undefined) throw new Error('a list of no items');
  const { variable, origin, setting } = first.setting;
  return { state: 'unset', setting, variable, origin };
}

/** Tells whether the value of a setting that is not a secret may be one nevertheless: by an alias, or by its text. */
function mayBeSecret(node: Node): boolean {
  if (node.usedAt !== undefined) return true;
  if (node.kind === 'scalar') return looksSecret(node);
  return node.kind === 'sequence' && node.items.some(mayBeSecret);
}

function itemsIn(node: Node): readonly Node[] {
  return node.kind === 'sequence' ? node.items : [];
}

function itemsOf({ node, assignment }: FoundValue): readonly Place[] | undefined {
  return node.kind === 'sequence' ? placesOfItems(assignment, node) : undefined;
}

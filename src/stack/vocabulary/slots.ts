/** Slots: the variables of a vocabulary, and the keys in them, that may set a setting. */
import type { Assignment, HostVariables, Unknown } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { append } from '../../model/multimap.ts';
import { haveCommon } from '../../model/release.ts';
import type { Releases } from '../../model/release.ts';
import { isSecretSetting } from '../../model/settings.ts';
import type { SettingName } from '../../model/settings.ts';
import { FORMS, readBoolean } from '../../model/units.ts';
import type { FormName, Meaning } from '../../model/units.ts';
import { plainData } from '../../source/tree.ts';
import type { Mapping, Node } from '../../source/tree.ts';
import { readYaml } from '../../source/yaml/read.ts';
import { entryAt, countsAsUnset, isTemplated, isVaulted } from '../plain.ts';
import type { MapEntry } from '../plain.ts';
import { isSecretOfProduct, isSentIn } from '../products/products.ts';
import { meaningForProduct } from '../products/product-meaning.ts';
import type { Part, ProductSchema, ProductSetting } from '../products/products.ts';
import type { Merged, PropertySchema, Vocabulary, VocabularyPart } from './vocabulary.ts';

/** A variable of the role that is on or off. */
export interface Switch {
  readonly variable: string;
  /** The state where nothing sets the variable. */
  readonly byDefault: boolean;
}

/** One way to set a setting: a variable, or a key inside a variable that holds a map. */
export interface SettingSlot {
  /** The setting of the model; undefined if it fills none. */
  readonly setting: SettingName | undefined;
  /** The product's own; undefined for a key that stacklint does not know. */
  readonly becomes: ProductSetting | undefined;
  /** True if nobody may see its value. */
  readonly isSecret: boolean;
  /** The item that a truth value puts into the list, for settings that are lists. */
  readonly item: string | undefined;
  readonly form: FormName | undefined;
  /** What the words of a list stand for. */
  readonly words: PropertySchema['words'];
  /** The name of the role, if it computes the value where nothing sets it. */
  readonly computedBy: string | undefined;
  /** The switches that the role needs to compute the value: one of each list has to be on. */
  readonly needs: readonly (readonly Switch[])[] | undefined;
  readonly default: PropertySchema['default'];
  readonly variable: string;
  readonly key: string | undefined;
  /** The name in messages: `search_heap`, `search_extra_config: path.data`. */
  readonly label: string;
}

/** The slots of one setting. */
export interface SettingSlots {
  /** Slots of the whole setting; the first that has a value wins. */
  readonly whole: readonly SettingSlot[];
  /** For a list that may also be made of truth values: the slots that put each item in. */
  readonly items: ReadonlyMap<string, readonly SettingSlot[]>;
}

/** The value of a slot as it is written. */
export interface FoundValue extends MapEntry {
  readonly slot: SettingSlot;
  readonly assignment: Assignment;
}

/**
 * Makes the slots of each setting of the model. A variable of its own comes before a key of a map, and a setting of the
 * cluster's API before the configuration file. For the members of a part, what its own product may set is set by no
 * slot of another.
 */
export function slotsBySetting(vocabulary: Vocabulary, part?: Part): ReadonlyMap<SettingName, SettingSlots> {
  const own = part && vocabulary.head.parts[part]?.product;
  const ofPart = new Set(own && Object.values(vocabulary.product(own).settings).map(({ fills }) => fills));
  const found = new Map<SettingName, { readonly whole: SettingSlot[]; readonly items: Map<string, SettingSlot[]> }>();
  for (const { slot, product } of slotsOf(vocabulary)) {
    const { setting, item } = slot;
    if (setting === undefined || (product !== own && ofPart.has(setting))) continue;
    const slots = madeOnce(found, setting, () => ({ whole: [], items: new Map<string, SettingSlot[]>() }));
    if (item === undefined) slots.whole.push(slot);
    else append(slots.items, item, slot);
  }
  return found;
}

/** A slot with the setting that it sets, by the product's own name. */
interface ProductSlot {
  /** The product, by the name of its file in `schemas/products`. */
  readonly product: string;
  readonly own: string;
  readonly slot: SettingSlot;
}

/** The slots of vocabularies: each part of a stack asks for them. */
const known = new WeakMap<Vocabulary, readonly ProductSlot[]>();

/** The slots of all settings of products that a vocabulary and the products name, those that count first. */
export function slotsOf(vocabulary: Vocabulary): readonly ProductSlot[] {
  return madeOnce(known, vocabulary, () => [...eachSlot(vocabulary)]);
}

function* eachSlot({ head, schema, product }: Vocabulary): Iterable<ProductSlot> {
  const switchOf = (variable: string): Switch => ({
    variable,
    byDefault: schema.properties[variable]?.default === true,
  });
  const properties = Object.entries(schema.properties);
  for (const [variable, property] of properties) {
    const own = property.part && head.parts[property.part];
    if (own === undefined || property.becomes === undefined) continue;
    const { settings } = product(own.product);
    for (const name of [property.becomes].flat()) {
      const setting = settings[name];
      if (setting === undefined) continue;
      const slot: SettingSlot = {
        ...slotOf(variable, undefined, name, setting),
        form: property.form,
        words: property.words,
        computedBy: property.computed === true ? (head.name ?? 'the role') : undefined,
        needs: property.needs?.map((any) => any.map(switchOf)),
        default: property.default ?? (setting.item === undefined ? undefined : setting.default),
      };
      yield { product: own.product, own: name, slot };
    }
  }
  for (const isDynamic of [true, false])
    for (const [variable, { merged }] of properties)
      if (merged !== undefined && (merged.as === 'cluster settings') === isDynamic)
        for (const [key, own, setting] of keysOf(merged, product(merged.into), head.versions))
          yield { product: merged.into, own, slot: slotOf(variable, key, own, setting) };
  for (const { product: own, sets = {} } of Object.values(head.parts))
    for (const [name, given] of Object.entries(sets)) {
      const setting = product(own).settings[name];
      if (setting !== undefined)
        yield { product: own, own: name, slot: slotOfRole(name, setting, given, head.name, switchOf) };
    }
}

/** The slot of a variable, or of a key in it, for a setting by the product's own name. */
export function slotOf(
  variable: string,
  key: string | undefined,
  own: string,
  becomes: ProductSetting | undefined,
): SettingSlot {
  const { fills: setting, item } = becomes ?? {};
  return {
    variable,
    key,
    label: key === undefined ? variable : `${variable}: ${key}`,
    setting,
    becomes,
    isSecret: setting === undefined ? isSecretOfProduct(becomes, own) : isSecretSetting(setting),
    item,
    form: undefined,
    words: undefined,
    computedBy: undefined,
    needs: undefined,
    default: item === undefined ? undefined : becomes?.default,
  };
}

/** Yields the product settings that a merged map may hold, each with its key in the map and its own name. */
function* keysOf(
  { as, drops = [], written = {} }: Merged,
  { settings }: ProductSchema,
  versions: Releases,
): Iterable<readonly [key: string, own: string, setting: ProductSetting]> {
  for (const [name, setting] of Object.entries(settings)) {
    if (setting.file !== undefined || drops.includes(name) || !haveCommon(setting, versions)) continue;
    if (as === 'cluster settings' && !isSentIn(versions, setting)) continue;
    const other = Object.entries(written).find(([, beginning]) => name.startsWith(beginning));
    if (other !== undefined) yield [other[0] + name.slice(other[1].length), name, setting];
    yield [name, name, setting];
  }
}

/** The meaning of plain data in the form of a slot's variable, or the reason why it has no meaning. */
export function meaningInSlot(slot: SettingSlot, raw: unknown): Meaning<unknown> {
  if (slot.form !== undefined) return FORMS[slot.form].read(raw);
  if (slot.isSecret) return { expected: 'a secret' };
  const meaning = meaningForProduct(slot.becomes, raw);
  const { words } = slot;
  if (words === undefined || !('value' in meaning) || !Array.isArray(meaning.value)) return meaning;
  return {
    value: meaning.value.map((word: unknown) => (Object.hasOwn(words, String(word)) ? words[String(word)] : word)),
  };
}

/** Tells whether a slot inverts the value of its setting. */
export function isInverted(slot: SettingSlot | undefined): boolean {
  return slot?.form === 'inverted';
}

/** The slot of what a role sets where no variable does: no variable has the name of a product's setting. */
function slotOfRole(
  own: string,
  becomes: ProductSetting,
  { default: value, computed, needs }: NonNullable<VocabularyPart['sets']>[string],
  role: string | undefined,
  switchOf: (variable: string) => Switch,
): SettingSlot {
  return {
    ...slotOf(own, undefined, own, becomes),
    default: value,
    computedBy: computed === true ? (role ?? 'the role') : undefined,
    needs: needs?.map((any) => any.map(switchOf)),
  };
}

/** Finds the first slot that has a value. */
export function firstFilledSlot(slots: readonly SettingSlot[], variables: HostVariables): FoundValue | undefined {
  let opaque: FoundValue | undefined;
  for (const slot of slots) {
    const found = valueOfSlot(slot, variables);
    if (found === undefined || setsNothing(slot, found.node)) continue;
    // A map that is a template may or may not hold the key: a slot with a plain value comes first.
    if (found.node === found.assignment.value && found.rest !== undefined) opaque ??= found;
    else return found;
  }
  return opaque;
}

/** Tells whether a value in a slot leaves the setting as if nothing set it. */
export function setsNothing({ form }: SettingSlot, node: Node): boolean {
  if (countsAsUnset(node)) return true;
  const meaning = form === 'if true' ? readBoolean(plainData(node)) : undefined;
  return meaning !== undefined && 'value' in meaning && !meaning.value;
}

/** A slot whose variable has an unknown value, and the reason. */
export interface UnknownSlot {
  readonly slot: SettingSlot;
  readonly unknown: Unknown;
}

/**
 * Finds the first slot whose value is unknown. `isSet`: whether some slot has a value; then a vaulted file makes none
 * unknown, as it matters only if nothing else sets the variable.
 */
export function firstUnknown(
  slots: readonly SettingSlot[],
  variables: HostVariables,
  isSet: boolean,
): UnknownSlot | undefined {
  for (const slot of slots) {
    const unknown = variables.unknown(slot.variable);
    if (unknown !== undefined && !(isSet && unknown.reason === 'vault')) return { slot, unknown };
  }
  return undefined;
}

/** The value of a slot, which may be null or an empty text. */
export function valueOfSlot(slot: SettingSlot, variables: HostVariables): FoundValue | undefined {
  const assignment = variables.get(slot.variable);
  if (assignment === undefined) return undefined;
  const { value } = assignment;
  const entry = slot.key === undefined ? { node: value, rest: undefined } : entryInMap(value, slot.key);
  return entry && { slot, assignment, ...entry };
}

/** The variable whose map would hold the setting, if the first slot is a key of a map. */
export function mapVariableOf(slots: readonly SettingSlot[], variables: HostVariables): Assignment | undefined {
  const [slot] = slots;
  return slot?.key === undefined ? undefined : variables.get(slot.variable);
}

/** The entry of a map for a key; a template or a vaulted text in place of the map may hold it. */
export function entryInMap(value: Node, key: string): MapEntry | undefined {
  if (value.kind === 'mapping') return entryAt(value, key);
  if (isTemplated(value) || isVaulted(value)) return { node: value, rest: key };
  const map = mapInText(value);
  return map && entryAt(map, key);
}

/**
 * Reads the map in a text that a role pastes into a configuration file of YAML. Its parts have no places of their
 * own.
 */
export function mapInText(value: Node): Mapping | undefined {
  if (value.kind !== 'scalar' || value.type !== 'str' || isTemplated(value) || isVaulted(value)) return undefined;
  // Most texts are words, which need no reader.
  if (!/[:?{]/.test(value.value as string)) return undefined;
  const { root, problem } = readYaml(value.value as string);
  return problem === undefined && root?.kind === 'mapping' ? root : undefined;
}

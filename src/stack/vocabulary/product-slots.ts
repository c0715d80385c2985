/** The slots by which variables of a role set a product's settings, whichever these are, by the product's own names. */
import type { Host, Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { append } from '../../model/multimap.ts';
import type { Mapping, Node } from '../../source/tree.ts';
import { isTemplated } from '../plain.ts';
import type { Values } from '../values.ts';
import { mapInText, slotOf, slotsOf } from './slots.ts';
import type { SettingSlot } from './slots.ts';
import type { Merged, Vocabulary } from './vocabulary.ts';

/** Slots by the product's own names of what they set. */
type SlotsByOwnName = ReadonlyMap<string, readonly SettingSlot[]>;

/** The slots that may set something for one host. */
interface SlotsOfHost {
  /** The names of what they may set, of those with this beginning. */
  names(beginning: string): readonly string[];
  /** Those for one setting. A key that no map of the host is known to have may be in a map that is not known. */
  for(own: string): readonly SettingSlot[];
}

/** The slots for the settings of one product. */
export class ProductSlots {
  readonly #inventory: Inventory;
  readonly #values: Values;
  /** The slots of the settings that stacklint knows. */
  readonly #known: SlotsByOwnName;
  readonly #knownNames = new Map<string, readonly string[]>();
  /** The variables whose maps become settings of the product. */
  readonly #maps: readonly (readonly [variable: string, merged: Merged])[];
  /** The slots of other keys, by their variables and keys: equal ones are one object. */
  readonly #others = new Map<string, readonly SettingSlot[]>();

  constructor(vocabulary: Vocabulary, product: string, inventory: Inventory, values: Values) {
    this.#inventory = inventory;
    this.#values = values;
    const known = new Map<string, SettingSlot[]>();
    for (const { own, slot, product: of } of slotsOf(vocabulary)) if (of === product) append(known, own, slot);
    this.#known = known;
    this.#maps = Object.entries(vocabulary.schema.properties).flatMap(([variable, { merged }]) =>
      merged?.into === product ? [[variable, merged] as const] : [],
    );
  }

  /** The slots that may set something for a host: those of every known setting, and those of the keys in its maps. */
  of(host: Host): SlotsOfHost {
    const others = new Map<string, readonly SettingSlot[]>();
    for (const [variable, merged] of this.#maps)
      for (const key of this.#keysOf(host, variable)) {
        const own = ownNameOf(key, merged);
        if (this.#known.has(own) || others.has(own) || merged.drops?.includes(own) === true) continue;
        others.set(
          own,
          madeOnce(this.#others, `${variable} ${key}`, () => [slotOf(variable, key, own, undefined)]),
        );
      }
    return {
      names: (beginning) => [
        ...madeOnce(this.#knownNames, beginning, () =>
          [...this.#known.keys()].filter((name) => name.startsWith(beginning)),
        ),
        ...[...others.keys()].filter((name) => name.startsWith(beginning)),
      ],
      for: (own) => this.#known.get(own) ?? others.get(own) ?? this.#ofUnknown(own),
    };
  }

  #ofUnknown(own: string): readonly SettingSlot[] {
    return madeOnce(this.#others, own, () =>
      this.#maps.flatMap(([variable, merged]) =>
        merged.drops?.includes(own) === true ? [] : [slotOf(variable, keyOf(own, merged), own, undefined)],
      ),
    );
  }

  /** The dotted keys of a variable's map, as far as they are known. */
  #keysOf(host: Host, variable: string): readonly string[] {
    const value = this.#inventory.variablesOf(host).get(variable)?.value;
    const map = value && this.#mapIn(host, value);
    return map === undefined ? [] : this.#keysIn(host, map, '');
  }

  #keysIn(host: Host, { pairs }: Mapping, prefix: string): readonly string[] {
    return pairs.flatMap(({ key, value }) => {
      const name = `${prefix}${String(key.value)}`;
      const inner = this.#mapIn(host, value);
      return inner === undefined ? [name] : this.#keysIn(host, inner, `${name}.`);
    });
  }

  /** The map that a value is, or that its template or its text gives. */
  #mapIn(host: Host, value: Node): Mapping | undefined {
    if (value.kind === 'mapping') return value;
    if (value.kind === 'sequence') return undefined;
    if (!isTemplated(value)) return mapInText(value);
    const result = this.#values.of(host, value);
    return result.state === 'known' && result.value.kind === 'mapping' ? result.value : undefined;
  }
}

/** The key of a map for a setting of the product. */
export function keyOf(own: string, { written = {} }: Merged): string {
  const [short, long] = Object.entries(written).find(([, beginning]) => own.startsWith(beginning)) ?? ['', ''];
  return short + own.slice(long.length);
}

/** The product's name for a key of a map. */
function ownNameOf(key: string, { written = {} }: Merged): string {
  const [short, long] = Object.entries(written).find(([beginning]) => key.startsWith(beginning)) ?? ['', ''];
  return long + key.slice(short.length);
}

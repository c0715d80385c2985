/** The settings of a member by its product's own names, which policies ask for and changes are told by. */
import { configurations, product as schemaOf } from '../generated/vocabularies.ts';
import type { Setting } from '../model/setting.ts';
import type { OwnSettings } from '../model/stack.ts';
import type { Meaning } from '../model/units.ts';
import { isSameValue, shownValue } from './products/compared-settings.ts';
import { meaningForProduct } from './products/product-meaning.ts';
import type { ProductSource } from './products/product-settings.ts';
import type { ProductSchema } from './products/products.ts';

/** The meaning of a value for a setting of a product, by the product's own names; undefined if there is no such product. */
export function meaningOfSetting(product: string, setting: string, raw: unknown): Meaning<unknown> | undefined {
  return configurations.has(product) ? meaningForProduct(schemaOf(product).settings[setting], raw) : undefined;
}

/** What gives the settings of a member. */
interface Source extends Pick<ProductSource, 'given' | 'placeToSet'> {
  /** The names of what is declared, of those with a beginning; left out for a running product. */
  names?(beginning: string): readonly string[];
  /** The setting that it does not give, if that may be unknown: a role may have no variable for it. */
  absent?(own: string): Setting<unknown>;
}

/** Makes the settings of a member from what gives them. What nothing sets is what the product has by default. */
export function ownSettings(source: Source, product: string, { settings, upgrades = {} }: ProductSchema): OwnSettings {
  /** The meaning of a value for the product, or the value itself where it has none. */
  const meantBy = (own: string, written: unknown): unknown => {
    const meaning = meaningForProduct(settings[own], written);
    return 'value' in meaning ? meaning.value : written;
  };
  return {
    product,
    upgrades,
    names: () => source.names?.('') ?? [],
    of(own): Setting<unknown> {
      const given = source.given(own);
      if (given !== undefined) return given;
      const absent = source.absent?.(own) ?? { state: 'unset', variable: own, origin: source.placeToSet(own) };
      if (absent.state !== 'unset') return absent;
      const common = { variable: absent.variable, origin: absent.origin };
      const { default: standard, defaults } = settings[own] ?? {};
      if (standard !== undefined) return { state: 'known', ...common, value: meantBy(own, standard), byDefault: true };
      if (defaults === undefined) return absent;
      const message = `${own} is not set, and its default is not known without the release of ${product}`;
      return { state: 'unknown', ...common, reason: 'not-collected', message };
    },
    applies: (own) => {
      const { applies = 'restart' } = settings[own] ?? {};
      return settings[own] === undefined || typeof applies !== 'string' ? undefined : applies;
    },
    isSame: (own, written, value) => isSameValue(meantBy(own, written), value, settings[own]?.type),
    shown: shownValue,
  };
}

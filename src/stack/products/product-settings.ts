/** How the settings of a product fill those of the model: from which settings, in which order, with which default. */
import { madeOnce } from '../../ground/made-once.ts';
import { append } from '../../model/multimap.ts';
import { haveCommon } from '../../model/release.ts';
import type { Given, Origin, Setting } from '../../model/setting.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import type { SettingSource } from '../../model/stack.ts';
import { listOfTrueItems } from '../list-of-items.ts';
import type { ListItem } from '../list-of-items.ts';
import type { ProductSchema } from './products.ts';

/** The source of a product's settings on one host: the files there, or the running product. */
export interface ProductSource {
  /**
   * The setting that one of the product's own gives, whether it fills one of the model or not, by the product's name
   * for it; undefined if nothing sets it. One that is not applicable counts if no other has a value.
   */
  given(own: string): Given<unknown> | undefined;
  /** The place where one would be set that nothing sets. */
  placeToSet(own: string): Origin;
  /** The reason why a setting of the model is not known that the product has no setting for. */
  whyNotStated(name: SettingName): string;
}

/** The product's own settings that fill one of the model. */
interface Fillers {
  /** Settings of the whole one; the first that has a value counts. */
  readonly whole: readonly string[];
  /** For a list: the settings that put each item in. */
  readonly items: ReadonlyMap<string, readonly string[]>;
}

const NONE: Fillers = { whole: [], items: new Map() };

/** The settings of the model that one product has; equal unset ones are one object. */
export class ProductSettings {
  readonly #schema: ProductSchema;
  readonly #fillers: ReadonlyMap<SettingName, Fillers>;
  readonly #unset = new Map<string, Setting<never>>();

  constructor(schema: ProductSchema) {
    this.#schema = schema;
    this.#fillers = fillersOf(schema);
  }

  /** The settings of the model that a source gives by the product's own names. */
  of(source: ProductSource): SettingSource {
    return <N extends SettingName>(name: N) => this.#setting(source, name) as Setting<SettingTypes[N]>;
  }

  #setting(source: ProductSource, name: SettingName): Setting<unknown> {
    const { whole, items } = this.#fillers.get(name) ?? NONE;
    if (whole.length + items.size === 0) {
      const isLacking = this.#schema.lacks?.includes(name) === true || isOfOtherReleases(this.#schema, name);
      const reason = isLacking ? 'not-applicable' : 'not-collected';
      const message = source.whyNotStated(name);
      return { state: 'unknown', setting: name, variable: name, reason, message, origin: source.placeToSet(name) };
    }
    const setting = this.#first(source, name, whole);
    if (setting !== undefined && setting.state !== 'unset') return setting;
    const truths = Array.from(items, ([item, names]): ListItem | undefined => {
      const truth = this.#first(source, name, names);
      return truth && { item, setting: this.#withDefault(truth as Setting<boolean>, names) };
    }).filter((truth) => truth !== undefined);
    return listOfTrueItems(truths) ?? setting ?? this.#absent(source, name, items.values().next().value?.[0] ?? name);
  }

  /** The truth value of a setting that nothing sets is that of the product. */
  #withDefault(setting: Setting<boolean>, [name = '']: readonly string[]): Setting<boolean> {
    const standard = this.#schema.settings[name]?.default;
    if (setting.state !== 'unset' || typeof standard !== 'boolean') return setting;
    const { variable, origin } = setting;
    return { state: 'known', setting: setting.setting, variable, origin, value: standard, byDefault: true };
  }

  /** The setting from the first of some product settings that has a value, or may have one. */
  #first(source: ProductSource, name: SettingName, names: readonly string[]): Setting<unknown> | undefined {
    let instead: Setting<unknown> | undefined;
    for (const own of names) {
      const given = source.given(own);
      if (given === undefined) continue;
      if (given.state !== 'unknown' || given.reason !== 'not-applicable') return given;
      instead ??= given;
    }
    // `network.host` stands for `network.bind_host` as well, and has their common default.
    const own = names.find((one) => this.#schema.settings[one]?.default !== undefined) ?? names[0];
    return instead ?? (own === undefined ? undefined : this.#absent(source, name, own));
  }

  /** The setting that nothing sets. */
  #absent(source: ProductSource, name: SettingName, own: string): Setting<never> {
    const origin = source.placeToSet(own);
    const place = 'call' in origin ? origin.pointer : `${origin.file} ${String(origin.start)}`;
    const standard = this.#schema.settings[own]?.default;
    const productDefault = standard === undefined ? undefined : String(standard);
    return madeOnce(this.#unset, `${name} ${own} ${place}`, () => {
      return { state: 'unset', setting: name, variable: own, origin, productDefault };
    });
  }
}

/** Tells whether only releases that a product is not in have a setting of the model. */
function isOfOtherReleases({ settings }: ProductSchema, name: SettingName): boolean {
  return Object.values(settings).some(({ fills }) => fills === name);
}

function fillersOf({ settings, versions }: ProductSchema): ReadonlyMap<SettingName, Fillers> {
  const found = new Map<SettingName, { readonly whole: string[]; readonly items: Map<string, string[]> }>();
  for (const [own, { fills, item, ...range }] of Object.entries(settings)) {
    if (fills === undefined || !haveCommon(range, versions)) continue;
    const fillers = madeOnce(found, fills, () => ({ whole: [], items: new Map<string, string[]>() }));
    if (item === undefined) fillers.whole.push(own);
    else append(fillers.items, item, own);
  }
  return found;
}

/** Values, in files that plays put on hosts, that the product that reads them refuses. */
import type { Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { ValueType } from '../../model/units.ts';
import type { RefusedValue } from '../../model/declared-inventory.ts';
import { isNull } from '../../source/tree.ts';
import type { DeployedProducts } from './deployed-products.ts';
import { shownHost } from '../hosts.ts';
import { inputsOf, originInFile } from './origin-in-file.ts';
import { meaningInFile } from './product-meaning.ts';
import type { ProductSchema, ProductSetting } from './products.ts';
import type { KnownValue, Reading } from '../rendered/reading.ts';
import { refusalOf } from './refusal.ts';
import { looksSecret } from '../secrecy/secret-search.ts';
import type { Values } from '../values.ts';
import { propertyOf } from '../vocabulary/vocabulary.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** The inventory of a stack, with what its values mean. */
interface Context {
  readonly inventory: Inventory;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
  readonly deployed: DeployedProducts;
}

/** Lists the values that products refuse; if one place gives several settings, only the first. */
export function refusedValues(context: Context): readonly RefusedValue[] {
  const { deployed } = context;
  const byReading = new WeakMap<Reading, readonly Omit<RefusedValue, 'host'>[]>();
  return [...deployed.all].flatMap(([host, products]) =>
    products
      .flatMap((product) => [product, ...product.pipelines])
      .flatMap(({ name, readings }) =>
        Object.values(readings).flatMap((reading) =>
          madeOnce(byReading, reading, () => refusedIn(reading, deployed.schemaOf(name), context)).map((refused) => ({
            ...refused,
            host: shownHost(host),
          })),
        ),
      ),
  );
}

function refusedIn(
  { values }: Reading,
  schema: ProductSchema,
  context: Context,
): readonly Omit<RefusedValue, 'host'>[] {
  const found = new Map<string, Omit<RefusedValue, 'host'>>();
  const ranks = madeOnce(ranksOfSettings, schema.settings, () => ranksOf(schema));
  const rankOf = ([name]: readonly [name: string, ...unknown[]]): number => ranks.get(name) ?? Infinity;
  const own = [...values].filter(([name]) => ranks.has(name)).sort((one, other) => rankOf(one) - rankOf(other));
  for (const [name, value] of own) {
    const refused = value.state === 'known' ? refusedValue(name, value, schema, context) : undefined;
    if (refused === undefined) continue;
    const { at } = refused;
    const place = 'file' in at ? `${at.file} ${String(at.start)}` : at.pointer;
    if (!found.has(place)) found.set(place, refused);
  }
  return [...found.values()];
}

const ranksOfSettings = new WeakMap<ProductSchema['settings'], ReadonlyMap<string, number>>();

/** The order in which the settings of a product are judged: those that fill the model first. */
function ranksOf({ settings }: ProductSchema): ReadonlyMap<string, number> {
  const own = Object.entries(settings).sort(([, one], [, other]) => Number(fills(other)) - Number(fills(one)));
  return new Map(own.map(([name], rank) => [name, rank]));
}

function fills({ fills: filled }: ProductSetting): boolean {
  return filled !== undefined;
}

function refusedValue(
  name: string,
  value: KnownValue,
  schema: ProductSchema,
  { inventory, values, vocabulary }: Context,
): Omit<RefusedValue, 'host'> | undefined {
  const setting = schema.settings[name];
  if (setting === undefined) return undefined;
  const meaning = meaningInFile(schema, setting, value.value);
  if (meaning === undefined || 'value' in meaning || !isJudged(setting, value)) return undefined;
  const source = value.sourceOf();
  const { origin, variable, assignment } = originInFile(source, name, values.scopes);
  // inventory/schema judges the variables of a vocabulary; a made-up host may have other variables, and lists with
  // items.
  if (assignment !== undefined && propertyOf(vocabulary, assignment.name) !== undefined) return undefined;
  if (inventory.standIn === 'made-up' && (source.isComputed || isNull(value.value))) return undefined;
  const { scopes, secrecy } = values;
  if (looksSecret(value.value) || inputsOf(source, scopes).some((node) => secrecy.containsSecret(node)))
    return undefined;
  const { fills: filled } = setting;
  const refusal = refusalOf(schema, name, value, meaning, values);
  return {
    at: origin,
    product: schema.name,
    variable,
    name,
    fills: filled,
    ...refusal,
  };
}

const FORMS: ReadonlySet<ValueType> = new Set<ValueType>(['boolean', 'jvm-size', 'number', 'port', 'size']);

/** Tells whether it is surely the product that refuses a value, and not a reader that knows too little of its forms. */
function isJudged({ fills: filled, values, type, secret }: ProductSetting, value: KnownValue): boolean {
  const hasForm = FORMS.has(type) || values !== undefined || secret === true;
  return isNull(value.value) || hasForm || filled !== undefined;
}

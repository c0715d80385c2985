/** Keys in files of products that are no settings of these: misspelt, removed, or those of another product. */
import type { UnknownSetting } from '../../model/declared-inventory.ts';
import type { Origin } from '../../model/setting.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { descendantsOf } from '../../source/tree.ts';
import { settingOneTypoAway } from '../../model/nearest.ts';
import { haveCommon } from '../../model/release.ts';
import type { Releases } from '../../model/release.ts';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import type { Scopes } from '../../ansible/index.ts';
import type { DeployedProduct } from './deployed-product.ts';
import type { DeployedProducts } from './deployed-products.ts';
import { shownHost } from '../hosts.ts';
import { originInFile } from './origin-in-file.ts';
import { placeIn } from '../place.ts';
import type { ProductSchema } from './products.ts';
import type { ProductValue, Reading } from '../rendered/reading.ts';
import type { Source } from '../rendered/value-source.ts';

/** Names that users give: their repositories, and the attributes of nodes. */
const OF_USERS = /^(?:s3\.client|node\.attr)\./;

interface Misspelt {
  readonly name: string;
  readonly value: ProductValue;
}

const namesOfSettings = new WeakMap<ProductSchema['settings'], readonly string[]>();
const known = new WeakMap<Reading, ReadonlyMap<string, Misspelt>>();

/** The keys of a product that are misspelt, by the names of the settings that were meant. */
export function misspeltOf({ name, readings: { settings } }: DeployedProduct): ReadonlyMap<string, Misspelt> {
  return madeOnce(known, settings, () => misspeltIn(settings, schemaOf(name)));
}

function misspeltIn({ values }: Reading, { configuration, settings }: ProductSchema): ReadonlyMap<string, Misspelt> {
  const found = new Map<string, Misspelt>();
  if (configuration.unknownKeys === undefined) return found;
  const names = madeOnce(namesOfSettings, settings, () =>
    Object.keys(settings).filter((name) => settings[name]?.file === undefined),
  );
  for (const [name, value] of values) {
    // What only some runs write is no certain error.
    const isWritten = value.state === 'known' || value.pattern !== undefined;
    if (!isWritten || Object.hasOwn(settings, name) || OF_USERS.test(name)) continue;
    const meant = settingOneTypoAway(name, names);
    if (meant !== undefined) found.set(meant, { name, value });
  }
  return found;
}

/** A key that is surely no setting of a product, with what its report says. */
type Refused = Misspelt & Pick<UnknownSetting, 'meant' | 'release' | 'owner'>;

/** Lists the keys, on all hosts, that are no settings of the products: each at itself, or at the variable that has it. */
export function unknownSettings(deployed: DeployedProducts, scopes: Scopes): readonly UnknownSetting[] {
  return [...deployed.all].flatMap(([host, products]) =>
    products
      .flatMap((product) => [product, ...product.pipelines])
      .flatMap((product) => {
        const schema = deployed.schemaOf(product.name);
        const misspelt = Array.from(misspeltOf(product), ([meant, one]): Refused => ({ ...one, meant }));
        return [...misspelt, ...refusedIn(product.readings.settings, schema)].flatMap(({ name, value, ...why }) => {
          const source = value.sourceOf?.();
          if (source === undefined) return [];
          const at = originOfKey(source, scopes) ?? originInFile(source, name, scopes).origin;
          return [{ at, host: shownHost(host), product: schema.name, name, ...why }];
        });
      }),
  );
}

/** The keys of settings that the product no longer has in its release, and of settings that others have. */
function refusedIn({ values }: Reading, { configuration, settings, versions }: ProductSchema): readonly Refused[] {
  if (configuration.unknownKeys === undefined) return [];
  const isAlwaysIn = (releases: Releases): boolean => !haveCommon(versions, { until: releases.since ?? '0' });
  const foreign = Object.entries(configuration.foreignKeys ?? {}).filter(([, releases]) => isAlwaysIn(releases));
  return Array.from(values).flatMap(([name, value]): readonly Refused[] => {
    // What only some runs write is no certain error.
    if (value.state !== 'known') return [];
    const { until, replacedBy } = settings[name] ?? {};
    if (until !== undefined)
      return isAlwaysIn({ since: until }) ? [{ name, value, meant: replacedBy, release: versions.since }] : [];
    const owner = name in settings ? undefined : foreign.find(([begin]) => name.startsWith(begin))?.[1].of;
    return owner === undefined ? [] : [{ name, value, meant: undefined, owner }];
  });
}

/** The key before a value: in the template, or in the variable that the template prints as a whole. */
function originOfKey({ key, node, place }: Source, scopes: Scopes): Origin | undefined {
  if (key !== undefined) return placeIn(key.document, key);
  const by = node && scopes.assignmentOf(node);
  if (by === undefined) return undefined;
  const pairs = [by.value, ...descendantsOf(by.value)].flatMap((one) => (one.kind === 'mapping' ? one.pairs : []));
  const own = pairs.find(({ value }) => value === node)?.key;
  return own && { ...placeIn(by.document, own), usedAt: [placeIn(place.document, place)] };
}

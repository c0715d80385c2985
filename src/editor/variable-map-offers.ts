/** What may be written where variables are set: their names, their values, and the keys of maps in them. */
import type { OpenedStack } from '../check/opened-stack.ts';
import { schemaInReleases } from '../stack/products/products.ts';
import type { Part } from '../stack/products/products.ts';
import { valueAt } from '../source/tree.ts';
import type { Node } from '../source/tree.ts';
import { DeployedReleases } from '../stack/releases-of-hosts.ts';
import { propertyOf } from '../stack/vocabulary/vocabulary.ts';
import { knownNamesOf, productOfFile } from './known-names.ts';
import type { Offer, Writing } from './offers.ts';
import { settingKeys, settingValues } from './setting-offers.ts';
import type { SettingsMap } from './setting-offers.ts';
import type { Step, TypedPlace } from './typed-place.ts';
import { partKeys, variableKeys, variableValues } from './variable-offers.ts';
import type { TypedFor } from './variable-offers.ts';

/** The offers below a mapping of variables, which the first `depth` steps of the place lead to. */
export function offersInVariables(
  opened: OpenedStack,
  purpose: TypedFor,
  place: TypedPlace,
  depth: number,
  writing: Writing,
): readonly Offer[] {
  const { route, keyOf } = place;
  const [name, ...steps] = route.slice(depth);
  if (route.length === depth && keyOf !== undefined)
    return variableKeys(opened, purpose, new Set(keyOf.pairs.map(({ key }) => String(key.value))));
  if (name === undefined || place.before.trim() !== '' || place.after.trim() !== '') return [];
  const map = mapOfVariable(opened, name, purpose);
  if (map !== undefined) return offersInSettings(map, place, depth + 1, writing);
  const keys =
    keyOf === undefined ? [] : partKeys(opened, name, steps, new Set(keyOf.pairs.map(({ key }) => key.value)));
  if (keyOf !== undefined && !place.isAlone) return keys;
  const isItem = steps.length === 1 && steps[0] === undefined;
  const becomes = steps.length === 0 || isItem ? settingOfVariable(opened, name, purpose) : undefined;
  return [
    ...keys,
    ...variableValues(opened, name, steps, writing),
    ...(becomes === undefined ? [] : settingValues(becomes.map, becomes.own, isItem, writing)),
  ];
}

/** The offers below a map of settings, which the first `depth` steps of the place lead to. */
export function offersInSettings(
  map: SettingsMap,
  place: TypedPlace,
  depth: number,
  writing: Writing,
): readonly Offer[] {
  const { route, keyOf, root } = place;
  if (place.before.trim() !== '' || place.after.trim() !== '') return [];
  const steps = route.slice(depth);
  const isItem = steps.length > 0 && steps.at(-1) === undefined;
  const keys = (isItem ? steps.slice(0, -1) : steps).filter((step) => step !== undefined);
  if (keys.length < steps.length - (isItem ? 1 : 0)) return [];
  const isValue = keyOf === undefined || place.isAlone;
  const values = isValue && keys.length > 0 ? settingValues(map, keys.join('.'), isItem, writing) : [];
  if (keyOf === undefined || isItem) return values;
  const whole = nodeAt(root, route.slice(0, depth));
  return [...settingKeys(map, keys, whole?.kind === 'mapping' ? whole : undefined, keyOf), ...values];
}

function nodeAt(root: Node, steps: readonly Step[]): Node | undefined {
  const names = steps.filter((step) => step !== undefined);
  return names.length < steps.length ? undefined : valueAt(root, ...names);
}

/** The settings that a variable holds as a map: by the vocabulary, or by a template that prints it. */
function mapOfVariable(opened: OpenedStack, name: string, purpose: TypedFor): SettingsMap | undefined {
  const { vocabulary } = opened;
  const { merged, part } = propertyOf(vocabulary, name) ?? {};
  if (vocabulary !== undefined && merged !== undefined)
    return settingsMap(merged.into, vocabulary.product(merged.into), releasesOf(opened, part, purpose), { merged });
  const printed = knownNamesOf(opened).mapPrinted(name);
  return printed && mapOfFile(opened, printed.product, printed.file);
}

/** The setting of its part's product that a variable becomes as it is. */
function settingOfVariable(
  opened: OpenedStack,
  name: string,
  purpose: TypedFor,
): { readonly map: SettingsMap; readonly own: string } | undefined {
  const { vocabulary } = opened;
  const { becomes, form, part, words } = propertyOf(vocabulary, name) ?? {};
  const product = part && vocabulary?.head.parts[part]?.product;
  if (vocabulary === undefined || product === undefined || typeof becomes !== 'string') return undefined;
  if (form !== undefined || words !== undefined) return undefined;
  const map = settingsMap(product, vocabulary.product(product), releasesOf(opened, part, purpose), {});
  return { map, own: becomes };
}

/** The releases of a part that a role deploys on the hosts which what is typed is for. */
function releasesOf(opened: OpenedStack, part: Part | undefined, { hosts }: TypedFor): SettingsMap['releases'] {
  const { vocabulary, inventory, values } = opened;
  if (vocabulary === undefined) return [];
  if (part === undefined) return [vocabulary.head.versions];
  const members = [...knownNamesOf(opened).membersOf(part)];
  const own = members.filter((host) => hosts?.has(host) !== false);
  const deployed = new DeployedReleases(inventory, values, vocabulary);
  const releases = new Set((own.length > 0 ? own : members).map((host) => deployed.of(host, part)));
  return releases.size > 0 ? [...releases] : [vocabulary.head.versions];
}

/** The settings that a template, or a file that is copied, has; undefined if it is not one of a product's settings. */
export function mapOfTemplate(opened: OpenedStack, file: string): SettingsMap | undefined {
  const product = productOfFile(file) ?? knownNamesOf(opened).productWrittenFrom(file);
  return product === undefined ? undefined : mapOfFile(opened, product, file);
}

/** The settings of a file of a product. */
export function mapOfFile(opened: OpenedStack, product: string, file: string): SettingsMap | undefined {
  const { schema, releases } = knownNamesOf(opened).product(product) ?? {};
  if (schema === undefined || releases === undefined) return undefined;
  return settingsMap(product, schema, releases, { file: file.replace(/^.*\/|\.j(?:inja)?2$/g, '') });
}

function settingsMap(
  product: string,
  schema: SettingsMap['schema'],
  releases: SettingsMap['releases'],
  more: Pick<SettingsMap, 'merged' | 'file'>,
): SettingsMap {
  const [only] = releases;
  const isOne = only !== undefined && releases.length === 1;
  return { product, schema: isOne ? schemaInReleases(schema, only) : schema, releases, ...more };
}

/** Settings of products in completions: as keys of their files and of the maps that go there, and their values. */
import { rulesWith } from '../explain/rule-words.ts';
import { listed } from '../model/phrases.ts';
import { haveCommon } from '../model/release.ts';
import type { Releases } from '../model/release.ts';
import { settingsRead } from '../model/rule.ts';
import { MAX_NAMES } from '../report/terminal-text.ts';
import type { Mapping } from '../source/tree.ts';
import { isSecretOfProduct, mayBeSent } from '../stack/products/products.ts';
import type { ProductSchema, ProductSetting } from '../stack/products/products.ts';
import { keyOf } from '../stack/vocabulary/product-slots.ts';
import type { Merged } from '../stack/vocabulary/vocabulary.ts';
import { code, plain } from './markdown.ts';
import { ENUM_MEMBER, MODULE, PROPERTY, valueOffer } from './offers.ts';
import type { Offer, Writing } from './offers.ts';

/** A file of a product, or a map that goes into one. */
export interface SettingsMap {
  /** The product, by the name of its file in `schemas/products`. */
  readonly product: string;
  readonly schema: ProductSchema;
  /** The releases that the hosts may have; empty where they are not known. */
  readonly releases: readonly Releases[];
  /** What the role does with the map. */
  readonly merged?: Merged | undefined;
  /** The name of the file. */
  readonly file?: string | undefined;
}

/** A setting as a map has it. */
interface WrittenSetting {
  readonly own: string;
  /** Its key in the map, dotted. */
  readonly written: string;
  readonly setting: ProductSetting;
}

/**
 * The settings that a map may have, in the style that it has. `keys`: those of the maps around the place; `whole`: the
 * outermost map; `at`: the one that the key is of.
 */
export function settingKeys(
  map: SettingsMap,
  keys: readonly string[],
  whole: Mapping | undefined,
  at: Mapping,
): readonly Offer[] {
  const prefix = keys.map((key) => `${key}.`).join('');
  const taken = whole === undefined ? new Set<string>() : namesIn(whole);
  const beside = new Set(at.pairs.map(({ key }) => String(key.value)));
  const isNested = whole !== undefined && isWrittenNested(whole);
  const levels = new Map<string, number>();
  const offers: Offer[] = [];
  for (const one of settingsOf(map)) {
    if (!one.written.startsWith(prefix) || taken.has(one.written)) continue;
    const rest = one.written.slice(prefix.length);
    const [level = '', ...others] = rest.split('.');
    if (isNested && others.length > 0) levels.set(level, (levels.get(level) ?? 0) + 1);
    else offers.push(keyOffer(map, one, rest));
  }
  for (const [label, count] of levels)
    if (!beside.has(label))
      offers.push({ label, kind: MODULE, opens: 'block', detail: `${String(count)} of ${map.schema.name}`, rank: 0 });
  return offers;
}

function keyOffer({ product, schema }: SettingsMap, { own, setting }: WrittenSetting, label: string): Offer {
  const opens = ['maps', 'modules'].includes(setting.type) ? 'block' : 'value';
  const subject = { kind: 'setting', product, name: own } as const;
  return { label, kind: PROPERTY, detail: detailOf(schema, own), opens, rank: 0, subject };
}

/** The values that a setting of a map may have. `isItem`: an item of its list. */
export function settingValues(map: SettingsMap, key: string, isItem: boolean, writing: Writing): readonly Offer[] {
  const { setting, own } = settingsOf(map).find(({ written }) => written === key) ?? {};
  if (setting === undefined || own === undefined || isSecretOfProduct(setting, own)) return [];
  const { schema } = map;
  if (isItem)
    return setting.fills === 'roles'
      ? rolesOf(map).flatMap((role) => valueOffer(role, writing, { rank: 0 }, ENUM_MEMBER))
      : [];
  const { values = {}, type } = setting;
  const { default: standard } = setting;
  const about = (value: unknown): Pick<Offer, 'rank' | 'detail'> =>
    value === standard ? { rank: 0, detail: `the default of ${schema.name}` } : { rank: 0 };
  const words = Object.keys(values).filter((word) => isIn(values[word] ?? {}, map));
  const truth = type === 'boolean' ? [true, false] : [];
  const allowed = [...words, ...truth];
  // A product that takes no other words for truth values gets these.
  const habits = schema.configuration.booleans === 'YAML 1.1' ? writing.habits : { ...writing.habits, truth: 'true' };
  return [
    ...allowed.flatMap((value) => valueOffer(value, { ...writing, habits }, about(value), ENUM_MEMBER)),
    ...(standard === undefined || allowed.includes(standard as string | boolean)
      ? []
      : valueOffer(standard, writing, about(standard))),
  ];
}

/** What an editor says about a setting of a product, in paragraphs of Markdown. */
export function settingParagraphs(schema: ProductSchema, name: string): readonly string[] {
  const setting = schema.settings[name];
  if (setting === undefined) return [];
  const { values, since, until, applies = 'restart', fills, unit, replacedBy } = setting;
  const standards = Object.entries(setting.defaults ?? {});
  const rules = rulesWith().filter(({ rule }) => fills !== undefined && settingsRead(rule).has(fills));
  const facts = [
    ...(unit === undefined ? [] : [`Unit ${plain(unit)}.`]),
    ...(values === undefined ? [] : [`One of ${Object.keys(values).map(code).join(', ')}.`]),
    ...(standards.length > 1
      ? [`Default ${standards.map(([from, one]) => `${code(String(one))} since ${from}`).join(', ')}.`]
      : []),
    ...(since === undefined ? [] : [`Since ${plain(since)}.`]),
    ...(until === undefined
      ? []
      : [`Gone in ${plain(until)}${replacedBy === undefined ? '' : `, where ${code(replacedBy)} is in its place`}.`]),
  ];
  return [
    `**${plain(name)}**`,
    `${plain(schema.name)}: ${plain(detailOf(schema, name))}.`,
    ...(facts.length === 0 ? [] : [facts.join('  \n')]),
    ...(typeof applies === 'string' ? [APPLIES[applies]] : []),
    ...(rules.length === 0
      ? []
      : [
          `Read by ${listed(
            rules.map((one) => one.name),
            MAX_NAMES,
          )}.`,
        ]),
  ];
}

const APPLIES = {
  live: 'Running nodes take another value by a request.',
  restart: 'Another value takes a restart.',
  reinstall: 'Only a member without data takes another value.',
} as const;

/** The type and the default, as far as they are the same in all of the releases. */
function detailOf({ settings }: ProductSchema, own: string): string {
  const setting = settings[own];
  if (setting === undefined) return '';
  const { type, default: standard } = setting;
  const isSecret = isSecretOfProduct(setting, own);
  const byDefault = standard === undefined || isSecret ? [] : [`default ${JSON.stringify(standard)}`];
  return [type.replace('-', ' '), ...byDefault, ...(isSecret ? ['a secret'] : [])].join(', ');
}

/** The settings that a map may have, in releases that its hosts may have. */
function settingsOf(map: SettingsMap): readonly WrittenSetting[] {
  const { schema, merged, file } = map;
  const programs = schema.configuration.files.map((name) => name.replace(/\.ya?ml$/, ''));
  const others = programs.filter((program) => file !== undefined && program !== file.replace(/\.ya?ml$/, ''));
  return Object.entries(schema.settings).flatMap(([own, setting]) => {
    if (setting.file !== undefined || !isIn(setting, map) || merged?.drops?.includes(own) === true) return [];
    if (merged?.as === 'cluster settings' && !mayBeSent(setting)) return [];
    // Programs of one product have settings in common, and each some of its own.
    if (others.some((program) => own.startsWith(`${program}.`))) return [];
    return [{ own, written: merged === undefined ? own : keyOf(own, merged), setting }];
  });
}

/** Tells whether a range has releases that the hosts may have; without any that are known, the newest one counts. */
function isIn(range: Releases, { releases }: SettingsMap): boolean {
  return releases.length === 0 ? range.until === undefined : releases.some((one) => haveCommon(range, one));
}

function rolesOf(map: SettingsMap): readonly string[] {
  return Object.entries(map.schema.roles ?? {}).flatMap(([role, range]) => (isIn(range, map) ? [role] : []));
}

/** The dotted names of all that a map holds. */
function namesIn({ pairs }: Mapping, prefix = ''): ReadonlySet<string> {
  return new Set(
    pairs.flatMap(({ key, value }) => {
      const name = `${prefix}${String(key.value)}`;
      return value.kind === 'mapping' ? [...namesIn(value, `${name}.`)] : [name];
    }),
  );
}

/** Tells whether a map has its settings in maps, and none with a dotted name. */
function isWrittenNested(whole: Mapping): boolean {
  const maps = [whole];
  for (const { pairs } of maps)
    for (const { key, value } of pairs) {
      if (String(key.value).includes('.')) return false;
      if (value.kind === 'mapping') maps.push(value);
    }
  return maps.length > 1;
}

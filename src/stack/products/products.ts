/** Products: the software that a stack runs, with its own settings (`schemas/products/*.json`), by release. */
import { areWithin, haveCommon, isBefore } from '../../model/release.ts';
import type { Releases } from '../../model/release.ts';
import { mayBeSecretName } from '../../model/secret-names.ts';
import type { SettingName } from '../../model/settings.ts';
import type { Applies, Dashboard, Product } from '../../model/stack.ts';
import type { ValueType } from '../../model/units.ts';
import type { Upgrades } from '../../model/upgrade.ts';

/** The parts of a stack that a product, a variable or a group belongs to. */
export type Part = 'search' | 'dashboard' | 'pipeline' | 'shipper';
export const PARTS: readonly Part[] = ['search', 'dashboard', 'pipeline', 'shipper'];

/** A setting by the product's own name: `bootstrap.memory_lock`. */
export interface ProductSetting extends Releases {
  /** The type of its values; a setting of the model that it fills has the same. */
  readonly type: ValueType;
  readonly unit?: string;
  /** The only values of a text, with the releases that know them. */
  readonly values?: Readonly<Record<string, Releases>>;
  /** The product's own, where it is the same in all releases. */
  readonly default?: string | number | boolean | readonly string[];
  /** The product's own, each by the first release that has it. */
  readonly defaults?: Readonly<Record<string, string | number | boolean>>;
  readonly secret?: boolean;
  /** What makes a member take another value, by the first release where releases differ; a restart if it is left out. */
  readonly applies?: Applies | Readonly<Record<string, Applies>>;
  /** The kind of file that it belongs in, if that is not the product's own. */
  readonly file?: 'jvm.options' | 'unit' | 'sysctl' | 'security';
  /** The setting of the model that it fills. */
  readonly fills?: SettingName;
  /** For a truth value: the item that it puts into the list which it fills. */
  readonly item?: string;
  /** The setting, or something else, that took its place in the releases without it. */
  readonly replacedBy?: string;
}

/** The files on a host that configure a product. */
export interface ProductConfiguration {
  /** The names of its files of settings, which are YAML. */
  readonly files: readonly string[];
  /** Beginnings of the addresses of its repositories of packages, before the number of the release. */
  readonly repositories?: readonly string[];
  /** `refused` if the product does not start with a mapping that has a key twice; `last` if the last one counts. */
  readonly repeatedKeys: 'refused' | 'last';
  /** Given where it does not start with a key that is not a setting of it. */
  readonly unknownKeys?: 'refused';
  /** Beginnings of names of settings that others have, and that it does not start with, by the first such release. */
  readonly foreignKeys?: Readonly<Record<string, { readonly of: string; readonly since?: string }>>;
  /** Given where it does not start with a key without a value. */
  readonly emptyValues?: 'refused';
  /**
   * The words without quotes that it takes for truth values: `yes` and `on` as well, or `true` and `false` alone. In
   * quotes it takes `true` and `false`. `words` if no others count at all, in quotes or not. Left out if it takes
   * others, too.
   */
  readonly booleans?: 'YAML 1.1' | 'YAML 1.2' | undefined;
  /** The first release for which `booleans` holds; those before take others, too. */
  readonly booleansSince?: string;
  /** The names of its services, which its folders have as well. */
  readonly services: readonly string[];
  /** Its files of options of the JVM, below the folder of its settings: `jvm.options.d/*.options`. */
  readonly jvmOptions?: readonly string[];
  /** The ends of the paths of files that configure its security: `opensearch-security/config.yml`. */
  readonly securityFiles?: readonly string[];
  /** The oldest release of Java that it starts with, by the first of its own releases that needs it. */
  readonly java?: Readonly<Record<string, string>>;
  /** The environment variable with options of the JVM, which count after those of files. */
  readonly javaOptions?: string;
  /** The name of its file with a list of pipelines, which can have settings of their own. */
  readonly pipelines?: string;
  /** The truth values with which it takes changes of further files while it runs: their names, or settings with their paths. */
  readonly reloads?: Readonly<Record<string, readonly string[]>>;
  /**
   * The packages of Linux that bring its file of settings, each with the settings that this may set: names, or
   * beginnings with a dot at the end.
   */
  readonly packages?: Readonly<Record<string, readonly string[]>>;
  /** The names of its container images, without registry, namespace and tag. */
  readonly images: readonly string[];
  /**
   * The names of the variables that its container makes settings of: `cluster.name`, or in capitals with `_` for each
   * dot, `SERVER_HOST`.
   */
  readonly variables?: 'dotted' | 'capitals';
  /** The settings for which its container has variables of other names: `DISABLE_SECURITY_PLUGIN`. */
  readonly ownVariables?: Readonly<Record<string, string>>;
  /** The beginning of further variables: the name in capitals follows, with `_` for each dot and `__` for each `_`. */
  readonly variablesBegin?: string;
}

export interface ProductSchema {
  readonly name: string;
  readonly part: Part;
  /** The releases that it describes. */
  readonly versions: Releases;
  /** The roles that a node may have. */
  readonly roles?: Readonly<Record<string, Releases>>;
  /** The releases in which plugins may bring roles of their own. */
  readonly otherRoles?: Releases;
  /** Settings of the model that the product does not have, in files or elsewhere. */
  readonly lacks?: readonly SettingName[];
  /** Its settings with the addresses of the nodes that it connects to; the first that is set counts. */
  readonly searchHosts?: readonly string[];
  /** The modules that a program of it has, by the name of the program. */
  readonly modules?: Readonly<Record<string, readonly string[]>>;
  /** The names of users that may do everything, with the releases that start as one of them. */
  readonly superusers?: Readonly<Record<string, Releases>>;
  /** What it may be upgraded from. */
  readonly upgrades?: Upgrades;
  readonly configuration: ProductConfiguration;
  readonly settings: Readonly<Record<string, ProductSetting>>;
}

/** Tells whether nobody may see the value of a setting: the product says so or, if stacklint does not know it, its name. */
export function isSecretOfProduct(setting: ProductSetting | undefined, own: string): boolean {
  return setting === undefined ? mayBeSecretName(own) : setting.secret === true;
}

/** Tells whether a request to a cluster may change a setting while its nodes run; it may one that stacklint does not know. */
export function mayBeSent(setting: ProductSetting | undefined): boolean {
  if (setting === undefined) return true;
  const { applies = 'restart', file } = setting;
  return file === undefined && (typeof applies === 'string' ? [applies] : Object.values(applies)).includes('live');
}

/** Tells whether a request to a cluster changes a setting in all of some releases. */
export function isSentIn(releases: Releases, { applies, file }: ProductSetting): boolean {
  return file === undefined && (typeof applies === 'object' ? onlyOneIn(applies, releases) : applies) === 'live';
}

/** The watermark of frozen data is none of those that rules judge. */
const HEADROOM = /\.watermark\.(?:low|high|flood_stage)\.max_headroom$/;

/**
 * The product in some releases: settings whose defaults differ, or what makes them apply, have those of these releases,
 * if they have one alone.
 */
export function schemaInReleases(schema: ProductSchema, releases: Releases): ProductSchema {
  const settings = Object.entries(schema.settings).map(([name, setting]): [string, ProductSetting] => {
    const { defaults, applies } = setting;
    const standard = defaults && onlyOneIn(defaults, releases);
    const applied = typeof applies === 'object' ? onlyOneIn(applies, releases) : undefined;
    if (standard === undefined && applied === undefined) return [name, setting];
    const ofReleases = { ...setting, ...(standard !== undefined && { default: standard }) };
    return [name, applied === undefined ? ofReleases : { ...ofReleases, applies: applied }];
  });
  return { ...schema, versions: releases, settings: Object.fromEntries(settings) };
}

/** What some releases have, each by the first that has it; undefined if they may have several, or none. */
function onlyOneIn<T>(steps: Readonly<Record<string, T>>, releases: Releases): T | undefined {
  const all = Object.keys(steps).sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const own = all.filter((since, index) => {
    const until = all[index + 1];
    return haveCommon(until === undefined ? { since } : { since, until }, releases);
  });
  return own.length === 1 ? steps[own[0] ?? ''] : undefined;
}

/** The users that may do everything: true for those as whom none of the releases starts. */
export function superusersInReleases({ superusers = {} }: ProductSchema, releases: Releases): Dashboard['superusers'] {
  return Object.fromEntries(
    Object.entries(superusers).map(([name, starting]) => [name, !haveCommon(starting, releases)]),
  );
}

/** The product as rules see it in some releases. */
export function productInReleases(schema: ProductSchema, releases: Releases): Product {
  const { name, roles = {}, otherRoles, settings } = schema;
  const known = Object.entries(roles).filter(([, range]) => haveCommon(range, releases));
  const headrooms = Object.entries(settings).flatMap(([own, { default: byDefault, ...range }]) =>
    HEADROOM.test(own) && typeof byDefault === 'string' && haveCommon(range, releases)
      ? [[own, { byDefault, releases: range, isCertain: areWithin(releases, range) }] as const]
      : [],
  );
  return {
    name,
    roles: known.map(([role]) => role),
    hasOtherRoles: otherRoles !== undefined && haveCommon(otherRoles, releases),
    headrooms: Object.fromEntries(headrooms),
  };
}

/** The settings of Ansible that change how an inventory is read. */
import type { SettingPlace, SettingsProblem } from './setting-values.ts';
import { REFERENCE } from '../../ground/releases.ts';
import { hasChange } from '../versions.ts';
import type { Version } from '../../ground/releases.ts';

/** All of it is data: two settings that are the same as JSON are the same. */
export interface Settings {
  /** The release of ansible-core to follow. */
  readonly version: Version;
  /** The `ansible.cfg` that counts, absolute. */
  readonly file: string | undefined;
  /** An `ansible.cfg` that Ansible ignores, as everybody may write to its folder; in a check it may be `file`. */
  readonly ignored: string | undefined;
  /** `[defaults] inventory`, as absolute paths; undefined if it is not set. */
  readonly inventory: readonly string[] | undefined;
  /** The place that sets it. */
  readonly inventoryAt: SettingPlace;
  readonly mergeHashes: boolean;
  readonly precedence: readonly string[];
  /** `force_valid_group_names` is `always` or `silently`. */
  readonly transformGroupNames: boolean;
  /** `force_valid_group_names` is `never` or `always`, which warn of invalid names. */
  readonly warnsOfGroupNames: boolean;
  readonly plugins: readonly string[];
  /** The place that enables them. */
  readonly pluginsAt: SettingPlace;
  /** Folders of inventory plugins and of vars plugins, absolute. */
  readonly inventoryPluginsPath: readonly string[];
  readonly varsPluginsPath: readonly string[];
  /** Endings of names that a folder of sources skips. */
  readonly ignoredExtensions: readonly string[];
  /** `jinja2_native`, which has no effect from 2.19 on. */
  readonly nativeJinja: boolean;
  /** `ignore_patterns`: a folder of sources skips the names in which one of these is found. */
  readonly ignoredPatterns: readonly string[];
  /** The place that sets `any_unparsed_is_failed`: Ansible stops at the first source that it cannot read. */
  readonly anyUnparsedFails: SettingPlace | undefined;
  /** The place that sets `unparsed_is_failed`: Ansible stops if it can read no source at all. */
  readonly allUnparsedFails: SettingPlace | undefined;
  /** `host_pattern_mismatch` is `error`: a pattern that selects nothing ends the run. */
  readonly mismatchFails: boolean;
  /** `host_pattern_mismatch` is `warning`: Ansible warns about a pattern that matches no host. */
  readonly warnsOfMismatch: boolean;
  /** `duplicate_dict_key` is `error`: a file with a key twice in one mapping is broken. */
  readonly duplicatesFail: boolean;
  /** `vars_plugins_enabled` has the plugin that reads group_vars and host_vars. */
  readonly readsVarsFiles: boolean;
  /** `vars_plugins_enabled` has the plugin that reads files encrypted by SOPS in the same folders. */
  readonly readsSopsFiles: boolean;
  /** The other plugins of `vars_plugins_enabled`, which are unknown here. */
  readonly varsPlugins: readonly string[];
  /** The place that sets `vars_plugins_enabled`. */
  readonly varsPluginsAt: SettingPlace;
  /** When files of group_vars and host_vars are read. */
  readonly varsStages: VarsStages;
  /** Extensions of variable files. */
  readonly yamlExtensions: readonly string[];
  /** Extensions of YAML sources. */
  readonly sourceExtensions: readonly string[];
  /** Folders of modules and what goes with them, and of filters, tests and lookups, absolute. */
  readonly pluginsPath: Readonly<Record<'modules' | 'templates', readonly string[]>>;
  /** Folders of roles and of collections, absolute. */
  readonly rolesPath: readonly string[];
  readonly collectionsPath: readonly string[];
  /** The folders in which `ansible-galaxy` installs roles and collections if these are not set. */
  readonly installed: { readonly roles: readonly string[]; readonly collections: readonly string[] };
  /** `private_role_vars`, where it is set. */
  readonly privateRoleVars: boolean | undefined;
  /** `[inventory_plugins] use_extra_vars`, the default of that option. */
  readonly useExtraVars: boolean;
  /** `[inventory] export`: ansible-inventory prints as with `--export`. */
  readonly exports: boolean;
  /** `verbosity`, to which each `-v` adds one. */
  readonly verbosity: number;
  /** `verbose_to_stderr`: what `-v` shows goes to stderr, not to stdout. */
  readonly verboseToStderr: boolean;
  /** True if facts of earlier runs may be cached: `[defaults] fact_caching` is not `memory`. */
  readonly factCache: boolean;
  /** `inject_facts_as_vars`: facts are variables; else only `ansible_local` is, even without a fact of that name. */
  readonly injectsFacts: boolean;
  /** `error_on_missing_handler`: Ansible stops at a name that no handler has. */
  readonly needsHandlers: boolean;
  readonly allowBrokenConditions: boolean;
  /** The vault settings of `ansible.cfg`; `vaultPlaces` adds those of the environment. */
  readonly vault: VaultSettings;
  /** Problems that keep Ansible from starting; the settings that have one have their defaults here. */
  readonly problems: readonly SettingsProblem[];
  /** Warnings of Ansible, which goes on without these values. */
  readonly warnings: readonly SettingsProblem[];
}

/** When group_vars and host_vars are read: with the sources (for all groups and hosts), for a task, for a listing. */
export interface VarsStages {
  readonly sources: boolean;
  readonly task: boolean;
  readonly listing: boolean;
}

/** The vault settings of `[defaults]`, as written. */
export interface VaultSettings {
  readonly passwordFile?: string | undefined;
  readonly identityList: readonly string[];
  readonly identity?: string | undefined;
  readonly idMatch?: string | undefined;
}

/**
 * The vars plugin that reads files that SOPS encrypts.
 * https://docs.ansible.com/ansible/latest/collections/community/sops/sops_vars.html
 */
export const SOPS_PLUGIN = 'community.sops.sops';

/** All names in the setting `precedence`, which orders the variables of groups, in the default order. */
export const PRECEDENCE_STEPS: readonly string[] = [
  'all_inventory',
  'groups_inventory',
  'all_plugins_inventory',
  'all_plugins_play',
  'groups_plugins_inventory',
  'groups_plugins_play',
];

const IGNORED = ['.pyc', '.pyo', '.swp', '.bak', '~', '.rpm', '.md', '.txt', '.rst', '.orig', '.cfg', '.retry'];
const IGNORED_WITH_INI = [...IGNORED, '.ini'];

/** The settings of the reference release without any configuration. */
export const defaultSettings: Settings = {
  version: REFERENCE,
  file: undefined,
  ignored: undefined,
  inventory: undefined,
  mergeHashes: false,
  precedence: PRECEDENCE_STEPS,
  transformGroupNames: false,
  warnsOfGroupNames: true,
  plugins: ['host_list', 'script', 'auto', 'yaml', 'ini', 'toml'],
  inventoryAt: { file: undefined, start: 0, end: 0 },
  pluginsAt: { file: undefined, start: 0, end: 0 },
  inventoryPluginsPath: [],
  varsPluginsPath: [],
  ignoredExtensions: IGNORED,
  nativeJinja: false,
  ignoredPatterns: [],
  anyUnparsedFails: undefined,
  allUnparsedFails: undefined,
  mismatchFails: false,
  warnsOfMismatch: true,
  duplicatesFail: false,
  readsVarsFiles: true,
  readsSopsFiles: false,
  varsPlugins: [],
  varsPluginsAt: { file: undefined, start: 0, end: 0 },
  varsStages: { sources: false, task: true, listing: true },
  yamlExtensions: ['.yml', '.yaml', '.json'],
  sourceExtensions: ['.yaml', '.yml', '.json'],
  pluginsPath: { modules: [], templates: [] },
  rolesPath: [],
  collectionsPath: [],
  installed: { roles: [], collections: [] },
  privateRoleVars: undefined,
  useExtraVars: false,
  exports: false,
  verbosity: 0,
  verboseToStderr: false,
  factCache: false,
  injectsFacts: true,
  needsHandlers: true,
  allowBrokenConditions: false,
  vault: { identityList: [] },
  problems: [],
  warnings: [],
};

/** The endings that a release skips by default. */
export function defaultIgnoredExtensions(version: Version): readonly string[] {
  return hasChange(version, 'readsIniInFolders') ? IGNORED : IGNORED_WITH_INI;
}

/** Tells whether a folder of sources skips the default endings, in which releases differ about `.ini`. */
export function ignoresDefaultExtensions({ ignoredExtensions }: Settings): boolean {
  return ignoredExtensions === IGNORED || ignoredExtensions === IGNORED_WITH_INI;
}

/** The kind of template evaluation up to 2.18; undefined for later releases. */
export function classicTemplateKind({ version, nativeJinja }: Settings): 'text' | 'native' | undefined {
  if (hasChange(version, 'nativeTemplates')) return undefined;
  return nativeJinja ? 'native' : 'text';
}

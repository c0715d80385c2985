/** The settings of Ansible that change how an inventory is read. */
import type { SettingPlace, SettingsProblem } from './setting-values.ts';
import { has, REFERENCE } from '../versions.ts';
import type { Version } from '../versions.ts';

/** One step of 5.1 in Ansible's documentation of variable precedence; the order of group variables can be configured. */
type PrecedenceStepName =
  | 'all_inventory'
  | 'groups_inventory'
  | 'all_plugins_inventory'
  | 'all_plugins_play'
  | 'groups_plugins_inventory'
  | 'groups_plugins_play';

export interface Settings {
  /** The release of ansible-core that is followed. */
  readonly version: Version;
  /** The `ansible.cfg` that counts, absolute. */
  readonly file: string | undefined;
  /** An `ansible.cfg` that Ansible does not take from its folder, as everybody may write there; it may be `file`. */
  readonly ignored: string | undefined;
  /** `[defaults] inventory`, as absolute paths; undefined where it is not set. */
  readonly inventory: readonly string[] | undefined;
  /** Where it is set. */
  readonly inventoryAt: SettingPlace;
  readonly mergeHashes: boolean;
  readonly precedence: readonly string[];
  /** `force_valid_group_names` is `always` or `silently`. */
  readonly transformGroupNames: boolean;
  /** `force_valid_group_names` is `never` or `always`: both warn of names that it is about. */
  readonly warnsOfGroupNames: boolean;
  readonly plugins: readonly string[];
  /** Where they are enabled. */
  readonly pluginsAt: SettingPlace;
  /** Folders of inventory plugins and of vars plugins, absolute; none where they are not set. */
  readonly inventoryPluginsPath: readonly string[];
  readonly varsPluginsPath: readonly string[];
  /** Endings of names that a folder of sources skips. */
  readonly ignoredExtensions: readonly string[];
  /** `jinja2_native`, which nothing reads since 2.19. */
  readonly nativeJinja: boolean;
  /** Whether a folder of sources skips a name for `ignore_patterns`. */
  readonly ignoresName: (name: string) => boolean;
  /** `any_unparsed_is_failed`, where it is true: Ansible stops at the first source that it cannot read. */
  readonly anyUnparsedFails: SettingPlace | undefined;
  /** `unparsed_is_failed`, where it is true: Ansible stops where it can read no source at all. */
  readonly allUnparsedFails: SettingPlace | undefined;
  /** `host_pattern_mismatch` is `error`: a pattern that selects nothing ends the run. */
  readonly mismatchFails: boolean;
  /** It is not `ignore` either: such a pattern is warned of. */
  readonly warnsOfMismatch: boolean;
  /** `duplicate_dict_key` is `error`: a file with a key twice in one mapping is broken. */
  readonly duplicatesFail: boolean;
  /** `vars_plugins_enabled` has the plugin that reads group_vars and host_vars. */
  readonly readsVarsFiles: boolean;
  /** It has the plugin that reads what SOPS encrypts in the same folders. */
  readonly readsSopsFiles: boolean;
  /** What else it has: plugins that are not known here. */
  readonly varsPlugins: readonly string[];
  /** Where it is set. */
  readonly varsPluginsAt: SettingPlace;
  /** When these files are read. */
  readonly varsStages: VarsStages;
  /** Extensions of variable files. */
  readonly yamlExtensions: readonly string[];
  /** Extensions of YAML sources. */
  readonly sourceExtensions: readonly string[];
  /** Folders of roles and of collections, absolute; none where they are not set. */
  readonly rolesPath: readonly string[];
  readonly collectionsPath: readonly string[];
  /** `private_role_vars`, where it is set. */
  readonly privateRoleVars: boolean | undefined;
  /** `[inventory_plugins] use_extra_vars`, for plugins whose configuration does not say. */
  readonly useExtraVars: boolean;
  /** `[inventory] export`: ansible-inventory answers as with `--export`. */
  readonly exports: boolean;
  /** Whether facts of earlier runs may be kept: `[defaults] fact_caching` is not `memory`. */
  readonly factCache: boolean;
  /** True where facts are variables of their own; else `ansible_local` alone is one, with or without such a fact. */
  readonly injectsFacts: boolean;
  readonly allowBrokenConditions: boolean;
  /** Where `ansible.cfg` says that vault passwords are; what the environment says is `vaultPlaces`' to know. */
  readonly vault: VaultSettings;
  /** Why Ansible would not start; the settings concerned have their defaults. */
  readonly problems: readonly SettingsProblem[];
  /** What Ansible warns of and leaves out. */
  readonly warnings: readonly SettingsProblem[];
}

/** Whether group_vars and host_vars are read with the sources, then for all groups and hosts; for a task; for a listing. */
export interface VarsStages {
  readonly sources: boolean;
  readonly task: boolean;
  readonly listing: boolean;
}

/** The texts as they stand in `[defaults]`. */
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
export const SOPS = 'community.sops.sops';

/** All steps, in Ansible's order. */
export const STEPS: readonly PrecedenceStepName[] = [
  'all_inventory',
  'groups_inventory',
  'all_plugins_inventory',
  'all_plugins_play',
  'groups_plugins_inventory',
  'groups_plugins_play',
];

const IGNORED = ['.pyc', '.pyo', '.swp', '.bak', '~', '.rpm', '.md', '.txt', '.rst', '.orig', '.cfg', '.retry'];
const IGNORED_WITH_INI = [...IGNORED, '.ini'];

/** The reference release without any configuration. */
export const defaultSettings: Settings = {
  version: REFERENCE,
  file: undefined,
  ignored: undefined,
  inventory: undefined,
  mergeHashes: false,
  precedence: STEPS,
  transformGroupNames: false,
  warnsOfGroupNames: true,
  plugins: ['host_list', 'script', 'auto', 'yaml', 'ini', 'toml'],
  inventoryAt: { file: undefined, start: 0, end: 0 },
  pluginsAt: { file: undefined, start: 0, end: 0 },
  inventoryPluginsPath: [],
  varsPluginsPath: [],
  ignoredExtensions: IGNORED,
  nativeJinja: false,
  ignoresName: () => false,
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
  rolesPath: [],
  collectionsPath: [],
  privateRoleVars: undefined,
  useExtraVars: false,
  exports: false,
  factCache: false,
  injectsFacts: true,
  allowBrokenConditions: false,
  vault: { identityList: [] },
  problems: [],
  warnings: [],
};

/** The endings that a release skips where nothing is configured. */
export function ignoredByDefault(version: Version): readonly string[] {
  return has(version, 'readsIniInFolders') ? IGNORED : IGNORED_WITH_INI;
}

/** Whether nobody configured which endings a folder of sources skips: then releases differ about `.ini`. */
export function skipsByDefault({ ignoredExtensions }: Settings): boolean {
  return ignoredExtensions === IGNORED || ignoredExtensions === IGNORED_WITH_INI;
}

/** How templates are evaluated up to 2.18; undefined for later releases. */
export function classicTemplates({ version, nativeJinja }: Settings): 'text' | 'native' | undefined {
  if (has(version, 'nativeTemplates')) return undefined;
  return nativeJinja ? 'native' : 'text';
}

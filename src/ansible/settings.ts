/** The settings of Ansible that change how an inventory is read: from `ansible.cfg` and the environment. */
import { dirname, extname } from 'node:path';
import type { Files } from '../files.ts';
import { expandedPath, findConfig, OPEN_FOLDER } from './config-place.ts';
import { readConfig } from './config-file.ts';
import { checkOtherSettings } from './other-settings.ts';
import { SettingValues, unquoted } from './setting-values.ts';
import type { Environment, SettingPlace, SettingsProblem } from './setting-values.ts';
import { has, REFERENCE } from './versions.ts';
import type { Version } from './versions.ts';

/** One step of 5.1 in Ansible's documentation of variable precedence; the order of group variables can be configured. */
export type PrecedenceStep =
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
  readonly mergeHashes: boolean;
  readonly precedence: readonly string[];
  /** `force_valid_group_names` is `always` or `silently`. */
  readonly transformGroupNames: boolean;
  /** `force_valid_group_names` is `never` or `always`: both warn of names that it is about. */
  readonly warnsOfGroupNames: boolean;
  readonly plugins: readonly string[];
  /** Where they are enabled. */
  readonly pluginsAt: SettingPlace;
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
  /** `duplicate_dict_key` is `error`: a file with a key twice in one mapping is broken. */
  readonly duplicatesFail: boolean;
  /** `vars_plugins_enabled` has the plugin that reads group_vars and host_vars. */
  readonly readsVarsFiles: boolean;
  /** `run_vars_plugins` is `start`: these files are read with the sources, for all groups and hosts. */
  readonly loadsVarsAtStart: boolean;
  /** Extensions of variable files. */
  readonly yamlExtensions: readonly string[];
  /** Extensions of YAML sources. */
  readonly sourceExtensions: readonly string[];
  /** Folders of roles and of collections, absolute; none where they are not set. */
  readonly rolesPath: readonly string[];
  readonly collectionsPath: readonly string[];
  /** `[inventory_plugins] use_extra_vars`, for plugins whose configuration does not say. */
  readonly useExtraVars: boolean;
  /** Whether facts of earlier runs may be kept: `[defaults] fact_caching` is not `memory`. */
  readonly factCache: boolean;
  readonly allowBrokenConditions: boolean;
  /** Where `ansible.cfg` says that vault passwords are; what the environment says is `vaultPlaces`' to know. */
  readonly vault: VaultSettings;
  /** Why Ansible would not start; the settings concerned have their defaults. */
  readonly problems: readonly SettingsProblem[];
  /** What Ansible warns of and leaves out. */
  readonly warnings: readonly SettingsProblem[];
}

/** The texts as they stand in `[defaults]`. */
export interface VaultSettings {
  readonly passwordFile?: string | undefined;
  readonly identityList: readonly string[];
  readonly identity?: string | undefined;
  readonly idMatch?: string | undefined;
}

/** The names of the cache that lasts no longer than a run. */
const MEMORY: readonly string[] = ['memory', 'ansible.builtin.memory', 'ansible.legacy.memory'];

const STEPS: readonly PrecedenceStep[] = [
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
  pluginsAt: { file: undefined, start: 0, end: 0 },
  ignoredExtensions: IGNORED,
  nativeJinja: false,
  ignoresName: () => false,
  anyUnparsedFails: undefined,
  allUnparsedFails: undefined,
  mismatchFails: false,
  duplicatesFail: false,
  readsVarsFiles: true,
  loadsVarsAtStart: false,
  yamlExtensions: ['.yml', '.yaml', '.json'],
  sourceExtensions: ['.yaml', '.yml', '.json'],
  rolesPath: [],
  collectionsPath: [],
  useExtraVars: false,
  factCache: false,
  allowBrokenConditions: false,
  vault: { identityList: [] },
  problems: [],
  warnings: [],
};

/**
 * Reads the settings as Ansible does when it is started in a folder.
 *
 * `ANSIBLE_CONFIG`, else `ansible.cfg` of the folder, else that of the home folder or the machine's; environment
 * variables win over the file. `home` is undefined where what a user or a machine has must not count, as in a check that
 * everyone repeats.
 */
export function readSettings(
  files: Files,
  options: {
    readonly cwd: string;
    readonly environment: Environment;
    readonly home?: string | undefined;
    readonly version?: Version | undefined;
  },
): Settings {
  const { cwd, environment, home, version = REFERENCE } = options;
  const { file, ignored } = findConfig(files, { cwd, environment, home });
  const config =
    file === undefined ? undefined : readConfig(new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.read(file)));
  const values = new SettingValues(file, config, environment);
  if (file !== undefined && !['.cfg', '.ini'].includes(extname(file)))
    values.problems.push({ file, start: 0, end: 0, message: 'a configuration has a name that ends in .cfg or .ini' });
  if (ignored !== undefined && home !== undefined)
    values.warnings.push({ file: ignored, start: 0, end: 0, message: `Ansible ignores this file: ${OPEN_FOLDER}` });
  const paths = values.list('ANSIBLE_INVENTORY', 'defaults.inventory');
  const base = environment['ANSIBLE_INVENTORY'] === undefined && file !== undefined ? dirname(file) : cwd;
  const transform = values.oneOf(
    ['never', 'always', 'ignore', 'silently'],
    'ANSIBLE_TRANSFORM_INVALID_GROUP_CHARS',
    'defaults.force_valid_group_names',
  );
  const mismatch = values.oneOf(
    ['error', 'warning', 'ignore'],
    'ANSIBLE_HOST_PATTERN_MISMATCH',
    'inventory.host_pattern_mismatch',
  );
  const duplicates = values.oneOf(
    ['error', 'warn', 'ignore'],
    'ANSIBLE_DUPLICATE_YAML_DICT_KEY',
    'defaults.duplicate_dict_key',
  );
  const endings = ['defaults.inventory_ignore_extensions', 'inventory.ignore_extensions'];
  const patterns = ['defaults.inventory_ignore_patterns', 'inventory.ignore_patterns'];
  const extensions = ['defaults.yaml_valid_extensions', 'inventory_plugin_yaml.yaml_valid_extensions'];
  const unquotedList = (...place: Parameters<SettingValues['list']>): readonly string[] | undefined =>
    values.list(...place)?.map(unquoted);
  const folders = (name: string, ...places: readonly string[]): readonly string[] => {
    const from = environment[name] === undefined && file !== undefined ? dirname(file) : cwd;
    return values.paths(name, ...places).map((path) => expandedPath(path, { base: from, cwd, environment, home }));
  };
  if (values.written('defaults.inventory')?.match(/\s#/))
    values.warn(
      (label) => `In ${label} # begins no comment but belongs to the path; expected ;`,
      '',
      'defaults.inventory',
    );
  const precedence = unquotedList('ANSIBLE_PRECEDENCE', 'defaults.precedence') ?? STEPS;
  for (const step of precedence)
    if (!(STEPS as readonly string[]).includes(step))
      values.warn(
        (label) => `In ${label} there is no step ${step}: Ansible leaves it out; expected ${STEPS.join(', ')}`,
        'ANSIBLE_PRECEDENCE',
        'defaults.precedence',
      );
  if (config !== undefined || home !== undefined) checkOtherSettings(values, version);
  return {
    version,
    file,
    ignored,
    inventory: paths?.map((path) => expandedPath(path, { base, cwd, environment, home })),
    mergeHashes: values.oneOf(['replace', 'merge'], 'ANSIBLE_HASH_BEHAVIOUR', 'defaults.hash_behaviour') === 'merge',
    precedence,
    transformGroupNames: transform === 'always' || transform === 'silently',
    warnsOfGroupNames: transform !== 'ignore' && transform !== 'silently',
    plugins:
      unquotedList('ANSIBLE_INVENTORY_ENABLED', 'inventory.enable_plugins')?.map((name) =>
        // The plugin `constructed` reads only what calls it by the name under which it is enabled.
        name.replace(/^ansible\.(builtin|legacy)\.(?!constructed$)/, ''),
      ) ?? defaultSettings.plugins,
    pluginsAt: values.placeOf('ANSIBLE_INVENTORY_ENABLED', 'inventory.enable_plugins'),
    ignoredExtensions: unquotedList('ANSIBLE_INVENTORY_IGNORE', ...endings) ?? ignoredByDefault(version),
    nativeJinja: values.whereTrue('ANSIBLE_JINJA2_NATIVE', 'defaults.jinja2_native') !== undefined,
    ignoresName: values.patterns('ANSIBLE_INVENTORY_IGNORE_REGEX', ...patterns),
    anyUnparsedFails: values.whereTrue('ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED', 'inventory.any_unparsed_is_failed'),
    allUnparsedFails: values.whereTrue('ANSIBLE_INVENTORY_UNPARSED_FAILED', 'inventory.unparsed_is_failed'),
    mismatchFails: mismatch === 'error',
    duplicatesFail: duplicates === 'error',
    readsVarsFiles: (unquotedList('ANSIBLE_VARS_ENABLED', 'defaults.vars_plugins_enabled') ?? ['host_group_vars']).some(
      (name) => /^(ansible\.(builtin|legacy)\.)?host_group_vars$/.test(name),
    ),
    loadsVarsAtStart:
      values.oneOf(['demand', 'start'], 'ANSIBLE_RUN_VARS_PLUGINS', 'defaults.run_vars_plugins') === 'start',
    yamlExtensions:
      unquotedList('ANSIBLE_YAML_FILENAME_EXT', 'defaults.yaml_valid_extensions') ?? defaultSettings.yamlExtensions,
    sourceExtensions: unquotedList('ANSIBLE_YAML_FILENAME_EXT', ...extensions) ?? defaultSettings.sourceExtensions,
    rolesPath: folders('ANSIBLE_ROLES_PATH', 'defaults.roles_path'),
    collectionsPath: folders('ANSIBLE_COLLECTIONS_PATH', 'defaults.collections_path', 'defaults.collections_paths'),
    useExtraVars:
      values.whereTrue('ANSIBLE_INVENTORY_USE_EXTRA_VARS', 'inventory_plugins.use_extra_vars') !== undefined,
    factCache: !MEMORY.includes(values.text('ANSIBLE_CACHE_PLUGIN', 'defaults.fact_caching') ?? 'memory'),
    allowBrokenConditions:
      values.whereTrue('ANSIBLE_ALLOW_BROKEN_CONDITIONALS', 'defaults.allow_broken_conditionals') !== undefined,
    vault: {
      passwordFile: values.written('defaults.vault_password_file'),
      identityList:
        values
          .written('defaults.vault_identity_list')
          ?.split(',')
          .map((item) => unquoted(item.trim())) ?? [],
      identity: values.written('defaults.vault_identity'),
      idMatch: values.written('defaults.vault_id_match'),
    },
    problems: values.problems,
    warnings: values.warnings,
  };
}

function ignoredByDefault(version: Version): readonly string[] {
  return has(version, 'readsIniInFolders') ? IGNORED : IGNORED_WITH_INI;
}

/** Whether nobody configured which endings a folder of sources skips: then releases differ about `.ini`. */
export function skipsByDefault({ ignoredExtensions }: Settings): boolean {
  return ignoredExtensions === IGNORED || ignoredExtensions === IGNORED_WITH_INI;
}

/** Reads the settings of Ansible from `ansible.cfg` and the environment. */
import { dirname, extname } from 'node:path';
import type { Files } from '../../ground/files.ts';
import { fault } from '../../troubles/fault.ts';
import { expandedPath, findConfig } from './find-config.ts';
import { readConfig } from './config-file.ts';
import { checkOtherSettings, integerOf } from './other-settings.ts';
import { SettingValues, unquoted } from './setting-values.ts';
import type { Environment } from './setting-values.ts';
import { defaultSettings, defaultIgnoredExtensions, SOPS_PLUGIN, PRECEDENCE_STEPS } from './ansible-settings.ts';
import type { Settings, VarsStages, VaultSettings } from './ansible-settings.ts';
import { REFERENCE } from '../../ground/releases.ts';
import type { Version } from '../../ground/releases.ts';

/** The names of the fact cache that does not outlast a run. */
const MEMORY: readonly string[] = ['memory', 'ansible.builtin.memory', 'ansible.legacy.memory'];

/**
 * Reads the settings as Ansible does when it is started in `cwd`. `environmentBase`: the folder to which paths of the
 * environment are relative, if that is another one.
 *
 * The file is that of `ANSIBLE_CONFIG`, else of the folder, else of the home folder, else the machine's; environment
 * variables override it. `home` is undefined if the files of a user or machine must not count, as in a check.
 */
export function readSettings(
  files: Files,
  options: {
    readonly cwd: string;
    readonly environment: Environment;
    readonly environmentBase?: string | undefined;
    readonly home?: string | undefined;
    readonly version?: Version | undefined;
  },
): Settings {
  const { cwd, environment, environmentBase = cwd, home, version = REFERENCE } = options;
  const { file, text, ignored, denied } = findConfig(files, { cwd, environment, environmentBase, home });
  const config = file === undefined ? undefined : readConfig(text);
  const values = new SettingValues(file, config, environment);
  if (file !== undefined && !['.cfg', '.ini'].includes(extname(file)))
    values.problems.push({ file, start: 0, end: 0, fault: fault('settings/file-name') });
  if (ignored !== undefined && home !== undefined)
    values.warnings.push({ file: ignored, start: 0, end: 0, fault: fault('settings/ignored-file') });
  for (const path of denied)
    values.warnings.push({ file: path, start: 0, end: 0, fault: fault('settings/no-permission') });
  const expanded = (paths: readonly string[], name: string): readonly string[] => {
    const base = environment[name] === undefined && file !== undefined ? dirname(file) : environmentBase;
    return paths.map((path) => expandedPath(path, { base, cwd, environment, home }));
  };
  const folders = (name: string, ...places: readonly string[]): readonly string[] =>
    expanded(values.paths(name, ...places), name);
  const sources = values.list('ANSIBLE_INVENTORY', 'defaults.inventory');
  const strictness = strictnessOf(values);
  const verbosity = values.text('ANSIBLE_VERBOSITY', 'defaults.verbosity');
  warnOfComment(values);
  const precedence = precedenceOf(values);
  if (config !== undefined || Object.keys(environment).some((name) => name.startsWith('ANSIBLE_')))
    checkOtherSettings(values, version);
  return {
    version,
    file,
    ignored,
    inventory: sources && expanded(sources, 'ANSIBLE_INVENTORY'),
    inventoryAt: values.placeOf('ANSIBLE_INVENTORY', 'defaults.inventory'),
    mergeHashes: values.oneOf(['replace', 'merge'], 'ANSIBLE_HASH_BEHAVIOUR', 'defaults.hash_behaviour') === 'merge',
    precedence,
    ...strictness,
    ...sourceSettings(values, version),
    ...variableFileSettings(values),
    inventoryPluginsPath: folders('ANSIBLE_INVENTORY_PLUGINS', 'defaults.inventory_plugins'),
    varsPluginsPath: folders('ANSIBLE_VARS_PLUGINS', 'defaults.vars_plugins'),
    pluginsPath: {
      modules: [
        ...folders('ANSIBLE_LIBRARY', 'defaults.library'),
        ...folders('ANSIBLE_ACTION_PLUGINS', 'defaults.action_plugins'),
      ],
      templates: [
        ...folders('ANSIBLE_FILTER_PLUGINS', 'defaults.filter_plugins'),
        ...folders('ANSIBLE_TEST_PLUGINS', 'defaults.test_plugins'),
        ...folders('ANSIBLE_LOOKUP_PLUGINS', 'defaults.lookup_plugins'),
      ],
    },
    rolesPath: folders('ANSIBLE_ROLES_PATH', 'defaults.roles_path'),
    collectionsPath: folders('ANSIBLE_COLLECTIONS_PATH', 'defaults.collections_path', 'defaults.collections_paths'),
    installed: installedIn(values, home ?? environment['HOME']),
    privateRoleVars: values.isSet('ANSIBLE_PRIVATE_ROLE_VARS', 'defaults.private_role_vars')
      ? values.isTrue('ANSIBLE_PRIVATE_ROLE_VARS', 'defaults.private_role_vars')
      : undefined,
    nativeJinja: values.isTrue('ANSIBLE_JINJA2_NATIVE', 'defaults.jinja2_native'),
    exports: values.isTrue('ANSIBLE_INVENTORY_EXPORT', 'inventory.export'),
    verbosity: verbosity === undefined ? 0 : (integerOf(verbosity) ?? 0),
    verboseToStderr: values.isTrue('ANSIBLE_VERBOSE_TO_STDERR', 'defaults.verbose_to_stderr'),
    factCache: !MEMORY.includes(values.text('ANSIBLE_CACHE_PLUGIN', 'defaults.fact_caching') ?? 'memory'),
    injectsFacts:
      !values.isSet('ANSIBLE_INJECT_FACT_VARS', 'defaults.inject_facts_as_vars') ||
      values.isTrue('ANSIBLE_INJECT_FACT_VARS', 'defaults.inject_facts_as_vars'),
    needsHandlers:
      !values.isSet('ANSIBLE_ERROR_ON_MISSING_HANDLER', 'defaults.error_on_missing_handler') ||
      values.isTrue('ANSIBLE_ERROR_ON_MISSING_HANDLER', 'defaults.error_on_missing_handler'),
    allowBrokenConditions: values.isTrue('ANSIBLE_ALLOW_BROKEN_CONDITIONALS', 'defaults.allow_broken_conditionals'),
    vault: vaultSettings(values),
    problems: values.problems,
    warnings: values.warnings,
  };
}

/**
 * The folders that Ansible searches by itself.
 * https://docs.ansible.com/ansible/latest/reference_appendices/config.html#default-roles-path
 */
function installedIn(values: SettingValues, home: string | undefined): Settings['installed'] {
  const own = home === undefined ? [] : [`${home}/.ansible`];
  const under = (folders: readonly string[], name: string): readonly string[] =>
    folders.map((folder) => `${folder}/${name}`);
  const isSet = (name: string, ...places: readonly string[]): boolean => places.some((one) => values.isSet(name, one));
  return {
    roles: isSet('ANSIBLE_ROLES_PATH', 'defaults.roles_path')
      ? []
      : under([...own, '/usr/share/ansible', '/etc/ansible'], 'roles'),
    collections: isSet('ANSIBLE_COLLECTIONS_PATH', 'defaults.collections_path', 'defaults.collections_paths')
      ? []
      : under([...own, '/usr/share/ansible'], 'collections'),
  };
}

/** Reads how strictly Ansible takes names and keys that may be mistakes. */
function strictnessOf(values: SettingValues) {
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
  return {
    transformGroupNames: transform === 'always' || transform === 'silently',
    warnsOfGroupNames: transform !== 'ignore' && transform !== 'silently',
    mismatchFails: mismatch === 'error',
    warnsOfMismatch: mismatch !== 'error' && mismatch !== 'ignore',
    duplicatesFail: duplicates === 'error',
  } satisfies Partial<Settings>;
}

function warnOfComment(values: SettingValues): void {
  if (values.asWritten('defaults.inventory')?.match(/\s#/))
    values.warn((setting) => fault('settings/comment', { setting }), '', 'defaults.inventory');
}

function precedenceOf(values: SettingValues): readonly string[] {
  const precedence = values.texts('ANSIBLE_PRECEDENCE', 'defaults.precedence') ?? PRECEDENCE_STEPS;
  for (const step of precedence)
    if (!PRECEDENCE_STEPS.includes(step))
      values.warn(
        (setting) => fault('settings/unknown-step', { setting, step, expected: PRECEDENCE_STEPS.join(', ') }),
        'ANSIBLE_PRECEDENCE',
        'defaults.precedence',
      );
  return precedence;
}

/** Reads which sources count, and which plugins read them. */
function sourceSettings(values: SettingValues, version: Version) {
  const endings = ['defaults.inventory_ignore_extensions', 'inventory.ignore_extensions'];
  const patterns = ['defaults.inventory_ignore_patterns', 'inventory.ignore_patterns'];
  const extensions = ['defaults.yaml_valid_extensions', 'inventory_plugin_yaml.yaml_valid_extensions'];
  return {
    plugins:
      values.texts('ANSIBLE_INVENTORY_ENABLED', 'inventory.enable_plugins')?.map((name) =>
        // The plugin `constructed` reads only configurations with the very name under which it is enabled.
        name.replace(/^ansible\.(builtin|legacy)\.(?!constructed$)/, ''),
      ) ?? defaultSettings.plugins,
    pluginsAt: values.placeOf('ANSIBLE_INVENTORY_ENABLED', 'inventory.enable_plugins'),
    ignoredExtensions: values.texts('ANSIBLE_INVENTORY_IGNORE', ...endings) ?? defaultIgnoredExtensions(version),
    ignoredPatterns: values.patterns('ANSIBLE_INVENTORY_IGNORE_REGEX', ...patterns),
    anyUnparsedFails: values.whereTrue('ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED', 'inventory.any_unparsed_is_failed'),
    allUnparsedFails: values.whereTrue('ANSIBLE_INVENTORY_UNPARSED_FAILED', 'inventory.unparsed_is_failed'),
    sourceExtensions:
      values.texts('ANSIBLE_INVENTORY_PLUGIN_EXTS') ??
      values.texts('ANSIBLE_YAML_FILENAME_EXT', ...extensions) ??
      defaultSettings.sourceExtensions,
    useExtraVars: values.isTrue('ANSIBLE_INVENTORY_USE_EXTRA_VARS', 'inventory_plugins.use_extra_vars'),
  } satisfies Partial<Settings>;
}

const HOST_GROUP_VARS: readonly string[] = ['', 'ansible.builtin.', 'ansible.legacy.'].map(
  (collection) => `${collection}host_group_vars`,
);

/** Reads whether, when and which files of group_vars and host_vars are read. */
function variableFileSettings(values: SettingValues) {
  const plugins = values.texts('ANSIBLE_VARS_ENABLED', 'defaults.vars_plugins_enabled') ?? ['host_group_vars'];
  return {
    readsVarsFiles: plugins.some((name) => HOST_GROUP_VARS.includes(name)),
    readsSopsFiles: plugins.includes(SOPS_PLUGIN),
    varsPlugins: plugins.filter((name) => name !== '' && name !== SOPS_PLUGIN && !HOST_GROUP_VARS.includes(name)),
    varsPluginsAt: values.placeOf('ANSIBLE_VARS_ENABLED', 'defaults.vars_plugins_enabled'),
    varsStages: varsStagesOf(values),
    yamlExtensions:
      values.texts('ANSIBLE_YAML_FILENAME_EXT', 'defaults.yaml_valid_extensions') ?? defaultSettings.yamlExtensions,
  } satisfies Partial<Settings>;
}

/** Reads the stages. That of the plugin overrides `run_vars_plugins`; a listing is neither `task` nor `inventory`. */
function varsStagesOf(values: SettingValues): VarsStages {
  const start = values.oneOf(['demand', 'start'], 'ANSIBLE_RUN_VARS_PLUGINS', 'defaults.run_vars_plugins') === 'start';
  const stage = values.text('ANSIBLE_VARS_PLUGIN_STAGE', 'vars_host_group_vars.stage');
  if (stage === undefined || !['all', 'task', 'inventory'].includes(stage))
    return { sources: start, task: !start, listing: true };
  return { sources: stage !== 'task', task: stage !== 'inventory', listing: stage === 'all' };
}

function vaultSettings(values: SettingValues): VaultSettings {
  const identities = values.asWritten('defaults.vault_identity_list')?.split(',') ?? [];
  return {
    passwordFile: values.asWritten('defaults.vault_password_file'),
    identityList: identities.map((item) => unquoted(item.trim())),
    identity: values.asWritten('defaults.vault_identity'),
    idMatch: values.asWritten('defaults.vault_id_match'),
  };
}

/** Reads the settings of Ansible from `ansible.cfg` and the environment. */
import { dirname, extname } from 'node:path';
import type { Files } from '../../files.ts';
import { expandedPath, findConfig, OPEN_FOLDER } from './config-place.ts';
import { readConfig } from './config-file.ts';
import { checkOtherSettings } from './others.ts';
import { SettingValues, unquoted } from './values.ts';
import type { Environment } from './values.ts';
import { defaultSettings, ignoredByDefault, STEPS } from './settings.ts';
import type { Settings, VarsStages } from './settings.ts';
import { REFERENCE } from '../versions.ts';
import type { Version } from '../versions.ts';

/** The names of the cache that lasts no longer than a run. */
const MEMORY: readonly string[] = ['memory', 'ansible.builtin.memory', 'ansible.legacy.memory'];

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
  if (config !== undefined || Object.keys(environment).some((name) => name.startsWith('ANSIBLE_')))
    checkOtherSettings(values, version);
  return {
    version,
    file,
    ignored,
    inventory: paths?.map((path) => expandedPath(path, { base, cwd, environment, home })),
    inventoryAt: values.placeOf('ANSIBLE_INVENTORY', 'defaults.inventory'),
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
    varsStages: varsStagesOf(values),
    yamlExtensions:
      unquotedList('ANSIBLE_YAML_FILENAME_EXT', 'defaults.yaml_valid_extensions') ?? defaultSettings.yamlExtensions,
    sourceExtensions:
      unquotedList('ANSIBLE_INVENTORY_PLUGIN_EXTS') ??
      unquotedList('ANSIBLE_YAML_FILENAME_EXT', ...extensions) ??
      defaultSettings.sourceExtensions,
    rolesPath: folders('ANSIBLE_ROLES_PATH', 'defaults.roles_path'),
    collectionsPath: folders('ANSIBLE_COLLECTIONS_PATH', 'defaults.collections_path', 'defaults.collections_paths'),
    privateRoleVars: values.isSet('ANSIBLE_PRIVATE_ROLE_VARS', 'defaults.private_role_vars')
      ? values.whereTrue('ANSIBLE_PRIVATE_ROLE_VARS', 'defaults.private_role_vars') !== undefined
      : undefined,
    useExtraVars:
      values.whereTrue('ANSIBLE_INVENTORY_USE_EXTRA_VARS', 'inventory_plugins.use_extra_vars') !== undefined,
    exports: values.whereTrue('ANSIBLE_INVENTORY_EXPORT', 'inventory.export') !== undefined,
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

/** The stage of the plugin itself goes before `run_vars_plugins`; a listing counts as none of `task` and `inventory`. */
function varsStagesOf(values: SettingValues): VarsStages {
  const start = values.oneOf(['demand', 'start'], 'ANSIBLE_RUN_VARS_PLUGINS', 'defaults.run_vars_plugins') === 'start';
  const stage = values.text('ANSIBLE_VARS_PLUGIN_STAGE', 'vars_host_group_vars.stage');
  if (stage === undefined || !['all', 'task', 'inventory'].includes(stage))
    return { sources: start, task: !start, listing: true };
  return { sources: stage !== 'task', task: stage !== 'inventory', listing: stage === 'all' };
}

/** The settings of Ansible that change how an inventory is read: from `ansible.cfg` and the environment. */
import { dirname, isAbsolute, resolve } from 'node:path';
import type { Files } from '../files.ts';
import { readConfig } from './config-file.ts';
import type { Config } from './config-file.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One step of 5.1 in Ansible's documentation of variable precedence; the order of group variables can be configured. */
export type PrecedenceStep =
  | 'all_inventory'
  | 'groups_inventory'
  | 'all_plugins_inventory'
  | 'all_plugins_play'
  | 'groups_plugins_inventory'
  | 'groups_plugins_play';

export interface Settings {
  /** The `ansible.cfg` that counts, absolute. */
  readonly file: string | undefined;
  /** `[defaults] inventory`, as absolute paths; undefined where it is not set. */
  readonly inventory: readonly string[] | undefined;
  readonly mergeHashes: boolean;
  readonly precedence: readonly string[];
  /** `force_valid_group_names` is `always` or `silently`. */
  readonly transformGroupNames: boolean;
  readonly plugins: readonly string[];
  /** Endings of names that a folder of sources skips. */
  readonly ignoredExtensions: readonly string[];
  readonly ignoredPatterns: readonly RegExp[];
  /** Extensions of variable files, and of YAML sources. */
  readonly yamlExtensions: readonly string[];
}

/** ansible-core 2.19 without any configuration. */
export const defaultSettings: Settings = {
  file: undefined,
  inventory: undefined,
  mergeHashes: false,
  precedence: [
    'all_inventory',
    'groups_inventory',
    'all_plugins_inventory',
    'all_plugins_play',
    'groups_plugins_inventory',
    'groups_plugins_play',
  ] satisfies PrecedenceStep[],
  transformGroupNames: false,
  plugins: ['host_list', 'script', 'auto', 'yaml', 'ini', 'toml'],
  ignoredExtensions: ['.pyc', '.pyo', '.swp', '.bak', '~', '.rpm', '.md', '.txt', '.rst', '.orig', '.cfg', '.retry'],
  ignoredPatterns: [],
  yamlExtensions: ['.yml', '.yaml', '.json'],
};

/**
 * Reads the settings as Ansible does when it is started in a folder.
 *
 * `ANSIBLE_CONFIG`, else `ansible.cfg` of the folder, else `.ansible.cfg` of the home folder; environment variables win
 * over the file. `home` is undefined where a user's own settings must not count, as in a check that everyone repeats.
 */
export function readSettings(
  files: Files,
  options: { readonly cwd: string; readonly environment: Environment; readonly home?: string | undefined },
): Settings {
  const { cwd, environment, home } = options;
  const file = configFile(files, cwd, environment['ANSIBLE_CONFIG'], home);
  const config = file === undefined ? undefined : readConfig(new TextDecoder().decode(files.read(file)));
  const value = (name: string, ...places: readonly string[]): string | undefined => {
    const fromEnvironment = environment[name];
    if (fromEnvironment !== undefined) return fromEnvironment;
    return places.map((place) => lookUp(config, place)).find((found) => found !== undefined);
  };
  const list = (text: string | undefined): readonly string[] | undefined =>
    text?.split(',').map((item) => unquoted(item.trim()));

  const paths = value('ANSIBLE_INVENTORY', 'defaults.inventory');
  const base = environment['ANSIBLE_INVENTORY'] === undefined && file !== undefined ? dirname(file) : cwd;
  const transform = value('ANSIBLE_TRANSFORM_INVALID_GROUP_CHARS', 'defaults.force_valid_group_names');
  return {
    file,
    inventory: list(paths)?.map((path) => sourcePath(path, { base, cwd, environment, home })),
    mergeHashes: value('ANSIBLE_HASH_BEHAVIOUR', 'defaults.hash_behaviour') === 'merge',
    precedence: list(value('ANSIBLE_PRECEDENCE', 'defaults.precedence')) ?? defaultSettings.precedence,
    transformGroupNames: transform === 'always' || transform === 'silently',
    plugins:
      list(value('ANSIBLE_INVENTORY_ENABLED', 'inventory.enable_plugins'))?.map((name) =>
        name.replace(/^ansible\.(builtin|legacy)\./, ''),
      ) ?? defaultSettings.plugins,
    ignoredExtensions:
      list(value('ANSIBLE_INVENTORY_IGNORE', 'defaults.inventory_ignore_extensions', 'inventory.ignore_extensions')) ??
      defaultSettings.ignoredExtensions,
    ignoredPatterns: (
      list(
        value('ANSIBLE_INVENTORY_IGNORE_REGEX', 'defaults.inventory_ignore_patterns', 'inventory.ignore_patterns'),
      ) ?? []
    ).flatMap(asPattern),
    yamlExtensions:
      list(value('ANSIBLE_YAML_FILENAME_EXT', 'defaults.yaml_valid_extensions')) ?? defaultSettings.yamlExtensions,
  };
}

function configFile(
  files: Files,
  cwd: string,
  named: string | undefined,
  home: string | undefined,
): string | undefined {
  const candidates = [resolve(cwd, 'ansible.cfg'), ...(home === undefined ? [] : [resolve(home, '.ansible.cfg')])];
  if (named !== undefined && named !== '') {
    const path = resolve(cwd, named);
    candidates.unshift(files.kind(path) === 'folder' ? resolve(path, 'ansible.cfg') : path);
  }
  return candidates.find((path) => files.kind(path) === 'file');
}

function lookUp(config: Config | undefined, place: string): string | undefined {
  const dot = place.indexOf('.');
  return config?.get(place.slice(0, dot))?.get(place.slice(dot + 1))?.value;
}

function unquoted(text: string): string {
  const first = text[0];
  return text.length > 1 && (first === '"' || first === "'") && text.endsWith(first) ? text.slice(1, -1) : text;
}

/** An item of `inventory`: `~`, `$NAME` and `{{CWD}}` are expanded. */
export function sourcePath(
  path: string,
  where: { base: string; cwd: string; environment: Environment; home?: string | undefined },
): string {
  const expanded = path
    .replace(/^\{\{\s*CWD\s*\}\}/i, where.cwd)
    .replace(/^~(?=\/|$)/, where.home ?? '~')
    .replace(/\$(?:(\w+)|\{([^}]*)\})/g, (whole: string, bare?: string, braced?: string) => {
      return where.environment[bare ?? braced ?? ''] ?? whole;
    });
  return isAbsolute(expanded) ? resolve(expanded) : resolve(where.base, expanded);
}

/** A pattern is Python's; one that JavaScript cannot read matches nothing. */
function asPattern(pattern: string): RegExp[] {
  try {
    return [new RegExp(pattern)];
  } catch {
    return [];
  }
}

/** The settings of Ansible that change how an inventory is read: from `ansible.cfg` and the environment. */
import { dirname, isAbsolute, resolve } from 'node:path';
import type { Files } from '../files.ts';
import { readConfig } from './config-file.ts';
import type { Config, ConfigProblem, Entry } from './config-file.ts';

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
  /** `force_valid_group_names` is `never` or `always`: both warn of names that it is about. */
  readonly warnsOfGroupNames: boolean;
  readonly plugins: readonly string[];
  /** Endings of names that a folder of sources skips. */
  readonly ignoredExtensions: readonly string[];
  readonly ignoredPatterns: readonly RegExp[];
  /** Extensions of variable files. */
  readonly yamlExtensions: readonly string[];
  /** Extensions of YAML sources. */
  readonly sourceExtensions: readonly string[];
  /** Why Ansible would not start; the settings concerned have their defaults. */
  readonly problems: readonly SettingsProblem[];
  /** What Ansible warns of and leaves out. */
  readonly warnings: readonly SettingsProblem[];
}

export interface SettingsProblem extends ConfigProblem {
  /** The `ansible.cfg`, absolute; undefined for an environment variable. */
  readonly file: string | undefined;
}

const STEPS: readonly PrecedenceStep[] = [
  'all_inventory',
  'groups_inventory',
  'all_plugins_inventory',
  'all_plugins_play',
  'groups_plugins_inventory',
  'groups_plugins_play',
];

/** ansible-core 2.19 without any configuration. */
export const defaultSettings: Settings = {
  file: undefined,
  inventory: undefined,
  mergeHashes: false,
  precedence: STEPS,
  transformGroupNames: false,
  warnsOfGroupNames: true,
  plugins: ['host_list', 'script', 'auto', 'yaml', 'ini', 'toml'],
  ignoredExtensions: ['.pyc', '.pyo', '.swp', '.bak', '~', '.rpm', '.md', '.txt', '.rst', '.orig', '.cfg', '.retry'],
  ignoredPatterns: [],
  yamlExtensions: ['.yml', '.yaml', '.json'],
  sourceExtensions: ['.yaml', '.yml', '.json'],
  problems: [],
  warnings: [],
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
  const values = new Values(file, config, environment);
  const paths = values.list('ANSIBLE_INVENTORY', 'defaults.inventory');
  const base = environment['ANSIBLE_INVENTORY'] === undefined && file !== undefined ? dirname(file) : cwd;
  const transform = values.oneOf(
    ['never', 'always', 'ignore', 'silently'],
    'ANSIBLE_TRANSFORM_INVALID_GROUP_CHARS',
    'defaults.force_valid_group_names',
  );
  const ignored = ['defaults.inventory_ignore_extensions', 'inventory.ignore_extensions'];
  const patterns = ['defaults.inventory_ignore_patterns', 'inventory.ignore_patterns'];
  const extensions = ['defaults.yaml_valid_extensions', 'inventory_plugin_yaml.yaml_valid_extensions'];
  const unquotedList = (...place: Parameters<Values['list']>): readonly string[] | undefined =>
    values.list(...place)?.map(unquoted);
  const precedence = unquotedList('ANSIBLE_PRECEDENCE', 'defaults.precedence') ?? STEPS;
  for (const step of precedence)
    if (!(STEPS as readonly string[]).includes(step))
      values.warn(
        `there is no step ${step}: Ansible leaves it out; expected ${STEPS.join(', ')}`,
        'ANSIBLE_PRECEDENCE',
        'defaults.precedence',
      );
  return {
    file,
    inventory: paths?.map((path) => sourcePath(path, { base, cwd, environment, home })),
    mergeHashes: values.oneOf(['replace', 'merge'], 'ANSIBLE_HASH_BEHAVIOUR', 'defaults.hash_behaviour') === 'merge',
    precedence,
    transformGroupNames: transform === 'always' || transform === 'silently',
    warnsOfGroupNames: transform !== 'ignore' && transform !== 'silently',
    plugins:
      unquotedList('ANSIBLE_INVENTORY_ENABLED', 'inventory.enable_plugins')?.map((name) =>
        name.replace(/^ansible\.(builtin|legacy)\./, ''),
      ) ?? defaultSettings.plugins,
    ignoredExtensions: unquotedList('ANSIBLE_INVENTORY_IGNORE', ...ignored) ?? defaultSettings.ignoredExtensions,
    ignoredPatterns: (unquotedList('ANSIBLE_INVENTORY_IGNORE_REGEX', ...patterns) ?? []).flatMap(asPattern),
    yamlExtensions:
      unquotedList('ANSIBLE_YAML_FILENAME_EXT', 'defaults.yaml_valid_extensions') ?? defaultSettings.yamlExtensions,
    sourceExtensions: unquotedList('ANSIBLE_YAML_FILENAME_EXT', ...extensions) ?? defaultSettings.sourceExtensions,
    problems: values.problems,
    warnings: values.warnings,
  };
}

/** Looks settings up: the environment first, then the file, where of several places the last wins. */
class Values {
  readonly problems: SettingsProblem[] = [];
  readonly warnings: SettingsProblem[] = [];
  readonly #file: string | undefined;
  readonly #config: Config | undefined;
  readonly #environment: Environment;

  constructor(file: string | undefined, config: Config | undefined, environment: Environment) {
    this.#file = file;
    this.#config = config;
    this.#environment = environment;
    if (config?.problem !== undefined) this.problems.push({ ...config.problem, file });
  }

  /** The items of a list, without the blanks around them. */
  list(name: string, ...places: readonly string[]): readonly string[] | undefined {
    const text = this.#environment[name] ?? this.#entry(places)?.value;
    return text?.split(',').map((item) => item.trim());
  }

  /** One of several words; another one is a problem. */
  oneOf(words: readonly string[], name: string, place: string): string | undefined {
    const fromEnvironment = this.#environment[name];
    const entry = fromEnvironment === undefined ? this.#entry([place]) : undefined;
    const value = fromEnvironment ?? (entry === undefined ? undefined : unquoted(entry.value));
    if (value === undefined || words.includes(value)) return value;
    const label = entry === undefined ? name : place.slice(place.indexOf('.') + 1);
    this.problems.push(this.#at(entry, `${value} is no value of ${label}: expected ${words.join(', ')}`));
    return undefined;
  }

  /** Notes what Ansible warns of in a setting. */
  warn(message: string, name: string, place: string): void {
    const entry = this.#environment[name] === undefined ? this.#entry([place]) : undefined;
    const label = entry === undefined ? name : place.slice(place.indexOf('.') + 1);
    this.warnings.push(this.#at(entry, `In ${label} ${message}`));
  }

  #at(entry: Entry | undefined, message: string): SettingsProblem {
    const file = entry === undefined ? undefined : this.#file;
    return { message, file, start: entry?.start ?? 0, end: entry?.end ?? 0 };
  }

  #entry(places: readonly string[]): Entry | undefined {
    const entries = places.map((place) => {
      const dot = place.indexOf('.');
      return this.#config?.sections.get(place.slice(0, dot))?.get(place.slice(dot + 1));
    });
    return entries.findLast((entry) => entry !== undefined);
  }
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

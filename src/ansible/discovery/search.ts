/** Looks for the inventories of a project in the places where people keep them. */
import { basename, extname, join, resolve, sep } from 'node:path';
import { MAX_BYTES, textOfFile } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { pathMatcher } from '../../ground/globs.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { foldersAbove, shownPath } from '../../ground/paths.ts';
import { looksLikeInventory, mayBeInventory } from './inventory-like.ts';
import { PROJECT_MARKERS, startFolder } from './project-root.ts';
import { byCodePoint } from '../../source/python.ts';
import { fault } from '../../troubles/fault.ts';
import { readSettings } from '../settings/read-settings.ts';
import { defaultSettings } from '../settings/ansible-settings.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import type { Environment, SettingsProblem } from '../settings/setting-values.ts';
import type { Version } from '../../ground/releases.ts';

/** The sources of one stack, absolute, with the settings of the `ansible.cfg` that names them. */
export interface FoundSources {
  /** The folder that was searched: for `inventories/lab/hosts`, the folder that holds `inventories`. */
  readonly folder: string;
  readonly sources: readonly string[];
  readonly settings: Settings;
}

/** Names of environments: files so named are stacks of their own, not parts of one. */
const ENVIRONMENTS = words(
  'prod production stage staging dev devel development test testing qa uat lab laboratory live pre-prod preprod local ' +
    'vagrant demo sandbox integration acceptance ci',
);
const CONTAINERS = words('inventory inventories environment environments env envs hosts production staging');
/** Folders whose inventories, if any, are not the project's own. */
const EXCLUDED_FOLDERS = words(
  'node_modules roles molecule collections galaxy doc docs documentation templates files tasks handlers defaults meta ' +
    'vars group_vars host_vars library modules module_utils plugins test tests spec build dist venv env vendor target ' +
    '__pycache__',
);
/** Names of files, in lower case, that are not inventories though their extensions would allow it. */
const EXCLUDED_FILES = words(
  'readme licence license changelog makefile vagrantfile dockerfile jenkinsfile rakefile gemfile compose.yml ' +
    'compose.yaml docker-compose.yml docker-compose.yaml requirements.yml requirements.yaml galaxy.yml mkdocs.yml ' +
    'molecule.yml tox.ini pytest.ini stacklint.yml',
);

const SEPARATOR = /[-_.]/;
/** `inventory.tftpl`, `hosts.ini.tpl`, `prod.ini.tftpl` */
const TEMPLATE = /^(?:.*[-_.])?(?:inventory|hosts|ini)(?:[-_.].*)?\.(?:tftpl|tpl)$/;

/** The levels of folders that are searched below a project, and below a folder like `inventories`. */
const MAX_DEPTH = 4;
/** The most folders that are searched: more than any project has, and a bound for a home folder named by mistake. */
const MAX_FOLDERS = 2000;

interface SearchOptions {
  readonly cwd: string;
  /** The paths that were named. */
  readonly paths: readonly string[];
  readonly environment?: Environment | undefined;
  readonly version?: Version | undefined;
  /** Absolute globs for files and folders that are passed over. */
  readonly ignore?: readonly string[];
}

/** One search, which visits a bounded number of folders, and none twice. */
export class Search {
  readonly #files: Files;
  readonly #options: SearchOptions;
  readonly #isConfigured: boolean;
  readonly #isIgnored: (path: string) => boolean;
  readonly #seen = new Set<string>();
  readonly #settingsByFolder = new Map<string, Settings>();
  /** The bytes that may still be read to recognise inventories. */
  #bytes = MAX_BYTES;
  /** The files that count in it. */
  readonly #measured = new Set<string>();
  /** Paths that an `ansible.cfg` names and that do not exist. */
  readonly missing: string[] = [];
  /** Templates that a program makes inventories of: `inventory.tftpl` of Terraform. */
  readonly templates: string[] = [];
  /** Files named `hosts` or the like that do not look like an inventory. */
  readonly dissimilar: string[] = [];
  /** Files without a usual name in folders without an inventory, which may still be one. */
  readonly #others: string[] = [];
  /** Folders below the first one with an `ansible.cfg`: projects of their own. */
  readonly projects: string[] = [];
  /** Warnings about each `ansible.cfg` that names no inventory that exists. */
  readonly #passedOver: SettingsProblem[] = [];

  /** `isConfigured`: true if the inventories of an `ansible.cfg` replace a search. */
  constructor(files: Files, options: SearchOptions, isConfigured = true) {
    this.#files = files;
    this.#isConfigured = isConfigured;
    this.#options = options;
    const { ignore = [] } = options;
    this.#isIgnored = ignore.length > 0 ? pathMatcher(ignore) : () => false;
  }

  /** The inventories of a project folder, with a warning about each `ansible.cfg` that was passed over. */
  project(folder: string): readonly FoundSources[] {
    const all = this.#inventoriesBelow(folder, MAX_DEPTH);
    if (this.#passedOver.length === 0) return all;
    return all.map((one) => {
      const warnings = [...one.settings.warnings, ...this.#passedOver];
      return { ...one, settings: { ...one.settings, warnings } };
    });
  }

  /**
   * Tells whether a folder is an inventory itself: variables of groups or hosts lie in it, and of files that Ansible
   * would read there nothing but sources.
   */
  #isInventoryFolder(folder: string, names: readonly string[]): boolean {
    if (!hasVariableFolder(names) || PROJECT_MARKERS.some((name) => names.includes(name))) return false;
    return names
      .filter((name) => mayBeSource(name) && this.#files.kind(join(folder, name)) === 'file')
      .every((name) => this.#isInventory(join(folder, name), true) || this.#files.executable(join(folder, name)));
  }

  /**
   * The inventories that the folder's `ansible.cfg` names; else what the folder is the inventory of; else those with
   * usual names in it, or any next to group_vars or host_vars; else those of the folders below.
   */
  #inventoriesBelow(folder: string, depth: number): readonly FoundSources[] {
    const configured = this.#configured(folder);
    if (configured !== undefined) return [configured];
    const settings = this.#settings(folder);
    const names = this.#names(folder);
    if (this.#isInventoryFolder(folder, names))
      return this.#inventoriesAmong(names, folder, { folder, settings }, MAX_DEPTH);
    const hasVariables = hasVariableFolder(names);
    const here = names
      .filter((name) => (hasVariables || isUsualName(name)) && this.#isInventory(join(folder, name), isUsualName(name)))
      .map((name): FoundSources => ({ folder, sources: [join(folder, name)], settings }));
    // Beside a folder `production`, the folders of other environments are what it is.
    const hasEnvironments = names.includes('production') || names.includes('staging');
    const isContainer = (name: string): boolean =>
      CONTAINERS.has(name) || (hasEnvironments && ENVIRONMENTS.has(name) && !isExcludedFolder(name));
    const inside = names
      .filter(isContainer)
      .flatMap((name) => this.#inventoriesIn(join(folder, name), { folder, settings }, MAX_DEPTH));
    if (here.length + inside.length > 0) return [...here, ...inside];
    this.#others.push(...names.filter((name) => !isUsualName(name)).map((name) => join(folder, name)));
    if (depth === 0) return [];
    return names
      .filter((name) => !isExcludedFolder(name) && !isContainer(name))
      .flatMap((name) =>
        this.#files.kind(join(folder, name)) === 'folder' ? this.#inventoriesBelow(join(folder, name), depth - 1) : [],
      );
  }

  /** The files that surely look like inventories, though neither their names nor their places are usual. */
  get unusual(): readonly string[] {
    return this.#others.filter((path) => this.#isInventory(path, false));
  }

  /** The inventories that the `ansible.cfg` of a folder names, if at least one exists. */
  #configured(folder: string): FoundSources | undefined {
    if (!this.#isConfigured) return undefined;
    const settings = this.#settings(folder);
    const { inventory = [], inventoryAt } = settings;
    if (inventoryAt.file !== join(folder, 'ansible.cfg') && !this.#isCurrentFolder(folder)) return undefined;
    const missing = inventory.filter((path) => this.#files.kind(path) === undefined);
    this.missing.push(...missing);
    if (missing.length < inventory.length) return { folder, sources: inventory, settings };
    if (missing.length > 0) {
      const paths = missing.map((path) => shownPath(path, folder)).join(', ');
      const by = inventoryAt.file === undefined ? 'ANSIBLE_INVENTORY' : 'this';
      this.#passedOver.push({ ...inventoryAt, fault: fault('settings/missing-inventory', { paths, by }) });
    }
    return undefined;
  }

  /** Tells whether the environment counts for a folder: it is the current one, and no path was named. */
  #isCurrentFolder(folder: string): boolean {
    const { cwd, paths } = this.#options;
    return paths.length === 0 && folder === cwd;
  }

  /** The inventories in a folder like `inventories` and in the folders below. */
  #inventoriesIn(folder: string, of: Omit<FoundSources, 'sources'>, depth: number): readonly FoundSources[] {
    if (this.#files.kind(folder) !== 'folder') return [];
    const configured = this.#configured(folder);
    if (configured !== undefined) return [configured];
    return this.#inventoriesAmong(this.#names(folder), folder, of, depth);
  }

  #inventoriesAmong(
    names: readonly string[],
    folder: string,
    of: Omit<FoundSources, 'sources'>,
    depth: number,
  ): readonly FoundSources[] {
    const inventories = names.filter((name) => this.#isInventory(join(folder, name), isUsualName(name)));
    const apart = inventories.filter((name) => isOfEnvironment(name));
    const parts = inventories.filter((name) => !isOfEnvironment(name));
    const own = apart.map((name): FoundSources => ({ ...of, sources: [join(folder, name)] }));
    // Several files without the names of environments are read together, as Ansible reads the folder.
    if (parts.length === 1 || (parts.length > 0 && apart.length > 0))
      own.push(...parts.map((name) => ({ ...of, sources: [join(folder, name)] })));
    else if (parts.length > 1) own.push({ ...of, sources: [folder] });
    if (depth === 0) return own;
    const folders = names.filter((name) => !isExcludedFolder(name) || ENVIRONMENTS.has(name));
    return [...own, ...folders.flatMap((name) => this.#inventoriesIn(join(folder, name), of, depth - 1))];
  }

  #isInventory(path: string, usual: boolean): boolean {
    const name = basename(path);
    if (!mayBeSource(name)) return false;
    if (this.#files.kind(path) !== 'file') return false;
    // With more than this to read, only names count.
    if (!this.#measured.has(path)) this.#bytes -= this.#files.size(path);
    this.#measured.add(path);
    if (this.#bytes < 0) return usual;
    try {
      const text = textOfFile(this.#files, path);
      // A file that is not text is broken, whatever it was meant to be, so only its name counts.
      const found = looksLikeInventory(name, text, usual) || (usual && /[\0\uFFFD]/.test(text));
      if (!found && /^(?:hosts?|inventory)(?:[-_.]|$)/i.test(name)) this.dissimilar.push(path);
      return found;
    } catch {
      return usual;
    }
  }

  #settings(folder: string): Settings {
    return madeOnce(this.#settingsByFolder, folder, () => this.#configuredIn(folder));
  }

  #configuredIn(folder: string): Settings {
    try {
      const { cwd, environment = {}, version } = this.#options;
      const start = startFolder(this.#files, folder, cwd);
      return readSettings(this.#files, { cwd: start, environment, environmentBase: cwd, version });
    } catch {
      return defaultSettings;
    }
  }

  /** The names in a folder; none if it cannot be read or was visited before. */
  #names(folder: string): readonly string[] {
    const real = this.#files.real(resolve(folder));
    // A link may lead to a folder above the project, and so to its neighbours.
    const isFirst = this.#seen.size === 0;
    if (isFirst) for (const above of foldersAbove(real)) this.#seen.add(above);
    if (this.#seen.has(real) || this.#seen.size > MAX_FOLDERS) return [];
    this.#seen.add(real);
    try {
      const names = this.#files.list(folder).filter((name) => !this.#isIgnored(join(folder, name)));
      this.templates.push(...names.filter((name) => TEMPLATE.test(name)).map((name) => join(folder, name)));
      if (!isFirst && names.includes('ansible.cfg')) this.projects.push(folder);
      return names.sort(byCodePoint);
    } catch {
      return [];
    }
  }
}

/** The environments that the parts of a path name: `prod` of `inventories/prod/hosts`. */
export function environmentsInPath(path: string): readonly string[] {
  const words = path.split(sep).flatMap((name) => stem(name).split(SEPARATOR));
  return words.filter((word) => ENVIRONMENTS.has(word));
}

/** Tells whether people keep inventories in a folder, by its path in a project: `inventories/prod`, `env/lab-2`. */
export function isInventoryFolderPath(path: string): boolean {
  return path.split(sep).some((name) => CONTAINERS.has(name) || isUsualName(name) || isOfEnvironment(name));
}

/** Tells whether a file of this name may be a source. */
function mayBeSource(name: string): boolean {
  return mayBeInventory(name) && !name.startsWith('.') && !EXCLUDED_FILES.has(name.toLowerCase());
}

function hasVariableFolder(names: readonly string[]): boolean {
  return names.includes('group_vars') || names.includes('host_vars');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

function isExcludedFolder(name: string): boolean {
  return name.startsWith('.') || name.endsWith('_plugins') || EXCLUDED_FOLDERS.has(name);
}

function stem(name: string): string {
  return basename(name, extname(name)).toLowerCase();
}

function isUsualName(name: string): boolean {
  const bare = stem(name);
  if (bare === 'hosts' || bare === 'inventory' || ENVIRONMENTS.has(bare)) return true;
  // `hosts-prod`, `host_list`, `prod_inventory`.
  const [first, ...others] = bare.split(SEPARATOR);
  const last = others.at(-1);
  if (last === undefined) return false;
  return first === 'hosts' || first === 'host' || first === 'inventory' || last === 'hosts' || last === 'inventory';
}

/** Tells a name of an environment: `staging.yml`, `hosts-prod`, `prod_inventory.ini`. */
function isOfEnvironment(name: string): boolean {
  return stem(name)
    .split(SEPARATOR)
    .some((word) => ENVIRONMENTS.has(word));
}

/** Looks for the inventories of a project, where people keep them. */
import { basename, extname, join, resolve, sep } from 'node:path';
import { MAX_BYTES, textOfFile } from '../../files.ts';
import type { Files, Kind } from '../../files.ts';
import { foldersAbove, shownPath } from '../../paths.ts';
import { looksLikeInventory, mayBeInventory } from './inventory-like.ts';
import { byCodePoint } from '../../source/python.ts';
import { fault } from '../../troubles/catalogue.ts';
import { readSettings } from '../settings/read-settings.ts';
import { defaultSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Environment, SettingsProblem } from '../settings/setting-values.ts';
import type { Version } from '../versions.ts';

/** The sources of one stack, absolute, with the settings of the `ansible.cfg` that names them. */
export interface Found {
  /** The folder that was looked through: `inventories/lab/hosts` is found in the folder of `inventories`. */
  readonly folder: string;
  readonly sources: readonly string[];
  readonly settings: Settings;
}

/** Names of environments: beside each other they are stacks of their own, not parts of one. */
const ENVIRONMENTS = words(
  'prod production stage staging dev devel development test testing qa uat lab laboratory live pre-prod preprod local ' +
    'vagrant demo sandbox integration acceptance ci',
);
const CONTAINERS = words('inventory inventories environment environments env envs hosts production staging');
/** Folders of a project that hold no inventory that a person would mean. */
const OTHERS = words(
  'node_modules roles molecule collections galaxy doc docs documentation templates files tasks handlers defaults meta ' +
    'vars group_vars host_vars library modules module_utils plugins test tests spec build dist venv env vendor target ' +
    '__pycache__',
);
/** Names of files, in lower case, that would pass for inventories by their extensions. */
const NO_INVENTORY = words(
  'readme licence license changelog makefile vagrantfile dockerfile jenkinsfile rakefile gemfile compose.yml ' +
    'compose.yaml docker-compose.yml docker-compose.yaml requirements.yml requirements.yaml galaxy.yml mkdocs.yml ' +
    'molecule.yml tox.ini pytest.ini stacklint.yml',
);

/** Between the words of a name. */
const SEPARATOR = /[-_.]/;

/** How many levels below a project's folder, and below one like `inventories`, are looked through. */
const MAX_DEPTH = 4;
/** Enough for any project, and a bound for a home folder that was named by mistake. */
const MAX_FOLDERS = 2000;

interface SearchOptions {
  /** The folder that a person is in, and what was named there. */
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly environment?: Environment | undefined;
  readonly version?: Version | undefined;
}

/** One search; it visits a bounded number of folders, and none twice. */
export class Search {
  readonly #files: Files;
  readonly #options: SearchOptions;
  readonly #isConfigured: boolean;
  readonly #seen = new Set<string>();
  readonly #settingsByFolder = new Map<string, Settings>();
  /** How much is still looked into, to tell inventories from other files. */
  #bytes = MAX_BYTES;
  /** What an `ansible.cfg` names and is not there. */
  readonly missing: string[] = [];
  /** Files that are called `hosts` or the like, and look like no inventory. */
  readonly unlike: string[] = [];
  /** Each `ansible.cfg` of whose inventories none is there. */
  readonly #passedOver: SettingsProblem[] = [];

  /** `isConfigured`: whether what an `ansible.cfg` names counts before what is found by looking. */
  constructor(files: Files, options: SearchOptions, isConfigured = true) {
    this.#files = files;
    this.#isConfigured = isConfigured;
    this.#options = options;
  }

  /** The inventories of a project folder; each `ansible.cfg` that was passed over for them is warned of. */
  project(folder: string): readonly Found[] {
    const all = this.#below(folder, MAX_DEPTH);
    if (this.#passedOver.length === 0) return all;
    return all.map((one) => {
      const warnings = [...one.settings.warnings, ...this.#passedOver];
      return { ...one, settings: { ...one.settings, warnings } };
    });
  }

  /**
   * What its `ansible.cfg` names; else the files and folders with usual names in it, or any inventory that stands
   * beside group_vars or host_vars; else the same in the folders below.
   */
  #below(folder: string, depth: number): readonly Found[] {
    const configured = this.#configured(folder);
    if (configured !== undefined) return [configured];
    const settings = this.#settings(folder);
    const names = this.#names(folder);
    const beside = names.includes('group_vars') || names.includes('host_vars');
    const here = names
      .filter((name) => (beside || isUsual(name)) && this.#isInventory(join(folder, name), isUsual(name)))
      .map((name): Found => ({ folder, sources: [join(folder, name)], settings }));
    const inside = names
      .filter((name) => CONTAINERS.has(name))
      .flatMap((name) => this.#container(join(folder, name), { folder, settings }, MAX_DEPTH));
    if (here.length + inside.length > 0 || depth === 0) return [...here, ...inside];
    return names
      .filter((name) => !isOther(name) && !CONTAINERS.has(name))
      .flatMap((name) =>
        this.#kind(join(folder, name)) === 'folder' ? this.#below(join(folder, name), depth - 1) : [],
      );
  }

  /** What the `ansible.cfg` of a folder names, where at least one of it is there. */
  #configured(folder: string): Found | undefined {
    if (!this.#isConfigured) return undefined;
    const settings = this.#settings(folder);
    const { inventory = [], inventoryAt } = settings;
    if (inventoryAt.file !== join(folder, 'ansible.cfg') && !this.#isStartedIn(folder)) return undefined;
    const missing = inventory.filter((path) => this.#kind(path) === undefined);
    this.missing.push(...missing);
    if (missing.length < inventory.length) return { folder, sources: inventory, settings };
    if (missing.length > 0) {
      const paths = missing.map((path) => shownPath(path, folder)).join(', ');
      const by = inventoryAt.file === undefined ? 'ANSIBLE_INVENTORY' : 'this';
      this.#passedOver.push({ ...inventoryAt, fault: fault('settings/missing-inventory', { paths, by }) });
    }
    return undefined;
  }

  /** What the environment names counts for who is in a folder and names nothing else. */
  #isStartedIn(folder: string): boolean {
    const { cwd, paths } = this.#options;
    return paths.length === 0 && folder === cwd;
  }

  /** A folder that holds inventories: its files, and the folders in it. */
  #container(folder: string, of: Omit<Found, 'sources'>, depth: number): readonly Found[] {
    if (this.#kind(folder) !== 'folder') return [];
    const configured = this.#configured(folder);
    if (configured !== undefined) return [configured];
    const names = this.#names(folder);
    const inventories = names.filter((name) => this.#isInventory(join(folder, name), isUsual(name)));
    const apart = inventories.filter((name) => isOfEnvironment(name));
    const parts = inventories.filter((name) => !isOfEnvironment(name));
    const own = apart.map((name): Found => ({ ...of, sources: [join(folder, name)] }));
    // Several files without the names of environments are read together, as Ansible reads the folder.
    if (parts.length === 1 || (parts.length > 0 && apart.length > 0))
      own.push(...parts.map((name) => ({ ...of, sources: [join(folder, name)] })));
    else if (parts.length > 1) own.push({ ...of, sources: [folder] });
    if (depth === 0) return own;
    const folders = names.filter((name) => !isOther(name) || ENVIRONMENTS.has(name));
    return [...own, ...folders.flatMap((name) => this.#container(join(folder, name), of, depth - 1))];
  }

  #isInventory(path: string, usual: boolean): boolean {
    const name = basename(path);
    if (!mayBeInventory(name) || name.startsWith('.') || NO_INVENTORY.has(name.toLowerCase())) return false;
    if (this.#kind(path) !== 'file') return false;
    // Of more than this nobody looks into each: names are all there is to go by.
    this.#bytes -= this.#files.size(path);
    if (this.#bytes < 0) return usual;
    try {
      const text = textOfFile(this.#files, path);
      // A file that is no text is broken, whatever it was meant to be; its name is all there is to go by.
      const found = looksLikeInventory(name, text, usual) || (usual && /[\0\uFFFD]/.test(text));
      if (!found && /^(?:hosts?|inventory)(?:[-_.]|$)/i.test(name)) this.unlike.push(path);
      return found;
    } catch {
      return usual;
    }
  }

  #settings(folder: string): Settings {
    let settings = this.#settingsByFolder.get(folder);
    if (settings === undefined) this.#settingsByFolder.set(folder, (settings = this.#configuredIn(folder)));
    return settings;
  }

  #configuredIn(folder: string): Settings {
    try {
      const { cwd, environment = {}, version } = this.#options;
      return readSettings(this.#files, { cwd: folder, environment, environmentBase: cwd, version });
    } catch {
      return defaultSettings;
    }
  }

  /** The names in a folder; none where it cannot be read, or was seen before under another name. */
  #names(folder: string): readonly string[] {
    const real = this.#files.real(resolve(folder));
    // A link may lead to what holds the whole project, and so to the projects beside it.
    if (this.#seen.size === 0) for (const above of foldersAbove(real)) this.#seen.add(above);
    if (this.#seen.has(real) || this.#seen.size > MAX_FOLDERS) return [];
    this.#seen.add(real);
    try {
      return [...this.#files.list(folder)].sort(byCodePoint);
    } catch {
      return [];
    }
  }

  #kind(path: string): Kind | undefined {
    return this.#files.kind(path);
  }
}

/** The environments that the parts of a path name: `prod` of `inventories/prod/hosts`. */
export function environmentsOf(path: string): readonly string[] {
  const words = path.split(sep).flatMap((name) => stem(name).split(SEPARATOR));
  return words.filter((word) => ENVIRONMENTS.has(word));
}

/** Whether people keep inventories in such a folder, by its path in a project: `inventories/prod`, `env/lab-2`. */
export function isPlaceOfInventories(path: string): boolean {
  return path.split(sep).some((name) => CONTAINERS.has(name) || isUsual(name) || isOfEnvironment(name));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

function isOther(name: string): boolean {
  return name.startsWith('.') || name.endsWith('_plugins') || OTHERS.has(name);
}

function stem(name: string): string {
  return basename(name, extname(name)).toLowerCase();
}

function isUsual(name: string): boolean {
  const bare = stem(name);
  if (bare === 'hosts' || bare === 'inventory' || ENVIRONMENTS.has(bare)) return true;
  // `hosts-prod`, `host_list`, `prod_inventory`.
  const [first, ...others] = bare.split(SEPARATOR);
  const last = others.at(-1);
  if (last === undefined) return false;
  return first === 'hosts' || first === 'host' || first === 'inventory' || last === 'hosts' || last === 'inventory';
}

/** `staging.yml`, `hosts-prod`, `prod_inventory.ini`. */
function isOfEnvironment(name: string): boolean {
  return stem(name)
    .split(SEPARATOR)
    .some((word) => ENVIRONMENTS.has(word));
}

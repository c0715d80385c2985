/** Finds the stacks that are checked from the paths that a person names: projects, inventories, files of these. */
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { CannotCheck } from '../../ground/cannot-check.ts';
import { FileError, readableNames, textOfFile } from '../../ground/files.ts';
import type { Files, Kind } from '../../ground/files.ts';
import { pathMatcher } from '../../ground/globs.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { foldersAbove, isAt, isBelow, pathsShownFrom, shownLinkTarget } from '../../ground/paths.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import { readJson } from '../../source/json.ts';
import { listed } from '../../model/phrases.ts';
import { looksLikeInventory, mayBeInventory } from './inventory-like.ts';
import { isSavedAnswer } from '../sources/saved-answer.ts';
import type { StandIn } from '../inventory/entities.ts';
import { ProjectRoots, startFolder } from './project-root.ts';
import { scenariosOf } from './scenarios.ts';
import { Search } from './search.ts';
import type { FoundSources } from './search.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import type { Environment } from '../settings/setting-values.ts';
import { VARS_FOLDERS } from '../variables/vars-files.ts';
import type { Version } from '../../ground/releases.ts';

/** One stack: sources that are read together. Paths are absolute; a source may also be a list of hosts. */
export interface DiscoveredStack {
  readonly name: string;
  readonly sources: readonly string[];
  /** The project's folder. */
  readonly root: string;
  /** The folder of playbooks, whose group_vars and host_vars count, as long as no play says another. */
  readonly playbookDir: string;
  /** True if a person names that folder, so that no play says another. */
  readonly playbookDirIsNamed: boolean;
  /** The playbooks that deploy it; empty if all of the project count that reach its hosts. */
  readonly playbooks: readonly string[];
  readonly settings: Settings;
  /** True if the configuration names the stack. */
  readonly isConfigured: boolean;
  /** The stand-in for the inventory, if none was found. */
  readonly standIn?: StandIn | undefined;
  /** The error that no inventory was found: it counts if the stand-in yields no stack. */
  readonly noneFound?: NoInventory | undefined;
  /** Named folders without an inventory that this stack may read files in; it is checked only if it does. */
  readonly presumedFor?: readonly string[] | undefined;
}

/** A stack that a configuration names. Paths are absolute; an inventory source may also be a list of hosts. */
export interface NamedStack {
  readonly name: string;
  readonly inventory: readonly string[];
  readonly playbookDir: string | undefined;
  /** Empty if all playbooks of the project count that reach its hosts. */
  readonly playbooks: readonly string[];
}

interface DiscoverOptions {
  readonly cwd: string;
  /** The environment variables; those of Ansible count. Empty by default. */
  readonly environment?: Environment | undefined;
  /** Project folders, inventories, or files that belong to one; empty means `cwd`. */
  readonly paths: readonly string[];
  /** `-i`: these sources together, instead of looking for them. */
  readonly inventory: readonly string[];
  readonly playbookDir?: string | undefined;
  /** `--playbook`: the playbooks that deploy the stacks. */
  readonly playbooks?: readonly string[];
  /** The stacks of the configuration, instead of looking for inventories. */
  readonly stacks?: readonly NamedStack[];
  /** The folder of the configuration. */
  readonly configurationFolder?: string | undefined;
  /** Absolute globs for files and folders that are not searched for inventories. */
  readonly ignore?: readonly string[];
  /** The release of ansible-core to follow; the reference release if undefined. */
  readonly version?: Version | undefined;
  /** True if an inventory that is not found is replaced by a test scenario or made-up hosts. */
  readonly standIns?: boolean | undefined;
  /** True if the inventories in the usual places count even though an `ansible.cfg` names one of them. */
  readonly besideConfigured?: boolean | undefined;
}

/** Names that do not identify a stack. */
const GENERIC_NAMES = new Set(
  'host hosts inventory inventories environment environments env envs main all ansible provisioning .'.split(' '),
);
/** The places that are searched for inventories, and what to do if none is there. */
const LOOKED_FOR =
  'looked for ansible.cfg with an inventory, hosts, inventory, production and staging (also .yml, .yaml, .ini, .json, ' +
  '.toml), inventory/*, inventories/*, environments/*, and inventories beside group_vars or host_vars; name one with -i';
/** No inventory was found. */
export class NoInventory extends CannotCheck {
  /** Sentences without their full stops about what is there instead of one. */
  readonly instead: readonly string[];

  constructor(message: string, instead: readonly string[]) {
    super(message, [...instead.map((clause) => `${clause};`), LOOKED_FOR]);
    this.instead = instead;
  }
}

/** The most inventories that a message names. */
const MOST_NAMED = 5;

/** Finds the stacks, each once however many paths belong to it. Throws CannotCheck if there is none. */
export function discoverStacks(files: Files, options: DiscoverOptions): readonly DiscoveredStack[] {
  const discovery = new Discovery(files, options);
  discovery.refuseMissingPlaybooks();
  if (options.inventory.length > 0) return [discovery.namedStack(options.inventory)];
  const paths = options.paths.length > 0 ? options.paths : [options.cwd];
  const stacks = new Map<string, DiscoveredStack>();
  for (const path of paths)
    for (const stack of discovery.stacksAt(resolve(options.cwd, path))) {
      const named = stack.isConfigured ? stack.name : stack.sources.length === 0 ? stack.root : '';
      const key = [named, ...stack.sources].join('\0');
      stacks.set(key, { ...stack, presumedFor: presumedForBoth(stacks.get(key), stack) });
    }
  return withDistinctNames([...stacks.values()]);
}

/**
 * Makes up hosts for the project of each path, besides inventories that were found by searching but are for other
 * plays.
 */
export function standInsBeside(
  files: Files,
  options: DiscoverOptions,
  found: readonly DiscoveredStack[],
): readonly DiscoveredStack[] {
  const { cwd, paths, inventory } = options;
  if (inventory.length > 0 || found.some(({ isConfigured }) => isConfigured)) return [];
  const discovery = new Discovery(files, options);
  const standIns = (paths.length > 0 ? paths : [cwd]).flatMap((path) =>
    discovery.standInsBeside(resolve(cwd, path), found),
  );
  return [...new Map(standIns.map((standIn) => [standIn.root, standIn])).values()];
}

/** The folders for which a stack is only presumed; undefined if it certainly belongs to another path. */
function presumedForBoth(known: DiscoveredStack | undefined, stack: DiscoveredStack): readonly string[] | undefined {
  if (known === undefined) return stack.presumedFor;
  if (known.presumedFor === undefined || stack.presumedFor === undefined) return undefined;
  return [...known.presumedFor, ...stack.presumedFor];
}

/** The stacks of a project, and the search that found them. */
interface Found {
  readonly stacks: readonly DiscoveredStack[];
  readonly search: Search;
}

class Discovery {
  readonly #files: Files;
  readonly #options: DiscoverOptions;
  readonly #roots: ProjectRoots;
  readonly #shown: ShowsPath;
  readonly #isIgnored: (path: string) => boolean;
  readonly #projects = new Map<string, Found>();
  #known: Found | undefined;

  constructor(files: Files, options: DiscoverOptions) {
    this.#files = files;
    this.#options = options;
    this.#shown = pathsShownFrom(options.cwd, [...options.paths, ...options.inventory]);
    const { ignore = [] } = options;
    this.#isIgnored = ignore.length > 0 ? pathMatcher(ignore) : () => false;
    this.#roots = new ProjectRoots(files, [options.cwd, ...options.paths.map((path) => resolve(options.cwd, path))]);
  }

  /** Throws CannotCheck if a named playbook, or the named folder of playbooks, does not exist. */
  refuseMissingPlaybooks(): void {
    const { cwd, playbookDir, playbooks = [] } = this.#options;
    if (playbookDir !== undefined && this.#files.kind(resolve(cwd, playbookDir)) !== 'folder')
      throw new CannotCheck(`--playbook-dir ${playbookDir}: there is no such folder`);
    for (const playbook of playbooks)
      if (this.#files.kind(resolve(cwd, playbook)) !== 'file')
        throw new CannotCheck(`--playbook ${playbook}: there is no such file`);
  }

  /** The sources of `-i`, as one stack. */
  namedStack(inventory: readonly string[]): DiscoveredStack {
    const { cwd, paths } = this.#options;
    const sources = inventory.map((source) => {
      const path = resolve(cwd, source);
      if (this.#files.kind(path) !== undefined) return path;
      if (source.includes(',')) return source;
      throw this.#absentError(path, `there is no inventory source ${this.#absentName(path)}`);
    });
    const configured = this.#options.stacks?.find((stack) => stack.inventory.join('\0') === sources.join('\0'));
    if (configured !== undefined) return this.#configured(configured);
    const start = resolve(cwd, paths[0] ?? '.');
    const root = this.#roots.of(this.#files.kind(start) === 'folder' ? start : dirname(start)) ?? start;
    return this.#stack({ folder: this.#projectOf(sources, root), sources, settings: this.#settings(root) });
  }

  /** A stack of the configuration. */
  #configured({ name, inventory: sources, playbookDir, playbooks }: NamedStack): DiscoveredStack {
    const { cwd, configurationFolder = cwd, playbookDir: dir } = this.#options;
    const folder = this.#projectOf(sources, configurationFolder);
    const named = this.#namedPlaybooks.length > 0 ? this.#namedPlaybooks : playbooks;
    const isOutside = [...named, playbookDir ?? folder].some((path) => !isAt(path, folder));
    const root = isOutside ? configurationFolder : folder;
    const stack = this.#stack({ folder: root, sources, settings: this.#settings(root) }, root, named);
    const isDirNamed = dir === undefined && playbookDir !== undefined;
    return {
      ...stack,
      name,
      ...(isDirNamed && { playbookDir, playbookDirIsNamed: true }),
      isConfigured: true,
    };
  }

  #settings(folder: string): Settings {
    const { cwd, environment = {}, version } = this.#options;
    const start = startFolder(this.#files, folder, cwd);
    return readSettings(this.#files, { cwd: start, environment, environmentBase: cwd, version });
  }

  /** The project that holds the sources: in a checkout of many projects, the others do not concern them. */
  #projectOf(sources: readonly string[], root: string): string {
    const first = sources.find((source) => isBelow(source, root));
    if (first === undefined) return root;
    const own = this.#roots.of(this.#files.kind(first) === 'folder' ? first : dirname(first));
    return own !== undefined && isBelow(own, root) ? own : root;
  }

  /** The stacks that a path belongs to, or that lie below it. Throws CannotCheck if there is none. */
  stacksAt(path: string): readonly DiscoveredStack[] {
    const kind = this.#files.kind(path);
    if (kind === undefined) throw this.#absentError(path, `there is no file or folder ${this.#absentName(path)}`);
    if (kind === 'other') this.#files.read(path);
    if (kind === 'folder') this.#files.list(path);
    const isConfigured = (this.#options.stacks ?? []).length > 0;
    const folder = kind === 'folder' ? path : dirname(path);
    const root = this.#roots.projectAt(folder);
    if (kind === 'folder' && !isConfigured) {
      const { stacks: found } = this.#project(this.#isNamedBy(root, path) ? root : path);
      if (found.length > 0) return found;
    }
    const { stacks: all, search } = isConfigured
      ? this.#configuration()
      : kind === 'file'
        ? this.#projectAround(folder)
        : this.#project(root);
    const own = all.filter((stack) => belongsTo(stack, path));
    if (own.length > 0) return own;
    if (!this.#isIgnored(path)) {
      const isInventory = kind === 'file' && this.#isInventory(path);
      if (isInventory && !isConfigured)
        return [this.#stack({ folder: root, sources: [path], settings: this.#settings(root) })];
      // Hooks name files of all kinds at once; a person who names a single one means it.
      const isAlone = kind === 'folder' || this.#options.paths.length === 1;
      if (isAlone && all.length > 0 && (isInventory || this.#isUnownedVariables(path)))
        throw this.#belongsToNone(path, all);
    }
    const around = all.filter((stack) => isAt(path, stack.root));
    const isAstray = this.#roots.of(folder) === undefined && !isAt(folder, this.#options.cwd);
    if (isAstray && !isConfigured) return this.#standIns(kind, folder, this.#noneFound(folder, search), search);
    // Any file of a project may be named, as hooks do; a folder has to hold something of a stack.
    if (kind === 'file' && all.length > 0) return around.length > 0 ? around : all;
    if (around.length > 0) return around.map((stack) => ({ ...stack, presumedFor: [path] }));
    if (isConfigured) throw this.#belongsToNone(path, all);
    if (all.length > 0) throw this.#noneFound(path, search);
    return this.#standIns(kind, root, this.#noneFound(root, search), search);
  }

  /** Tells whether the `ansible.cfg` of the project around a folder names the folder as its inventory. */
  #isNamedBy(root: string, folder: string): boolean {
    const { inventory = [], inventoryAt } = this.#settings(root);
    return root !== folder && inventoryAt.file === join(root, 'ansible.cfg') && inventory.includes(folder);
  }

  /** The scenarios of a project without an inventory, then made-up hosts. Throws the error if neither is wanted. */
  #standIns(kind: Kind, root: string, noneFound: NoInventory, search: Search): readonly DiscoveredStack[] {
    const isAlone = kind === 'file' && this.#roots.of(root) === undefined;
    if (this.#options.standIns !== true || isAlone) throw noneFound;
    const settings = this.#settings(root);
    const scenarios = scenariosOf(this.#files, root).map(({ name, sources, playbook }): DiscoveredStack => {
      const stack = this.#stack({ folder: root, sources, settings }, root, [playbook]);
      return { ...stack, name, standIn: 'scenario', noneFound };
    });
    return [...scenarios, ...this.#madeUp(root, noneFound, search)];
  }

  /** Hosts that are made up for the plays of a project, and for those of each project in a folder of it. */
  #madeUp(root: string, noneFound: NoInventory, { projects }: Search): readonly DiscoveredStack[] {
    return [root, ...projects].map((folder) => {
      const stack = this.#stack({ folder, sources: [], settings: this.#settings(folder) }, folder);
      return { ...stack, standIn: 'made-up', noneFound };
    });
  }

  /** The hosts that are made up for a path's plays, besides inventories for other plays. */
  standInsBeside(path: string, found: readonly DiscoveredStack[]): readonly DiscoveredStack[] {
    const isFolder = this.#files.kind(path) === 'folder';
    const root = this.#roots.projectAt(isFolder ? path : dirname(path));
    if (!isAt(root, path) && (found.some((stack) => belongsTo(stack, path)) || this.#roots.of(root) === undefined))
      return [];
    const search = new Search(this.#files, this.#options);
    const sources = search.project(root).flatMap((one) => one.sources.map(this.#shown));
    const message = `no play is for a host of ${listed(sources, MOST_NAMED)}`;
    return this.#madeUp(root, new NoInventory(message, []), search);
  }

  /** The stacks of the configuration. */
  #configuration(): Found {
    const search = new Search(this.#files, this.#options);
    return (this.#known ??= { stacks: (this.#options.stacks ?? []).map((stack) => this.#configured(stack)), search });
  }

  /** The stacks below a folder, searched for once. */
  #project(folder: string): Found {
    return madeOnce(this.#projects, folder, () => {
      const search = new Search(this.#files, this.#options);
      const found = search.project(folder);
      const others = this.#options.besideConfigured === true ? this.#besides(found, folder) : [];
      return { stacks: [...found, ...others].map((one) => this.#stack(one)), search };
    });
  }

  /** The inventories below a folder that were not found, as no `ansible.cfg` names them. */
  #besides(found: readonly FoundSources[], folder: string): readonly FoundSources[] {
    const known = found.flatMap(({ sources }) => sources);
    return new Search(this.#files, this.#options, false)
      .project(folder)
      .filter(({ sources }) => !sources.some((path) => known.some((one) => isAt(path, one) || isAt(one, path))));
  }

  /** The innermost project around a folder that has stacks: a role in it may look like a project, too. */
  #projectAround(folder: string): Found {
    const inner = this.#roots.projectAt(folder);
    for (let root = inner; ; root = this.#roots.projectAt(dirname(root))) {
      const found = this.#project(root);
      if (found.stacks.length > 0) return found;
      if (!isBelow(root, this.#options.cwd)) return this.#project(inner);
    }
  }

  /** Tells whether a path is in a variable folder without a playbook next to it. */
  #isUnownedVariables(path: string): boolean {
    const folder = [path, ...foldersAbove(path)].find((at) =>
      (VARS_FOLDERS as readonly string[]).includes(basename(at)),
    );
    if (folder === undefined) return false;
    return !readableNames(this.#files, dirname(folder)).some((name) => /^\.(?:ya?ml|json)$/.test(extname(name)));
  }

  #belongsToNone(path: string, stacks: readonly DiscoveredStack[]): CannotCheck {
    const [configured] = stacks.filter(({ isConfigured }) => isConfigured);
    const names = stacks.flatMap(({ name, sources }) => (configured ? [name] : sources.map(this.#shown)));
    const known = configured ? 'stack of the configuration' : 'inventory that was found';
    const found = listed(names, MOST_NAMED);
    const or = configured ? ', or list it under ignore' : '';
    return new CannotCheck(`${this.#shown(path)} belongs to no ${known} (${found}); name its own with -i${or}`);
  }

  #stack(
    { folder, sources, settings }: FoundSources,
    project = this.#roots.projectAt(folder),
    playbooks = this.#namedPlaybooks,
  ): DiscoveredStack {
    const { cwd, playbookDir } = this.#options;
    // A playbook of a folder above widens the project, but to no more than the current folder.
    const root = playbooks.every((path) => isAt(path, project)) || !isAt(project, cwd) ? project : cwd;
    const outside = playbooks.find((path) => !isAt(path, root));
    if (outside !== undefined)
      throw new CannotCheck(`the playbook ${this.#shown(outside)} is outside of the project in ${this.#shown(root)}`);
    return {
      name: stackName(sources.at(-1) ?? root, root),
      sources,
      root,
      playbookDir: playbookDir === undefined ? this.#playbookDir(root) : resolve(cwd, playbookDir),
      playbookDirIsNamed: playbookDir !== undefined,
      playbooks,
      settings,
      isConfigured: false,
    };
  }

  /** The playbooks of `--playbook`. */
  get #namedPlaybooks(): readonly string[] {
    const { cwd, playbooks = [] } = this.#options;
    return playbooks.map((playbook) => resolve(cwd, playbook));
  }

  /** The first usual folder of playbooks with a variable folder; the project's own if none has one. */
  #playbookDir(root: string): string {
    const candidates = [root, resolve(root, 'playbooks'), resolve(root, 'plays')];
    const hasVariables = (folder: string): boolean =>
      VARS_FOLDERS.some((name) => this.#files.kind(resolve(folder, name)) === 'folder');
    return candidates.find(hasVariables) ?? root;
  }

  #isInventory(path: string): boolean {
    if (!mayBeInventory(basename(path))) return false;
    const text = textOfFile(this.#files, path);
    return looksLikeInventory(basename(path), text, true) || isSavedAnswer(readJson(text)?.root);
  }

  /** The error for a path that is not seen: it may exist and be unreadable, and then reading it says why. */
  #absentError(path: string, message: string): Error {
    try {
      this.#files.read(path);
    } catch (error) {
      if (error instanceof FileError && error.kind !== 'missing') return error;
    }
    return new CannotCheck(message);
  }

  /** The name of what configures the sources. */
  get #settingName(): string {
    const { paths, environment = {} } = this.#options;
    return paths.length === 0 && environment['ANSIBLE_INVENTORY'] !== undefined ? 'ANSIBLE_INVENTORY' : 'ansible.cfg';
  }

  #noneFound(folder: string, { missing, dissimilar, templates, unusual }: Search): NoInventory {
    const lines: string[] = [];
    if (missing.length > 0)
      lines.push(
        `${this.#settingName} names ${missing.map((path) => this.#shown(path)).join(', ')}, which is not there`,
      );
    const [first] = dissimilar.map((path) => this.#shown(path));
    if (first !== undefined) {
      const more =
        dissimilar.length > 1
          ? ` (nor ${dissimilar.length === 2 ? 'does another' : `do ${dissimilar.length - 1} others`})`
          : '';
      lines.push(`${first} does not look like one${more}; -i ${first} tells what Ansible would make of it`);
    }
    const [likely] = unusual.map((path) => this.#shown(path));
    if (likely !== undefined) {
      const look =
        unusual.length === 1 ? 'looks like one, but has no usual name' : 'look like some, but have no usual names';
      lines.push(`${listed(unusual.map(this.#shown), MOST_NAMED)} ${look}; -i ${likely} uses it`);
    }
    if (templates.length > 0) {
      const is = templates.length === 1 ? 'is a template' : 'are templates';
      lines.push(
        `${listed(templates.map(this.#shown), MOST_NAMED)} ${is} that Terraform or another program fills: ` +
          'save the output of `ansible-inventory --list --export` as a JSON file, and use that file with -i',
      );
    }
    return new NoInventory(`no inventory found in ${this.#shown(folder)}`, lines);
  }

  /** A path that does not exist, with its target if it is a link. */
  #absentName(path: string): string {
    const target = this.#files.linkTarget(path);
    if (target === undefined) return this.#shown(path);
    return `${this.#shown(path)}, which is a broken link to ${shownLinkTarget(path, target, this.#shown)}`;
  }
}

/** Tells whether a path is a source, in or above one, or in a variable folder next to a source or the playbooks. */
function belongsTo({ sources, playbookDir }: DiscoveredStack, path: string): boolean {
  const bases = [playbookDir, ...sources.flatMap((source) => [source, dirname(source)])];
  return (
    sources.some((source) => path === source || isBelow(path, source) || isBelow(source, path)) ||
    bases.some((base) => VARS_FOLDERS.some((name) => isAt(path, resolve(base, name))))
  );
}

/** The last part of a source's path that identifies a stack; else the name of the project. */
function stackName(source: string, root: string): string {
  if (source.includes(',')) return 'hosts';
  const inside = isBelow(source, root) ? relative(root, source) : source;
  const parts = inside.split(sep).filter((part) => part !== '');
  const last = parts.pop() ?? '';
  for (const part of [basename(last, extname(last)), ...parts.reverse()]) if (!isGeneric(part)) return part;
  for (let at = root; dirname(at) !== at; at = dirname(at)) if (!GENERIC_NAMES.has(basename(at))) return basename(at);
  return 'inventory';
}

/**
 * Tells whether a part of a path identifies no stack: `hosts`, or a file of several that are numbered, as
 * `01-static`.
 */
function isGeneric(part: string): boolean {
  return GENERIC_NAMES.has(part) || /^\d+[-_]/.test(part);
}

/** Renames stacks that share a name after the paths of their sources: `eu/prod`, or the whole path. */
function withDistinctNames(stacks: readonly DiscoveredStack[]): readonly DiscoveredStack[] {
  return stacks.map((stack) => {
    const alike = stacks.filter((other) => other !== stack && other.name === stack.name);
    if (alike.length === 0) return stack;
    const short = shortPath(stack);
    const isDistinct = short !== '' && alike.every((other) => shortPath(other) !== short);
    return { ...stack, name: (isDistinct ? short : sourcePath(stack)) || stack.name };
  });
}

/** The path of a stack's source below its project, with `/`. */
function sourcePath({ root, sources }: DiscoveredStack): string {
  return relative(root, sources.at(-1) ?? root).replaceAll(sep, '/');
}

/** The path without the parts that identify no stack. */
function shortPath(stack: DiscoveredStack): string {
  const parts = sourcePath(stack).split('/');
  const last = parts.pop() ?? '';
  return [...parts, basename(last, extname(last))].filter((part) => !isGeneric(part)).join('/');
}

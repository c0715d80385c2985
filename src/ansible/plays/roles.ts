/** The roles of a project: where a name leads, and what the role's files set. */
import { basename, dirname, join, resolve } from 'node:path';
import { madeOnce } from '../../ground/made-once.ts';
import { isBelow } from '../../ground/paths.ts';
import type { Document } from '../../source/document.ts';
import { valueAt } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import type { Level } from '../inventory/level.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { Collections } from './collections.ts';
import { unknownAsMaybeSetIn, PossibleAssignments, layerOfPossible } from './possible-assignments.ts';
import { isTrue, pairsOf, textOf } from '../playbook/nodes.ts';
import { roleEntriesIn } from '../playbook/play.ts';
import type { RoleEntry } from '../playbook/play.ts';
import type { PlayFiles } from './play-files.ts';
import type { Play } from './playbooks.ts';
import { placedConditions, TaskReader, TOP } from './tasks.ts';
import type { RoleUse, TaskReading } from './tasks.ts';
import type { PlayLayer } from './possible-assignments.ts';
import type { TaskPlace } from './task-paths.ts';

/** The endings of a role's files, which may be left out if they are named. */
const ENDINGS = ['', '.yml', '.yaml', '.json'];

/** The roles that are fetched before a run, as far as they are known. */
export interface FetchedRoles {
  /** Tells whether something may fetch roles. */
  readonly isOpen: () => boolean;
  /** The repositories, as `owner.name`, that a role of this name is fetched from. */
  readonly repositoriesOf: (role: string) => readonly string[];
}

/** The folders in which roles may lie. */
interface RolePaths {
  /** `roles_path` of `ansible.cfg`. */
  readonly configured: readonly string[];
  /** Where roles are installed without it. */
  readonly installed: readonly string[];
  readonly fetching: FetchedRoles;
  readonly collections: Collections;
  /** `private_role_vars`: whether roles keep their variables to themselves; undefined if it is not set. */
  readonly private: boolean | undefined;
  /** The values of `inventory_dir` for all hosts. */
  readonly inventories: readonly string[];
  /** The project's folder where a test of it is read, which installs it if it is a role. */
  readonly tested: string | undefined;
}

/** The folders and collections that decide where the roles of a play are found. */
type PlayOfRoles = Pick<Play, 'folder' | 'run' | 'collections'>;

/** Finds roles and reads each once. */
export class Roles {
  readonly #files: PlayFiles;
  readonly #paths: RolePaths;
  readonly #roles = new Map<string, Role>();
  readonly #known = new Map<string, boolean>();

  constructor(files: PlayFiles, paths: RolePaths) {
    this.#files = files;
    this.#paths = paths;
  }

  /** The names by which a role that is applied as this may be known: with each collection that may hold it as well. */
  namesOf(name: string, collections: readonly string[]): readonly string[] {
    // A name with its namespace is looked for in no other.
    const searched = name.includes('.') ? [] : collections;
    const inCollections = searched.map((collection) => `${collection}.${name}`);
    return [name, ...inCollections, ...this.#paths.fetching.repositoriesOf(name)];
  }

  get inventories(): readonly string[] {
    return this.#paths.inventories;
  }

  /** Tells whether all tasks of a play see what a role sets: by its own word, the setting, or the way it comes in. */
  isPublic({ public: own, static: isStatic }: RoleUse): boolean | 'open' {
    const { private: isPrivate } = this.#paths;
    return own ?? (isPrivate === undefined ? isStatic : !isPrivate);
  }

  /**
   * The role that a name means in a play; undefined if it is not in the project. A role asks its own collection, a
   * play and other roles those that the play does.
   */
  find(name: string, { folder, run, collections }: PlayOfRoles, asking?: Role): Role | undefined {
    const { configured, installed, collections: all } = this.#paths;
    const own = asking === undefined ? undefined : all.of(asking.path, run);
    const beside = asking === undefined ? [] : [dirname(asking.path)];
    const folders = [join(folder, 'roles'), ...configured, ...installed, ...beside, folder];
    const candidates = [
      ...all.rolesNamed(name, own === undefined ? collections : [own], run),
      ...folders.map((each) => resolve(each, name)),
    ];
    const path = candidates.find((each) => this.#isRole(each)) ?? this.#tested(name);
    return path === undefined ? undefined : this.at(path);
  }

  /**
   * The role that a name means, also where Ansible finds it in some runs only: from the project's folder, in its
   * `roles`, or as the project itself.
   */
  findInRuns(name: string, play: PlayOfRoles, asking?: Role): Role | undefined {
    const found = this.find(name, play, asking);
    if (found !== undefined) return found;
    const { root } = this.#files;
    const near = [join(root, 'roles', name), resolve(root, name)].find((path) => this.#isRole(path));
    if (near !== undefined) return this.at(near);
    return this.#files.text(join(root, 'tasks', 'main.yml')) !== undefined && this.#isNamed(root, name)
      ? this.at(root)
      : undefined;
  }

  /**
   * The folders in which Ansible looks for a role of a play and surely finds none; undefined if it may be elsewhere.
   *
   * Without a `roles_path` it looks in folders of the machine, too, one of its folders that is not there may be what
   * roles are fetched into, and a role with a dot may be a collection's.
   */
  foldersWithout(name: string, { folder, collections }: PlayOfRoles): readonly string[] | undefined {
    const { configured, fetching } = this.#paths;
    const { root } = this.#files;
    if (configured.length === 0 || !configured.every((path) => isBelow(path, root))) return undefined;
    if (configured.length > 1 && !configured.every((path) => this.#files.isFolder(path))) return undefined;
    if (collections.length > 0 || !/^\w[\w-]*$/.test(name)) return undefined;
    const folders = [...new Set([join(folder, 'roles'), ...configured, folder])];
    if (folders.some((path) => this.#files.holds(path, name)) || fetching.isOpen()) return undefined;
    return folders.slice(0, -1);
  }

  /** Tells whether a collection that a play names, and that the project does not have, may bring a role. */
  mayBeOfCollection(name: string, { collections, run }: PlayOfRoles): boolean {
    return !name.includes('.') && collections.some((each) => this.#paths.collections.lacks(each, run));
  }

  /** The empty folder that a role's name leads to, if it does. */
  emptyFolder(name: string, { folder }: PlayOfRoles): string | undefined {
    const { root } = this.#files;
    const folders = [join(folder, 'roles'), ...this.#paths.configured, join(root, 'roles')];
    const paths = folders.map((each) => resolve(each, name));
    return paths.find((path) => this.#files.isEmpty(path));
  }

  /** Tells whether a folder is there and holds something: a submodule that is not checked out leaves an empty one. */
  #isRole(path: string): boolean {
    return madeOnce(this.#known, path, () => this.#files.isFolder(path) && !this.#files.isEmpty(path));
  }

  /** The folder of the role that is tested, if it has this name. */
  #tested(name: string): string | undefined {
    const { tested } = this.#paths;
    return tested !== undefined && this.#isNamed(tested, name) ? tested : undefined;
  }

  /**
   * Tells whether a name is that of the role in a folder: with its author, as Galaxy has it, or with a repository's
   * prefix.
   */
  #isNamed(folder: string, name: string): boolean {
    const meta = this.#files.document(join(folder, 'meta', 'main.yml'));
    const own = textOf(valueAt(meta?.root, 'galaxy_info', 'role_name'));
    const short = name.split('.').at(-1) ?? name;
    return (
      short === (own ?? '') ||
      basename(folder)
        .split(/[.+]/)
        .at(-1)
        ?.replace(/^ansible[-_](?:role[-_])?/, '') === short
    );
  }

  /** The effects of the tasks in a file that a task includes. */
  included(path: string, place: TaskPlace): TaskReading {
    const question = ['included', path, place.role, place.playbook, ...place.inventories].join('\0');
    return this.#files.answer(question, (files) => {
      const reader = new TaskReader(files, place);
      reader.file(path);
      return reader.reading;
    });
  }

  /** The role in a folder. */
  at(path: string): Role {
    return madeOnce(this.#roles, path, () => new Role(this.#files, path, this.inventories));
  }
}

/** One role. */
export class Role {
  readonly name: string;
  readonly path: string;
  readonly #files: PlayFiles;
  readonly #layers = new Map<string, readonly PlayLayer[]>();
  readonly #inventories: readonly string[];
  readonly #paths = new Map<string, string | undefined>();
  #dependencies: readonly RoleUse[] | undefined;

  constructor(files: PlayFiles, path: string, inventories: readonly string[]) {
    this.#files = files;
    this.#inventories = inventories;
    this.path = path;
    this.name = basename(path);
  }

  /**
   * The layers of `defaults/` or `vars/`. `from` names another file than `main`; a template may mean any of several.
   */
  layers(folder: 'defaults' | 'vars', from = 'main'): readonly PlayLayer[] {
    const key = `${folder}/${from}`;
    const level: Level = { kind: `role ${folder}`, owner: this.name };
    const read = (files: PlayFiles): readonly PlayLayer[] =>
      isTemplate(from)
        ? [possibleLayer(files, this.#named(folder, from), level)]
        : files.layers(join(this.path, folder), from, level);
    return madeOnce(this.#layers, key, () => this.#files.answer(`layers\0${this.path}\0${key}`, read));
  }

  /** Tells whether the role declares a variable: its defaults have it. */
  declares(variable: string): boolean {
    return this.layers('defaults').some(({ assignments }) => assignments.has(variable));
  }

  /** Reads the tasks and handlers, for a playbook in a folder. */
  tasks(playbook: string, { tasks = 'main', handlers = 'main' }: Partial<RoleUse['from']> = {}): TaskReading {
    const question = ['tasks', this.path, playbook, tasks, handlers, ...this.#inventories].join('\0');
    return this.#files.answer(question, (files) => {
      const reader = new TaskReader(files, { role: this.path, playbook, inventories: this.#inventories });
      for (const path of this.#named('tasks', tasks)) reader.file(path);
      for (const path of this.#named('handlers', handlers)) reader.file(path, { ...TOP, isHandler: true });
      return reader.reading;
    });
  }

  get dependencies(): readonly RoleUse[] {
    const read = (files: PlayFiles): readonly RoleUse[] =>
      this.#named('meta', 'main').flatMap((path) => {
        const document = files.document(path);
        if (document === undefined) return [];
        const entries = roleEntriesIn(valueAt(document.root, 'dependencies'));
        return entries.map((entry) => useOfEntry(files, document, entry));
      });
    return (this.#dependencies ??= this.#files.answer(`dependencies\0${this.path}`, read));
  }

  /** The file of tasks, handlers or meta of a name; undefined if there is none. */
  file(folder: 'tasks' | 'handlers' | 'meta', name = 'main'): string | undefined {
    const key = `${folder}/${name}`;
    if (!this.#paths.has(key)) this.#paths.set(key, this.#named(folder, name)[0]);
    return this.#paths.get(key);
  }

  /** Tells whether a folder of the role lacks a file or folder of a name, with or without its extension. */
  lacks(folder: 'tasks' | 'vars' | 'defaults', name: string): boolean {
    const path = join(this.path, folder);
    return this.#files.isFolder(path) && !ENDINGS.some((ending) => this.#files.isIn(name + ending, [path]));
  }

  /** True if the role says that a play may run it again with the same parameters. */
  get allowsDuplicates(): boolean {
    return isTrue(valueAt(this.meta?.root, 'allow_duplicates'));
  }

  /** The document of `meta/main.yml`; undefined if there is none. */
  get meta(): Document | undefined {
    const path = this.file('meta');
    return path === undefined ? undefined : this.#files.document(path);
  }

  /** The first file of that name, with or without its extension; for a template, every file that it may become. */
  #named(folder: string, name: string): readonly string[] {
    const names = ENDINGS.map((ending) => name + ending);
    const paths = new Set(names.flatMap((each) => this.#files.meant(each, [join(this.path, folder)])));
    return isTemplate(name) ? [...paths] : [...paths].slice(0, 1);
  }
}

/** The layer of files of which a run chooses one. */
function possibleLayer(files: PlayFiles, paths: readonly string[], level: Level): PlayLayer {
  const possible = new PossibleAssignments();
  for (const path of paths) {
    const layer = files.layer(path, level);
    if (layer === undefined) continue;
    const { assignments, unread } = layer;
    possible.addAssigned(assignments);
    if (unread !== undefined) possible.addUnreadFile(unknownAsMaybeSetIn(unread.place.document));
  }
  return layerOfPossible(possible);
}

/** The use of a role that an entry of a list makes. */
export function useOfEntry(files: PlayFiles, document: Document, { named, keywords, params }: RoleEntry): RoleUse {
  const name = String(named.value);
  return {
    name,
    at: { document, start: named.start, end: named.end },
    entry: files.layerOf(document, { pairs: pairsOf(keywords?.vars) }, { kind: 'role vars', owner: name }),
    params: [files.layerOf(document, { pairs: params }, { kind: 'role params', owner: name })],
    scope: [],
    static: true,
    public: undefined,
    included: false,
    conditions: keywords === undefined ? [] : placedConditions(keywords, document),
    isNeverRun: keywords?.isNeverRun === true,
    from: { tasks: undefined, handlers: undefined, vars: undefined, defaults: undefined },
  };
}

/** Everything that an entry of a list of roles says except the name: equal texts make equal applications. */
export function parametersOf(entry: Node, { text }: Document): string {
  if (entry.kind !== 'mapping') return '';
  const given = entry.pairs.filter(({ key, value }) => {
    const isEmpty = key.value === 'vars' && value.kind === 'mapping' && value.pairs.length === 0;
    return key.value !== 'role' && key.value !== 'name' && !isEmpty;
  });
  const words = given.map(({ key, value }) => `${String(key.value)}: ${text.slice(value.start, value.end)}`);
  return words.sort().join('\0');
}

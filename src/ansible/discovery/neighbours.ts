/** The inventories of one project: they share playbooks, and often the variables beside them. */
import { dirname, join, relative } from 'node:path';
import { CannotCheck } from '../../cannot-check.ts';
import { FileError } from '../../files.ts';
import type { Files } from '../../files.ts';
import { isBelow } from '../../paths.ts';
import type { ShowsPath } from '../../paths.ts';
import { discover } from './discover.ts';
import { environmentsOf, Search } from './search.ts';
import type { Discovered } from './discover.ts';
import type { SourcedInventory } from '../entities.ts';
import { readVariables } from '../inventory.ts';
import { readSources } from '../source-graph.ts';
import type { ParseCache } from '../../source/parse-cache.ts';
import type { Environment } from '../settings/setting-values.ts';
import type { Version } from '../versions.ts';

/** One that was found; it is read once somebody needs it. */
interface Known {
  readonly found: Discovered;
  inventory: SourcedInventory | undefined;
}

/** Where and with what the check is started. */
interface Started {
  readonly cwd: string;
  readonly shown: ShowsPath;
  readonly environment?: Environment | undefined;
  readonly cache: ParseCache;
}

/** Knows what is checked, and reads what else a project has once somebody asks. */
export class Neighbours {
  readonly #files: Files;
  readonly #started: Started;
  /** What is checked, in order. */
  readonly #checked: Known[] = [];
  readonly #byRoot = new Map<string, readonly Known[]>();
  readonly #othersOf = new Map<SourcedInventory, readonly Known[]>();

  constructor(files: Files, started: Started) {
    this.#files = files;
    this.#started = started;
  }

  add(found: Discovered, inventory: SourcedInventory): void {
    this.#checked.push({ found, inventory });
  }

  /** The inventories of the same project that are checked, in order. */
  checkedWith(own: SourcedInventory): readonly SourcedInventory[] {
    const root = this.#asking(own)?.root;
    return this.#checked.flatMap(({ found, inventory = [] }) => (found.root === root ? inventory : []));
  }

  /** All other inventories of the same project, be it that its `ansible.cfg` does not name them. */
  others(own: SourcedInventory): readonly SourcedInventory[] {
    return this.#others(own).map((known) => (known.inventory ??= this.#read(known.found, own)));
  }

  /** Those of them that a run may be given along with one: not what stands for another environment (`staging`). */
  combinable(own: SourcedInventory): readonly SourcedInventory[] {
    const environments = (found: Discovered | undefined): readonly string[] =>
      found === undefined ? [] : found.sources.flatMap((path) => environmentsOf(relative(found.root, path)));
    const ours = environments(this.#asking(own));
    return this.#others(own)
      .filter(({ found }) => {
        const theirs = environments(found);
        return ours.length === 0 || theirs.length === 0 || theirs.some((one) => ours.includes(one));
      })
      .map((known) => (known.inventory ??= this.#read(known.found, own)));
  }

  #others(own: SourcedInventory): readonly Known[] {
    let others = this.#othersOf.get(own);
    if (others === undefined) this.#othersOf.set(own, (others = this.#beside(own)));
    return others;
  }

  #beside(own: SourcedInventory): readonly Known[] {
    const asking = this.#asking(own);
    if (asking === undefined) return [];
    const all = new Map(this.#ofProject(asking).map((known) => [known.found.sources.join('\0'), known]));
    const { version } = asking.settings;
    const search = new Search(this.#files, { ...this.#started, paths: [asking.root], version }, false);
    for (const { sources, settings } of search.project(asking.root)) {
      const key = sources.join('\0');
      if (!all.has(key)) all.set(key, { found: { ...asking, sources, settings }, inventory: undefined });
    }
    return [...all.values()].filter(({ inventory }) => inventory !== own);
  }

  /** Those of the same project that read a file or a folder of variables (full path), without the one that asks. */
  reading(path: string, own: SourcedInventory): readonly SourcedInventory[] {
    const asking = this.#asking(own);
    if (asking === undefined) return [];
    const real = this.#files.real(path);
    return this.#ofProject(asking)
      .filter(({ found, inventory }) => inventory !== own && this.#mayRead(found, own, real))
      .map((known) => (known.inventory ??= this.#read(known.found, own)));
  }

  #asking(own: SourcedInventory): Discovered | undefined {
    return this.#checked.find(({ inventory }) => inventory === own)?.found;
  }

  #ofProject(asking: Discovered): readonly Known[] {
    let all = this.#byRoot.get(asking.root);
    if (all === undefined) this.#byRoot.set(asking.root, (all = this.#all(asking)));
    return all;
  }

  /** Inventories of one project share its playbooks. */
  #read(found: Discovered, { bases: { playbooks } }: SourcedInventory): SourcedInventory {
    const { cwd, shown, cache } = this.#started;
    const sources = readSources(this.#files, { ...found, playbookDirs: playbooks, cwd, shown, cache });
    return readVariables(sources, { hosts: [] });
  }

  /** Whether a path is one of the sources or in one, or in the folders of variables beside them or the playbook. */
  #mayRead({ sources }: Discovered, own: SourcedInventory, real: string): boolean {
    const bases = sources.map((source) => (this.#files.kind(source) === 'folder' ? source : dirname(source)));
    const folders = [...own.bases.playbooks, ...bases].flatMap((base) => [
      join(base, 'group_vars'),
      join(base, 'host_vars'),
    ]);
    return [...sources, ...folders].some((one) => {
      const at = this.#files.real(one);
      return real === at || isBelow(real, at);
    });
  }

  #all({ root, settings: { version } }: Discovered): readonly Known[] {
    const inventories = new Map<string, Known>();
    for (const known of this.#checked)
      if (known.found.root === root) inventories.set(known.found.sources.join('\0'), known);
    for (const found of this.#discovered(root, version)) {
      const key = found.sources.join('\0');
      if (!inventories.has(key)) inventories.set(key, { found, inventory: undefined });
    }
    return [...inventories.values()];
  }

  #discovered(root: string, version: Version): readonly Discovered[] {
    try {
      const { cwd, environment } = this.#started;
      return discover(this.#files, { cwd, environment, paths: [root], inventory: [], version });
    } catch (error) {
      if (error instanceof CannotCheck || error instanceof FileError) return [];
      throw error;
    }
  }
}

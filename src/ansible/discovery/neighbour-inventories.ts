/** The inventories of one project, which share its playbooks and often the variable files next to these. */
import { dirname, join, relative } from 'node:path';
import { CannotCheck } from '../../ground/cannot-check.ts';
import { FileError } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { isBelow } from '../../ground/paths.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import { discoverStacks } from './discover.ts';
import { environmentsInPath, Search } from './search.ts';
import type { DiscoveredStack, NamedStack } from './discover.ts';
import type { SourcedInventory } from '../inventory/entities.ts';
import { readVariablesOfInventory } from '../read-inventory.ts';
import { readSources } from '../sources/source-graph.ts';
import type { ParseCache } from '../../source/parse-cache.ts';
import type { Environment } from '../settings/setting-values.ts';
import type { Version } from '../../ground/releases.ts';

/** An inventory that was found; it is read when it is first needed. */
interface NeighbourInventory {
  readonly stack: DiscoveredStack;
  inventory: SourcedInventory | undefined;
}

/** The surroundings of a check. */
interface CheckContext {
  readonly cwd: string;
  readonly shown: ShowsPath;
  readonly environment?: Environment | undefined;
  readonly texts: ParseCache;
  /** The stacks of the configuration, and its folder. */
  readonly stacks?: readonly NamedStack[];
  readonly configurationFolder?: string | undefined;
}

/** Knows the inventories that are checked, and reads the others of their projects when they are asked for. */
export class NeighbourInventories {
  readonly #files: Files;
  readonly #context: CheckContext;
  readonly #checked: NeighbourInventory[] = [];
  readonly #byRoot = new Map<string, readonly NeighbourInventory[]>();
  readonly #othersOf = new Map<SourcedInventory, readonly NeighbourInventory[]>();

  constructor(files: Files, context: CheckContext) {
    this.#files = files;
    this.#context = context;
  }

  add(stack: DiscoveredStack, inventory: SourcedInventory): void {
    this.#checked.push({ stack, inventory });
  }

  /** The checked inventories of the same project, in order. */
  checkedWith(own: SourcedInventory): readonly SourcedInventory[] {
    const root = this.#stackOf(own)?.root;
    return this.#checked.flatMap(({ stack, inventory = [] }) => (stack.root === root ? inventory : []));
  }

  /** All other inventories of the same project, even those that its `ansible.cfg` does not name. */
  others(own: SourcedInventory): readonly SourcedInventory[] {
    return this.#others(own).map((known) => this.#read(known, own));
  }

  /** The other inventories that one run may combine with this one: none of another environment (`staging`). */
  combinable(own: SourcedInventory): readonly SourcedInventory[] {
    const environments = (stack: DiscoveredStack | undefined): readonly string[] =>
      stack === undefined ? [] : stack.sources.flatMap((path) => environmentsInPath(relative(stack.root, path)));
    const ours = environments(this.#stackOf(own));
    return this.#others(own)
      .filter(({ stack }) => {
        const theirs = environments(stack);
        return ours.length === 0 || theirs.length === 0 || theirs.some((one) => ours.includes(one));
      })
      .map((known) => this.#read(known, own));
  }

  #others(own: SourcedInventory): readonly NeighbourInventory[] {
    return madeOnce(this.#othersOf, own, () => this.#othersOfProject(own));
  }

  #othersOfProject(own: SourcedInventory): readonly NeighbourInventory[] {
    const asking = this.#stackOf(own);
    if (asking === undefined) return [];
    const all = new Map(this.#ofProject(asking).map((known) => [known.stack.sources.join('\0'), known]));
    const { version } = asking.settings;
    const { cwd, environment } = this.#context;
    // What a configuration ignores may still be the reader of a file of variables.
    const search = new Search(this.#files, { cwd, environment, paths: [asking.root], version }, false);
    for (const { sources, settings } of search.project(asking.root)) {
      const key = sources.join('\0');
      if (!all.has(key)) all.set(key, { stack: { ...asking, sources, settings }, inventory: undefined });
    }
    return [...all.values()].filter(({ inventory }) => inventory !== own && !isStandIn(inventory));
  }

  /** The other inventories of the project that may read a file or folder of variables (full path). */
  readersOf(path: string, own: SourcedInventory): readonly SourcedInventory[] {
    const asking = this.#stackOf(own);
    if (asking === undefined) return [];
    const real = this.#files.real(path);
    return this.#ofProject(asking)
      .filter(({ stack, inventory }) => inventory !== own && !isStandIn(inventory) && this.#mayRead(stack, own, real))
      .map((known) => this.#read(known, own));
  }

  #stackOf(own: SourcedInventory): DiscoveredStack | undefined {
    return this.#checked.find(({ inventory }) => inventory === own)?.stack;
  }

  #ofProject(asking: DiscoveredStack): readonly NeighbourInventory[] {
    return madeOnce(this.#byRoot, asking.root, () => this.#findAll(asking));
  }

  /** Reads an inventory, once, with the playbooks of another one of the project. */
  #read(known: NeighbourInventory, { bases: { playbooks } }: SourcedInventory): SourcedInventory {
    const { cwd, shown, texts } = this.#context;
    const options = { ...known.stack, playbookDirs: playbooks, cwd, shown, cache: texts };
    return (known.inventory ??= readVariablesOfInventory(readSources(this.#files, options), { hosts: [] }));
  }

  /** Tells whether a path belongs to the sources, or to the variable folders next to these or to the playbooks. */
  #mayRead({ sources }: DiscoveredStack, own: SourcedInventory, real: string): boolean {
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

  #findAll({ root, settings: { version } }: DiscoveredStack): readonly NeighbourInventory[] {
    const inventories = new Map<string, NeighbourInventory>();
    for (const known of this.#checked)
      if (known.stack.root === root) inventories.set(known.stack.sources.join('\0'), known);
    for (const stack of this.#discovered(root, version)) {
      const key = stack.sources.join('\0');
      if (!inventories.has(key)) inventories.set(key, { stack, inventory: undefined });
    }
    return [...inventories.values()];
  }

  #discovered(root: string, version: Version): readonly DiscoveredStack[] {
    try {
      const { cwd, environment, stacks = [], configurationFolder } = this.#context;
      const paths = [root];
      return discoverStacks(this.#files, {
        cwd,
        environment,
        stacks,
        configurationFolder,
        paths,
        inventory: [],
        version,
      });
    } catch (error) {
      if (error instanceof CannotCheck || error instanceof FileError) return [];
      throw error;
    }
  }
}

/** True for hosts of a test and those that are made up: no run is given them. */
function isStandIn(inventory: SourcedInventory | undefined): boolean {
  return inventory?.standIn !== undefined;
}

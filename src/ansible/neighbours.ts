/** The inventories of one project: they share playbooks, and often the variables beside them. */
import { CannotCheck } from '../cannot-check.ts';
import { FileError } from '../files.ts';
import type { Files } from '../files.ts';
import { discover } from './discover.ts';
import type { Discovered } from './discover.ts';
import type { SourcedInventory } from './entities.ts';
import { readInventory } from './inventory.ts';
import type { Version } from './versions.ts';

interface Known {
  readonly found: Discovered;
  readonly inventory: SourcedInventory;
}

/** Knows what is checked, and reads what else a project has once somebody asks. */
export class Neighbours {
  readonly #files: Files;
  readonly #cwd: string;
  /** What is checked, in order. */
  readonly #checked: Known[] = [];
  readonly #byRoot = new Map<string, readonly SourcedInventory[]>();

  constructor(files: Files, cwd: string) {
    this.#files = files;
    this.#cwd = cwd;
  }

  add(found: Discovered, inventory: SourcedInventory): void {
    this.#checked.push({ found, inventory });
  }

  /** All inventories of the same project, without the one that asks. */
  of(own: SourcedInventory): readonly SourcedInventory[] {
    const found = this.#checked.find(({ inventory }) => inventory === own)?.found;
    if (found === undefined) return [];
    let all = this.#byRoot.get(found.root);
    if (all === undefined) this.#byRoot.set(found.root, (all = this.#all(found)));
    return all.filter((one) => one !== own);
  }

  /** Those that are checked before the one that asks, and say what they share with it. */
  before(own: SourcedInventory): readonly SourcedInventory[] {
    const at = this.#checked.findIndex(({ inventory }) => inventory === own);
    return this.#checked.slice(0, at).map(({ inventory }) => inventory);
  }

  #all({ root, settings: { version } }: Discovered): readonly SourcedInventory[] {
    const inventories = new Map<string, SourcedInventory>();
    for (const { found, inventory } of this.#checked)
      if (found.root === root) inventories.set(found.sources.join('\0'), inventory);
    for (const found of this.#discovered(root, version)) {
      const key = found.sources.join('\0');
      if (!inventories.has(key))
        inventories.set(key, readInventory(this.#files, { ...found, cwd: this.#cwd, lazy: true }));
    }
    return [...inventories.values()];
  }

  #discovered(root: string, version: Version): readonly Discovered[] {
    try {
      return discover(this.#files, { cwd: this.#cwd, paths: [root], inventory: [], version });
    } catch (error) {
      if (error instanceof CannotCheck || error instanceof FileError) return [];
      throw error;
    }
  }
}

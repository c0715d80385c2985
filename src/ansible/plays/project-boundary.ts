/** The boundary of a project: parts of a checkout may belong to another project than the inventory at hand. */
import { dirname, join } from 'node:path';
import type { Files } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { isBelow } from '../../ground/paths.ts';

/** `apart`: a project of its own; `beside`: it has an inventory of its own, so its plays may be meant only for that. */
type Belonging = 'own' | 'beside' | 'apart';

const PROJECT = ['ansible.cfg', '.git'];
const INVENTORY = [
  'hosts',
  'hosts.yml',
  'hosts.yaml',
  'hosts.ini',
  'hosts.toml',
  'inventory',
  'inventory.yml',
  'inventory.ini',
  'inventory.toml',
  'inventories',
];

/** Folders, and how they belong, by the files, whose answers stay the same for as long as they are used. */
const belongings = new WeakMap<Files, Map<string, Belonging | undefined>>();

/** Says how files below a project's folder belong to an inventory, by the files in the folders above them. */
export class ProjectBoundary {
  readonly #files: Files;
  readonly #root: string;
  readonly #sources: readonly string[];
  readonly #known = new Map<string, Belonging>();

  /** `sources`: the inventory's own, as full paths. */
  constructor(files: Files, root: string, sources: readonly string[]) {
    this.#files = files;
    this.#root = root;
    this.#sources = sources;
  }

  of(path: string): Belonging {
    return this.#folder(dirname(path));
  }

  #folder(folder: string): Belonging {
    if (!isBelow(folder, this.#root)) return 'own';
    return madeOnce(this.#known, folder, () => this.#look(folder));
  }

  #look(folder: string): Belonging {
    const above = this.#folder(dirname(folder));
    if (above === 'apart' || this.#sources.some((source) => source === folder || isBelow(source, folder))) return above;
    const known = madeOnce(belongings, this.#files, () => new Map<string, Belonging | undefined>());
    return madeOnce(known, folder, () => belongingByNames(folder, this.#files)) ?? above;
  }
}

function belongingByNames(folder: string, files: Files): Belonging | undefined {
  const has = (names: readonly string[]): boolean => names.some((name) => files.kind(join(folder, name)) !== undefined);
  return has(PROJECT) ? 'apart' : has(INVENTORY) ? 'beside' : undefined;
}

/** Folders of variables that are next to no play and no inventory, so that Ansible never reads them. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { looksLikeInventory, mayBeInventory } from '../discovery/inventory-like.ts';
import type { NeighbourInventories } from '../discovery/neighbour-inventories.ts';
import { isInventoryFolderPath } from '../discovery/search.ts';
import type { SourcedInventory } from '../inventory/entities.ts';
import { mayHavePlays } from '../plays/playbooks.ts';
import { ProjectBoundary } from '../plays/project-boundary.ts';
import { foldersRead, containsVariableFile } from '../variables/unused-variable-files.ts';
import { VARS_FOLDERS } from '../variables/vars-files.ts';
import { HEADER } from '../vault/header.ts';
import { readableNames, readableText } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { isAt, isBelow } from '../../ground/paths.ts';
import type { JudgedInventory } from './judged-project.ts';
import { isAside } from '../project/project-files.ts';
import { whyMaybeReadElsewhere } from './unused-files.ts';
import type { UnusedFile } from './unused-files.ts';

/** The most folders that a finding names of those where Ansible would read the variables. */
const NAMED = 3;
/** Names of programs that may print or write an inventory, or run Ansible in their own way. */
const PROGRAM = /\.(?:py|sh|bash|rb|pl|js|ts|go|tf|tfstate)$|^(?:Vagrantfile|Makefile|justfile)$/i;
/** Names of inventories and of files that become one: `hosts.example`, `inventory.tmpl`. */
const INVENTORY = /^(?:hosts?|inventory)(?![a-z])/i;
/** Folders that mark a role, whose own group_vars are examples: Ansible does not read them, and no one expects it. */
const OF_ROLE = ['tasks', 'defaults', 'meta'];

/**
 * Finds the folders of variables in a project that none of its inventories and plays reaches; none if no play is
 * known.
 */
export function unreachedFolders(
  context: JudgedInventory,
  neighbours: NeighbourInventories,
): readonly (UnusedFile & { readonly folder: string })[] {
  const { files, shown, read, inventory, project } = context;
  const folders = [...project.listing.variableFolders].filter((folder) => !isAside(project.listing, folder + sep));
  if (folders.length === 0 || inventory.plays.folders.length === 0) return [];
  const reach = new ReadFolders(context, neighbours);
  // All stacks of the project report the same.
  const sources = neighbours.checkedWith(read).flatMap((one) => one.bases.sources);
  const bases = new Set([...sources, ...inventory.plays.folders]);
  const unreached = folders.filter((folder) => !reach.mayInclude(folder));
  return unreached.flatMap((base) =>
    VARS_FOLDERS.flatMap((kind) => {
      const folder = join(base, kind);
      if (!containsVariableFile(files, folder) || reach.isRead(folder)) return [];
      const places = Array.from(bases, (one) => shown(join(one, kind)));
      const expected = `${places.length > 1 ? 'one of ' : ''}${places.slice(0, NAMED).join(', ')}`;
      const file = shown(folder);
      const unless = whyMaybeReadElsewhere(project, kind, basename(base), file);
      return [{ file, shown: file, why: { kind: 'unreached', expected }, unless, folder }];
    }),
  );
}

/** The folders that Ansible reads with the inventories and plays of a project, or may read. */
class ReadFolders {
  readonly #context: JudgedInventory;
  readonly #inventories: readonly SourcedInventory[];
  readonly #boundary: ProjectBoundary;
  /** The folders by their real paths. */
  readonly #folders: ReadonlySet<string>;

  constructor(context: JudgedInventory, neighbours: NeighbourInventories) {
    const { files, read, inventory, project } = context;
    this.#context = context;
    this.#inventories = [read, ...neighbours.others(read)];
    this.#boundary = new ProjectBoundary(files, project.listing.root, read.sources);
    const bases = this.#inventories.map(({ bases: { sources } }) => ({ sources, playbooks: inventory.plays.folders }));
    this.#folders = new Set(bases.flatMap((one) => [...foldersRead(files, one)]));
  }

  /**
   * Tells whether Ansible may read variables in a folder, as the folder may hold an inventory, a playbook or a role.
   */
  mayInclude(folder: string): boolean {
    const { files, settings, playbookDir, project } = this.#context;
    const sources = [...this.#inventories.flatMap((one) => one.sources), ...(settings.inventory ?? [])];
    return (
      folder === playbookDir ||
      sources.some((source) => isAt(folder, source) || dirname(source) === folder) ||
      this.#boundary.of(join(folder, 'group_vars')) !== 'own' ||
      isInventoryFolderPath(relative(project.listing.root, folder)) ||
      OF_ROLE.some((name) => files.kind(join(folder, name)) === 'folder') ||
      readableNames(files, folder).some((name) => mayBeRun(files, join(folder, name)))
    );
  }

  /** Tells whether Ansible reads a folder of variables, directly or through a link, or a play names a file in it. */
  isRead(folder: string): boolean {
    const { files, project, cwd } = this.#context;
    const real = files.real(folder);
    const documents = this.#inventories.flatMap((one) =>
      Array.from(one.documents.keys(), (file) => resolve(cwd, file)),
    );
    const isLinked = documents.some((path) => !isBelow(path, folder) && isBelow(files.real(path), real));
    const name = basename(folder);
    const names = [
      `${basename(dirname(folder))}/${name}`,
      ...readableNames(files, folder).map((one) => `${name}/${one}`),
    ];
    return this.#folders.has(real) || isLinked || names.some((one) => project.mentionsPath(one));
  }
}

/** Tells whether a person may run a file, or give it to Ansible as an inventory or a playbook. */
function mayBeRun(files: Files, path: string): boolean {
  const name = basename(path);
  if (name.startsWith('.') || files.kind(path) !== 'file') return false;
  if (PROGRAM.test(name) || INVENTORY.test(name) || files.executable(path)) return true;
  if (!mayBeInventory(name)) return false;
  const text = readableText(files, path) ?? HEADER;
  return text.startsWith(HEADER) || mayHavePlays(text) || looksLikeInventory(name, text, true);
}

/** Folders of variables that lie beside neither a play nor an inventory: whatever runs, Ansible does not read them. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { looksLikeInventory, mayBeInventory } from '../ansible/discovery/inventory-like.ts';
import { isInventoryFolder } from '../ansible/discovery/search.ts';
import type { SourcedInventory } from '../ansible/entities.ts';
import { ProjectBoundary } from '../ansible/plays/project-boundary.ts';
import { foldersRead, holdsVariableFiles } from '../ansible/variables/unused-variable-files.ts';
import { VARS_FOLDERS } from '../ansible/variables/vars-files.ts';
import { HEADER } from '../ansible/vault/header.ts';
import { readableNames, readableText } from '../files.ts';
import type { Files } from '../files.ts';
import type { UnusedFile } from '../model/declared-inventory.ts';
import { isAt, isBelow } from '../paths.ts';
import type { InventoryContext } from './lazy-inventory.ts';
import { isAside } from './project-files.ts';
import { readElsewhere } from './unused-files.ts';

/** How many folders are named of those where the variables would be read. */
const NAMED = 3;
/** What may print or write an inventory, or run Ansible in a way of its own. */
const PROGRAM = /\.(?:py|sh|bash|rb|pl|js|ts|go|tf|tfstate)$|^(?:Vagrantfile|Makefile|justfile)$/i;
/** An inventory, or what becomes one: `hosts.example`, `inventory.tmpl`. */
const INVENTORY = /^(?:hosts?|inventory)(?![a-z])/i;
const PLAY = /^[\s-]*["']?hosts["']?[ \t]*:/m;
/** A role has one of these; its folder is read by nobody, but may come from elsewhere with its examples. */
const OF_ROLE = ['tasks', 'defaults', 'meta'];

/** The folders of variables in a project that no inventory and no play of it reaches; none where no play is known. */
export function unreachedFolders(context: InventoryContext): readonly (UnusedFile & { readonly folder: string })[] {
  const { files, shown, read, inventory, neighbours, project } = context;
  const folders = [...project.listing.variableFolders].filter((folder) => !isAside(project.listing, folder + sep));
  if (folders.length === 0 || inventory.plays.folders.length === 0) return [];
  const reach = new Reach(context);
  // All stacks of the project are to say the same.
  const sources = neighbours.checkedWith(read).flatMap((one) => one.bases.sources);
  const bases = new Set([...sources, ...inventory.plays.folders]);
  const unreached = folders.filter((folder) => !reach.mayInclude(folder));
  return unreached.flatMap((base) =>
    VARS_FOLDERS.flatMap((kind) => {
      const folder = join(base, kind);
      if (!holdsVariableFiles(files, folder) || reach.isRead(folder)) return [];
      const places = Array.from(bases, (one) => shown(join(one, kind)));
      const expected = `${places.length > 1 ? 'one of ' : ''}${places.slice(0, NAMED).join(', ')}`;
      const file = shown(folder);
      const at = { file, start: 0, end: 0 };
      const unless = readElsewhere(project, kind, basename(base), file, at);
      return [{ at, shown: file, why: { kind: 'unreached', expected }, unless, folder }];
    }),
  );
}

/** What runs come to: the inventories and plays of a project, and what may become one of them. */
class Reach {
  readonly #context: InventoryContext;
  readonly #inventories: readonly SourcedInventory[];
  readonly #boundary: ProjectBoundary;
  /** By their real paths. */
  readonly #folders: ReadonlySet<string>;

  constructor(context: InventoryContext) {
    const { files, read, inventory, neighbours, project } = context;
    this.#context = context;
    this.#inventories = [read, ...neighbours.others(read)];
    this.#boundary = new ProjectBoundary(files, project.listing.root, read.sources);
    const bases = this.#inventories.map(({ bases: { sources } }) => ({ sources, playbooks: inventory.plays.folders }));
    this.#folders = new Set(bases.flatMap((one) => [...foldersRead(files, one)]));
  }

  /** Whether the variables in a folder may be read for all that the folder itself tells. */
  mayInclude(folder: string): boolean {
    const { files, settings, playbookDir, project } = this.#context;
    const sources = [...this.#inventories.flatMap((one) => one.sources), ...(settings.inventory ?? [])];
    return (
      folder === playbookDir ||
      sources.some((source) => isAt(folder, source) || dirname(source) === folder) ||
      this.#boundary.of(join(folder, 'group_vars')) !== 'own' ||
      isInventoryFolder(relative(project.listing.root, folder)) ||
      OF_ROLE.some((name) => files.kind(join(folder, name)) === 'folder') ||
      readableNames(files, folder).some((name) => mayRun(files, join(folder, name)))
    );
  }

  /** Whether a folder of variables is read itself or by way of a link, or a play names what is in it. */
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
    return this.#folders.has(real) || isLinked || names.some((one) => project.mentions(one));
  }
}

/** Whether Ansible may be given a file, as an inventory or to play it. */
function mayRun(files: Files, path: string): boolean {
  const name = basename(path);
  if (name.startsWith('.') || files.kind(path) !== 'file') return false;
  if (PROGRAM.test(name) || INVENTORY.test(name) || files.executable(path)) return true;
  if (!mayBeInventory(name)) return false;
  const text = readableText(files, path) ?? HEADER;
  return text.startsWith(HEADER) || PLAY.test(text) || looksLikeInventory(name, text, true);
}

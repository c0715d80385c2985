/** Reads what plays, roles and the command line set around an inventory. */
import { dirname } from 'node:path';
import type { Files } from '../../files.ts';
import { Documents } from '../documents.ts';
import type { Inventory } from '../entities.ts';
import { PlayedInventory } from '../played.ts';
import type { Beside } from '../played.ts';
import type { Layer } from '../variables/vars-files.ts';
import type { Vault } from '../vault/vault.ts';
import { RefusedExtraVars } from '../../cannot-check.ts';
import type { Settings } from '../settings/settings.ts';
import { readExtraVars } from './extra-vars.ts';
import { Kinships } from './kinship.ts';
import { PlayFiles } from './play-files.ts';
import { VarsFilesOfPlays } from './play-vars-files.ts';
import { isTrial, readPlaybooks } from './playbooks.ts';
import { Plays } from './plays.ts';
import type { Vocabulary } from './plays.ts';
import { ownCollection, Roles } from './roles.ts';
import { Sight } from './view.ts';

export interface PlaysOptions {
  readonly cwd: string;
  /** The inventory's sources, as full paths. */
  readonly sources: readonly string[];
  /** The project's folder, and all YAML files in it. */
  readonly root: string;
  readonly paths: readonly string[];
  readonly settings: Settings;
  /** What tells the roles that matter. */
  readonly vocabulary: Vocabulary | undefined;
  /** `--extra-vars`, in order. */
  readonly extraVars: readonly string[];
}

const ROLE = /[/\\]defaults[/\\]main\.(ya?ml|json)$/;

type ExtraVarsOptions = Pick<PlaysOptions, 'cwd' | 'settings' | 'extraVars'> & { readonly vault: Vault };

/**
 * What `--extra-vars` sets as `ansible-inventory` has it: the layers, for sources that compute with them, and what an
 * inventory becomes that has nothing else beside it.
 *
 * Throws RefusedExtraVars for those that it refuses, as it does a file that it cannot decrypt.
 */
export function extraVarsAlone(
  files: Files,
  { cwd, settings, extraVars, vault }: ExtraVarsOptions,
): { readonly layers: readonly Layer[]; readonly around: (inventory: Inventory) => Inventory } {
  const documents = new Documents(files, cwd, vault, settings);
  const playFiles = new PlayFiles(documents, cwd, new Map());
  const layers = readExtraVars(playFiles, cwd, extraVars);
  const encrypted = layers.find(({ opaque }) => opaque === 'vault')?.document;
  if (encrypted !== undefined)
    throw new RefusedExtraVars(1, `--extra-vars @${encrypted.file}: the file is vaulted, and no password was given`);
  const sight = new Sight([], layers);
  const { assignments } = playFiles;
  const { all } = documents;
  const beside = {
    documents: all,
    assignments,
    hides: () => false,
    sightOf: () => sight,
    hostvarsSightOf: () => sight,
  };
  return { layers, around: (inventory) => new PlayedInventory(inventory, settings.mergeHashes, () => beside) };
}

/** What `--extra-vars` sets, for sources that compute with it. Throws RefusedExtraVars. */
export function extraVarsOf(files: Files, { cwd, settings, extraVars, vault }: ExtraVarsOptions): readonly Layer[] {
  return readExtraVars(new PlayFiles(new Documents(files, cwd, vault, settings), cwd, new Map()), cwd, extraVars);
}

/** What is beside an inventory; undefined where that is nothing. Throws RefusedExtraVars. */
export function readBeside(files: Files, inventory: Inventory, options: PlaysOptions): Beside | undefined {
  const { cwd, root, settings, vocabulary } = options;
  const documents = new Documents(files, cwd, inventory.vault, settings);
  const playFiles = new PlayFiles(documents, root, inventory.documents);
  const extra = readExtraVars(playFiles, cwd, options.extraVars);
  const kinships = new Kinships(files, root, options.sources);
  const paths = options.paths.filter((path) => !isTrial(path.slice(root.length)) && kinships.of(path) !== 'apart');
  const playbooks = readPlaybooks(playFiles, root, paths, (path) => kinships.of(path) === 'own', extra);
  const roleFolders = paths.filter((path) => ROLE.test(path)).map((path) => dirname(dirname(path)));
  if (extra.length + playbooks.length + roleFolders.length === 0) return undefined;
  const all = new Roles(playFiles, {
    roles: settings.rolesPath,
    collections: settings.collectionsPath,
    private: settings.privateRoleVars,
    root,
    collection: ownCollection(playFiles, root),
  });
  const roles = { all, own: roleFolders.map((folder) => all.at(folder)) };
  const varsFiles = new VarsFilesOfPlays(playFiles, inventory, extra);
  const plays = new Plays(inventory, playbooks, playFiles, roles, varsFiles, { vocabulary, extra });
  return {
    documents: playFiles.documents.all,
    assignments: playFiles.assignments,
    hides: () => playFiles.hides || extra.some(({ opaque }) => opaque !== undefined),
    sightOf: (host) => plays.sightOf(host),
    hostvarsSightOf: (host) => plays.hostvarsSightOf(host),
  };
}

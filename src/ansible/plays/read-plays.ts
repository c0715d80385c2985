/** Reads the plays and roles of a project, and finds the hosts of an inventory that they contain. */
import { dirname, join } from 'node:path';
import type { Files } from '../../ground/files.ts';
import { pathMatcher } from '../../ground/globs.ts';
import { foldersAbove } from '../../ground/paths.ts';
import type { Documents } from '../inventory/inventory-documents.ts';
import type { SourcedInventory, StandIn } from '../inventory/entities.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { Troubles } from '../inventory/troubles.ts';
import { PlayFolders } from './play-folders.ts';
import { Collections } from './collections.ts';
import { readExtraVars } from './extra-vars.ts';
import { playsAroundRoles } from './made-up-hosts.ts';
import { ProjectBoundary } from './project-boundary.ts';
import { unknownAsMaybeSetUnseen } from './possible-assignments.ts';
import { PlayFiles } from './play-files.ts';
import { VarsFilesOfPlays } from './play-vars-files.ts';
import { isTrial, readPlaybooks } from './playbooks.ts';
import { Plays } from './plays.ts';
import type { ProjectPlaybooks } from './plays.ts';
import { Roles } from './roles.ts';
import type { FetchedRoles } from './roles.ts';
import { RefusedPlays } from './refused-plays.ts';
import { inventoryDirOfSource } from '../inventory/magic-host-variables.ts';

interface PlaysOptions {
  readonly cwd: string;
  /** The inventory's sources, as full paths. */
  readonly sources: readonly string[];
  /** All YAML files of the project. */
  readonly paths: readonly string[];
  /** True if it has more files than these. */
  readonly isCut: boolean;
  /** The folder of playbooks that counts if no play is known. */
  readonly playbookDir: string;
  /** The playbooks that deploy the stack; empty if all of the project count. */
  readonly playbooks: readonly string[];
  /** Absolute globs for files that are not playbooks of the project, unless others import them. */
  readonly ignore?: readonly string[];
  readonly settings: Settings;
  /** `--extra-vars`, in order. */
  readonly extraVars: readonly string[];
  /** The stand-in for the inventory, if none was found. */
  readonly standIn?: StandIn | undefined;
  readonly fetching: FetchedRoles;
}

/** A file that only roles have. */
const ROLE = /[/\\](defaults|tasks)[/\\]main\.(ya?ml|json)$/;

/** The files of a project's plays and roles, as its settings have them read. */
export function playFilesOf(documents: Documents, root: string, settings: Settings): PlayFiles {
  const around = collectionAround(documents.files, root);
  return new PlayFiles(documents, root, [
    ...settings.rolesPath,
    ...settings.collectionsPath,
    ...settings.installed.roles,
    ...settings.installed.collections,
    ...(around === undefined ? [] : [around]),
  ]);
}

/**
 * Reads the playbooks of a project, before its inventory, because they tell where variables are. Throws
 * RefusedExtraVars.
 */
export function readProjectPlaybooks(playFiles: PlayFiles, options: PlaysOptions): ProjectPlaybooks {
  const { cwd, settings, sources, ignore = [] } = options;
  const { root } = playFiles;
  const { files } = playFiles.documents;
  const extra = readExtraVars(playFiles, cwd, options.extraVars);
  const boundary = new ProjectBoundary(files, root, sources);
  const isIgnored = ignore.length > 0 ? pathMatcher(ignore) : () => false;
  const paths = options.paths.filter(
    (path) =>
      !isTrial(path.slice(root.length)) && boundary.of(path) !== 'apart' && !sources.includes(path) && !isIgnored(path),
  );
  const named = options.playbooks;
  const isOwn = (path: string): boolean => named.includes(path) || boundary.of(path) === 'own';
  const troubles = new Troubles(playFiles.documents);
  const refused = new RefusedPlays(troubles, settings.version);
  const collections = new Collections(playFiles, {
    configured: [...settings.collectionsPath, ...settings.installed.collections],
    root,
    around: collectionAround(files, root),
  });
  const found = readPlaybooks(playFiles, { root, paths, named, isOwn, extra, refused, collections });
  const { broken, installed } = found;
  if (options.isCut) broken.addUnreadFile(unknownAsMaybeSetUnseen(playFiles.documents.placeholder(root)));
  const roles = new Set(paths.filter((path) => ROLE.test(path)).map((path) => dirname(dirname(path))));
  const isRoleAlone = options.standIn === 'made-up' && found.plays.length === 0;
  const playbooks = isRoleAlone ? playsAroundRoles(roles, root, playFiles) : found.plays;
  const playFolders = new PlayFolders(files, options.playbookDir, playbooks);
  return {
    settings,
    root,
    files: playFiles,
    extra,
    playbooks,
    broken,
    installed,
    collections,
    roles,
    playFolders,
    troubles: troubles.all,
    refused,
    fetching: options.fetching,
  };
}

/** The plays with the hosts of an inventory that they contain; undefined if a project has no plays. */
export function playsOnInventory(project: ProjectPlaybooks, inventory: SourcedInventory): Plays | undefined {
  const { settings, root, files, extra, playbooks, roles, collections, broken, installed, troubles } = project;
  const isAlone = extra.length + playbooks.length + roles.size + troubles.length === 0;
  if (isAlone && broken.isEmpty && installed.isEmpty) return undefined;
  const paths = {
    configured: settings.rolesPath,
    installed: settings.installed.roles,
    fetching: project.fetching,
    collections,
    private: settings.privateRoleVars,
    inventories: inventoryDirsOf(inventory),
    tested: inventory.standIn === 'scenario' ? root : undefined,
  };
  const all = new Roles(files, paths);
  // If one folder counts for all plays, nothing depends on their own folders.
  const playFolders =
    inventory.bases.playbooks.length > 1 ? project.playFolders : new PlayFolders(files.documents.files, '', []);
  const varsFiles = new VarsFilesOfPlays(files, inventory, extra, playFolders);
  const own = { all, own: Array.from(roles, (folder) => all.at(folder)) };
  return new Plays(inventory, { ...project, playFolders }, own, varsFiles);
}

/** The collection that a project is an example of, if it is one. */
function collectionAround(files: Files, root: string): string | undefined {
  const near = foldersAbove(root).slice(0, 3);
  return near.find((folder) => files.kind(join(folder, 'galaxy.yml')) === 'file');
}

function inventoryDirsOf({ hosts }: SourcedInventory): readonly string[] {
  const sources = [...hosts.values()].flatMap(({ source }) => source ?? []);
  return [...new Set(sources.map(inventoryDirOfSource))];
}

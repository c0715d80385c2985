/** Reads what plays, roles and the command line set around an inventory. */
import { dirname } from 'node:path';
import type { Files } from '../../files.ts';
import type { ShowsPath } from '../../paths.ts';
import { Document } from '../../source/document.ts';
import type { ParseCache } from '../../source/parse-cache.ts';
import { Mapping, Scalar } from '../../source/tree.ts';
import { assignmentsOf } from '../assignment.ts';
import { Documents } from '../documents.ts';
import type { Host, Inventory, SourcedInventory, Trouble } from '../entities.ts';
import { inventoryWithPlays } from '../played.ts';
import type { Layer } from '../variables/vars-files.ts';
import type { Vault } from '../vault/vault.ts';
import { RefusedExtraVars } from '../../cannot-check.ts';
import type { Settings } from '../settings/settings.ts';
import { Troubles } from '../troubles.ts';
import { variablesBeside } from './beside-playbooks.ts';
import type { BesidePlaybooks } from './beside-playbooks.ts';
import { Collections } from './collections.ts';
import { readExtraVars } from './extra-vars.ts';
import { Kinships } from './kinship.ts';
import { addMissingRoles } from './missing-roles.ts';
import { doubtAboutUnseen } from './doubts.ts';
import type { Doubts } from './doubts.ts';
import { PlayFiles } from './play-files.ts';
import { VarsFilesOfPlays } from './play-vars-files.ts';
import { isTrial, readPlaybooks } from './playbooks.ts';
import type { Play } from './playbooks.ts';
import { Plays } from './plays.ts';
import { Roles } from './roles.ts';
import { RefusedPlays } from './refused-plays.ts';
import { inventoryDir } from '../sources/own-host-variables.ts';
import { Standings } from './standings.ts';
import { Sight } from './view.ts';

interface PlaysOptions {
  readonly cwd: string;
  readonly shown: ShowsPath;
  /** The inventory's sources, as full paths. */
  readonly sources: readonly string[];
  /** The project's folder, and all YAML files in it. */
  readonly root: string;
  readonly paths: readonly string[];
  /** Whether it has more files than these. */
  readonly isCut: boolean;
  /** The folder of playbooks that counts where no play is known. */
  readonly playbookDir: string;
  readonly settings: Settings;
  readonly vault: Vault;
  readonly cache: ParseCache;
  /** `--extra-vars`, in order. */
  readonly extraVars: readonly string[];
  /** Whether something may fetch roles before a run. */
  readonly rolesAreFetched: () => boolean;
  /** The inventory's documents by their shown paths, as far as it was read. */
  readonly known: () => ReadonlyMap<string, Document>;
}

/** The plays of a project with what is needed to tell what they set. */
export interface ProjectPlaybooks {
  readonly settings: Settings;
  readonly root: string;
  readonly files: PlayFiles;
  readonly extra: readonly Layer[];
  readonly playbooks: readonly Play[];
  /** What playbooks may set that Ansible cannot read. */
  readonly broken: Doubts;
  /** What those may set that are in collections which the project does not have. */
  readonly installed: Doubts;
  readonly collections: Collections;
  /** Folders of the project's roles. */
  readonly roles: ReadonlySet<string>;
  readonly standings: Standings;
  /** What Ansible stops at. */
  readonly troubles: readonly Trouble[];
  readonly refused: RefusedPlays;
  readonly rolesAreFetched: () => boolean;
}

/** What a role has, be it the one or the other. */
const ROLE = /[/\\](defaults|tasks)[/\\]main\.(ya?ml|json)$/;

type ExtraVarsOptions = Pick<PlaysOptions, 'cwd' | 'shown' | 'settings' | 'extraVars'> & { readonly vault: Vault };

/**
 * What `ansible-inventory` has around an inventory: the layers of `--extra-vars`, for sources that compute with them, and
 * what an inventory becomes that has nothing else beside it than these and the facts that a run begins with.
 *
 * Throws RefusedExtraVars for those that it refuses, as it does a file that it cannot decrypt.
 */
export function extraVarsAndFacts(
  files: Files,
  { cwd, shown, settings, extraVars, vault }: ExtraVarsOptions,
): { readonly layers: readonly Layer[]; readonly around: (inventory: SourcedInventory) => Inventory } {
  const documents = new Documents(files, shown, vault, settings);
  const playFiles = new PlayFiles(documents, cwd);
  const layers = readExtraVars(playFiles, cwd, extraVars);
  const encrypted = layers.find(({ unread }) => unread?.reason === 'vault')?.document;
  if (encrypted !== undefined)
    throw new RefusedExtraVars(1, `--extra-vars @${encrypted.file}: the file is vaulted, and no password was given`);
  const shared = new Sight([], layers);
  // One mapping for all hosts would be printed as an alias.
  const sightOf = (): Sight => (settings.injectsFacts ? shared : new Sight([], [localFacts(), ...layers]));
  const added = { documents: new Map(documents.all), assignments: [...playFiles.assignments] };
  const around = (inventory: SourcedInventory): Inventory => {
    const variables = (host: Host): BesidePlaybooks => variablesBeside(inventory, host, [], undefined);
    const sights = { sightOf, hostvarsSightOf: sightOf, variablesBeside: variables };
    return inventoryWithPlays(inventory, settings.mergeHashes, sights, { ...inventory.plays, ...added });
  };
  return { layers, around };
}

/** The one fact that is a variable where `inject_facts_as_vars` is off, empty as it is before any fact is gathered. */
function localFacts(): Layer {
  const document = new Document('ansible_facts', '', 'option', {});
  const pair = { key: new Scalar(0, 0, 'str', 'ansible_local'), value: new Mapping(0, 0, []), mergedAt: undefined };
  return { assignments: assignmentsOf(document, [pair], { kind: 'facts' }), document };
}

/** What `--extra-vars` sets, for sources that compute with it. Throws RefusedExtraVars. */
export function extraVarsOf(
  files: Files,
  { cwd, shown, settings, extraVars, vault }: ExtraVarsOptions,
): readonly Layer[] {
  return readExtraVars(new PlayFiles(new Documents(files, shown, vault, settings), cwd), cwd, extraVars);
}

/** The plays of a project; they can be read before the inventory is. Throws RefusedExtraVars. */
export function readProjectPlaybooks(files: Files, options: PlaysOptions): ProjectPlaybooks {
  const { cwd, root, settings, sources } = options;
  const playFiles = new PlayFiles(
    new Documents(files, options.shown, options.vault, settings, options.cache),
    root,
    options.known,
  );
  const extra = readExtraVars(playFiles, cwd, options.extraVars);
  const kinships = new Kinships(files, root, sources);
  const paths = options.paths.filter(
    (path) => !isTrial(path.slice(root.length)) && kinships.of(path) !== 'apart' && !sources.includes(path),
  );
  const isOwn = (path: string): boolean => kinships.of(path) === 'own';
  const troubles = new Troubles(playFiles.documents);
  const refused = new RefusedPlays(troubles, settings.version);
  const collections = new Collections(playFiles, { configured: settings.collectionsPath, root });
  const found = readPlaybooks(playFiles, { root, paths, isOwn, extra, refused, collections });
  const { plays: playbooks, broken, installed } = found;
  if (options.isCut) broken.addUnread(doubtAboutUnseen(playFiles.documents.empty(root)));
  const roles = new Set(paths.filter((path) => ROLE.test(path)).map((path) => dirname(dirname(path))));
  const standings = new Standings(files, options.playbookDir, playbooks);
  const { rolesAreFetched } = options;
  const told = { troubles: troubles.all, refused, rolesAreFetched };
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
    standings,
    ...told,
  };
}

/** The plays with the hosts of an inventory that they contain; undefined where a project has none. */
export function playsOf(
  { settings, root, files, extra, playbooks, roles, collections, ...plays }: ProjectPlaybooks,
  inventory: SourcedInventory,
): Plays | undefined {
  const { broken, installed, troubles, refused } = plays;
  const isAlone = extra.length + playbooks.length + roles.size + troubles.length === 0;
  if (isAlone && broken.isEmpty && installed.isEmpty) return undefined;
  const all = new Roles(files, {
    roles: settings.rolesPath,
    collections,
    private: settings.privateRoleVars,
    inventories: inventoryDirsOf(inventory),
  });
  const project = { all, paths: settings.rolesPath, root, areFetched: plays.rolesAreFetched };
  addMissingRoles(playbooks, files, project, refused);
  // Where one folder counts for all, nothing depends on where plays stand.
  const standings =
    inventory.bases.playbooks.length > 1 ? plays.standings : new Standings(files.documents.files, '', []);
  const varsFiles = new VarsFilesOfPlays(files, inventory, extra, standings);
  const own = { all, own: Array.from(roles, (folder) => all.at(folder)) };
  const { mergeHashes } = settings;
  const context = { mergeHashes, extra, broken, installed, standings, refused, troubles };
  return new Plays(inventory, playbooks, files, own, varsFiles, context);
}

function inventoryDirsOf({ hosts }: SourcedInventory): readonly string[] {
  const sources = [...hosts.values()].flatMap(({ source }) => source ?? []);
  return [...new Set(sources.map(inventoryDir))];
}

/** Reads a project: its inventory and plays. Some playbooks are read first, as they say where variables are. */
import { dirname } from 'node:path';
import type { DiscoveredStack } from '../discovery/discover.ts';
import type { SourcedInventory } from '../inventory/entities.ts';
import { Documents } from '../inventory/inventory-documents.ts';
import type { MemoryOfHosts } from '../variables/supposed-memory.ts';
import { readInventory } from '../read-inventory.ts';
import { madeUpHosts } from '../plays/made-up-hosts.ts';
import type { PlayFiles } from '../plays/play-files.ts';
import type { Plays } from '../plays/plays.ts';
import { readExtraVarsForSources } from '../plays/extra-vars.ts';
import { playFilesOf, playsOnInventory, readProjectPlaybooks } from '../plays/read-plays.ts';
import type { ProjectPlaybooks } from '../plays/plays.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import type { Vault } from '../vault/vault.ts';
import type { Files } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import type { ParseCache } from '../../source/parse-cache.ts';
import { ProjectPages } from './project-pages.ts';
import { ProjectTexts } from './project-texts.ts';
import { listProject, pluginTestFor } from './project-files.ts';
import type { ProjectFiles } from './project-files.ts';

interface ProjectOptions {
  readonly cwd: string;
  readonly shown: ShowsPath;
  readonly vault: Vault;
  readonly cache: ParseCache;
  /** Absolute globs for files that are not playbooks of the project. */
  readonly ignore?: readonly string[];
  /** `--extra-vars`, in order. */
  readonly extraVars: readonly string[];
  /** The memory of hosts, as a person tells it. */
  readonly memory?: readonly MemoryOfHosts[] | undefined;
}

/** A project as it was read. */
export interface ReadProject {
  readonly project: ProjectTexts;
  /** The texts of its repository that Ansible does not read. */
  readonly pages: ProjectPages;
  /** The inventory as its sources and files of variables have it. */
  readonly inventory: SourcedInventory;
  /** The plays of the project on the inventory, and what `-e` gives; undefined if there are no plays. */
  readonly plays: () => Plays | undefined;
  /**
   * A clause after "the project has": the files or folders that are too many to read them all; undefined if none are.
   */
  readonly passesOver: () => string | undefined;
}

/** Reads a project that was found. Throws RefusedExtraVars: what Ansible refuses of `-e` ends a check, too. */
export function readProject(files: Files, found: DiscoveredStack, options: ProjectOptions): ReadProject {
  const { cwd, shown, vault, cache, extraVars } = options;
  const { settings } = found;
  const { listing, pages, playFiles } = sharedOf(files, found.root, shown);
  const project = new ProjectTexts(files, listing, shown, (path) => inventory.documents.has(shown(path)));
  const yamlFiles = listing.paths.filter((path) => /\.ya?ml$/.test(path));
  const readPlaybooks = (): ProjectPlaybooks => {
    const ofAll = madeOnce(playFiles, settings, () => {
      return playFilesOf(new Documents(files, shown, vault, settings, cache), found.root, settings);
    });
    return readProjectPlaybooks(ofAll.apart(), {
      ...found,
      ...options,
      paths: yamlFiles,
      isCut: listing.isCut,
      fetching: {
        isOpen: () => project.fetchesRoles,
        repositoriesOf: (role) => project.repositoriesOf(role),
      },
    });
  };
  const comeFirst =
    found.standIn === 'made-up' || (!found.playbookDirIsNamed && havePlaysTheirOwn(files, found, listing));
  const first = comeFirst ? readPlaybooks() : undefined;
  const extra =
    extraVars.length === 0 ? undefined : readExtraVarsForSources(files, { cwd, shown, settings, extraVars, vault });
  const sources = {
    ...found,
    playbookDirs: first?.playFolders.folders ?? [found.playbookDir],
    hasPlugin: pluginTestFor(listing),
    cwd,
    shown,
    vault,
    cache,
    savedAnswers: true,
    madeUp: found.standIn === 'made-up' && first !== undefined ? madeUpHosts(first) : undefined,
    extraVars: extra,
  };
  const inventory: SourcedInventory = readInventory(files, sources, options.memory);
  const isAlone =
    extraVars.length === 0 && !listing.isCut && yamlFiles.every((path) => inventory.documents.has(shown(path)));
  let playbooks = first;
  const plays = (): Plays | undefined => {
    playbooks ??= isAlone ? undefined : readPlaybooks();
    return playbooks && playsOnInventory(playbooks, inventory);
  };
  const passesOver = (): string | undefined => {
    const { passedOver, most = 0 } = playbooks?.files ?? {};
    if (passedOver !== undefined) return `more than ${most.toLocaleString('en')} files of plays and roles`;
    return project.isCut ? 'more files than stacklint reads' : undefined;
  };
  return { project, pages, inventory, plays, passesOver };
}

/** What the inventories of a project share, because it depends only on its files. */
interface SharedOfProject {
  readonly listing: ProjectFiles;
  readonly pages: ProjectPages;
  /** By the settings, which say how files are read, and with which passwords. */
  readonly playFiles: Map<Settings, PlayFiles>;
}

/** By the files, whose answers stay the same for as long as they are used, and the folder of the project. */
const shared = new WeakMap<Files, Map<string, SharedOfProject>>();

function sharedOf(files: Files, root: string, shown: ShowsPath): SharedOfProject {
  const byRoot = madeOnce(shared, files, () => new Map<string, SharedOfProject>());
  return madeOnce(byRoot, root, () => ({
    listing: listProject(files, root),
    pages: new ProjectPages(files, root, shown),
    playFiles: new Map(),
  }));
}

/** Tells whether files of variables lie elsewhere than next to the one source: then each play may see others. */
function havePlaysTheirOwn(files: Files, { sources }: DiscoveredStack, { variableFolders }: ProjectFiles): boolean {
  const [base, ...others] = sources.map((one) => (files.kind(one) === 'folder' ? one : dirname(one)));
  return variableFolders.size > 0 && (others.length > 0 || [...variableFolders].some((folder) => folder !== base));
}

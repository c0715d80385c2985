/** The inventory of a project with the plays around it: playbooks tell where variables lie, so some are read first. */
import { dirname } from 'node:path';
import type { DiscoveredStack } from '../ansible/discovery/discover.ts';
import type { Inventory, SourcedInventory } from '../ansible/entities.ts';
import { readInventory } from '../ansible/inventory.ts';
import type { Plays } from '../ansible/plays/plays.ts';
import { extraVarsOf } from '../ansible/plays/extra-vars.ts';
import { playsOf, readProjectPlaybooks } from '../ansible/plays/read-plays.ts';
import type { ProjectPlaybooks } from '../ansible/plays/read-plays.ts';
import type { KnownRoles } from '../ansible/plays/play-views.ts';
import type { Vault } from '../ansible/vault/vault.ts';
import type { Files } from '../files.ts';
import type { ShowsPath } from '../paths.ts';
import type { Document } from '../source/document.ts';
import type { ParseCache } from '../source/parse-cache.ts';
import { Project } from './project.ts';
import type { Vocabulary } from './vocabulary.ts';

interface ProjectInventoryOptions {
  readonly cwd: string;
  readonly shown: ShowsPath;
  readonly vault: Vault;
  readonly cache: ParseCache;
  /** True where a person named the folder of playbooks that is to count. */
  readonly playbookDirIsNamed: boolean;
  /** `--extra-vars`, in order. */
  readonly extraVars: readonly string[];
}

const NONE: ReadonlyMap<string, Document> = new Map();

/** Each part is read once, when it is first needed. */
export class ProjectInventory {
  readonly project: Project;
  readonly #files: Files;
  readonly #found: DiscoveredStack;
  readonly #options: ProjectInventoryOptions;
  #inventory: SourcedInventory | undefined;
  #readPlaybooks: ProjectPlaybooks | undefined;
  #plays: Plays | undefined;

  constructor(files: Files, found: DiscoveredStack, options: ProjectInventoryOptions) {
    this.#files = files;
    this.#found = found;
    this.#options = options;
    this.project = new Project(files, found.root, (path) => this.#isOwn(path));
  }

  /** What the sources and variable files say. Throws RefusedExtraVars. */
  get inventory(): SourcedInventory {
    if (this.#inventory !== undefined) return this.#inventory;
    const { cwd, shown, vault, cache, extraVars } = this.#options;
    const { settings } = this.#found;
    // At once: what Ansible refuses ends a check, too, whether something asks for it or not.
    const extra =
      extraVars.length === 0 ? undefined : extraVarsOf(this.#files, { cwd, shown, settings, extraVars, vault });
    const playbookDirs = this.#playsMatter ? this.#playbooks.playFolders.folders : [this.#found.playbookDir];
    const hasPlugin = (name: string): boolean => this.project.hasInventoryPlugin(name);
    const options = {
      ...this.#found,
      playbookDirs,
      hasPlugin,
      cwd,
      shown,
      vault,
      cache,
      savedAnswers: true,
      extraVars: extra,
    };
    return (this.#inventory = readInventory(this.#files, options));
  }

  /** What the project has too much of to look at all, as far as anyone asked; fits after "the project has". */
  get passesOver(): string | undefined {
    const { files } = this.#readPlaybooks ?? {};
    if (files?.passedOver !== undefined) return `more than ${files.most.toLocaleString('en')} files of plays and roles`;
    return this.project.isCut ? 'more files than are looked at' : undefined;
  }

  /** The plays of the project and what `-e` gives; undefined where there are none. */
  get plays(): Plays | undefined {
    const isNothing = this.#yamlFiles.every((path) => this.#isOwn(path)) && !this.project.isCut;
    if (this.#options.extraVars.length === 0 && isNothing) return undefined;
    return (this.#plays ??= playsOf(this.#playbooks, this.inventory));
  }

  /** The inventory with what plays set around it, for the roles that a vocabulary is of. */
  withPlays(vocabulary: Vocabulary | undefined): Inventory {
    return this.plays?.around(rolesOf(vocabulary)) ?? this.inventory;
  }

  /** Whether variables lie elsewhere than beside the one source: then each play may see others. */
  get #playsMatter(): boolean {
    if (this.#options.playbookDirIsNamed) return false;
    const { sources } = this.#found;
    const [base, ...others] = sources.map((one) => (this.#files.kind(one) === 'folder' ? one : dirname(one)));
    const folders = this.project.variableFolders;
    return folders.size > 0 && (others.length > 0 || [...folders].some((folder) => folder !== base));
  }

  get #playbooks(): ProjectPlaybooks {
    const { cwd, shown, vault, cache, extraVars } = this.#options;
    return (this.#readPlaybooks ??= readProjectPlaybooks(this.#files, {
      ...this.#found,
      cwd,
      shown,
      vault,
      cache,
      extraVars,
      paths: this.#yamlFiles,
      isCut: this.project.isCut,
      rolesAreFetched: () => this.project.fetchesRoles,
      known: () => this.#inventory?.documents ?? NONE,
    }));
  }

  get #yamlFiles(): readonly string[] {
    return this.project.paths.filter((path) => /\.ya?ml$/.test(path));
  }

  #isOwn(path: string): boolean {
    return this.inventory.documents.has(this.#options.shown(path));
  }
}

/** What tells the roles that a vocabulary is of. */
function rolesOf(vocabulary: Vocabulary | undefined): KnownRoles | undefined {
  if (vocabulary === undefined) return undefined;
  const { head, schema } = vocabulary;
  return {
    roles: head.roles,
    prefixes: head.prefixes,
    knows: (variable: string) => Object.hasOwn(schema.properties, variable),
  };
}

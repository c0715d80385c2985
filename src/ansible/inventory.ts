/** An inventory as Ansible has it after reading its sources and the variable files beside them. */
import { dirname, resolve } from 'node:path';
import type { Files } from '../files.ts';
import { pathsShownFrom } from '../paths.ts';
import type { ShowsPath } from '../paths.ts';
import type { Document } from '../source/document.ts';
import { Documents } from './documents.ts';
import type {
  Bases,
  Group,
  Hiding,
  Host,
  HostVariables,
  LayeredHostVariables,
  SourcedInventory,
  Trouble,
} from './entities.ts';
import { byPrecedence, Graph, setDepths } from './graph.ts';
import type { HostNode } from './graph-nodes.ts';
import { hasInventoryPlugin, mayHavePlugin, unknownVarsPlugin } from './project-plugins.ts';
import type { VarsPlugin } from './project-plugins.ts';
import { memberships, reconcile } from './reconcile.ts';
import { classicTemplates, defaultSettings } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';
import { SettingsTroubles } from './settings/troubles.ts';
import { SavedAnswers } from './sources/answers.ts';
import { Sources } from './sources/sources.ts';
import { Troubles } from './troubles.ts';
import { Variables } from './variables/variables.ts';
import { VarsFiles } from './variables/vars-files.ts';
import type { Layer } from './variables/vars-files.ts';
import { warnOfGraph } from './warnings.ts';
import { lockedVault } from './vault/vault.ts';
import type { Vault } from './vault/vault.ts';

export interface InventoryOptions {
  /** In the order of `-i`: files, folders, or lists of hosts with a comma. */
  readonly sources: readonly string[];
  readonly cwd: string;
  /** How paths are shown; relative to `cwd` where it is left out. */
  readonly shown?: ShowsPath | undefined;
  /** The folders whose group_vars and host_vars count as those of a playbook, see `Bases`; none where it is left out. */
  readonly playbookDirs?: readonly string[] | undefined;
  readonly settings?: Settings | undefined;
  /** Folders of playbooks whose plugins Ansible loads; where it is left out, those of `playbookDirs`. */
  readonly pluginDirs?: readonly string[] | undefined;
  /** Whether the project has an inventory plugin of this name beside some playbook. */
  readonly hasPlugin?: ((name: string) => boolean) | undefined;
  /** Saved answers are read in place of dynamic sources, which Ansible itself refuses to do. */
  readonly savedAnswers?: boolean | undefined;
  /** True where no facts of earlier runs and no `-e` can come in: `ansible-inventory` by itself. */
  readonly isolated?: boolean | undefined;
  /** Without one, what is encrypted stays so. */
  readonly vault?: Vault | undefined;
  /** `--extra-vars`, for sources that use them; undefined where nobody knows what a run is given. */
  readonly extraVars?: readonly Layer[] | undefined;
  /** No source can be read: each plugin of Ansible asks for `--extra-vars` first, and they are refused. */
  readonly unreadable?: boolean | undefined;
  /** Variable files are read only when `variablesOf` or `ownVariablesOf` first needs them, and so are their troubles. */
  readonly lazy?: boolean | undefined;
}

/**
 * Reads an inventory.
 *
 * Never throws for what a file holds or for a file that cannot be read: that is a trouble, and the rest is still read.
 * Variable files are read for the hosts that `all` holds and for their groups, as Ansible does; others are not opened.
 */
export function readInventory(files: Files, options: InventoryOptions): SourcedInventory {
  const { cwd, settings = defaultSettings, vault = lockedVault } = options;
  const documents = new Documents(files, options.shown ?? pathsShownFrom(cwd), vault, settings);
  const troubles = new Troubles(documents);
  const graph = new Graph(settings);
  const faults = new SettingsTroubles(documents, troubles, settings, cwd);
  const isolated = options.isolated === true;
  const pluginDirs = (options.pluginDirs ?? options.playbookDirs ?? []).map((folder) => resolve(cwd, folder));
  const hasPlugin = (name: string): boolean =>
    settings.inventoryPluginsPath.some((folder) => mayHavePlugin(files, folder, name)) ||
    pluginDirs.some((folder) => hasInventoryPlugin(files, folder, name)) ||
    options.hasPlugin?.(name) === true;
  const ofSources = new VarsFiles(documents, settings, troubles, undefined);
  const reader = new Sources(
    { documents, graph, settings, troubles, files: ofSources, vault, isolated, extraVars: options.extraVars },
    faults,
    hasPlugin,
  );
  const answers = new SavedAnswers(documents, graph, troubles, faults);
  faults.report();
  const sources = options.sources.map((source) => sourceAt(documents, cwd, source));
  // Each source is read, also after one that was.
  const read = (source: string): boolean => {
    if (options.unreadable === true) return reader.refuse(source);
    return (options.savedAnswers === true ? answers.add(source) : undefined) ?? reader.read(source);
  };
  const parsed = sources.map(read).includes(true);
  reader.unread.hide(graph.hosts.values());
  if (parsed) reconcile(graph, troubles);
  else if (sources.length > 0) faults.noneParsed();
  warnOfGraph(graph, settings, troubles);
  setDepths(graph);

  const bases: Bases = {
    sources: sources.map((source) => baseOf(documents, source)).filter((base) => base !== undefined),
    playbooks: (options.playbookDirs ?? []).map((folder) => resolve(cwd, folder)),
  };
  const varsPlugin = varsPluginOf(unknownVarsPlugin(files, settings, pluginDirs), faults, troubles);
  const variableFiles = new VarsFiles(documents, settings, troubles, 4);
  const variablesBeside = (playbook: string | undefined): Variables =>
    new Variables(variableFiles, bases, playbook, settings, graph, !isolated, varsPlugin);
  const { dynamic, closed } = reader.unread;
  const classic = classicTemplates(settings);
  const what = {
    documents: documents.all,
    troubles: troubles.all,
    dynamic,
    closed,
    saved: answers.read,
    parsed,
    sources,
    bases,
    vault,
    classic,
    varsPlugin,
  };
  const inventory = new ReadInventory(graph, what, variablesBeside);
  if (options.lazy !== true)
    for (const host of inventory.members(graph.all))
      for (const playbook of bases.playbooks.length > 0 ? bases.playbooks : [undefined])
        inventory.variablesOf(host, playbook);
  return inventory;
}

function varsPluginOf(
  plugin: VarsPlugin | undefined,
  faults: SettingsTroubles,
  troubles: Troubles,
): Hiding | undefined {
  if (plugin === undefined) return undefined;
  const { name, at } = plugin;
  const document = faults.documentOf(at.file);
  const message = `The vars plugin ${name} is not run: only a run knows what it sets.`;
  troubles.add(document, at, { kind: 'dynamic', severity: 'warning', message });
  return { document, reason: 'dynamic-inventory', plugin: name };
}

/** A value with a comma is a list of hosts, unless that very path exists. */
function sourceAt(documents: Documents, cwd: string, source: string): string {
  const path = resolve(cwd, source);
  return source.includes(',') && documents.kind(path) === undefined ? source : path;
}

function baseOf(documents: Documents, source: string): string | undefined {
  const kind = documents.kind(source);
  if (kind === undefined && source.includes(',')) return undefined;
  return kind === 'folder' ? source : dirname(source);
}

class ReadInventory implements SourcedInventory {
  readonly groups: ReadonlyMap<string, Group>;
  readonly hosts: ReadonlyMap<string, Host>;
  readonly documents: ReadonlyMap<string, Document>;
  readonly troubles: readonly Trouble[];
  readonly dynamic: readonly string[];
  readonly closed: readonly string[];
  readonly classic: SourcedInventory['classic'];
  readonly saved: readonly string[];
  readonly emptyRanges: SourcedInventory['emptyRanges'];
  readonly varsPlugin: SourcedInventory['varsPlugin'];
  readonly parsed: boolean;
  readonly sources: readonly string[];
  readonly bases: Bases;
  readonly #variablesBeside: (playbook: string | undefined) => Variables;
  /** By the folder of the playbook. */
  readonly #variables = new Map<string | undefined, Variables>();
  readonly vault: Vault;
  readonly #variablesOf = new Map<Variables, Map<Host, LayeredHostVariables>>();
  readonly #members = new Map<Group, readonly Host[]>();
  /** By the direct groups, so that hosts with the same groups get the same array. */
  readonly #groupsOf = new Map<Group | string, readonly Group[]>();
  readonly #numbers: ReadonlyMap<Group, number>;
  readonly #nodes: ReadonlyMap<string, HostNode>;

  constructor(
    graph: Graph,
    what: Pick<
      SourcedInventory,
      | 'documents'
      | 'troubles'
      | 'dynamic'
      | 'closed'
      | 'saved'
      | 'parsed'
      | 'sources'
      | 'bases'
      | 'vault'
      | 'classic'
      | 'varsPlugin'
    >,
    variablesBeside: (playbook: string | undefined) => Variables,
  ) {
    this.groups = graph.groups;
    this.hosts = graph.hosts;
    this.#nodes = graph.hosts;
    this.emptyRanges = graph.emptyRanges;
    this.documents = what.documents;
    this.troubles = what.troubles;
    this.dynamic = what.dynamic;
    this.closed = what.closed;
    this.classic = what.classic;
    this.varsPlugin = what.varsPlugin;
    this.saved = what.saved;
    this.parsed = what.parsed;
    this.sources = what.sources;
    this.bases = what.bases;
    this.vault = what.vault;
    this.#variablesBeside = variablesBeside;
    // At once, as it may read files.
    this.#beside(this.bases.playbooks[0]);
    this.#numbers = new Map([...graph.groups.values()].map((group, number) => [group, number]));
  }

  members(group: Group): readonly Host[] {
    let members = this.#members.get(group);
    if (members === undefined) {
      const groups = new Set([group]);
      const hosts = new Set<Host>();
      for (const { hosts: own, children } of groups) {
        for (const host of own) hosts.add(host);
        for (const child of children) groups.add(child);
      }
      members = [...hosts];
      this.#members.set(group, members);
    }
    return members;
  }

  groupsOf(host: Host): readonly Group[] {
    const node = this.#nodes.get(host.name);
    if (node === undefined) return [];
    const [only] = node.groups;
    const alone = node.groups.length === 1 && node.forgotten.length === 0 ? only : undefined;
    const key = alone ?? `${this.#numbered(node.groups)} - ${this.#numbered(node.forgotten)}`;
    let groups = this.#groupsOf.get(key);
    if (groups === undefined) {
      groups = [...memberships(node)].sort(byPrecedence);
      this.#groupsOf.set(key, groups);
    }
    return groups;
  }

  #numbered(groups: readonly Group[]): string {
    return groups
      .map((group) => this.#numbers.get(group) ?? -1)
      .sort()
      .join(' ');
  }

  variablesOf(host: Host, playbookDir = this.bases.playbooks[0]): LayeredHostVariables {
    const beside = this.#beside(playbookDir);
    let known = this.#variablesOf.get(beside);
    if (known === undefined) this.#variablesOf.set(beside, (known = new Map<Host, LayeredHostVariables>()));
    let variables = known.get(host);
    if (variables === undefined) known.set(host, (variables = beside.of(host, this.groupsOf(host))));
    return variables;
  }

  #beside(playbook: string | undefined): Variables {
    let variables = this.#variables.get(playbook);
    if (variables === undefined) this.#variables.set(playbook, (variables = this.#variablesBeside(playbook)));
    return variables;
  }

  hostvarsOf(host: Host): HostVariables {
    return this.variablesOf(host);
  }

  release(host: Host): void {
    for (const known of this.#variablesOf.values()) known.delete(host);
    for (const variables of this.#variables.values()) variables.release(host);
  }

  readonly hidesBeside: boolean = false;
  readonly troublesBeside = [];
  readonly unmatchedNames = [];
  readonly groupings = [];
  readonly playFolders = [];
  readonly defaultsSeen = new Set<never>();
  readonly appliedRoles = [];

  get assignedBeside(): readonly [] {
    return [];
  }

  get assignedByPlays(): readonly [] {
    return [];
  }

  ownVariablesOf(entity: Group | Host, playbook = true): HostVariables {
    return this.#beside(this.bases.playbooks[0]).own(entity, playbook);
  }
}

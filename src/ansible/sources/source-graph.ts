/** Reads the sources of an inventory: its groups and hosts with their inline variables. */
import type { Location } from '../../source/document.ts';
import { basename, dirname, resolve } from 'node:path';
import type { Files } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { pathsShownFrom } from '../../ground/paths.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import type { ParseCache } from '../../source/parse-cache.ts';
import { Documents } from '../inventory/inventory-documents.ts';
import type { BaseFolders, Group, Host, InventoryGraph, StandIn, StandsFor } from '../inventory/entities.ts';
import { byPrecedence, Graph, setDepths } from '../graph/graph.ts';
import { hasInventoryPluginNamed, mayHavePlugin, findUnknownVarsPlugin } from '../settings/project-plugins.ts';
import type { VarsPlugin } from '../settings/project-plugins.ts';
import { allGroupsOf, reconcile } from '../graph/reconcile.ts';
import { classicTemplateKind, defaultSettings } from '../settings/ansible-settings.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { SettingsTroubles } from '../settings/settings-troubles.ts';
import { SavedAnswerReader } from './saved-answer-reader.ts';
import { readScenarioSource, SCENARIO } from './scenario.ts';
import { Sources } from './sources.ts';
import { Troubles } from '../inventory/troubles.ts';
import { unknownByVarsPlugin } from '../inventory/unknown.ts';
import { VarsFiles } from '../variables/vars-files.ts';
import type { Layer } from '../variables/vars-files.ts';
import { warnOfGraph } from '../graph/warnings.ts';
import { lockedVault } from '../vault/vault.ts';
import type { Vault } from '../vault/vault.ts';
import { fault } from '../../troubles/fault.ts';

export interface SourceOptions {
  /** In the order of `-i`: files, folders, or lists of hosts with a comma. */
  readonly sources: readonly string[];
  readonly cwd: string;
  /** Gives paths as they are shown; relative to `cwd` where left out. */
  readonly shown?: ShowsPath | undefined;
  /** The folders of playbooks (`BaseFolders.playbooks`); none where left out. */
  readonly playbookDirs?: readonly string[] | undefined;
  readonly settings?: Settings | undefined;
  /** Folders of playbooks whose plugins Ansible loads; `playbookDirs` where left out. */
  readonly pluginDirs?: readonly string[] | undefined;
  /** Tells whether the project has an inventory plugin of this name next to some playbook. */
  readonly hasPlugin?: ((name: string) => boolean) | undefined;
  /** What stands in for an inventory that was not found. */
  readonly standIn?: StandIn | undefined;
  /** The hosts that are made up. */
  readonly madeUp?: readonly MadeUpHost[] | undefined;
  /** True if saved answers replace dynamic sources, which Ansible itself does not do. */
  readonly savedAnswers?: boolean | undefined;
  /** True if no cached facts and no `-e` can count: `ansible-inventory` by itself. */
  readonly isolated?: boolean | undefined;
  /** Opens encrypted texts; they stay encrypted where left out. */
  readonly vault?: Vault | undefined;
  /** `--extra-vars`, for sources that use them; undefined if unknown. */
  readonly extraVars?: readonly Layer[] | undefined;
  /** The cache of parsed texts; an empty one where left out. */
  readonly cache?: ParseCache | undefined;
  /** True if `--extra-vars` are refused: each plugin reads these first, so no source can be read. */
  readonly unreadable?: boolean | undefined;
}

/** A host that is made up, as no inventory was found. */
export interface MadeUpHost {
  readonly name: string;
  /** Undefined if the project names this very host. */
  readonly standsFor: StandsFor | undefined;
  /** Its groups; none is for a host that is only in `all`. */
  readonly groups: readonly string[];
  /** The place that names the group or host. */
  readonly at: Location;
}

/**
 * Reads the sources of an inventory.
 *
 * Never throws for a broken or unreadable file: that is a trouble, and the rest is still read.
 */
export function readSources(files: Files, options: SourceOptions): SourceGraph {
  const { cwd, settings = defaultSettings, vault = lockedVault } = options;
  const documents = new Documents(files, options.shown ?? pathsShownFrom(cwd), vault, settings, options.cache);
  const troubles = new Troubles(documents);
  const graph = new Graph(settings);
  const faults = new SettingsTroubles(documents, troubles, settings, cwd);
  const isolated = options.isolated === true;
  const pluginDirs = (options.pluginDirs ?? options.playbookDirs ?? []).map((folder) => resolve(cwd, folder));
  const hasPlugin = (name: string): boolean =>
    settings.inventoryPluginsPath.some((folder) => mayHavePlugin(files, folder, name)) ||
    pluginDirs.some((folder) => hasInventoryPluginNamed(files, folder, name)) ||
    options.hasPlugin?.(name) === true;
  const ofSources = new VarsFiles(documents, settings, troubles, undefined);
  const reader = new Sources(
    { documents, graph, settings, troubles, files: ofSources, vault, isolated, extraVars: options.extraVars },
    faults,
    hasPlugin,
  );
  const answers = new SavedAnswerReader(documents, graph, troubles, faults);
  faults.reportSettings();
  const sources = options.sources.map((source) => absoluteSource(documents, cwd, source));
  const readsScenario = (source: string): boolean => {
    const document = readScenarioSource(documents.parsed(source), source, graph, troubles);
    if (document !== undefined) documents.register(document);
    return document !== undefined;
  };
  // All sources are read, whatever the result of the first.
  const read = (source: string): boolean => {
    if (options.unreadable === true) return reader.refuse(source);
    if (options.standIn === 'scenario' && basename(source) === SCENARIO) return readsScenario(source);
    return (options.savedAnswers === true ? answers.add(source) : undefined) ?? reader.read(source);
  };
  const { madeUp = [], standIn } = options;
  for (const host of madeUp) addMadeUp(host, graph);
  const hasParsedSource = sources.map(read).includes(true) || madeUp.length > 0;
  reader.incomplete.markHosts(graph.hosts.values());
  if (hasParsedSource) reconcile(graph, troubles);
  else if (sources.length > 0) faults.reportNoneParsed();
  if (standIn === undefined) warnOfGraph(graph, settings, troubles);
  setDepths(graph);

  const bases: BaseFolders = {
    sources: sources.map((source) => baseFolder(documents, source)).filter((base) => base !== undefined),
    playbooks: (options.playbookDirs ?? []).map((folder) => resolve(cwd, folder)),
  };
  const varsPlugin = varsPluginOf(findUnknownVarsPlugin(files, settings, pluginDirs), faults, troubles);
  const { dynamicSources, lockedSources } = reader.incomplete;
  const memberships = new Memberships(graph);
  return {
    graph,
    reader: documents,
    settings,
    isolated,
    groups: graph.groups,
    hosts: graph.hosts,
    emptyRanges: graph.emptyRanges,
    members: (group) => memberships.members(group),
    groupsOf: (host) => memberships.groupsOf(host),
    documents: new Map(documents.all),
    troubles: [...troubles.all],
    dynamicSources,
    lockedSources,
    savedAnswers: answers.read,
    hasParsedSource,
    standIn,
    sources,
    bases,
    vault,
    classic: classicTemplateKind(settings),
    varsPlugin,
  };
}

function addMadeUp({ name, standsFor, groups, at }: MadeUpHost, graph: Graph): void {
  const own = groups.length === 0 ? [graph.ungrouped] : groups.map((group) => graph.addGroup(group, at));
  if (groups.length === 0) graph.all.mention(at);
  for (const group of own) graph.addHost(name, group, undefined, at, undefined).standsFor = standsFor;
}

function varsPluginOf(
  plugin: VarsPlugin | undefined,
  faults: SettingsTroubles,
  troubles: Troubles,
): InventoryGraph['varsPlugin'] {
  if (plugin === undefined) return undefined;
  const { name, at } = plugin;
  const document = faults.documentOf(at.file);
  troubles.add(document, at, fault('settings/vars-plugin', { plugin: name }));
  return { name, unknown: unknownByVarsPlugin(name, document) };
}

/** The absolute path of a source. A value with a comma is a list of hosts, unless it exists as a path. */
function absoluteSource(documents: Documents, cwd: string, source: string): string {
  const path = resolve(cwd, source);
  return source.includes(',') && documents.kind(path) === undefined ? source : path;
}

function baseFolder(documents: Documents, source: string): string | undefined {
  const kind = documents.kind(source);
  if (kind === undefined && source.includes(',')) return undefined;
  return kind === 'folder' ? source : dirname(source);
}

/** The groups and hosts of some sources, which no longer change, with the means to read their variable files. */
export interface SourceGraph extends InventoryGraph {
  readonly graph: Graph;
  /** Reads further files of the inventory. */
  readonly reader: Documents;
  readonly settings: Settings;
  readonly isolated: boolean;
  /** Absolute paths, or lists of hosts. */
  readonly sources: readonly string[];
  readonly bases: BaseFolders;
  /** Ranges of hosts that expand to none, which Ansible does not report. */
  readonly emptyRanges: readonly Location[];
}

/** The members and groups in a graph that no longer grows, each worked out once. */
class Memberships {
  readonly #graph: Graph;
  readonly #members = new Map<Group, readonly Host[]>();
  /** By the direct groups, so that hosts with the same groups get the same array. */
  readonly #groupsOf = new Map<Group | string, readonly Group[]>();
  readonly #numbers: ReadonlyMap<Group, number>;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#numbers = new Map([...graph.groups.values()].map((group, number) => [group, number]));
  }

  members(group: Group): readonly Host[] {
    return madeOnce(this.#members, group, () => {
      const groups = new Set([group]);
      const hosts = new Set<Host>();
      for (const { hosts: own, children } of groups) {
        for (const host of own) hosts.add(host);
        for (const child of children) groups.add(child);
      }
      return [...hosts];
    });
  }

  groupsOf({ name }: Host): readonly Group[] {
    const node = this.#graph.hosts.get(name);
    if (node === undefined) return [];
    const [only] = node.groups;
    const alone = node.groups.length === 1 && node.removedFrom.length === 0 ? only : undefined;
    const key = alone ?? `${this.#numbered(node.groups)} - ${this.#numbered(node.removedFrom)}`;
    return madeOnce(this.#groupsOf, key, () => [...allGroupsOf(node)].sort(byPrecedence));
  }

  #numbered(groups: readonly Group[]): string {
    return groups
      .map((group) => this.#numbers.get(group) ?? -1)
      .sort()
      .join(' ');
  }
}

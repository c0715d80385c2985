/** Finds the variables of hosts, with the order in which they override each other. */
import { madeOnce } from '../../ground/made-once.ts';
import { withValue } from '../inventory/assignment.ts';
import type {
  Assignment,
  BaseFolders,
  Group,
  Host,
  HostVariables,
  LayeredHostVariables,
} from '../inventory/entities.ts';
import { byPrecedence, ancestors } from '../graph/graph.ts';
import type { Graph } from '../graph/graph.ts';
import { layered, SharedLayers } from './layers.ts';
import type { PrecedenceStep } from './layers.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { MEMORY_FACT } from './supposed-memory.ts';
import type { SupposedMemory } from './supposed-memory.ts';
import { unknowable } from '../template/computed.ts';
import { UnknownValue } from '../template/markers.ts';
import type { Unknown } from '../inventory/unknown.ts';
import type { Layer, VarsFiles, VarsFolder } from './vars-files.ts';
import { GroupNode } from '../graph/graph-nodes.ts';
import { allGroupsOf } from '../graph/reconcile.ts';

/**
 * The variables of hosts, by Ansible's precedence.
 *
 * Hosts with the same groups share one table of group variables, to which a host adds its own few layers. So the time
 * grows with the files that are read, not with hosts times variables.
 */
export class InventoryVariables {
  readonly #files: VarsFiles;
  readonly #bases: BaseFolders;
  /** The folders whose files are read when the variables of a host are asked for. */
  readonly #readOnDemand: BaseFolders;
  readonly #playbook: readonly string[];
  readonly #settings: Settings;
  readonly #all: Group;
  readonly #uncertain: UncertainGroups;
  readonly #shared = new Map<readonly Group[], SharedLayers>();
  readonly #ofHosts = new Map<Host, LayeredHostVariables>();
  readonly #uncertainLayers = new Map<Layer, Layer>();
  readonly #plugin: Layer | undefined;
  readonly #supposedMemory: SupposedMemory | undefined;

  /**
   * `playbook`: the folder of the playbook. `inPlay`: true for the variables of a task, false for those of a listing.
   * `plugin`: a vars plugin that may set any variable of any host. `supposedMemory`: what a person tells of hosts whose
   * memory nothing else sets.
   */
  constructor(
    files: VarsFiles,
    bases: BaseFolders,
    playbook: string | undefined,
    settings: Settings,
    graph: Graph,
    inPlay: boolean,
    {
      plugin,
      supposedMemory,
    }: { readonly plugin: Unknown | undefined; readonly supposedMemory: SupposedMemory | undefined },
  ) {
    this.#supposedMemory = supposedMemory;
    this.#plugin = plugin && { assignments: new Map(), document: undefined, unread: plugin };
    this.#files = files;
    this.#bases = bases;
    const { sources, task, listing } = settings.varsStages;
    this.#readOnDemand = (inPlay ? task : listing) ? bases : { sources: [], playbooks: [] };
    this.#playbook = this.#readOnDemand.playbooks.filter((folder) => folder === playbook);
    this.#settings = settings;
    this.#all = graph.all;
    const folders = [...bases.sources, ...bases.playbooks];
    const namesOfFiles = () => folders.flatMap((base) => files.names(base, 'group_vars'));
    this.#uncertain = new UncertainGroups(graph, namesOfFiles);
    // Ansible reads the files of all groups and hosts then, and stops at a broken one.
    if (sources) for (const entity of [...graph.groups.values(), ...graph.hosts.values()]) this.#inlineLayers(entity);
  }

  /** `groupsOf`: all groups of a host in order of merging; the same array for hosts with the same groups. */
  of(host: Host, groupsOf: (host: Host) => readonly Group[]): LayeredHostVariables {
    return madeOnce(this.#ofHosts, host, () => {
      const shared = this.#sharedBy(host, groupsOf(host));
      const supposed = this.#supposedMemory?.layerOf(host);
      const own = this.#ownSteps(host);
      const isOpen = supposed !== undefined && !shared.table.has(MEMORY_FACT);
      return this.#layered(shared, isOpen ? [[[supposed]], ...own] : own);
    });
  }

  #sharedBy(host: Host, groups: readonly Group[]): SharedLayers {
    if (host.mayHaveMoreGroups) {
      const uncertain = this.#uncertain.of(host);
      const all = [...groups, ...uncertain].sort(byPrecedence);
      return new SharedLayers(this.#groupSteps(all, new Set(uncertain)));
    }
    return madeOnce(this.#shared, groups, () => new SharedLayers(this.#groupSteps(groups)));
  }

  /** The variables of a group or host itself; `playbook`: whether the files next to playbooks count. */
  own(entity: Group | Host, playbook: boolean): HostVariables {
    return this.#layered(new SharedLayers([]), this.#ownSteps(entity, playbook ? this.#readOnDemand.playbooks : []));
  }

  #layered(shared: SharedLayers, own: readonly PrecedenceStep[]): LayeredHostVariables {
    return layered(shared, own, this.#settings);
  }

  #ownSteps(entity: Group | Host, playbooks = this.#playbook): readonly PrecedenceStep[] {
    const load = (base: string): readonly Layer[] => this.#load(base, entity);
    const steps = [[this.#inlineLayers(entity)], this.#readOnDemand.sources.map(load), playbooks.map(load)];
    return this.#plugin === undefined ? steps : [...steps, [[this.#plugin]]];
  }

  #groupSteps(groups: readonly Group[], uncertain: ReadonlySet<Group> = new Set()): readonly PrecedenceStep[] {
    const uncertainIfNeeded = (group: Group, layers: readonly Layer[]): readonly Layer[] =>
      uncertain.has(group) ? layers.map((layer) => this.#uncertainLayer(layer, group)) : layers;
    const others = groups.filter((group) => group !== this.#all);
    const { sources } = this.#readOnDemand;
    const besideFolders = (bases: readonly string[], entities: readonly Group[]): PrecedenceStep =>
      bases.map((base) => entities.flatMap((group) => uncertainIfNeeded(group, this.#load(base, group))));
    const steps: Readonly<Record<string, () => PrecedenceStep>> = {
      all_inventory: () => [this.#inlineLayers(this.#all)],
      groups_inventory: () => [others.flatMap((group) => uncertainIfNeeded(group, this.#inlineLayers(group)))],
      all_plugins_inventory: () => besideFolders(sources, [this.#all]),
      all_plugins_play: () => besideFolders(this.#playbook, [this.#all]),
      groups_plugins_inventory: () => besideFolders(sources, others),
      groups_plugins_play: () => besideFolders(this.#playbook, others),
    };
    return this.#settings.precedence.map((step) => steps[step]?.() ?? []);
  }

  /** The inline variables, with those of files next to sources if settings have these read at the same stage. */
  #inlineLayers(entity: Group | Host): readonly Layer[] {
    if (!this.#settings.varsStages.sources) return [inlineLayer(entity)];
    return [inlineLayer(entity), ...this.#bases.sources.flatMap((base) => this.#load(base, entity))];
  }

  /** The layer of a group for a host that may not be in it: its values are unknown. */
  #uncertainLayer(layer: Layer, { name }: Group): Layer {
    return madeOnce(this.#uncertainLayers, layer, () => {
      const message = `only a run can know whether the host is in ${name}`;
      const values = [...layer.assignments].map(([variable, one]): [string, Assignment] => [
        variable,
        withValue(one, unknowable(one.value, new UnknownValue('template', message, variable))),
      ]);
      return { ...layer, assignments: new Map(values) };
    });
  }

  #load(base: string, entity: Group | Host): readonly Layer[] {
    return this.#files.load(base, varsFolderOf(entity), entity.name);
  }
}

/** The folder that the variable files of a group or host are in. */
export function varsFolderOf(entity: Group | Host): VarsFolder {
  return isGroup(entity) ? 'group_vars' : 'host_vars';
}

/** Tells a group from a host. */
function isGroup(entity: Group | Host): entity is Group {
  return 'priority' in entity;
}

/** The inline variables of a group or host. */
export function inlineLayer(entity: Group | Host): Layer {
  return { assignments: entity.variables, document: undefined, unread: isGroup(entity) ? undefined : entity.unread };
}

/** Finds the groups that only a run knows to contain a host. */
class UncertainGroups {
  readonly #graph: Graph;
  readonly #namesOfFiles: () => Iterable<string>;
  /** Groups that do not exist before a run, but may have variable files. */
  readonly #absent = new Map<string, GroupNode>();

  /** `namesOfFiles`: the names that have files in the folders of `group_vars`. */
  constructor(graph: Graph, namesOfFiles: () => Iterable<string>) {
    this.#graph = graph;
    this.#namesOfFiles = namesOfFiles;
  }

  /** The groups that a host may get into, with those above them. */
  of({ name }: Host): readonly Group[] {
    const host = this.#graph.hosts.get(name);
    if (host === undefined) return [];
    const groups = new Set<GroupNode>();
    for (const opening of host.possibleGroups)
      if ('name' in opening) groups.add(this.#named(opening.name));
      else
        for (const name of [...this.#graph.groups.keys(), ...this.#namesOfFiles()])
          if (name.startsWith(opening.start)) groups.add(this.#named(name));
    for (const group of [...groups]) for (const above of ancestors(group)) groups.add(above);
    const sure = allGroupsOf(host);
    return [...groups].filter((group) => !sure.has(group) && group !== this.#graph.ungrouped);
  }

  #named(name: string): GroupNode {
    const known = this.#graph.groups.get(name) ?? this.#absent.get(name);
    if (known !== undefined) return known;
    const group = new GroupNode(name);
    group.depth = 1;
    this.#absent.set(name, group);
    return group;
  }
}

/** Reads inventories: the sources, then the variable files of groups and hosts. */
import type { Files } from '../ground/files.ts';
import { madeOnce } from '../ground/made-once.ts';
import type { Document } from '../source/document.ts';
import { nameOfKey, assignmentAndReplaced } from './inventory/assignment.ts';
import type {
  Assignment,
  Group,
  Host,
  LayeredHostVariables,
  ProjectPlays,
  SourcedInventory,
} from './inventory/entities.ts';
import type { Level } from './inventory/level.ts';
import { readSources } from './sources/source-graph.ts';
import { SupposedMemory } from './variables/supposed-memory.ts';
import type { MemoryOfHosts } from './variables/supposed-memory.ts';
import type { SourceGraph, SourceOptions } from './sources/source-graph.ts';
import { Troubles } from './inventory/troubles.ts';
import { InventoryVariables, varsFolderOf } from './variables/inventory-variables.ts';
import { VarsFiles } from './variables/vars-files.ts';

/** The plays of an inventory that is read by itself. */
export const NO_PLAYS: ProjectPlays = {
  documents: new Map(),
  assignments: [],
  isPartlyUnread: false,
  troubles: [],
  unmatchedNames: [],
  groupings: [],
  folders: [],
  reaches: [],
  appliedRoles: [],
  visibleDefaults: new Set(),
};

/** The groups and hosts whose variable files are read. */
export interface VariableOwners {
  /** Hosts, each with all of its groups. */
  readonly hosts: Iterable<Host>;
  /** Groups and hosts by themselves. */
  readonly alone?: Iterable<Group | Host>;
  /** False if the files next to playbooks do not count for the owners in `alone`. */
  readonly besidePlaybooks?: boolean;
}

/**
 * Reads the sources of an inventory, and all variable files of its groups and hosts; `memory`: that of hosts, as a
 * person tells it. Throws as `readSources` and `SupposedMemory` do.
 */
export function readInventory(
  files: Files,
  options: SourceOptions,
  memory: readonly MemoryOfHosts[] = [],
): SourcedInventory {
  const sources = readSources(files, options);
  const supposed = memory.length === 0 ? undefined : new SupposedMemory(sources, memory);
  return readVariablesOfInventory(sources, { hosts: sources.members(sources.graph.all) }, supposed);
}

/**
 * Reads the variable files of some hosts and groups: the second step, after `readSources`.
 *
 * Like Ansible, it opens no other files. The variables of other hosts can still be asked for; the troubles of their
 * files are then not among those of the inventory.
 */
export function readVariablesOfInventory(
  sources: SourceGraph,
  { hosts, alone = [], besidePlaybooks = true }: VariableOwners,
  supposedMemory?: SupposedMemory,
): SourcedInventory {
  const { graph, reader, settings, isolated, bases } = sources;
  const troubles = new Troubles(reader, sources.troubles);
  const files = new VarsFiles(reader, settings, troubles, 4);
  const byPlaybook = new Map<string | undefined, InventoryVariables>();
  const beside = { plugin: sources.varsPlugin?.unknown, supposedMemory };
  const variablesFor = (playbook: string | undefined): InventoryVariables => {
    return madeOnce(
      byPlaybook,
      playbook,
      () => new InventoryVariables(files, bases, playbook, settings, graph, !isolated, beside),
    );
  };
  const [first] = bases.playbooks;
  const groupsOf = (host: Host): readonly Group[] => sources.groupsOf(host);
  const variablesOf = (host: Host, playbook = first): LayeredHostVariables => variablesFor(playbook).of(host, groupsOf);
  // Ansible may read files with the sources, even without hosts.
  variablesFor(first);
  for (const host of hosts)
    for (const playbook of bases.playbooks.length > 0 ? bases.playbooks : [undefined]) variablesOf(host, playbook);
  for (const owner of alone) variablesFor(first).own(owner, besidePlaybooks);
  const { loaded } = files;
  const filesOf = (owner: Group | Host): readonly Document[] => [
    ...(loaded.get(`${varsFolderOf(owner)}/${owner.name}`) ?? []),
  ];
  let assignments: readonly Assignment[] | undefined;
  return {
    ...sources,
    documents: new Map(reader.all),
    troubles: [...troubles.all],
    filesOf,
    newFileOf: (owner) => `${varsFolderOf(owner)}/${owner.name}.yml`,
    assignments: () => (assignments ??= allAssignments(sources, filesOf)),
    variablesOf,
    hostvarsOf: (host) => variablesOf(host),
    ownVariablesOf: (owner, playbook = true) => variablesFor(first).own(owner, playbook),
    plays: NO_PLAYS,
    supposedMemory,
  };
}

function allAssignments(
  { groups, hosts }: SourceGraph,
  filesOf: (owner: Group | Host) => readonly Document[],
): readonly Assignment[] {
  const all: Assignment[] = [];
  const taken = new Set<Document>();
  for (const owner of [...groups.values(), ...hosts.values()]) {
    for (const assignment of owner.variables.values()) all.push(...assignmentAndReplaced(assignment));
    const level: Level = { kind: varsFolderOf(owner), owner: owner.name };
    for (const document of filesOf(owner)) {
      if (document.root?.kind !== 'mapping' || taken.has(document)) continue;
      taken.add(document);
      for (const { key, value, mergedAt } of document.root.pairs) {
        const isMerged = mergedAt !== undefined;
        all.push({ name: nameOfKey(key), key, value, document, level, replaced: undefined, isMerged });
      }
    }
  }
  return all;
}

/** The nodes of the graph: groups and hosts, which grow while the sources are read. */
import type { Document, Location } from '../../source/document.ts';
import type { Pair } from '../../source/tree.ts';
import { nameOfKey } from '../inventory/assignment.ts';
import type { Assignment, Assignments, Group, Host, StandsFor } from '../inventory/entities.ts';
import type { Level } from '../inventory/level.ts';
import type { Unknown } from '../inventory/unknown.ts';

const NONE: ReadonlyMap<string, Assignment> = new Map();

class Entity {
  readonly name: string;
  /** The level of its inline variables. */
  readonly level: Level;
  readonly mentions: Location[] = [];
  variables: Assignments = NONE;

  constructor(name: string, kind: 'group' | 'host') {
    this.name = name;
    this.level = { kind: `inventory ${kind}`, owner: name };
  }

  /** Sets an inline variable; one of the same name is replaced and keeps its position. */
  assign({ key, value }: Pair, document: Document, level = this.level): void {
    const own = this.variables === NONE ? new Map<string, Assignment>() : (this.variables as Map<string, Assignment>);
    const name = nameOfKey(key);
    own.set(name, { name, key, value, document, level, replaced: own.get(name) });
    this.variables = own;
  }

  /** Adds a place that mentions it; the place of a range of hosts is added once. */
  mention(at: Location): void {
    const last = this.mentions.at(-1);
    if (last?.document !== at.document || last.start !== at.start) this.mentions.push(at);
  }
}

/** A group as it grows while the sources are read. */
export class GroupNode extends Entity implements Group {
  depth = 0;
  priority: number | bigint = 1;
  readonly children: GroupNode[] = [];
  readonly parents: GroupNode[] = [];
  hosts: HostNode[] = [];
  readonly hostNames = new Set<string>();
  /** The place that attached each child. */
  readonly attachments = new Map<GroupNode, Location>();

  constructor(name: string) {
    super(name, 'group');
  }
}

/** A group that only a run knows to contain a host: by its name, or any whose name starts with a text. */
export type PossibleGroup = { readonly name: string } | { readonly start: string };

const NO_GROUPS: readonly GroupNode[] = [];
const NO_POSSIBLE_GROUPS: readonly PossibleGroup[] = [];

/** A host as it grows while the sources are read. */
export class HostNode extends Entity implements Host {
  readonly groups: GroupNode[] = [];
  readonly source: string | undefined;
  standsFor: StandsFor | undefined;
  unread: Unknown | undefined;
  /** Groups from which Ansible removes the host together with `ungrouped` (see `reconcile`). */
  removedFrom: readonly GroupNode[] = NO_GROUPS;

  possibleGroups: readonly PossibleGroup[] = NO_POSSIBLE_GROUPS;

  constructor(name: string, source: string | undefined) {
    super(name, 'host');
    this.source = source;
  }

  get mayHaveMoreGroups(): boolean {
    return this.possibleGroups.length > 0;
  }
}

/** Groups and hosts as they grow while the sources are read: the nodes of the graph. */
import type { Document } from '../source/document.ts';
import type { Pair } from '../source/tree.ts';
import { nameOfKey, WrittenAssignment } from './assignment.ts';
import type { Assignment, Assignments, Group, Host, Location } from './entities.ts';
import type { Level } from './level.ts';
import type { Unknown } from './unknown.ts';

const NONE: ReadonlyMap<string, Assignment> = new Map();

class Entity {
  readonly name: string;
  /** The level of the variables that sources set for it. */
  readonly level: Level;
  readonly mentions: Location[] = [];
  variables: Assignments = NONE;

  constructor(name: string, kind: 'group' | 'host') {
    this.name = name;
    this.level = { kind: `inventory ${kind}`, owner: name };
  }

  /** Sets an inline variable; one that was set before is replaced at its place. */
  assign(pair: Pair, document: Document, level = this.level): void {
    const own = this.variables === NONE ? new Map<string, Assignment>() : (this.variables as Map<string, Assignment>);
    const name = nameOfKey(pair.key);
    own.set(name, new WrittenAssignment(name, pair, document, level, own.get(name)));
    this.variables = own;
  }

  /** A place is kept once, however many hosts it stands for. */
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
  /** Where each child was attached. */
  readonly attachments = new Map<GroupNode, Location>();

  constructor(name: string) {
    super(name, 'group');
  }
}

/** What a host may be in as well, which only a run can know: a group, or any whose name starts with a text. */
export type PossibleGroup = { readonly name: string } | { readonly start: string };

const NO_GROUPS: readonly GroupNode[] = [];
const NO_POSSIBLE_GROUPS: readonly PossibleGroup[] = [];

/** A host as it grows while the sources are read. */
export class HostNode extends Entity implements Host {
  readonly groups: GroupNode[] = [];
  readonly source: string | undefined;
  unread: Unknown | undefined;
  /** Groups that Ansible forgets for this host when it takes it out of `ungrouped` (see `reconcile`). */
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

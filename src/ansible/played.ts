/** An inventory with what plays, roles and the command line set around it. */
import type { Document } from '../source/document.ts';
import type { Node } from '../source/tree.ts';
import type {
  AppliedRole,
  Assignment,
  Group,
  Grouping,
  Host,
  HostVariables,
  Inventory,
  Trouble,
  UnmatchedName,
} from './entities.ts';
import type { BesidePlaybooks } from './plays/beside-playbooks.ts';
import type { Standing } from './plays/standings.ts';
import type { Sight } from './plays/view.ts';
import { decisive } from './unknown.ts';
import type { Unknown } from './unknown.ts';
import { merged } from './variables/layers.ts';
import type { Vault } from './vault/vault.ts';

/** What is set beside an inventory. */
export interface Beside {
  /** Every document that was read for it, by its shown path. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly assignments: readonly Assignment[];
  /** What Ansible stops at in playbooks. */
  readonly troubles: readonly Trouble[];
  /** Names in the hosts of plays that the inventory does not have. */
  unmatchedNames(): readonly UnmatchedName[];
  /** The roles of the plays that have a host of the inventory, or may have one. */
  appliedRoles(): readonly AppliedRole[];
  /** The values in defaults of the roles that plays apply which some host may see. */
  defaultsSeen(): ReadonlySet<Node>;
  /** The folders in which plays stand. */
  readonly playFolders: readonly string[];
  /** Tasks that may make hosts and groups. */
  groupings(): readonly Grouping[];
  /** Whether some file could not be read, of those that were asked for so far. */
  hides(): boolean;
  /** What a host's variables have around them; the same object for hosts that have the same. */
  sightOf(host: Host): Sight;
  /** The same for another host's templates (`hostvars`): they see no play. */
  hostvarsSightOf(host: Host): Sight;
  /** The inventory's own variables as plays have them that stand in some folders. */
  variablesBeside(host: Host, standings: readonly Standing[]): BesidePlaybooks;
}

/** Everything about the inventory is as it was, but the variables that a task of a play would see. */
export class PlayedInventory implements Inventory {
  readonly groups: Inventory['groups'];
  readonly hosts: Inventory['hosts'];
  readonly troubles: readonly Trouble[];
  readonly dynamic: readonly string[];
  readonly closed: readonly string[];
  readonly saved: readonly string[];
  readonly parsed: boolean;
  readonly vault: Vault;
  readonly classic: Inventory['classic'];
  readonly varsPlugin: Inventory['varsPlugin'];
  readonly #inventory: Inventory;
  readonly #read: () => Beside | undefined;
  readonly #mergeHashes: boolean;
  readonly #variables = new Map<Host, HostVariables>();
  readonly #hostvars = new Map<Host, HostVariables>();
  /** Whether each host was asked for what it sees of plays. */
  #isSeenByAll = false;
  #beside: { readonly found: Beside | undefined } | undefined;
  #documents: { readonly count: number; readonly all: ReadonlyMap<string, Document> } | undefined;

  /** `read` is called with the first question about a variable; it gives undefined where nothing is beside. */
  constructor(inventory: Inventory, mergeHashes: boolean, read: () => Beside | undefined) {
    this.#inventory = inventory;
    this.#mergeHashes = mergeHashes;
    this.#read = read;
    this.groups = inventory.groups;
    this.hosts = inventory.hosts;
    this.troubles = inventory.troubles;
    this.dynamic = inventory.dynamic;
    this.closed = inventory.closed;
    this.saved = inventory.saved;
    this.parsed = inventory.parsed;
    this.vault = inventory.vault;
    this.classic = inventory.classic;
    this.varsPlugin = inventory.varsPlugin;
  }

  /** The inventory's documents, with those of plays once they were needed. */
  get documents(): ReadonlyMap<string, Document> {
    const own = this.#inventory.documents;
    const beside = this.#beside?.found?.documents;
    if (beside === undefined) return own;
    const count = own.size + beside.size;
    if (this.#documents?.count !== count) this.#documents = { count, all: new Map([...beside, ...own]) };
    return this.#documents.all;
  }

  get assignedBeside(): readonly Assignment[] {
    return this.#beside?.found?.assignments ?? [];
  }

  get assignedByPlays(): readonly Assignment[] {
    const beside = this.#readBeside();
    if (beside === undefined) return [];
    // Which roles count hangs on the host.
    if (!this.#isSeenByAll) for (const host of this.hosts.values()) beside.sightOf(host);
    this.#isSeenByAll = true;
    return beside.assignments;
  }

  get troublesBeside(): readonly Trouble[] {
    return this.#readBeside()?.troubles ?? [];
  }

  get unmatchedNames(): readonly UnmatchedName[] {
    return this.#readBeside()?.unmatchedNames() ?? [];
  }

  get appliedRoles(): readonly AppliedRole[] {
    return this.#readBeside()?.appliedRoles() ?? [];
  }

  get defaultsSeen(): ReadonlySet<Node> {
    return this.#readBeside()?.defaultsSeen() ?? new Set();
  }

  get playFolders(): readonly string[] {
    return this.#readBeside()?.playFolders ?? [];
  }

  get groupings(): readonly Grouping[] {
    return this.#readBeside()?.groupings() ?? [];
  }

  get hidesBeside(): boolean {
    return this.#beside?.found?.hides() === true;
  }

  members(group: Group): readonly Host[] {
    return this.#inventory.members(group);
  }

  groupsOf(host: Host): readonly Group[] {
    return this.#inventory.groupsOf(host);
  }

  filesOf(owner: Group | Host): readonly Document[] {
    return this.#inventory.filesOf(owner);
  }

  ownVariablesOf(entity: Group | Host, playbook?: boolean): HostVariables {
    return this.#inventory.ownVariablesOf(entity, playbook);
  }

  variablesOf(host: Host): HostVariables {
    return this.#around(host, this.#variables, (beside) => beside.sightOf(host));
  }

  hostvarsOf(host: Host): HostVariables {
    return this.#around(host, this.#hostvars, (beside) => beside.hostvarsSightOf(host));
  }

  #readBeside(): Beside | undefined {
    return (this.#beside ??= { found: this.#read() }).found;
  }

  #around(host: Host, known: Map<Host, HostVariables>, sight: (beside: Beside) => Sight): HostVariables {
    let variables = known.get(host);
    if (variables === undefined) {
      const found = this.#readBeside();
      if (found === undefined) variables = this.#inventory.variablesOf(host);
      else {
        const own = (standings: readonly Standing[]) => found.variablesBeside(host, standings);
        variables = new PlayedVariables(own, sight(found), this.#mergeHashes);
      }
      known.set(host, variables);
    }
    return variables;
  }
}

class PlayedVariables implements HostVariables {
  readonly #owns: (standings: readonly Standing[]) => BesidePlaybooks;
  readonly #known = new Map<readonly Standing[], BesidePlaybooks>();
  readonly #sight: Sight;
  readonly #mergeHashes: boolean;

  constructor(owns: (standings: readonly Standing[]) => BesidePlaybooks, sight: Sight, mergeHashes: boolean) {
    this.#owns = owns;
    this.#sight = sight;
    this.#mergeHashes = mergeHashes;
  }

  get(name: string): Assignment | undefined {
    const { above, below, standings } = this.#sight.of(name);
    return above[0] ?? this.#own(standings).get(name) ?? below[0];
  }

  candidates(name: string): readonly Assignment[] {
    const { above, below, standings } = this.#sight.of(name);
    const own = this.#own(standings).candidates(name);
    return above.length + below.length === 0 ? own : [...above, ...own, ...below];
  }

  winners(name: string): readonly Assignment[] {
    const { above, below, standings } = this.#sight.of(name);
    const own = above.length > 0 ? above.slice(0, 1) : this.#own(standings).winners(name);
    return own.length > 0 ? own : below.slice(0, 1);
  }

  value(name: string): Node | undefined {
    const { above, below, standings } = this.#sight.of(name);
    const own = this.#own(standings);
    if (!this.#mergeHashes) return above[0]?.value ?? own.value(name) ?? below[0]?.value;
    const values = (assignments: readonly Assignment[]): readonly Node[] =>
      assignments.map(({ value }) => value).reverse();
    return merged([...values(below), own.value(name), ...values(above)]);
  }

  names(): Iterable<string> {
    const { names, standings } = this.#sight;
    return new Set([...names.below, ...this.#own(standings).names(), ...names.above]);
  }

  unreadAbove(name: string): readonly Unknown[] {
    const { above, obscuring, obscuringBelow, standings } = this.#sight.of(name);
    if (above.length > 0) return obscuring;
    return [...obscuring, ...this.#own(standings).unreadAbove(name), ...(this.#isOpen(name) ? obscuringBelow : [])];
  }

  unknown(name: string): Unknown | undefined {
    const { above, doubt, doubtBelow, standings } = this.#sight.of(name);
    // What is above hides that plays disagree below it, if it is not merged with that.
    const isOwnSeen = above.length === 0 || this.#mergeHashes;
    return (
      doubt ??
      (isOwnSeen ? this.#own(standings).disagreement(name) : undefined) ??
      decisive(this.unreadAbove(name), this.get(name) !== undefined) ??
      (doubtBelow !== undefined && this.#isOpen(name) ? doubtBelow : undefined)
    );
  }

  /** Whether nothing above a role's defaults sets a variable. */
  #isOpen(name: string): boolean {
    const { above, standings } = this.#sight.of(name);
    return above.length === 0 && this.#own(standings).get(name) === undefined;
  }

  /** What the inventory has for plays that stand in some folders. */
  #own(standings: readonly Standing[]): BesidePlaybooks {
    let own = this.#known.get(standings);
    if (own === undefined) this.#known.set(standings, (own = this.#owns(standings)));
    return own;
  }
}

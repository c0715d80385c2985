/** An inventory with what plays, roles and the command line set around it. */
import type { Document } from '../source/document.ts';
import type { Node } from '../source/tree.ts';
import type { Assignment, Doubt, Group, Hiding, Host, HostVariables, Inventory, Trouble } from './entities.ts';
import type { Sight } from './plays/view.ts';
import { merged } from './variables/layers.ts';
import type { Vault } from './vault/vault.ts';

/** What is set beside an inventory. */
export interface Beside {
  /** Every document that was read for it, by its shown path. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly assignments: readonly Assignment[];
  /** Whether some file could not be read, of those that were asked for so far. */
  hides(): boolean;
  /** What a host's variables have around them; the same object for hosts that have the same. */
  sightOf(host: Host): Sight;
  /** The same for another host's templates (`hostvars`): they see no play. */
  hostvarsSightOf(host: Host): Sight;
}

/** Everything about the inventory is as it was, but the variables that a task of a play would see. */
export class PlayedInventory implements Inventory {
  readonly groups: Inventory['groups'];
  readonly hosts: Inventory['hosts'];
  readonly troubles: readonly Trouble[];
  readonly dynamic: readonly string[];
  readonly saved: readonly string[];
  readonly parsed: boolean;
  readonly vault: Vault;
  readonly classic: Inventory['classic'];
  readonly #inventory: Inventory;
  readonly #read: () => Beside | undefined;
  readonly #mergeHashes: boolean;
  readonly #variables = new Map<Host, HostVariables>();
  readonly #hostvars = new Map<Host, HostVariables>();
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
    this.saved = inventory.saved;
    this.parsed = inventory.parsed;
    this.vault = inventory.vault;
    this.classic = inventory.classic;
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

  get hidesBeside(): boolean {
    return this.#beside?.found?.hides() === true;
  }

  members(group: Group): readonly Host[] {
    return this.#inventory.members(group);
  }

  groupsOf(host: Host): readonly Group[] {
    return this.#inventory.groupsOf(host);
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

  #around(host: Host, known: Map<Host, HostVariables>, sight: (beside: Beside) => Sight): HostVariables {
    let variables = known.get(host);
    if (variables === undefined) {
      const own = this.#inventory.variablesOf(host);
      this.#beside ??= { found: this.#read() };
      const { found } = this.#beside;
      variables = found === undefined ? own : new PlayedVariables(own, sight(found), this.#mergeHashes);
      known.set(host, variables);
    }
    return variables;
  }
}

class PlayedVariables implements HostVariables {
  readonly #own: HostVariables;
  readonly #sight: Sight;
  readonly #mergeHashes: boolean;

  constructor(own: HostVariables, sight: Sight, mergeHashes: boolean) {
    this.#own = own;
    this.#sight = sight;
    this.#mergeHashes = mergeHashes;
  }

  get(name: string): Assignment | undefined {
    const { above, below } = this.#sight.of(name);
    return above[0] ?? this.#own.get(name) ?? below[0];
  }

  candidates(name: string): readonly Assignment[] {
    const { above, below } = this.#sight.of(name);
    const own = this.#own.candidates(name);
    return above.length + below.length === 0 ? own : [...above, ...own, ...below];
  }

  value(name: string): Node | undefined {
    const { above, below } = this.#sight.of(name);
    if (!this.#mergeHashes) return above[0]?.value ?? this.#own.value(name) ?? below[0]?.value;
    const values = (assignments: readonly Assignment[]): readonly Node[] =>
      assignments.map(({ value }) => value).reverse();
    return merged([...values(below), this.#own.value(name), ...values(above)]);
  }

  *names(): Iterable<string> {
    const own = new Set(this.#own.names());
    for (const name of this.#sight.names) if (!own.has(name)) yield name;
    yield* own;
  }

  obscuredBy(name: string): readonly Hiding[] {
    const { above, obscuring, obscuringBelow } = this.#sight.of(name);
    if (above.length > 0) return obscuring;
    return [...obscuring, ...this.#own.obscuredBy(name), ...(this.#isOpen(name) ? obscuringBelow : [])];
  }

  doubtOf(name: string): Doubt | undefined {
    const { doubt, doubtBelow } = this.#sight.of(name);
    return doubt ?? (doubtBelow !== undefined && this.#isOpen(name) ? doubtBelow : undefined);
  }

  /** Whether nothing above a role's defaults sets a variable. */
  #isOpen(name: string): boolean {
    return this.#sight.of(name).above.length === 0 && this.#own.get(name) === undefined;
  }
}

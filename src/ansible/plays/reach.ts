/** Which plays contain a host. */
import type { Host, Inventory } from '../entities.ts';
import { BadPattern, refuseMissed, selectHosts, UnsettledPattern } from '../patterns/host-selection.ts';
import { isBroken } from './broken-playbooks.ts';
import { hostPattern } from './playbooks.ts';
import type { Play } from './playbooks.ts';
import type { RefusedPlays } from './refused-plays.ts';

/** A play and whether it contains a host: for certain, or as far as anyone can tell. */
export interface Reach {
  readonly play: Play;
  readonly certain: boolean;
  readonly possible: boolean;
  /** Whether Ansible ends before it runs the play. */
  readonly refused: boolean;
}

/** The plays of each host. */
export class Reaches {
  readonly #inventory: Inventory;
  readonly #plays: readonly Play[];
  readonly #refused: RefusedPlays;
  readonly #hosts = new Map<Play, ReadonlySet<Host> | undefined>();
  readonly #settled = new Map<Play, boolean>();
  readonly #regroups: () => boolean;

  /** `regroups`: whether a task of the plays puts hosts into groups. */
  constructor(inventory: Inventory, plays: readonly Play[], refused: RefusedPlays, regroups: () => boolean) {
    this.#regroups = regroups;
    this.#refused = refused;
    this.#inventory = inventory;
    this.#plays = plays;
  }

  /**
   * The plays that contain a host, and those that may. A host that no play names may be in any whose hosts are not
   * settled: names that the inventory does not have may be those of another one, or of groups that tasks make.
   */
  of(host: Host): readonly Reach[] {
    const reaches = this.#plays.map((play) => {
      const hosts = this.#hostsOf(play);
      const contains = hosts?.has(host) === true;
      const refused = this.#refused.stops(play);
      const certain = contains && play.own && !refused;
      return { play, certain, possible: contains || hosts === undefined, refused };
    });
    const isNamed = reaches.some(({ certain }) => certain);
    return reaches.filter(
      ({ play, certain, possible }) => certain || possible || this.#isOpen || (!isNamed && !this.#isSettled(play)),
    );
  }

  /** Whether there may be hosts and groups that no source names which can be read. */
  get #isOpen(): boolean {
    return this.#inventory.dynamic.length + this.#inventory.closed.length > 0;
  }

  /** The hosts of a play, this very machine among them; all of the inventory where only a run can know which. */
  hostsIn(play: Play): readonly Host[] {
    const isOpen = this.#isOpen && this.#hostsOf(play)?.size === 0;
    return [...((isOpen ? undefined : this.#hostsOf(play)) ?? this.#inventory.hosts.values())];
  }

  /** Whether each name in a play's hosts is one that the inventory has, and no task moves hosts between groups. */
  #isSettled(play: Play): boolean {
    let settled = this.#settled.get(play);
    if (settled === undefined) this.#settled.set(play, (settled = play.own && this.#matches(play)));
    return settled && !this.#regroups();
  }

  #matches(play: Play): boolean {
    const pattern = hostPattern(play);
    try {
      if (pattern !== undefined) selectHosts(this.#inventory, pattern, refuseMissed);
      return pattern !== undefined;
    } catch (error) {
      if (!(error instanceof BadPattern || error instanceof UnsettledPattern)) throw error;
      return false;
    }
  }

  /** Undefined where only a run can know: a template, a group that tasks make, positions without order, or a playbook that is broken. */
  #hostsOf(play: Play): ReadonlySet<Host> | undefined {
    if (this.#hosts.has(play)) return this.#hosts.get(play);
    const pattern = isBroken(play.document) ? undefined : hostPattern(play);
    let hosts: ReadonlySet<Host> | undefined;
    try {
      if (pattern !== undefined) hosts = new Set(selectHosts(this.#inventory, pattern));
    } catch (error) {
      // Ansible stops there: the play sets nothing for anybody.
      if (error instanceof BadPattern) hosts = new Set();
      else if (!(error instanceof UnsettledPattern)) throw error;
    }
    this.#hosts.set(play, hosts);
    return hosts;
  }
}

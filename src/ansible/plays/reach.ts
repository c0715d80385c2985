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

/** What a play is to hosts. */
interface Span {
  /** Those that it contains; undefined where only a run can know. */
  readonly hosts: ReadonlySet<Host> | undefined;
  /** For these, and for all others. */
  readonly inside: Reach;
  readonly outside: Reach;
}

/** The plays of each host. */
export class Reaches {
  readonly #inventory: Inventory;
  readonly #plays: readonly Play[];
  readonly #refused: RefusedPlays;
  readonly #spans = new Map<Play, Span>();
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
      const { hosts, inside, outside } = this.#spanOf(play);
      return hosts?.has(host) === true ? inside : outside;
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
    const { hosts } = this.#spanOf(play);
    const isUnknown = hosts === undefined || (hosts.size === 0 && this.#isOpen);
    return [...(isUnknown ? this.#inventory.hosts.values() : hosts)];
  }

  #spanOf(play: Play): Span {
    let span = this.#spans.get(play);
    if (span === undefined) {
      const hosts = this.#hostsOf(play);
      const refused = this.#refused.stops(play);
      const inside = { play, certain: play.own && !refused, possible: true, refused };
      const outside = { play, certain: false, possible: hosts === undefined, refused };
      this.#spans.set(play, (span = { hosts, inside, outside }));
    }
    return span;
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
    const pattern = isBroken(play.document) ? undefined : hostPattern(play);
    try {
      return pattern === undefined ? undefined : new Set(selectHosts(this.#inventory, pattern));
    } catch (error) {
      // Ansible stops there: the play sets nothing for anybody.
      if (error instanceof BadPattern) return new Set();
      if (error instanceof UnsettledPattern) return undefined;
      throw error;
    }
  }
}

/** The hosts of plays, and the names in their patterns that no group and no host of an inventory has. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Host, Inventory, UnmatchedName } from '../inventory/entities.ts';
import {
  BadPattern,
  refuseAsUnmatched,
  selectHosts,
  splitPattern,
  UnsettledPattern,
} from '../patterns/host-selection.ts';
import { isUnparsable } from './unreadable-playbooks.ts';
import { hostPattern } from './playbooks.ts';
import type { Play } from './playbooks.ts';
import type { RefusedPlays } from './refused-plays.ts';
import type { Document } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';
import { LOCALHOSTS } from '../graph/implicit-localhost.ts';
import { listOf, plainText } from '../playbook/nodes.ts';
import type { PlayFiles } from './play-files.ts';
import { isSurelyPlaybook } from './refused-plays.ts';

/**
 * A part of a pattern that is a name, with its sign and position: `!search`, `&search[0]`, but no glob and no
 * expression.
 */
const NAME = /^([!&]?)([\w.-]+)(?:\[[-\d:]+\])?$/;

/** A play, and whether it contains a host for certain, or may contain it. */
export interface PlayMatch {
  readonly play: Play;
  readonly certain: boolean;
  readonly possible: boolean;
  /** True if Ansible ends before it runs the play. */
  readonly refused: boolean;
}

/** The hosts of a play. */
interface HostsOfPlay {
  /** The hosts that it contains; undefined if only a run can know. */
  readonly hosts: ReadonlySet<Host> | undefined;
  readonly list: readonly Host[] | undefined;
  /** For these, and for all others. */
  readonly inside: PlayMatch;
  readonly outside: PlayMatch;
}

/** The plays of each host. */
export class PlayHosts {
  readonly #inventory: Inventory;
  readonly #plays: readonly Play[];
  readonly #refused: RefusedPlays;
  readonly #hosts = new Map<Play, HostsOfPlay>();
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
   * The plays that contain a host, and those that may. A host that no play names may be in any play whose hosts are
   * not certain: names that the inventory does not have may be those of another inventory, or of groups that tasks
   * make.
   */
  of(host: Host): readonly PlayMatch[] {
    const matches = this.#plays.map((play) => {
      const { hosts, inside, outside } = this.#hostsOfPlay(play);
      return hosts?.has(host) === true ? inside : outside;
    });
    const isNamed = matches.some(({ certain }) => certain);
    return matches.filter(
      ({ play, certain, possible }) => certain || possible || this.#isOpen || (!isNamed && !this.#isSettled(play)),
    );
  }

  /** True if there may be hosts and groups that no readable source names. */
  get #isOpen(): boolean {
    return this.#inventory.dynamicSources.length + this.#inventory.lockedSources.length > 0;
  }

  /** The hosts of a play, including this machine; all hosts of the inventory if only a run can know which. */
  hostsIn(play: Play): readonly Host[] {
    const { hosts } = this.#hostsOfPlay(play);
    const isUnknown = hosts === undefined || (hosts.size === 0 && this.#isOpen);
    return [...(isUnknown ? this.#inventory.hosts.values() : hosts)];
  }

  /** The hosts of a play in order; undefined if only a run can know. */
  knownHostsIn(play: Play): readonly Host[] | undefined {
    return this.#hostsOfPlay(play).list;
  }

  /** Tells whether a play has a host, or may have it. */
  mayHave(play: Play, host: Host): boolean {
    return this.#hostsOfPlay(play).hosts?.has(host) !== false;
  }

  #hostsOfPlay(play: Play): HostsOfPlay {
    return madeOnce(this.#hosts, play, () => {
      const hosts = this.#hostsOf(play);
      const refused = this.#refused.stops(play);
      const inside = { play, certain: play.own && !refused, possible: true, refused };
      const outside = { play, certain: false, possible: hosts === undefined, refused };
      return { hosts, list: hosts && [...hosts], inside, outside };
    });
  }

  /** Tells whether the inventory has each name in a play's hosts, and no task moves hosts between groups. */
  #isSettled(play: Play): boolean {
    const settled = madeOnce(this.#settled, play, () => play.own && this.#matches(play));
    return settled && !this.#regroups();
  }

  #matches(play: Play): boolean {
    const pattern = hostPattern(play);
    try {
      if (pattern !== undefined) selectHosts(this.#inventory, pattern, refuseAsUnmatched);
      return pattern !== undefined;
    } catch (error) {
      if (!(error instanceof BadPattern || error instanceof UnsettledPattern)) throw error;
      return false;
    }
  }

  /**
   * Undefined if only a run can know: a template, a group that tasks make, positions without order, or a playbook
   * that is broken.
   */
  #hostsOf(play: Play): ReadonlySet<Host> | undefined {
    const pattern = isUnparsable(play.document) ? undefined : hostPattern(play);
    try {
      return pattern === undefined ? undefined : new Set(selectHosts(this.#inventory, pattern));
    } catch (error) {
      // Ansible stops there: the play sets nothing for any host.
      if (error instanceof BadPattern) return new Set();
      if (error instanceof UnsettledPattern) return undefined;
      throw error;
    }
  }
}

/**
 * The names that Ansible warns about and leaves out, each place once. Only files count that are surely playbooks and
 * are not meant only for another inventory.
 */
export function unmatchedNames(
  plays: readonly Play[],
  files: PlayFiles,
  { groups, hosts }: Inventory,
): readonly UnmatchedName[] {
  const found = new Map<string, UnmatchedName>();
  for (const { own, document, hosts: named, path } of plays) {
    if (!own || isUnparsable(document) || !isSurelyPlaybook(document, files.within(path))) continue;
    for (const item of listOf(named?.value))
      for (const { name, index, use } of namesIn(plainText(item) ?? '')) {
        if (groups.has(name) || hosts.has(name) || LOCALHOSTS.includes(name)) continue;
        const range = rangeOf(item, index, name, document);
        found.set(`${document.file}\0${String(range.start)}`, { document, ...range, name, use });
      }
  }
  return [...found.values()];
}

/** The names in a pattern of hosts, each with its index in the text. */
function namesIn(text: string): readonly { name: string; index: number; use: UnmatchedName['use'] }[] {
  let end = 0;
  return splitPattern(text).flatMap((part) => {
    const start = text.indexOf(part, end);
    end = start + part.length;
    const [, sign = '', name] = NAME.exec(part) ?? [];
    if (name === undefined) return [];
    return [{ name, index: start + sign.length, use: sign === '!' ? 'excluded' : sign === '&' ? 'common' : 'joined' }];
  });
}

/** The range of a name in the text of a scalar; the whole scalar if the name is written in another way. */
function rangeOf({ start, end }: Range, index: number, name: string, { text }: Document): Range {
  const quote = /^["']/.test(text.slice(start, end)) ? 1 : 0;
  const from = start + quote + index;
  return text.startsWith(name, from) ? { start: from, end: from + name.length } : { start, end };
}

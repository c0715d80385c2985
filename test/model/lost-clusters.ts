/**
 * Clusters that lose hosts, simulated: every voting configuration that the cluster may have, and every way in which its
 * copies may lie. Written from what the products publish, without a look at the model, which is held against it.
 */
import type { MadeNode } from './made-clusters.ts';

export type Fate = 'works' | 'may-stop' | 'stops';

/** A voter as the simulation has it, at its place in the list. */
interface Voter {
  readonly canLead: boolean;
}

/** What a number of possible ends amounts to. */
function fateOf(ends: readonly boolean[]): Fate {
  if (ends.every(Boolean)) return 'works';
  return ends.some(Boolean) ? 'may-stop' : 'stops';
}

function bits(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function size(set: number): number {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count++;
  return count;
}

function has(set: number, index: number): boolean {
  return (set & (1 << index)) !== 0;
}

/** One step of the class `Reconfigurator`: sets of voters are numbers. */
function reconfigured(live: number, master: number, config: number, shrinks: boolean, count: number): number {
  const candidates = bits(count).filter((index) => has(live, index) || has(config, index));
  const rank = (index: number): number =>
    index === master ? 0 : (has(live, index) ? 0 : 2) + (has(config, index) ? 1 : 2);
  const ordered = [...candidates].sort((one, other) => rank(one) - rank(other) || one - other);
  const current = candidates.filter((index) => has(config, index)).length;
  const least = shrinks ? (current < 3 ? 1 : 3) : current;
  const living = size(live);
  const target = Math.max(living - (living % 2 === 0 ? 1 : 0), least);
  const next = ordered.slice(0, target).reduce((set, index) => set | (1 << index), 0);
  return hasQuorum(next, live) ? next : config;
}

function hasQuorum(config: number, live: number): boolean {
  return 2 * size(config & live) > size(config);
}

function settled(live: number, master: number, config: number, shrinks: boolean, count: number): number {
  let last = config;
  for (;;) {
    const next = reconfigured(live, master, last, shrinks, count);
    if (next === last) return last;
    last = next;
  }
}

/** A cluster of voters that has been left alone, in all ways in which it may have formed. */
export class SimulatedVoters {
  readonly #voters: readonly Voter[];
  readonly #shrinks: boolean;
  readonly #configs: ReadonlySet<number>;
  #lostAtOnce: number | undefined;
  #lostInTurn: number | undefined;

  constructor(voters: readonly Voter[], shrinks: boolean) {
    this.#voters = voters;
    this.#shrinks = shrinks;
    const all = (1 << voters.length) - 1;
    const configs = new Set<number>();
    for (const master of this.#leaders(all))
      for (let first = 1; first <= all; first++) configs.add(settled(all, master, first, shrinks, voters.length));
    this.#configs = configs;
  }

  #leaders(live: number): readonly number[] {
    return bits(this.#voters.length).filter((index) => has(live, index) && this.#voters[index]?.canLead === true);
  }

  #canElect(config: number, live: number): boolean {
    return hasQuorum(config, live) && this.#leaders(live).length > 0;
  }

  /** What becomes of elections without some of the voters. */
  without(lost: readonly number[]): Fate {
    const all = (1 << this.#voters.length) - 1;
    const live = lost.reduce((set, index) => set & ~(1 << index), all);
    return fateOf([...this.#configs].map((config) => this.#canElect(config, live)));
  }

  /** The most voters that may be lost together, whichever they are. */
  get lostAtOnce(): number {
    return (this.#lostAtOnce ??= this.#countAtOnce());
  }

  #countAtOnce(): number {
    const { length } = this.#voters;
    const all = (1 << length) - 1;
    let survived = 0;
    for (let count = 1; count <= length; count++) {
      for (let live = 0; live <= all; live++)
        if (size(live) === length - count)
          for (const config of this.#configs) if (!this.#canElect(config, live)) return survived;
      survived = count;
    }
    return survived;
  }

  /** The most voters that may be lost one after the other, in any order, each after the cluster has settled. */
  get lostInTurn(): number {
    return (this.#lostInTurn ??= this.#countInTurn());
  }

  #countInTurn(): number {
    const { length } = this.#voters;
    const known = new Map<string, number>();
    const survived = (config: number, live: number): number => {
      const key = `${String(config)} ${String(live)}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const ends = bits(length)
        .filter((index) => has(live, index))
        .map((index) => {
          const rest = live & ~(1 << index);
          if (!this.#canElect(config, rest)) return 0;
          const next = this.#leaders(rest).map((master) => settled(rest, master, config, this.#shrinks, length));
          return 1 + Math.min(...next.map((one) => survived(one, rest)));
        });
      const least = Math.min(...ends);
      known.set(key, least);
      return least;
    };
    return Math.min(...[...this.#configs].map((config) => survived(config, (1 << length) - 1)));
  }
}

/** The settings by which a cluster places copies. */
export interface Placing {
  readonly replicas: number;
  readonly awareness: readonly string[];
  readonly forced: Readonly<Record<string, readonly string[]>>;
  readonly sameHostApart: boolean;
}

/** A node whose settings are all known. */
export interface PlainNode extends MadeNode {
  readonly roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}

const TIERS = ['data_content', 'data_hot', 'data_warm', 'data_cold'];

/** What becomes of the shards of indices in all tiers that have some, without the nodes of hosts. */
export function fateOfShards(nodes: readonly PlainNode[], lost: ReadonlySet<string>, placing: Placing): Fate {
  const names = nodes.flatMap(({ roles }) => roles);
  const isTiered = TIERS.some((tier) => names.includes(tier));
  // New indices are in the first two; older ones move to those that a node is for.
  const tiers = isTiered
    ? ['data_content', 'data_hot', ...TIERS.slice(2).filter((tier) => names.includes(tier))]
    : ['data'];
  const fates = tiers.flatMap((tier): readonly Fate[] => {
    const own = nodes.filter(({ roles }) => roles.includes('data') || roles.includes(tier));
    const ends = placements(own, nodes, placing).map((placed) => placed.some(({ host }) => !lost.has(host)));
    if (ends.length === 0) return [];
    const fate = fateOf(ends);
    // Whether an index has moved to an older tier is not known.
    return [fate === 'stops' && ['data_warm', 'data_cold'].includes(tier) ? 'may-stop' : fate];
  });
  return (['stops', 'may-stop'] as const).find((one) => fates.includes(one)) ?? 'works';
}

/** All ways in which copies may lie on nodes of a tier once no further one finds a place; none without any place. */
function placements(
  own: readonly MadeNode[],
  all: readonly PlainNode[],
  placing: Placing,
): readonly (readonly MadeNode[])[] {
  const found: (readonly MadeNode[])[] = [];
  const wanted = placing.replicas + 1;
  for (let set = 1; set < 1 << own.length; set++) {
    const placed = own.filter((_, index) => has(set, index));
    if (placed.length > wanted || !placed.every((node) => allows(node, placed, all, placing))) continue;
    const others = own.filter((_, index) => !has(set, index));
    const isStuck = others.every((node) => !allows(node, [...placed, node], all, placing));
    if (placed.length === wanted || isStuck) found.push(placed);
  }
  return found;
}

/** Tells whether a node may have one of these copies, of which it has one. */
function allows(node: MadeNode, placed: readonly MadeNode[], all: readonly PlainNode[], placing: Placing): boolean {
  if (placing.sameHostApart && placed.some((other) => other !== node && other.host === node.host)) return false;
  const valueOf = ({ attributes }: MadeNode, name: string): string | undefined =>
    typeof attributes === 'object' ? attributes[name] : undefined;
  return placing.awareness.every((name) => {
    const value = valueOf(node, name);
    if (value === undefined) return false;
    const ofData = all.filter(({ roles }) => roles.some((role) => role.startsWith('data')));
    const values = new Set([...ofData.flatMap((one) => valueOf(one, name) ?? []), ...(placing.forced[name] ?? [])]);
    const here = placed.filter((other) => valueOf(other, name) === value).length;
    return here <= Math.ceil((placing.replicas + 1) / values.size);
  });
}

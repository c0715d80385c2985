/**
 * Whether a cluster can elect a master after a loss, by its voting configuration: the voters whose answers count.
 *
 * A cluster that is left alone counts all its voters or, of an even number, all but one; the elected master counts
 * always. An election takes more than half of those that count, and a voter that may lead, which `voting_only` ones may
 * not. Once a voter is gone, the cluster counts others in its place, but never fewer than three where there were three:
 * that takes an election, so that time has to pass before the next loss.
 *
 * https://www.elastic.co/docs/deploy-manage/distributed-architecture/discovery-cluster-formation/modules-discovery-voting,
 * https://docs.opensearch.org/latest/tuning-your-cluster/discovery-cluster-formation/voting-configuration/ and, for the
 * sizes, the class `Reconfigurator` of both; the class of Elasticsearch asks `VotingOnlyNodePlugin` whether one may lead.
 */
import { both, NodesByHost } from './losses.ts';
import type { Maybe, PossibleLoss } from './losses.ts';
import type { Open, Setting } from './setting.ts';
import type { Cluster, SearchNode } from './stack.ts';
import { certain, undecidedFor } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import { countVoters, votingRights } from './voters.ts';
import type { CountRange } from './voters.ts';

/** The number of voters that may be lost for sure, so that a master can still be elected. */
export interface Tolerance {
  /** At the same time. */
  readonly atOnce: CountRange;
  /** One after the other, with time between for the cluster to count other voters. */
  readonly inTurn: CountRange;
}

/** The setting by which a cluster stops counting voters that are gone. */
const AUTO_SHRINK = 'cluster.auto_shrink_voting_configuration';

/** The number of voters that an election takes before 7.0 of Elasticsearch. */
export const MINIMUM = 'discovery.zen.minimum_master_nodes';

/** A node with its rights in elections. */
interface Elector {
  readonly node: SearchNode;
  readonly votes: Maybe;
  readonly leads: Maybe;
}

/** Voters of one possible world, and of those the ones that may lead. */
interface Votes {
  readonly lost: number;
  readonly left: number;
  readonly leadersLost: number;
  readonly leadersLeft: number;
}

/** The voters of a cluster, and what becomes of elections without some of them. */
export class Elections {
  readonly voters: CountRange;
  readonly leaders: CountRange;
  readonly tolerates: Tolerance;
  /** What leaves the numbers open. */
  readonly open: readonly Open[];
  readonly #cluster: Cluster;
  readonly #electors: readonly Elector[];
  readonly #byHost: NodesByHost<Elector>;
  readonly #known = new Map<string, Verdict>();
  /** What speaks against any judgement. */
  readonly #undecided: string | undefined;
  /** The voters that an election takes, where it is a fixed number. */
  readonly #minimum: number | undefined;
  readonly #shrinks: boolean;

  constructor(cluster: Cluster) {
    const { nodes, possible, scattered, votingExclusions: excluded } = cluster;
    const names = new Set(excluded?.state === 'known' ? excluded.value : []);
    const remaining = { ...cluster, nodes: nodes.filter(({ host }) => !names.has(host)) };
    const { voters, leaders, open } = countVoters(remaining);
    // Before 7.0, there are none.
    const isUnclear = excluded?.state === 'unknown' && excluded.reason !== 'not-applicable';
    this.voters = isUnclear ? { least: 0, most: voters.most } : voters;
    this.leaders = isUnclear ? { least: 0, most: leaders.most } : leaders;
    this.open = isUnclear ? [...open, { undecided: excluded, hosts: [] }] : open;
    this.#cluster = cluster;
    const elector = (node: SearchNode, belongs: Maybe): Elector => {
      const { votes, leads } = votingRights(node);
      return { node, votes: both(belongs, votes), leads: both(belongs, leads) };
    };
    const belongs = scattered || isUnclear ? undefined : true;
    this.#electors = [
      ...remaining.nodes.map((node) => elector(node, belongs)),
      ...possible.map((node) => elector(node, undefined)),
    ].filter(({ votes }) => votes !== false);
    this.#byHost = new NodesByHost(this.#electors);
    const voting = this.#electors.map(({ node }) => node);
    this.#shrinks = !voting.some((node) => isSetTo(node.own?.of(AUTO_SHRINK), 'false'));
    const minimum = minimumOf(voting);
    this.#minimum = typeof minimum === 'number' ? minimum : undefined;
    this.#undecided = typeof minimum === 'string' ? minimum : whyApart(cluster);
    this.tolerates = {
      atOnce: this.#range((all, leading) => this.#survives(leading, Math.floor((all - 1) / 2))),
      inTurn: this.#range((all, leading) =>
        this.#survives(leading, this.#shrinks && all > 2 ? all - 2 : Math.floor((all - 1) / 2)),
      ),
    };
  }

  /** What becomes of elections after a loss. */
  after(loss: PossibleLoss): Verdict {
    const touched = this.#byHost.touchedBy(loss);
    if (touched.length === 0) return certain('works');
    if (this.#undecided !== undefined) return undecidedFor(this.#undecided);
    const counted = this.#countedAfter(loss);
    if (counted !== undefined) return counted;
    if (loss.isOpen) return this.#verdictAfter(loss);
    // Hosts by the thousand are alike.
    const rights = touched.map(({ votes, leads }) => `${String(votes)} ${String(leads)}`).sort();
    const key = [loss.kind === 'zone', ...rights].join();
    const known = this.#known.get(key) ?? this.#verdictAfter(loss);
    this.#known.set(key, known);
    return known;
  }

  #verdictAfter(loss: PossibleLoss): Verdict {
    const [bad, good] = [this.#verdict(this.#votes(loss, true)), this.#verdict(this.#votes(loss, false))];
    const { incomplete } = this.#cluster;
    // Nodes that no file names can only help, unless they are in the zone as well.
    const best = incomplete === undefined ? good : certain('works');
    const least = incomplete !== undefined && loss.kind === 'zone' ? undefined : bad;
    if (least?.outcome === best.outcome) return bad;
    return undecidedFor(...this.#reasons(loss));
  }

  /** The verdict by the voters that a running cluster says it counts; undefined if it is not known to say all. */
  #countedAfter(loss: PossibleLoss): Verdict | undefined {
    const { votingConfiguration: said, incomplete, nodes } = this.#cluster;
    if (said?.state !== 'known' || incomplete !== undefined || said.value.length === 0) return undefined;
    const [counting, { length }] = [new Set(said.value), said.value];
    const there = nodes.filter(({ host }) => counting.has(host));
    if (there.some((node) => loss.takes(node.host) === undefined)) return undefined;
    const left = there.filter((node) => loss.takes(node.host) === false).length;
    const votes = this.#votes(loss, true);
    if (votes.leadersLeft === 0) return withoutLeader(votes.left);
    if (2 * left > length) return certain('works');
    return certain(
      'stops',
      length === 1 ? 'the only voter that counts is there' : lostOf(there.length - left, length, 'that count'),
    );
  }

  /** The number of losses that are survived for sure, of which each counted one may be the worst. */
  #survives(leaders: number, ofMajority: number): number {
    const left = this.#minimum === undefined ? ofMajority : leaders - this.#minimum;
    return Math.max(0, Math.min(left, leaders - 1));
  }

  #range(survived: (voters: number, leaders: number) => number): CountRange {
    const [voters, leaders] = [this.voters, this.leaders];
    if (this.#undecided !== undefined) return { least: 0, most: Math.max(0, voters.most - 1) };
    return { least: survived(voters.least, leaders.least), most: survived(voters.most, leaders.most) };
  }

  /** The voters in the worst or the best of the worlds that unknown values leave open. */
  #votes(loss: PossibleLoss, isWorst: boolean): Votes {
    const votes = { lost: 0, left: 0, leadersLost: 0, leadersLeft: 0 };
    for (const { node, votes: may, leads } of this.#electors) {
      const taken = loss.takes(node.host);
      const isLost = isWorst ? taken !== false : taken === true;
      // What is lost hurts the more the more it was; what is left helps the more the more it is.
      const isSo = (what: Maybe): boolean => (isLost === isWorst ? what !== false : what === true);
      if (isSo(may)) votes[isLost ? 'lost' : 'left']++;
      if (isSo(may) && isSo(leads)) votes[isLost ? 'leadersLost' : 'leadersLeft']++;
    }
    return votes;
  }

  #verdict({ lost, left, leadersLost, leadersLeft }: Votes): Verdict {
    if (lost === 0) return certain('works');
    if (leadersLeft === 0) return withoutLeader(left);
    const all = lost + left;
    if (this.#minimum !== undefined)
      return leadersLeft >= this.#minimum
        ? certain('works')
        : certain('stops', `${String(leadersLeft)} of the ${String(this.#minimum)} are left that ${MINIMUM} asks for`);
    if (left > lost) return certain('works');
    if (left < lost) return certain('stops', lostOf(lost, all, 'of the cluster'));
    // The elected master always counts: alone with one that cannot lead, it is known.
    if (all === 2 && leadersLost === 0 && this.#shrinks) return certain('works');
    const which = all === 2 ? 'of the two voters, only one counts' : `one of the ${String(all)} voters does not count`;
    return certain('may-stop', `${which}, and it depends on which`);
  }

  #reasons(loss: PossibleLoss): readonly string[] {
    const { incomplete } = this.#cluster;
    const zones = this.#electors.flatMap(({ node }) => loss.whyOpen(node.host));
    const roles = this.#electors.flatMap(({ node, votes }) => (votes === undefined ? whyRolesUnclear(node) : []));
    const told = this.open.map(({ undecided }) => undecided.message);
    return [...told, ...roles, ...zones, ...(incomplete === undefined ? [] : [incomplete.message])];
  }
}

function withoutLeader(left: number): Verdict {
  return certain('stops', left === 0 ? 'no voter is left' : 'no voter is left that may lead');
}

function lostOf(lost: number, all: number, which: string): string {
  return lost === all ? 'all voters are there' : `${String(lost)} of the ${String(all)} voters ${which} are there`;
}

/** Says why the nodes of a cluster may not be one; undefined if they are. */
function whyApart({ nodes }: Pick<Cluster, 'nodes'>): string | undefined {
  const alone = nodes.filter(({ discoveryType: type }) => type.state === 'known' && type.value === 'single-node');
  return nodes.length > 1 && alone.length > 0
    ? `discovery.type is single-node on ${alone[0]?.host ?? ''}, which is a cluster of its own then`
    : undefined;
}

/** The reason why it is not clear whether a node votes or holds data, by its roles; none for one that is unknown. */
export function whyRolesUnclear({ host, roles }: Pick<SearchNode, 'host' | 'roles'>): readonly string[] {
  if (roles.state === 'malformed') return [`the roles of ${host} are ${roles.shown}, expected ${roles.expected}`];
  return roles.state === 'known' ? [`a role of ${host} has no known name: ${roles.value.join(', ')}`] : [];
}

/** Tells whether a setting has a value, as text. */
export function isSetTo(setting: Setting<unknown> | undefined, value: string): boolean {
  return setting?.state === 'known' && String(setting.value) === value;
}

/**
 * The fixed number of voters that an election takes before 7.0 of Elasticsearch; the reason why it is not known whether
 * there is one; undefined for later releases, and for those that are not known, unless the setting is there.
 */
function minimumOf(nodes: readonly SearchNode[]): number | string | undefined {
  const own = nodes.filter(({ product }) => product.name === 'Elasticsearch');
  const isOld = own.some(({ release }) => release.state === 'known' && parseInt(release.value) < 7);
  const isUnknown = own.some(({ release }) => release.state === 'unknown');
  if (!isOld && !isUnknown) return undefined;
  const told = own.map((node) => node.own?.of(MINIMUM));
  const values = new Set(told.flatMap((one) => (one?.state === 'known' ? [Number(one.value)] : [])));
  const open = told.find((one) => one?.state === 'unknown' && one.reason !== 'not-collected');
  if (!isOld) return values.size > 0 ? `${MINIMUM} is set, and counts before 7.0; the release is not known` : undefined;
  if (open?.state === 'unknown') return open.message;
  const [only = 1, ...others] = values;
  return others.length > 0 || Number.isNaN(only) ? `${MINIMUM} is not the same on all nodes` : only;
}

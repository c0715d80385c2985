/** The number of nodes that vote in a cluster, and of those that can be elected, with the uncertainty of each count. */
import type { Related } from './finding.ts';
import { append } from './multimap.ts';
import { nearest } from './nearest.ts';
import { listed } from './phrases.ts';
import { keyOfPlace, placeOfOrigin, unknownSettingsAmong } from './setting.ts';
import type { Open, Setting } from './setting.ts';
import type { Cluster, SearchNode } from './stack.ts';

/** A count that unknown settings leave open between two bounds; `most` is infinite where nodes are not all listed. */
export interface CountRange {
  readonly least: number;
  readonly most: number;
}

/** The voters that a cluster needs so that one may fail, and those among them that have to be able to lead. */
export const FEWEST_VOTERS = 3;
export const FEWEST_LEADERS = 2;

/** The master-eligible nodes of a cluster. */
interface Voters {
  /** Nodes that vote: those with the role master, `voting_only` or not. */
  readonly voters: CountRange;
  /** Voters that can be elected. */
  readonly leaders: CountRange;
  /** Voters with no other work; one of them may be `voting_only` (Production practice §8). */
  readonly dedicated: CountRange;
  /** The unknown values that widen the ranges. */
  readonly open: readonly Open[];
}

type Voter = Pick<SearchNode, 'host' | 'product' | 'roles' | 'clusterName'>;

const LEADING: ReadonlySet<string> = new Set(['master', 'cluster_manager']);

/**
 * Counts the voters of a cluster by the roles of its nodes; a node that sets no roles has all of them.
 *
 * Unknown roles widen the ranges, as do nodes that may belong to this cluster or to another. Mistyped roles widen them,
 * too, but leave nothing undecided: the rule that judges names reports them, and a typing error must not count as a
 * missing master as well.
 */
export function countVoters(cluster: Cluster<Voter>): Voters {
  const voters = { least: 0, most: 0 };
  const leaders = { least: 0, most: 0 };
  const pure = { least: 0, most: 0 };
  const tieBreakers = { least: 0, most: 0 };
  const count = (nodes: readonly Voter[], belongs: Maybe): void => {
    for (const node of nodes) {
      const { votes, leads, dedicated } = votingRights(node);
      add(voters, both(belongs, votes));
      add(leaders, both(belongs, leads));
      add(pure, both(belongs, both(leads, dedicated)));
      add(tieBreakers, both(belongs, both(leads === false, dedicated)));
    }
  };
  const { nodes, possible } = cluster;
  count(nodes, cluster.scattered ? undefined : true);
  const surely = voters.most;
  count(possible, undefined);
  const all = [...nodes, ...possible];
  const open = [
    ...unknownSettingsAmong(all, 'roles'),
    ...(voters.most > (cluster.scattered ? 0 : surely) ? unknownSettingsAmong(all, 'clusterName') : []),
  ];
  const dedicated = {
    least: pure.least + Math.min(1, tieBreakers.least),
    most: pure.most + Math.min(1, tieBreakers.most),
  };
  const { incomplete } = cluster;
  if (incomplete === undefined) return { voters, leaders, dedicated, open };
  const unbounded = ({ least }: CountRange) => ({ least, most: Infinity });
  return {
    voters: unbounded(voters),
    leaders: unbounded(leaders),
    dedicated: unbounded(dedicated),
    open: [...open, { undecided: incomplete, hosts: [] }],
  };
}

/** The roles of one node that stand apart from those of its like, and whether the node votes by them. */
interface Exception {
  readonly roles: Setting<readonly string[]>;
  readonly votes: boolean;
}

/**
 * Finds the only node of a cluster that overrides the roles by which others vote with roles that do not, or the other
 * way round. Where there are several such nodes, none is the odd one.
 */
export function exceptionAmongVoters({ nodes, scattered }: Cluster<Voter>): Exception | undefined {
  if (scattered) return undefined;
  const votesAt = new Map<string, Maybe>();
  for (const node of nodes)
    if (node.roles.state === 'known') votesAt.set(keyOfPlace(node.roles.origin), votingRights(node).votes);
  const [only, ...others] = nodes.flatMap((node): readonly Exception[] => {
    const { votes } = votingRights(node);
    const overridden = node.roles.origin.overrides?.[0];
    if (node.roles.state !== 'known' || votes === undefined || overridden === undefined) return [];
    return votesAt.get(keyOfPlace(overridden)) === !votes ? [{ roles: node.roles, votes }] : [];
  });
  return others.length === 0 ? only : undefined;
}

/** The number of hosts to name with the line that sets their roles. */
const MAX_HOSTS = 5;

/**
 * Lists the lines that decide who votes: the roles of each node that votes or may, or of all nodes where none does. A
 * line that many nodes share is one.
 */
export function linesOfVoters({ nodes, possible }: Cluster<Voter>): readonly Related[] {
  const all = [...nodes, ...possible];
  const voters = all.filter((node) => votingRights(node).votes !== false);
  const lines = new Map<string, Voter[]>();
  for (const node of voters.length > 0 ? voters : all) append(lines, lineOf(node), node);
  return [...lines.values()].flatMap((sharing) => {
    const [first] = sharing;
    if (first === undefined) return [];
    const hosts = listed(
      sharing.map(({ host }) => host),
      MAX_HOSTS,
    );
    return [{ ...placeOfOrigin(first.roles.origin), message: `roles of ${hosts}: ${rightsInWords(first)}` }];
  });
}

/** What nodes share that are one line: a place and their rights by it, or that nothing sets their roles. */
function lineOf(node: Voter): string {
  const words = rightsInWords(node);
  return node.roles.state === 'unset' ? words : `${keyOfPlace(node.roles.origin)}\0${words}`;
}

function rightsInWords(node: Voter): string {
  if (node.roles.state === 'unset') return 'all, as nothing sets them';
  const { votes, leads } = votingRights(node);
  if (votes === undefined) return 'not known';
  return votes ? (leads === false ? 'may vote, but not lead' : 'may lead') : 'may not lead';
}

/** True, false, or undefined if that is not known. */
type Maybe = boolean | undefined;

function add(range: { least: number; most: number }, counts: Maybe): void {
  if (counts === true) range.least++;
  if (counts !== false) range.most++;
}

function both(one: Maybe, other: Maybe): Maybe {
  return one === false || other === false ? false : one && other;
}

/** The rights of a node in the election of the master. */
export function votingRights({ roles, product }: Pick<Voter, 'roles' | 'product'>): {
  votes: Maybe;
  leads: Maybe;
  dedicated: Maybe;
} {
  if (roles.state === 'unset') return { votes: true, leads: true, dedicated: false };
  if (roles.state !== 'known') return { votes: undefined, leads: undefined, dedicated: undefined };
  const names = roles.value;
  const others = names.filter((name) => !LEADING.has(name) && name !== 'voting_only');
  const unclear = others.filter((name) => !product.roles.includes(name));
  const alone: Maybe = others.length === 0 ? true : unclear.length === others.length ? undefined : false;
  if (names.some((name) => LEADING.has(name)))
    return { votes: true, leads: !names.includes('voting_only'), dedicated: alone };
  const mayVote = unclear.some((name) => LEADING.has(nearest(name, product.roles) ?? 'master'));
  return mayVote
    ? { votes: undefined, leads: undefined, dedicated: alone }
    : { votes: false, leads: false, dedicated: false };
}

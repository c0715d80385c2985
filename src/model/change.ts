/** A change of a stack: what it was and what becomes of it, compared by what they mean. */
import type { JsonObject } from './remedy.ts';
import type { Origin, Place, Unknown } from './setting.ts';
import { placeOfOrigin } from './setting.ts';
import { isKnownCluster } from './stack.ts';
import type { Applies, Cluster, Dashboard, Member, Pipeline, SearchNode, Shipper } from './stack.ts';

/** A stack before and after a change. */
export interface Change {
  /** What the stack was at, and what it is at: `main`, `working tree`. */
  readonly base: string;
  readonly head: string;
  /** The revision of places before the change; undefined where their files are there as well, as those of two folders. */
  readonly revision: string | undefined;
  /** Given where one side has no stack: all of it is new, or nothing of it is left. */
  readonly only?: 'before' | 'after' | undefined;
  /** True if the hosts of a side only stand in for those of a deployment: those of a test, or made up. */
  readonly standsIn: boolean;
  /** True if no other stack is left either. */
  readonly leavesNothing: boolean;
  readonly clusters: readonly ChangedCluster[];
  /** The cluster as it runs now, if it was asked. */
  readonly running?: Cluster | undefined;
  readonly dashboards: readonly ChangedMember<Dashboard>[];
  readonly pipelines: readonly ChangedMember<Pipeline>[];
  readonly shippers: readonly ChangedMember<Shipper>[];
  /** Hosts that have another name, and are the same by their addresses. */
  readonly renamed: readonly { readonly before: string; readonly after: string }[];
  readonly settings: readonly ChangedSetting[];
  /** The requests that the project keeps, and that are others now. */
  readonly requests: readonly ChangedRequest[];
  /** The settings, and the parts of requests, of which it cannot be told whether they change. */
  readonly open: readonly OpenSetting[];
  /** The files on hosts of members that get another text; they are compared when they are asked for. */
  readonly files: () => readonly ChangedFile[];
  /** What a run restarts; it is worked out when it is asked for. */
  readonly rollouts: () => readonly Rollout[];
  /** What a run no longer restarts; it is worked out when it is asked for. */
  readonly lostRestarts: () => readonly LostRestart[];
  /** Plays that go through more hosts at once than before. */
  readonly paces: () => readonly ChangedPace[];
  /** The way by which the change is made safely. */
  readonly steps: () => readonly Step[];
}

/** The members of a cluster, or of another part, that a run restarts to apply a change. */
export interface Rollout {
  readonly part: MemberPart;
  /** The cluster of search nodes. */
  readonly cluster: string | undefined;
  /** The hosts that it surely restarts. */
  readonly hosts: readonly string[];
  /** The most hosts that it restarts at once; undefined if that is not known, for the reason `open`. */
  readonly atOnce: number | undefined;
  readonly open: Unknown | undefined;
  /** The play that restarts them, or what it runs for that. */
  readonly at: Origin;
}

/** The members of a cluster, or of another part, that a run no longer restarts when their files change, as it did. */
export interface LostRestart {
  readonly part: MemberPart;
  /** The cluster of search nodes. */
  readonly cluster: string | undefined;
  readonly hosts: readonly string[];
  /** The files that they are still given, and that set off no restart any more. */
  readonly files: readonly string[];
  /** True if no file sets one off. */
  readonly isAll: boolean;
  /** The task or handler that restarted them. */
  readonly was: Place;
}

/** A play that had search nodes one at a time, and has several at once. */
export interface ChangedPace {
  readonly hosts: readonly string[];
  /** The most hosts that it has at once; undefined if that is not known any more. */
  readonly atOnce: number | undefined;
  readonly at: Origin;
  readonly was: Place;
}

/** A file that gets the same lines on some hosts, or that they no longer get. */
export interface ChangedFile {
  readonly path: string;
  readonly hosts: readonly string[];
  readonly change: 'changed' | 'new' | 'gone';
  /** False if only a run can know whether its text differs at all. */
  readonly isCertain: boolean;
  /** The lines of a unified difference, each with its sign; no secret is in them. */
  readonly lines: readonly string[];
  readonly added: number;
  readonly removed: number;
}

/** A step of the way by which a change is made safely. */
export interface Step {
  /** What to do, as a command without its full stop: `Drain es-warm-2`. */
  readonly title: string;
  /** The cluster that it is about. */
  readonly cluster?: string | undefined;
  /** The node whose turn it is, where several nodes take the same steps one after the other. */
  readonly turn?: string | undefined;
  /** The request that does it, printed and never sent: `PUT /_cluster/settings`. */
  readonly request?: string | undefined;
  readonly body?: JsonObject | undefined;
  /** The command that does it: `ansible-playbook site.yml --limit es-1`. */
  readonly command?: string | undefined;
  /** What has to hold before the next step: `GET /_cat/shards lists no shard on es-warm-2`. */
  readonly until?: string | undefined;
  /** What stands in the way now, as the running cluster says. */
  readonly obstacles?: readonly string[] | undefined;
}

/** The kinds of members of a stack. */
export type MemberPart = 'search' | 'dashboard' | 'pipeline' | 'shipper';

/** A member before and after; undefined on the side on which there is none. */
export interface ChangedMember<M extends Member = Member> {
  readonly before: M | undefined;
  readonly after: M | undefined;
  /** The line of its host; of one that is gone, that of its group. */
  readonly at: Origin;
  /** The line of its host before; undefined if it is new. */
  readonly was: Origin | undefined;
  /** Undefined for one that is not gone. */
  readonly gone: Gone | undefined;
}

/**
 * Why a member is gone: its host was taken out of the inventory (`host`) or put into other groups (`group`), it is one
 * of another cluster (`cluster`), or a variable switches it off, or may (`switch`); or nobody took it out, but the file
 * that named it is gone (`file`), or plays and roles no longer make it one (`member`). Nobody can tell where a role or a play
 * that is not at hand may still make it one (`unread`), where its product is installed and nothing is known of its settings
 * (`installed`), or where its host only stood in for one: that of a test, or made up
 * (`stand-in`).
 */
export type Gone = 'host' | 'group' | 'cluster' | 'switch' | 'file' | 'member' | 'unread' | 'installed' | 'stand-in';

/** Why the last members of a part are gone if nobody took all of them out: a group that has another name is one reason. */
const LOST: readonly (Gone | undefined)[] = ['group', 'file', 'member'];

/** A member on both sides. */
export type KeptMember<M extends Member> = ChangedMember<M> & { readonly before: M; readonly after: M };

/** A cluster before and after; undefined on the side on which there is none. */
export interface ChangedCluster {
  readonly before: Cluster | undefined;
  readonly after: Cluster | undefined;
  /** The line of its group; of one that is gone, a line of what is left. */
  readonly at: Origin;
  /** The line of its group before; undefined if it is new. */
  readonly was: Origin | undefined;
  readonly nodes: readonly ChangedMember<SearchNode>[];
}

/** A setting with another value on some hosts. */
export interface ChangedSetting {
  /** The product's own name of it: `-Xmx`. */
  readonly name: string;
  /** The product, by the name of its file in `schemas/products`. */
  readonly product: string;
  /** The setting of the model that it fills: `heapGb`. */
  readonly fills: string | undefined;
  readonly hosts: readonly string[];
  /** The values as they are shown; undefined where it is not set. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isSecret: boolean;
  readonly applies: Applies;
  /** The place of its value, or where it would be set. */
  readonly at: Origin;
  readonly was: Origin;
}

/** A request that a project keeps, for a task or a person to send, and that says something else than before. */
export interface ChangedRequest {
  /** Its path, by which it is the same whatever sends it, and wherever it is kept: `/_slm/policy/nightly`. */
  readonly path: string;
  /** `PUT`. */
  readonly method: string;
  /** What is at the path, in words: `policy nightly`. */
  readonly thing: string;
  /** The labels of the clusters that it reaches, or may reach. */
  readonly clusters: readonly string[];
  readonly change: 'changed' | 'new' | 'gone';
  readonly keys: readonly ChangedKey[];
  /** The place of the request; undefined if it is gone. */
  readonly at: Origin | undefined;
  /** Undefined if it is new. */
  readonly was: Place | undefined;
}

/** A key in the body of a request, or a parameter in its address, with another value. */
export interface ChangedKey {
  /** The keys that lead to it: `retention.max_count`, `processors[0].set.value`, `?timeout`. */
  readonly name: string;
  /** The values as they are shown; undefined where it is not set, and for secrets. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** True if its values are not shown. */
  readonly isSecret: boolean;
}

/** A setting that is not known on one side, or on both where they differ: it may change. */
export interface OpenSetting {
  /** `retention of /_slm/policy/nightly`, with no hosts, is of a request. */
  readonly name: string;
  readonly hosts: readonly string[];
  readonly setting: Unknown;
  /** The side on which it is not known. */
  readonly side: 'before' | 'after';
}

/** A place before a change, as reports show it. */
export function placeBefore({ revision }: Pick<Change, 'revision'>, origin: Origin): Place {
  const place = placeOfOrigin(origin);
  return 'call' in place || revision === undefined ? place : { ...place, revision };
}

/** A setting that was not known before a change, at its place there. */
export function unknownBefore(change: Pick<Change, 'revision'>, unknown: Unknown): Unknown {
  return { ...unknown, origin: placeBefore(change, unknown.origin) };
}

/** All members of a change, whatever their part is. */
export function membersOf({
  clusters,
  dashboards,
  pipelines,
  shippers,
}: Pick<Change, 'clusters' | 'dashboards' | 'pipelines' | 'shippers'>): readonly ChangedMember[] {
  return [...clusters.flatMap(({ nodes }) => nodes), ...dashboards, ...pipelines, ...shippers];
}

/** Tells whether a part of a stack, of which there was something, is gone though its hosts were not all taken out. */
export function isPartLost(members: readonly ChangedMember[]): boolean {
  const before = members.filter((one) => one.before !== undefined);
  return (
    before.length > 0 &&
    members.every(({ after }) => after === undefined) &&
    before.some(({ gone }) => LOST.includes(gone))
  );
}

/**
 * The names of a cluster before and after, if it surely has another one. Its label may be that of a group, as long as it
 * has the product's own name.
 */
export function namesOfRenamed({ before, after, nodes }: ChangedCluster) {
  const [first] = keptMembers(nodes);
  if (before === undefined || after === undefined || first === undefined) return undefined;
  if (!isKnownCluster(before) || !isKnownCluster(after)) return undefined;
  const [former, latter] = [nameOfCluster(first.before), nameOfCluster(first.after)];
  if (former === undefined || latter === undefined || former === latter) return undefined;
  return { before: former, after: latter, was: first.before.clusterName, is: first.after.clusterName };
}

/** The name of a node's cluster: the product's own where none is set. */
function nameOfCluster({ clusterName, own }: SearchNode): string | undefined {
  const name = clusterName.state === 'unset' ? own?.of('cluster.name') : clusterName;
  return name?.state === 'known' ? String(name.value) : undefined;
}

/** Settings, parted into those of some search nodes and those of other products, which may be on the same hosts. */
export function settingsOfNodes(settings: readonly ChangedSetting[], nodes: readonly SearchNode[]) {
  const own = new Set(nodes.map(({ host, own: product }) => `${host} ${product?.product ?? ''}`));
  const on = (isOwn: boolean): readonly ChangedSetting[] =>
    settings.flatMap((setting) => {
      const hosts = setting.hosts.filter((host) => own.has(`${host} ${setting.product}`) === isOwn);
      return hosts.length === 0 ? [] : [{ ...setting, hosts }];
    });
  return { own: on(true), others: on(false) };
}

/** The running node that a declared one is: by its name, that of its host, or that before the domain. */
export function runningNode(running: Cluster | undefined, node: SearchNode): SearchNode | undefined {
  const names = [node.nodeName.state === 'known' ? node.nodeName.value : node.host, node.host];
  const all = [...names, ...names.map((name) => name.split('.')[0] ?? '')];
  return all.map((name) => running?.nodes.find(({ host }) => host === name)).find((found) => found !== undefined);
}

/** The members that are on both sides. */
export function keptMembers<M extends Member>(members: readonly ChangedMember<M>[]): readonly KeptMember<M>[] {
  return members.filter((one): one is KeptMember<M> => one.before !== undefined && one.after !== undefined);
}

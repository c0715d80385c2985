/** What a change does, for programs: the key `change` of the report. */
import type { Change, ChangedCluster, ChangedRequest, Step } from '../model/change.ts';
import type { Place } from '../model/setting.ts';
import type { Applies, Cluster } from '../model/stack.ts';
import { countVoters } from '../model/voters.ts';
import { hostsOf } from './change-lines.ts';
import { headLinesOf, toleratedLosses } from './change-words.ts';
import type { DocumentsByPath, Lines, PlaceEntry } from './locations.ts';
import { placeEntry } from './locations.ts';
import type { ReportedCheck } from './reported-check.ts';

/** A change of one stack, or of several together. */
export interface ChangeEntry {
  readonly base: string;
  readonly head: string;
  /** What it does, in a line for each cluster. */
  readonly summary: readonly string[];
  readonly clusters: readonly ClusterEntry[];
  readonly hosts: {
    readonly joined: readonly string[];
    readonly left: readonly string[];
    readonly renamed: Change['renamed'];
  };
  readonly settings: readonly SettingEntry[];
  readonly requests: readonly RequestEntry[];
  readonly unknown: readonly UnknownEntry[];
  readonly files: readonly FileEntry[];
  readonly rollouts: readonly RolloutEntry[];
  readonly lostRestarts: readonly LostRestartEntry[];
  readonly steps: readonly Step[];
}

interface ClusterEntry {
  readonly name: string;
  readonly before?: SideOfCluster | undefined;
  readonly after?: SideOfCluster | undefined;
}

/** Numbers that are not known are left out. */
interface SideOfCluster {
  readonly name: string;
  readonly nodes: number;
  readonly voters?: number | undefined;
  /** The number of voters that may be lost at once. */
  readonly tolerates?: number | undefined;
  /** Of all nodes together. */
  readonly heapGb?: number | undefined;
}

interface SettingEntry {
  /** The setting of the model, or else the product's own name. */
  readonly setting: string;
  readonly product: string;
  readonly hosts: readonly string[];
  /** Left out where it is not set, and for secrets. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly secret?: true | undefined;
  readonly at: PlaceEntry;
  readonly was: PlaceBefore;
  readonly applies: Applies;
}

type PlaceBefore = (Pick<Lines, 'file' | 'line'> & { readonly revision: string }) | PlaceEntry;

interface RequestEntry {
  readonly path: string;
  readonly method: string;
  readonly change: ChangedRequest['change'];
  readonly clusters: readonly string[];
  /** Values are left out where one is not set, and for secrets. */
  readonly keys: readonly {
    readonly key: string;
    readonly before?: string | undefined;
    readonly after?: string | undefined;
    readonly secret?: true | undefined;
  }[];
  /** Left out for one that is gone, or that is new. */
  readonly at?: PlaceEntry | undefined;
  readonly was?: PlaceBefore | undefined;
}

interface UnknownEntry {
  readonly setting: string;
  readonly hosts: readonly string[];
  readonly side: 'before' | 'after';
  readonly reason: string;
  readonly message: string;
}

interface FileEntry {
  readonly host: string;
  readonly path: string;
  /** Given if only a run can know whether its text differs at all. */
  readonly perhaps?: true | undefined;
  readonly added: number;
  readonly removed: number;
}

interface RolloutEntry {
  readonly part: string;
  readonly cluster?: string | undefined;
  readonly hosts: readonly string[];
  readonly atOnce?: number | undefined;
}

interface LostRestartEntry {
  readonly part: string;
  readonly cluster?: string | undefined;
  readonly hosts: readonly string[];
  readonly files: readonly string[];
  readonly was: PlaceBefore;
}

/** The entry of a check of a change; undefined if none was checked. */
export function changeEntry({ changes, documents }: ReportedCheck): ChangeEntry | undefined {
  const [first] = changes ?? [];
  if (changes === undefined || first === undefined) return undefined;
  const all = changes.map(({ change }) => change);
  const hosts = all.map(hostsOf);
  return {
    base: first.change.base,
    head: first.change.head,
    summary: all.flatMap(headLinesOf),
    clusters: all.flatMap(({ clusters }) => clusters.map(clusterEntry)),
    hosts: {
      joined: hosts.flatMap(({ joined }) => joined),
      left: hosts.flatMap(({ left }) => left),
      renamed: all.flatMap(({ renamed }) => renamed),
    },
    settings: all.flatMap(({ settings, base }) =>
      settings.map(({ name, fills, hosts: on, before, after, isSecret, applies, at, was }): SettingEntry => ({
        setting: fills ?? name,
        product: name,
        hosts: on,
        before: isSecret ? undefined : before,
        after: isSecret ? undefined : after,
        secret: isSecret ? true : undefined,
        at: placeEntry(at, documents),
        was: placeBefore(was, base, documents),
        applies,
      })),
    ),
    requests: all.flatMap(({ requests, base }) =>
      requests.map(({ path, method, change, clusters, keys, at, was }): RequestEntry => ({
        path,
        method,
        change,
        clusters,
        keys: keys.map(({ name, before, after, isSecret }) => ({
          key: name,
          before,
          after,
          secret: isSecret ? true : undefined,
        })),
        at: at && placeEntry(at, documents),
        was: was && placeBefore(was, base, documents),
      })),
    ),
    unknown: all.flatMap(({ open }) =>
      open.map(({ name, hosts: on, side, setting: { reason, message } }) => ({
        setting: name,
        hosts: on,
        side,
        reason,
        message,
      })),
    ),
    files: all.flatMap(({ files }) =>
      files().flatMap(({ path, hosts: on, isCertain, added, removed }) =>
        on.map((host) => ({ host, path, perhaps: isCertain ? undefined : (true as const), added, removed })),
      ),
    ),
    rollouts: all.flatMap(({ rollouts }) =>
      rollouts().map(({ part, cluster, hosts: on, atOnce }) => ({ part, cluster, hosts: on, atOnce })),
    ),
    lostRestarts: all.flatMap(({ lostRestarts, base }) =>
      lostRestarts().map(({ part, cluster, hosts: on, files, was }) => ({
        ...{ part, cluster, hosts: on, files },
        was: placeBefore(was, base, documents),
      })),
    ),
    steps: all.flatMap(({ steps }) => steps()),
  };
}

function placeBefore(was: Place, base: string, documents: DocumentsByPath): PlaceBefore {
  const place = placeEntry(was, documents);
  return 'call' in place ? place : { revision: place.revision ?? base, file: place.file, line: place.line };
}

function clusterEntry({ before, after }: ChangedCluster): ClusterEntry {
  return { name: (after ?? before)?.label ?? '', before: before && sideOf(before), after: after && sideOf(after) };
}

function sideOf(cluster: Cluster): SideOfCluster {
  const { least, most } = countVoters(cluster).voters;
  const voters = least === most ? least : undefined;
  const heaps = cluster.nodes.map(({ heapGb }) => (heapGb.state === 'known' ? heapGb.value : undefined));
  const known = heaps.filter((heap) => heap !== undefined);
  return {
    name: cluster.label,
    nodes: cluster.nodes.length,
    voters,
    tolerates: toleratedLosses(cluster),
    heapGb: known.length < heaps.length ? undefined : known.reduce((sum, heap) => sum + heap, 0),
  };
}

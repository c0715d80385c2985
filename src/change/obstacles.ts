/** What stands in the way of the steps of a change now, as the running cluster says. */
import { holdsData } from '../model/data-nodes.ts';
import type { Step } from '../model/change.ts';
import { counted, listed, sizeInWords } from '../model/phrases.ts';
import type { Cluster, SearchNode } from '../model/stack.ts';
import { EXCLUDED_NAMES } from './steps.ts';

/** The number of indices that an obstacle names. */
const NAMED = 3;

/** Steps with what stands in their way; without a running cluster as they are. */
export function withObstacles(steps: readonly Step[], running: Cluster | undefined): readonly Step[] {
  if (running === undefined) return steps;
  return steps.map((step) => {
    const obstacles = obstaclesOf(step, running);
    return obstacles.length === 0 ? step : { ...step, obstacles };
  });
}

function obstaclesOf(step: Step, running: Cluster): readonly string[] {
  const { request = '', body, turn } = step;
  const drained = drainedBy(body);
  if (drained.length > 0) return inWayOfDraining(drained, running);
  if (request === 'GET /_cluster/health') return inWayOfHealth(running);
  if (request.startsWith('PUT /_snapshot/')) return inWayOfSnapshots(running);
  return turn !== undefined && step.command !== undefined ? inWayOfRestart(turn, running) : [];
}

function drainedBy(body: Step['body']): readonly string[] {
  const persistent = body?.['persistent'];
  const names: unknown =
    typeof persistent === 'object' && persistent !== null && EXCLUDED_NAMES in persistent
      ? persistent[EXCLUDED_NAMES]
      : undefined;
  return typeof names === 'string' ? names.split(',') : [];
}

function inWayOfDraining(names: readonly string[], { nodes, replicas }: Cluster): readonly string[] {
  const leaving = nodes.filter(({ host }) => names.includes(host));
  const held = leaving.flatMap(({ host, shards }) =>
    shards?.state === 'known' && shards.value.count > 0 ? [{ host, ...shards.value }] : [],
  );
  const bytes = held.reduce((sum, one) => sum + one.bytes, 0);
  const others = nodes.filter((node) => !leaving.includes(node) && holdsData(node) !== false);
  const room = roomOn(others);
  // Each copy of a shard is on another node.
  const crowded =
    replicas?.state === 'known'
      ? replicas.value.filter(({ count }) => count >= others.length).map(({ name }) => name)
      : [];
  return [
    ...held.map(({ host, count, bytes: size }) => `${host} holds ${counted(count, 'shard')} (${sizeInWords(size)})`),
    ...(room !== undefined && room < bytes
      ? [
          `the other nodes have room for ${sizeInWords(room)} under the low watermark, and ${sizeInWords(bytes)} have to move`,
        ]
      : []),
    ...(crowded.length > 0 && held.length > 0
      ? [
          `${counted(others.length, 'other node')} with data cannot take all copies of ${listed(crowded, NAMED)}; fewer replicas, or another node first`,
        ]
      : []),
  ];
}

/** The bytes that nodes may take before a disk of them crosses the low watermark; undefined if that is not known. */
function roomOn(nodes: readonly SearchNode[]): number | undefined {
  let room = 0;
  for (const { disks } of nodes) {
    if (disks?.state !== 'known') return undefined;
    for (const { available, reserves } of disks.value) {
      if (reserves.low === undefined) return undefined;
      room += Math.max(0, available - reserves.low);
    }
  }
  return room;
}

function inWayOfHealth({ health }: Cluster): readonly string[] {
  if (health?.state !== 'known' || health.value.status === 'green') return [];
  const { status, missing } = health.value;
  return [`it is ${status}: ${counted(missing, 'shard')} of ${String(health.value.shards)} missing`];
}

function inWayOfSnapshots({ snapshotPolicies }: Cluster): readonly string[] {
  const policies = snapshotPolicies?.state === 'known' ? snapshotPolicies.value : [];
  return policies.flatMap(({ name, runs }) =>
    runs?.state === 'known' && runs.value.isRunning ? [`a snapshot of the policy ${name} is running`] : [],
  );
}

/** Indices without a replica are gone for as long as their node is. */
function inWayOfRestart(turn: string, { nodes, replicas }: Cluster): readonly string[] {
  const node = nodes.find(({ host }) => host === turn);
  if (node === undefined || holdsData(node) === false || replicas?.state !== 'known') return [];
  const bare = replicas.value.filter(({ count }) => count === 0).map(({ name }) => name);
  return bare.length === 0
    ? []
    : [`${listed(bare, NAMED)} ${bare.length === 1 ? 'has' : 'have'} no replica, and may be gone for as long`];
}

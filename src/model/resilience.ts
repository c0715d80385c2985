/** What is left of each cluster of a stack after the loss of one host or zone, and how many voters may be lost. */
import { dashboardsOfCluster, pipelinesOfCluster } from './clients-after-loss.ts';
import { Copies } from './copies-after-loss.ts';
import { Elections } from './elections-after-loss.ts';
import type { Tolerance } from './elections-after-loss.ts';
import { lossesOf } from './losses.ts';
import type { Loss, Maybe, PossibleLoss } from './losses.ts';
import type { Cluster, Stack } from './stack.ts';
import { certain, worst } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import type { CountRange } from './voters.ts';

/** The replicas that indices have unless they say otherwise, in both products. */
export const USUAL_REPLICAS = 1;

/** What people and programs expect of a cluster, in the order of reports. */
export const SERVICES = ['elections', 'writes', 'dashboards', 'ingest', 'snapshots'] as const;
export type Service = (typeof SERVICES)[number];

/** What a loss does to each service; those that the cluster does not have are left out. */
export interface LossEffects extends Loss {
  readonly effects: readonly (Verdict & { readonly service: Service })[];
}

/** The resilience of one cluster. */
export interface ClusterResilience {
  readonly label: string;
  /** The replicas that its indices are taken to have. */
  readonly replicas: number;
  readonly voters: CountRange;
  /** Voters that may lead. */
  readonly leaders: CountRange;
  readonly dataNodes: CountRange;
  /** The number of voters that may be lost. */
  readonly tolerates: Tolerance;
  /** What does not work before any loss. */
  readonly lacks: readonly string[];
  /** The indices of a running cluster that have fewer replicas, each with their number. */
  readonly exposed: readonly { readonly name: string; readonly replicas: number }[];
  readonly losses: readonly LossEffects[];
  /** Sentences that say what leaves the numbers open. */
  readonly open: readonly string[];
}

/** Tells what is left of each cluster of a stack; `replicas` of each index are taken for granted. */
export function resilienceOf(stack: Stack, replicas = USUAL_REPLICAS): readonly ClusterResilience[] {
  return stack.clusters.map((cluster) => resilienceOfCluster(stack, cluster, replicas));
}

function resilienceOfCluster(stack: Stack, cluster: Cluster, replicas: number): ClusterResilience {
  const elections = new Elections(cluster);
  const copies = new Copies(cluster, replicas);
  const [dashboards, pipelines] = [dashboardsOfCluster(stack, cluster), pipelinesOfCluster(stack, cluster)];
  const clients = [dashboards, pipelines].filter((one) => one !== undefined);
  const beside = clients.flatMap((one) => (one.areOpen ? [] : one.hosts));
  const effectsOf = (loss: PossibleLoss): LossEffects => {
    const [elected, kept] = [elections.after(loss), copies.after(loss)];
    const verdicts: Readonly<Record<Service, Verdict | undefined>> = {
      elections: elected,
      // Without a master, writes are refused: cluster.no_master_block.
      writes: worst([withoutMaster(elected), kept]),
      dashboards: dashboards?.areOpen === false ? dashboards.after(loss) : undefined,
      ingest: pipelines?.areOpen === false ? pipelines.after(loss) : undefined,
      snapshots: worst([withoutMaster(elected), snapshotsOf(kept, () => copies.isAllLost(loss))]),
    };
    const { kind, name, attribute, hosts } = loss;
    const effects = SERVICES.flatMap((service) => {
      const { outcome, why } = verdicts[service] ?? {};
      return outcome === undefined || why === undefined ? [] : [{ service, outcome, why }];
    });
    return { kind, name, attribute, hosts, effects };
  };
  let losses: readonly LossEffects[] | undefined;
  const { indices, why } = exposedIndices(cluster, replicas);
  return {
    label: cluster.label,
    replicas,
    voters: elections.voters,
    leaders: elections.leaders,
    dataNodes: copies.nodes,
    tolerates: elections.tolerates,
    lacks: [
      ...(elections.leaders.most === 0 ? ['no node may lead'] : []),
      ...(copies.areImpossible ? ['no node holds data'] : []),
    ],
    exposed: indices,
    // Who asks for the numbers alone need not wait for these.
    get losses() {
      return (losses ??= lossesOf(cluster, beside, stack.isObserved === true).map(effectsOf));
    },
    open: [
      ...new Set([
        ...elections.open.map(({ undecided }) => undecided.message),
        ...why,
        ...clients
          .flatMap((one) => (one.areOpen ? one.hosts : []))
          .map((host) => `whether ${host} serves this cluster`),
      ]),
    ],
  };
}

/** What a missing master does to all that changes the cluster. */
function withoutMaster({ outcome, why }: Verdict): Verdict {
  if (outcome === 'stops') return certain('stops', 'no master is elected');
  return outcome === 'may-stop' ? certain('may-stop', 'a master may not be elected') : { outcome, why };
}

/** A snapshot of a shard without a copy fails, unless it may be partial. */
function snapshotsOf(kept: Verdict, isAllLost: () => Maybe): Verdict {
  if (kept.outcome === 'undecided' || kept.outcome === 'works' || isAllLost() === true) return kept;
  return { outcome: 'may-stop', why: kept.why };
}

/** The indices that have fewer replicas than are taken for granted, and why they are not known. */
function exposedIndices({ replicas: all }: Cluster, replicas: number) {
  if (all?.state === 'unknown') return { indices: [], why: [all.message] };
  const fewer = all?.state === 'known' ? all.value.filter(({ count }) => count < replicas) : [];
  return { indices: fewer.map(({ name, count }) => ({ name, replicas: count })), why: [] };
}

/** `survives 1 loss of a voter`: the head of a cluster's resilience, in a few words. */
export function headOf({ tolerates: { atOnce } }: Pick<ClusterResilience, 'tolerates'>): string {
  if (atOnce.most === 0) return 'survives no loss of a voter';
  const isOne = (atOnce.most === Infinity ? atOnce.least : atOnce.most) === 1;
  return `survives ${rangeInWords(atOnce)} ${isOne ? 'loss of a voter' : 'losses of voters'}`;
}

/** `2`, `1 to 3`, `at least 1`: a count that may be open. */
export function rangeInWords({ least, most }: CountRange): string {
  if (least === most) return String(least);
  return most === Infinity ? `at least ${String(least)}` : `${String(least)} to ${String(most)}`;
}

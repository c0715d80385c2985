/** The change of a stack, from both sides as they were opened. */
import { keptMembers, membersOf } from '../model/change.ts';
import type { Change, ChangedCluster } from '../model/change.ts';
import type { Cluster, Stack } from '../model/stack.ts';
import type { Document } from '../source/document.ts';
import { changedClusters, changedMembers } from './changed-members.ts';
import type { Pairing } from './changed-members.ts';
import { changedFiles } from './changed-files.ts';
import { changedRequests } from './changed-requests.ts';
import { changedSettings } from './changed-settings.ts';
import { membersByPart, pairedHosts } from './paired-hosts.ts';
import { withObstacles } from './obstacles.ts';
import type { Side } from './paired-hosts.ts';
import { lostRestartsOf } from './lost-restarts.ts';
import { pacesOf, rolloutsOf } from './rollouts.ts';
import type { ComparedStack } from './rollouts.ts';
import { writtenVariables } from './written-variables.ts';
import { stepsOf } from './steps.ts';

/** The circumstances of a change, besides its sides. */
export interface SidesOfChange extends Pick<Change, 'base' | 'head' | 'revision' | 'leavesNothing'> {
  /** The full path after the change of a file before it. */
  readonly pathAfter: (path: string) => string;
  /** Tells whether a file of the side before is there afterwards, under whichever name. */
  readonly isLeft: (file: string) => boolean;
  /** The documents of each side by their files. */
  readonly documents: Readonly<Record<'before' | 'after', ReadonlyMap<string, Document>>>;
  /** The stack of a running cluster, if one was asked. */
  readonly observed?: Pick<Stack, 'clusters'> | undefined;
}

/** Compares a stack with what it was; undefined for the side that has no such stack. */
export function changeOfStack(
  before: Side | undefined,
  after: Side | undefined,
  { base, head, revision, leavesNothing, pathAfter, isLeft, documents, observed }: SidesOfChange,
): Change {
  const hosts = pairedHosts(before, after);
  const pairing: Pairing = { before, after, hosts, revision, isLeft };
  const clusters = changedClusters(pairing);
  const [former, latter] = [before && membersByPart(before.stack), after && membersByPart(after.stack)];
  const dashboards = changedMembers(former?.dashboard ?? [], latter?.dashboard ?? [], pairing);
  const pipelines = changedMembers(former?.pipeline ?? [], latter?.pipeline ?? [], pairing);
  const shippers = changedMembers(former?.shipper ?? [], latter?.shipper ?? [], pairing);
  const texts = {
    before: {
      documentOf: (file: string) => documents.before.get(file),
      variablesIn: writtenVariables(before?.inventory, hosts.before),
      secretsIn: (document: Document) => before?.secrecy.rangesIn(document) ?? [],
    },
    after: {
      documentOf: (file: string) => documents.after.get(file),
      variablesIn: writtenVariables(after?.inventory, hosts.after),
      secretsIn: (document: Document) => after?.secrecy.rangesIn(document) ?? [],
    },
  };
  const members = membersOf({ clusters, dashboards, pipelines, shippers });
  const names = new Set(keptMembers(members).map((one) => one.after.host));
  const settings = changedSettings(members, revision, texts);
  const requests = changedRequests(before, after, clusters, revision);
  const compared: ComparedStack = {
    base,
    head,
    revision,
    standsIn: [before, after].some((side) => side?.inventory.standIn !== undefined),
    leavesNothing,
    only: before === undefined ? 'after' : after === undefined ? 'before' : undefined,
    clusters,
    running: observed && runningCluster(clusters, observed),
    dashboards,
    pipelines,
    shippers,
    renamed: Array.from(hosts.renamed, ([one, other]) => ({ before: one, after: other })),
    settings: settings.settings,
    requests: requests.requests,
    open: [...settings.open, ...requests.open],
  };
  const files = once(() =>
    before === undefined || after === undefined ? [] : changedFiles(before, after, hosts, names),
  );
  const rollouts = once(() => (after === undefined ? [] : rolloutsOf(compared, after, hosts, files())));
  const lostRestarts = once(() =>
    before === undefined || after === undefined ? [] : lostRestartsOf(compared, before, after, hosts),
  );
  const paces = once(() =>
    before === undefined || after === undefined ? [] : pacesOf(compared, before, after, hosts, pathAfter),
  );
  return {
    ...compared,
    files,
    rollouts,
    lostRestarts,
    paces,
    steps: once(() => withObstacles(stepsOf(compared, rollouts(), after), compared.running)),
  };
}

/** The running cluster of a changed one: that of its name, or the only one. */
function runningCluster(
  clusters: readonly ChangedCluster[],
  { clusters: running }: Pick<Stack, 'clusters'>,
): Cluster | undefined {
  const labels = new Set(clusters.flatMap(({ before, after }) => [before?.label, after?.label]));
  return running.find(({ label }) => labels.has(label)) ?? (clusters.length === 1 ? running[0] : undefined);
}

/** A function that works out its value when it is first asked. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

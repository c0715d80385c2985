/** The change of a stack, from both sides as they were opened. */
import { keptMembers } from '../model/change.ts';
import type { Change, ChangedMember } from '../model/change.ts';
import type { Document } from '../source/document.ts';
import { changedClusters, changedMembers } from './changed-members.ts';
import type { Pairing } from './changed-members.ts';
import { changedFiles } from './changed-files.ts';
import { changedSettings } from './changed-settings.ts';
import { membersByPart, pairedHosts } from './paired-hosts.ts';
import type { Side } from './paired-hosts.ts';
import { pacesOf, rolloutsOf } from './rollouts.ts';
import type { ComparedStack } from './rollouts.ts';
import { stepsOf } from './steps.ts';

/** What is told of a change besides its sides. */
export interface SidesOfChange extends Pick<Change, 'base' | 'head' | 'revision'> {
  /** Tells whether a file of the side before is there afterwards, under whichever name. */
  readonly isLeft: (file: string) => boolean;
  /** The documents of each side by their files. */
  readonly documents: Readonly<Record<'before' | 'after', ReadonlyMap<string, Document>>>;
}

/** Compares a stack with what it was; undefined for the side that has no such stack. */
export function changeOfStack(
  before: Side | undefined,
  after: Side | undefined,
  { base, head, revision, isLeft, documents }: SidesOfChange,
): Change {
  const hosts = pairedHosts(before, after);
  const pairing: Pairing = { before, after, hosts, revision, isLeft };
  const clusters = changedClusters(pairing);
  const [former, latter] = [before && membersByPart(before.stack), after && membersByPart(after.stack)];
  const dashboards = changedMembers(former?.dashboard ?? [], latter?.dashboard ?? [], pairing);
  const pipelines = changedMembers(former?.pipeline ?? [], latter?.pipeline ?? [], pairing);
  const shippers = changedMembers(former?.shipper ?? [], latter?.shipper ?? [], pairing);
  const texts = {
    before: (file: string) => documents.before.get(file),
    after: (file: string) => documents.after.get(file),
  };
  const nodes = clusters.flatMap((cluster) => cluster.nodes);
  const members: readonly ChangedMember[] = [...nodes, ...dashboards, ...pipelines, ...shippers];
  const names = new Set(keptMembers(members).map((one) => one.after.host));
  const compared: ComparedStack = {
    base,
    head,
    revision,
    only: before === undefined ? 'after' : after === undefined ? 'before' : undefined,
    clusters,
    dashboards,
    pipelines,
    shippers,
    renamed: Array.from(hosts.renamed, ([one, other]) => ({ before: one, after: other })),
    ...changedSettings(members, revision, texts),
  };
  const files = once(() =>
    before === undefined || after === undefined ? [] : changedFiles(before, after, hosts, names),
  );
  const rollouts = once(() => (after === undefined ? [] : rolloutsOf(compared, after, hosts, files())));
  const paces = once(() => (before === undefined || after === undefined ? [] : pacesOf(compared, before, after, hosts)));
  return { ...compared, files, rollouts, paces, steps: once(() => stepsOf(compared, rollouts(), after)) };
}

/** A function that works out its value when it is first asked. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

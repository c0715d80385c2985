/** The check of a running cluster: what it answers fills the model, and the rules that judge an inventory judge it. */
import { activeRules, presetForStack } from '../engine/active-rules.ts';
import type { RuleSelection } from '../engine/active-rules.ts';
import { runRules } from '../engine/run.ts';
import { rules } from '../generated/rules.ts';
import { product as schemaOf } from '../generated/vocabularies.ts';
import type { Collected } from '../live/collect.ts';
import type { Answer } from '../live/answer.ts';
import { shownRequest } from '../live/asking.ts';
import { unseenAnswers } from '../live/unseen.ts';
import type { UnseenAnswer } from '../model/finding.ts';
import type { Attestations } from '../model/attestations.ts';
import type { NamedRule } from '../model/rule.ts';
import type { ReportedProduct, ReportedStack } from '../report/reported-check.ts';
import type { ClusterAnswer, ClusterAnswers } from '../stack/observed/answers.ts';
import { observeStack } from '../stack/observed/observe-stack.ts';
import type { ObservedStack } from '../stack/observed/observe-stack.ts';
import type { Drift } from '../model/drift.ts';
import { comparedWithInventory } from '../stack/drift/declared-places.ts';
import { shownHost } from '../stack/hosts.ts';
import { fileNamerRelativeTo } from './check.ts';
import type { Leniency } from './check.ts';
import { checkNotices } from './check-notices.ts';
import { judgedStack } from './judged-stack.ts';
import { documentsOf } from './opened-stack.ts';
import type { OpenedStack } from './opened-stack.ts';
import type { Result } from './result.ts';
import { topologyOf } from '../model/topology.ts';
import { reportedCluster } from './result.ts';

/** The inventory that a running cluster is compared with. */
interface ComparedInventory {
  readonly opened: OpenedStack;
  readonly cwd: string;
  /** True if only some of its hosts are to be reported. */
  readonly isLimited: boolean;
}

/** What a check of a cluster is told, besides the cluster's answers. */
interface ClusterCheck {
  readonly selection: RuleSelection;
  readonly leniency: Pick<Leniency, 'baseline' | 'suppressions' | 'top'>;
  /** The inventory of the cluster, to compare it with. */
  readonly inventory?: ComparedInventory | undefined;
  /** The path of the configuration that applies, as it is shown. */
  readonly configuration: string | undefined;
  /** The facts that a person vouches for. */
  readonly attestations?: Attestations | undefined;
  readonly progress?: ((step: string) => void) | undefined;
}

/** The stack that a cluster answered. */
export function answeredStack(collected: Collected): ObservedStack {
  return observeStack(answersForModel(collected, unseenAnswers(collected)));
}

/** Judges a cluster by what it answered. What was not seen is undecided, and is listed. */
export function checkCluster(
  collected: Collected,
  { selection, leniency, inventory, configuration, attestations, progress }: ClusterCheck,
): Result {
  const unseen = unseenAnswers(collected);
  const observed = observeStack(answersForModel(collected, unseen));
  const compared = inventory && comparedWithInventory(observed, inventory.opened);
  const stack = { ...(compared ?? observed), attestations };
  const documents = new Map(inventory && documentsOf(inventory.opened).map((one) => [one.file, one]));
  const { baseline, suppressions, top } = leniency;
  const { policies = [] } = selection;
  const all = [...rules, ...policies];
  const judged = runRules(
    all,
    [
      {
        stack,
        reported: inventory && compared && reportedNames(inventory, compared.drift),
        commentsIn: inventory?.opened.stack.documents,
      },
    ],
    selection,
    {
      progress,
      suppressions: inventory && suppressions,
      texts: inventory && { documents, nameOf: fileNamerRelativeTo(top ?? inventory.cwd, inventory.cwd) },
      baseline: baseline && { ...baseline, isChecked: (file) => file === '' },
    },
  );
  const { name, clusters } = stack;
  const { product } = observed;
  const nodes = clusters.reduce((sum, one) => sum + one.nodes.length, 0);
  const dashboards = stack.dashboards.flatMap(({ instances }) => instances.map(({ host }) => host));
  const pipelines = stack.pipelines.map(({ host }) => host);
  const { recording, from, at, requests } = collected;
  const reported: ReportedStack = {
    name,
    clusters: clusters.map(reportedCluster),
    dashboards,
    pipelines,
    hosts: nodes + new Set([...dashboards, ...pipelines]).size,
    sources: inventory?.opened.sources ?? [],
    vocabulary: inventory?.opened.vocabulary?.name,
    drift: compared?.drift,
    ...presetForStack(selection, stack),
    configuration,
    observed: { from: recording ?? from, at, requests },
    shownRequests: shownRequests(collected),
    products: [
      {
        name: product.name,
        title: product.title,
        part: 'search',
        release: product.release,
        hosts: nodes,
        sources: [product.request],
      },
      ...productsBeside(collected),
    ],
    get topology() {
      return topologyOf(stack);
    },
    // No text of an answer is shown but the values that rules ask for.
    secrecy: inventory?.opened.secrecy ?? { rangesIn: () => [], isBroken: () => false },
  };
  return {
    opened: [],
    judged: [],
    stacks: [reported],
    documents,
    policies,
    notices: inventory === undefined ? [] : checkNotices([judgedStack(inventory.opened)]),
    unseen: awaited(unseen, activeRules(all, selection, stack), inventory !== undefined),
    ...judged,
  };
}

/** The names of the hosts and nodes to report; undefined means all. */
function reportedNames({ opened, isLimited }: ComparedInventory, drift: Drift): ReadonlySet<string> | undefined {
  return isLimited ? new Set([...opened.hosts.map(shownHost), ...drift.hosts.map(({ node }) => node)]) : undefined;
}

/** The answers that fill the model, each with the reason why it was not seen, or not whole. */
function answersForModel(collected: Collected, unseen: readonly UnseenAnswer[]): ClusterAnswers {
  const { product, at, from, answers, instances, certificate, isReduced = false } = collected;
  const answersIn = (all: readonly Answer[]) => {
    const answersTo = (name: string): readonly ClusterAnswer[] =>
      all
        .filter(({ call }) => call.name === name)
        .map((answer) => ({
          request: answer.request,
          body: answer.state === 'given' ? answer.body : undefined,
          why: unseen.find(({ request }) => request === answer.request)?.message,
          isOlder: answer.state === 'unseen' && answer.since !== undefined,
          about: answer.parameters,
        }));
    return { answersTo, answerTo: (name: string): ClusterAnswer | undefined => answersTo(name)[0] };
  };
  const ofCluster = answersIn(answers);
  const handshake = certificate && { request: `TLS ${from}`, body: certificate };
  return {
    product,
    from,
    at,
    isReduced,
    ...ofCluster,
    answerTo: (call) => (call === 'handshake' ? handshake : ofCluster.answerTo(call)),
    instances: instances.map((instance) => ({ ...instance, ...answersIn(instance.answers) })),
  };
}

/** Long requests as they are shown to people. Those of a diagnostic are not ours, and short. */
function shownRequests({ answers, recording, isReduced }: Collected): ReadonlyMap<string, string> {
  const own = recording === undefined || isReduced === true ? answers : [];
  return new Map(own.map((answer) => [answer.request, shownRequest(answer)]));
}

/** The products of the instances beside a cluster, each with its number of instances. */
function productsBeside({ instances }: Collected): readonly ReportedProduct[] {
  const all = [...new Set(instances.map(({ product }) => product))];
  return all.map((product) => {
    const own = instances.filter((instance) => instance.product === product);
    const releases = new Set(own.map(({ release }) => release));
    const { name: title, part } = schemaOf(product);
    const release = releases.size === 1 ? own[0]?.release : undefined;
    return { name: product, title, part, release, hosts: own.length, sources: own.map(({ url }) => url) };
  });
}

/**
 * What was not seen although one of the rules that are on needs it; without an inventory, those that compare with one do
 * not.
 */
function awaited(
  unseen: readonly UnseenAnswer[],
  on: readonly NamedRule[],
  hasInventory: boolean,
): readonly UnseenAnswer[] {
  const waiting = new Set(on.filter(({ rule }) => hasInventory || rule.drift === undefined).map(({ name }) => name));
  return unseen
    .map((one) => ({ ...one, rules: one.rules.filter((name) => waiting.has(name)) }))
    .filter(({ rules: own }) => own.length > 0);
}

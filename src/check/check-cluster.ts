/** The check of a running cluster: what it answers fills the model, and the rules that judge an inventory judge it. */
import { presetForStack } from '../engine/active-rules.ts';
import type { RuleSelection } from '../engine/active-rules.ts';
import { runRules } from '../engine/run.ts';
import { rules } from '../generated/rules.ts';
import type { Collected } from '../live/collect.ts';
import { answersTo } from '../live/collect.ts';
import { unseenAnswers } from '../live/unseen.ts';
import type { UnseenAnswer } from '../model/finding.ts';
import type { ReportedStack } from '../report/reported-check.ts';
import type { CallName, ClusterAnswer, ClusterAnswers } from '../stack/observed/answers.ts';
import { observeStack } from '../stack/observed/observe-stack.ts';
import type { Leniency } from './check.ts';
import type { Result } from './result.ts';
import { reportedCluster } from './result.ts';

/** What a check of a cluster is told, besides the cluster's answers. */
interface ClusterCheck {
  readonly selection: RuleSelection;
  readonly leniency: Pick<Leniency, 'baseline'>;
  /** The path of the configuration that applies, as it is shown. */
  readonly configuration: string | undefined;
  readonly progress?: ((step: string) => void) | undefined;
}

/** Judges a cluster by what it answered. What was not seen is undecided, and is listed. */
export function checkCluster(
  collected: Collected,
  { selection, leniency, configuration, progress }: ClusterCheck,
): Result {
  const unseen = unseenAnswers(collected);
  const stack = observeStack(answersForModel(collected, unseen));
  const { baseline } = leniency;
  const judged = runRules(rules, [{ stack }], selection, {
    progress,
    baseline: baseline && { ...baseline, isChecked: (file) => file === '' },
  });
  const { name, clusters, dashboards, pipelines, product } = stack;
  const hosts = clusters.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const { from, at, requests } = collected;
  const reported: ReportedStack = {
    name,
    clusters: clusters.map(reportedCluster),
    dashboards: dashboards.flatMap(({ instances }) => instances.map(({ host }) => host)),
    pipelines: pipelines.map(({ host }) => host),
    hosts,
    sources: [],
    vocabulary: undefined,
    ...presetForStack(selection, stack),
    configuration,
    observed: { from, at, requests },
    products: [
      {
        name: product.name,
        title: product.title,
        part: 'search',
        release: product.release,
        hosts,
        sources: [product.request],
      },
    ],
    // No text of an answer is shown but the values that rules ask for.
    secrecy: { rangesIn: () => [], isBroken: () => false },
  };
  return {
    opened: [],
    judged: [],
    stacks: [reported],
    documents: new Map(),
    notices: [],
    unseen: awaited(unseen),
    ...judged,
  };
}

/** The answers that fill the model, each with the reason why it was not seen, or not whole. */
function answersForModel(collected: Collected, unseen: readonly UnseenAnswer[]): ClusterAnswers {
  const answersOf = (call: CallName): readonly ClusterAnswer[] =>
    answersTo(collected, call).map((answer) => ({
      request: answer.request,
      body: answer.state === 'given' ? answer.body : undefined,
      why: unseen.find(({ request }) => request === answer.request)?.message,
      about: answer.parameters,
    }));
  return { product: collected.product, answerTo: (call) => answersOf(call)[0], answersTo: answersOf };
}

/** What was not seen although one of the rules needs it. */
function awaited(unseen: readonly UnseenAnswer[]): readonly UnseenAnswer[] {
  return unseen
    .map((one) => ({ ...one, rules: one.rules.filter((name) => rules.some((rule) => rule.name === name)) }))
    .filter(({ rules: waiting }) => waiting.length > 0);
}

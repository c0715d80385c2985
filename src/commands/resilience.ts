/** `stacklint resilience`: what is left of each cluster after the loss of one host or zone. */
import { answeredStack } from '../check/check-cluster.ts';
import { checkNotices } from '../check/check-notices.ts';
import { refuseEmptyInventories } from '../check/empty-inventories.ts';
import { judgedStack } from '../check/judged-stack.ts';
import { openStacks } from '../check/open-stacks.ts';
import { refuseMisunderstood } from '../check/required-stacks.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { listed } from '../model/phrases.ts';
import { resilienceOf, USUAL_REPLICAS } from '../model/resilience.ts';
import type { ClusterResilience } from '../model/resilience.ts';
import { resilienceJson, resilienceText } from '../report/resilience-report.ts';
import type { ResilienceReport, StackResilience } from '../report/resilience-report.ts';
import { MAX_NAMES } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import type { Given } from './arguments.ts';
import { answersOf } from './asked-cluster.ts';
import { checkTarget } from './check-target.ts';
import { noticeLines } from './command.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { describedCommand, OF_INVENTORY } from './command-line.ts';
import type { OptionName } from './command-line.ts';
import { pathsByConfiguration } from './find-configuration.ts';
import { reportWriterFor } from './report-options.ts';
import type { Formats } from './report-options.ts';

/** Reports on the stacks of a project or, with `--live`, on a running cluster. Throws CannotCheck if there is none. */
export async function resilience(given: Given, caller: Caller, person: Person): Promise<CommandOutcome> {
  // Everything that could be mistyped is read before the work begins.
  const verbose = given.has('verbose');
  const formats: Formats<ResilienceReport> = {
    pretty: (report, style) => resilienceText(report, { ...style, verbose }),
    json: (report) => resilienceJson(report),
  };
  const deliver = reportWriterFor(given, caller, formats);
  const replicas = replicasOf(given);
  const targets = given.values('live');
  refuseTogether(given, targets.length > 0);
  const { stacks, notices } =
    targets.length > 0
      ? await runningStack(targets, given, caller, person, replicas)
      : declaredStacks(given, caller, replicas);
  return { stdout: await deliver({ replicas, stacks }), stderr: noticeLines(notices), exitCode: 0 };
}

function replicasOf(given: Given): number {
  const text = given.value('replicas') ?? String(USUAL_REPLICAS);
  if (!/^\d{1,4}$/.test(text)) throw new CannotCheck(`--replicas is ${text}; expected a whole number, as in 1`);
  return Number(text);
}

/** Throws CannotCheck for what says nothing about a running cluster, or about an inventory. */
function refuseTogether(given: Given, isLive: boolean): void {
  const { options } = describedCommand('resilience');
  const ofInventory: readonly OptionName[] = [...OF_INVENTORY, 'config'];
  const ofCluster = ['Of which running cluster', 'Logging in', 'The connection'].flatMap((name) => options[name] ?? []);
  const idle = (isLive ? [...ofInventory, 'limit' as const] : ofCluster).find((option) => given.has(option));
  if (idle !== undefined)
    throw new CannotCheck(
      `--${idle} is about ${isLive ? 'an inventory, and --live is a running cluster' : 'a running cluster; name it with --live'}`,
    );
  const [word] = given.words;
  if (isLive && word !== undefined)
    throw new CannotCheck(`--live is a running cluster, and ${word} an inventory; weigh one at a time`);
}

interface Weighed {
  readonly stacks: readonly StackResilience[];
  readonly notices: readonly string[];
}

async function runningStack(
  targets: readonly string[],
  given: Given,
  caller: Caller,
  person: Person,
  replicas: number,
): Promise<Weighed> {
  const collected = await answersOf(targets, given, caller, person);
  const { recording, from, at } = collected;
  const stack = answeredStack(collected);
  const observed = { from: recording ?? from, at };
  return {
    stacks: [{ name: stack.name, sources: [], observed, clusters: resilienceOf(stack, replicas) }],
    notices: [],
  };
}

function declaredStacks(given: Given, caller: Caller, replicas: number): Weighed {
  const opened = pathsByConfiguration(given, caller, given.words).flatMap(({ configuration, paths }) => {
    const target = checkTarget(given, caller, paths, configuration);
    const own = openStacks(target);
    refuseMisunderstood(target, own.map(judgedStack));
    return own;
  });
  const judged = opened.map(judgedStack);
  refuseEmptyInventories(judged, []);
  const stacks = opened.map(({ name, sources, stack, hosts }) => {
    const shown = given.has('limit') ? new Set(hosts.map(shownHost)) : undefined;
    const clusters = resilienceOf(stack, replicas);
    return { name, sources, clusters: shown === undefined ? clusters : clusters.flatMap((one) => limited(one, shown)) };
  });
  const found = stacks.filter(({ clusters }) => clusters.length > 0);
  if (found.length === 0) {
    const sources = listed(
      stacks.flatMap((one) => one.sources),
      MAX_NAMES,
    );
    throw new CannotCheck(`no cluster of Elasticsearch or OpenSearch was found in ${sources}`);
  }
  return { stacks: found, notices: checkNotices(judged) };
}

/** A cluster with the losses of these hosts alone; none if it has none of them. */
function limited(cluster: ClusterResilience, hosts: ReadonlySet<string>): readonly ClusterResilience[] {
  const losses = cluster.losses.filter((loss) => loss.hosts.some((host) => hosts.has(host)));
  return losses.length === 0 ? [] : [{ ...cluster, losses }];
}

/** `stacklint resilience`: what is left of each cluster after the loss of one host or zone. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { listed } from '../model/phrases.ts';
import { resilienceOf, USUAL_REPLICAS } from '../model/resilience.ts';
import type { ClusterResilience } from '../model/resilience.ts';
import { resilienceJson, resilienceText } from '../report/resilience-report.ts';
import type { ResilienceReport, StackResilience } from '../report/resilience-report.ts';
import { MAX_NAMES } from '../report/terminal-text.ts';
import type { Given } from './arguments.ts';
import { noticeLines } from './command.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { reportWriterFor } from './report-options.ts';
import type { Formats } from './report-options.ts';
import { wholeStacks } from './whole-stacks.ts';

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
  const { stacks: whole, notices } = await wholeStacks('resilience', given, caller, person);
  const all = whole.map(({ name, sources, observed, stack, shown }): StackResilience => {
    const clusters = resilienceOf(stack, replicas);
    const limitedTo = shown === undefined ? clusters : clusters.flatMap((one) => limited(one, shown));
    return { name, sources, observed, clusters: limitedTo };
  });
  const stacks = all.filter(({ clusters, observed }) => clusters.length > 0 || observed !== undefined);
  if (stacks.length === 0) {
    const sources = listed(
      all.flatMap((one) => one.sources),
      MAX_NAMES,
    );
    throw new CannotCheck(`no cluster of Elasticsearch or OpenSearch was found in ${sources}`);
  }
  return { stdout: await deliver({ replicas, stacks }), stderr: noticeLines(notices), exitCode: 0 };
}

/** Reads --replicas. Throws CannotCheck unless it is a whole number. */
export function replicasOf(given: Given): number {
  const text = given.value('replicas') ?? String(USUAL_REPLICAS);
  if (!/^\d{1,4}$/.test(text)) throw new CannotCheck(`--replicas is ${text}; expected a whole number, as in 1`);
  return Number(text);
}

/** A cluster with the losses of these hosts alone; none if it has none of them. */
function limited(cluster: ClusterResilience, hosts: ReadonlySet<string>): readonly ClusterResilience[] {
  const losses = cluster.losses.filter((loss) => loss.hosts.some((host) => hosts.has(host)));
  return losses.length === 0 ? [] : [{ ...cluster, losses }];
}

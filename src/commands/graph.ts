/** `stacklint graph`: the topology of stacks, drawn. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { listed } from '../model/phrases.ts';
import { topologyOf } from '../model/topology.ts';
import type { Topology } from '../model/topology.ts';
import { MAX_NAMES, printableJson } from '../report/terminal-text.ts';
import { topologyDot } from '../report/topology-dot.ts';
import { topologyMermaid } from '../report/topology-mermaid.ts';
import { topologySvg } from '../report/topology-svg.ts';
import { topologyText } from '../report/topology-text.ts';
import type { Given } from './arguments.ts';
import { noticeLines } from './command.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { reportWriterFor } from './report-options.ts';
import type { Formats } from './report-options.ts';
import { replicasOf } from './resilience.ts';
import { wholeStacks } from './whole-stacks.ts';

/** Draws the stacks of a project or, with `--live`, a running cluster. Throws CannotCheck if there is nothing to draw. */
export async function graph(given: Given, caller: Caller, person: Person): Promise<CommandOutcome> {
  const verbose = given.has('verbose');
  const formats: Formats<readonly Topology[]> = {
    pretty: (stacks, style) => topologyText(stacks, { ...style, verbose }),
    svg: (stacks) => topologySvg(stacks),
    mermaid: topologyMermaid,
    dot: topologyDot,
    json: (stacks) => `${printableJson({ version: 1, stacks })}\n`,
  };
  const deliver = reportWriterFor(given, caller, formats);
  const replicas = replicasOf(given);
  const { stacks, notices } = await wholeStacks('graph', given, caller, person);
  const drawn = stacks
    .map(({ stack, shown }) => limited(topologyOf(stack, replicas), shown))
    .filter(({ clusters }) => clusters.length > 0);
  if (drawn.length === 0) {
    const sources = listed(
      stacks.flatMap((one) => one.sources),
      MAX_NAMES,
    );
    throw new CannotCheck(`no part of a search stack was found in ${sources}`);
  }
  return { stdout: await deliver(drawn), stderr: noticeLines(notices), exitCode: 0 };
}

/** A topology with these hosts alone. */
function limited(topology: Topology, shown: ReadonlySet<string> | undefined): Topology {
  if (shown === undefined) return topology;
  const clusters = topology.clusters.map((cluster) => ({
    ...cluster,
    zones: cluster.zones
      .map((zone) => ({ ...zone, hosts: zone.hosts.filter(({ name }) => shown.has(name)) }))
      .filter(({ hosts }) => hosts.length > 0),
  }));
  return { ...topology, clusters: clusters.filter(({ zones }) => zones.length > 0) };
}

/** The engine: hands each rule its subjects and gathers what it says, and what it had to leave open. */
import { CannotCheck } from '../cannot-check.ts';
import type { Finding, Severity, Undecided } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { NamedRule, Report } from '../model/rule.ts';
import type { Place } from '../model/setting.ts';
import { listening } from '../model/setting.ts';
import type { Cluster, Dashboards, Pipeline, SearchNode, Stack } from '../model/stack.ts';
import type { ActiveRule, How } from './choose.ts';
import { choose } from './choose.ts';
import { Folding } from './fold.ts';
import type { Concerned } from './fold.ts';

interface Judgement {
  /** By file, place and rule. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** Number of rules that were on. */
  readonly rules: number;
}

/**
 * Judges stacks by the rules that are on.
 *
 * `reported`: names of the hosts that matter, by stack; what concerns other hosts alone is left out, and findings name no
 * others. All are judged.
 *
 * Throws `CannotCheck` where a choice names no rule, and a plain error, which names the rule, where one fails: a bug.
 */
export function run(
  rules: readonly NamedRule[],
  stacks: readonly Stack[],
  how: How,
  reported?: ReadonlyMap<Stack, ReadonlySet<string>>,
): Judgement {
  const active = choose(rules, how);
  const findings: Finding[] = [];
  const undecided: Undecided[] = [];
  for (const stack of stacks)
    for (const rule of active) {
      const folding = new Folding(rule, stack.name);
      const within = reported?.get(stack);
      listening(
        (unknown, host) => {
          if (host === undefined || within?.has(host) !== false) folding.leaveOpen(unknown, host);
        },
        () => {
          judge(rule, stack, (report, reach) => {
            const reached = narrowed(reach, within);
            if (reached !== undefined) folding.report(report, severityOf(report, rule, how), reached);
          });
        },
      );
      // There may be more of them than a call takes as its arguments.
      for (const finding of folding.findings) findings.push(finding);
      for (const open of folding.undecided) undecided.push(open);
    }
  return { findings: findings.sort(byPlace), undecided: undecided.sort(byPlace), rules: active.length };
}

/** Whom a report concerns of the hosts that matter, or undefined; what concerns no host in particular concerns all. */
function narrowed(reach: Concerned, within: ReadonlySet<string> | undefined): Concerned | undefined {
  if (within === undefined || reach.hosts.length === 0) return reach;
  const hosts = reach.hosts.filter((host) => within.has(host));
  return hosts.length === 0 ? undefined : { hosts, clusters: reach.clusters };
}

type Options = ActiveRule['options'];
type Take = (report: Report, reach: Concerned) => void;

function judge({ name, rule, options }: ActiveRule, stack: Stack, take: Take): void {
  try {
    each(rule.stack, options, [stack], ofNobody, take);
    each(rule.cluster, options, stack.clusters, ofCluster, take);
    for (const { nodes } of stack.clusters) each(rule.node, options, nodes, ofMember, take);
    each(rule.dashboards, options, stack.dashboards, ofDashboards, take);
    each(rule.pipeline, options, stack.pipelines, ofMember, take);
    each(rule.document, options, stack.documents, ofNobody, take);
    if (stack.inventory !== undefined) each(rule.inventory, options, [stack.inventory], ofNobody, take);
  } catch (error) {
    // A rule may be the first to ask for a vaulted value.
    if (error instanceof CannotCheck) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The rule ${name} failed on the stack ${stack.name}: ${reason}`, { cause: error });
  }
}

function each<S>(
  judgement: ((subject: S, options: Options) => Iterable<Report>) | undefined,
  options: Options,
  subjects: readonly S[],
  reach: (subject: S) => Concerned,
  take: Take,
): void {
  if (judgement === undefined) return;
  for (const subject of subjects)
    for (const report of judgement(subject, options)) {
      const whole = reach(subject);
      take(report, { hosts: report.hosts ?? whole.hosts, clusters: whole.clusters });
    }
}

const NOBODY: Concerned = { hosts: [], clusters: [] };

function ofNobody(): Concerned {
  return NOBODY;
}

function ofMember({ host, clusterLabel }: SearchNode | Pipeline): Concerned {
  return { hosts: [host], clusters: [clusterLabel] };
}

function ofCluster({ nodes, label }: Cluster): Concerned {
  // A large cluster is listed only for a report that does not say which of its hosts it is about.
  return {
    get hosts() {
      return nodes.map(({ host }) => host);
    },
    clusters: [label],
  };
}

function ofDashboards({ instances, clusterLabel }: Dashboards): Concerned {
  return { hosts: instances.map(({ host }) => host), clusters: [clusterLabel] };
}

function severityOf({ severity: rider }: Report, { severity, insisted }: ActiveRule, { preset }: How): Severity {
  if (rider === undefined || insisted) return severity;
  if (preset !== 'strict') return rider;
  return SEVERITIES.indexOf(rider) < SEVERITIES.indexOf(severity) ? rider : severity;
}

function byPlace(a: { at: Place; rule: string; message: string }, b: typeof a): number {
  return (
    compare(a.at.file, b.at.file) || a.at.start - b.at.start || compare(a.rule, b.rule) || compare(a.message, b.message)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

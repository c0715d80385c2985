/** The engine: hands each rule its subjects, and collects what the rules report and what they leave undecided. */
import { CannotCheck } from '../cannot-check.ts';
import type { Finding, Severity, Undecided } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { NamedRule, Report, Rule } from '../model/rule.ts';
import type { Open, Place, Setting } from '../model/setting.ts';
import type { SettingName } from '../model/settings.ts';
import type { Cluster, Dashboard, Dashboards, Pipeline, SearchNode, Stack } from '../model/stack.ts';
import type { ActiveRule, RuleSelection } from './active-rules.ts';
import { activeRules } from './active-rules.ts';
import { Folding } from './fold.ts';
import type { Concerned } from './fold.ts';

interface Judgement {
  /** By file, place and rule. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** The number of rules that had something to judge, of those that were on. */
  readonly rules: number;
  readonly rulesOn: number;
}

/**
 * Judges stacks by the rules that are on.
 *
 * `reported` gives the names of the hosts to report, by stack: all hosts are judged, but a finding that concerns none of
 * these is dropped, and the others name no other hosts. `real` gives the file that a path leads to, so that a finding in
 * a file that several links lead to is reported once.
 *
 * Throws `CannotCheck` where the selection names an unknown rule, and a plain error that names the rule where a rule fails.
 */
export function runRules(
  rules: readonly NamedRule[],
  stacks: readonly Stack[],
  selection: RuleSelection,
  reported?: ReadonlyMap<Stack, ReadonlySet<string>>,
  real: (file: string) => string = (file) => file,
): Judgement {
  const active = activeRules(rules, selection);
  const findings: Finding[] = [];
  const undecided: Undecided[] = [];
  let applicable = 0;
  for (const rule of active) {
    const folding = new Folding(rule, real);
    let isApplicable = false;
    for (const stack of stacks) {
      const { name } = stack;
      const within = reported?.get(stack);
      const hasSubjects = judge(rule, stack, (said, { hosts, clusters }) => {
        const reached = narrowed({ hosts: said.hosts ?? hosts, clusters }, within);
        if (reached === undefined) return;
        if ('undecided' in said) folding.leaveOpen(name, said.undecided, reached.hosts);
        else folding.report(name, said, severityOf(said, rule, selection), reached);
      });
      isApplicable ||= hasSubjects;
    }
    if (isApplicable) applicable++;
    // There may be more findings than a call takes arguments.
    for (const finding of folding.findings) findings.push(finding);
    for (const open of folding.undecided) undecided.push(open);
  }
  return {
    findings: findings.sort(byPlace),
    undecided: undecided.sort(byPlace),
    rules: applicable,
    rulesOn: active.length,
  };
}

/** Keeps those hosts of a report that are to be reported; undefined where none is. A report without hosts is kept. */
function narrowed(reach: Concerned, within: ReadonlySet<string> | undefined): Concerned | undefined {
  if (within === undefined || reach.hosts.length === 0) return reach;
  const hosts = reach.hosts.filter((host) => within.has(host));
  return hosts.length === 0 ? undefined : { hosts, clusters: reach.clusters };
}

type Options = ActiveRule['options'];
type Take = (said: Report | Open, reach: Concerned) => void;

/** A member of a stack, of which the engine reads the host, and settings by name. */
type Member = SearchNode | Dashboard | Pipeline;

/** Judges the subjects of a stack by a rule; false where it has none of the kind. */
function judge({ name, rule, options }: ActiveRule, stack: Stack, take: Take): boolean {
  let hasSubjects = false;
  const { clusters, dashboards, pipelines, documents, inventory } = stack;
  const each = <S>(
    judgement: ((subject: S, options: Options) => Iterable<Report | Open>) | undefined,
    subjects: Iterable<S>,
    reach: (subject: S) => Concerned,
    members: (subject: S) => readonly Member[] = noMembers,
  ): void => {
    if (judgement === undefined) return;
    for (const subject of subjects) {
      hasSubjects = true;
      const whole = reach(subject);
      for (const open of unknownAmong(members(subject), rule.reads)) take(open, whole);
      for (const said of judgement(subject, options)) take(said, whole);
    }
  };
  try {
    each(rule.stack, [stack], ofNoOne);
    each(rule.cluster, clusters, ofCluster, ({ nodes }) => nodes);
    for (const { nodes } of clusters) each(rule.node, nodes, ofMember, (node) => [node]);
    each(rule.dashboards, dashboards, ofDashboards, ({ instances }) => instances);
    each(rule.pipeline, pipelines, ofMember, (pipeline) => [pipeline]);
    each(rule.document, documents, ofNoOne);
    for (const { variables } of rule.variable === undefined ? [] : documents) each(rule.variable, variables, ofNoOne);
    if (inventory !== undefined) each(rule.inventory, [inventory], ofNoOne);
  } catch (error) {
    // A vault password is asked for, and may be wrong, when a rule first reads a vaulted value.
    if (error instanceof CannotCheck) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The rule ${name} failed on the stack ${stack.name}: ${reason}`, { cause: error });
  }
  return hasSubjects;
}

function noMembers(): readonly Member[] {
  return [];
}

/** Yields the settings of these names that are unknown. */
function* unknownAmong(members: readonly Member[], names: Rule['reads'] = []): Iterable<Open> {
  for (const member of members)
    for (const name of names) {
      const setting = (member as Readonly<Partial<Record<SettingName, Setting<unknown>>>>)[name];
      if (setting?.state === 'unknown') yield { undecided: setting, hosts: [member.host] };
    }
}

const NO_ONE: Concerned = { hosts: [], clusters: [] };

function ofNoOne(): Concerned {
  return NO_ONE;
}

function ofMember({ host, clusterLabel }: SearchNode | Pipeline): Concerned {
  return { hosts: [host], clusters: [clusterLabel] };
}

function ofCluster({ nodes, label }: Cluster): Concerned {
  // Lazy, because most reports name their hosts, and a cluster may be large.
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

function severityOf(
  { severity: own }: Report,
  { severity, isChosen }: ActiveRule,
  { preset }: RuleSelection,
): Severity {
  if (own === undefined || isChosen) return severity;
  if (preset !== 'strict') return own;
  return SEVERITIES.indexOf(own) < SEVERITIES.indexOf(severity) ? own : severity;
}

function byPlace(a: { at: Place; rule: string; message: string }, b: typeof a): number {
  return inOrder(a.at, b.at) || compare(a.rule, b.rule) || compare(a.message, b.message);
}

/** Sorts places; those in files come before those in the answers of a cluster. */
function inOrder(a: Place, b: Place): number {
  if ('call' in a) return 'call' in b ? compare(a.call, b.call) || compare(a.pointer, b.pointer) : 1;
  return 'call' in b ? -1 : compare(a.file, b.file) || a.start - b.start;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

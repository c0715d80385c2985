/** The engine: hands each rule its subjects, and collects what the rules report and what they leave undecided. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { madeOnce } from '../ground/made-once.ts';
import type { BaselineEntry, JudgedSuppression, SourceDocument } from '../model/source-document.ts';
import type { Change } from '../model/change.ts';
import type { Finding, Severity, Suppressed, Undecided } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { SnapshotPolicy } from '../model/records.ts';
import type { NamedRule, Preset, Report, Rule } from '../model/rule.ts';
import { settingsRead } from '../model/rule.ts';
import { pointerOfAnyNode } from '../model/setting.ts';
import type { Open, Place, Setting } from '../model/setting.ts';
import type { Cluster, Dashboards, Pipeline, SearchNode, Shipper, Stack } from '../model/stack.ts';
import type { ActiveRule, RuleSelection, RuleSetting } from './active-rules.ts';
import { AlikeMembers } from './alike.ts';
import { activeRules } from './active-rules.ts';
import { acceptKnown } from './baseline.ts';
import type { Baseline } from './baseline.ts';
import { fingerprinterOf } from './fingerprints.ts';
import type { MarkedTexts } from './fingerprints.ts';
import { Folding, placeOfReport } from './fold.ts';
import { Judgements } from './judgements.ts';
import type { Reach, Said } from './judgements.ts';
import { suppress } from './suppress.ts';
import type { CommentedDocument, SuppressionPolicy } from './suppress.ts';

const NO_TEXTS: MarkedTexts = { documents: new Map(), nameOf: (file) => file };

interface Judgement {
  /** By file, place and rule. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** Findings that comments or the baseline accept. */
  readonly suppressed: readonly Suppressed[];
  /** Entries of the baseline whose finding is gone. */
  readonly stale: readonly BaselineEntry[];
  /** The number of rules that had something to judge, of those that were on. */
  readonly rules: number;
  readonly rulesOn: number;
  /** The mark by which a later check knows a finding again. */
  readonly fingerprint: (finding: Finding) => string;
}

/** A stack to judge, and what of it is reported. */
export interface StackToJudge {
  readonly stack: Stack;
  /** What a change does to it, if one is checked. */
  readonly change?: Change | undefined;
  /**
   * The names of the hosts to report: all hosts are judged, but a finding that concerns none of these is dropped, and
   * the others name no other hosts. Undefined means all.
   */
  readonly reported?: ReadonlySet<string> | undefined;
  /** True if each finding is to name the files that it depends on. */
  readonly namesFiles?: boolean;
  /**
   * The documents whose comments suppress findings, if these are not the stack's own: rules judge neither the documents
   * nor the comments.
   */
  readonly commentsIn?: readonly CommentedDocument[] | undefined;
}

/** The circumstances of a check that rules do not see. */
interface Circumstances {
  /** Gives the file that a path leads to, so that a finding in a file that several links lead to is reported once. */
  readonly real?: (file: string) => string;
  /** Called with each step of the work before it begins: `checking memory/heap-limit`. */
  readonly progress?: ((step: string) => void) | undefined;
  /** The texts that findings are in, as far as stacks were judged; by default, none. */
  readonly texts?: MarkedTexts | undefined;
  /** The findings that are accepted as they are. */
  readonly baseline?: Baseline | undefined;
  /** The conditions under which comments suppress findings; undefined if none does. */
  readonly suppressions?: SuppressionPolicy | undefined;
  /** The judgements of earlier checks. */
  readonly judgements?: Judgements | undefined;
}

/** The few parts of a stack that the last rules need, which are about comments and the baseline. */
interface CommentedStack {
  readonly name: string;
  readonly documents: readonly CommentedDocument[];
  readonly last: readonly ActiveRule[];
}

/**
 * Judges stacks by the rules that are on; those about suppression comments come last, as they need all other
 * findings. One stack is taken after the other, and none is kept.
 *
 * Throws `CannotCheck` if the selection names an unknown rule, and a plain error that names the rule if a rule fails.
 */
export function runRules(
  rules: readonly NamedRule[],
  stacks: Iterable<StackToJudge>,
  selection: RuleSelection,
  circumstances: Circumstances = {},
): Judgement {
  const { suppressions: policy, baseline, texts = NO_TEXTS, judgements = new Judgements() } = circumstances;
  const found = new Collected(rules, circumstances);
  const on = new Set<string>();
  const commented: CommentedStack[] = [];
  const notRead = new Set<string>();
  let isPartial = false;
  for (const one of stacks) {
    const { stack, change, ...of } = one;
    isPartial ||= of.reported !== undefined;
    const alike: Alike = new Map();
    for (const rule of activeRules(rules, selection, stack)) {
      on.add(rule.name);
      if (!isLast(rule.rule))
        found.add({ ...of, name: stack.name }, rule, () => judge(rule, { stack, change }, judgements, alike));
    }
    for (const file of filesNotRead(stack)) notRead.add(texts.nameOf(file));
    commented.push(commentedStack(one, rules, selection));
  }
  const { findings: all, undecided } = found;
  // If nothing was found, nothing is known to be gone unless everything was looked at.
  const isJudged = ({ rule, file }: { readonly rule: string; readonly file: string }): boolean =>
    !isPartial && found.judged.has(rule) && !notRead.has(file);
  const suppressed =
    policy &&
    suppress({ findings: all, undecided }, commented, policy, {
      names: rules.map(({ name }) => name),
      isJudged: (rule, file) => isJudged({ rule, file: texts.nameOf(file) }),
    });
  const open = suppressed?.findings ?? all;
  const marks = fingerprinterOf(all, texts);
  const accepted = baseline && acceptKnown(open, baseline, marks, isJudged);
  const { stale = [] } = accepted ?? {};
  const last = new Collected(rules, circumstances);
  for (const stack of commented)
    for (const rule of stack.last)
      last.add(stack, rule, () => judgeLast(rule, suppressed?.comments.get(stack) ?? [], stale, judgements));
  const findings = accepted?.findings ?? open;
  const ofLast = last.findings;
  const lastMarks = fingerprinterOf(ofLast, texts);
  return {
    findings: ofLast.length === 0 ? findings : [...findings, ...ofLast].sort(byPlace),
    undecided,
    suppressed: [...(suppressed?.suppressed ?? []), ...(accepted?.suppressed ?? [])],
    stale,
    rules: found.judged.size + last.judged.size,
    rulesOn: on.size,
    fingerprint: (finding) => marks(finding) ?? lastMarks(finding) ?? '',
  };
}

/** The files that Ansible stops at or drops, so that more may be wrong in them than was found. */
function filesNotRead({ documents }: Stack): readonly string[] {
  return documents
    .filter(({ problems }) => problems.some(({ severity }) => severity === 'error'))
    .map(({ file }) => file);
}

function commentedStack(
  { stack: { name, developmentBy, documents }, commentsIn }: StackToJudge,
  rules: readonly NamedRule[],
  selection: RuleSelection,
): CommentedStack {
  if (commentsIn !== undefined) return { name, documents: withComments(commentsIn), last: [] };
  // Comments and the baseline belong to no host, so nobody asks for the groups of one.
  const active = activeRules(rules, selection, { name, developmentBy, groupsOf: () => [] });
  return {
    name,
    documents: withComments(documents),
    last: active.filter(({ rule }) => isLast(rule)),
  };
}

function withComments(documents: readonly CommentedDocument[]): readonly CommentedDocument[] {
  return documents.flatMap(({ file, suppressions }) => (suppressions.length > 0 ? [{ file, suppressions }] : []));
}

/** Tells whether a rule is about suppressions, and so needs the findings of all others. */
function isLast(rule: Rule): boolean {
  return rule.suppression !== undefined || rule.staleEntry !== undefined;
}

/** What a rule says about the subjects of a stack. */
interface Verdict {
  readonly hasSubjects: boolean;
  readonly said: readonly Said[];
}

/** The stack that reports are about. */
interface StackOfReports extends Omit<StackToJudge, 'stack' | 'change'> {
  readonly name: string;
}

/** What rules say about stacks: each rule about all stacks together, in the order of the rules. */
class Collected {
  /** The names of the rules that had something to judge. */
  readonly judged = new Set<string>();
  readonly #foldings: ReadonlyMap<string, Folding>;
  readonly #progress: Circumstances['progress'];

  constructor(rules: readonly NamedRule[], { real, progress }: Circumstances) {
    this.#foldings = new Map(rules.map((named) => [named.name, new Folding(named, real)]));
    this.#progress = progress;
  }

  /** Adds what a rule says about a stack. */
  add(of: StackOfReports, rule: ActiveRule, judged: () => Verdict): void {
    const folding = this.#foldings.get(rule.name);
    if (folding === undefined) return;
    this.#progress?.(`checking ${rule.name}`);
    try {
      const { hasSubjects, said } = judged();
      for (const one of said) take(one, { ...of, rule, folding });
      if (hasSubjects) this.judged.add(rule.name);
    } catch (error) {
      // A vault password is asked for, and may be wrong, when a rule first reads a vaulted value.
      if (error instanceof CannotCheck) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The rule ${rule.name} failed on the stack ${of.name}: ${reason}`, { cause: error });
    }
  }

  get findings(): readonly Finding[] {
    return [...this.#foldings.values()].flatMap(({ findings }) => findings).sort(byPlace);
  }

  get undecided(): readonly Undecided[] {
    return [...this.#foldings.values()].flatMap(({ undecided }) => undecided).sort(byPlace);
  }
}

interface Judging extends StackOfReports {
  readonly rule: ActiveRule;
  readonly folding: Folding;
}

/** Takes what a rule says about a subject: for each severity that the rule has there, the hosts that have it. */
function take({ said, reach }: Said, { name, rule, folding, reported, namesFiles }: Judging): void {
  const { clusters, members } = reach;
  if ('undecided' in said && said.undecided.reason === 'not-applicable') return;
  const hosts = narrowed(said.hosts ?? reach.hosts, reported);
  if (hosts === undefined) return;
  const place = 'undecided' in said ? said.undecided.origin : placeOfReport(said);
  const file = 'call' in place ? undefined : place.file;
  for (const { setting, hosts: some } of bySetting(rule, hosts, file)) {
    const { severity } = setting;
    if (severity === 'off') continue;
    if ('undecided' in said) folding.leaveOpen(name, said.undecided, some);
    else {
      const files = namesFiles === true ? filesOf(members, rule.rule) : [];
      const own = severityOf(said, { ...setting, severity }, rule.preset);
      folding.report(name, said, own, { hosts: some, clusters: said.clusters ?? clusters }, files);
    }
  }
}

/** Keeps the hosts that are to be reported; undefined if none is. A report without hosts is kept. */
function narrowed(hosts: readonly string[], within: ReadonlySet<string> | undefined): readonly string[] | undefined {
  if (within === undefined || hosts.length === 0) return hosts;
  const kept = hosts.filter((host) => within.has(host));
  return kept.length === 0 ? undefined : kept;
}

interface HostsOfSetting {
  readonly setting: RuleSetting;
  readonly hosts: readonly string[];
}

/** Splits hosts by the severity that a rule has for them in a file. */
function bySetting(rule: ActiveRule, hosts: readonly string[], file: string | undefined): readonly HostsOfSetting[] {
  if (!rule.varies || hosts.length === 0) return [{ setting: rule.settingIn({ host: undefined, file }), hosts }];
  const groups = new Map<string, { readonly setting: RuleSetting; readonly hosts: string[] }>();
  for (const host of hosts) {
    const setting = rule.settingIn({ host, file });
    const key = `${setting.severity} ${String(setting.isChosen)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { setting, hosts: [host] });
    else group.hosts.push(host);
  }
  return [...groups.values()];
}

/** The files that hold those settings of members that a rule reads. */
function filesOf(members: Reach['members'], rule: Rule): readonly string[] {
  const names = settingsRead(rule);
  const places = members.flatMap((member) =>
    [...names].flatMap((name) => {
      const origin = settingOf(member, name)?.origin;
      return origin === undefined ? [] : [origin, ...(origin.computedFrom ?? [])];
    }),
  );
  return places.flatMap((place) => ('call' in place ? [] : [place.file]));
}

function settingOf(member: Reach['members'][number], name: string): Setting<unknown> | undefined {
  return (member as unknown as Readonly<Partial<Record<string, Setting<unknown>>>>)[name];
}

/** The nodes of each cluster, grouped by what rules see of them. */
type Alike = Map<readonly SearchNode[], AlikeMembers<SearchNode>>;

/** Judges the subjects of a stack by a rule. */
function judge(
  active: ActiveRule,
  { stack, change }: Pick<StackToJudge, 'stack' | 'change'>,
  judgements: Judgements,
  alike: Alike,
): Verdict {
  const { rule } = active;
  const { clusters, dashboards, pipelines, shippers = [], documents, inventory, plays, drift } = stack;
  const { expectations = [] } = stack;
  const judging = new SubjectsOfRule(active, judgements);
  judging.each(rule.stack, [stack], ofStack);
  judging.each(rule.cluster, clusters, ofCluster);
  for (const { nodes } of clusters) judging.eachAlike(rule.node, nodes, alike);
  for (const cluster of clusters) judging.eachRecord(rule.snapshotPolicy, cluster.snapshotPolicies, cluster);
  judging.each(rule.dashboards, dashboards, ofDashboards);
  for (const { each } of pipelines) judging.each(rule.pipeline, each, ofMember);
  judging.each(rule.shipper, shippers, ofMember);
  if (drift !== undefined) judging.each(rule.drift, [drift], () => ({ ...NO_ONE, clusters: [stack.name] }));
  if (change !== undefined) judging.each(rule.change, [change], ofNoOne);
  judging.each(rule.document, documents, ofFile);
  judging.variables(documents);
  if (inventory !== undefined) judging.each(rule.inventory, [inventory], ofNoOne);
  judging.each(rule.expectation, expectations, ({ at }) => ofFile(at));
  if (plays !== undefined) judging.each(rule.plays, [plays], ofNoOne);
  return judging;
}

/** Judges the comments of a stack and entries of the baseline by one of the last rules. */
function judgeLast(
  active: ActiveRule,
  comments: readonly JudgedSuppression[],
  stale: readonly BaselineEntry[],
  judgements: Judgements,
): Verdict {
  const judging = new SubjectsOfRule(active, judgements);
  judging.each(active.rule.suppression, comments, ({ at }) => ofFile(at));
  judging.each(active.rule.staleEntry, stale, ({ at }) => ofFile(at));
  return judging;
}

/** A function of a rule that judges subjects of one kind. */
type Judge<S> = (subject: S, options: RuleSetting['options']) => Iterable<Report | Open>;

/** Hands a rule its subjects, and notes what it says about them. */
class SubjectsOfRule implements Verdict {
  readonly said: Said[] = [];
  hasSubjects = false;
  readonly #active: ActiveRule;
  readonly #judgements: Judgements;

  constructor(active: ActiveRule, judgements: Judgements) {
    this.#active = active;
    this.#judgements = judgements;
  }

  each<S>(judgement: Judge<S> | undefined, subjects: readonly S[], reachOf: (subject: S) => Reach): void {
    if (judgement === undefined) return;
    this.hasSubjects ||= subjects.length > 0;
    this.#collect(subjects, 'whole', (found) => {
      for (const subject of subjects) this.#judge(judgement, subject, reachOf(subject), found);
    });
  }

  /** Judges nodes, once for all those that look the same to the rule. */
  eachAlike(judgement: Judge<SearchNode> | undefined, nodes: readonly SearchNode[], alike: Alike): void {
    const { rule, varies } = this.#active;
    // With overrides, the options depend on the host.
    if (judgement === undefined || varies) {
      this.each(judgement, nodes, ofMember);
      return;
    }
    this.hasSubjects ||= nodes.length > 0;
    this.#collect(nodes, 'whole', (found) => {
      const own = madeOnce(alike, nodes, () => new AlikeMembers(nodes));
      for (const group of own.by([...settingsRead(rule), 'product'])) {
        const reach = ofMember(group[0]);
        const ofAll = group.length === 1 ? reach : { ...reach, hosts: group.map(({ host }) => host) };
        this.#judge(judgement, group[0], ofAll, found);
      }
    });
  }

  /** Judges the records of a cluster, which may not be known. */
  eachRecord<S extends SnapshotPolicy>(
    judgement: Judge<S> | undefined,
    records: Setting<readonly S[]> | undefined,
    cluster: Cluster,
  ): void {
    if (judgement === undefined || records === undefined) return;
    const reachOf = (...members: readonly S[]): Reach => ({ hosts: [], clusters: [cluster.label], members });
    if (records.state === 'known') this.each(judgement, records.value, reachOf);
    if (records.state === 'unknown') this.said.push({ said: { undecided: records }, reach: reachOf() });
  }

  #judge<S>(judgement: Judge<S>, subject: S, reach: Reach, found: Said[]): void {
    const { reads = [] } = this.#active.rule;
    const { members } = reach;
    for (const member of members) {
      // A single member may represent others that are alike.
      const hosts = members.length === 1 || !('host' in member) ? reach.hosts : [member.host];
      for (const name of reads) {
        const setting = settingOf(member, name);
        if (setting?.state === 'unknown') found.push({ said: { undecided: setting, hosts }, reach });
      }
    }
    for (const said of judgement(subject, this.#active.optionsFor(reach))) found.push({ said, reach });
  }

  variables(documents: readonly SourceDocument[]): void {
    const active = this.#active;
    const { variable: judgeVariable } = active.rule;
    if (judgeVariable === undefined) return;
    this.hasSubjects ||= documents.some(({ variables }) => variables.length > 0);
    this.#collect(documents, 'variables', (found) => {
      for (const document of documents) {
        const reach = ofFile(document);
        const options = active.optionsFor(reach);
        for (const variable of document.variables) {
          const reports = judgeVariable(variable, options);
          // Most variables give none, and an iterator over each empty list would be an eighth of what a check
          // allocates.
          if (reports.length > 0) for (const said of reports) found.push({ said, reach });
        }
      }
    });
  }

  #collect(subjects: readonly unknown[], kind: 'whole' | 'variables', find: (found: Said[]) => void): void {
    const judgeAll = (): readonly Said[] => {
      const found: Said[] = [];
      find(found);
      return found;
    };
    // With overrides, the options depend on where a subject is.
    const { varies, standard } = this.#active;
    const said = varies ? judgeAll() : this.#judgements.of(subjects, `${kind} by ${standard}`, judgeAll);
    for (const one of said) this.said.push(one);
  }
}

const NO_ONE: Reach = { hosts: [], clusters: [], members: [] };

function ofNoOne(): Reach {
  return NO_ONE;
}

/** A report about a stack names the hosts and the clusters that it concerns. */
function ofStack({ clusters, dashboards, pipelines, shippers = [] }: Stack): Reach {
  const members = [
    ...clusters.flatMap(({ nodes }) => nodes),
    ...dashboards.flatMap(({ instances }) => instances),
    ...pipelines,
    ...shippers,
  ];
  return { ...NO_ONE, members };
}

function ofFile({ file }: { readonly file: string }): Reach {
  return { hosts: [], clusters: [], members: [], file };
}

function ofMember(member: SearchNode | Pipeline | Shipper): Reach {
  return { hosts: [member.host], clusters: [member.clusterLabel], members: [member] };
}

function ofCluster({ nodes, label }: Cluster): Reach {
  // Lazy, because most reports name their hosts, and a cluster may be large.
  return {
    get hosts() {
      return nodes.map(({ host }) => host);
    },
    clusters: [label],
    members: nodes,
  };
}

function ofDashboards({ instances, clusterLabel }: Dashboards): Reach {
  return { hosts: instances.map(({ host }) => host), clusters: [clusterLabel], members: instances };
}

function severityOf(
  { severity: own }: Report,
  { severity, isChosen }: { readonly severity: Severity; readonly isChosen: boolean },
  preset: Preset,
): Severity {
  if (own === undefined || isChosen) return severity;
  if (typeof own === 'object') return own[preset];
  if (preset !== 'strict') return own;
  return SEVERITIES.indexOf(own) < SEVERITIES.indexOf(severity) ? own : severity;
}

/** Sorts findings by file, place and rule. */
export function byPlace(a: { at: Place; rule: string; message: string }, b: typeof a): number {
  return inOrder(a.at, b.at) || compare(a.rule, b.rule) || compare(a.message, b.message);
}

/** Sorts places; those in files come before those in the answers of a cluster, in which ids of nodes do not count. */
function inOrder(a: Place, b: Place): number {
  if ('call' in a)
    return 'call' in b
      ? compare(a.call, b.call) || compare(pointerOfAnyNode(a.pointer), pointerOfAnyNode(b.pointer))
      : 1;
  return 'call' in b ? -1 : compare(a.file, b.file) || a.start - b.start;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The engine: hands each rule its subjects, and collects what the rules report and what they leave undecided. */
import { CannotCheck } from '../ground/cannot-check.ts';
import type { BaselineEntry, JudgedSuppression } from '../model/source-document.ts';
import type { Finding, Severity, Suppressed, Undecided } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { NamedRule, Preset, Report, Rule } from '../model/rule.ts';
import { settingsRead } from '../model/rule.ts';
import { pointerOfAnyNode } from '../model/setting.ts';
import type { Open, Place, Setting } from '../model/setting.ts';
import type { SettingName } from '../model/settings.ts';
import type { Cluster, Dashboards, Pipeline, SearchNode, Stack } from '../model/stack.ts';
import type { ActiveRule, RuleSelection, RuleSetting } from './active-rules.ts';
import { activeRules } from './active-rules.ts';
import { acceptKnown } from './baseline.ts';
import type { Baseline } from './baseline.ts';
import { fingerprinterOf } from './fingerprints.ts';
import type { MarkedTexts } from './fingerprints.ts';
import { Folding, placeOfReport } from './fold.ts';
import { Judgements } from './judgements.ts';
import type { Member, Reach, Said } from './judgements.ts';
import { suppress } from './suppress.ts';
import type { SuppressionPolicy } from './suppress.ts';

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

/** The circumstances of a check that rules do not see. */
interface Circumstances {
  /**
   * The names of the hosts to report, by stack: all hosts are judged, but a finding that concerns none of these is
   * dropped, and the others name no other hosts. Undefined means all.
   */
  readonly reported?: ReadonlyMap<Stack, ReadonlySet<string>> | undefined;
  /** Gives the file that a path leads to, so that a finding in a file that several links lead to is reported once. */
  readonly real?: (file: string) => string;
  /** Called with each step of the work before it begins: `checking memory/heap-limit`. */
  readonly progress?: ((step: string) => void) | undefined;
  /** True where each finding is to name the files that it depends on. */
  readonly namesFiles?: boolean;
  /** The texts that findings are in; by default, none. */
  readonly texts?: MarkedTexts;
  /** The findings that are accepted as they are. */
  readonly baseline?: Baseline | undefined;
  /** The conditions under which comments suppress findings; undefined where none does. */
  readonly suppressions?: SuppressionPolicy | undefined;
  /** The judgements of earlier checks. */
  readonly judgements?: Judgements | undefined;
}

/** The rules that are on for each stack, by name. */
type Active = ReadonlyMap<Stack, ReadonlyMap<string, ActiveRule>>;

/** The suppressions of a stack, after all other rules. */
interface Suppressions {
  readonly comments: readonly JudgedSuppression[];
  readonly stale: readonly BaselineEntry[];
}

const NO_SUPPRESSIONS: Suppressions = { comments: [], stale: [] };

/**
 * Judges stacks by the rules that are on; those about suppression comments come last, as they need all other findings.
 *
 * Throws `CannotCheck` where the selection names an unknown rule, and a plain error that names the rule where a rule fails.
 */
export function runRules(
  rules: readonly NamedRule[],
  stacks: readonly Stack[],
  selection: RuleSelection,
  circumstances: Circumstances = {},
): Judgement {
  const active: Active = new Map(
    stacks.map((stack) => [stack, new Map(activeRules(rules, selection, stack).map((one) => [one.name, one]))]),
  );
  const isOn = (name: string): boolean => [...active.values()].some((own) => own.has(name));
  const found = judgeAll(
    rules.filter(({ rule }) => !isLast(rule)),
    active,
    circumstances,
  );
  const { suppressions: policy, baseline, reported, texts = NO_TEXTS } = circumstances;
  const unread = new Set(filesNotRead(stacks).map(texts.nameOf));
  // Where nothing was found, nothing is known to be gone unless all was looked at.
  const isJudged = ({ rule, file }: { readonly rule: string; readonly file: string }): boolean =>
    reported === undefined && found.judged.has(rule) && !unread.has(file);
  const names = rules.map(({ name }) => name);
  const suppressed =
    policy &&
    suppress(found, stacks, policy, {
      names,
      isJudged: (rule, file) => isJudged({ rule, file: texts.nameOf(file) }),
    });
  const open = suppressed?.findings ?? found.findings;
  const marks = fingerprinterOf(found.findings, texts);
  const accepted = baseline && acceptKnown(open, baseline, marks, isJudged);
  const { stale = [] } = accepted ?? {};
  const last = judgeAll(
    rules.filter(({ rule }) => isLast(rule)),
    active,
    circumstances,
    (stack) => ({ comments: suppressed?.comments.get(stack) ?? [], stale }),
  );
  const findings = accepted?.findings ?? open;
  const lastMarks = fingerprinterOf(last.findings, texts);
  return {
    findings: last.findings.length === 0 ? findings : [...findings, ...last.findings].sort(byPlace),
    undecided: found.undecided,
    suppressed: [...(suppressed?.suppressed ?? []), ...(accepted?.suppressed ?? [])],
    stale,
    rules: found.judged.size + last.judged.size,
    rulesOn: names.filter(isOn).length,
    fingerprint: (finding) => marks(finding) ?? lastMarks(finding) ?? '',
  };
}

/** The files at which Ansible stops, or which it drops, so that more may be wrong in them than was found. */
function filesNotRead(stacks: readonly Stack[]): readonly string[] {
  return stacks.flatMap(({ documents }) =>
    documents.filter(({ problems }) => problems.some(({ severity }) => severity === 'error')).map(({ file }) => file),
  );
}

/** Tells whether a rule is about suppressions, and so needs the findings of all others. */
function isLast(rule: Rule): boolean {
  return rule.suppression !== undefined || rule.staleEntry !== undefined;
}

/** Judges stacks by some of the rules; `judged` are the names of those that had something to judge. */
function judgeAll(
  rules: readonly NamedRule[],
  active: Active,
  circumstances: Circumstances,
  suppressionsOf: (stack: Stack) => Suppressions = () => NO_SUPPRESSIONS,
) {
  const findings: Finding[] = [];
  const undecided: Undecided[] = [];
  const judged = new Set<string>();
  const { judgements = new Judgements() } = circumstances;
  for (const named of rules) {
    circumstances.progress?.(`checking ${named.name}`);
    const folding = new Folding(named, circumstances.real);
    for (const [stack, own] of active) {
      const rule = own.get(named.name);
      if (rule === undefined) continue;
      try {
        const { hasSubjects, said } = judge(rule, stack, suppressionsOf(stack), judgements);
        for (const one of said) take(one, { stack, rule, folding, circumstances });
        if (hasSubjects) judged.add(named.name);
      } catch (error) {
        // A vault password is asked for, and may be wrong, when a rule first reads a vaulted value.
        if (error instanceof CannotCheck) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`The rule ${named.name} failed on the stack ${stack.name}: ${reason}`, { cause: error });
      }
    }
    // There may be more findings than a call takes arguments.
    for (const finding of folding.findings) findings.push(finding);
    for (const open of folding.undecided) undecided.push(open);
  }
  return { findings: findings.sort(byPlace), undecided: undecided.sort(byPlace), judged };
}

interface Judging {
  readonly stack: Stack;
  readonly rule: ActiveRule;
  readonly folding: Folding;
  readonly circumstances: Circumstances;
}

/** Takes what a rule says of a subject: for each severity that the rule has there, the hosts that have it. */
function take({ said, reach }: Said, { stack, rule, folding, circumstances: { reported, namesFiles } }: Judging): void {
  const { clusters, members } = reach;
  if ('undecided' in said && said.undecided.reason === 'not-applicable') return;
  const hosts = narrowed(said.hosts ?? reach.hosts, reported?.get(stack));
  if (hosts === undefined) return;
  const place = 'undecided' in said ? said.undecided.origin : placeOfReport(said);
  const file = 'call' in place ? undefined : place.file;
  for (const { setting, hosts: some } of bySetting(rule, hosts, file)) {
    const { severity } = setting;
    if (severity === 'off') continue;
    if ('undecided' in said) folding.leaveOpen(stack.name, said.undecided, some);
    else {
      const files = namesFiles === true ? filesOf(members, rule.rule) : [];
      const own = severityOf(said, { ...setting, severity }, rule.preset);
      folding.report(stack.name, said, own, { hosts: some, clusters }, files);
    }
  }
}

/** Keeps the hosts that are to be reported; undefined where none is. A report without hosts is kept. */
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

/** The files that the settings of members come from, of those that a rule takes into account. */
function filesOf(members: readonly Member[], rule: Rule): readonly string[] {
  const names = settingsRead(rule);
  const places = members.flatMap((member) =>
    [...names].flatMap((name) => {
      const origin = settingOf(member, name)?.origin;
      return origin === undefined ? [] : [origin, ...(origin.computedFrom ?? [])];
    }),
  );
  return places.flatMap((place) => ('call' in place ? [] : [place.file]));
}

function settingOf(member: Member, name: SettingName): Setting<unknown> | undefined {
  return (member as Readonly<Partial<Record<SettingName, Setting<unknown>>>>)[name];
}

/** Judges the subjects of a stack by a rule. */
function judge(
  active: ActiveRule,
  stack: Stack,
  { comments, stale }: Suppressions,
  judgements: Judgements,
): { readonly hasSubjects: boolean; readonly said: readonly Said[] } {
  const { rule } = active;
  const { clusters, dashboards, pipelines, documents, inventory, plays, expectations = [] } = stack;
  const { reads = [] } = rule;
  let hasSubjects = false;
  const all: Said[] = [];
  const collect = <S>(
    subjects: readonly S[],
    kind: 'whole' | 'variables',
    judgeOne: (subject: S, found: Said[]) => void,
  ): void => {
    const judgeEach = (): readonly Said[] => {
      const found: Said[] = [];
      for (const subject of subjects) judgeOne(subject, found);
      return found;
    };
    // With overrides, the options depend on where a subject is.
    const said = active.varies ? judgeEach() : judgements.of(subjects, `${kind} by ${active.standard}`, judgeEach);
    for (const one of said) all.push(one);
  };
  const each = <S>(
    judgement: ((subject: S, options: RuleSetting['options']) => Iterable<Report | Open>) | undefined,
    subjects: readonly S[],
    reachOf: (subject: S) => Reach,
  ): void => {
    if (judgement === undefined) return;
    hasSubjects ||= subjects.length > 0;
    collect(subjects, 'whole', (subject, found) => {
      const reach = reachOf(subject);
      for (const member of reach.members)
        for (const name of reads) {
          const setting = settingOf(member, name);
          if (setting?.state === 'unknown') found.push({ said: { undecided: setting, hosts: [member.host] }, reach });
        }
      for (const said of judgement(subject, active.optionsFor(reach))) found.push({ said, reach });
    });
  };
  each(rule.stack, [stack], ofNoOne);
  each(rule.cluster, clusters, ofCluster);
  for (const { nodes } of clusters) each(rule.node, nodes, ofMember);
  each(rule.dashboards, dashboards, ofDashboards);
  for (const { each: ofNode } of pipelines) each(rule.pipeline, ofNode, ofMember);
  each(rule.document, documents, ofFile);
  const { variable: judgeVariable } = rule;
  if (judgeVariable !== undefined) {
    hasSubjects ||= documents.some(({ variables }) => variables.length > 0);
    collect(documents, 'variables', (document, found) => {
      const reach = ofFile(document);
      const options = active.optionsFor(reach);
      for (const variable of document.variables) {
        const reports = judgeVariable(variable, options);
        // Most variables give none, and an iterator over each empty list would be an eighth of what a check allocates.
        if (reports.length > 0) for (const said of reports) found.push({ said, reach });
      }
    });
  }
  if (inventory !== undefined) each(rule.inventory, [inventory], ofNoOne);
  each(rule.expectation, expectations, ({ at }) => ofFile(at));
  if (plays !== undefined) each(rule.plays, [plays], ofNoOne);
  each(rule.suppression, comments, ({ at }) => ofFile(at));
  each(rule.staleEntry, stale, ({ at }) => ofFile(at));
  return { hasSubjects, said: all };
}

const NO_ONE: Reach = { hosts: [], clusters: [], members: [] };

function ofNoOne(): Reach {
  return NO_ONE;
}

function ofFile({ file }: { readonly file: string }): Reach {
  return { hosts: [], clusters: [], members: [], file };
}

function ofMember(member: SearchNode | Pipeline): Reach {
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

/**
 * Folding: a bad group variable is one finding for thirty hosts in three stacks, and an unknown value is undecided
 * once.
 */
import type { Finding, ListItem, Related, Severity, Undecided, ValuesThatDiffer } from '../model/finding.ts';
import { naturally } from '../model/natural-order.ts';
import type { NamedRule, Report } from '../model/rule.ts';
import { keyOfFix } from '../model/fix.ts';
import type { Fix } from '../model/fix.ts';
import { keyOfRemedy } from '../model/remedy.ts';
import type { Remedy } from '../model/remedy.ts';
import { isSetByNothing, keyOfPlace, placeOfOrigin } from '../model/setting.ts';
import type { FilePlace, Origin, Place, Setting, Unknown } from '../model/setting.ts';
import { messageOf } from '../troubles/catalogue.ts';
import type { TroubleCode } from '../troubles/catalogue.ts';
import type { Fault } from '../troubles/fault.ts';

/** The hosts and clusters that a report concerns. */
export interface Concerned {
  readonly hosts: readonly string[];
  readonly clusters: readonly string[];
}

interface Draft {
  readonly severity: Severity;
  readonly code: TroubleCode | undefined;
  /** The message, with the name of one host standing in for all. */
  readonly say: (host: string | undefined) => string;
  readonly hostlessMessage: string;
  readonly at: Place;
  readonly setting: Setting<unknown> | undefined;
  readonly variable: string | undefined;
  readonly related: Map<string, Related>;
  readonly remedies: Map<string, Remedy>;
  /** Undefined once reports ask for different ones. */
  fix: Fix | undefined;
  readonly inList: ListItem | undefined;
  readonly values: ValuesThatDiffer | undefined;
  readonly seen: Set<Origin>;
  readonly stacks: Set<string>;
  readonly hosts: Set<string>;
  readonly clusters: Set<string>;
  readonly files: Set<string>;
  measure: number | undefined;
}

interface OpenDraft {
  readonly unknown: Unknown;
  readonly stacks: Set<string>;
  readonly hosts: Set<string>;
}

/** The place that a report points at. */
export function placeOfReport(report: Report): Place {
  return report.part ?? originOfReport(report);
}

function originOfReport({ at }: Report): Origin {
  return 'state' in at ? at.origin : at;
}

/** The place where a person tells something of the host that a report rests on, if it rests on any. */
function suppositionOf(report: Report): FilePlace | undefined {
  return [originOfReport(report), report.comparedWith?.origin]
    .flatMap((origin) =>
      origin === undefined ? [] : [origin, ...(origin.usedAt ?? []), ...(origin.computedFrom ?? [])],
    )
    .find((place): place is FilePlace => 'supposes' in place && place.supposes !== undefined);
}

/** Everything that one rule reports about all stacks. */
export class Folding {
  readonly #rule: NamedRule;
  readonly #real: (file: string) => string;
  readonly #drafts = new Map<string, Draft>();
  readonly #open = new Map<string, OpenDraft>();

  /** `real` gives the file that a path leads to, through all links. */
  constructor(rule: NamedRule, real: (file: string) => string = (file) => file) {
    this.#rule = rule;
    this.#real = real;
  }

  /**
   * Adds a report about a stack, with its severity, the hosts and clusters that it concerns, and the files that the
   * judged settings come from.
   */
  report(
    stack: string,
    report: Report,
    severity: Severity,
    { hosts, clusters }: Concerned,
    files: readonly string[],
  ): void {
    const setting = 'state' in report.at ? report.at : undefined;
    const at = placeOfReport(report);
    const variable = report.variable ?? setting?.variable;
    const supposed = suppositionOf(report);
    const say =
      'fault' in report ? () => messageOf(shortened(report.fault)) : this.#saying(report, variable, supposed?.supposes);
    // Reports that differ in the name of the host alone are one finding.
    const hostlessMessage = say('');
    const key = `${this.#keyOf(at)}\0${severity}\0${hostlessMessage}`;
    let draft = this.#drafts.get(key);
    if (draft === undefined) {
      draft = {
        severity,
        code: 'fault' in report ? report.fault.code : undefined,
        say,
        hostlessMessage,
        at,
        setting,
        variable,
        related: new Map(),
        remedies: new Map(),
        fix: 'call' in at ? undefined : report.fix,
        inList: report.inList,
        values: report.values,
        seen: new Set(),
        stacks: new Set(),
        hosts: new Set(),
        clusters: new Set(),
        files: new Set(),
        measure: undefined,
      };
      this.#drafts.set(key, draft);
    }
    if (draft.fix !== undefined && (report.fix === undefined || keyOfFix(report.fix) !== keyOfFix(draft.fix)))
      draft.fix = undefined;
    draft.stacks.add(stack);
    for (const host of hosts) draft.hosts.add(host);
    for (const file of files) draft.files.add(file);
    if (report.measure !== undefined) draft.measure = Math.max(draft.measure ?? -Infinity, report.measure);
    for (const cluster of clusters) if (cluster !== '') draft.clusters.add(cluster);
    for (const related of report.related ?? []) relate(draft, related);
    if (supposed !== undefined) relate(draft, { ...placeOfOrigin(supposed), message: 'told here' });
    // What a file declares would be lost again with the next run, so it is mended there.
    if ('call' in at) for (const remedy of report.remedies ?? []) draft.remedies.set(keyOfRemedy(remedy), remedy);
    const origin = originOfReport(report);
    if (draft.seen.has(origin)) return;
    draft.seen.add(origin);
    for (const related of circumstances(origin)) relate(draft, related);
  }

  /** Fills one of the rule's messages for a host. */
  #saying(
    { message, data }: Extract<Report, { readonly message: string }>,
    variable: string | undefined,
    supposed: string | undefined,
  ): (host: string | undefined) => string {
    const sentence = this.#rule.rule.messages[message];
    if (sentence === undefined) throw new Error(`it has no message "${message}"`);
    const whole = supposed === undefined ? sentence : sentence.replace(/\.$/, ` (${supposed}).`);
    return (host) => fill(whole, { variable, ...data, host });
  }

  /** Adds an unknown value of a stack that leaves the rule undecided about some hosts. */
  leaveOpen(stack: string, unknown: Unknown, hosts: readonly string[]): void {
    const { reason, variable, message, origin } = unknown;
    const key = `${reason}\0${variable}\0${message}\0${this.#keyOf(origin)}`;
    let entry = this.#open.get(key);
    if (entry === undefined) this.#open.set(key, (entry = { unknown, stacks: new Set(), hosts: new Set() }));
    entry.stacks.add(stack);
    for (const host of hosts) entry.hosts.add(host);
  }

  /** A key that is the same for places that count as one, for example because links lead to one file. */
  #keyOf(place: Place): string {
    return keyOfPlace('call' in place ? place : { ...place, file: this.#real(place.file) });
  }

  get findings(): readonly Finding[] {
    const { name, rule } = this.#rule;
    return Array.from(
      this.#drafts.values(),
      ({ severity, code, say, at, setting, variable, inList, values, ...draft }) => {
        const hosts = sorted(draft.hosts);
        const isOfRole = setting?.state === 'unknown' && setting.reason === 'role-default';
        const isMissing = isOfRole || (setting !== undefined && isSetByNothing(setting));
        return {
          kind: 'finding',
          rule: name,
          code,
          severity,
          tag: rule.tag,
          stacks: [...draft.stacks],
          message: say(hosts[0]),
          hostlessMessage: draft.hostlessMessage,
          why: rule.why,
          reference: rule.reference,
          at: placeOfOrigin(at),
          related: [...draft.related.values()],
          hosts,
          clusters: sorted(draft.clusters),
          variable,
          setting: setting?.setting,
          isMissing,
          inList,
          values,
          newFile: isMissing ? setting.origin.newFile : undefined,
          fix: draft.fix,
          remedies: draft.remedies.size > 0 ? [...draft.remedies.values()] : undefined,
          measure: draft.measure,
          dependsOn: draft.files,
        };
      },
    );
  }

  get undecided(): readonly Undecided[] {
    return Array.from(this.#open.values(), ({ unknown, stacks, hosts }) => ({
      kind: 'undecided',
      rule: this.#rule.name,
      stacks: [...stacks],
      hosts: sorted(hosts),
      variable: unknown.variable,
      reason: unknown.reason,
      message: unknown.message,
      shared: unknown.shared,
      decidedBy: unknown.decidedBy,
      at: placeOfOrigin(unknown.part ?? unknown.origin),
    }));
  }
}

/** Names in the order that people expect, so that all reports list them the same way. */
function sorted(names: ReadonlySet<string>): readonly string[] {
  return [...names].sort(naturally);
}

/** Adds a related place, which is listed once: what the rule says about it comes first. */
function relate({ related }: Draft, place: Related): void {
  const key = 'call' in place ? `${keyOfPlace(place)}\0${place.message}` : `${place.file}\0${String(place.start)}`;
  if (!related.has(key)) related.set(key, place);
}

/** The places related to a value: where it was observed and is used, what it is computed from, and the value that it overrides. */
function circumstances({ usedAt = [], overrides, computedFrom = [], observedAt }: Origin): readonly Related[] {
  const overridden = overrides?.[0];
  return [
    ...(observedAt === undefined ? [] : [{ ...observedAt, message: 'observed here' }]),
    ...usedAt.map((place) => ({ ...placeOfOrigin(place), message: 'used here' })),
    ...computedFrom.map((place) => ({ ...placeOfOrigin(place), message: 'computed from this' })),
    ...(overridden === undefined
      ? []
      : [{ ...placeOfOrigin(overridden), message: 'overrides this', inWords: 'which the value above overrides' }]),
  ];
}

type Values = Readonly<Record<string, string | number | undefined>>;

/** The length in characters from which a value in a sentence is shortened: the place shows the rest. */
const LONGEST = 300;
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Replaces each `{{name}}` in a sentence by its value. Throws if there is no value, which is a mistake in the rule. */
function fill(sentence: string, values: Values): string {
  return sentence.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the message "${sentence}" has no value for ${whole}`);
    return short(String(value));
  });
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function shortened(fault: Fault): Fault {
  return {
    ...fault,
    data: Object.fromEntries(Object.entries(fault.data).map(([name, one]) => [name, short(String(one))])),
  };
}

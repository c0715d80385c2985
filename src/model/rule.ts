/** The shape of a rule: one file, one check, one record that also makes its page, its help and its options' schema. */
import type { Fault } from '../troubles/fault.ts';
import type { BaselineEntry, DeclaredVariable, JudgedSuppression, SourceDocument } from './source-document.ts';
import type { ListItem, Related, Severity, Tag, ValuesThatDiffer } from './finding.ts';
import type { DeclaredInventory } from './declared-inventory.ts';
import type { RecordSettingName, SnapshotPolicy } from './records.ts';
import type { Fix } from './fix.ts';
import type { Remedy } from './remedy.ts';
import type { Change } from './change.ts';
import type { Drift } from './drift.ts';
import type { Expectation } from './expectation.ts';
import type { DeclaredPlays } from './declared-plays.ts';
import type { Open, Origin, Place, Setting } from './setting.ts';
import type { SettingName } from './settings.ts';
import type { Cluster, Dashboard, Dashboards, Pipeline, SearchNode, Shipper, Stack } from './stack.ts';

export type Preset = 'development' | 'production' | 'strict';
export const PRESETS: readonly Preset[] = ['development', 'production', 'strict'];
export type SeverityOrOff = Severity | 'off';

/** One option of a rule: a JSON Schema with a default. */
export interface OptionSchema {
  readonly type: 'integer' | 'number' | 'string' | 'boolean';
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly default: number | string | boolean;
}
export type OptionSchemas = Readonly<Record<string, OptionSchema>>;

type Widen<T> = T extends number ? number : T extends string ? string : T extends boolean ? boolean : never;
type OptionsOf<S extends OptionSchemas> = { readonly [K in keyof S]: Widen<S[K]['default']> };

/**
 * A report of a rule: a place, and one of its messages or a fault of the catalogue, with the values for the sentence.
 */
export type Report<M extends string = string> = Reported & (Said<M> | { readonly fault: Fault });

/** One of the rule's own messages. */
interface Said<M extends string> {
  readonly message: M;
  /** Values for `{{name}}` in the message. The engine fills in `host`, and `variable` where `at` is a setting. */
  readonly data?: Readonly<Record<string, string | number>>;
}

interface Reported {
  /** An origin, or the setting that has it: a place, with those around it that a reader wants to know. */
  readonly at: Setting<unknown> | Origin;
  /** The setting that its value is compared with: what a person merely tells of it is said, too. */
  readonly comparedWith?: Setting<unknown>;
  /** The part of the setting that is at fault, if it has a place of its own. */
  readonly part?: Place | undefined;
  readonly related?: readonly Related[] | undefined;
  /**
   * The severity of this report in place of the rule's own, if the rule is on: one for each preset, or one for all; then
   * under `strict` the higher one counts.
   */
  readonly severity?: Severity | Readonly<Record<Preset, Severity>> | undefined;
  /** The hosts that the wrong value reaches, if it is not the subject's own (a cluster, a document). */
  readonly hosts?: readonly string[];
  /** The clusters that it concerns, if the subject is not one of a single cluster. */
  readonly clusters?: readonly string[];
  readonly variable?: string | undefined;
  readonly inList?: ListItem;
  /** Requests that mend it, of which each does so by itself. A finding in a file has none: the file is to be mended. */
  readonly remedies?: readonly Remedy[] | undefined;
  /** The edits that mend it where it is in a file. */
  readonly fix?: Fix | undefined;
  /** The values that differ, as they are shown, for programs. */
  readonly values?: ValuesThatDiffer;
  /** The size of the mistake, in any unit: a finding whose measure has grown since the baseline is new. */
  readonly measure?: number;
}

/** The name of a setting that a rule may read: of a member, or of a record. */
type ReadName = SettingName | RecordSettingName;

/** A member, or a record, with those of its settings that a rule names. */
type With<M, N> = Pick<M, Exclude<keyof M, ReadName> | (keyof M & N)>;

/** The subjects that a rule may take, each a method of its name; `N` names the settings that the rule reads of them. */
interface Subjects<N> {
  readonly stack: Stack;
  readonly cluster: Cluster<With<SearchNode, N>>;
  /** It names neither the host nor its groups: nodes that differ only in these are judged once. */
  readonly node: Omit<With<SearchNode, N>, 'host' | 'groups'>;
  readonly dashboards: Dashboards<With<Dashboard, N>>;
  readonly pipeline: With<Pipeline, N>;
  readonly shipper: With<Shipper, N>;
  readonly snapshotPolicy: With<SnapshotPolicy, N>;
  /** A running cluster compared with its inventory, if there is one. */
  readonly drift: Drift;
  /** What a change does to the stack, if one is checked. */
  readonly change: Change;
  readonly document: SourceDocument;
  /** Each variable of each document. */
  readonly variable: DeclaredVariable;
  readonly inventory: DeclaredInventory;
  /** Each number of hosts that the configuration expects. */
  readonly expectation: Expectation;
  readonly plays: DeclaredPlays;
  /** Each suppression comment, after all other rules. */
  readonly suppression: JudgedSuppression;
  /** Each entry of the baseline whose finding is gone, after all other rules. */
  readonly staleEntry: BaselineEntry;
}
export type SubjectName = keyof Subjects<never>;

/** A check of others that asks for what a rule does: `AutoOps: Memory lock disabled`, and the page that says so. */
export interface RuleSource {
  readonly name: string;
  readonly url?: string;
}

interface RuleRecord<
  S extends OptionSchemas,
  M extends Readonly<Record<string, string>>,
  R extends ReadName,
  C extends ReadName,
> {
  /** One sentence that says what to do. */
  readonly summary: string;
  /** The consequence of leaving it as it is. */
  readonly why: string;
  /** A page of public documentation, or else the rule's own: `docs/rules/memory/heap-unit.md`. */
  readonly reference: string;
  /** The first release of stacklint that has it; a policy of a configuration has none. */
  readonly since?: string | undefined;
  /** The same check elsewhere, in other linters, services or the products themselves. */
  readonly sources?: readonly RuleSource[];
  readonly severity: Readonly<Record<Preset, SeverityOrOff>>;
  /** Given if it offers fixes of some of its findings: whether they change nothing of what a run deploys. */
  readonly fixes?: 'safe' | 'unsafe';
  /** Given where its findings point at what has no effect, which editors fade. */
  readonly tag?: Tag;
  readonly options?: S;
  /**
   * Given if it judges one of the two: what an inventory declares, though a running cluster has members and settings as
   * well, or what a running cluster alone tells.
   */
  readonly judges?: 'declared' | 'observed';
  /**
   * The settings that it judges. Where one of a member is unknown, the engine reports the rule as undecided about it.
   */
  readonly reads?: readonly R[];
  /**
   * Further settings that it takes into account. The rule itself yields `Open` where an unknown one leaves it
   * undecided.
   */
  readonly considers?: readonly C[];
  /** Sentences by id: what is wrong, with values and host, then what was expected. `data` fills in each `{{name}}`. */
  readonly messages: M;
}

/**
 * The function that judges each kind of subject; that of variables gives a list, as there are many and most give
 * none.
 */
type Judgements<Options, M extends string, N> = {
  readonly [K in SubjectName]?: (
    subject: Subjects<N>[K],
    options: Options,
  ) => K extends 'variable' ? readonly (Report<M> | Open)[] : Iterable<Report<M> | Open>;
};

/** A rule with its name, `category/rule`, as it is found by path. */
export interface NamedRule {
  readonly name: string;
  readonly rule: Rule;
}

/** A rule as the engine sees it, whatever its options and messages are. */
export type Rule = RuleRecord<OptionSchemas, Readonly<Record<string, string>>, ReadName, ReadName> &
  Judgements<Readonly<Record<string, unknown>>, string, ReadName>;

/** Defines a rule. Its category and name come from its path, so they are not written here. */
export function defineRule<
  const S extends OptionSchemas,
  const M extends Readonly<Record<string, string>>,
  const R extends ReadName = never,
  const C extends ReadName = never,
>(rule: RuleRecord<S, M, R, C> & Judgements<OptionsOf<S>, keyof M & string, R | C>): Rule {
  // The engine hands each rule the options of its own schema, so the wider parameter type is safe.
  return rule as unknown as Rule;
}

/** The settings that a rule reads. */
export function settingsRead({ reads = [], considers = [] }: Rule): ReadonlySet<ReadName> {
  return new Set([...reads, ...considers]);
}

/** The subjects that a running cluster has, too. */
const OBSERVED = [
  ...['stack', 'cluster', 'node', 'dashboards', 'pipeline', 'drift', 'snapshotPolicy'],
] as const satisfies readonly SubjectName[];

/** Tells whether a rule judges what an inventory declares, what a running cluster answers, or both. */
export function sidesOf(rule: Rule): 'declared' | 'observed' | 'both' {
  return rule.judges ?? (OBSERVED.some((subject) => rule[subject] !== undefined) ? 'both' : 'declared');
}

/** An example of a rule, from `<rule>.example.yml`: texts that it finds fault with, and the same as they should be. */
export interface Example {
  readonly bad: ExampleFiles;
  readonly good: ExampleFiles;
}

/** Texts of files by their paths in a project, or of answers by their requests: `GET /_cluster/health`. */
type ExampleFiles = Readonly<Record<string, string>>;

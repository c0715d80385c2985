/** Findings: the reports of rules, folded and ready to be shown. */
import type { TroubleCode } from '../troubles/catalogue.ts';
import type { Cause } from '../troubles/cause.ts';
import type { Fix } from './fix.ts';
import type { Remedy } from './remedy.ts';
import type { Place, SettingReason } from './setting.ts';

export type Severity = 'error' | 'warning' | 'info';
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** The nature of what a finding points at, if editors show it in a special way. */
export type Tag = 'unnecessary';

/** A further place that helps to understand a finding. */
export type Related = Place & {
  /** Its relation to the finding, as programs read it: `overrides this`, `used here`. */
  readonly message: string;
  /** The relation in words that people cannot read the other way round: `which the value above overrides`. */
  readonly inWords?: string;
};

/** A finding as an item of a list, if a file has many of one kind. */
export interface ListItem {
  /**
   * The rest of a sentence about all of them, after their number: `secrets are in plain text; expected vaulted
   * values.`
   */
  readonly all: string;
  /** What tells it from the others. */
  readonly name: string;
}

/** What an inventory declares, and what runs in its place; both as they are shown. */
export interface ValuesThatDiffer {
  readonly declared: string;
  readonly observed: string;
}

/** One finding, folded: the same rule, place and message for all its hosts, in whichever stacks. */
export interface Finding {
  readonly kind: 'finding';
  readonly rule: string;
  /** The code of what is wrong, if the rule reports faults of the catalogue. */
  readonly code?: TroubleCode | undefined;
  readonly severity: Severity;
  readonly tag?: Tag | undefined;
  /** The names of the stacks that have it, in the order in which they were judged; never empty. */
  readonly stacks: readonly string[];
  readonly message: string;
  /** The message without the host's name, by which a finding is compared with one before a change. */
  readonly hostlessMessage?: string | undefined;
  readonly why: string;
  readonly reference: string;
  readonly at: Place;
  readonly related: readonly Related[];
  /** In natural order, as its clusters. */
  readonly hosts: readonly string[];
  readonly clusters: readonly string[];
  readonly variable: string | undefined;
  readonly setting: string | undefined;
  /** True if nothing sets the variable. */
  readonly isMissing?: boolean;
  /** The file to set a missing variable in, if that file does not exist yet. */
  readonly newFile?: string | undefined;
  /** Given where people need not read of each by itself in a file that has many. */
  readonly inList?: ListItem | undefined;
  /** Requests to the cluster that mend it; none for a finding in a file. */
  readonly remedies?: readonly Remedy[] | undefined;
  /** The edits that mend it, if its rule offers the same for all of its hosts. */
  readonly fix?: Fix | undefined;
  readonly values?: ValuesThatDiffer | undefined;
  /** The size of the mistake, if the rule measures it: the largest of its reports. */
  readonly measure?: number | undefined;
  /** The files of the settings that were judged; only if a check asks for them. */
  readonly dependsOn?: ReadonlySet<string> | undefined;
}

/** A finding that is accepted: not reported, but counted and listed apart. */
export interface Suppressed {
  readonly kind: 'suppressed';
  readonly finding: Finding;
  /** A comment in the file, or an entry of the baseline. */
  readonly by: 'comment' | 'baseline';
  /** The reason that a person gave. */
  readonly because?: string | undefined;
  /** The last day on which it holds, as `2027-01-31`. */
  readonly until?: string | undefined;
}

/** A judgement that an unknown setting leaves open, folded like a finding. */
export interface Undecided extends Pick<Cause, 'shared'> {
  readonly kind: 'undecided';
  readonly rule: string;
  /** The stacks, as those of a finding. */
  readonly stacks: readonly string[];
  readonly hosts: readonly string[];
  readonly variable: string;
  readonly reason: SettingReason;
  readonly message: string;
  /** What decides it, to fit after "to decide: "; undefined if only a run can. */
  readonly decidedBy?: string | undefined;
  readonly at: Place;
}

/** The reason why an answer of a cluster was not seen; `partial` where some nodes gave none. */
export type UnseenReason =
  | 'unauthenticated'
  | 'forbidden'
  | 'unavailable'
  | 'not-found'
  | 'overloaded'
  | 'failed'
  | 'timeout'
  | 'unreadable'
  | 'too-large'
  | 'partial';

/** A request to a cluster whose answer was not seen, or not whole: what it feeds is undecided. */
export interface UnseenAnswer {
  /** As it was sent: `GET /_snapshot`. */
  readonly request: string;
  /** The name of the call: `repositories`. */
  readonly name: string;
  readonly reason: UnseenReason;
  /** The status of the answer, if there was one. */
  readonly status?: number | undefined;
  /** What the account lacks, if it was refused. */
  readonly privilege?: string | undefined;
  /** A sentence without its full stop: `GET /_snapshot was refused: it needs monitor_snapshot`. */
  readonly message: string;
  /** The names of the rules that it feeds. */
  readonly rules: readonly string[];
}

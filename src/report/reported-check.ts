/** The contents of a report: the stacks that were checked, and what was found. */
import type { EditsByFile } from '../edits/edits-of-fix.ts';
import type { Change } from '../model/change.ts';
import type { Finding, Suppressed, Undecided, UnseenAnswer } from '../model/finding.ts';
import type { Drift } from '../model/drift.ts';
import type { Preset } from '../model/rule.ts';
import type { Stack } from '../model/stack.ts';
import type { Topology } from '../model/topology.ts';
import type { Document } from '../source/document.ts';
import type { PlaceEntry } from './locations.ts';
import type { SecretsOfStack } from './redaction.ts';

/** A check as reports show it. */
export interface ReportedCheck {
  readonly stacks: readonly ReportedStack[];
  /** Sorted by file, line, column, rule. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** Findings that comments and the baseline accept, in the order of findings. */
  readonly suppressed: readonly Suppressed[];
  /** What was not seen of clusters, in the order of the requests; empty for files. */
  readonly unseen: readonly UnseenAnswer[];
  /** The mark by which a later check knows a finding again. */
  readonly fingerprint: (finding: Finding) => string;
  /** What a change does to each stack that it touches, if one was checked. */
  readonly changes?: readonly ReportedChange[] | undefined;
  /** What was mended before the check, if anything was to be. */
  readonly mending?: Mending | undefined;
  /** The edits that mend findings, if they were proved: by the paths of files. */
  readonly suggestions?: ReadonlyMap<Finding, EditsByFile> | undefined;
  /** Documents by shown path, to turn offsets into lines and to show the text. */
  readonly documents: ReadonlyMap<string, Document>;
  /** The number of rules that had something to judge, of those that were on. */
  readonly rules: number;
  readonly rulesOn: number;
  /** Lines for stderr that are not findings: a role is missing, a dynamic source was not run. */
  readonly notices: readonly string[];
}

/** What fixes did to the files, or would do. */
export interface Mending {
  readonly fixed: readonly MendedFinding[];
  readonly notFixed: readonly NotMended[];
  readonly files: readonly MendedFile[];
  /** False if the files are as they were, and only what would be written is shown. */
  readonly isWritten: boolean;
}

/** A finding that was mended. */
export interface MendedFinding {
  readonly rule: string;
  /** The place of the finding when it was mended. */
  readonly at: PlaceEntry;
  /** What was done, as a command without its full stop: `Set search_heap to 30`. */
  readonly title: string;
}

/** A finding whose fix was not made, with the reason as a clause. */
export interface NotMended extends MendedFinding {
  readonly why: string;
}

/** A file that fixes edit. */
export interface MendedFile {
  /** The path as it is shown. */
  readonly file: string;
  /** Undefined if it is new. */
  readonly before: Document | undefined;
  readonly after: Document;
}

/** What a change does to a stack. */
export interface ReportedChange {
  /** The name of the stack. */
  readonly stack: string;
  readonly change: Change;
}

/** A stack that was checked; its secrets are not shown. */
export interface ReportedStack extends SecretsOfStack {
  readonly name: string;
  /** The paths of its inventory sources, as they are shown. */
  readonly sources: readonly string[];
  /** The vocabulary that it was seen through, by its name; undefined if none fits. */
  readonly vocabulary: string | undefined;
  readonly preset: Preset;
  /** A person's choice, the stack itself, or neither. */
  readonly presetFrom: 'choice' | NonNullable<Stack['developmentBy']> | 'default';
  /** The path of the configuration that applies to it, as it is shown; undefined if there is none. */
  readonly configuration: string | undefined;
  /** Given for a running cluster, which has neither sources nor a vocabulary unless it is compared with an inventory. */
  readonly observed?: Observation | undefined;
  /** The requests that are shown to people in another form, which gives the same answer and more. */
  readonly shownRequests?: ReadonlyMap<string, string>;
  /** Given for a running cluster that was compared with its inventory. */
  readonly drift?: Drift | undefined;
  /** The number of its hosts. */
  readonly hosts: number;
  readonly clusters: readonly ReportedCluster[];
  /** The host of each dashboard instance, and of each pipeline node: a host may be several, by its containers. */
  readonly dashboards: readonly string[];
  readonly pipelines: readonly string[];
  readonly products: readonly ReportedProduct[];
  /** Its picture, if the report has one. */
  readonly topology?: Topology | undefined;
}

/** A cluster, or nodes whose cluster only a run knows. */
export interface ReportedCluster {
  readonly label: string;
  readonly isKnown: boolean;
  /** The host of each node. */
  readonly nodes: readonly string[];
}

/** A product that roles and playbooks deploy, and where that was learnt. */
export interface ReportedProduct {
  /** The name of its file in `schemas/products`. */
  readonly name: string;
  readonly title: string;
  readonly part: string;
  /** As far as it is known: `8.13.4`, or `8`. */
  readonly release: string | undefined;
  /** The number of hosts that have it. */
  readonly hosts: number;
  /** The folders of the roles, or the playbooks; the requests to a running cluster. */
  readonly sources: readonly string[];
}

/** When and how a running cluster was asked. */
export interface Observation {
  /** The URL of the node that answered, or the recording. */
  readonly from: string;
  /** The time, as ISO 8601. */
  readonly at: string;
  readonly requests: number;
}

/**
 * Documents of the inventory and of the plays around it, as rules see them: their faults, and the variables they set.
 */
import type { Fault } from '../troubles/fault.ts';
import type { Related } from './finding.ts';
import type { FilePlace, Open } from './setting.ts';

/** A fault of a document as text or structure, as Ansible sees it. */
export interface Problem {
  readonly place: FilePlace;
  readonly fault: Fault;
  /** `error` where Ansible drops the file or stops, `warning` where it goes on. */
  readonly severity: 'error' | 'warning';
}

/** A part of a value that is read differently from the way it looks. Secrets are not shown. */
export interface SurprisingValue {
  readonly place: FilePlace;
  readonly path: string;
  readonly written: string;
  /** The value that is read, to fit after "is read as ": `the number 8`. */
  readonly read: string;
  /** The way to write what was meant, to fit after "expected ". */
  readonly expected: string;
  /** True if the variable does not accept the value that is read. */
  readonly malformed: boolean;
}

/** A template in a value that Ansible cannot read. Secrets are not shown. */
export interface BrokenTemplate {
  /** The part of it at fault, if that is known. */
  readonly place: FilePlace;
  readonly fault: Fault;
  /** The hosts that get the value. */
  readonly hosts: readonly string[];
}

/** A part of a value at fault: one that is written there, or that a template there gives. */
interface PartAtFault {
  readonly place: FilePlace;
  /** For the result of a template: the hosts that get it, and the place of the template, if that is elsewhere. */
  readonly hosts?: readonly string[];
  readonly related?: readonly Related[];
}

/** A part that breaks the vocabulary's schema. Secrets are not shown. */
export interface Violation extends PartAtFault {
  readonly fault: Fault;
}

/** A text or a number that is a secret in plain text, or its hash. */
export interface PlainSecret extends PartAtFault {
  /** The path to the part: the variable, then keys. */
  readonly path: string;
  readonly length: number;
  /** The scheme by which it is hashed; left out where it is not. */
  readonly hash?: string;
  /** True if it is not a secret yet, but a text that everyone tries: `changeme`. */
  readonly isPlaceholder: boolean;
}

/** A key that the role leaves out of what it writes, with the variable to use in its place, if there is one. */
interface DeadKey {
  readonly place: FilePlace;
  readonly key: string;
  readonly instead: string | undefined;
}

/** A variable that a document sets at its top level (or a group or host of an inventory file sets). */
export interface DeclaredVariable {
  /** Undefined if it was decrypted and is not known to the vocabulary. */
  readonly name: string | undefined;
  readonly key: FilePlace;
  /** The hosts that get this value, in at least one of their plays. To ask for them looks at all hosts. */
  readonly hosts: readonly string[];
  /**
   * `known` to the vocabulary; `foreign`: not of this role; `unknown`: it has the role's prefix, but the role has no
   * such variable.
   */
  readonly belongs: 'known' | 'foreign' | 'unknown';
  /** The name of the role that it would belong to, if that has one. */
  readonly role: string | undefined;
  /** For `unknown`: the nearest name that the role has. */
  readonly nearest: string | undefined;
  /** For `unknown`: some template, play or role of the project reads it, or a role that is not in the project may. */
  readonly used: boolean;
  /** The parts that break the vocabulary's schema. Of a template, the result is judged, if it is known. */
  readonly violations: readonly Violation[];
  /** Templates whose result is unknown, in places where the schema would judge it. */
  readonly unknownParts: readonly Open[];
  readonly brokenTemplates: readonly BrokenTemplate[];
  /** Parts of the value that are read differently from the way they look. */
  readonly surprises: readonly SurprisingValue[];
  /** Secrets in plain text in the value, or in the results of its templates. */
  readonly plainSecrets: readonly PlainSecret[];
  /** The name that the role has for it now, if this is a former one. */
  readonly renamed: string | undefined;
  /** The release of the role from which on it has no effect, if the project surely has that release or a later one. */
  readonly removed: string | undefined;
  /** The name of the only part whose hosts read it, if it is certain that none of them gets it. */
  readonly missedPart: string | undefined;
  /** The keys of its map that the role leaves out. */
  readonly deadKeys: readonly DeadKey[];
  /** True if it is certain that no host of the stack gets the value. Asking for it looks at all hosts. */
  readonly isAside: boolean;
}

/** A key that is repeated where the last one wins. */
interface DuplicateKey {
  readonly name: string;
  /** The kind of text that repeats it; `section` and `line` are those of INI, where keys are variables. */
  readonly within: 'mapping' | 'section' | 'line';
  readonly place: FilePlace;
  readonly first: FilePlace;
}

/** A comment that suppresses findings of the document: `# stacklint-disable-line RULE -- because`. */
export interface SuppressionComment {
  readonly at: FilePlace;
  /** The word after `stacklint-`: `disable-next-line`. */
  readonly directive: string;
  /** The place whose findings it suppresses: a line, or the whole file; undefined if the directive is unknown. */
  readonly covers: FilePlace | undefined;
  /** The names or globs of the rules. */
  readonly rules: readonly { readonly pattern: string; readonly at: FilePlace }[];
  /** The reason that it gives. */
  readonly because: string | undefined;
  /** The last day on which it holds, as it is written. */
  readonly until: string | undefined;
}

/** A suppression comment with what became of it in a check. */
export interface JudgedSuppression extends SuppressionComment {
  readonly rules: readonly (SuppressionComment['rules'][number] & {
    /**
     * `used`: it suppresses a finding; `unused`: there is none to suppress; `open`: there may be one, because the
     * rule is off, has nothing to judge, is undecided there or not asked about all hosts, or because Ansible cannot
     * read the file; `unknown`: there is no such rule; `forbidden` by the configuration.
     */
    readonly state: 'used' | 'unused' | 'open' | 'unknown' | 'forbidden';
    /** For an unknown rule: the nearest name. */
    readonly nearest: string | undefined;
  })[];
  /** `never` without a date, `past` after it, `unreadable` where it is not a date. */
  readonly expiry: 'never' | 'ahead' | 'past' | 'unreadable';
}

/** A finding that the baseline accepts. */
export interface BaselineEntry {
  /** The place of the entry in the baseline. */
  readonly at: FilePlace;
  readonly rule: string;
  /** The file of the finding, relative to the folder that fingerprints refer to, with `/`. */
  readonly file: string;
  readonly variable: string | undefined;
  /** The message when it was accepted. */
  readonly message: string | undefined;
  /** The size of the mistake when it was accepted. */
  readonly measure: number | undefined;
  readonly fingerprint: string;
}

/**
 * A document as rules see it: never its text. Of playbooks and of the files of roles, only their problems are judged.
 */
export interface SourceDocument {
  /** The path as reports show it. */
  readonly file: string;
  readonly problems: readonly Problem[];
  readonly duplicates: readonly DuplicateKey[];
  readonly variables: readonly DeclaredVariable[];
  /** The comments that suppress findings in it, in the order of its text. */
  readonly suppressions: readonly SuppressionComment[];
}

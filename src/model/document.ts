/** A document of the inventory or of the plays around it, as rules see it: what is wrong with its text, and what it sets. */
import type { Fault } from '../troubles/catalogue.ts';
import type { Related } from './finding.ts';
import type { FilePlace, Open } from './setting.ts';

/** A fault of a document as text or structure, as Ansible sees it. */
export interface Problem {
  readonly place: FilePlace;
  readonly fault: Fault;
  /** `error` where Ansible drops the file or stops, `warning` where it goes on. */
  readonly severity: 'error' | 'warning';
}

/** A part of a value that is read as something else than it is written as. Secrets are not shown. */
export interface SurprisingValue {
  readonly place: FilePlace;
  readonly path: string;
  readonly written: string;
  /** Fits after "is read as ": `the number 8`. */
  readonly read: string;
  /** Fits after "expected ": how to write what was meant. */
  readonly expected: string;
  /** True where the value that is read is none that the variable takes. */
  readonly malformed: boolean;
}

/** A template in a value that Ansible cannot read. Secrets are not shown. */
export interface BrokenTemplate {
  /** The part of it at fault, where that is known. */
  readonly place: FilePlace;
  readonly fault: Fault;
  /** Those for which the value is the one that counts. */
  readonly hosts: readonly string[];
}

/** A part of a value at fault: one that is written there, or that a template there gives. */
interface PartAtFault {
  readonly place: FilePlace;
  /** For what a template gives: the hosts that see it, and where the template stands, if that is elsewhere. */
  readonly hosts?: readonly string[];
  readonly related?: readonly Related[];
}

/** A part that breaks the vocabulary's schema. Secrets are not shown. */
export interface Violation extends PartAtFault {
  readonly fault: Fault;
}

/** A text or a number that is a secret in plain text, or its hash. */
export interface PlainSecret extends PartAtFault {
  /** The variable, and the keys that lead to the part. */
  readonly path: string;
  readonly length: number;
  /** The scheme by which it is hashed; left out where it is not. */
  readonly hash?: string;
}

/** A variable that a document sets at its top level (or a group or host of an inventory file sets). */
export interface DeclaredVariable {
  /** Undefined where it was decrypted and is not known to the vocabulary. */
  readonly name: string | undefined;
  readonly key: FilePlace;
  /** Those that see this value: for which it is the one that wins, in one of their plays at least. Asked for, all are looked at. */
  readonly hosts: readonly string[];
  /** `known` to the vocabulary; `foreign`: not of this role; `unknown`: it has the role's prefix, but is none of its variables. */
  readonly belongs: 'known' | 'foreign' | 'unknown';
  /** The name of the role that it would belong to, where that has one. */
  readonly role: string | undefined;
  /** For `unknown`: the nearest name that the role has. */
  readonly nearest: string | undefined;
  /** For `unknown`: some template, play or role of the project reads it. */
  readonly used: boolean;
  /** Where the value breaks the vocabulary's schema; of a template, what it comes to is judged, where that is known. */
  readonly violations: readonly Violation[];
  /** Templates that nobody can evaluate, in places where the schema would judge what they come to. */
  readonly unknownParts: readonly Open[];
  readonly brokenTemplates: readonly BrokenTemplate[];
  /** Parts of the value that are read as something else than they are written as. */
  readonly surprises: readonly SurprisingValue[];
  /** Texts and numbers inside the value that are secrets in plain text, or that templates there give. */
  readonly plainSecrets: readonly PlainSecret[];
}

/** A key that is given again where the last one wins. */
interface DuplicateKey {
  readonly name: string;
  /** What has it twice; `section` and `line` are those of INI, where keys are variables. */
  readonly within: 'mapping' | 'section' | 'line';
  readonly place: FilePlace;
  readonly first: FilePlace;
}

/** A document as rules see it: never its text. Of playbooks and of the files of roles, only their problems are judged. */
export interface SourceDocument {
  /** Its path as reports show it. */
  readonly file: string;
  readonly problems: readonly Problem[];
  readonly duplicates: readonly DuplicateKey[];
  readonly variables: readonly DeclaredVariable[];
}

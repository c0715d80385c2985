/** The nouns that rules speak of. A stack is filled from an inventory (declared) or from a cluster (observed). */
import type { Related } from './finding.ts';
import type { DeclaredInventory } from './inventory.ts';
import { reading } from './setting.ts';
import type { Origin, Place, Secret, Setting, Unknown } from './setting.ts';
import type { Duration, Watermark } from './units.ts';

/** The settings of a search node, a dashboard or a pipeline by their name in the model; a vocabulary fills them. */
export interface SettingTypes {
  clusterName: string;
  roles: readonly string[];
  heapGb: number;
  memoryLock: boolean;
  repositoryPaths: readonly string[];
  dataPaths: readonly string[];
  watermarkLow: Watermark;
  watermarkHigh: Watermark;
  watermarkFloodStage: Watermark;
  encryptionKeySecurity: Secret;
  encryptionKeySavedObjects: Secret;
  encryptionKeyReporting: Secret;
  queueType: string;
  deadLetterQueue: boolean;
  deadLetterRetention: Duration;
}
export type SettingName = keyof SettingTypes;

/** Where a subject's settings come from: the inventory or the cluster. Asked once for each name; it may be lazy. */
export type SettingSource = <N extends SettingName>(name: N) => Setting<SettingTypes[N]>;

/** A machine of the stack in one of its parts. */
abstract class Member {
  readonly host: string;
  /** The name of the cluster it belongs to, as reports list it. */
  readonly clusterLabel: string;
  readonly #source: SettingSource;
  /** Several rules read the same setting of the same machine. */
  readonly #settings = new Map<SettingName, Setting<unknown>>();

  constructor(host: string, clusterLabel: string, source: SettingSource) {
    this.host = host;
    this.clusterLabel = clusterLabel;
    this.#source = source;
  }

  /** For a judgement that hangs on which cluster it belongs to: an unknown name leaves that open. */
  readClusterName(): void {
    this.setting('clusterName');
  }

  protected setting<N extends SettingName>(name: N): Setting<SettingTypes[N]> {
    let setting = this.#settings.get(name);
    if (setting === undefined) this.#settings.set(name, (setting = this.#source(name)));
    // What stands under a name came from the source for that name.
    return reading(setting as Setting<SettingTypes[N]>, this.host);
  }
}

/** The software that search nodes run, with all roles that one may have. */
export interface Product {
  readonly name: string;
  readonly roles: readonly string[];
}

/** A search node: a member of a cluster. */
export class SearchNode extends Member {
  readonly product: Product;

  constructor(host: string, clusterLabel: string, source: SettingSource, product: Product) {
    super(host, clusterLabel, source);
    this.product = product;
  }

  /** Unset means all roles; an empty list means none (a coordinating node). */
  get roles() {
    return this.setting('roles');
  }
  /** In GB, as the JVM counts them (2^30 bytes). */
  get heapGb() {
    return this.setting('heapGb');
  }
  get memoryLock() {
    return this.setting('memoryLock');
  }
  get repositoryPaths() {
    return this.setting('repositoryPaths');
  }
  get dataPaths() {
    return this.setting('dataPaths');
  }
  get watermarkLow() {
    return this.setting('watermarkLow');
  }
  get watermarkHigh() {
    return this.setting('watermarkHigh');
  }
  get watermarkFloodStage() {
    return this.setting('watermarkFloodStage');
  }
}

/** What is unknown about who belongs together, as some name of a cluster is not known. */
interface Belonging<M> {
  /** Those that may belong to it as well: their own name, or that of these, is not known. */
  readonly possible: readonly M[];
  /** True where nobody knows whether even these belong together: their names are unknown, each in its own way. */
  readonly scattered: boolean;
}

/** All search nodes that share a cluster name; those whose name is not known are listed together. */
export interface Cluster extends Belonging<SearchNode> {
  /** The cluster's name, or the group's where it has none or an unknown one. */
  readonly label: string;
  readonly nodes: readonly SearchNode[];
  /** Where a finding about the cluster as a whole points: the search group's key, or its variable file. */
  readonly origin: Origin;
  /** Says why, where the cluster may have nodes that no file names: a dynamic source, a file that cannot be read. */
  readonly unlisted?: Unknown | undefined;
}

/** One instance of the dashboard. */
export class Dashboard extends Member {
  get encryptionKeySecurity() {
    return this.setting('encryptionKeySecurity');
  }
  get encryptionKeySavedObjects() {
    return this.setting('encryptionKeySavedObjects');
  }
  get encryptionKeyReporting() {
    return this.setting('encryptionKeyReporting');
  }
  /** The three keys that every instance needs, and that all instances share (Production practice §5.5). */
  get encryptionKeys(): readonly Setting<Secret>[] {
    return [this.encryptionKeySecurity, this.encryptionKeySavedObjects, this.encryptionKeyReporting];
  }
}

/** All dashboard instances of one cluster; those whose cluster's name is not known are listed together. */
export interface Dashboards extends Belonging<Dashboard> {
  readonly clusterLabel: string;
  readonly instances: readonly Dashboard[];
}

/** One pipeline node. */
export class Pipeline extends Member {
  get queueType() {
    return this.setting('queueType');
  }
  get deadLetterQueue() {
    return this.setting('deadLetterQueue');
  }
  get deadLetterRetention() {
    return this.setting('deadLetterRetention');
  }
}

/** What is wrong with a document as text or structure, in Ansible's own reason. */
export interface Problem {
  readonly place: Place;
  /** One plain sentence without its full stop. */
  readonly message: string;
  /** `error` where Ansible drops the file or stops, `warning` where it goes on. */
  readonly severity: 'error' | 'warning';
}

/** A part of a value that is read as something else than it is written as. Secrets are not shown. */
export interface SurprisingValue {
  readonly place: Place;
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
  /** The part of it at fault, where that can be told. */
  readonly place: Place;
  readonly path: string;
  /** Ansible's words. */
  readonly reason: string;
  /** Those for which the value is the one that counts. */
  readonly hosts: readonly string[];
}

/** A part of a value that breaks the vocabulary's schema. */
export interface Violation {
  readonly place: Place;
  readonly path: string;
  /** Goes on after the path: `is "yes"; expected a list of paths`. Secrets are not shown. */
  readonly message: string;
  /** For what a template gives: the hosts that see it, and where the template stands. */
  readonly hosts?: readonly string[];
  readonly related?: readonly Related[];
}

/** A part of a value that nobody knows for a host, so that nobody can tell whether it breaks the vocabulary's schema. */
export interface UnknownPart {
  readonly part: Unknown;
  readonly host: string;
}

/** A text or a number that is a secret in plain text. */
export interface PlainSecret {
  readonly place: Place;
  /** The secret: a variable, or variable and key. */
  readonly path: string;
  readonly length: number;
  /** For what a template gives: the hosts that see it, and where the template stands, if that is elsewhere. */
  readonly hosts?: readonly string[];
  readonly related?: readonly Related[];
}

/** A variable that a document sets at its top level (or a group or host of an inventory file sets). */
export interface DeclaredVariable {
  /** Undefined where it was decrypted and is not known to the vocabulary. */
  readonly name: string | undefined;
  readonly key: Place;
  /** Hosts that the document gives it to (not only those for which it wins). */
  readonly hosts: readonly string[];
  /** `known` to the vocabulary; `foreign`: not of this role; `unknown`: it has the role's prefix, but is none of its variables. */
  readonly belongs: 'known' | 'foreign' | 'unknown';
  /** For `unknown`: the nearest name that the role has. */
  readonly nearest: string | undefined;
  /** For `unknown`: some template, play or role of the project reads it. */
  readonly used: boolean;
  /** Where the value breaks the vocabulary's schema; of a template, what it comes to is judged, where that is known. */
  readonly violations: readonly Violation[];
  /** Templates that nobody can evaluate, in places where the schema would judge what they come to. */
  readonly unknownParts: readonly UnknownPart[];
  readonly brokenTemplates: readonly BrokenTemplate[];
  /** Parts of the value that are read as something else than they are written as. */
  readonly surprises: readonly SurprisingValue[];
  /** Texts and numbers inside the value that are secrets in plain text, or that templates there give. */
  readonly plainSecrets: readonly PlainSecret[];
}

/** A document as rules see it: never its text. */
export interface SourceDocument {
  readonly problems: readonly Problem[];
  readonly duplicates: readonly { readonly name: string; readonly place: Place; readonly first: Place }[];
  readonly variables: readonly DeclaredVariable[];
}

/** Everything that rules judge: one inventory seen through one vocabulary, or one cluster's answers. */
export interface Stack {
  readonly name: string;
  readonly clusters: readonly Cluster[];
  readonly dashboards: readonly Dashboards[];
  readonly pipelines: readonly Pipeline[];
  readonly documents: readonly SourceDocument[];
  /** Undefined where no inventory was read. */
  readonly inventory?: DeclaredInventory | undefined;
}

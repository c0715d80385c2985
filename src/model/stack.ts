/** The nouns that rules speak of. A stack is filled from an inventory (declared) or from a cluster (observed). */
import type { SourceDocument } from './document.ts';
import type { DeclaredInventory } from './inventory.ts';
import { reading } from './setting.ts';
import type { Origin, Secret, Setting, Unknown } from './setting.ts';
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

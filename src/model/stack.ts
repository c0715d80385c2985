/** The subjects of rules. A stack is filled from an inventory (declared) or from a cluster (observed). */
import type { Alerts } from './alerts.ts';
import type { Attestations } from './attestations.ts';
import type { SourceDocument } from './source-document.ts';
import type { DeclaredInventory } from './declared-inventory.ts';
import type { Drift } from './drift.ts';
import type { Exclusion, ShardsOfNode } from './exclusions.ts';
import type { Expectation } from './expectation.ts';
import type { DeclaredPlays } from './declared-plays.ts';
import type { Lifecycles } from './lifecycle.ts';
import type { Releases } from './release.ts';
import type { Origin, Secret, Setting, Unknown } from './setting.ts';
import type { IndexTemplate, LogInput, Repository, Restore, SnapshotPolicy } from './records.ts';
import { settingNamesOf } from './settings.ts';
import type { MemberKind, SettingName, SettingsOf, SettingTypes } from './settings.ts';
import type { Watermark } from './units.ts';
import type { Upgradable } from './upgrade.ts';

/**
 * The source of a subject's settings: the inventory or the cluster. It is asked once for each name, and may be lazy.
 */
export type SettingSource = <N extends SettingName>(name: N) => Setting<SettingTypes[N]>;

/** A machine of the stack in one of its parts. */
export interface Member {
  readonly host: string;
  /** The names of all groups that it is in, the later ones overriding the earlier. */
  readonly groups: readonly string[];
  /** The name of the cluster it belongs to, as reports list it. */
  readonly clusterLabel: string;
  /** All its settings; undefined if nothing tells them, as of a host that is made up. */
  readonly own?: OwnSettings | undefined;
}

/**
 * What makes a member take another value of a setting.
 * - `live`: a request to its cluster or, for one of its machine, to the system, while it runs.
 * - `restart`: a start, when it reads its files.
 * - `reinstall`: only a member without data takes it. One that has some passes it over, as the nodes of a first election, or
 *   starts without what it had, as with another path of its data.
 */
export type Applies = 'live' | 'restart' | 'reinstall';

/** The settings of a member by its product's own names, whether they fill one of the model or not. */
export interface OwnSettings extends Upgradable {
  /** The names of what is declared, or may be; none of a running product. */
  names(): readonly string[];
  /** The setting of a name; its product's default counts where nothing sets it. */
  of(name: string): Setting<unknown>;
  /** What makes it take another value; undefined for a setting that stacklint does not know, or if releases differ. */
  applies(name: string): Applies | undefined;
  /** Tells whether a setting's value is what a person writes for it; undefined if that cannot be told. */
  isSame(name: string, written: unknown, value: unknown): boolean | undefined;
  /** A value as it is shown: never a secret. */
  shown(value: unknown): string;
}

/** A search node: a member of a cluster. */
export interface SearchNode extends Member, SettingsOf<'node'>, FactsOfNode {
  readonly product: Product;
}

/** What is known of a search node where it runs, besides its settings. */
interface FactsOfNode {
  /** The disks with its data. */
  readonly disks?: Setting<readonly Disk[]> | undefined;
  /** The shards that it holds. */
  readonly shards?: Setting<ShardsOfNode> | undefined;
}

/** A disk with data of a running node. All sizes are in bytes. */
export interface Disk {
  /** The place that tells how much is available. */
  readonly origin: Origin;
  /** The path of the data. */
  readonly path: string;
  readonly size: number;
  /** What the product may still fill, by which it judges: file systems keep some of what is free for others. */
  readonly available: number;
  /** What has to be available for a watermark not to be crossed; nothing for one that is not known. */
  readonly reserves: Readonly<Partial<Record<WatermarkName, number>>>;
}

/** One instance of the dashboard. */
export interface Dashboard extends Member, SettingsOf<'dashboard'> {
  /** The names of users that may do everything: true for one as whom its release does not start. */
  readonly superusers: Readonly<Record<string, boolean>>;
}

/** One pipeline node. */
export interface Pipeline extends Member, SettingsOf<'pipeline'> {
  /**
   * The node as each of its pipelines has it: those of a list may have settings of their own. Itself, without a list.
   */
  readonly each: readonly Pipeline[];
  /** All its outputs, whatever branches of a pipeline they are in. */
  readonly outputs: Listing<PipelineOutput>;
  /** The names of users that may do everything. */
  readonly superusers: Dashboard['superusers'];
  /** The use of its persisted queue, where it runs. */
  readonly queueUse?: Setting<QueueUse> | undefined;
  /** What waits in its dead letter queue, where it runs with one. */
  readonly deadLetters?: Setting<DeadLetters> | undefined;
}

/** Things of one kind, of which there may be more than are known. */
export interface Listing<T> {
  readonly known: readonly T[];
  /** The reason why there may be others; undefined if there are none. */
  readonly incomplete: Unknown | undefined;
}

/** How something finds a search cluster, and as whom it logs in there. */
export type SearchAccess = Pick<
  SettingsOf<'shipper'>,
  'searchAddresses' | 'searchProtocol' | 'searchUser' | 'searchVerification'
>;

/** An output of a pipeline. Where it is none to a search cluster, its settings are unset. */
export interface PipelineOutput extends SearchAccess {
  /** The name of its plugin: `elasticsearch`. */
  readonly plugin: string;
}

/** A program that sends logs, metrics or other events of a host elsewhere. */
export interface Shipper extends Member, SettingsOf<'shipper'> {
  /** `filebeat`, `metricbeat`. */
  readonly program: string;
  /** The modules that there are, by the words of its user for them. */
  readonly knownModules: Readonly<Record<string, string>>;
  /** The files that it reads, but for those of modules. */
  readonly inputs: Listing<LogInput>;
  /** The names of users that may do everything. */
  readonly superusers: Dashboard['superusers'];
}

/** The use of a persisted queue of a running pipeline. All sizes are in bytes. */
export interface QueueUse {
  readonly used: number;
  readonly most: number;
  /** By which it grew each second of the last hour, as newer releases tell it. */
  readonly growth?: number | undefined;
}

/** The dead letters of a running pipeline. */
export interface DeadLetters {
  /** In bytes. */
  readonly size: number;
  /** The number of those that found no room. */
  readonly dropped: number;
}

/** A member whose settings are asked for when a rule first reads them: several rules read the same one. */
abstract class LazyMember implements Member {
  readonly host: string;
  readonly groups: readonly string[];
  readonly clusterLabel: string;
  readonly own: Member['own'];
  private readonly source: SettingSource;
  private readonly settings: Setting<unknown>[] = [];

  constructor({ host, groups, clusterLabel, own }: Member, source: SettingSource) {
    this.host = host;
    this.groups = groups;
    this.clusterLabel = clusterLabel;
    this.own = own;
    this.source = source;
  }

  /** `place`: that of the name among all of such members. */
  setting(place: number, name: SettingName): Setting<unknown> {
    return (this.settings[place] ??= this.source(name));
  }
}

class LazyNode extends LazyMember implements FactsOfNode {
  readonly product: Product;
  readonly disks: SearchNode['disks'];
  readonly shards: SearchNode['shards'];

  constructor(member: Member, source: SettingSource, product: Product, { disks, shards }: FactsOfNode) {
    super(member, source);
    this.product = product;
    this.disks = disks;
    this.shards = shards;
  }
}
class LazyDashboard extends LazyMember {
  readonly superusers: Dashboard['superusers'];

  constructor(member: Member, source: SettingSource, superusers: Dashboard['superusers']) {
    super(member, source);
    this.superusers = superusers;
  }
}
class LazyPipeline extends LazyMember {
  readonly each: readonly Pipeline[];
  readonly superusers: Dashboard['superusers'];
  readonly queueUse: Pipeline['queueUse'];
  readonly deadLetters: Pipeline['deadLetters'];
  readonly #outputsOf: Outputs;

  constructor(
    member: Member,
    source: SettingSource,
    outputsOf: Outputs,
    { each = [], superusers = {}, queueUse, deadLetters }: PartsOfPipeline,
  ) {
    super(member, source);
    this.each = each.length === 0 ? [this as unknown as Pipeline] : each;
    this.superusers = superusers;
    this.queueUse = queueUse;
    this.deadLetters = deadLetters;
    this.#outputsOf = outputsOf;
  }

  get outputs(): Listing<PipelineOutput> {
    return this.#outputsOf();
  }
}
class LazyShipper extends LazyMember {
  readonly program: string;
  readonly knownModules: Shipper['knownModules'];
  readonly superusers: Dashboard['superusers'];
  readonly #inputsOf: () => Listing<LogInput>;
  #inputs: Listing<LogInput> | undefined;

  constructor(member: Member, source: SettingSource, { program, knownModules, superusers, inputsOf }: PartsOfShipper) {
    super(member, source);
    this.program = program;
    this.knownModules = knownModules;
    this.superusers = superusers;
    this.#inputsOf = inputsOf;
  }

  get inputs(): Listing<LogInput> {
    return (this.#inputs ??= this.#inputsOf());
  }
}

const LAZY = { node: LazyNode, dashboard: LazyDashboard, pipeline: LazyPipeline, shipper: LazyShipper };
for (const owner of Object.keys(LAZY) as MemberKind[])
  for (const [place, name] of settingNamesOf(owner).entries())
    Object.defineProperty(LAZY[owner].prototype, name, {
      get(this: LazyMember) {
        return this.setting(place, name);
      },
    });

/** Makes a search node from the source of its settings. */
export function searchNode(
  member: Member,
  source: SettingSource,
  product: Product,
  facts: FactsOfNode = {},
): SearchNode {
  return new LazyNode(member, source, product, facts) as LazyNode & SettingsOf<'node'>;
}

/** Makes an instance of the dashboard from the source of its settings. */
export function dashboard(member: Member, source: SettingSource, superusers: Dashboard['superusers'] = {}): Dashboard {
  return new LazyDashboard(member, source, superusers) as LazyDashboard & SettingsOf<'dashboard'>;
}

/** Tells the outputs of a pipeline node; it is asked when a rule first reads them. */
export type Outputs = () => Listing<PipelineOutput>;

/** What a pipeline node has besides its settings. */
type PartsOfPipeline = Partial<Pick<Pipeline, 'each' | 'superusers' | 'queueUse' | 'deadLetters'>>;

/** Makes a pipeline node from the sources of its settings and outputs. */
export function pipelineNode(
  member: Member,
  source: SettingSource,
  outputs: Outputs,
  parts: PartsOfPipeline = {},
): Pipeline {
  return new LazyPipeline(member, source, outputs, parts) as LazyPipeline & SettingsOf<'pipeline'>;
}

/** What a shipper has besides its settings. */
interface PartsOfShipper extends Pick<Shipper, 'program' | 'knownModules' | 'superusers'> {
  readonly inputsOf: () => Listing<LogInput>;
}

/** Makes a shipper from the sources of its settings and inputs. */
export function shipper(member: Member, source: SettingSource, parts: PartsOfShipper): Shipper {
  return new LazyShipper(member, source, parts) as LazyShipper & SettingsOf<'shipper'>;
}

/** The software that search nodes run, with the roles that one may have. */
export interface Product {
  readonly name: string;
  readonly roles: readonly string[];
  /** True if plugins may bring others. */
  readonly hasOtherRoles?: boolean;
  /** The settings that cap what has to be free for a disk watermark, by their names; empty in releases without them. */
  readonly headrooms?: Readonly<Record<string, Headroom>>;
}

/** A setting that caps what has to be free for a disk watermark, by its default. */
export interface Headroom {
  readonly byDefault: string;
  /** The releases that have it. */
  readonly releases: Releases;
  /** True if all releases have it that the product may be in. */
  readonly isCertain: boolean;
}

/** The uncertainty about the members of a cluster, if the cluster names of some nodes are unknown. */
interface Belonging<M> {
  /** Further members that may belong to it: their cluster's name, or this one's, is unknown. */
  readonly possible: readonly M[];
  /** True if it is unknown whether even its own members belong together: each has another unknown name. */
  readonly scattered: boolean;
}

/** All search nodes that share a cluster name; those whose name is not known are listed together. */
export interface Cluster<N = SearchNode> extends Belonging<N> {
  /** The name of the cluster, or of the group if the cluster has no known name. */
  readonly label: string;
  readonly nodes: readonly N[];
  /** The place for a finding about the whole cluster: the search group's key, or its variable file. */
  readonly origin: Origin;
  /**
   * The reason why there may be nodes that no file names, if there may: a dynamic source, a file that cannot be read.
   */
  readonly incomplete?: Unknown | undefined;
  /** The names of the nodes that a running cluster was told to keep from voting. */
  readonly votingExclusions?: Setting<readonly string[]>;
  /** The nodes whose votes a running cluster counts now. */
  readonly votingConfiguration?: Setting<readonly string[]>;
  /** Whether all shards of a running cluster are there. */
  readonly health?: Setting<Health>;
  /** The settings that a running cluster has until all of it restarts, by their names. */
  readonly transientSettings?: Setting<Readonly<Record<string, string | readonly string[]>>>;
  /** The settings of a running cluster that keep shards from some of its nodes. */
  readonly exclusions?: readonly Setting<readonly Exclusion[]>[];
  /** What a running cluster does with its indices as they age. */
  readonly lifecycles?: Lifecycles | undefined;
  /** What gives new indices their settings. */
  readonly indexTemplates?: Setting<readonly IndexTemplate[]>;
  /** The license of a running cluster, or the one that the configuration says an inventory's has. */
  readonly license?: Setting<License>;
  /** The indices of a running cluster that it made read-only when a disk was too full. */
  readonly readOnlyIndices?: Setting<readonly string[]>;
  /**
   * The replicas of the indices of a running cluster, but for hidden ones, those mounted from a snapshot, and those
   * whose number follows that of the nodes.
   */
  readonly replicas?: Setting<readonly IndexReplicas[]>;
  /** Where snapshots are kept. Of an inventory, as of all records, what requests make that the project keeps. */
  readonly repositories?: Setting<readonly Repository[]>;
  /** What makes the cluster take snapshots. */
  readonly snapshotPolicies?: Setting<readonly SnapshotPolicy[]>;
  /** The places at which tasks of a project send it requests that take any certificate for its own. */
  readonly unverifiedRequests?: readonly Origin[];
  /** The requests of a project that restore snapshots. */
  readonly restores?: readonly Restore[];
  /** Whether Elasticsearch carries out the policies: `RUNNING`, `STOPPING` or `STOPPED`. */
  readonly lifecycleMode?: Setting<string>;
  /** The settings of a running cluster that switch the allocation of shards, and their rebalancing. */
  readonly allocation?: readonly Setting<string>[];
  /** The certificates that a running cluster shows, by the answers that show them. */
  readonly certificates?: readonly Setting<readonly Certificate[]>[] | undefined;
  /** Who may do everything on a running cluster, by the answers that tell of them; without whom the product reserves. */
  readonly superusers?: readonly Setting<readonly Superuser[]>[] | undefined;
}

/** The replicas of an index of a running cluster. */
export interface IndexReplicas {
  readonly name: string;
  /** The place that tells their number. */
  readonly origin: Origin;
  readonly count: number;
}

/** A certificate of a running cluster. */
export interface Certificate {
  /** The place that tells when it ends. */
  readonly origin: Origin;
  readonly subject: string;
  /** The nodes that have it, as far as the answer tells. */
  readonly hosts: readonly string[];
  /** The day on which it ends: `2027-01-31`. */
  readonly ends: string;
  /** Less than 0 once it has ended. */
  readonly daysLeft: number;
}

/** Somebody, or something, that may do everything on a running cluster. */
export interface Superuser {
  readonly origin: Origin;
  /** The account of the check itself, a user, what the role is mapped to, or an API key. */
  readonly kind: 'check' | 'user' | 'mapping' | 'key';
  readonly name: string;
  /** The role that allows it. */
  readonly role: string;
}

/** What a running cluster says of its shards. */
export interface Health {
  /** Red if a primary shard is missing, yellow if only replicas are. */
  readonly status: 'green' | 'yellow' | 'red';
  /** The number of shards that there should be. */
  readonly shards: number;
  /** The number of shards that no node has, or that are still being started. */
  readonly missing: number;
  /** True while shards start, or wait for a node that left a moment ago. */
  readonly isRecovering: boolean;
  /** One of the shards that no node has, if the cluster explained why. */
  readonly example?: UnassignedShard | undefined;
  /** What newer releases say is wrong. */
  readonly causes: readonly HealthCause[];
}

/** A part of a cluster that is not well, by the product's own names. */
export interface HealthCause {
  readonly origin: Origin;
  /** `shards_availability` */
  readonly indicator: string;
  /** `restore_from_snapshot` */
  readonly diagnoses: readonly string[];
}

/** A license of Elasticsearch. */
export interface License {
  /** `basic`, `trial`, `platinum` */
  readonly type: string;
  /** The day on which it ends, `2027-01-31`, and the days until then, less than 0 once it has ended; a basic one stays. */
  readonly ends?: string;
  readonly daysLeft?: number;
}

/** A shard that no node has, and what keeps it from being assigned. */
export interface UnassignedShard {
  readonly origin: Origin;
  readonly index: string;
  readonly number: number;
  readonly isPrimary: boolean;
  /** The event since which it is so: `NODE_LEFT`. */
  readonly since: string;
  /**
   * The product's names for what is against every node, such as `same_shard`; else its verdict:
   * `no_valid_shard_copy`.
   */
  readonly against: readonly string[];
}

/** All dashboard instances of one cluster; those whose cluster's name is not known are listed together. */
export interface Dashboards<D = Dashboard> extends Belonging<D> {
  /** The name to put before "instances": `Kibana`. */
  readonly name: string;
  readonly clusterLabel: string;
  readonly instances: readonly D[];
}

/** The names of the keys that every instance needs, and that all instances share (Production practice §5.5). */
export const ENCRYPTION_KEYS = [
  'encryptionKeySecurity',
  'encryptionKeySavedObjects',
  'encryptionKeyReporting',
] as const satisfies readonly SettingName[];

/** The keys of one instance, in the order of their names above. */
export function encryptionKeys(
  instance: Pick<Dashboard, (typeof ENCRYPTION_KEYS)[number]>,
): readonly Setting<Secret>[] {
  return ENCRYPTION_KEYS.map((name) => instance[name]);
}

/** The name of a disk watermark among people. */
export type WatermarkName = 'low' | 'high' | 'flood stage';

/** One of the disk watermarks: its name among people, and the setting of a node that holds it. */
export interface WatermarkStage {
  readonly name: WatermarkName;
  readonly of: (node: Pick<SearchNode, 'watermarkLow' | 'watermarkHigh' | 'watermarkFloodStage'>) => Setting<Watermark>;
}

/** The three disk watermarks, in the order in which a filling disk reaches them. */
export const WATERMARK_STAGES: readonly WatermarkStage[] = [
  { name: 'low', of: (node) => node.watermarkLow },
  { name: 'high', of: (node) => node.watermarkHigh },
  { name: 'flood stage', of: (node) => node.watermarkFloodStage },
];

/** Everything that rules judge: one inventory seen through one vocabulary, or one cluster's answers. */
export interface Stack {
  readonly name: string;
  /** True if it is what a running cluster answers. */
  readonly isObserved?: boolean;
  /** The reason why it is for development, if it is: it is the test of a role or collection, or its name says so. */
  readonly developmentBy?: 'test' | 'name' | undefined;
  readonly clusters: readonly Cluster[];
  readonly dashboards: readonly Dashboards[];
  /** What tells people of what goes wrong; undefined if nothing was asked that may do so. */
  readonly alerts?: Alerts | undefined;
  /** What the configuration vouches for; undefined if it has no such key. */
  readonly attestations?: Attestations | undefined;
  readonly pipelines: readonly Pipeline[];
  /** What ships logs, metrics and other events from hosts of the inventory; none of a running cluster. */
  readonly shippers?: readonly Shipper[];
  /** Whether metrics, and logs, of each host of the stack are shipped from there; none of a running cluster. */
  readonly shipping?: readonly HostShipping[];
  /** The documents of the inventory, then those of plays and roles. */
  readonly documents: readonly SourceDocument[];
  /** The names of all groups of a host, the later ones overriding the earlier; none if it is unknown. */
  readonly groupsOf?: (host: string) => readonly string[];
  /** Undefined if no inventory was read. */
  readonly inventory?: DeclaredInventory | undefined;
  /** The numbers of hosts that its configuration expects; empty if it expects none. */
  readonly expectations?: readonly Expectation[];
  /** A running cluster compared with its inventory; undefined without one. */
  readonly drift?: Drift | undefined;
  /** Undefined if no playbook was read. */
  readonly plays?: DeclaredPlays | undefined;
}

/** The cluster that dashboards serve; undefined if that is not known, or if it is none of the stack. */
export function clusterOf(
  clusters: readonly Cluster[],
  { clusterLabel, scattered }: Pick<Dashboards, 'clusterLabel' | 'scattered'>,
): Cluster | undefined {
  const [only, ...others] = clusters.filter(({ label }) => label === clusterLabel);
  return scattered || only?.scattered === true || others.length > 0 ? undefined : only;
}

/** What runs on a host of the stack, and what is shipped from there. */
export interface HostShipping extends Member {
  /** The products that it runs, by the names of their modules: `elasticsearch`, `kibana`, `logstash`. */
  readonly runs: readonly string[];
  /** Whether something on it ships its metrics, and its logs. */
  readonly metrics: () => Setting<boolean>;
  readonly logs: () => Setting<boolean>;
}

/** Tells whether anything of a search stack was recognized: some host is a node, a dashboard or a pipeline. */
export function hasMembers({
  clusters,
  dashboards,
  pipelines,
}: Readonly<Record<'clusters' | 'dashboards' | 'pipelines', readonly unknown[]>>): boolean {
  return clusters.length + dashboards.length + pipelines.length > 0;
}

/** Tells whether it is known which cluster these nodes belong to. */
export function isKnownCluster({ nodes }: Pick<Cluster, 'nodes'>): boolean {
  return !nodes.some(({ clusterName: { state } }) => state === 'unknown' || state === 'malformed');
}

/**
 * The settings of the model: for each the kinds of members that have it, its type, its unit, and whether it is a
 * secret.
 */
import type { Secret, Setting } from './setting.ts';
import type { ValueOf, ValueType } from './units.ts';

/** The kinds of members of a stack that have settings. */
export type MemberKind = 'node' | 'dashboard' | 'pipeline' | 'shipper';

interface Readable {
  readonly of: readonly MemberKind[];
  readonly type: ValueType;
  /** The unit of its value in the model. */
  readonly unit?: string;
  /** Given where only a running cluster tells it. */
  readonly only?: 'observed';
}

/** A secret has no type: rules may ask only its length, and whether two are the same. */
interface Hidden {
  readonly of: readonly MemberKind[];
  readonly secret: true;
  /** Given for a list of secrets. */
  readonly several?: true;
}

/** Every setting by its name. A product says which of its own settings fill it; rules name those that they read. */
export const SETTINGS = {
  clusterName: { of: ['node', 'dashboard'], type: 'text' },
  /** Unset means all roles; an empty list means none (a coordinating node). */
  roles: { of: ['node'], type: 'list' },
  /** In GB, as the JVM counts them (2^30 bytes). */
  heapGb: { of: ['node', 'pipeline'], type: 'jvm-size', unit: 'GB' },
  heapStartGb: { of: ['node', 'pipeline'], type: 'jvm-size', unit: 'GB' },
  /** The sizes of the heap, in GB, that files and variables give, in the order in which they count: the last does. */
  heaps: { of: ['node', 'pipeline'], type: 'list' },
  /** The share of the heap that the old generation fills, in percent. */
  oldGeneration: { of: ['node'], type: 'number', unit: '%', only: 'observed' },
  compressedPointers: { of: ['node'], type: 'boolean', only: 'observed' },
  /** In GB: of the machine, or what its container may have. */
  ramGb: { of: ['node'], type: 'number', unit: 'GB' },
  /** `single-node` for a node that is a cluster on its own. */
  discoveryType: { of: ['node'], type: 'text' },
  nodeName: { of: ['node'], type: 'text' },
  /** The nodes that take part in the first election. */
  initialMasters: { of: ['node'], type: 'list' },
  memoryLock: { of: ['node'], type: 'boolean' },
  /** Whether the lock is in effect, and not only set. */
  memoryLocked: { of: ['node'], type: 'boolean', only: 'observed' },
  /** The most memory that the system lets it lock, in bytes. */
  lockLimit: { of: ['node'], type: 'soft-limit', unit: 'bytes' },
  /** The most files that it may have open: the JVM raises its limit to the hard one. */
  fileLimit: { of: ['node'], type: 'hard-limit' },
  /** The most threads that it may have, with those of its user. */
  processLimit: { of: ['node'], type: 'soft-limit' },
  /** The most areas of memory that its machine lets it map. */
  mapCount: { of: ['node'], type: 'number' },
  /** Whether it maps files of indices into memory at all. */
  memoryMapping: { of: ['node'], type: 'boolean' },
  /**
   * `off` where tasks switch swap off on the host; else its `vm.swappiness`, where that is so low that it hardly
   * swaps.
   */
  swap: { of: ['node'], type: 'text' },
  repositoryPaths: { of: ['node'], type: 'paths' },
  /** The kind of a snapshot repository that needs no path (`s3`), where something shows one. */
  remoteRepository: { of: ['node'], type: 'text' },
  dataPaths: { of: ['node'], type: 'paths' },
  logsPath: { of: ['node'], type: 'text' },
  release: { of: ['node', 'dashboard', 'pipeline'], type: 'text' },
  /** Where other nodes and clients reach it, without ports. */
  addresses: { of: ['node'], type: 'list', only: 'observed' },
  /** The names and addresses by which others may call it, as far as they are declared. */
  knownAs: { of: ['node'], type: 'list' },
  /** Its address in the inventory, with the port of Ansible's connection if it has one of its own. */
  hostAddress: { of: ['node', 'dashboard', 'pipeline'], type: 'text' },
  /** The port, or ports, at which other nodes reach it. */
  transportPort: { of: ['node'], type: 'port' },
  /** Where it looks for others. */
  seedHosts: { of: ['node'], type: 'list' },
  /** Each as `zone=a`. */
  nodeAttributes: { of: ['node'], type: 'list' },
  /** The attributes by which the copies of a shard are kept apart. */
  awarenessAttributes: { of: ['node'], type: 'list' },
  /** The values of these for which copies are held back while no node has them, each as `zone.values=a,b`. */
  awarenessForced: { of: ['node'], type: 'list' },
  /** The shards that a cluster may have for each of its data nodes. */
  maxShardsPerNode: { of: ['node'], type: 'number' },
  /** Whether the disk watermarks count at all. */
  diskThreshold: { of: ['node'], type: 'boolean' },
  watermarkLow: { of: ['node'], type: 'watermark' },
  watermarkHigh: { of: ['node'], type: 'watermark' },
  watermarkFloodStage: { of: ['node'], type: 'watermark' },
  /** Whether it has accounts and TLS, of Elasticsearch. */
  security: { of: ['node'], type: 'boolean' },
  /** Whether it has neither, of OpenSearch. */
  securityDisabled: { of: ['node'], type: 'boolean' },
  /** What a security plugin that others make has for it: a path. */
  otherSecurity: { of: ['node'], type: 'text' },
  httpTls: { of: ['node'], type: 'boolean' },
  transportTls: { of: ['node'], type: 'boolean' },
  /** `none` for a node that takes every certificate of another. */
  transportVerification: { of: ['node'], type: 'text' },
  /** Its own certificate for other nodes: a path. */
  transportCertificate: { of: ['node'], type: 'text' },
  /** Whether it keeps an audit log, of Elasticsearch. */
  audit: { of: ['node'], type: 'boolean' },
  /** Where OpenSearch keeps its audit log: `internal_opensearch`; unset means nowhere. */
  auditSink: { of: ['node'], type: 'text' },
  /** The events in the audit log, of Elasticsearch, and those that are left out all the same. */
  auditIncluded: { of: ['node'], type: 'list' },
  auditExcluded: { of: ['node'], type: 'list' },
  /** The categories of events that OpenSearch leaves out, of HTTP and of what nodes say to each other. */
  auditDisabledRest: { of: ['node'], type: 'list' },
  auditDisabledTransport: { of: ['node'], type: 'list' },
  /** The roles of those who do not say who they are, of Elasticsearch; unset or empty if they may do nothing. */
  anonymousRoles: { of: ['node'], type: 'list' },
  /** Whether OpenSearch lets those in. */
  anonymousLogin: { of: ['node'], type: 'boolean' },
  /** Whether OpenSearch starts with the certificates of its demonstration. */
  demoCertificates: { of: ['node'], type: 'boolean' },
  /** The subjects of certificates whose owners may do everything, of OpenSearch. */
  adminNames: { of: ['node'], type: 'list' },
  /** Its own certificate for clients: a path. */
  httpCertificate: { of: ['node'], type: 'text' },
  /** Whether deleting takes the names of indices, and refuses `*`. */
  destructiveNames: { of: ['node'], type: 'boolean' },
  /** Where it listens, unless `httpHost` and `transportHost` say otherwise. */
  networkHost: { of: ['node'], type: 'list' },
  httpHost: { of: ['node'], type: 'list' },
  transportHost: { of: ['node'], type: 'list' },
  /** The port at which it takes requests, or several of which it takes the first that is free: `9200-9300`. */
  httpPort: { of: ['node'], type: 'port' },
  /** Where others are told to reach it. */
  publishHost: { of: ['node'], type: 'list' },
  encryptionKeySecurity: { of: ['dashboard'], secret: true },
  encryptionKeySavedObjects: { of: ['dashboard'], secret: true },
  encryptionKeyReporting: { of: ['dashboard'], secret: true },
  /** Former keys of saved objects, with which nothing is encrypted any more. */
  decryptionOnlyKeys: { of: ['dashboard'], secret: true, several: true },
  /** The user as whom it logs in there. */
  searchUser: { of: ['dashboard', 'shipper'], type: 'text' },
  searchPassword: { of: ['dashboard'], secret: true },
  /** The token of a service account, which takes the place of user and password. */
  searchToken: { of: ['dashboard'], secret: true },
  /** The certificate by which it says who it is: a path. */
  searchCertificate: { of: ['dashboard'], type: 'text' },
  /** The nodes that it asks, or sends to: URLs, or names with or without ports. */
  searchAddresses: { of: ['dashboard', 'shipper'], type: 'list' },
  /** `https` or `http`, for addresses that do not say. */
  searchProtocol: { of: ['shipper'], type: 'text' },
  /** `none` where it takes every certificate for theirs. */
  searchVerification: { of: ['dashboard', 'shipper'], type: 'text' },
  /** What is logged, and by which appenders, each as Kibana has it: `{ name, level, appenders }`. */
  loggers: { of: ['dashboard'], type: 'maps' },
  /** Each setting of the appenders, as `security.type=rolling-file`. */
  logAppenders: { of: ['dashboard'], type: 'list' },
  /** Whether the dashboard keeps an audit log itself. */
  dashboardAudit: { of: ['dashboard'], type: 'boolean' },
  /** The kind of place that it sends to: `elasticsearch`, `logstash`, `kafka`. */
  output: { of: ['shipper'], type: 'text' },
  /** The pipeline nodes that it sends to, where its output is `logstash`. */
  pipelineAddresses: { of: ['shipper'], type: 'list' },
  /** The modules that are switched on, by the product's own names. */
  modules: { of: ['shipper'], type: 'modules' },
  /** The logs that its modules read, each as `elasticsearch.audit`. */
  moduleLogs: { of: ['shipper'], type: 'list' },
  /** Whom its modules ask for metrics, each as `elasticsearch=http://localhost:9200`. */
  moduleHosts: { of: ['shipper'], type: 'list' },
  /** The URL at which people reach it, of Kibana. */
  publicUrl: { of: ['dashboard'], type: 'text' },
  /** Where it listens. */
  listenHost: { of: ['dashboard'], type: 'text' },
  queueType: { of: ['pipeline'], type: 'text' },
  /** The most that a persisted queue may take. */
  queueSize: { of: ['pipeline'], type: 'size' },
  deadLetterQueue: { of: ['pipeline'], type: 'boolean' },
  /** The most that the dead letter queue may take. */
  deadLetterSize: { of: ['pipeline'], type: 'size' },
  /** Which dead letters it drops when it is full: `drop_newer` or `drop_older`. */
  deadLetterPolicy: { of: ['pipeline'], type: 'text' },
  deadLetterRetention: { of: ['pipeline'], type: 'duration', unit: 'ms' },
  /** The threads that take batches of events. */
  pipelineWorkers: { of: ['pipeline'], type: 'number' },
  /** The events that each of them takes at once. */
  batchSize: { of: ['pipeline'], type: 'number' },
} as const satisfies Readonly<Record<string, Readable | Hidden>>;

type Table = typeof SETTINGS;
export type SettingName = keyof Table;

/** The type of each setting's value. */
export type SettingTypes = {
  readonly [N in SettingName]: Table[N] extends { readonly type: infer T extends ValueType }
    ? ValueOf<T>
    : Table[N] extends { readonly several: true }
      ? readonly Secret[]
      : Secret;
};

/** The settings of one kind of member. */
export type SettingsOf<O extends MemberKind> = {
  readonly [N in SettingName as O extends Table[N]['of'][number] ? N : never]: Setting<SettingTypes[N]>;
};

/** The names of the settings of one kind of member. */
export function settingNamesOf(owner: MemberKind): readonly SettingName[] {
  const entries = Object.entries(SETTINGS) as [SettingName, Readable | Hidden][];
  return entries.filter(([, { of }]) => of.includes(owner)).map(([name]) => name);
}

/** Tells whether the values of a setting are secrets. */
export function isSecretSetting(name: SettingName): boolean {
  return 'secret' in SETTINGS[name];
}

/** The type of a setting's values; undefined for a secret. */
export function typeOfSetting(name: SettingName): ValueType | undefined {
  const setting: Readable | Hidden = SETTINGS[name];
  return 'type' in setting ? setting.type : undefined;
}

/** Tells whether a running cluster alone has a setting. */
export function isOnlyObserved(name: SettingName): boolean {
  return 'only' in SETTINGS[name];
}

/** The unit of a setting's value in the model; undefined where it has none. */
export function unitOfSetting(name: string): string | undefined {
  const all: Readonly<Partial<Record<string, Readable | Hidden>>> = SETTINGS;
  const setting = all[name];
  return setting !== undefined && 'unit' in setting ? setting.unit : undefined;
}

/** The manifest of a recording: which cluster was asked, when, and what became of each call. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { isMap } from '../ground/json-map.ts';
import type { Asked, Unseen } from '../live/answer.ts';
import { isList, readJson } from '../live/bounded-json.ts';
import type { Json } from '../live/bounded-json.ts';
import { CLUSTER_PRODUCTS, INSTANCE_PRODUCTS } from '../live/calls.ts';
import type { CollectedInstance } from '../live/instances.ts';
import type { Collected } from '../live/collect.ts';

export const MANIFEST = 'manifest.json';

/** The version of this form; it changes when an older release could misread a recording. */
export const MANIFEST_VERSION = 1;

export interface Manifest extends Pick<Collected, 'product' | 'at' | 'requests' | 'from' | 'certificate'> {
  readonly version: typeof MANIFEST_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  readonly release: string;
  /** Whether names are those of the cluster, not pseudonyms. */
  readonly plain: boolean;
  readonly calls: readonly RecordedCall[];
  readonly instances: readonly RecordedInstance[];
}

/** What was asked beside the cluster. */
export interface RecordedInstance extends Omit<CollectedInstance, 'answers'> {
  readonly calls: readonly RecordedCall[];
}

/** What became of a call: the file of its answer, or the reason why there is none. */
export interface RecordedCall extends Pick<Asked, 'parameters'> {
  readonly name: string;
  /** The path as sent. */
  readonly path: string;
  readonly file?: string;
  readonly status?: number | undefined;
  readonly reason?: Unseen['reason'];
  readonly privilege?: string | undefined;
  readonly since?: string | undefined;
  readonly why?: string | undefined;
}

/** More values than the calls to thousands of repositories have. */
const MOST_VALUES = 200_000;

const REASONS: ReadonlySet<string> = new Set<Unseen['reason']>([
  ...(['unauthenticated', 'forbidden', 'unavailable', 'not-found', 'overloaded', 'failed'] as const),
  ...(['timeout', 'unreadable', 'too-large'] as const),
]);

/** Tells whether a text is a manifest of this program, whatever its version. */
export function isManifest(text: string): boolean {
  const read = readJson(text, MOST_VALUES);
  const tool = 'value' in read && isMap(read.value) ? read.value['tool'] : undefined;
  return isMap(tool) && tool['name'] === 'stacklint';
}

/** Reads a manifest. Throws CannotCheck if it has another version, or is not what `capture` writes. */
export function readManifest(text: string, shown: string): Manifest {
  const read = readJson(text, MOST_VALUES);
  const value = 'value' in read ? read.value : undefined;
  const fault = new CannotCheck(`${shown} is no recording: its manifest.json is not what stacklint capture writes`);
  if (!isMap(value)) throw fault;
  if (value['version'] !== MANIFEST_VERSION && typeof value['version'] === 'number')
    throw new CannotCheck(
      `${shown} is a recording of form ${String(value['version'])}, and this release reads form ${String(MANIFEST_VERSION)}; use the release that made it`,
    );
  const { product, release, at, requests, from, plain, calls, instances } = value as Readonly<Record<string, Json>>;
  const isWhole =
    value['version'] === MANIFEST_VERSION &&
    (CLUSTER_PRODUCTS as readonly unknown[]).includes(product) &&
    typeof release === 'string' &&
    /^\d+\.\d+/.test(release) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    typeof from === 'string' &&
    typeof requests === 'number' &&
    typeof plain === 'boolean' &&
    isList(calls) &&
    calls.every(isRecordedCall) &&
    isList(instances) &&
    instances.every(isRecordedInstance);
  if (!isWhole || !isCertificate(value['certificate'])) throw fault;
  return value as unknown as Manifest;
}

function isRecordedCall(call: Json): boolean {
  if (!isMap(call)) return false;
  const { name, path, parameters, file, reason, status } = call;
  return (
    typeof name === 'string' &&
    typeof path === 'string' &&
    isMap(parameters) &&
    Object.values(parameters).every((one) => typeof one === 'string') &&
    (typeof file === 'string' ? typeof status === 'number' : typeof reason === 'string' && REASONS.has(reason))
  );
}

function isRecordedInstance(instance: Json): boolean {
  if (!isMap(instance)) return false;
  const { kind, product, release, url, calls } = instance;
  return (
    (kind === 'dashboard' || kind === 'pipeline') &&
    (INSTANCE_PRODUCTS as readonly unknown[]).includes(product) &&
    (release === undefined || typeof release === 'string') &&
    typeof url === 'string' &&
    URL.canParse(url) &&
    isList(calls) &&
    calls.every(isRecordedCall)
  );
}

function isCertificate(value: Json | undefined): boolean {
  return value === undefined || (isMap(value) && Object.values(value).every((one) => typeof one === 'string'));
}

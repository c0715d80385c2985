/** The options that say which cluster to ask, and how: those that `live`, `capture` and `resilience` share. */
import { resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { pipeBytes } from '../ground/disk.ts';
import type { Files } from '../ground/files.ts';
import { overlaid } from '../ground/overlaid-files.ts';
import { collect } from '../live/collect.ts';
import type { Collected, Collecting } from '../live/collect.ts';
import { readLogin } from '../live/credentials.ts';
import { isUrl, nodeAddress } from '../live/node-address.ts';
import { readTrust } from '../live/trust.ts';
import type { Given } from './arguments.ts';
import type { Caller, Person } from './command.ts';
import type { OptionName } from './command-line.ts';

/** What can be asked besides the cluster, by its option. */
const INSTANCES = ['dashboard', 'pipeline'] as const;

/** Seconds for one call, and for all. */
const CALL_TIMEOUT = 10;
const TIMEOUT = 60;

/** What the nodes of these URLs answer, or what a cluster answered when it was recorded. Throws CannotCheck. */
export async function answersOf(
  targets: readonly string[],
  given: Given,
  caller: Caller,
  person: Person,
): Promise<Collected> {
  const recording = targets.find((target) => !isUrl(target));
  if (recording === undefined) return collect(await collectingFrom(targets, given, caller, person));
  if (targets.length > 1) throw new CannotCheck(`${recording} is not a URL; a recording is judged alone`);
  const path = resolve(caller.cwd, recording);
  if (caller.files.kind(path) === undefined && !/[./\\]/.test(recording)) throw noUrl(recording);
  return (await import('../recording/read-recording.ts')).readRecording(caller.files, path, recording);
}

/** Throws CannotCheck for a recording that no inventory can be compared with, as it has pseudonyms for names. */
export function refusePseudonyms({ recording, hasPseudonyms }: Collected): void {
  if (hasPseudonyms === true)
    throw new CannotCheck(
      `${String(recording)} has pseudonyms, which no inventory has; stacklint capture --plain keeps the names`,
    );
}

/**
 * Reads the options that say how to ask the nodes of these URLs, and what besides. Throws CannotCheck; no message
 * repeats a secret.
 */
export async function collectingFrom(
  urls: readonly string[],
  given: Given,
  caller: Caller,
  person: Person,
): Promise<Collecting> {
  if (urls.length === 0)
    throw new CannotCheck(`stacklint ${given.command} needs the URL of a node, as in https://es-1.example.org:9200`);
  const other = urls.find((word) => !isUrl(word));
  if (other !== undefined) throw noUrl(other);
  const path = (option: OptionName): string | undefined => {
    const value = given.value(option);
    return value === undefined ? undefined : resolve(caller.cwd, value);
  };
  const nodes = urls.map((word) => nodeAddress(word));
  const instances = INSTANCES.flatMap((kind) =>
    given.values(kind).map((url) => ({ kind, address: nodeAddress(url, `--${kind}`) })),
  );
  const { environment } = caller;
  const files = withPipes(
    caller.files,
    SECRET_FILES.flatMap((option) => path(option) ?? []),
  );
  const trust = readTrust(
    {
      caFile: path('ca-file'),
      certFile: path('cert-file'),
      keyFile: path('key-file'),
      serverName: given.value('server-name'),
    },
    files,
  );
  const login = await readLogin(
    {
      user: given.value('user'),
      passwordFile: path('password-file'),
      apiKeyFile: path('api-key-file'),
      tokenFile: path('token-file'),
    },
    { files, environment, ask: person.askSecret },
  );
  return {
    ...{ nodes, instances, trust, login, environment },
    callTime: 1000 * seconds(given, 'call-timeout', CALL_TIMEOUT),
    time: 1000 * seconds(given, 'timeout', TIMEOUT),
  };
}

/** The options whose files may be pipes, so that no secret needs to be on the disk. */
const SECRET_FILES = [
  'password-file',
  'api-key-file',
  'token-file',
  'key-file',
] as const satisfies readonly OptionName[];

/** The files, and what comes out of those that are pipes. */
function withPipes(files: Files, paths: readonly string[]): Files {
  const contents = new Map<string, Uint8Array>();
  for (const path of paths) {
    const bytes = files.kind(path) === 'other' ? pipeBytes(path) : undefined;
    if (bytes !== undefined) contents.set(path, bytes);
  }
  return contents.size === 0 ? files : overlaid(files, contents);
}

function seconds(given: Given, option: 'call-timeout' | 'timeout', usual: number): number {
  const text = given.value(option);
  if (text === undefined) return usual;
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0)
    throw new CannotCheck(`--${option} is ${text}; expected a number of seconds, as in ${usual}`);
  return Number(text);
}

/** The error about a word that should be the URL of a node. */
function noUrl(word: string): CannotCheck {
  return new CannotCheck(`${word} is not a URL; expected that of a node, as in https://${word}:9200`);
}

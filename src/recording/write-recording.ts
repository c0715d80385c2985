/** Writes what a cluster answered into a recording, which `live` judges later as it would have judged the cluster. */
import { strToU8, zipSync } from 'fflate';
import { NAME, VERSION } from '../about.ts';
import type { Answer } from '../live/answer.ts';
import type { Json } from '../live/bounded-json.ts';
import { METHOD, requestOf } from '../live/asking.ts';
import type { Collected } from '../live/collect.ts';
import { KEPT_HEADS, KEPT_PARTS } from '../live/kept-parts.ts';
import type { KeptPart } from '../live/kept-parts.ts';
import { isMap } from '../ground/json-map.ts';
import { KeepingParts, PLAIN } from './keep-parts.ts';
import type { Naming } from './keep-parts.ts';
import type { Manifest, RecordedCall } from './manifest.ts';
import { MANIFEST, MANIFEST_VERSION } from './manifest.ts';
import { Pseudonyms } from './pseudonyms.ts';

/** The files of a recording, by name. */
export type RecordedFiles = ReadonlyMap<string, Json>;

/** Reduces what a cluster answered to what rules read, and gives names pseudonyms unless they stay `plain`. */
export function recordedFiles(collected: Collected, { plain }: { readonly plain: boolean }): RecordedFiles {
  const naming = plain ? PLAIN : pseudonymsFor(collected);
  const { product, version: release, at, requests, from, certificate } = collected;
  const files = new Map<string, Json>();
  const calls = recordedCalls(collected.answers, new KeepingParts(product, naming), naming, files);
  const instances = collected.instances.map(({ answers, ...instance }) => {
    const url = naming.name(instance.url);
    const parts = new KeepingParts(instance.product, naming);
    return { ...instance, url, calls: recordedCalls(answers, parts, naming, files, instance.url) };
  });
  const manifest: Manifest = {
    version: MANIFEST_VERSION,
    tool: { name: NAME, version: VERSION },
    ...{ product, release, at, requests, plain, from: naming.name(from), calls, instances },
    certificate: certificate && {
      ...{ valid_from: certificate.valid_from, valid_to: certificate.valid_to, serial_number: '' },
      subject: naming.name(certificate.subject),
      issuer: naming.name(certificate.issuer),
      subjectaltname: naming.name(certificate.subjectaltname),
    },
  };
  return new Map<string, Json>([[MANIFEST, JSON.parse(JSON.stringify(manifest)) as Json], ...files]);
}

/** What became of the calls; their answers go into `files`. `url`: what requests name, if they name one. */
function recordedCalls(
  answers: readonly Answer[],
  parts: KeepingParts,
  naming: Naming,
  files: Map<string, Json>,
  url = '',
): readonly RecordedCall[] {
  return answers.map((answer) => {
    const { call, parameters, request } = answer;
    const own = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, naming.name(value)]));
    const isPlain = naming === PLAIN;
    const asked = request.slice(`${METHOD}${url}`.length);
    const path = isPlain ? asked : requestOf(call, { ...own, timeout: timeoutIn(request) }, '');
    const told = { name: call.name, path, parameters: own };
    if (answer.state === 'unseen') {
      const { reason, status, privilege, since, why } = answer;
      // A sentence may have names.
      return { ...told, reason, status, privilege, since, why: isPlain ? why : undefined };
    }
    const file = freeName(`answers/${call.name}`, files);
    const isNothing = call.nothing !== undefined && isMap(answer.body) && Object.keys(answer.body).length === 0;
    files.set(file, reduced(parts, call.name, answer.body));
    return { ...told, status: isNothing ? call.nothing : 200, file };
  });
}

/** The name of a file of JSON; with a number, from the second of this name on. */
function freeName(name: string, files: ReadonlyMap<string, unknown>): string {
  let free = `${name}.json`;
  for (let number = 2; files.has(free); number++) free = `${name}-${String(number)}.json`;
  return free;
}

/** The recording as a zip. */
export function zipped(files: RecordedFiles): Uint8Array {
  return zipSync(
    Object.fromEntries([...files].map(([name, value]) => [name, strToU8(`${JSON.stringify(value, null, 1)}\n`)])),
    // A zip has times of its own; that of the recording stands in the manifest.
    { mtime: '1980-01-01T00:00:00' },
  );
}

function reduced(parts: KeepingParts, call: string, body: Json): Json {
  const heads = isMap(body) ? parts.reduce(body, KEPT_HEADS) : undefined;
  const kept: KeptPart | undefined = KEPT_PARTS[call];
  const own = kept === undefined ? {} : parts.reduce(body, kept);
  return isMap(own) && isMap(heads) ? { ...own, ...heads } : own;
}

/** Pseudonyms that know the ids and the patterns of all answers. */
function pseudonymsFor(collected: Collected): Naming {
  const pseudonyms = new Pseudonyms();
  const hearing: Naming = {
    name: (text) => {
      pseudonyms.foresee(text);
      return text;
    },
    id: (text) => pseudonyms.id(text),
  };
  for (const { product, answers } of [collected, ...collected.instances]) {
    const parts = new KeepingParts(product, hearing);
    for (const answer of answers) if (answer.state === 'given') reduced(parts, answer.call.name, answer.body);
  }
  return pseudonyms;
}

/** The time that nodes were given, which stands in the query. */
function timeoutIn(request: string): string {
  return /[?&]timeout=(\w+)/.exec(request)?.[1] ?? '';
}

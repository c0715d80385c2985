/** Reads a recording, or what elastic/support-diagnostics collected, as the answers of a cluster. */
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Files } from '../ground/files.ts';
import { isMap } from '../ground/json-map.ts';
import type { Answer } from '../live/answer.ts';
import { METHOD } from '../live/asking.ts';
import { callsOf } from '../live/calls.ts';
import type { Call, Product } from '../live/calls.ts';
import type { Collected } from '../live/collect.ts';
import { openArchive } from './archive.ts';
import type { Archive } from './archive.ts';
import { readDiagnostic } from './support-diagnostics.ts';
import { MANIFEST, isManifest, readManifest } from './manifest.ts';
import type { RecordedCall } from './manifest.ts';
import { ReadingAnswers } from './reading-answers.ts';

/** Reads the recording at an absolute path; `shown` is that path as it was given. Throws CannotCheck. */
export function readRecording(files: Files, path: string, shown: string): Collected {
  const archive = openArchive(files, path, shown);
  const manifest = archive.names.includes(MANIFEST) ? archive.read(MANIFEST) : undefined;
  const collected =
    manifest !== undefined && isManifest(manifest) ? fromManifest(manifest, archive) : readDiagnostic(archive);
  if (collected === undefined)
    throw new CannotCheck(
      `${shown} is no recording: it is neither a file of stacklint capture nor one of support-diagnostics`,
    );
  const nodes = collected.answers.find(({ call }) => call.name === 'nodes');
  const all = nodes?.state === 'given' && isMap(nodes.body) ? nodes.body['nodes'] : undefined;
  if (!isMap(all) || Object.keys(all).length === 0)
    throw new CannotCheck(`${shown} cannot be judged: no node has an answer about itself in it`);
  return collected;
}

function fromManifest(text: string, archive: Archive): Collected {
  const { product, release, at, requests, from, certificate, plain, ...told } = readManifest(text, archive.shown);
  const reading = new ReadingAnswers(archive);
  const answersOf = (calls: readonly RecordedCall[], known: readonly Call[], url = ''): readonly Answer[] =>
    calls.flatMap((recorded): readonly Answer[] => {
      const call = known.find(({ name }) => name === recorded.name);
      if (call === undefined) return []; // this release does not make it
      const { path, parameters, file, reason = 'unreadable', status, privilege, since, why } = recorded;
      const asked = { call, request: `${METHOD}${url}${path}`, parameters };
      if (file !== undefined) return [reading.answer(asked, file, () => status)];
      const more = { ...(privilege && { privilege }), ...(since && { since }), ...(why && { why }) };
      return [{ ...asked, state: 'unseen', reason, ...(status && { status }), ...more }];
    });
  const instances = told.instances.map(({ calls, ...instance }) => ({
    ...instance,
    answers: answersOf(calls, allCallsOf(instance.product, instance.release), instance.url),
  }));
  const answers = answersOf(told.calls, allCallsOf(product, release));
  const cluster = { product, version: release, at, requests, from, certificate, answers, instances };
  return { ...cluster, recording: archive.shown, isReduced: true, hasPseudonyms: !plain };
}

/** The calls of a release, then those of others that are made no more. */
function allCallsOf(product: Product, release: string | undefined): readonly Call[] {
  return [...callsOf(product, release), ...callsOf(product)];
}

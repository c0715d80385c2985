/** Reads a recording, or what elastic/support-diagnostics collected, as the answers of a cluster. */
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Files } from '../ground/files.ts';
import { isMap } from '../ground/json-map.ts';
import { readAnswer } from '../live/answer.ts';
import type { Answer, Asked } from '../live/answer.ts';
import { callsOf } from '../live/calls.ts';
import type { Call, Product } from '../live/calls.ts';
import { MOST } from '../live/collect.ts';
import type { Collected } from '../live/collect.ts';
import { openArchive } from './archive.ts';
import type { Archive } from './archive.ts';
import { MANIFEST, isManifest, readManifest } from './manifest.ts';
import type { RecordedCall } from './manifest.ts';

/** Reads the recording at an absolute path; `shown` is that path as it was given. Throws CannotCheck. */
export function readRecording(files: Files, path: string, shown: string): Collected {
  const archive = openArchive(files, path, shown);
  const manifest = archive.names.includes(MANIFEST) ? archive.read(MANIFEST) : undefined;
  const collected = manifest !== undefined && isManifest(manifest) ? fromManifest(manifest, archive) : undefined;
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
  const answersOf = (calls: readonly RecordedCall[], known: readonly Call[]): readonly Answer[] =>
    calls.flatMap((recorded): readonly Answer[] => {
      const call = known.find(({ name }) => name === recorded.name);
      if (call === undefined) return []; // this release does not make it
      const { request, parameters, file, reason = 'unreadable', status, privilege, since, why } = recorded;
      const asked = { call, request, parameters };
      if (file !== undefined) return [reading.answer(asked, file, status)];
      const more = { ...(privilege && { privilege }), ...(since && { since }), ...(why && { why }) };
      return [{ ...asked, state: 'unseen', reason, ...(status && { status }), ...more }];
    });
  const instances = told.instances.map(({ calls, ...instance }) => ({
    ...instance,
    answers: answersOf(calls, allCallsOf(instance.product, instance.release)),
  }));
  const answers = answersOf(told.calls, allCallsOf(product, release));
  const cluster = { product, version: release, at, requests, from, certificate, answers, instances };
  return { ...cluster, recording: archive.shown, hasPseudonyms: !plain };
}

/** The calls of a release, then those of others that are made no more. */
function allCallsOf(product: Product, release: string | undefined): readonly Call[] {
  return [...callsOf(product, release), ...callsOf(product)];
}

/** Reads answers out of an archive, all together within the limits of those that are received. */
export class ReadingAnswers {
  readonly #archive: Archive;
  readonly #room = { bytes: MOST.allBytes, values: MOST.allValues };

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** The answer in a file; unseen if the file is missing, too large, or not what such a call answers. */
  answer(asked: Asked, file: string, status = 200): Answer {
    const text = this.#archive.names.includes(file) ? this.#archive.read(file) : '';
    this.#room.bytes -= text?.length ?? 0;
    if (text === undefined || this.#room.bytes < 0) return { ...asked, state: 'unseen', reason: 'too-large' };
    return { ...asked, ...readAnswer(asked.call, { status, text }, this.#room) };
  }
}

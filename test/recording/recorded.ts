/** Recordings of the clusters of fixtures, as `capture` would make them. */
import type { Answer } from '../../src/live/answer.ts';
import type { Json } from '../../src/live/bounded-json.ts';
import { CALLS } from '../../src/live/calls.ts';
import type { ClusterProduct, InstanceProduct } from '../../src/live/calls.ts';
import type { Collected } from '../../src/live/collect.ts';
import type { Certificate } from '../../src/live/send.ts';
import { readRecording } from '../../src/recording/read-recording.ts';
import { recordedFiles, zipped } from '../../src/recording/write-recording.ts';
import type { ClusterAnswer, ClusterAnswers, InstanceAnswers } from '../../src/stack/observed/answers.ts';
import { memoryFiles } from '../memory-files.ts';

/** What `collect` gives for a cluster that answers so. */
export function collectedFrom(answers: ClusterAnswers): Collected {
  const product = answers.product as ClusterProduct;
  const root = answers.answerTo('root')?.body as { readonly version?: { readonly number?: string } } | undefined;
  return {
    ...{ product, version: root?.version?.number ?? '8.19.21' },
    ...{ from: 'https://10.4.0.11:9200', at: answers.at, requests: 20 },
    certificate: answers.answerTo('handshake')?.body as Certificate | undefined,
    answers: givenAnswers(product, (call) => answers.answersTo(call as never)),
    instances: (answers.instances ?? []).map((instance: InstanceAnswers) => ({
      ...{ kind: instance.kind, product: instance.product as InstanceProduct, url: instance.url },
      answers: givenAnswers(instance.product, (call) => instance.answersTo(call as never)),
    })),
  };
}

function givenAnswers(product: string, answersTo: (call: string) => readonly ClusterAnswer[]): readonly Answer[] {
  const calls = new Map(CALLS.filter((call) => call.product === product).map((call) => [call.name, call]));
  return [...calls.values()].flatMap((call) =>
    answersTo(call.name).map(({ request, body, about = {} }): Answer => {
      const asked = { call, request, parameters: about };
      return body === undefined
        ? { ...asked, state: 'unseen', reason: 'failed', status: 500 }
        : { ...asked, state: 'given', body: body as Json };
    }),
  );
}

/** What a recording of a cluster gives back. */
export function throughRecording(collected: Collected, { plain }: { readonly plain: boolean }): Collected {
  const files = memoryFiles({ '/p/logs.zip': zipped(recordedFiles(collected, { plain })) });
  return readRecording(files, '/p/logs.zip', 'logs.zip');
}

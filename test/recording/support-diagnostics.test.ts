import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { checkCluster } from '../../src/check/check-cluster.ts';
import type { Collected } from '../../src/live/collect.ts';
import { unseenAnswers } from '../../src/live/unseen.ts';
import { readRecording } from '../../src/recording/read-recording.ts';
import type { CallName } from '../../src/stack/observed/answers.ts';
import { answersOf } from '../clusters.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

const FOLDER = 'api-diagnostics-20261124-061500';
const AT = '2026-11-24T06:15:00.000Z';

/** The files of a diagnostic of a cluster of ours; undefined leaves one out. */
function diagnostic(changes: Readonly<Record<string, string | undefined>> = {}): Readonly<Record<string, string>> {
  const harbour = answersOf('harbour');
  const bodyOf = (call: CallName): string => JSON.stringify(harbour.answerTo(call)?.body);
  const files: Readonly<Record<string, string | undefined>> = {
    'version.json': bodyOf('root'),
    'nodes.json': bodyOf('nodes'),
    'nodes_stats.json': bodyOf('node-stats'),
    'cluster_health.json': bodyOf('health'),
    'cluster_settings.json': bodyOf('settings'),
    'cluster_state.json': bodyOf('voting'),
    'repositories.json': bodyOf('repositories'),
    'commercial/slm_policies.json': '{}',
    'cat/cat_health.txt': 'green',
    'manifest.json': '{"collectionDate":"2026-11-24T06:15:00.000Z"}',
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [[`${FOLDER}/${name}`, text]])),
  );
}

function readZip(files: Readonly<Record<string, string>>): Collected {
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  return readRecording(memoryFiles({ '/p/d.zip': zip }), '/p/d.zip', 'd.zip');
}

/** A tar of files, as `tar` of any system writes it. */
function tar(files: Readonly<Record<string, string>>): Uint8Array {
  const blocks = Object.entries(files).map(([name, text]) => {
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write(`${bytes.length.toString(8).padStart(11, '0')} `, 124);
    head.write('0ustar', 156);
    return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function rulesOf(collected: Collected): readonly string[] {
  const selection = { preset: 'production', rules: [] } as const;
  const check = { selection, configuration: undefined, leniency: { baseline: undefined }, inventory: undefined };
  return checkCluster(collected, check).findings.map(({ rule }) => rule);
}

describe('what elastic/support-diagnostics collected', (test) => {
  test('is judged from an archive of either kind, or a folder', () => {
    const files = diagnostic();
    const folder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/p/${name}`, text]));
    const all = [
      readZip(files),
      readRecording(memoryFiles({ '/p/d.tar.gz': tar(files) }), '/p/d.tar.gz', 'd.tar.gz'),
      readRecording(memoryFiles(folder), `/p/${FOLDER}`, FOLDER),
      readRecording(memoryFiles(folder), '/p', '.'),
    ];
    for (const collected of all) {
      assert.equal([collected.product, collected.version, collected.at], ['elasticsearch', '8.19.4', AT]);
      assert.equal(rulesOf(collected), rulesOf(all[0]!));
    }
    assert.ok(rulesOf(all[0]!).includes('snapshot/policy'));
  });

  test('has calls that failed, which it keeps as the bodies of errors, and others that it lacks', () => {
    const refused = JSON.stringify({ error: { reason: 'action is unauthorized', type: 'security' }, status: 403 });
    const collected = readZip(diagnostic({ 'repositories.json': refused, 'cluster_settings.json': undefined }));
    const unseen = unseenAnswers(collected).map(({ name, reason, message }) => `${name} ${reason}: ${message}`);
    assert.ok(unseen.some((one) => one.startsWith('repositories forbidden')));
    assert.ok(unseen.some((one) => /^settings failed: .*failed: the diagnostic has no answer to it$/.test(one)));
    assert.not.ok(rulesOf(collected).includes('snapshot/repository'));
  });

  test('takes no list of shards that leaves out the ids of nodes', () => {
    const rows = (row: object): Collected => readZip(diagnostic({ 'indices.json': JSON.stringify([row]) }));
    const isSeen = (collected: Collected): boolean =>
      collected.answers.some(({ call, state }) => call.name === 'shards' && state === 'given');
    assert.is(isSeen(rows({ index: 'logs', shard: '0', state: 'STARTED', node: 'crane-1', id: '7yPa' })), true);
    assert.is(isSeen(rows({ index: 'logs', shard: '0', state: 'STARTED', node: 'crane-1' })), false);
  });

  test('cannot be judged if it does not tell of which product, or when', () => {
    assert.throws(
      () => readZip(diagnostic({ 'version.json': '{"error":"x","status":401}' })),
      'd.zip cannot be judged: its version.json is not what Elasticsearch answers',
    );
    assert.throws(
      () => readZip(diagnostic({ 'manifest.json': undefined })),
      'd.zip cannot be judged: it does not tell when the cluster was asked',
    );
  });
});

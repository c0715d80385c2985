/**
 * The recording of the example `observatory`, which has faults, and differs from its inventory. What is in it stands in
 * `fixtures/live/observatory/answers`: `UPDATE=1` makes it from there, as `capture --plain` would.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { readAnswer } from '../../src/live/answer.ts';
import { callsOf } from '../../src/live/calls.ts';
import type { Collected } from '../../src/live/collect.ts';
import type { CheckReport } from '../../src/report/json-report.ts';
import { recordedFiles, zipped } from '../../src/recording/write-recording.ts';
import { assert, describe } from '../describe.ts';
import { FIXTURES, ROOT } from '../folders.ts';
import { live } from '../live/command.ts';

const ZIP = join(FIXTURES, 'live/observatory.zip');
const WORDS = ['fixtures/live/observatory.zip', '-i', 'fixtures/inventories/observatory'];

/** What the cluster answered, as far as it was asked. An answer with an error is one that was refused. */
function observatory(): Collected {
  const room = { bytes: 2 ** 20, values: 10_000 };
  const answers = callsOf('elasticsearch', '8.15.3').flatMap((call) => {
    const file = join(FIXTURES, 'live/observatory/answers', `${call.name}.json`);
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    const { error, status } = JSON.parse(text) as { readonly error?: object; readonly status?: number };
    const path = call.path.replace('{timeout}', '8000ms');
    const asked = { call, request: `GET ${path}`, parameters: {} };
    return [{ ...asked, ...readAnswer(call, { status: error === undefined ? 200 : (status ?? 500), text }, room) }];
  });
  return {
    ...{ product: 'elasticsearch', version: '8.15.3', from: 'https://10.30.0.11:9200', at: '2026-11-24T06:15:00.000Z' },
    ...{ requests: answers.length, answers, instances: [], certificate: undefined },
  };
}

describe('the recording of the observatory', (test) => {
  test('is made of the answers beside it', () => {
    const files = recordedFiles(observatory(), { plain: true });
    if (process.env['UPDATE'] !== undefined) writeFileSync(ZIP, zipped(files));
    const found = Object.entries(unzipSync(readFileSync(ZIP))).map(([name, bytes]): [string, unknown] => [
      name,
      JSON.parse(strFromU8(bytes)),
    ]);
    assert.equal(Object.fromEntries(found), Object.fromEntries(files));
  });

  test('is compared with its inventory, and has what README shows', async () => {
    const { stdout, exitCode } = await live(WORDS, { cwd: ROOT });
    assert.is(exitCode, 1);
    const sample = /```text\n(observatory: [^`]*fixtures\/live[^`]*)```/.exec(
      readFileSync(join(ROOT, 'README.md'), 'utf8'),
    )?.[1];
    for (const part of (sample ?? 'a sample').split('…').map((text) => text.trim())) assert.match(stdout, part);
  });

  test('shows faults of the cluster, and what differs from its inventory', async () => {
    const { stdout } = await live([...WORDS, '-f', 'json'], { cwd: ROOT });
    const { findings } = JSON.parse(stdout) as CheckReport;
    const rules = findings.map(({ rule }) => rule);
    for (const rule of SHOWN) assert.ok(rules.includes(rule), rule);
  });
});

const SHOWN = [
  ...['disk/read-only-indices', 'disk/usage', 'disk/watermarks-recommended', 'drift/exclusion-left'],
  ...['drift/node-missing', 'drift/node-unknown', 'drift/value', 'health/allocation', 'health/heap-use'],
  ...['health/status', 'health/transient-settings', 'memory/heap-limit', 'memory/memory-lock'],
  ...['security/certificate-expiry', 'snapshot/recent-success', 'snapshot/repository', 'topology/master-quorum'],
];

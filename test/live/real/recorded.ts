/** A recording of a real cluster: judged like the cluster itself, and without a name or secret of it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckReport } from '../../../src/report/json-report.ts';
import { assert } from '../../describe.ts';
import type { Test } from '../../describe.ts';
import { ask } from '../cluster/ask.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import { command, reportOf } from '../command.ts';
import type { Circumstances } from '../command.ts';
import { send } from './yard.ts';

/** Without what a moment changes. */
const STEADY = ['--rule', 'health/heap-use=off', '--rule', 'disk/usage=off'];

/** Asserts that a recording of a cluster gives what the cluster gives, and that none of some words are in it. */
export async function assertRecorded(
  words: readonly string[],
  secrets: readonly string[],
  circumstances: Circumstances = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-recording-'));
  const file = join(folder, 'cluster.zip');
  try {
    const running = await reportOf([...words, ...STEADY], circumstances);
    const { stderr, exitCode } = await command(['capture', ...words, '-o', file], circumstances);
    assert.is(exitCode, 0, stderr);
    assert.equal(numbersOf(await reportOf([file, ...STEADY])), numbersOf(running));
    const text = execFileSync('unzip', ['-p', file], { encoding: 'utf8', maxBuffer: 2 ** 26 });
    assert.equal(
      secrets.filter((secret) => text.includes(secret)),
      [],
    );
    const plain = join(folder, 'plain.zip');
    await command(['capture', ...words, '--plain', '-o', plain], circumstances);
    assert.equal(wordsOf(await reportOf([plain, ...STEADY])), wordsOf(running));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Adds a test with a cluster to a suite. */
export function testRecording(test: Test, running: () => Cluster): void {
  test('is judged by a recording as by itself, which has no name, address or secret of it', async () => {
    const { url, repository } = running();
    const note = { 'cluster.metadata.administrator': 'ann@example.org' };
    await send(running(), [
      ['PUT /_cluster/settings', { persistent: { ...note, 'cluster.routing.allocation.exclude._name': 'yard-5' } }],
      ['PUT /books/_settings', { 'index.number_of_replicas': 2 }],
      ['PUT /books/_settings', { 'index.blocks.read_only_allow_delete': true }],
      ['PUT /_snapshot/larder', { type: 'fs', settings: { location: `${repository}/larder` } }],
    ]);
    try {
      const ids = Object.keys(((await ask(`${url}/_nodes`)).body as { readonly nodes: object }).nodes);

      const names = ['yard', 'books', 'larder', repository, 'stacklint-cluster', 'ann@example.org'];
      await assertRecorded([url], [...names, ...ids]);
    } finally {
      await send(running(), [
        [
          'PUT /_cluster/settings',
          { persistent: { 'cluster.metadata.*': null, 'cluster.routing.allocation.exclude.*': null } },
        ],
        ['PUT /books/_settings', { 'index.blocks.read_only_allow_delete': null }],
        ['PUT /books/_settings', { 'index.number_of_replicas': 1 }],
        ['DELETE /_snapshot/larder'],
      ]);
    }
  });
}

/** How often each rule finds, or leaves open, what. */
function numbersOf({ findings, undecided }: CheckReport): readonly string[] {
  return [
    ...findings.map(({ severity, rule, hosts = [] }) => `${severity} ${rule} ${hosts.length}`),
    ...undecided.map(({ rule }) => `undecided ${rule}`),
  ].sort();
}

/** What is found, where, in words, in which a time or a share of something that runs may differ. */
function wordsOf({ findings }: CheckReport): readonly string[] {
  return findings.map(({ message, at }) => `${message.replace(/\d+(?:\.\d+)?/g, 'N')} ${JSON.stringify(at)}`).sort();
}

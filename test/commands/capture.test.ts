import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { CommandOutcome } from '../../src/commands/command.ts';
import type { ClusterName } from '../clusters.ts';
import { assert, describe } from '../describe.ts';
import { repliesOf } from '../live/answering.ts';
import { command, live } from '../live/command.ts';
import type { Circumstances } from '../live/command.ts';
import { serve } from '../live/server.ts';
import type { Server } from '../live/server.ts';

describe('stacklint capture', (test) => {
  const told = (stdout: string): readonly string[] => {
    const { findings } = JSON.parse(stdout) as { findings: readonly { rule: string; severity: string }[] };
    return findings.map(({ rule, severity }) => `${severity} ${rule}`).sort();
  };
  const folder = (): string => mkdtempSync(join(tmpdir(), 'stacklint-capture-'));

  test('records a cluster, which is judged from the recording as it was', async () => {
    const cwd = folder();
    const direct = await liveAgainst('attic', ['-f', 'json'], { cwd });
    const { exitCode, stderr, stdout } = await captured('attic', ['-o', 'attic.zip'], { cwd });
    assert.equal([exitCode, stdout], [0, '']);
    assert.match(stderr, /^stacklint: attic\.zip has \d+ answers; (?:\d+ were not seen; )?names are pseudonyms\n$/);
    if (process.platform !== 'win32') assert.is(statSync(join(cwd, 'attic.zip')).mode & 0o777, 0o600);
    const recorded = await live(['attic.zip', '-f', 'json'], { cwd });
    assert.is(recorded.exitCode, 1, recorded.stderr);
    assert.equal(told(recorded.stdout), told(direct.stdout));
    assert.not.match(recorded.stdout, /trunk|127\.0\.0\.1/);
    assert.match((await live(['attic.zip'], { cwd })).stdout, ': attic.zip · preset production');
  });

  test('keeps names if it is asked to, and then reports in the same words', async () => {
    const cwd = folder();
    const direct = await liveAgainst('attic', ['-f', 'compact'], { cwd });
    await captured('attic', ['-o', 'attic.zip', '--plain'], { cwd });
    assert.is((await live(['attic.zip', '-f', 'compact'], { cwd })).stdout, direct.stdout);
  });

  test('asks in the ways of live, and keeps no login', async () => {
    const cwd = folder();
    const secret = 'Vw4-harbour-Lantern';
    const words = ['--user', 'auditor', '--plain', '-o', 'logs.zip'];
    const { requests } = await captured('harbour', words, { cwd, environment: { STACKLINT_PASSWORD: secret } });
    assert.ok(requests.every(({ headers }) => headers.authorization?.startsWith('Basic ') === true));
    const files = Object.values(unzipSync(readFileSync(join(cwd, 'logs.zip')))).map((bytes) => strFromU8(bytes));
    assert.not.match(files.join('\n'), /Lantern|Basic /);
  });

  test('writes over nothing, and nothing at all if the cluster cannot be asked', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'there.zip'), 'mine');
    const complaints: readonly (readonly [readonly string[], string])[] = [
      [['http://127.0.0.1:9'], 'stacklint capture needs --output FILE.zip'],
      [['http://127.0.0.1:9', '-o', 'there.zip'], 'there.zip exists, and a recording is not written over it'],
      [['http://127.0.0.1:9', '-o', 'logs.zip'], 'nothing listens there'],
      [['-o', 'logs.zip'], 'stacklint capture needs the URL of a node'],
      [['there.zip', '-o', 'logs.zip'], 'there.zip is not a URL'],
    ];
    for (const [words, expected] of complaints) {
      const { stdout, stderr, exitCode } = await command(['capture', ...words], { cwd });
      assert.equal([stdout, exitCode], ['', 2], words.join(' '));
      assert.match(stderr, expected);
    }
    const missing = await captured('harbour', ['-o', 'no/such/folder/logs.zip'], { cwd });
    assert.equal([missing.exitCode, missing.stderr.split(':').length > 1], [2, true]);
    assert.equal(readdirSync(cwd), ['there.zip']);
    assert.is(readFileSync(join(cwd, 'there.zip'), 'utf8'), 'mine');
  });

  test('is refused as a target in one line if it is none', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'mine.zip'), 'PK');
    for (const [words, expected] of [
      [['mine.zip'], 'mine.zip cannot be unpacked'],
      [['gone.zip'], 'cannot read gone.zip: there is no such file'],
      [['mine.zip', 'http://127.0.0.1:9'], 'mine.zip is not a URL; a recording is judged alone'],
    ] as const) {
      const { stdout, stderr, exitCode } = await live(words, { cwd });
      assert.equal([stdout, exitCode, stderr.trimEnd().split('\n').length], ['', 2, 1]);
      assert.match(stderr, expected);
    }
  });
});

/** Records the cluster of a fixture. */
async function captured(
  cluster: ClusterName,
  words: readonly string[],
  options: Circumstances,
): Promise<CommandOutcome & { readonly requests: Server['requests'] }> {
  const server = await serve(repliesOf(cluster));
  try {
    return { ...(await command(['capture', server.url, ...words], options)), requests: server.requests };
  } finally {
    await server.close();
  }
}

/** Judges the cluster of a fixture itself. */
async function liveAgainst(
  cluster: ClusterName,
  words: readonly string[],
  options: Circumstances,
): Promise<CommandOutcome> {
  const server = await serve(repliesOf(cluster));
  try {
    return await live([server.url, ...words], options);
  } finally {
    await server.close();
  }
}

/**
 * Runs every test file but the slow ones, or those of them whose path matches the argument, in as many processes as the
 * machine has cores. `--all` adds the slow ones (`*.slow.test.ts`). The last line is `N passed, N failed`.
 *
 * Of a file that passes, a line is printed; of one that fails, everything that it wrote but for suites that passed.
 * One that crashes, hangs or describes no test fails.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import fastGlob from 'fast-glob';
import type { Counts } from './run-files.ts';

const FOLDER = dirname(fileURLToPath(import.meta.url));
/** How long each file took when it last ran here, in milliseconds. */
const TIMES = join(dirname(FOLDER), '.cache/test-times.json');
const isSlow = (file: string): boolean => file.endsWith('.slow.test.ts');
/** The line of a suite in which every test passed. */
const PASSED = /^ .* {2}(?:• )* {2}\((\d+) \/ \1\)\n/gm;
/** The minutes after which a file is taken to hang: a busy machine may take ten times as long as a quiet one. */
const minutesFor = (file: string): number => (isSlow(file) ? 40 : 10);

const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true });
const all = values.all === true;
const wanted = new RegExp(positionals[0] ?? '', 'i');
const matching = fastGlob.sync('**/*.test.ts', { cwd: FOLDER }).filter((file) => wanted.test(file));
const times = timesOfLastRun();
// The slowest first, so that none is left to run alone at the end. Of files that never ran, the size stands in for
// the time, unless they are known to be slow.
const costOf = (file: string): number =>
  times[file] ?? (isSlow(file) ? 100_000 : statSync(join(FOLDER, file)).size / 10);
const waiting = matching
  .filter((file) => all || !isSlow(file))
  .map((file) => ({ file, cost: costOf(file) }))
  .sort((one, other) => other.cost - one.cost)
  .map(({ file }) => file);
if (waiting.length === 0)
  console.error(
    matching.length > 0
      ? `npm run test:all runs slow tests as well: ${matching.join(', ')}`
      : 'no test has such a path',
  );

const total = { passed: 0, failed: 0, skipped: 0 };
const scratch = mkdtempSync(join(tmpdir(), 'stacklint-tests-'));
// What the program prints then comes of the bundle that ships, and not of the sources.
if (all) process.env['STACKLINT_TESTED'] = 'bundle';
try {
  const processes = Math.min(availableParallelism(), waiting.length);
  await Promise.all(Array.from({ length: processes }, (_, index) => work(join(scratch, String(index)))));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
mkdirSync(dirname(TIMES), { recursive: true });
writeFileSync(TIMES, JSON.stringify(times, undefined, 2));
const skips = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skips}`);
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;

/** Runs files that wait in a process until none is left; where one takes the process with it, in a new one. */
async function work(output: string): Promise<void> {
  const written = openSync(output, 'w+');
  let child: ChildProcess | undefined;
  let seen = 0;
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    // What a test left behind may have ended it since.
    if (child?.connected !== true)
      child = fork(join(FOLDER, 'run-files.ts'), { stdio: ['ignore', written, written, 'ipc'] });
    const start = performance.now();
    const ended = await outcome(child, file);
    const took = performance.now() - start;
    const text = Buffer.alloc(fstatSync(written).size - seen);
    seen += readSync(written, text, 0, text.length, seen);
    if (typeof ended === 'string') child = undefined;
    else times[file] = Math.round(took);
    tell(file, ended, took, text.toString());
  }
  if (child?.connected === true) child.disconnect();
  closeSync(written);
}

/** What came of a file; a sentence where its process ended first, or had to be ended. */
function outcome(child: ChildProcess, file: string): Promise<Counts | string> {
  return new Promise((resolve) => {
    const limit = setTimeout(
      () => {
        settle(`it did not end in ${minutesFor(file)} minutes`);
        child.kill('SIGKILL');
      },
      minutesFor(file) * 60_000,
    );
    const ended = (code: number | null, signal: string | null): void => {
      settle(`its process ended before its tests did (${signal ?? `code ${String(code)}`})`);
    };
    const settle = (result: Counts | string): void => {
      clearTimeout(limit);
      child.off('message', settle).off('exit', ended);
      resolve(result);
    };
    child.on('message', settle).on('exit', ended);
    child.send(file, (error) => {
      if (error !== null) settle(`its process could not be told to run it: ${error.message}`);
    });
  });
}

function tell(file: string, ended: Counts | string, took: number, text: string): void {
  const counts = typeof ended === 'string' ? { passed: 0, failed: 1, skipped: 0 } : ended;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  const seconds = `${(took / 1000).toFixed(1)} s`.padStart(8);
  if (counts.failed > 0) {
    const wrong = text.replace(PASSED, '').trimEnd();
    console.log(`✘ ${seconds}  ${file}\n\n${wrong}\n${typeof ended === 'string' ? `${ended}\n` : ''}`);
    return;
  }
  console.log(`✓ ${seconds}  ${file}`);
  // What a test could not do here is said, though it passes.
  for (const line of text.split('\n')) if (line.startsWith('skipped: ')) console.log(`${' '.repeat(12)}${line}`);
}

function timesOfLastRun(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(TIMES, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

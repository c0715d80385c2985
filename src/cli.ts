/**
 * The program: runs the command of the command line in its process. Only this file writes to the process's streams
 * and sets its exit code.
 */
import { fstatSync, writeSync } from 'node:fs';
import { CannotCheck } from './ground/cannot-check.ts';
import type { Person } from './commands/command.ts';
import { complaint, outcomeOf } from './commands/run-command.ts';
import type { Surroundings } from './commands/run-command.ts';
import { disk, systemReason } from './ground/disk.ts';
import { printable } from './report/terminal-text.ts';

/** The seconds after which a person wonders what the program is doing. */
const SLOW = 1;

/** The line on stderr that says what a slow run is doing, if a person watches. */
class ProgressLine {
  #shown: string | undefined;

  show(step: string): void {
    // Unlike `performance`, `process.uptime` loads no further part of Node.
    if (step === this.#shown || process.uptime() < SLOW || !process.stderr.isTTY) return;
    this.#shown = step;
    put(2, `${CLEAR_LINE}${printable(step).slice(0, (process.stderr.columns || 80) - 2)} …`);
  }

  clear(): void {
    if (this.#shown !== undefined) put(2, CLEAR_LINE);
    this.#shown = undefined;
  }
}

const CLEAR_LINE = '\r\u001b[K';
const progress = new ProgressLine();

/** Runs the program with the words of its command line. */
async function main(args: readonly string[]): Promise<void> {
  const { stdout, stderr, closing = '', exitCode } = await outcomeOf(args, surroundings);
  process.exitCode = exitCode;
  progress.clear();
  let written: boolean;
  try {
    written = [put(2, stderr), put(1, stdout), put(2, closing)].every(Boolean);
  } catch (error) {
    process.exitCode = 2;
    written = put(2, await complaint(error, surroundings, args.includes('--verbose')));
  }
  // Exiting at once saves the time to tear down a large heap.
  if (written) process.exit();
}

const surroundings: Surroundings = {
  isPath: (word) => disk.kind(word) !== undefined,
  caller: () => ({
    cwd: currentFolder(),
    files: disk,
    environment: process.env,
    columns: terminalColumns(),
    progress: (step) => {
      progress.show(step);
    },
  }),
  person,
  client: () => ({ input: process.stdin, output: process.stdout, isRunning }),
};

function person(): Person {
  const tell = (stdout: string, stderr = ''): void => {
    progress.clear();
    put(1, stdout);
    put(2, stderr);
  };
  const isThere = process.stdin.isTTY && process.stdout.isTTY;
  return { tell, ask: isThere ? ask : undefined, askSecret: isThere ? askSecret : undefined };
}

/** Tells whether there is a process, even if it is one that belongs to somebody else. */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Asks in a line of its own, so that Ctrl-C ends the program. An input that has ended says no. */
async function ask(question: string): Promise<boolean> {
  if (process.stdin.readableEnded) return false;
  progress.clear();
  put(1, `${question} [y/N] `);
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, terminal: false });
  const answer = await new Promise<string>((resolve) => {
    lines.once('line', resolve).once('close', () => {
      resolve('\n');
    });
  });
  lines.close();
  if (answer === '\n') put(1, answer);
  return /^y(es)?$/i.test(answer.trim());
}

/** Asks for a line without showing it; Ctrl-C ends the program. An input that has ended gives an empty line. */
async function askSecret(question: string): Promise<string> {
  if (process.stdin.readableEnded) return '';
  progress.clear();
  put(2, question);
  const { createInterface } = await import('node:readline');
  // As a terminal without an output, it takes what is typed in raw, so that nothing echoes it.
  const lines = createInterface({ input: process.stdin, terminal: true });
  const answer = await new Promise<string>((resolve) => {
    lines.once('SIGINT', () => {
      put(2, '\n');
      process.exit(130);
    });
    lines.once('line', resolve).once('close', () => {
      resolve('');
    });
  });
  lines.close();
  put(2, '\n');
  return answer;
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new CannotCheck('the current folder no longer exists; change to another one');
  }
}

/** Asking the stream loads a good part of Node; asking the file does not. */
function terminalColumns(): number | undefined {
  const output = fstatSync(1);
  // Hooks may send the output to /dev/null, which on Linux is device 1:3:
  // https://www.kernel.org/doc/Documentation/admin-guide/devices.txt
  const nowhere = 0x103;
  if (!output.isCharacterDevice() || output.rdev === nowhere || !process.stdout.isTTY) return undefined;
  return process.stdout.columns || 80;
}

/**
 * Writes everything, however slowly the other end reads; nothing if it has stopped reading. False if a part is
 * still to be written, as soon as the other end takes it.
 */
function put(file: 1 | 2, text: string): boolean {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EPIPE') return true;
    if (code === 'EAGAIN') {
      const stream = file === 1 ? process.stdout : process.stderr;
      stream.on('error', () => {});
      stream.write(rest);
      return false;
    }
    if (file === 2) return true;
    throw new CannotCheck(`cannot write to stdout: ${systemReason(error)}`);
  }
}

void main(process.argv.slice(2));

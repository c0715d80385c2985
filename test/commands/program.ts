/** The program, run with the words of a command line: in the test's own process, or built, in one of its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { ROOT } from '../folders.ts';

/** `npm test` builds it; a single test that is run by hand takes what the last build left. */
export const PROGRAM = join(ROOT, 'dist/cli.cjs');
if (!existsSync(PROGRAM)) throw new Error('npm run build comes first');
/**
 * Other releases of Node: `STACKLINT_NODES` has their paths with the system's delimiter between them; `.ci/run`
 * installs them.
 */
export const NODES = (process.env['STACKLINT_NODES'] ?? '').split(delimiter).filter((path) => path !== '');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Circumstances {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs the command of these words, of the sources, in a thread that has loaded them (`program-thread.ts`). Under
 * `npm run test:all`, the built program runs it. Colours and widths of the surroundings do not reach it.
 */
export function stacklint(args: readonly string[], circumstances: Circumstances = {}): Run {
  return process.env['STACKLINT_TESTED'] === 'bundle' ? built(args, circumstances) : thread.run(args, circumstances);
}

/**
 * Runs the built program with these words, in a process of its own, as a person or a script does; `node` are options of
 * Node itself.
 */
export function built(args: readonly string[], circumstances: Circumstances = {}, node: readonly string[] = []): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, PROGRAM, ...args], {
    ...surroundings(circumstances),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout, stderr };
}

function surroundings({ cwd = tmpdir(), env }: Circumstances): Asked['surroundings'] {
  return { cwd, env: { PATH: process.env['PATH'], ...env } };
}

/** What the thread of the program is asked to run. */
export interface Asked {
  readonly args: readonly string[];
  readonly surroundings: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> };
}

const THREAD = new URL('program-thread.ts', import.meta.url).href;
/** The milliseconds after which a command is taken to hang. */
const PATIENCE = 120_000;

/** A thread that runs commands while the test waits, as it would for a process. */
class ProgramThread {
  readonly #answered = new Int32Array(new SharedArrayBuffer(4));
  readonly #answers = new MessageChannel();
  #worker: Worker | undefined;

  run(args: readonly string[], circumstances: Circumstances): Run {
    this.#worker ??= this.#start();
    Atomics.store(this.#answered, 0, 0);
    this.#worker.postMessage({ args, surroundings: surroundings(circumstances) } satisfies Asked);
    Atomics.wait(this.#answered, 0, 0, PATIENCE);
    const answer = receiveMessageOnPort(this.#answers.port1) as { readonly message: Run } | undefined;
    if (answer === undefined) throw new Error(`stacklint ${args.join(' ')} has not ended`);
    return answer.message;
  }

  #start(): Worker {
    const { port2 } = this.#answers;
    const workerData = { answered: this.#answered, port: port2 };
    // tsx, as it is preloaded, leaves threads alone.
    const text = `import('tsx/esm/api').then(({ register }) => { register(); return import('${THREAD}'); })`;
    const worker = new Worker(text, { eval: true, workerData, transferList: [port2] });
    worker.unref();
    return worker;
  }
}
const thread = new ProgramThread();

/** Calls `use` with a folder that holds these files, and takes it away afterwards. */
export function inFolder(files: Readonly<Record<string, string>>, use: (folder: string) => void): void {
  const folder = folderOf(files);
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A new folder that holds these files, for the caller to take away. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A small stack with one error (a heap of 64 GB), and nothing else that the rule for it would say. */
export const LARGE_HEAP = {
  'hosts.yml': 'search:\n  hosts:\n    es-1:\n    es-2:\n    es-3:\n',
  'group_vars/search.yml': 'search_heap: "64"\nsearch_cluster_name: logs\nsearch_node_types: [master, data]\n',
};

/**
 * The thread in which `program.ts` runs commands: it takes the words of a command line, and gives what the program
 * writes.
 */
import { resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { outcomeOf } from '../../src/commands/run-command.ts';
import { disk } from '../../src/ground/disk.ts';
import type { Asked, Run } from './program.ts';

const { answered, port } = workerData as { readonly answered: Int32Array; readonly port: MessagePort };

parentPort?.on('message', (asked: Asked) => {
  void run(asked).then((ended) => {
    port.postMessage(ended);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
});

async function run({ args, surroundings: { cwd, env } }: Asked): Promise<Run> {
  let told = '';
  let noted = '';
  const {
    stdout,
    stderr,
    closing = '',
    exitCode,
  } = await outcomeOf(args, {
    isPath: (word) => disk.kind(resolve(cwd, word)) !== undefined,
    caller: () => ({ cwd, files: disk, environment: env, columns: undefined }),
    person: () => ({
      tell: (data, notes = '') => {
        told += data;
        noted += notes;
      },
      ask: undefined,
    }),
    client: () => {
      throw new Error('an editor speaks with a process of its own: use PROGRAM');
    },
  });
  return { code: exitCode, stdout: told + stdout, stderr: noted + stderr + closing };
}

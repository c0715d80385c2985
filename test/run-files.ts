/**
 * The process in which `run.ts` runs test files, one after the other: it is told their names, and tells what came of
 * each.
 *
 * uvu passes silently when a file forgets to run its suite, and when a hook throws; both fail here.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The tests of a file. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

type Suite = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>;

/** The interface by which uvu's own command passes files to uvu. */
interface Uvu {
  UVU_DEFER: number;
  UVU_QUEUE: [file: string, ...suites: Suite[]][];
}
const uvu = globalThis as typeof globalThis & Uvu;
uvu.UVU_DEFER = 1;
uvu.UVU_QUEUE = [];
const { exec } = await import('uvu');

const folder = dirname(fileURLToPath(import.meta.url));

process.on('message', (file: string) => {
  // A test that waits for nothing then ends the process, which fails it, and does not hang.
  process.channel?.unref();
  void countsOf(file).then((counts) => {
    process.channel?.ref();
    process.send?.(counts);
  });
});
process.on('disconnect', () => {
  process.exit();
});

async function countsOf(file: string): Promise<Counts> {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  const group: [file: string, ...suites: Suite[]] = [file];
  uvu.UVU_QUEUE.splice(0, Infinity, group);
  try {
    await import(pathToFileURL(join(folder, file)).href);
    if (group.length === 1) {
      failed++;
      console.error(`${file} describes no test`);
    }
    for (const [index, suite] of group.entries()) if (typeof suite !== 'string') group[index] = counted(suite);
    await exec();
  } catch (error) {
    failed++;
    console.error(`${file} could not be run:`, error);
  }
  return { passed, failed, skipped };

  function counted(suite: Suite): Suite {
    return async () => {
      const result = await suite();
      passed += result[1];
      skipped += result[2];
      failed += result[3] - result[1];
      return result;
    };
  }
}

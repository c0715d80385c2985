/**
 * Runs every test file, or those whose path matches the argument, and ends with one line: `N passed, N failed`.
 *
 * uvu passes silently when a file forgets to run its suite, and when a hook throws; both fail here.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastGlob from 'fast-glob';

type Suite = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>;

/** The interface by which uvu's own command passes files to uvu. */
interface Uvu {
  UVU_DEFER: number;
  UVU_INDEX: number;
  UVU_QUEUE: [file: string, ...suites: Suite[]][];
}
const uvu = globalThis as typeof globalThis & Uvu;

const folder = dirname(fileURLToPath(import.meta.url));
const wanted = new RegExp(process.argv[2] ?? '', 'i');
const files = fastGlob.sync('**/*.test.ts', { cwd: folder }).filter((file) => wanted.test(file));

let passed = 0;
let failed = 0;
let skipped = 0;
let finished = false;

process.on('exit', () => {
  if (!finished) failed++;
  const skips = skipped > 0 ? `, ${String(skipped)} skipped` : '';
  process.stdout.write(`${String(passed)} passed, ${String(failed)} failed${skips}\n`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
});

uvu.UVU_DEFER = 1;
uvu.UVU_QUEUE = [];
const { exec } = await import('uvu');

for (const [index, file] of files.sort().entries()) {
  uvu.UVU_INDEX = index;
  uvu.UVU_QUEUE.push([file]);
  try {
    await import(pathToFileURL(join(folder, file)).href);
  } catch (error) {
    failed++;
    console.error(`${file} could not be loaded:`, error);
    continue;
  }
  if (uvu.UVU_QUEUE[index]?.length === 1) {
    failed++;
    console.error(`${file} describes no test`);
  }
}
for (const group of uvu.UVU_QUEUE)
  for (const [index, suite] of group.entries()) if (typeof suite !== 'string') group[index] = counted(suite);
await exec();
finished = true;

function counted(suite: Suite): Suite {
  return async () => {
    const result = await suite();
    passed += result[1];
    skipped += result[2];
    failed += result[3] - result[1];
    return result;
  };
}

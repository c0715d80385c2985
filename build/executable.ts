/**
 * `npm run executable [FILE]`: makes one file that runs where no Node is installed: the Node that runs this script, and the
 * program.
 *
 * That Node has to be 25.5 or later, the first with `--build-sea` (https://nodejs.org/api/single-executable-applications.html).
 * The program is one script here, since Node caches the code of the main script alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { FOR_NODE, ROOT } from './bundle.ts';
import { generate } from './generate.ts';

const suffix = process.platform === 'win32' ? '.exe' : '';
const TARGET = resolve(process.argv[2] ?? join(ROOT, `stacklint-${process.platform}-${process.arch}${suffix}`));
const DRAFT = mkdtempSync(join(tmpdir(), 'stacklint-executable-'));
const PROGRAM = join(DRAFT, 'program.cjs');

try {
  await generate();
  await build({ ...FOR_NODE, entryPoints: ['src/cli.ts'], outfile: PROGRAM });
  const configuration = {
    main: PROGRAM,
    output: TARGET,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // Options for other programs of the machine do not reach this one.
    execArgvExtension: 'none',
  };
  writeFileSync(join(DRAFT, 'configuration.json'), JSON.stringify(configuration));
  run(process.execPath, '--build-sea', join(DRAFT, 'configuration.json'));
  // The Node that it is made of was signed, and is no longer what was signed.
  if (process.platform === 'darwin') run('codesign', '--sign', '-', TARGET);
} finally {
  rmSync(DRAFT, { recursive: true });
}

function run(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} failed (Node ${process.versions.node})`);
}

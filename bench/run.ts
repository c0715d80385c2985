/**
 * `npm run bench`: the costs of stacklint, as ratios to other programs measured in turn. No test holds a limit on them.
 *
 * `npm run bench -- --only startup,check --rounds 9 --hosts 1000,10000`
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Meter } from './measure.ts';
import { PARTS } from './parts.ts';
import { table } from './table.ts';

const here = dirname(fileURLToPath(import.meta.url));
const { values: given } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(PARTS).join() },
    rounds: { type: 'string', default: '7' },
    hosts: { type: 'string', default: '1000,10000' },
    keep: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'stacklint-bench-'));
const meter = new Meter();
try {
  const floor = join(folder, 'floor.cjs');
  await build({
    entryPoints: [join(here, 'floor.ts')],
    bundle: true,
    platform: 'node',
    outfile: floor,
    logLevel: 'error',
  });
  const data = join(folder, 'inventories');
  mkdirSync(data);
  const bench = { meter, data, floor, cli: join(dirname(here), 'dist/cli.cjs') };
  const options = { rounds: Number(given.rounds), hosts: given.hosts.split(',').map(Number) };
  for (const name of given.only.split(',')) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`unknown part ${name}; there are ${Object.keys(PARTS).join(', ')}`);
    for await (const result of part({ ...bench, ...options })) console.log(table(result));
  }
} finally {
  meter.close();
  if (given.keep) console.log(`kept: ${folder}`);
  else rmSync(folder, { recursive: true });
}

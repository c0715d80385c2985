/**
 * `npm run build`: generates `src/generated/`, then fills `dist/`.
 *
 * `--no-code-cache` leaves out the compiled code, which only this version of Node can use.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate as writeInventory } from '../bench/generate.ts';
import { bundle, ROOT } from './bundle.ts';
import { declare } from './type-declarations.ts';
import { generate } from './generate.ts';
import { manual } from './manual.ts';

const DIST = join(ROOT, 'dist');
const DRAFT = `${DIST}.${String(process.pid)}`;

await generate();
// Whoever runs the last build meanwhile keeps a whole one, and a failed build leaves it in place.
mkdirSync(DRAFT, { recursive: true });
try {
  await bundle(DRAFT);
  chmodSync(join(DRAFT, 'cli.cjs'), 0o755);
  if (!process.argv.includes('--no-code-cache')) cacheCode();
  declare(join(DRAFT, 'types'));
  writeFileSync(join(DRAFT, 'stacklint.1'), manual());
  rmSync(DIST, { recursive: true, force: true });
  renameSync(DRAFT, DIST);
} finally {
  rmSync(DRAFT, { recursive: true, force: true });
}

/** Caches the compiled code of a typical check. More code than that would take time to read. */
function cacheCode(): void {
  // Outside: it belongs to no project.
  const typical = mkdtempSync(join(tmpdir(), 'stacklint-build-'));
  writeInventory(typical, 12, 'files');
  const { status } = spawnSync(process.execPath, [join(ROOT, 'build/code-cache.cjs'), DRAFT, 'check', typical]);
  // The program is as good without, and starts a little later.
  if (status !== 0 && status !== 1) console.error('the typical check failed: there is no cache of compiled code');
  rmSync(typical, { recursive: true });
}

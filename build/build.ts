/**
 * `npm run build`: generates `src/generated/`, then fills `dist/`.
 *
 * `--no-code-cache` leaves out the cache, which only this version of Node can use.
 */
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { generate as writeInventory } from '../bench/generate.ts';
import { bundle, ENTRIES } from './bundle.ts';
import { cacheCode } from './code-cache.ts';
import { declare } from './type-declarations.ts';
import { generate } from './generate.ts';
import { manual } from './manual.ts';
import { programOf } from './program.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, 'dist');
// Beside `dist`: what the program reads of the package must be as far away.
const DRAFT = `${DIST}.${String(process.pid)}`;
// Outside: it belongs to no project.
const TYPICAL = mkdtempSync(join(tmpdir(), 'stacklint-build-'));

await generate();
// Whoever runs the last build meanwhile keeps a whole one, and a failed build leaves it in place.
mkdirSync(DRAFT, { recursive: true });
try {
  const program = programOf(ROOT, ENTRIES);
  await bundle(ROOT, program, DRAFT);
  chmodSync(join(DRAFT, 'cli.cjs'), 0o755);
  if (!process.argv.includes('--no-code-cache')) cacheTypicalCode();
  declare(program, join(DRAFT, 'types'));
  writeFileSync(join(DRAFT, 'stacklint.1'), manual());
  rmSync(DIST, { recursive: true, force: true });
  renameSync(DRAFT, DIST);
} finally {
  for (const draft of [DRAFT, TYPICAL]) rmSync(draft, { recursive: true, force: true });
}

/** The commands whose code is cached. The first is a typical check: of a small inventory with few findings. */
function cacheTypicalCode(): void {
  const ofRules = fastGlob.sync('fixtures/rules/*/*/*', { cwd: ROOT, onlyDirectories: true, absolute: true });
  const inventories = join(ROOT, 'fixtures/inventories');
  writeInventory(TYPICAL, 12, 'files');
  cacheCode(DRAFT, [
    ['check', TYPICAL],
    ['check', inventories],
    ['check', ...ofRules.sort()],
    ['inventory', '--list', '-i', join(inventories, 'bookshop/hosts.yml')],
  ]);
}

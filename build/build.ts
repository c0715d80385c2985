/**
 * `npm run build`: generates `src/generated/`, then fills `dist/`.
 *
 * `--no-code-cache` leaves out the compiled code, which only this version of Node can use.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  if (!process.argv.includes('--no-code-cache'))
    spawnSync(process.execPath, [join(ROOT, 'build/code-cache.cjs'), DRAFT], { stdio: 'inherit' });
  declare(join(DRAFT, 'types'));
  writeFileSync(join(DRAFT, 'stacklint.1'), manual());
  rmSync(DIST, { recursive: true, force: true });
  renameSync(DRAFT, DIST);
} finally {
  rmSync(DRAFT, { recursive: true, force: true });
}

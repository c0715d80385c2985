/** `npm run build`: generates what is found by path, then fills `dist/`. */
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { bundle } from './bundle.ts';
import { cacheCode } from './code-cache.ts';
import { declare } from './declarations.ts';
import { generate } from './generate.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, 'dist');
// Beside `dist`: what the program reads of the package must be as far away.
const DRAFT = `${DIST}.${String(process.pid)}`;

await generate();
// Whoever runs the last build meanwhile keeps a whole one, and a failed build leaves it in place.
mkdirSync(DRAFT, { recursive: true });
try {
  await bundle(ROOT, DRAFT);
  chmodSync(join(DRAFT, 'cli.cjs'), 0o755);
  const ofRules = fastGlob.sync('fixtures/rules/*/*/*', { cwd: ROOT, onlyDirectories: true, absolute: true });
  const inventories = join(ROOT, 'fixtures/inventories');
  cacheCode(DRAFT, [
    ['check', inventories],
    ['check', ...ofRules.sort()],
    ['inventory', '--list', '-i', join(inventories, 'bookshop/hosts.yml')],
  ]);
  declare(join(ROOT, 'src/index.ts'), join(DRAFT, 'types'));
  rmSync(DIST, { recursive: true, force: true });
  renameSync(DRAFT, DIST);
} finally {
  rmSync(DRAFT, { recursive: true, force: true });
}

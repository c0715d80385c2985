/** The folders that tests look into. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const FIXTURES = join(ROOT, 'fixtures');

/** Where a project's `stacklint.yml` stands. */
import { dirname, join } from 'node:path';
import type { Files } from '../files.ts';

const NAMES = ['stacklint.yml', '.stacklint.yml'];

/** The configuration that counts for a path, full: the nearest upwards, never above the repository. */
export function findConfiguration(files: Files, path: string): string | undefined {
  for (let folder = files.kind(path) === 'folder' ? path : dirname(path); ; folder = dirname(folder)) {
    const found = NAMES.map((name) => join(folder, name)).find((file) => files.kind(file) === 'file');
    if (found !== undefined) return found;
    if (files.kind(join(folder, '.git')) !== undefined || dirname(folder) === folder) return undefined;
  }
}

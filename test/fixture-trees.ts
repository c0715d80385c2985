/** The texts of fixtures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { FIXTURES } from './folders.ts';

/**
 * The files of each folder of `fixtures` that matches, but for what tests expect of them: texts by their paths below
 * the folder.
 */
export function fixtureTrees(pattern: string): readonly ReadonlyMap<string, string>[] {
  const folders = fastGlob.sync(pattern, { cwd: FIXTURES, onlyDirectories: true }).sort();
  return folders.map((name) => {
    const folder = join(FIXTURES, name);
    const paths = fastGlob.sync('**/*', { cwd: folder, dot: true, ignore: ['expected.txt', 'report.txt'] }).sort();
    return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  });
}

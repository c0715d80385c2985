/**
 * The `stacklint.yml` of a command: the one that `--config` names, or else the nearest in the checked folder and
 * above.
 */
import { dirname, join, resolve } from 'node:path';
import { CannotCheck } from '../cannot-check.ts';
import { readConfiguration } from '../configuration.ts';
import type { Configuration } from '../configuration.ts';
import { disk } from '../disk.ts';
import { rules } from '../generated/rules.ts';
import { vocabularies } from '../generated/vocabularies.ts';
import { pathsShownFrom } from '../paths.ts';
import type { Given } from './arguments.ts';
import type { Caller } from './command.ts';

/**
 * Reads the `stacklint.yml` of a command, if it has one. Throws CannotCheck with file, line and column for a mistake.
 */
export function configurationFor(given: Given, { cwd }: Caller, paths: readonly string[]): Configuration | undefined {
  const named = given.value('config');
  const file = named === undefined ? nearestConfiguration(resolve(cwd, paths[0] ?? '.')) : resolve(cwd, named);
  if (file === undefined) return undefined;
  if (named !== undefined && disk.kind(file) === undefined) throw new CannotCheck(`there is no configuration ${named}`);
  return readConfiguration(disk, file, pathsShownFrom(cwd, [...paths, named ?? '']), {
    vocabularies: vocabularies.map(({ name }) => name),
    rules,
  });
}

const NAMES = ['stacklint.yml', '.stacklint.yml'];

/** The full path of the nearest configuration at or above a path, but not above its repository. */
function nearestConfiguration(path: string): string | undefined {
  for (let folder = disk.kind(path) === 'folder' ? path : dirname(path); ; folder = dirname(folder)) {
    const found = NAMES.map((name) => join(folder, name)).find((file) => disk.kind(file) === 'file');
    if (found !== undefined) return found;
    if (disk.kind(join(folder, '.git')) !== undefined || dirname(folder) === folder) return undefined;
  }
}

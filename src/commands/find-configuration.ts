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
export function configurationFor(given: Given, caller: Caller, paths: readonly string[]): Configuration | undefined {
  const [first] = pathsByConfiguration(given, caller, paths.slice(0, 1));
  return first?.configuration;
}

/** Paths that the same configuration applies to. */
export interface ConfiguredPaths {
  readonly configuration: Configuration | undefined;
  readonly paths: readonly string[];
}

/**
 * Groups paths by their `stacklint.yml`: in a repository of many projects, a hook may name files of several. Sources that
 * `-i` names are read together, so that the first path decides. Throws as `configurationFor`.
 */
export function pathsByConfiguration(
  given: Given,
  caller: Caller,
  paths: readonly string[],
): readonly ConfiguredPaths[] {
  const { cwd } = caller;
  const named = given.value('config');
  const isOne = named !== undefined || given.has('inventory') || paths.length < 2;
  const files = new Map<string | undefined, string[]>();
  for (const path of isOne ? [paths[0] ?? '.'] : paths) {
    const file = named === undefined ? nearestConfiguration(resolve(cwd, path)) : resolve(cwd, named);
    files.set(file, [...(files.get(file) ?? []), path]);
  }
  return Array.from(files, ([file, own]) => ({
    configuration: file === undefined ? undefined : configurationIn(file, named, caller, paths),
    paths: isOne ? paths : own,
  }));
}

function configurationIn(
  file: string,
  named: string | undefined,
  { cwd }: Caller,
  paths: readonly string[],
): Configuration {
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

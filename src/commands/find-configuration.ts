/**
 * The `stacklint.yml` of a command: the one that `--config` names, or else the nearest in the checked folder and
 * above.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Known } from '../configuration/keys.ts';
import { rules } from '../generated/rules.ts';
import { vocabularies } from '../generated/vocabularies.ts';
import { COUNTED } from '../stack/member-counts.ts';
import { meaningOfSetting } from '../stack/own-settings.ts';
import { readVocabulary } from '../stack/vocabulary/own-vocabulary.ts';
import { shownPath, pathsShownFrom } from '../ground/paths.ts';
import type { Given } from './arguments.ts';
import type { Caller } from './command.ts';
import { foldersUpToRoot } from './repository.ts';

/** The names that a configuration may refer to. */
export const KNOWN: Known = {
  vocabularies: vocabularies.map(({ name }) => name),
  rules,
  counted: COUNTED,
  meaningOfSetting,
  readVocabulary,
};

/**
 * Reads the `stacklint.yml` of a command without paths, if it has one. Throws CannotCheck with the place of a
 * mistake.
 */
export function configurationFor(given: Given, caller: Caller): Configuration | undefined {
  const [first] = pathsByConfiguration(given, caller, []);
  return first?.configuration;
}

/** Paths that the same configuration applies to. */
export interface ConfiguredPaths {
  readonly configuration: Configuration | undefined;
  readonly paths: readonly string[];
}

/**
 * Groups paths by their `stacklint.yml`: in a repository of many projects, a hook may name files of several. Sources
 * that `-i` names are read together, so that the first path decides. Throws as `configurationFor`.
 */
export function pathsByConfiguration(
  given: Given,
  caller: Caller,
  paths: readonly string[],
): readonly ConfiguredPaths[] {
  const named = given.value('config');
  const isOne = named !== undefined || given.has('inventory') || paths.length < 2;
  const files = new Map<string | undefined, string[]>();
  for (const path of isOne ? [paths[0] ?? '.'] : paths) {
    const { file } = findConfiguration(given, caller, path);
    files.set(file, [...(files.get(file) ?? []), path]);
  }
  const shown = pathsShownFrom(caller.cwd, [...paths, named ?? '']);
  return Array.from(files, ([file, own]) => ({
    configuration:
      file === undefined ? undefined : readConfiguration(caller.files, file, { cwd: caller.cwd, shown }, KNOWN),
    paths: isOne ? paths : own,
  }));
}

/** The file of a configuration, and the folders searched for one, by their full paths. */
interface FoundConfiguration {
  readonly file: string | undefined;
  readonly folders: readonly string[];
}

/**
 * Finds the configuration that counts for a path. Throws CannotCheck if the one of `--config` is missing, and for a
 * file that is nearly named like one.
 */
export function findConfiguration(given: Given, caller: Caller, path: string): FoundConfiguration {
  const { cwd, files } = caller;
  const named = given.value('config');
  if (named === undefined) return nearestConfiguration(resolve(cwd, path), caller);
  const file = resolve(cwd, named);
  if (files.kind(file) === undefined) throw new CannotCheck(`there is no configuration ${named}`);
  return { file, folders: [] };
}

export const CONFIGURATION_NAMES = ['stacklint.yml', '.stacklint.yml'];
const MISTAKEN_NAMES = ['stacklint.yaml', '.stacklint.yaml'];

function isWorkflows(folder: string): boolean {
  return basename(folder) === 'workflows' && basename(dirname(folder)) === '.github';
}

/** The nearest configuration at or above a path, but not above its repository. */
function nearestConfiguration(path: string, { cwd, files }: Caller): FoundConfiguration {
  const folders: string[] = [];
  for (const folder of foldersUpToRoot(files, files.kind(path) === 'folder' ? path : dirname(path))) {
    // Its stacklint.yml is the workflow that runs stacklint.
    if (isWorkflows(folder)) continue;
    folders.push(folder);
    const among = (names: readonly string[]): string | undefined =>
      names.map((name) => join(folder, name)).find((file) => files.kind(file) === 'file');
    const file = among(CONFIGURATION_NAMES);
    if (file !== undefined) return { file, folders };
    const mistaken = among(MISTAKEN_NAMES);
    if (mistaken !== undefined)
      throw new CannotCheck(`${shownPath(mistaken, cwd)} is not read; rename it to ${basename(mistaken, '.yaml')}.yml`);
  }
  return { file: undefined, folders };
}

/** The options of a check that leave findings out: the baseline, suppression comments, and the scope of a change. */
import { dirname, join, resolve } from 'node:path';
import { baselineText, readBaseline, looksLikeBaseline } from '../check/baseline-file.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { fileNamerRelativeTo } from '../check/check.ts';
import type { Leniency } from '../check/check.ts';
import type { Result } from '../check/result.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { standardInputBytes } from '../ground/disk.ts';
import { overlaid } from '../ground/overlaid-files.ts';
import type { Files } from '../ground/files.ts';
import { today } from '../ground/today.ts';
import { counted } from '../model/phrases.ts';
import { rulePattern } from '../model/rule-pattern.ts';
import { isAt, pathsShownFrom } from '../ground/paths.ts';
import type { Given } from './arguments.ts';
import type { Caller } from './command.ts';
import type { AskedChange } from './git-change.ts';
import { save } from './report-options.ts';
import { repositoryRoot } from './repository.ts';

/** The name of the baseline in the top folder that needs no option. */
export const USUAL_BASELINE = '.stacklint-baseline.json';

/** The baseline of a check: its path, and the entries that it has. */
interface BaselineFile {
  readonly path: string;
  readonly shown: string;
  readonly read: Leniency['baseline'];
}

/** The leniency of a check, with the files that it reads. */
export interface AskedLeniency {
  readonly leniency: Leniency & { readonly top: string };
  readonly files: Files;
  readonly baselineFile: BaselineFile;
}

/** Reads these options, before the work begins. Throws CannotCheck for a broken baseline. */
export function readScopeAndBaseline(
  given: Given,
  caller: Caller,
  configuration: Configuration | undefined,
  changed?: AskedChange,
): AskedLeniency {
  const forbidden = (configuration?.forbidSuppressions ?? []).map(rulePattern);
  const baselineFile = baselineFor(given, caller, configuration);
  return {
    files: withStandardInput(changed?.files ?? caller.files, given.value('stdin-filename'), caller.cwd),
    baselineFile,
    leniency: {
      top: dirname(baselineFile.path),
      baseline: baselineFile.read,
      change: changed?.change,
      suppressions: given.has('no-inline-suppressions')
        ? undefined
        : { today: today(), isForbidden: (rule) => forbidden.some((pattern) => pattern.test(rule)) },
    },
  };
}

/** Lays standard input over the file of that name, if one is given. Throws CannotCheck for a folder. */
function withStandardInput(files: Files, name: string | undefined, cwd: string): Files {
  if (name === undefined) return files;
  const path = resolve(cwd, name);
  if (files.kind(path) === 'folder')
    throw new CannotCheck(`--stdin-filename ${name} is a folder; expected the name of a file`);
  return overlaid(files, new Map([[path, standardInputBytes()]]));
}

/** A baseline that was written, and a line that says so. */
interface UpdatedBaseline {
  readonly leniency: Leniency;
  readonly said: string;
}

/** Writes a baseline that accepts what a check found; the leniency is that of a check by it. */
export function updateBaseline(
  result: Result,
  { baselineFile, leniency }: AskedLeniency,
  { cwd, files }: Caller,
): UpdatedBaseline {
  const { path, shown, read } = baselineFile;
  const before = read?.entries ?? [];
  const { text, entries } = baselineText(result, before, fileNamerRelativeTo(leniency.top, cwd));
  save(path, shown, text);
  const added = entries - (before.length - result.stale.length);
  return {
    leniency: { ...leniency, baseline: readBaseline(files, path, shown) },
    said: `${shown} accepts ${counted(entries, 'finding')}: ${added} new, ${result.stale.length} no longer found.`,
  };
}

/** The folder of the project's own configuration, or else of the repository, or the current one. */
function topFolder(given: Given, { cwd, files }: Caller, configuration: Configuration | undefined): string {
  const isOwn = ({ folder }: Configuration): boolean =>
    isAt(cwd, folder) || (!given.has('config') && isAt(folder, cwd));
  if (configuration !== undefined && isOwn(configuration)) return configuration.folder;
  return repositoryRoot(files, cwd) ?? cwd;
}

function baselineFor(given: Given, caller: Caller, configuration: Configuration | undefined): BaselineFile {
  const { cwd, files } = caller;
  const option = given.value('baseline');
  const named = option === undefined ? configuration?.baseline : resolve(cwd, option);
  const path = named ?? join(topFolder(given, caller, configuration), USUAL_BASELINE);
  const shown = pathsShownFrom(cwd, option === undefined ? [] : [option])(path);
  const isThere = files.kind(path) !== undefined;
  if (!isThere && named !== undefined && !given.has('update-baseline'))
    throw new CannotCheck(`there is no baseline ${shown}; --update-baseline writes one`);
  return { path, shown, read: isThere ? readUnlessRewritten(files, path, shown, given) : undefined };
}

/** Reads a baseline; undefined for a broken one that is about to be written anew. */
function readUnlessRewritten(files: Files, path: string, shown: string, given: Given): BaselineFile['read'] {
  try {
    return readBaseline(files, path, shown);
  } catch (error) {
    if (error instanceof CannotCheck && given.has('update-baseline') && looksLikeBaseline(files, path))
      return undefined;
    throw error;
  }
}

/**
 * The change that `--changed-since` or `--staged` names; undefined without them. Throws CannotCheck for an unknown
 * revision.
 */
export async function changeAsked(given: Given, caller: Caller): Promise<AskedChange | undefined> {
  const since = given.value('changed-since');
  if (since === undefined && !given.has('staged')) return undefined;
  if (since !== undefined && given.has('staged'))
    throw new CannotCheck('--changed-since and --staged exclude each other; give one of them');
  const { changeSince, stagedChange } = await import('./git-change.ts');
  return since === undefined ? stagedChange(caller) : changeSince(since, caller);
}

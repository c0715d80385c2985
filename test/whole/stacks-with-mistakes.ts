/** Stacks that are as they should be, the mistakes that people make in them, and the check of one with a mistake. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { parse } from 'yaml';
import type { CheckCache } from '../../src/check/check-cache.ts';
import type { Leniency } from '../../src/check/check.ts';
import type { CheckTarget } from '../../src/check/target.ts';
import { readArguments } from '../../src/commands/arguments.ts';
import { ruleSelectionOf } from '../../src/commands/check-project.ts';
import { checkTarget } from '../../src/commands/check-target.ts';
import { configurationFor } from '../../src/commands/find-configuration.ts';
import type { RuleSelection } from '../../src/engine/active-rules.ts';
import { assert } from '../describe.ts';
import { FIXTURES } from '../folders.ts';
import { memoryFiles } from '../memory-files.ts';
import { vaulted } from '../vaulted.ts';

const STACKS = join(FIXTURES, 'stacks');
/** The day of the checks: attestations in the stacks are about days before it. */
const TODAY = '2026-06-30';
const PASSWORD = 'only for fixtures';

/** A mistake in a file: `put` stands in place of `take`, or at the end of the file, which may be new. */
export interface Mistake {
  readonly rule: string;
  readonly in: string;
  /** A text that the file has once. */
  readonly take?: string;
  readonly put?: string;
  /** The text of the line with the finding, `path: text` if that is in another file; the changed one by default. */
  readonly at?: string;
  /** Other rules that find something as well, each with the reason. */
  readonly also?: Readonly<Record<string, string>>;
  /** The reason why it is not found. */
  readonly missed?: string;
}

/** The texts of a project by their paths. */
export type Texts = ReadonlyMap<string, string>;

/** A stack that is as it should be, with mistakes. */
export interface StackWithMistakes {
  readonly name: string;
  readonly right: Texts;
  readonly mistakes: readonly Mistake[];
}

export function stacksWithMistakes(): readonly StackWithMistakes[] {
  return fastGlob
    .sync('*', { cwd: STACKS, onlyDirectories: true })
    .sort()
    .map((name) => {
      const paths = fastGlob.sync('**/*', { cwd: join(STACKS, name), dot: true }).sort();
      return {
        name,
        right: new Map(paths.map((path) => [path, readFileSync(join(STACKS, name, path), 'utf8')])),
        mistakes: parse(readFileSync(join(STACKS, `${name}.mistakes.yml`), 'utf8')) as readonly Mistake[],
      };
    });
}

/** The check of a stack under the preset `production`: what `check` and `mend` take. */
export function checkOf(
  name: string,
  texts: Texts,
  cache: CheckCache,
): readonly [target: CheckTarget, selection: RuleSelection, leniency: Leniency] {
  const cwd = `/${name}`;
  const tree = Array.from(texts, ([path, text]): [string, string] => [
    `${cwd}/${path}`,
    path.endsWith('/vault.yml') ? vaulted(text, PASSWORD) : text,
  ]);
  const files = memoryFiles({ ...Object.fromEntries(tree), [`/password`]: PASSWORD });
  const caller = { cwd, files, environment: {}, columns: undefined };
  const given = readArguments(['check', '--vault-password-file', '/password']);
  const configuration = configurationFor(given, caller);
  const target = { ...checkTarget(given, caller, [], configuration), cache, today: TODAY };
  const suppressions = { today: TODAY, isForbidden: () => false };
  return [target, ruleSelectionOf(given, configuration), { suppressions }];
}

/** The files with a mistake in them. */
export function changed(right: Texts, { in: path, take, put = '' }: Mistake): Texts {
  const before = right.get(path) ?? '';
  if (take === undefined) return new Map([...right, [path, before + put]]);
  assert.is(before.split(take).length, 2, `${path} has ${take} once`);
  // Not as a pattern: a text may have `$`.
  return new Map([...right, [path, before.split(take).join(put)]]);
}

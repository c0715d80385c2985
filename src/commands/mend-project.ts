/** `--fix`, `--fix-unsafe` and `--diff`: mends a project, and writes the files or shows what would be written. */
import { resolve } from 'node:path';
import { check } from '../check/check.ts';
import type { Leniency } from '../check/check.ts';
import { mend } from '../check/mend.ts';
import type { Result } from '../check/result.ts';
import type { CheckTarget } from '../check/target.ts';
import type { RuleSelection } from '../engine/active-rules.ts';
import type { MendedFinding } from '../report/reported-check.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Given } from './arguments.ts';
import { replaceFile } from './replace-file.ts';

/** Tells whether findings are to be mended. Throws CannotCheck for options that exclude each other. */
export function isMending(given: Given): boolean {
  const isAsked = given.has('fix') || given.has('fix-unsafe');
  if (!isAsked && given.has('diff'))
    throw new CannotCheck('--diff shows what --fix or --fix-unsafe would write; give one');
  const other = ALONE.find((option) => isAsked && given.has(option));
  if (other !== undefined) throw new CannotCheck(`--fix and --${other} exclude each other; give one of them`);
  return isAsked;
}

/** What is read from elsewhere than the files that would be written. */
const ALONE = ['stdin-filename', 'staged', 'update-baseline', 'watch'] as const;

/** Mends what a check finds. The result is that of the files as they are then, with what was mended. */
export function mendProject(given: Given, target: CheckTarget, selection: RuleSelection, leniency: Leniency): Result {
  const mended = mend(target, selection, leniency, ({ fix }) => fix.isSafe || given.has('fix-unsafe'));
  const { result, ...mending } = mended;
  if (given.has('diff')) return { ...result, mending: { ...mending, isWritten: false } };
  const left = new Map<string, string>();
  for (const { file, before, after } of mending.files) {
    const path = resolve(target.cwd, file);
    const why = replaceFile({ path, before: before?.text, after: after.text }, leniency.top ?? target.cwd);
    if (why !== undefined) left.set(file, why);
  }
  if (left.size === 0) return { ...result, mending: { ...mending, isWritten: true } };
  // What could not be written is found as before.
  const isLeft = ({ at }: MendedFinding): boolean => left.has(at.file ?? '');
  return {
    ...check(target, selection, leniency),
    mending: {
      fixed: mending.fixed.filter((one) => !isLeft(one)),
      notFixed: [
        ...mending.fixed
          .filter(isLeft)
          .map((one) => ({ ...one, why: `cannot write ${one.at.file ?? ''}: ${left.get(one.at.file ?? '') ?? ''}` })),
        ...mending.notFixed,
      ],
      files: mending.files.filter(({ file }) => !left.has(file)),
      isWritten: true,
    },
  };
}

/** `--fix`, `--fix-unsafe` and `--diff`: mends a project, and writes the files or shows what would be written. */
import { resolve } from 'node:path';
import { check } from '../check/check.ts';
import type { Leniency } from '../check/check.ts';
import { fixesOffered, mend } from '../check/mend.ts';
import type { FixOf } from '../check/mend.ts';
import type { Result } from '../check/result.ts';
import type { CheckTarget } from '../check/target.ts';
import type { RuleSelection } from '../engine/active-rules.ts';
import type { MendedFinding } from '../report/reported-check.ts';
import { rules } from '../generated/rules.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Given } from './arguments.ts';
import { replaceFile } from './replace-file.ts';

/** Tells whether findings are to be mended. Throws CannotCheck for options that exclude each other, or miss one another. */
export function isMending(given: Given): boolean {
  const asked = WAYS.filter((option) => given.has(option));
  const [way, another] = asked;
  if (way === undefined) {
    if (given.has('diff')) throw new CannotCheck('--diff shows what --fix or --fix-unsafe would write; give one');
    if (given.has('because')) throw new CannotCheck('--because is the reason of --suppress; give both');
    return false;
  }
  const other = way !== 'suppress' && another === 'suppress' ? another : ALONE.find((option) => given.has(option));
  if (other !== undefined) throw new CannotCheck(`--${way} and --${other} exclude each other; give one of them`);
  const because = given.value('because');
  if (way === 'suppress' && (because === undefined || !/\S/.test(because) || /[\r\n]/.test(because)))
    throw new CannotCheck('--suppress needs a reason for its comments, in one line: --because REASON');
  if (way !== 'suppress' && because !== undefined)
    throw new CannotCheck('--because is the reason of --suppress; give both');
  return true;
}

/** The options that edit files. */
const WAYS = ['fix', 'fix-unsafe', 'suppress'] as const;

/** What is read from elsewhere than the files that would be written. */
const ALONE = ['stdin-filename', 'staged', 'update-baseline', 'watch'] as const;

/** Mends what a check finds. The result is that of the files as they are then, with what was mended. */
export function mendProject(given: Given, target: CheckTarget, selection: RuleSelection, leniency: Leniency): Result {
  const fixOf = given.has('suppress')
    ? suppressing(given.value('because') ?? '')
    : fixesOffered(({ fix }) => fix.isSafe || given.has('fix-unsafe'));
  const { result, ...mending } = mend(target, selection, leniency, fixOf);
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

/** A comment for each finding, but for those about comments, which no comment suppresses. */
function suppressing(because: string): FixOf {
  const aboutComments = new Set(
    rules.flatMap(({ name, rule }) => (rule.suppression === undefined && rule.staleEntry === undefined ? [] : [name])),
  );
  return ({ rule, at }) => {
    if (aboutComments.has(rule)) return undefined;
    return {
      isSafe: true,
      title: `Suppress ${rule}`,
      edits: [{ does: 'suppress', at, rule, because: because.trim() }],
    };
  };
}

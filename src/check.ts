/** A check from what a person names to its findings. */
import { resolve } from 'node:path';
import { run } from './engine/run.ts';
import type { How } from './engine/choose.ts';
import { remembered } from './files.ts';
import { rules } from './generated/rules.ts';
import type { Finding, Undecided } from './model/finding.ts';
import { refuseNothingToCheck } from './nothing-to-check.ts';
import { noticesOf } from './notices.ts';
import { open } from './open.ts';
import type { OpenedStack, Where } from './open.ts';
import type { Document } from './source/document.ts';
import { reportedNames } from './stack/limit.ts';

/** What a check gives. */
export interface Result {
  readonly opened: readonly OpenedStack[];
  /** Sorted by file, line, column, rule. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** Documents by shown path, to turn offsets into lines and to show the text. */
  readonly documents: ReadonlyMap<string, Document>;
  /** Number of rules that were on. */
  readonly rules: number;
  /** Lines for stderr that are no findings: no vocabulary fits, a dynamic source was not run. */
  readonly notices: readonly string[];
}

/**
 * Checks the stacks: the main job. Throws CannotCheck as `open` does, where a choice names no rule, and where there are no
 * hosts and no finding tells why.
 */
export function check(where: Where, how: How): Result {
  const opened = open(where);
  const stacks = opened.map(({ stack }) => stack);
  const reported = where.limit === undefined ? undefined : reportedNames(opened);
  const files = remembered(where.files);
  const judged = run(rules, stacks, how, reported, (file) => files.real(resolve(where.cwd, file)));
  refuseNothingToCheck(opened, judged.findings);
  // Documents of plays are read as rules ask, and so are passwords.
  const documents = new Map(opened.flatMap(({ inventory }) => [...inventory.documents]));
  return { opened, documents, notices: noticesOf(opened), ...judged };
}

/** A check: opens the stacks of a target, runs the rules over them, and collects what there is to report. */
import { resolve } from 'node:path';
import { fingerprints } from './engine/fingerprints.ts';
import { runRules } from './engine/run.ts';
import type { RuleSelection } from './engine/active-rules.ts';
import { remembered } from './files.ts';
import { rules } from './generated/rules.ts';
import type { Finding, Suppressed, Undecided } from './model/finding.ts';
import type { Preset } from './model/rule.ts';
import { refuseEmptyInventories } from './empty-inventories.ts';
import { checkNotices } from './check-notices.ts';
import { openStacks } from './open.ts';
import type { OpenedStack, CheckTarget } from './open.ts';
import type { Document } from './source/document.ts';
import { reportedNames } from './stack/limit.ts';

/** A stack as it was opened, with the preset that it is checked by. */
export interface CheckedStack extends OpenedStack {
  readonly preset: Preset;
}

/** The outcome of a check. */
export interface Result {
  readonly opened: readonly CheckedStack[];
  /** Sorted by file, line, column, rule. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** Findings that comments and the baseline accept, in the order of findings. */
  readonly suppressed: readonly Suppressed[];
  /** The mark by which a later check knows a finding again. */
  readonly fingerprint: (finding: Finding) => string;
  /** Documents by shown path, to turn offsets into lines and to show the text. */
  readonly documents: ReadonlyMap<string, Document>;
  /** The number of rules that had something to judge, of those that were on. */
  readonly rules: number;
  readonly rulesOn: number;
  /** Lines for stderr that are not findings: no vocabulary fits, a dynamic source was not run. */
  readonly notices: readonly string[];
}

/**
 * Checks the stacks of a target. Throws CannotCheck as `open` does, where the selection names an unknown rule, and where
 * there are no hosts and no finding says why.
 */
export function check(target: CheckTarget, selection: RuleSelection): Result {
  const opened = openStacks(target);
  const stacks = opened.map(({ stack }) => stack);
  const reported = target.limit === undefined ? undefined : reportedNames(opened);
  const files = remembered(target.files);
  const judged = runRules(rules, stacks, selection, reported, (file) => files.real(resolve(target.cwd, file)));
  refuseEmptyInventories(opened, judged.findings);
  const documents = new Map(
    opened.flatMap(({ inventory, templates }) => [
      ...templates.map((template) => [template.file, template] as const),
      ...inventory.documents,
    ]),
  );
  let marks: ReadonlyMap<Finding, string> | undefined;
  return {
    opened: opened.map((stack) => ({ ...stack, preset: selection.preset })),
    documents,
    notices: checkNotices(opened),
    suppressed: [],
    fingerprint: (finding) => (marks ??= fingerprints(judged.findings, documents)).get(finding) ?? '',
    ...judged,
  };
}

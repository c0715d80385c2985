/** A check: opens the stacks of a target, runs the rules over them, and collects what there is to report. */
import { relative, resolve, sep } from 'node:path';
import type { Baseline } from '../engine/baseline.ts';
import { runRules } from '../engine/run.ts';
import type { StackToJudge } from '../engine/run.ts';
import { presetForStack } from '../engine/active-rules.ts';
import type { RuleSelection } from '../engine/active-rules.ts';
import type { SuppressionPolicy } from '../engine/suppress.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { FileError } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { NotedFiles } from '../ground/noted-files.ts';
import { rules } from '../generated/rules.ts';
import { refuseEmptyInventories } from './empty-inventories.ts';
import { checkNotices } from './check-notices.ts';
import { judgedStack } from './judged-stack.ts';
import type { JudgedStack } from './judged-stack.ts';
import { ChangesOfStacks } from './changes-of-stacks.ts';
import { eachStack } from './open-stacks.ts';
import { documentsOf } from './opened-stack.ts';
import { refuseMisunderstood } from './required-stacks.ts';
import { reportedStack, settledStack } from './result.ts';
import type { CheckedStack, Result } from './result.ts';
import type { CheckTarget } from './target.ts';
import { isReportedWhole, narrowed, scopeOfChange, scopeOfIgnored, scopeOfPaths } from './report-scope.ts';
import type { ChangeOfFiles } from './report-scope.ts';
import type { Document } from '../source/document.ts';
import { CheckCache } from './check-cache.ts';
import type { ReportedStack } from '../report/reported-check.ts';
import { shownHost } from '../stack/hosts.ts';

/** The findings that a check leaves out, and the folder that fingerprints refer to. */
export interface Leniency {
  /** The folder whose relative paths fingerprints have; the current one unless it is given. */
  readonly top?: string | undefined;
  /** The conditions under which comments suppress findings; undefined if none does. */
  readonly suppressions?: SuppressionPolicy | undefined;
  /** The accepted findings, with the document that lists them. */
  readonly baseline?: (Pick<Baseline, 'entries'> & { readonly document: Document }) | undefined;
  /** A change of the project: only findings that it may have caused are reported. */
  readonly change?: ChangeOfFiles | undefined;
  /** For the files before a change: the names that fingerprints use, which are those afterwards. */
  readonly pathAfter?: ChangeOfFiles['pathAfter'] | undefined;
}

/**
 * Checks the stacks of a target. Findings that have nothing to do with the paths of the target are left out.
 *
 * Throws CannotCheck as `open` does, if the selection names an unknown rule, and if there are no hosts and no finding
 * says why.
 */
export function check(given: CheckTarget, selection: RuleSelection, leniency: Leniency = {}): Result {
  const { top = given.cwd, suppressions, baseline, change, pathAfter } = leniency;
  const files = NotedFiles.of(given.files);
  // Most files are the same before a change.
  const cache = given.cache ?? (change === undefined ? undefined : new CheckCache());
  const target = { ...given, files, cache };
  const documents = new Map<string, Document>();
  const nameOf = fileNamerRelativeTo(top, target.cwd, pathAfter);
  // A kept stack asks more of its files when it is judged: those of one side must not answer for the other.
  const cacheBefore = change?.cacheBefore ?? new CheckCache(cache?.texts);
  const { result: earlier, why } = change
    ? checkBefore(change, { ...target, cache: cacheBefore }, selection, leniency)
    : {};
  const changes = change && new ChangesOfStacks(change, target, earlier);
  const opened: CheckedStack[] = [];
  const judged: JudgedStack[] = [];
  const stacks: ReportedStack[] = [];
  const stacksToJudge = function* (): Generator<StackToJudge> {
    let own: readonly Document[] = [];
    for (const one of changes?.stacks ?? eachStack(target)) {
      // A stack is released when the next one follows; for the last one, secrets are searched for only in files that
      // a report shows.
      const before = target.releasesStacks === true ? stacks.pop() : undefined;
      if (before !== undefined) stacks.push(settledStack(before, own));
      own = documentsOf(one);
      for (const document of own) documents.set(document.file, document);
      const { stack, hosts } = one;
      const reported = target.limit === undefined ? undefined : new Set(hosts.map(shownHost));
      yield { stack, change: changes?.of(one), reported, namesFiles: !isReportedWhole(target, one) };
      const checked = { ...one, ...presetForStack(selection, stack), configuration: target.configuration };
      judged.push(judgedStack(one));
      stacks.push(reportedStack(checked, target.draw));
      if (target.releasesStacks !== true) opened.push(checked);
    }
    yield* changes?.gone ?? [];
    for (const file of target.configurationFiles ?? []) documents.set(file.file, file);
    if (baseline !== undefined) documents.set(baseline.document.file, baseline.document);
  };
  const { policies = [] } = selection;
  const found = runRules([...rules, ...policies], stacksToJudge(), selection, {
    real: (file) => files.real(resolve(target.cwd, file)),
    progress: target.progress,
    judgements: cache?.judgements,
    suppressions,
    texts: { documents, nameOf },
    baseline: baseline && { ...baseline, isChecked: checkedFiles(files, top, documents, nameOf) },
  });
  if (changes?.gone.length === 0 || changes === undefined) refuseEmptyInventories(judged, found.findings);
  refuseMisunderstood(target, judged);
  const whole: Result = {
    opened,
    judged,
    stacks,
    documents,
    notices: [
      ...checkNotices(judged),
      ...(change === undefined || why === undefined ? [] : [`nothing is compared with ${change.base}: ${why}`]),
      ...(change?.notices ?? []),
    ],
    unseen: [],
    policies,
    changes: changes?.all,
    ...found,
  };
  const result = [scopeOfPaths(target, judged), scopeOfIgnored(target)].reduce(
    (all, scope) => (scope === undefined ? all : narrowed(all, scope)),
    whole,
  );
  if (change === undefined) return result;
  for (const [name, document] of changes?.documentsOf(found.findings) ?? []) documents.set(name, document);
  return narrowed(result, scopeOfChange(change, target, whole, earlier));
}

/** The result for the files as they were before a change, or the reason why they could not be checked. */
function checkBefore(
  { before, targetBefore, pathAfter }: ChangeOfFiles,
  target: CheckTarget,
  selection: RuleSelection,
  leniency: Leniency,
): { readonly result?: Result; readonly why?: string } {
  try {
    const given = { ...target, ...targetBefore, files: before, releasesStacks: false };
    return { result: check(given, selection, { ...leniency, change: undefined, pathAfter }) };
  } catch (error) {
    if (error instanceof CannotCheck || error instanceof FileError) return { why: error.message };
    throw error;
  }
}

/**
 * Gives files the names that do not depend on the current folder: their paths from the folder `top`, with `/`.
 * `pathAfter` gives those before a change their names afterwards.
 */
export function fileNamerRelativeTo(
  top: string,
  cwd: string,
  pathAfter: ChangeOfFiles['pathAfter'] = (path) => path,
): (file: string) => string {
  return (file) => relative(top, pathAfter(resolve(cwd, file))).replaceAll(sep, '/');
}

/** Tells of the file of a baseline's entry whether it was read, or is no longer there. */
function checkedFiles(
  files: Files,
  top: string,
  documents: ReadonlyMap<string, Document>,
  nameOf: (file: string) => string,
): (file: string) => boolean {
  let read: ReadonlySet<string> | undefined;
  // The files that are read are all known only after the last stack.
  return (file) =>
    (read ??= new Set(Array.from(documents.keys(), nameOf))).has(file) || files.kind(resolve(top, file)) === undefined;
}

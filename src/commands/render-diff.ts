/** `stacklint render --diff`: what a change does to the files of hosts. */
import { NoInventory } from '../ansible/index.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { FileError } from '../ground/files.ts';
import { counted } from '../model/phrases.ts';
import { openStacks } from '../check/open-stacks.ts';
import type { CheckTarget } from '../check/target.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { differencesJson, differencesText } from '../render/differences-report.ts';
import type { Compared } from '../render/differences-report.ts';
import { differencesBetween } from '../render/file-differences.ts';
import { ShownFiles } from '../render/shown-files.ts';
import { printable } from '../report/terminal-text.ts';
import { CheckCache } from '../check/check-cache.ts';
import { ParseCache } from '../source/parse-cache.ts';
import { refuseEmptyLimit, reportedHosts } from '../stack/limit.ts';
import type { Given } from './arguments.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { filesAt } from './git-change.ts';
import { selectHostFiles } from './named-files.ts';
import type { Answer } from './report-options.ts';
import { missingFileNotices } from './unread-files.ts';

/** Compares the files of hosts at a revision with those on disk, or with those at another revision. */
export async function renderDiff(
  given: Given,
  caller: Caller,
  target: CheckTarget,
  deliver: (answer: Answer) => Promise<string>,
): Promise<CommandOutcome> {
  const revisions = given.value('diff') ?? '';
  const { from, to } = compared(revisions);
  const option = `--diff ${revisions}`;
  // Most files are the same in both.
  const texts = new ParseCache();
  const at = (revision: string) => {
    const files = filesAt(revision, option, caller);
    return opened({ ...target, files, cache: new CheckCache(texts) }, `${option}: at ${revision}, `);
  };
  const before = at(from);
  const after = to === undefined ? opened({ ...target, cache: new CheckCache(texts) }) : at(to);
  refuseEmptyLimit(target, [...after, ...before]);
  const readings = [before, after].map((stacks) => stacks.map((stack) => new ShownFiles(stack)));
  const [left = [], right = []] = selectHostFiles(readings, given.words);
  const differences = differencesBetween(left, right);
  const { files, newHosts, goneHosts } = differences;
  const hosts = new Map(after.map((stack) => [stack.name, stack.hosts.length]));
  const stdout = await deliver({
    text: (style) => differencesText(differences, hosts, style),
    json: () => differencesJson({ from, to }, differences),
  });
  const isSame = files.length + newHosts.length + goneHosts.length === 0;
  const says = isSame ? `stacklint: no file of ${counted(right.length, 'host')} differs from ${printable(from)}\n` : '';
  return { stdout, stderr: says + missingFileNotices(after), exitCode: isSame || !given.has('exit-code') ? 0 : 1 };
}

/** The revisions in `REV` and `REV..REV2`, as git takes them. */
function compared(revisions: string): Compared {
  const [from = '', to] = revisions.split('..', 2);
  return { from: from || 'HEAD', to: to === undefined ? undefined : to || 'HEAD' };
}

/**
 * The stacks of a target; for files of a revision `then` begins the message of an error, and there may be no
 * inventory.
 */
function opened(target: CheckTarget, then?: string): readonly OpenedStack[] {
  try {
    return openStacks({ ...target, limit: undefined }).map((stack) => ({
      ...stack,
      hosts: reportedHosts(target, stack.inventory),
    }));
  } catch (error) {
    if (then === undefined || !(error instanceof CannotCheck || error instanceof FileError)) throw error;
    if (error instanceof NoInventory) return [];
    throw new CannotCheck(then + error.message);
  }
}

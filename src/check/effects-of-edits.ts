/** The effects of edits beyond what they mend: what they change for hosts that have none of the findings. */
import { membersOf } from '../model/change.ts';
import type { Finding } from '../model/finding.ts';
import type { Fix } from '../model/fix.ts';
import { plainData } from '../source/tree.ts';
import { shownHost } from '../stack/hosts.ts';
import { ChangesOfStacks } from './changes-of-stacks.ts';
import type { OpenedStack } from './opened-stack.ts';
import type { Result } from './result.ts';
import type { CheckTarget } from './target.ts';

/** The files in one state, and what a check of them found. */
export interface CheckedFiles {
  readonly target: CheckTarget;
  readonly result: Result;
}

/**
 * What edits change for hosts that they are not about, as a clause; undefined for nothing. `files`: those that are edited,
 * by the paths that are shown.
 *
 * They are about the hosts of the findings. A finding without hosts is one of a file: a safe fix of it is about none, and
 * another one about those that get values from the file.
 */
export function effectOnOthers(
  before: CheckedFiles,
  after: CheckedFiles,
  files: ReadonlySet<string>,
  batch: readonly { readonly finding: Finding; readonly fix: Fix }[],
): string | undefined {
  const own = new Set(batch.flatMap(({ finding }) => finding.hosts));
  const isOfFile = batch.some(({ finding, fix }) => finding.hosts.length === 0 && !fix.isSafe);
  if (isOfFile)
    for (const { result } of [before, after])
      for (const stack of result.opened) for (const host of hostsThatGet(stack, files)) own.add(host);
  return changedVariable(before.result, after.result, files, own) ?? changedMember(before, after, own);
}

function hostsThatGet(stack: OpenedStack, files: ReadonlySet<string>): readonly string[] {
  const { inventory } = stack;
  const names = [...namesIn(stack, files)];
  return [...inventory.hosts.values()]
    .filter((host) => {
      const variables = inventory.variablesOf(host);
      return names.some((name) => variables.winners(name).some(({ document }) => files.has(document.file)));
    })
    .map(shownHost);
}

/** The names of the variables that files set. */
function namesIn({ inventory }: OpenedStack, files: ReadonlySet<string>): ReadonlySet<string> {
  const all = [...inventory.assignments(), ...inventory.plays.assignments];
  return new Set(all.filter(({ document }) => files.has(document.file)).map(({ name }) => name));
}

/** Says which variable of which other host gets another value. */
function changedVariable(
  before: Result,
  after: Result,
  files: ReadonlySet<string>,
  own: ReadonlySet<string>,
): string | undefined {
  for (const latter of after.opened) {
    const former = before.opened.find(({ name }) => name === latter.name);
    if (former === undefined) continue;
    const names = [...new Set([...namesIn(former, files), ...namesIn(latter, files)])];
    for (const host of latter.inventory.hosts.values()) {
      const was = former.inventory.hosts.get(host.name);
      if (was === undefined || own.has(shownHost(host))) continue;
      const [then, now] = [former.inventory.variablesOf(was), latter.inventory.variablesOf(host)];
      const changed = names.find((name) => textOf(then.value(name)) !== textOf(now.value(name)));
      if (changed !== undefined) return `${changed} of ${shownHost(host)} would change as well`;
    }
  }
  return undefined;
}

function textOf(value: Parameters<typeof plainData>[0] | undefined): string {
  return value === undefined ? '' : JSON.stringify(plainData(value));
}

/** Says what of which other member changes: whether it is one, or a setting of it. */
function changedMember(before: CheckedFiles, after: CheckedFiles, own: ReadonlySet<string>): string | undefined {
  const sides = { base: 'before', head: 'after', revision: undefined, lines: new Map(), before: before.target.files };
  const change = { ...sides, pathAfter: (path: string) => path };
  const isOther = (host: string): boolean => !own.has(host);
  for (const { change: one } of new ChangesOfStacks(change, after.target, before.result).all) {
    const member = membersOf(one).find(
      ({ before: was, after: is }) => (was === undefined || is === undefined) && isOther(was?.host ?? is?.host ?? ''),
    );
    if (member !== undefined)
      return `${(member.before ?? member.after)?.host ?? ''} would be another part of the stack`;
    for (const { name, hosts } of [...one.settings, ...one.open]) {
      const host = hosts.find(isOther);
      if (host !== undefined) return `${name} of ${host} would change as well`;
    }
  }
  return undefined;
}

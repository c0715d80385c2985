/** The effects of edits beyond what they mend: what they change for hosts that have none of the findings. */
import type { EditsByFile } from '../edits/edits-of-fix.ts';
import { membersOf } from '../model/change.ts';
import type { Finding } from '../model/finding.ts';
import { hostsOfFix } from '../model/fix.ts';
import type { Fix } from '../model/fix.ts';
import type { Origin, Place } from '../model/setting.ts';
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

/** A change of what a host has that no edit is about. */
interface Effect {
  /** The change as a clause: `search_heap of es-1 would change as well`. */
  readonly what: string;
  /** The files through which the host has it. */
  readonly files: ReadonlySet<string>;
}

/**
 * The changes that edits make for hosts that they are not about.
 *
 * They are about the hosts of the findings. A finding without hosts is one of a file: a safe fix of it is about none, and
 * another one about those that get values from the file.
 */
export function effectsOnOthers(
  before: CheckedFiles,
  after: CheckedFiles,
  batch: readonly { readonly finding: Finding; readonly fix: Fix; readonly edits: EditsByFile }[],
): readonly Effect[] {
  const files = new Set(batch.flatMap(({ edits }) => [...edits.keys()]));
  const own = new Set(batch.flatMap(hostsOfFix));
  const isOfFile = batch.some(({ finding, fix }) => finding.hosts.length === 0 && !fix.isSafe);
  if (isOfFile)
    for (const { result } of [before, after])
      for (const stack of result.opened) for (const host of hostsThatGet(stack, files)) own.add(host);
  const variables = changedVariables(before.result, after.result, files, own);
  return variables.length > 0 ? variables : changedMembers(before, after, own);
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

/** The variables of other hosts that get another value: one of each host. */
function changedVariables(
  before: Result,
  after: Result,
  files: ReadonlySet<string>,
  own: ReadonlySet<string>,
): readonly Effect[] {
  return after.opened.flatMap((latter) => {
    const former = before.opened.find(({ name }) => name === latter.name);
    if (former === undefined) return [];
    const names = [...new Set([...namesIn(former, files), ...namesIn(latter, files)])];
    return [...latter.inventory.hosts.values()].flatMap((host): readonly Effect[] => {
      const was = former.inventory.hosts.get(host.name);
      if (was === undefined || own.has(shownHost(host))) return [];
      const [then, now] = [former.inventory.variablesOf(was), latter.inventory.variablesOf(host)];
      const changed = names.find((name) => textOf(then.value(name)) !== textOf(now.value(name)));
      if (changed === undefined) return [];
      const setBy = [...then.winners(changed), ...now.winners(changed)];
      return [
        {
          what: `${changed} of ${shownHost(host)} would change as well`,
          files: new Set(setBy.map(({ document }) => document.file)),
        },
      ];
    });
  });
}

function textOf(value: Parameters<typeof plainData>[0] | undefined): string {
  return value === undefined ? '' : JSON.stringify(plainData(value));
}

/** The changes of other members: whether a host is one, or a setting of it. */
function changedMembers(before: CheckedFiles, after: CheckedFiles, own: ReadonlySet<string>): readonly Effect[] {
  const sides = { base: 'before', head: 'after', revision: undefined, lines: new Map(), before: before.target.files };
  const change = { ...sides, pathAfter: (path: string) => path };
  const isOther = (host: string): boolean => !own.has(host);
  return new ChangesOfStacks(change, after.target, before.result).all.flatMap(({ change: one }) => [
    ...membersOf(one).flatMap(({ before: was, after: is }): readonly Effect[] => {
      const host = was !== undefined && is !== undefined ? undefined : (was ?? is)?.host;
      return host === undefined || !isOther(host)
        ? []
        : [{ what: `${host} would be another part of the stack`, files: new Set() }];
    }),
    ...[
      ...one.settings.map(({ name, hosts, at, was }) => ({ name, hosts, origins: [at, was] })),
      ...one.open.map(({ name, hosts, setting }) => ({ name, hosts, origins: [setting.origin] })),
    ].flatMap(({ name, hosts, origins }): readonly Effect[] => {
      const host = hosts.find(isOther);
      return host === undefined ? [] : [{ what: `${name} of ${host} would change as well`, files: filesOf(origins) }];
    }),
  ]);
}

function filesOf(origins: readonly Origin[]): ReadonlySet<string> {
  const places = origins.flatMap((origin): readonly Place[] => [origin, ...(origin.computedFrom ?? [])]);
  return new Set(places.flatMap((place) => ('call' in place ? [] : [place.file])));
}

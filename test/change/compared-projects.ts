/** Projects before and after a change, compared in memory. */
import { check } from '../../src/check/check.ts';
import type { CheckTarget } from '../../src/check/target.ts';
import type { Result } from '../../src/check/result.ts';
import type { Change } from '../../src/model/change.ts';
import { isNothing } from '../../src/report/change-words.ts';
import { project } from '../project.ts';

export type Texts = Readonly<Record<string, string>>;

/** What the change from some files to others is, under the preset `production`, by the rules `change/*` alone. */
export function compared(before: Texts, after: Texts, given: Partial<CheckTarget> = {}): Result {
  const options = { vocabularies: ['search'], ...given };
  const [was, is] = [project(before, options).target, project(after, options).target];
  const sides = { base: 'main', head: 'working tree', revision: 'main' };
  const change = { ...sides, before: was.files, lines: new Map(), pathAfter: (path: string) => path };
  return check(is, { preset: 'production', rules: [], within: 'change/*' }, { change });
}

/** The change of the only stack. */
export function changeOf({ changes = [] }: Result): Change {
  const [only, ...others] = changes;
  if (only === undefined || others.length > 0) throw new Error('expected the change of one stack');
  return only.change;
}

/** What is said of a change, in words; nothing where it changes nothing. */
export function saidOf(result: Result): readonly string[] {
  const change = changeOf(result);
  return [
    ...result.findings.map(({ rule, message }) => `${rule}: ${message}`),
    ...result.undecided.map(({ rule, message }) => `${rule}: ${message}`),
    ...settingsOf(change),
    ...change.open.map(({ name, setting }) => `${name} is open: ${setting.message}`),
    ...change.files().map(({ path, change: how }) => `${path} is ${how}`),
    ...(isNothing(change) ? [] : ['it is something']),
  ];
}

/** The settings that change, as `host name: before → after`, for each host. */
export function settingsOf({ settings }: Change): readonly string[] {
  return settings
    .flatMap(({ name, hosts, before, after }) =>
      hosts.map((host) => `${host} ${name}: ${shown(before)} → ${shown(after)}`),
    )
    .toSorted();
}

function shown(value: string | undefined): string {
  return value ?? 'not set';
}

/** The settings of which it is not known whether they change, as `host name`, for each host. */
export function openIn({ open }: Change): readonly string[] {
  return open.flatMap(({ name, hosts }) => hosts.map((host) => `${host} ${name}`));
}

/** The changes of two, one after the other, as one: what goes back is none. */
export function composed(first: readonly string[], second: readonly string[]): readonly string[] {
  const values = new Map<string, readonly [before: string, after: string]>();
  for (const line of [...first, ...second]) {
    const [, key = '', before = '', after = ''] = /^(\S+ \S+): (.*) → (.*)$/s.exec(line) ?? [];
    values.set(key, [values.get(key)?.[0] ?? before, after]);
  }
  return Array.from(values)
    .filter(([, [before, after]]) => before !== after)
    .map(([key, [before, after]]) => `${key}: ${before} → ${after}`)
    .toSorted();
}

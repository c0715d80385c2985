/**
 * The scope of a report: everything is read and judged, but only what concerns the named paths or a change is
 * reported.
 */
import { resolve } from 'node:path';
import type { Result } from './result.ts';
import { leadsTo } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { pathMatcher } from '../ground/globs.ts';
import type { Change } from '../model/change.ts';
import type { Finding, Suppressed, Undecided } from '../model/finding.ts';
import { append } from '../model/multimap.ts';
import type { Place } from '../model/setting.ts';
import type { Stack } from '../model/stack.ts';
import type { CheckCache } from './check-cache.ts';
import type { CheckTarget } from './target.ts';
import type { OpenedStack } from './opened-stack.ts';
import { isAt } from '../ground/paths.ts';
import { lineRangeOfPlace } from '../report/locations.ts';

/** A change of the files of a project. */
export interface ChangeOfFiles extends Pick<Change, 'base' | 'head' | 'revision'> {
  /** The files as they were before. */
  readonly before: Files;
  /** What the target was before, where it is another one than afterwards: another folder. */
  readonly targetBefore?: Partial<CheckTarget> | undefined;
  /** The cache of earlier checks of the files before. */
  readonly cacheBefore?: CheckCache | undefined;
  /** The changed lines of files, by their full paths: first and last line, from 1. */
  readonly lines: ReadonlyMap<string, readonly (readonly [first: number, last: number])[]>;
  /** Lines for a person about what is not compared. */
  readonly notices?: readonly string[] | undefined;
  /** The stack of the running cluster, if one was asked. */
  readonly observed?: Pick<Stack, 'clusters'> | undefined;
  /** The path after the change of a file before it, whether it is there or not. Both are full. */
  readonly pathAfter: (path: string) => string;
}

/** Tells whether a finding or an undecided judgement is to be reported. */
type Scope = (one: Finding | Undecided) => boolean;

/** A stack, reduced to what identifies its files. */
type StackOfFiles = Pick<OpenedStack, 'name' | 'root' | 'sources'>;

/** Tells whether everything in a stack is reported: a path of the target holds a source of it, or its whole project. */
export function isReportedWhole(target: CheckTarget, { root, sources }: StackOfFiles): boolean {
  const { cwd, paths, inventory } = target;
  if (paths.length === 0 && inventory.length > 0) return true;
  return namedPaths(target).some(
    (path) => isAt(root, path) || sources.some((source) => isAt(resolve(cwd, source), path)),
  );
}

function namedPaths({ cwd, paths }: CheckTarget): readonly string[] {
  return (paths.length > 0 ? paths : ['.']).map((path) => resolve(cwd, path));
}

/**
 * Makes the scope of the paths of a target: what is in one of them or depends on one; undefined if that is
 * everything. What the configuration expects of a stack concerns all of its paths.
 */
export function scopeOfPaths(target: CheckTarget, all: readonly StackOfFiles[]): Scope | undefined {
  const { cwd, files, stacks = [] } = target;
  const whole = new Set(all.filter((stack) => isReportedWhole(target, stack)).map(({ name }) => name));
  if (whole.size === all.length) return undefined;
  const named = namedPaths(target);
  const expecting = new Set(stacks.flatMap(({ expect }) => expect.map(({ at }) => at.file)));
  const isNamed = (file: string): boolean =>
    expecting.has(file) || named.some((path) => leadsTo(files, resolve(cwd, file), path));
  const isAtNamed = (place: Place): boolean => 'file' in place && isNamed(place.file);
  const dependsOnNamed = ({ related, dependsOn = new Set() }: Finding): boolean =>
    related.some(isAtNamed) || [...dependsOn].some(isNamed);
  return (one) =>
    one.stacks.some((stack) => whole.has(stack)) ||
    isAtNamed(one.at) ||
    (one.kind === 'finding' && dependsOnNamed(one));
}

/** Makes the scope that leaves out what is in ignored files; undefined if none are ignored. */
export function scopeOfIgnored({ cwd, ignore = [] }: CheckTarget): Scope | undefined {
  if (ignore.length === 0) return undefined;
  const isIgnored = pathMatcher(ignore);
  return ({ at }) => !('file' in at && isIgnored(resolve(cwd, at.file)));
}

/** Reduces a result to the findings and undecided judgements that are in a scope. */
export function narrowed(result: Result, isInScope: Scope): Result {
  return {
    ...result,
    findings: result.findings.filter(isInScope),
    undecided: result.undecided.filter(isInScope),
    suppressed: result.suppressed.filter(({ finding }: Suppressed) => isInScope(finding)),
  };
}

/**
 * Makes the scope of a change: what was not found before, or not for these hosts, wherever it is, and what is on a
 * changed line. `before` is the result for the files as they were; undefined if they could not be checked.
 */
export function scopeOfChange(
  { lines }: ChangeOfFiles,
  { cwd, files }: CheckTarget,
  after: Result,
  before: Result | undefined,
): Scope {
  const known = new Map<string, ReadonlySet<string>[]>();
  if (before !== undefined)
    for (const one of [...before.findings, ...before.undecided]) append(known, key(one, before), new Set(one.hosts));
  const isKnown = (one: Finding | Undecided): boolean =>
    known.get(key(one, after))?.some((hosts) => one.hosts.every((host) => hosts.has(host))) === true;
  const isOnChangedLine = (place: Place): boolean => {
    if ('call' in place) return false;
    const path = resolve(cwd, place.file);
    const changed = lines.get(path) ?? lines.get(files.real(path));
    const { line, endLine } = lineRangeOfPlace(place, after.documents);
    return changed?.some(([first, last]) => first <= endLine && line <= last) === true;
  };
  // Whoever writes the first variable file of a group also brings everything that is still missing there.
  const isBrought = (one: Finding | Undecided): boolean =>
    one.kind === 'finding' &&
    one.isMissing === true &&
    'file' in one.at &&
    before?.documents.has(one.at.file) === false;
  return (one) => !isKnown(one) || (!isBrought(one) && isOnChangedLine(one.at));
}

/** A text that is the same for a finding before and after a change that affects no more than its number of hosts. */
function key(one: Finding | Undecided, { fingerprint }: Result): string {
  const { rule, stacks, message } = one;
  return one.kind === 'finding'
    ? JSON.stringify([fingerprint(one), one.severity, one.hostlessMessage ?? message, stacks])
    : JSON.stringify([rule, stacks, one.variable, one.reason, message]);
}

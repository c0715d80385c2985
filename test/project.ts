/** Projects in memory, opened and checked as in their folder. */
import { posix } from 'node:path';
import { check } from '../src/check/check.ts';
import type { Leniency } from '../src/check/check.ts';
import { openStacks } from '../src/check/open-stacks.ts';
import type { OpenedStack } from '../src/check/opened-stack.ts';
import type { Result } from '../src/check/result.ts';
import type { CheckTarget } from '../src/check/target.ts';
import { readArguments } from '../src/commands/arguments.ts';
import { ruleSelectionOf } from '../src/commands/check-project.ts';
import { checkTarget } from '../src/commands/check-target.ts';
import { configurationFor } from '../src/commands/find-configuration.ts';
import { memoryFiles } from './memory-files.ts';

/** Files by their paths from the current folder, `/project` unless `cwd` is another. */
export type Tree = Parameters<typeof memoryFiles>[0];

export interface Project {
  /** What a check of it is given. */
  readonly target: CheckTarget;
  /** The check by one rule, or several, at their severities in production; without one, by those that are on there. */
  readonly check: (how?: { readonly rule: string | readonly string[] }) => Result;
  /** The messages of the findings of such a check. */
  readonly messages: (rule: string) => readonly string[];
  /** The messages of such a check, and the reasons for which the rule is undecided. */
  readonly judged: (rule: string) => { readonly findings: readonly string[]; readonly undecided: readonly string[] };
  /** The stacks that a check would judge. */
  readonly open: () => readonly OpenedStack[];
  /** The only such stack. */
  readonly stack: () => OpenedStack;
}

/**
 * A project of these files. Its inventories and roles are looked for, unless `target` names them. `reasons` make paths
 * unreadable, as for `memoryFiles`.
 */
export function project(
  tree: Tree,
  given: Partial<CheckTarget> = {},
  reasons: Readonly<Record<string, string>> = {},
): Project {
  const { cwd = '/project' } = given;
  const files = memoryFiles(inFolder(cwd, tree), inFolder(cwd, reasons));
  const target = {
    ...{ files, cwd, paths: [], inventory: [], playbookDir: undefined, vocabularies: [] },
    ...given,
  };
  const checked = (rule: string | readonly string[]): Result =>
    check(target, {
      preset: 'production',
      rules: [rule].flat().map((pattern) => ({ pattern, severity: undefined })),
    });
  const messages = ({ findings }: Result): readonly string[] => findings.map(({ message }) => message);
  return {
    target,
    check: ({ rule } = { rule: [] }) => checked(rule),
    messages: (rule) => messages(checked(rule)),
    judged: (rule) => {
      const result = checked(rule);
      return { findings: messages(result), undecided: result.undecided.map(({ reason }) => reason) };
    },
    open: () => openStacks(target),
    stack: () => {
      const [stack, ...others] = openStacks(target);
      if (stack === undefined || others.length > 0) throw new Error('expected one stack');
      return stack;
    },
  };
}

/** The check of a project with a `stacklint.yml`, as the command makes it; `words` are its options. */
export function configuredCheck(tree: Tree, words: readonly string[] = [], leniency: Leniency = {}): Result {
  const caller = {
    cwd: '/project',
    files: memoryFiles(inFolder('/project', tree)),
    environment: {},
    columns: undefined,
  };
  const given = readArguments(['check', ...words]);
  const configuration = configurationFor(given, caller);
  return check(checkTarget(given, caller, [], configuration), ruleSelectionOf(given, configuration), leniency);
}

function inFolder<T>(folder: string, paths: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(paths).map(([path, value]) => [posix.join(folder, path), value]));
}

/** Projects in memory, opened and checked as in their folder. */
import { check } from '../src/check/check.ts';
import { openStacks } from '../src/check/open-stacks.ts';
import type { OpenedStack } from '../src/check/opened-stack.ts';
import type { Result } from '../src/check/result.ts';
import type { CheckTarget } from '../src/check/target.ts';
import { memoryFiles } from './memory-files.ts';

/** Files by their paths in the project. */
export type Tree = Parameters<typeof memoryFiles>[0];

export interface Project {
  /** The check by one rule, or several, at their severities in production; without one, by those that are on there. */
  check(how?: { readonly rule: string | readonly string[] }): Result;
  /** The stacks that a check would judge. */
  open(): readonly OpenedStack[];
}

/** A project of these files. Its inventories and roles are looked for, unless `target` names them. */
export function project(tree: Tree, target: Partial<CheckTarget> = {}): Project {
  const files = memoryFiles(Object.fromEntries(Object.entries(tree).map(([path, file]) => [`/project/${path}`, file])));
  const whole = {
    ...{ files, cwd: '/project', paths: [], inventory: [], playbookDir: undefined, vocabularies: [] },
    ...target,
  };
  return {
    check: ({ rule } = { rule: [] }) =>
      check(whole, { preset: 'production', rules: [rule].flat().map((pattern) => ({ pattern, severity: undefined })) }),
    open: () => openStacks(whole),
  };
}

/** Python's regular expressions, as searched for in names of hosts and of files that a folder of sources skips. */
import { Spending } from '../budget.ts';
import { compile } from './regex.ts';
import type { Pattern } from './regex.ts';
import { BadExpression, Exhausted, Tripped } from '../markers.ts';

/** The budget of one pattern and one name, which has 255 characters at most. */
const BUDGET = { steps: 100_000, size: 0 };

/** A compiled pattern; `fault`: Python refuses it; `unknown`: it cannot be evaluated here. */
export type PythonPattern =
  | {
      readonly kind: 'pattern';
      /** The offset of the first match in a name; `unknown` if the budget runs out. */
      foundAt(name: string): number | 'nowhere' | 'unknown';
    }
  | { readonly kind: 'fault'; readonly reason: string }
  | { readonly kind: 'unknown' };

/** Compiles a pattern as Python's `re.compile` does. */
export function pythonPattern(text: string): PythonPattern {
  try {
    const pattern = compile(text, '', new Spending(BUDGET));
    return { kind: 'pattern', foundAt: (name) => foundAt(pattern, name) };
  } catch (error) {
    if (error instanceof BadExpression) return { kind: 'fault', reason: error.reason };
    if (error instanceof Tripped || error instanceof Exhausted) return { kind: 'unknown' };
    throw error;
  }
}

function foundAt(pattern: Pattern, name: string): number | 'nowhere' | 'unknown' {
  try {
    return pattern.first(name, new Spending(BUDGET))?.index ?? 'nowhere';
  } catch (error) {
    if (error instanceof Exhausted) return 'unknown';
    throw error;
  }
}

/** Compiles a pattern as one of several that Ansible joins with `|`. */
export function ignoredNamePattern(text: string): PythonPattern {
  if (/^\(\?[aiLmsux]+\)/.test(text))
    return { kind: 'fault', reason: 'global flags not at the start of the expression' };
  return pythonPattern(text);
}

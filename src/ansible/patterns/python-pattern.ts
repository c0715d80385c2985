/** Regular expressions of Python that look for names: of hosts, and of files that a folder of sources skips. */
import { Spending } from '../template/budget.ts';
import { compile } from '../template/regex.ts';
import type { Pattern } from '../template/regex.ts';
import { Exhausted, Raised, Tripped } from '../template/trouble.ts';

/** For one pattern and one name: names have 255 characters at most. */
const BUDGET = { steps: 100_000, size: 0 };

/** A pattern of Python; `fault` is why Python refuses it, `unknown` that nobody can tell what it matches. */
export type PythonPattern =
  | {
      readonly kind: 'pattern';
      /** Where in a name it is found first; `unknown` where it would take long to tell. */
      foundAt(name: string): number | 'nowhere' | 'unknown';
    }
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'unknown' };

/** Reads a pattern as Python's `re.compile` does. */
export function pythonPattern(text: string): PythonPattern {
  try {
    const pattern = compile(text, '', new Spending(BUDGET));
    return { kind: 'pattern', foundAt: (name) => foundAt(pattern, name) };
  } catch (error) {
    if (error instanceof Raised) return { kind: 'fault', message: error.message.replace(/ at position \d+$/, '') };
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

/** Reads a pattern as Python does in the midst of others. */
export function namePattern(text: string): PythonPattern {
  // Ansible joins its own patterns and these with `|`.
  if (/^\(\?[aiLmsux]+\)/.test(text))
    return { kind: 'fault', message: 'global flags not at the start of the expression' };
  return pythonPattern(text);
}

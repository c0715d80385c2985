/** `ignore_patterns` of `ansible.cfg`: which names a folder of sources skips. */
import { Spending } from '../template/budget.ts';
import { compile } from '../template/regex.ts';
import type { Pattern } from '../template/regex.ts';
import { Exhausted, Raised, Tripped } from '../template/trouble.ts';

/** For one pattern and one name: names have 255 characters at most. */
const BUDGET = { steps: 100_000, size: 0 };

/** A pattern of Python; `fault` is why Ansible does not start with it, `unknown` that nobody can tell what it matches. */
export type NamePattern =
  | { readonly kind: 'pattern'; matches(name: string): boolean }
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'unknown' };

/** Reads a pattern as Python does in the midst of others. */
export function namePattern(text: string): NamePattern {
  // Ansible joins its own patterns and these with `|`.
  if (/^\(\?[aiLmsux]+\)/.test(text))
    return { kind: 'fault', message: 'global flags not at the start of the expression' };
  try {
    const pattern = compile(text, '', new Spending(BUDGET));
    return { kind: 'pattern', matches: (name) => matches(pattern, name) };
  } catch (error) {
    if (error instanceof Raised) return { kind: 'fault', message: error.message.replace(/ at position \d+$/, '') };
    if (error instanceof Tripped || error instanceof Exhausted) return { kind: 'unknown' };
    throw error;
  }
}

/** A name that would take long to compare is taken for another one. */
function matches(pattern: Pattern, name: string): boolean {
  try {
    return pattern.first(name, new Spending(BUDGET)) !== null;
  } catch (error) {
    if (error instanceof Exhausted) return false;
    throw error;
  }
}

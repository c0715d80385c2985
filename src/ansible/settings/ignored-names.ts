/** `ignore_patterns` of `ansible.cfg`: which names a folder of sources skips. */
import { pythonPattern } from '../patterns/python-pattern.ts';
import type { PythonPattern } from '../patterns/python-pattern.ts';

/** Reads a pattern as Python does in the midst of others. */
export function namePattern(text: string): PythonPattern {
  // Ansible joins its own patterns and these with `|`.
  if (/^\(\?[aiLmsux]+\)/.test(text))
    return { kind: 'fault', message: 'global flags not at the start of the expression' };
  return pythonPattern(text);
}

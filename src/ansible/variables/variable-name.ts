/** The name under which a key of a mapping sets a variable. */
import type { Scalar } from '../../source/tree.ts';

/**
 * The key's text; for the keys that are no text, a name that no text can have.
 *
 * Keys that Python holds for equal (1, 1.0 and true) get one name.
 */
export function nameOfKey(key: Scalar): string {
  if (key.type === 'str') return key.value as string;
  if (typeof key.value === 'boolean') return `\0${Number(key.value)}`;
  if (key.type === 'int' || key.type === 'float') return `\0${key.value}`;
  return `\0${key.type} ${key.value}`;
}

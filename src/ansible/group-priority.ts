/** `ansible_group_priority`: which of two groups of one depth overrides the other. */
import { quoted, toInteger } from '../source/python.ts';
import type { Node } from '../source/tree.ts';
import { Refused } from './refused.ts';

/** The priority that a value gives, as Python's `int()` takes it. Throws Refused, with Python's words, for what is no number. */
export function groupPriority(value: Node): number {
  const refuse = (type: string): never => {
    throw new Refused(`int() argument must be a string, a bytes-like object or a real number, not '${type}'`);
  };
  if (value.kind !== 'scalar') return refuse(value.kind === 'sequence' ? '_AnsibleTaggedList' : '_AnsibleTaggedDict');
  if (typeof value.value === 'boolean') return Number(value.value);
  if (typeof value.value === 'bigint') return Number(value.value);
  if (value.type === 'str') {
    const integer = toInteger(String(value.value));
    if (integer === undefined)
      throw new Refused(`ansible_group_priority should be a whole number, but is ${quoted(String(value.value))}`);
    return Number(integer);
  }
  if (typeof value.value !== 'number') return refuse(value.type === 'null' ? 'NoneType' : value.type);
  if (Number.isNaN(value.value)) throw new Refused('cannot convert float NaN to integer');
  if (!Number.isFinite(value.value)) throw new Refused('cannot convert float infinity to integer');
  return Math.trunc(value.value);
}

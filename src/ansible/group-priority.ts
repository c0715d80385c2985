/** `ansible_group_priority`: which of two groups of one depth overrides the other. */
import { exactInteger, quoted, toInteger } from '../source/python.ts';
import type { Node } from '../source/tree.ts';
import { Refused } from './refused.ts';
import { shape } from './sources/shape.ts';

/** The priority that a value gives, as Python's `int()` takes it. Throws Refused for what is no number. */
export function groupPriority(value: Node): number | bigint {
  const refuse = (what: string): never => {
    throw new Refused(`ansible_group_priority should be a whole number, but is ${what}`);
  };
  if (value.kind !== 'scalar') return refuse(shape(value));
  if (typeof value.value === 'boolean') return Number(value.value);
  if (typeof value.value === 'bigint') return exactInteger(value.value);
  if (value.type === 'str') return exactInteger(toInteger(String(value.value)) ?? refuse(quoted(String(value.value))));
  if (typeof value.value !== 'number') return refuse(shape(value));
  return Number.isFinite(value.value) ? exactInteger(BigInt(Math.trunc(value.value))) : refuse('not finite');
}

/** `attribute='a.b.0'` of filters. */
import type { Context } from '../context.ts';
import { Failure, Loop, Undefined, unsupported } from '../trouble.ts';
import type { Value } from '../values.ts';

/** A function that takes an attribute, given as a dotted path or a number, of a value. */
export function attributeGetter(path: Value, context: Context, standard: Value = null): (value: Value) => Value {
  const keys: readonly Value[] =
    typeof path === 'string'
      ? path.split('.').map((key) => (/^\d+$/.test(key) ? BigInt(key) : key))
      : path === null
        ? []
        : [path];
  return (value) =>
    keys.reduce<Value>((item, key) => {
      const found = context.item(item, key);
      if (standard === null) return found;
      // Where values go round in a loop, what Ansible gives hangs on where Python's stack ends.
      if (found instanceof Loop) return unsupported('what stands by default for a value that needs itself');
      return found instanceof Undefined || found instanceof Failure ? standard : found;
    }, value);
}

/** Texts in lower case, other values as they are: how filters compare unless told otherwise. */
export function ignoringCase(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

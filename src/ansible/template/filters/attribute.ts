/** `attribute='a.b.0'` of filters. */
import type { Context } from '../context.ts';
import { Undefined } from '../trouble.ts';
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
      return found instanceof Undefined && standard !== null ? standard : found;
    }, value);
}

/** Texts in lower case, other values as they are: how filters compare unless told otherwise. */
export function ignoringCase(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

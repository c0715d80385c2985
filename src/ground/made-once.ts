/** Values that are made when they are first asked for, and kept. */

interface Made<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
}

/** The value that a map has for a key; if it has none, `make` makes it. */
export function madeOnce<Key, Value>(made: Made<Key, Value>, key: Key, make: () => NoInfer<Value>): Value {
  const known = made.get(key);
  if (known !== undefined || made.has(key)) return known as Value;
  const value = make();
  made.set(key, value);
  return value;
}

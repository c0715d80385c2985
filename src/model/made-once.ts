/** What a map keeps of values that are made when they are first asked for. */
interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value that a map has for a key; where it has none, the one that `make` gives, which it keeps. */
export function madeOnce<Key, Value>(kept: Kept<Key, Value>, key: Key, make: () => NoInfer<Value>): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

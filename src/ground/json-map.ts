/** Objects of JSON, in values of any shape. */

/** Tells whether a value is a JSON object: neither an array nor null. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

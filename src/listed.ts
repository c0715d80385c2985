/** `es-1, es-2, es-3 and 27 more`: the first names of a list that may be long; all of them where `limit` allows it. */
export function listed(names: readonly string[], limit: number): string {
  const shown = names.length <= limit ? names : names.slice(0, Math.max(1, limit - 2));
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${String(rest)} more` : '');
}

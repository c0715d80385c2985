/** `a, b and 3 more`: the first names of a list that may be long. */
export function listed(names: readonly string[], limit: number): string {
  const shown = names.slice(0, limit).join(', ');
  return names.length > limit ? `${shown} and ${String(names.length - limit)} more` : shown;
}

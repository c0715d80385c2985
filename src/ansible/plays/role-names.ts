/** Names of roles, with and without the collection that they are in. */

/** Tells whether a role's full name is among some names, or begins with a collection among them. */
export function isAmongRoles(name: string, known: readonly string[]): boolean {
  return known.some((one) => name === one || name.startsWith(`${one}.`));
}

/** A role's name without its collection or folder. */
export function withoutCollection(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
}

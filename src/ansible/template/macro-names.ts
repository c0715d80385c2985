/** The names that the body of a macro has beside its parameters. */
import type { MacroSyntax, Statement } from './syntax.ts';

const SPECIAL: readonly string[] = ['caller', 'kwargs', 'varargs'];

/** `MacroSyntax.special` of a macro. */
export function specialNames(
  parameters: MacroSyntax['parameters'],
  body: readonly Statement[],
): MacroSyntax['special'] {
  const own = parameters.map(({ name }) => name);
  const read = new Set<string>();
  const set = new Set<string>(own.filter((name) => name === 'caller'));
  collect(body, read, set);
  return SPECIAL.some((name) => set.has(name)) ? undefined : new Set([...read].filter((name) => !own.includes(name)));
}

function collect(tree: unknown, read: Set<string>, set: Set<string>): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (Array.isArray(tree)) {
    for (const part of tree) collect(part, read, set);
    return;
  }
  const { kind, name } = tree as { readonly kind?: unknown; readonly name?: unknown };
  // An expression has its place in the text; a name that is assigned to, or a parameter, has none.
  if (typeof name === 'string' && SPECIAL.includes(name) && (kind === 'name' || kind === undefined))
    ('start' in tree ? read : set).add(name);
  for (const part of Object.values(tree)) collect(part, read, set);
}

/** The way into a variable's value, by whose names a part of it is a secret. */
import { soundsSecret } from '../../model/secret-names.ts';
import type { Mapping, Node, Pair } from '../../source/tree.ts';

/** A place within a variable's value: what the names that lead there say of it. */
export interface Route {
  readonly secret: boolean;
}

/** Where no name says anything. */
export const ORDINARY: Route = { secret: false };

/** Where the name that leads there says that it is a secret. */
export const SECRET: Route = { secret: true };

/** The route into a pair of a mapping. */
export function into(route: Route, { key }: Pair, mapping: Mapping): Route {
  if (route.secret) return route;
  const name = String(key.value);
  return soundsSecret(name) || (name === 'value' && isNamedSecret(mapping)) ? SECRET : ORDINARY;
}

/** `{name: DB_PASSWORD, value: …}`, as lists of environment variables have it; some say `key`. */
function isNamedSecret(mapping: Mapping): boolean {
  const name = (mapping.get('name') ?? mapping.get('key'))?.value;
  return name?.kind === 'scalar' && typeof name.value === 'string' && soundsSecret(name.value);
}

/** Whether what follows in a list is a secret: `[--password, …]`, as lists of arguments have it. */
export function isSecretOption(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && /^--?[\w-]+$/.test(String(node.value)) && soundsSecret(String(node.value));
}

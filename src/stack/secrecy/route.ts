/** The way into a variable's value, by whose names a part of it is a secret. */
import { soundsSecret } from '../../model/secret-names.ts';
import { secretsInText } from '../../model/secret-texts.ts';
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
  return soundsSecret(name) || (VALUE.test(name) && isNamedSecret(mapping)) ? SECRET : ORDINARY;
}

/** What such a pair is called in lists of environment variables and of settings, and in what modules are given. */
const NAME = /^(?:name|key|env|var|variable|option|setting)$/i;
const VALUE = /^(?:value|val|default)$/i;

/** `{name: DB_PASSWORD, value: …}`. */
function isNamedSecret({ pairs }: Mapping): boolean {
  return pairs.some(
    ({ key, value: name }) =>
      NAME.test(String(key.value)) &&
      name.kind === 'scalar' &&
      typeof name.value === 'string' &&
      soundsSecret(name.value),
  );
}

/** The secrets of a list of arguments: `[--password, …]`, `[curl, -u, user:…]`, `[mysql, -p…]`. */
export function secretArguments(items: readonly Node[]): ReadonlySet<Node> {
  const found = new Set<Node>();
  if (!items.some((item) => item.kind === 'scalar' && String(item.value).startsWith('-'))) return found;
  const words = items.map((item) => (item.kind === 'scalar' ? String(item.value) : '…'));
  const hidden = secretsInText(words.join(' '));
  let end = -1;
  for (const [index, item] of items.entries()) {
    const start = end + 1;
    end = start + (words[index]?.length ?? 0);
    while ((hidden[0]?.end ?? Infinity) <= start) hidden.shift();
    if ((hidden[0]?.start ?? Infinity) < end) found.add(item);
  }
  return found;
}

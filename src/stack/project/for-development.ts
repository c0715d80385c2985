/** Stacks for development, which are judged by the preset of that name unless a person chooses one. */
import { relative, sep } from 'node:path';
import type { DiscoveredStack } from '../../ansible/index.ts';
import { isBelow } from '../../ground/paths.ts';
import type { Stack } from '../../model/stack.ts';

/** The words that show it: whole words, also followed by a number, as in `inventories/dev-eu/hosts.yml` and `lab2`. */
const WORDS = /(?<![^\W_])(?:dev|development|test|lab|vagrant|molecule|sandbox|demo|ci)\d*(?![^\W_])/i;

/**
 * The reason why a stack is for development, if it is: it is the scenario of a role, or its name or the path of its
 * inventory says so. Only the part of a path below the project counts: the place that a project was cloned to says
 * nothing about it.
 */
export function developmentReason({
  name,
  root,
  sources,
  standIn,
}: Pick<DiscoveredStack, 'name' | 'root' | 'sources' | 'standIn'>): Stack['developmentBy'] {
  if (standIn === 'scenario') return 'test';
  const paths = sources.filter((source) => isBelow(source, root)).map((source) => relative(root, source));
  return [name, ...paths.map((path) => path.replaceAll(sep, '/'))].some(namesDevelopment) ? 'name' : undefined;
}

/** Tells whether the name of a stack, or a path, says that it is for development. */
export function namesDevelopment(text: string): boolean {
  return WORDS.test(text);
}

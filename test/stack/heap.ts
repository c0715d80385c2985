import { project } from '../project.ts';

/**
 * The value of `search_heap` for the host `a` of an inventory, or the reason why it is unknown. `files` are those of
 * a project, `denied` those without permission.
 */
export function heap(
  files: Readonly<Record<string, string>>,
  inventory = 'hosts',
  denied: readonly string[] = [],
): string {
  const reasons = Object.fromEntries(denied.map((path) => [path, 'permission denied']));
  const tree = { [inventory]: '[search]\na\n', ...files };
  const stack = project(tree, { inventory: [inventory], vocabularies: ['search'] }, reasons).stack();
  const host = stack.inventory.hosts.get('a');
  if (host === undefined) throw new Error('no host');
  const variables = stack.inventory.variablesOf(host);
  const value = variables.value('search_heap');
  return variables.unknown('search_heap')?.clause ?? String(value?.kind === 'scalar' ? value.value : undefined);
}

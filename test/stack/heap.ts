import { openStacks } from '../../src/check/open-stacks.ts';
import { memoryFiles } from '../memory-files.ts';

/**
 * The value of `search_heap` for the host `a` of an inventory, or the reason why it is unknown. `files` are those of a project,
 * `denied` those without permission.
 */
export function heap(
  files: Readonly<Record<string, string>>,
  inventory = 'hosts',
  denied: readonly string[] = [],
): string {
  const tree = { [inventory]: '[search]\na\n', ...files };
  const entries = Object.entries(tree).map(([path, text]) => [`/p/${path}`, text] as const);
  const reasons = Object.fromEntries(denied.map((path) => [`/p/${path}`, 'permission denied']));
  const where = {
    files: memoryFiles(Object.fromEntries(entries), reasons),
    cwd: '/p',
    paths: [],
    inventory: [inventory],
  };
  const [stack] = openStacks({ ...where, playbookDir: undefined, vocabularies: ['search'] });
  const host = stack?.inventory.hosts.get('a');
  if (stack === undefined || host === undefined) throw new Error('no host');
  const variables = stack.inventory.variablesOf(host);
  const value = variables.value('search_heap');
  return variables.unknown('search_heap')?.message ?? String(value?.kind === 'scalar' ? value.value : undefined);
}

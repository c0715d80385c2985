import { open } from '../../src/index.ts';
import { memoryFiles } from '../memory-files.ts';

/** What `search_heap` is for the host `a` of an inventory, or why nobody knows. `files` are those of a project. */
export function heap(files: Readonly<Record<string, string>>, inventory = 'hosts'): string {
  const tree = { [inventory]: '[search]\na\n', ...files };
  const entries = Object.entries(tree).map(([path, text]) => [`/p/${path}`, text] as const);
  const where = { files: memoryFiles(Object.fromEntries(entries)), cwd: '/p', paths: [], inventory: [inventory] };
  const [stack] = open({ ...where, playbookDir: undefined, vocabularies: ['search'] });
  const host = stack?.inventory.hosts.get('a');
  if (stack === undefined || host === undefined) throw new Error('no host');
  const variables = stack.inventory.variablesOf(host);
  const value = variables.value('search_heap');
  return variables.doubtOf('search_heap')?.message ?? String(value?.kind === 'scalar' ? value.value : undefined);
}

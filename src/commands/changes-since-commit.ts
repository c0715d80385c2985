/** What the stacks of a folder in an editor became since the last commit of its repository. */
import type { FolderToCompare } from '../editor/project.ts';
import type { ReportedChange } from '../report/reported-check.ts';
import type { Given } from './arguments.ts';
import { checkProject } from './check-project.ts';
import type { Caller } from './command.ts';

/**
 * Tells what became of each stack, as `stacklint diff HEAD` does, but with the texts of the editor. Throws CannotCheck
 * where there is no repository, no commit or no git.
 */
export async function changesSinceCommit(
  { folder, paths, files, saved, cache, cacheBefore }: FolderToCompare,
  given: Given,
  caller: Omit<Caller, 'cwd' | 'files'>,
): Promise<readonly ReportedChange[]> {
  const { changeBetween } = await import('./git-change.ts');
  const { change } = changeBetween(['HEAD'], { ...caller, cwd: folder, files: saved });
  const comparison = { change: { ...change, cacheBefore }, files };
  const { result } = await checkProject(given, { ...caller, cwd: folder, files }, paths, cache, comparison);
  return result.changes ?? [];
}

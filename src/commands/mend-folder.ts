/** What fixes do to a folder in an editor, which makes the edits itself. */
import { fixesOffered, mend } from '../check/mend.ts';
import type { FolderToMend, MendedFolder } from '../editor/project.ts';
import type { Given } from './arguments.ts';
import { partsOf } from './check-project.ts';
import type { Caller } from './command.ts';

/** Tells what the fixes that are wanted do, with the texts of the editor. Throws CannotCheck and FileError as its check. */
export async function mendFolder(
  { folder, paths, files, cache, isWanted }: FolderToMend,
  given: Given,
  caller: Omit<Caller, 'cwd' | 'files'>,
): Promise<MendedFolder> {
  const all: MendedFolder[] = [];
  for await (const { target, selection, asked } of partsOf(given, { ...caller, cwd: folder, files }, paths, cache))
    all.push(mend(target, selection, asked.leniency, fixesOffered(isWanted)));
  return {
    fixed: all.flatMap(({ fixed }) => fixed),
    notFixed: all.flatMap(({ notFixed }) => notFixed),
    // A file that parts share is mended alike in each.
    files: [...new Map(all.flatMap((each) => each.files.map((one) => [one.file, one] as const))).values()],
  };
}

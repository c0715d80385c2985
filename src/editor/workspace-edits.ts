/** Edited and moved files as edits of an editor. */
import type { ClientCapabilities, DocumentUri, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { CreateFile, RenameFile, TextDocumentEdit } from 'vscode-languageserver';
import { editsBetween } from '../edits/edits-between.ts';
import { CannotRename } from './rename-scope.ts';
import type { EditedFile, MovedPath } from './rename-scope.ts';
import { fullPathOf, rangeOf, shownPathOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The edits that make files what they are after a change, and then move some. `versionOf`: that of the text that an editor
 * has open. An editor that edits by address alone gets no versions, and one that makes no files by itself an edit of the
 * one that is yet to be. Throws CannotRename for one that cannot move files where some are to be moved.
 */
export function workspaceEditOf(
  files: readonly EditedFile[],
  folder: Pick<Snapshot, 'folder' | 'addressOf'>,
  versionOf: (uri: DocumentUri) => number | undefined,
  { workspace }: ClientCapabilities,
  moves: readonly MovedPath[] = [],
): WorkspaceEdit {
  const { documentChanges: hasVersions = false, resourceOperations = [] } = workspace?.workspaceEdit ?? {};
  const [moved] = moves;
  if (moved !== undefined && !resourceOperations.includes('rename'))
    throw new CannotRename(`this editor cannot rename files, as ${shownPathOf(folder, moved.from)}`);
  const all = files.map((mended) => {
    const uri = folder.addressOf(fullPathOf(folder, mended.file));
    return { uri, isNew: mended.before === undefined, edits: textEditsOf(mended) };
  });
  // Only lists of changes have moves: who takes them takes these, too, as Neovim 0.7 does without saying so.
  if (!hasVersions && moved === undefined)
    return { changes: Object.fromEntries(all.map(({ uri, edits }) => [uri, [...edits]])) };
  return {
    documentChanges: [
      ...all.flatMap(({ uri, isNew, edits }) => [
        ...(isNew && resourceOperations.includes('create') ? [CreateFile.create(uri)] : []),
        TextDocumentEdit.create({ uri, version: versionOf(uri) ?? null }, [...edits]),
      ]),
      ...moves.map(({ from, to }) => RenameFile.create(folder.addressOf(from), folder.addressOf(to))),
    ],
  };
}

function textEditsOf({ file, before, after, edits }: EditedFile): readonly TextEdit[] {
  const documents = new Map(before && [[file, before]]);
  const all = edits ?? editsBetween(before?.text ?? '', after.text);
  return all.map(({ start, end, text }) => ({
    range: rangeOf({ file, start, end }, documents),
    newText: text,
  }));
}

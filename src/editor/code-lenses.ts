/** Code lenses: what became of the stacks of an inventory since the last commit, above its first line. */
import type { CodeLens } from 'vscode-languageserver';
import type { OpenedStack } from '../check/opened-stack.ts';
import { headLinesOf, isNothing } from '../report/change-words.ts';
import type { ReportedChange } from '../report/reported-check.ts';
import { printable } from '../report/terminal-text.ts';
import type { Document } from '../source/document.ts';
import { stacksWith } from './at-place.ts';
import type { Snapshot } from './snapshot.ts';
import { stackIndexOf } from './stack-index.ts';

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Tells whether a document mentions hosts of a stack. */
export function isInventory(snapshot: Snapshot, document: Document): boolean {
  return stacksWithHosts(snapshot, document).length > 0;
}

/** A lens for each head line of the changes of the stacks whose hosts a document mentions. */
export function codeLensesIn(
  snapshot: Snapshot,
  document: Document,
  changes: readonly ReportedChange[],
): readonly CodeLens[] {
  const stacks = stacksWithHosts(snapshot, document);
  return stacks.flatMap(({ name }) =>
    changes
      .filter(({ stack, change }) => stack === name && !isNothing(change))
      .flatMap(({ change }) => headLinesOf(change))
      .map((line) => lensOf(printable(stacks.length > 1 ? `${name}: ${line}` : line))),
  );
}

/** A lens without a command is a text to read: editors run nothing where its name is empty. */
function lensOf(title: string): CodeLens {
  return {
    range: TOP,
    command: { title, tooltip: 'Since the last commit; stacklint diff HEAD tells all', command: '' },
  };
}

function stacksWithHosts(snapshot: Snapshot, document: Document): readonly OpenedStack[] {
  return stacksWith(snapshot, document).filter((opened) =>
    stackIndexOf(opened)
      .ownersIn(document.file)
      .some(({ hosts }) => hosts.length > 0),
  );
}

/** Renames: a variable, a group or a host gets another name wherever it has one, or nowhere. */
import type { Files } from '../ground/files.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import { thingsAt } from './at-place.ts';
import { ownerNamed, refuseOwner, renameOwner } from './rename-owner.ts';
import { CannotRename, RenameScope } from './rename-scope.ts';
import type { EditedFile, MovedPath } from './rename-scope.ts';
import { refuseMeaningOf, renameVariable } from './rename-variable.ts';
import { stackIndexOf } from './stack-index.ts';
import type { Snapshot } from './snapshot.ts';

/** What can have another name, at a place that has its name. */
export interface Renamable extends Range {
  readonly kind: 'variable' | 'group' | 'host';
  readonly name: string;
  readonly stacks: readonly OpenedStack[];
}

/** What a rename does. */
export interface Renamed {
  readonly files: readonly EditedFile[];
  readonly moves: readonly MovedPath[];
}

/** What can be renamed at an offset of a document; undefined if nothing there can be. Throws CannotRename with a reason. */
export function renamableAt(snapshot: Snapshot, document: Document, offset: number): Renamable | undefined {
  const things = thingsAt(snapshot, document, offset);
  const [first] = things;
  if (first === undefined) return undefined;
  const { thing } = first;
  const stacks = things.map(({ opened }) => opened);
  if (thing.kind === 'owners') {
    const owner = ownerNamed(thing.groups, thing.hosts);
    if (owner === undefined) return undefined;
    refuseOwner(owner.kind, owner.name, stacks);
    return { ...owner, stacks, ...wordIn(document, thing, owner.name) };
  }
  if (thing.kind !== 'variable') return undefined;
  const { name } = thing;
  const isSet = stacks.some((opened) => stackIndexOf(opened).assignmentsOf(name).length > 0);
  refuseMeaningOf(name, stacks, isSet);
  return { kind: 'variable', name, stacks, ...wordIn(document, thing, name) };
}

/** The range of a name without what is around it: quotes. Throws CannotRename if its text is another one. */
function wordIn({ text }: Document, { start, end }: Range, name: string): Range {
  const at = text.slice(start, end).indexOf(name);
  if (at < 0) throw new CannotRename(`${name} is written in a way that cannot be edited`);
  return { start: start + at, end: start + at + name.length };
}

/** The edits that give a thing another name. Throws CannotRename if they are not certain. */
export function renamed(snapshot: Snapshot, files: Files, { kind, name, stacks }: Renamable, by: string): Renamed {
  const scope = new RenameScope(snapshot, stacks, files);
  let moves: readonly MovedPath[] = [];
  if (kind === 'variable') renameVariable(scope, name, by);
  else moves = renameOwner(scope, kind, name, by);
  return { files: scope.renamed(name, by), moves };
}

/** Folders of plays: each play sees the group_vars and host_vars beside its own playbook. */
import { join } from 'node:path';
import type { Files } from '../../ground/files.ts';
import { VARS_FOLDERS } from '../variables/vars-files.ts';
import type { Play } from './playbooks.ts';
import type { Node } from '../../source/tree.ts';
import type { Assignment, Host, HostVariables, SourcedInventory } from '../inventory/entities.ts';
import type { Unknown } from '../inventory/unknown.ts';
import { unknownAsSetAt } from './possible-assignments.ts';
import { sameValue } from '../playbook/nodes.ts';

/** A folder whose group_vars and host_vars count for a play. */
export interface PlayFolder {
  /** One of `BaseFolders.playbooks`. */
  readonly folder: string;
  /** `site.yml:3`: the play, or the first of those in the folder. */
  readonly place: string;
}

/** The folders of a project's plays; of several that lead to the same variables, the first represents all. */
export class PlayFolders {
  /** The folder that counts if no play is known, then those of plays. */
  readonly folders: readonly string[];
  /** One for each folder with plays in it. */
  readonly all: readonly PlayFolder[];
  readonly #byFolder = new Map<string, string>();

  /**
   * `first`: the folder that counts if no play is known. A play that may be meant for another inventory does not
   * count.
   */
  constructor(files: Files, first: string, plays: readonly Play[]) {
    const own = plays.filter((play) => play.own);
    const known = new Map<string, string>();
    for (const folder of [first, ...own.map((play) => play.folder)]) {
      if (this.#byFolder.has(folder)) continue;
      const variables = variableFoldersOf(files, folder);
      const same = known.get(variables) ?? folder;
      known.set(variables, same);
      this.#byFolder.set(folder, same);
    }
    this.folders = [...known.values()];
    this.all = distinct(own.flatMap((play) => this.of(play) ?? []));
  }

  of({ own, folder, place }: Play): PlayFolder | undefined {
    const playFolder = own ? this.#byFolder.get(folder) : undefined;
    return playFolder === undefined ? undefined : { folder: playFolder, place };
  }

  /** The folder that counts if no play is known, if no play is in it. */
  get withoutPlays(): string | undefined {
    return this.folders.find((folder) => this.all.length > 0 && this.all.every((one) => one.folder !== folder));
  }
}

/** Play folders without repetitions: the first for each folder. */
export function distinct(playFolders: readonly PlayFolder[]): readonly PlayFolder[] {
  return playFolders.filter(({ folder }, at) => playFolders.findIndex((other) => other.folder === folder) === at);
}

/** The folders of variables that links in a folder lead to: if they are the same, plays see the same. */
function variableFoldersOf(files: Files, folder: string): string {
  const paths = VARS_FOLDERS.map((name) => join(folder, name));
  return paths.map((path) => (files.kind(path) === 'folder' ? files.real(path) : '')).join('\0');
}

/** The variables as one play sees them. */
interface SeenBy {
  /** `site.yml:3`; empty if no play is known. */
  readonly place: string;
  readonly variables: HostVariables;
}

/** The inventory's variables of a host, as all plays that have the host see them. */
export class FolderVariables implements Omit<HostVariables, 'unknown'> {
  readonly #first: SeenBy;
  readonly #others: readonly SeenBy[];
  readonly #all: readonly HostVariables[];
  readonly #withoutPlays: HostVariables | undefined;

  /**
   * `withoutPlays`: the variables with files that are beside no playbook. No play sees them, but people believe that
   * it does.
   */
  constructor(first: SeenBy, others: readonly SeenBy[] = [], withoutPlays?: HostVariables) {
    this.#first = first;
    this.#others = others;
    this.#all = [first, ...others].map(({ variables }) => variables);
    this.#withoutPlays = withoutPlays;
  }

  get(name: string): Assignment | undefined {
    for (const variables of this.#all) {
      const assignment = variables.get(name);
      if (assignment !== undefined) return assignment;
    }
    return undefined;
  }

  candidates(name: string): readonly Assignment[] {
    return [...new Set(this.#all.flatMap((variables) => variables.candidates(name)))];
  }

  winners(name: string): readonly Assignment[] {
    return [...new Set(this.#all.flatMap((variables) => variables.get(name) ?? []))];
  }

  value(name: string): Node | undefined {
    for (const variables of this.#all) {
      const value = variables.value(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  names(): Iterable<string> {
    return new Set(this.#all.flatMap((variables) => [...variables.names()]));
  }

  unreadAbove(name: string): readonly Unknown[] {
    return [...new Set(this.#all.flatMap((variables) => variables.unreadAbove(name)))];
  }

  /** Says why the value is not known, though it can be read: plays see different ones, or none sees it. */
  disagreement(name: string): Unknown | undefined {
    for (const other of this.#others) {
      const unknown = difference(this.#first, other, name);
      if (unknown !== undefined) return unknown;
    }
    if (this.#withoutPlays === undefined || this.get(name) !== undefined) return undefined;
    const unseen = this.#withoutPlays.get(name);
    return unseen && unknownAsSetAt(unseen, `, which is not beside the playbook of the play at ${this.#first.place}`);
  }
}

/** Says how two plays see a variable differently; undefined if they do not. */
function difference(one: SeenBy, other: SeenBy, name: string): Unknown | undefined {
  const [value, second] = [one.variables.value(name), other.variables.value(name)];
  if (value === second || (value !== undefined && second !== undefined && sameValue(value, second))) return undefined;
  const [setter, without] = value === undefined ? [other, one] : [one, other];
  const assignment = setter.variables.get(name);
  const against = without.variables.get(name);
  if (assignment === undefined) return undefined;
  const to =
    against === undefined
      ? ', but not'
      : `, and to another value at ${against.document.fileAndLine(against.key.start)}`;
  return unknownAsSetAt(assignment, ` for the play at ${setter.place}${to} for the play at ${without.place}`);
}

/** The variables of a host for plays in some folders; without any, it is not known which play has the host. */
export function hostVariablesForPlaysIn(
  inventory: SourcedInventory,
  host: Host,
  playFolders: readonly PlayFolder[],
  withoutPlays: string | undefined,
): FolderVariables {
  const seen = playFolders.map(({ folder, place }) => ({ place, variables: inventory.variablesOf(host, folder) }));
  const [first, ...others] = seen;
  if (first === undefined) return new FolderVariables({ place: '', variables: inventory.variablesOf(host) });
  return new FolderVariables(
    first,
    others,
    withoutPlays === undefined ? undefined : inventory.variablesOf(host, withoutPlays),
  );
}

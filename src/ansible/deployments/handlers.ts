/** The handlers of a play, in the order in which Ansible runs them, and what notifies each. */
import { listOf, textOf } from '../playbook/nodes.ts';
import { isActing, tasksFileOf, tasksIn } from '../playbook/task.ts';
import type { Task, TaskItem } from '../playbook/task.ts';
import type { PlayFiles } from '../plays/play-files.ts';
import { foldersToSearch } from '../plays/task-paths.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { inFile, within } from './surroundings.ts';
import type { Around } from './surroundings.ts';
import type { TaskValues } from './task-values.ts';

/** A handler with what it inherits. */
export interface PlacedHandler {
  readonly task: Task;
  /** The surroundings of the handler, without its own keywords. */
  readonly around: Around;
  /** Undefined if only a run can know it. */
  readonly name: string | undefined;
  readonly topics: readonly string[];
}

/** The most files that import each other. */
const MAX_IMPORTS = 8;

/** The handlers of one play on one host. */
export class HandlersOfPlay {
  readonly #files: PlayFiles;
  readonly #values: TaskValues;
  /** The list of each role, that of the play, and those of roles that tasks include. */
  readonly #ofRoles: PlacedHandler[][] = [];
  readonly #own: PlacedHandler[] = [];
  readonly #included: PlacedHandler[][] = [];

  constructor(files: PlayFiles, values: TaskValues) {
    this.#files = files;
    this.#values = values;
  }

  /** All of them: those of roles come first, then those of the play, then those of roles that tasks include. */
  get all(): readonly PlacedHandler[] {
    return this.#lists.flat();
  }

  get #lists(): readonly (readonly PlacedHandler[])[] {
    return [...this.#ofRoles, this.#own, ...this.#included];
  }

  addOwn(items: readonly TaskItem[], around: Around): void {
    this.#add(this.#own, items, around, 0);
  }

  /** Adds those of a role. `path`: the full path of their file; undefined if there is none. */
  addRole(path: string | undefined, isIncluded: boolean, around: Around): void {
    const document = path === undefined ? undefined : this.#files.document(path);
    if (path === undefined || document?.root?.kind !== 'sequence') return;
    const list: PlacedHandler[] = [];
    (isIncluded ? this.#included : this.#ofRoles).push(list);
    this.#add(list, tasksIn(document.root), inFile(document, path, around), 0);
  }

  /**
   * The handlers that a name means: one of that name, and all that listen to it, once for each name of theirs. Of
   * several, that of the last list counts, and in this list the first.
   */
  notifiedBy(name: string): readonly PlacedHandler[] {
    const lastFirst = this.#lists.toReversed().flat();
    const named = lastFirst.find((handler) => hasName(handler, name));
    const seen = new Set<string | undefined>();
    const listening = lastFirst.filter(({ name: own, topics }) => {
      if (!topics.includes(name) || (own !== undefined && seen.has(own))) return false;
      seen.add(own);
      return true;
    });
    return [...new Set([...(named === undefined ? [] : [named]), ...listening])];
  }

  #add(list: PlacedHandler[], items: readonly TaskItem[], around: Around, depth: number): void {
    for (const item of items)
      if (item.kind === 'block') this.#add(list, [...item.block, ...item.always], within(item, around), depth);
      else if (isActing(item) && item.action.name === 'import_tasks') {
        const [path] = this.#imported(item, around);
        const document = path === undefined ? undefined : this.#files.document(path);
        if (path !== undefined && document?.root?.kind === 'sequence' && depth < MAX_IMPORTS)
          this.#add(list, tasksIn(document.root), inFile(document, path, within(item, around)), depth + 1);
      } else list.push({ task: item, around, name: this.#word(item.name, around), topics: this.#topics(item, around) });
  }

  #imported(item: Parameters<typeof tasksFileOf>[0], around: Around): readonly string[] {
    const name = textOf(tasksFileOf(item));
    if (name === undefined || isTemplate(name)) return [];
    return this.#files.meant(name, foldersToSearch('tasks', around.path, this.#values.place(around)));
  }

  #topics({ listen }: Task, around: Around): readonly string[] {
    return listen.flatMap(listOf).flatMap((topic) => this.#word(topic, around) ?? []);
  }

  #word(node: Task['name'], around: Around): string | undefined {
    const word = this.#values.word(node, around);
    return typeof word === 'string' ? word : undefined;
  }
}

/** Tells whether a handler has a name, with or without that of its role before it. */
function hasName({ name, around }: PlacedHandler, wanted: string): boolean {
  if (name === undefined) return false;
  if (wanted === name) return true;
  const role = around.role?.role?.name;
  return role !== undefined && wanted.endsWith(`${role} : ${name}`);
}

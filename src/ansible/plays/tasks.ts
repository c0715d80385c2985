/** Tasks: the variables that they set, and the roles that they bring in. */
import { basename, dirname } from 'node:path';
import { isAt } from '../../ground/paths.ts';
import type { Document, Location } from '../../source/document.ts';
import { valueAt } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import type { GroupingTask } from '../inventory/entities.ts';
import type { Layer } from '../variables/vars-files.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { Action } from '../playbook/action.ts';
import { unknownAsMaybeSetIn, unknownAsMaybeSetAt, PossibleAssignments } from './possible-assignments.ts';
import { groupingOfAddHost, groupingOfGroupBy } from './grouping-tasks.ts';
import { hasOnlyFactTemplates, isTrue, mappingsOf, pairsOf, textOf } from '../playbook/nodes.ts';
import { isActing, roleOf, tasksFileOf, tasksIn, varsFileOf } from '../playbook/task.ts';
import type { ActingTask, Keywords, Task, TaskItem } from '../playbook/task.ts';
import type { PlayFiles } from './play-files.ts';
import { foldersToSearch, baseFolderOfIncludeVars, pathsOf } from './task-paths.ts';
import type { TaskPlace } from './task-paths.ts';

/** One place that applies a role: an entry of `roles`, a dependency, or a task. */
export interface RoleUse {
  /** As it is written; a template if only a run can know it. */
  readonly name: string;
  /** The place that names it. */
  readonly at: Location;
  /** `vars` of an entry. */
  readonly entry: Layer | undefined;
  /** Variables above what tasks set: parameters of an entry, `vars` of dynamic includes around it. */
  readonly params: readonly Layer[];
  /** `vars` of the blocks and imports around it. */
  readonly scope: readonly Layer[];
  /** False for `include_role`, whose variables stay inside unless it is `public`. */
  readonly static: boolean;
  /** As it is written; undefined if it is not. A template leaves it open. */
  readonly public: boolean | 'open' | undefined;
  /** True below `include_tasks`: whether and when the role comes in, only a run can know. */
  readonly included: boolean;
  /** Its conditions, and those of what is around it. */
  readonly conditions: readonly WrittenCondition[];
  /** True if it, or something around it, is tagged `never`. */
  readonly isNeverRun: boolean;
  /** The files that are taken in the place of `main`; a template if only a run can know them. */
  readonly from: Readonly<Record<'tasks' | 'handlers' | 'vars' | 'defaults', string | undefined>>;
}

/** A condition as it is written. */
export interface WrittenCondition {
  readonly node: Node;
  readonly document: Document;
}

/** A task with everything around it, once for each file and way that leads to it. */
export interface PlacedTask extends Pick<RoleUse, 'included' | 'conditions' | 'isNeverRun'> {
  readonly task: Task;
  readonly document: Document;
  readonly isHandler: boolean;
}

/** The effects of some tasks, with everything that they include. */
export interface TaskReading {
  /** The variables that they set for the rest of the run: `set_fact`, `register`, `include_vars`. */
  readonly facts: PossibleAssignments;
  /** The variables that they set for hosts which the play need not contain: `add_host`, delegated facts. */
  readonly everywhere: PossibleAssignments;
  /** The variables of single tasks: `vars` of tasks, blocks and imports. */
  readonly own: PossibleAssignments;
  /** `vars` of `include_tasks` on the way to single ones of them. */
  readonly params: PossibleAssignments;
  readonly uses: RoleUse[];
  /** The tasks that put hosts into groups. */
  readonly groupings: GroupingTask[];
  /** The tasks themselves, without the blocks around them. */
  readonly tasks: PlacedTask[];
  /** The files that are no YAML, among those that Ansible reads before it runs any task. */
  readonly broken: Document[];
}

interface Surroundings extends Omit<PlacedTask, 'task'> {
  readonly document: Document;
  readonly path: string;
  readonly scope: readonly Layer[];
  readonly params: readonly Layer[];
}

/** A name that may be each. */
const ANY = '{{ any }}';
/** The name of a role's own variables, which belong to no system. */
const MAIN = /^main\.\w+$/;
/** What is around tasks at the top of a file. */
export const TOP = { scope: [], params: [], included: false, conditions: [], isNeverRun: false, isHandler: false };

/** The effects of no tasks at all. */
export function emptyReading(): TaskReading {
  const none = (): PossibleAssignments => new PossibleAssignments();
  const found = { uses: [], groupings: [], tasks: [], broken: [] };
  return { facts: none(), everywhere: none(), own: none(), params: none(), ...found };
}

/** Reads tasks, the blocks among them and the files that they include. */
export class TaskReader {
  readonly reading = emptyReading();
  readonly #files: PlayFiles;
  readonly #place: TaskPlace;
  readonly #seen = new Set<string>();

  constructor(files: PlayFiles, place: TaskPlace) {
    this.#files = files;
    this.#place = place;
  }

  file(path: string, around: Omit<Surroundings, 'document' | 'path'> = TOP): void {
    const key = around.isHandler ? `${path}\0` : path;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const document = this.#files.document(path);
    if (document?.format === 'text') this.reading.facts.addUnreadFile(unknownAsMaybeSetIn(document, 'a task'));
    if (document?.problem !== undefined && !around.included) this.reading.broken.push(document);
    if (document?.root?.kind === 'sequence') this.list(tasksIn(document.root), { ...around, document, path });
  }

  list(items: readonly TaskItem[], around: Surroundings): void {
    for (const item of items) this.#item(item, around);
  }

  #item(item: TaskItem, surroundings: Surroundings): void {
    const { document } = surroundings;
    const around = {
      ...surroundings,
      conditions: [...surroundings.conditions, ...placedConditions(item, document)],
      isNeverRun: surroundings.isNeverRun || item.isNeverRun,
    };
    const layer = this.#layer(item.vars, around);
    if (item.kind === 'block') {
      this.#unknown(this.reading.own, item.vars, document, 'a block');
      const inside = { ...around, scope: [...around.scope, ...layer] };
      for (const items of [item.block, item.rescue ?? [], item.always]) this.list(items, inside);
      return;
    }
    const { action, loop } = item;
    const { included, conditions, isHandler, isNeverRun } = around;
    this.reading.tasks.push({ task: item, document, included, conditions, isNeverRun, isHandler });
    this.#name(this.reading.facts, item.register, document, 'register');
    for (const name of loop?.named ?? []) this.#name(this.reading.own, name, document, 'a loop');
    if (action === undefined || !/^(include|import)(_tasks|_role)?$/.test(action.name))
      this.#unknown(this.reading.own, item.vars, document, 'a task');
    if (isActing(item)) this.#act(item, { ...around, ...this.#inside(item.action, layer, around) });
  }

  /** The variables that the tasks of an include or import see. */
  #inside({ name }: Action, layer: readonly Layer[], { scope, params }: Surroundings) {
    return { scope: [...scope, ...layer], params: name.startsWith('include') ? [...params, ...layer] : params };
  }

  #act(task: ActingTask, around: Surroundings): void {
    const { action } = task;
    const { document } = around;
    const { facts, everywhere } = this.reading;
    const target = task.delegatesFacts ? everywhere : facts;
    switch (action.name) {
      case 'set_fact':
        this.#arguments(target, action, task, document);
        break;
      case 'group_by':
        this.reading.groupings.push(groupingOfGroupBy(action, task, document));
        break;
      case 'add_host':
        this.reading.groupings.push(groupingOfAddHost(action, task, document));
        this.#arguments(everywhere, action, task, document);
        break;
      case 'include_vars':
        this.#variables(task, around);
        break;
      case 'include_role':
      case 'import_role':
        this.#role(task, around);
        break;
      case 'include':
      case 'include_tasks':
      case 'import_tasks':
        this.#include(task, around);
    }
  }

  /** Each argument is a variable; a template that gives all of them may name any. */
  #arguments(possible: PossibleAssignments, { name, pairs, free }: Action, task: Task, document: Document): void {
    for (const { key } of pairs) this.#name(possible, key, document, name);
    if (free !== undefined && isTemplate(free)) possible.add(free, unknownAsMaybeSetAt(document, task.node, name));
  }

  #variables(task: ActingTask, { document, path }: Surroundings): void {
    const { action } = task;
    const unknown = unknownAsMaybeSetAt(document, task.node, 'include_vars');
    const name = textOf(action.get('name'));
    if (name !== undefined) return this.reading.facts.add(name, unknown);
    const { paths, isFirst } = pathsOf(textOf(varsFileOf(task)) ?? '', task, this.#place);
    const found =
      textOf(action.get('dir')) === undefined
        ? this.#variableFiles(paths, path)
        : paths.map((wanted) =>
            this.#files.meant(`${wanted}/{{ file }}`, [baseFolderOfIncludeVars(wanted, path, this.#place)]),
          );
    const absent = paths.filter((_, at) => found[at]?.length === 0);
    if (isFirst ? absent.length === paths.length : absent.length > 0)
      this.#files.addAbsent(this.reading.facts, absent, dirname(path), unknown);
    for (const each of new Set(found.flat())) {
      const layer = this.#files.layer(each, { kind: 'include_vars' });
      this.reading.facts.addLayer(layer, unknown);
      if (layer?.unread?.reason === 'unreadable') this.reading.facts.add(ANY, unknown);
    }
  }

  /**
   * The files that each path of an `include_vars` in a file of tasks may mean.
   *
   * A role that has files for some systems has them for all the systems that it knows: then facts mean no files
   * beside the playbook.
   */
  #variableFiles(paths: readonly string[], path: string): readonly (readonly string[])[] {
    const { role } = this.#place;
    const folders = foldersToSearch('vars', path, this.#place);
    const ofRole = folders.filter((folder) => role !== undefined && isAt(folder, role));
    const ofSystems = (wanted: string, from: readonly string[]): readonly string[] =>
      this.#mappings(wanted, from).filter((file) => !(MAIN.test(basename(file)) && folders.includes(dirname(file))));
    const isOfRole = paths.some((wanted) => hasOnlyFactTemplates(wanted) && ofSystems(wanted, ofRole).length > 0);
    return paths.map((wanted) => {
      if (hasOnlyFactTemplates(wanted)) return ofSystems(wanted, isOfRole ? ofRole : folders);
      // A template that may be anything means a file of variables.
      return this.#mappings(wanted, /^\{\{[^}]*\}\}$/.test(wanted) ? folders.slice(0, 1) : folders);
    });
  }

  /** The files that a path may mean. Ansible fails at lists: no template means those of tasks and plays. */
  #mappings(path: string, folders: readonly string[]): readonly string[] {
    const files = this.#files.variables(path, folders);
    return isTemplate(path) ? files.filter((file) => this.#files.document(file)?.root?.kind !== 'sequence') : files;
  }

  #include(task: ActingTask, around: Surroundings): void {
    const { action } = task;
    const { document, path } = around;
    const isDynamic = action.name !== 'import_tasks';
    this.#unknown(isDynamic ? this.reading.params : this.reading.own, task.vars, document, action.name);
    const applied = valueAt(action.get('apply'), 'vars');
    this.#unknown(this.reading.own, applied, document, action.name);
    const scope = [...around.scope, ...this.#layer(applied, around)];
    const file = textOf(tasksFileOf(task));
    if (file === undefined) return;
    const folders = foldersToSearch('tasks', path, this.#place);
    for (const wanted of pathsOf(file, task, this.#place).paths) {
      const nearest = isTemplate(wanted) ? folders.slice(0, this.#place.role === undefined ? 1 : 2) : folders;
      for (const each of this.#files.meant(wanted, nearest))
        this.file(each, { ...around, scope, included: around.included || isDynamic });
    }
  }

  #role(task: ActingTask, around: Surroundings): void {
    const { action } = task;
    const { scope, params, included, conditions } = around;
    const given = roleOf(task);
    const name = textOf(given);
    if (given === undefined || name === undefined) return;
    const { start, end } = given;
    const from = (what: string): string | undefined => textOf(action.get(`${what}_from`));
    this.reading.uses.push({
      name,
      at: { document: around.document, start, end },
      entry: undefined,
      scope: [...scope, ...this.#layer(valueAt(action.get('apply'), 'vars'), around)],
      params,
      static: action.name === 'import_role',
      public: isOpen(action.get('public')) ? 'open' : action.get('public') && isTrue(action.get('public')),
      included,
      conditions,
      isNeverRun: around.isNeverRun,
      from: { tasks: from('tasks'), handlers: from('handlers'), vars: from('vars'), defaults: from('defaults') },
    });
  }

  #layer(variables: Node | undefined, { document }: Surroundings): readonly Layer[] {
    return mappingsOf(variables).map((mapping) => this.#files.layerOf(document, mapping, { kind: 'task vars' }));
  }

  #unknown(possible: PossibleAssignments, variables: Node | undefined, document: Document, what: string): void {
    for (const { key } of pairsOf(variables)) this.#name(possible, key, document, `vars of ${what}`);
  }

  #name(possible: PossibleAssignments, name: Node | undefined, document: Document, what: string): void {
    const text = textOf(name);
    if (text !== undefined && name !== undefined) possible.add(text, unknownAsMaybeSetAt(document, name, what));
  }
}

/** The conditions of a task, a block or a role, with their document. */
export function placedConditions({ when }: Pick<Keywords, 'when'>, document: Document): readonly WrittenCondition[] {
  return when.map((node) => ({ node, document }));
}

function isOpen(node: Node | undefined): boolean {
  return isTemplate(textOf(node) ?? '');
}

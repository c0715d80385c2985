/** Roles that a play applies, and the variables that each of them sees. */
import type { Document } from '../../source/document.ts';
import { valueAt } from '../../source/tree.ts';
import type { GroupingTask } from '../inventory/entities.ts';
import type { Layer } from '../variables/vars-files.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { PossibleAssignments, unknownAsMaybeSetAt, layerOfPossible } from './possible-assignments.ts';
import { mappingsOf, textOf } from '../playbook/nodes.ts';
import type { PlayFiles } from './play-files.ts';
import type { Play } from './playbooks.ts';
import { useOfEntry } from './roles.ts';
import type { Role, Roles } from './roles.ts';
import { emptyReading, TaskReader, TOP } from './tasks.ts';
import type { RoleUse, TaskReading, PlacedTask } from './tasks.ts';
import type { PlayLayer } from './possible-assignments.ts';

/** A role at one of its uses in a play. */
export interface RoleApplication {
  readonly use: RoleUse;
  /** Undefined if it is not in the project, or if a template names it. */
  readonly role: Role | undefined;
  /** Its names: with each collection that may hold it, and with the owner of each repository that it may come from. */
  readonly names: readonly string[];
  /** The roles that brought it in, the outermost first. */
  readonly chain: readonly RoleApplication[];
  readonly tasks: TaskReading;
}

/** A task of a play, or of a role that it applies. */
export interface AppliedTask {
  readonly task: PlacedTask;
  readonly application: RoleApplication | undefined;
}

/** A role that tasks bring in. */
export interface LoadedRole {
  readonly use: RoleUse;
  readonly role: Role;
}

/** A limit for roles that include each other again and again. */
const MAX_APPLICATIONS = 1_000;
const MAX_CHAIN = 12;

/** The layers that roles share with the rest of their play: for certain, and with those that they perhaps share. */
interface ExportedLayers {
  readonly certain: readonly PlayLayer[];
  readonly all: readonly PlayLayer[];
}

/** One play with everything that it applies. */
export class PlayReading {
  readonly play: Play;
  readonly applications: RoleApplication[] = [];
  /** All of them, in the order in which Ansible loads them: those that a role's tasks import come before the role. */
  readonly #loaded: RoleApplication[] = [];
  /** The variables that the play's own tasks and all roles set. */
  readonly facts = new PossibleAssignments();
  readonly everywhere = new PossibleAssignments();
  /** `vars` of single tasks of the play itself. */
  readonly own = new PossibleAssignments();
  /** `vars` of the play, then those of imports, then what it asks for. */
  readonly variables: readonly PlayLayer[];
  /** The tasks of it and of its roles that put hosts into groups. */
  readonly groupings: GroupingTask[] = [];
  /** Its own tasks and handlers, without those of roles. */
  readonly tasks: readonly PlacedTask[];
  /** The files of its own tasks that are no YAML, among those that Ansible reads before it runs any. */
  readonly broken: readonly Document[];
  readonly #roles: Roles;
  readonly #exported: { defaults?: ExportedLayers; vars?: ExportedLayers } = {};

  constructor(play: Play, files: PlayFiles, roles: Roles) {
    this.play = play;
    this.#roles = roles;
    const { document, folder, path } = play;
    this.variables = [...varsOfPlay(play, files), ...play.imported, layerOfPossible(promptsOf(play))];
    for (const entry of play.roles) this.#apply(useOfEntry(files, document, entry), []);
    const reader = new TaskReader(files, { role: undefined, playbook: folder, inventories: roles.inventories });
    const around = { ...TOP, document, path, isNeverRun: play.isNeverRun };
    for (const items of [play.preTasks, play.tasks, play.postTasks]) reader.list(items, around);
    reader.list(play.handlers, { ...around, isHandler: true });
    this.tasks = reader.reading.tasks;
    this.broken = reader.reading.broken;
    this.#take(reader.reading);
    this.own.addAll(reader.reading.own);
    this.own.addAll(reader.reading.params);
    for (const use of reader.reading.uses) this.#apply(use, []);
  }

  /** All tasks and handlers of it and of its roles, as often as a role is applied. */
  *allTasks(): Iterable<AppliedTask> {
    for (const task of this.tasks) yield { task, application: undefined };
    for (const application of this.applications)
      for (const task of application.tasks.tasks) yield { task, application };
  }

  /** True if a template names some role of it: any role may be meant. */
  get isOpen(): boolean {
    return this.applications.some(({ use }) => isTemplate(use.name));
  }

  /**
   * The layers of roles that all tasks of the play see: of imported roles for certain, of `public` includes perhaps.
   */
  exported(folder: 'defaults' | 'vars'): readonly PlayLayer[] {
    return (this.#exported[folder] ??= this.#findExported(folder)).all;
  }

  /** The layers of the roles that are imported before any task runs. */
  importedLayers(folder: 'defaults' | 'vars'): readonly PlayLayer[] {
    return (this.#exported[folder] ??= this.#findExported(folder)).certain;
  }

  #findExported(folder: 'defaults' | 'vars'): ExportedLayers {
    const layers: PlayLayer[] = [];
    const perhaps = new PossibleAssignments();
    // Ansible puts the play's list of roles before everything that tasks import.
    const isListed = ({ use, chain }: RoleApplication): boolean => use.entry !== undefined && chain.length === 0;
    const imported = this.#loaded.filter((one) => !isListed(one));
    for (const { use, role, chain } of [...this.#loaded.filter(isListed), ...imported]) {
      const isPublic = this.#roles.isPublic(use);
      if (role === undefined || isPublic === false) continue;
      // What a role depends on comes below the role itself.
      const isDependency = chain.at(-1)?.role?.dependencies.includes(use) === true;
      if (isDependency) continue;
      const own = this.#layersWith(role, folder, use);
      const isCertain = isPublic === true && isStatic({ use, chain });
      if (isCertain) layers.push(...own);
      else
        for (const { assignments, possible } of own) {
          perhaps.addAssigned(assignments, `role ${role.name}`);
          if (possible !== undefined) perhaps.addAll(possible);
        }
    }
    return { certain: layers, all: [...layers, layerOfPossible(perhaps)] };
  }

  /** The layers that a role sees above the play's variables. */
  above({ use, role, chain, tasks }: RoleApplication): readonly PlayLayer[] {
    const scope = [...chain, { use }].flatMap((each) => each.use.scope);
    const inherited = chain.flatMap((parent) => [...entryOf(parent.use), ...layersOf(parent, 'vars')]);
    const own = role === undefined ? [] : this.#layersWith(role, 'vars', use);
    return [...inherited, ...own, ...entryOf(use), ...scope, layerOfPossible(tasks.own)];
  }

  /** The layers that a role sees above what tasks set. */
  parameters({ use, chain, tasks }: RoleApplication): readonly PlayLayer[] {
    const uses = [...chain.map((each) => each.use), use];
    const params = uses.flatMap((each, at) => {
      const outer = uses[at - 1];
      // Those of a role in a list count above the variables of what its tasks include.
      const isInside = each.entry === undefined && outer?.entry !== undefined;
      return isInside ? [...each.params, ...outer.params] : each.params;
    });
    return [...params, layerOfPossible(tasks.params)];
  }

  /** The layers that a role sees below the inventory. */
  below({ use, role, chain }: RoleApplication): readonly PlayLayer[] {
    const inherited = chain.flatMap((parent) => layersOf(parent, 'defaults'));
    const [own, ...dependencies] =
      role === undefined ? [[]] : [role.layers('defaults', use.from.defaults), this.#dependencies(role, 'defaults')];
    return [...dependencies.flat(), ...inherited, ...own];
  }

  /** The layers that a role shares with all tasks of its play. */
  layersOf(role: Role, use: RoleUse): Readonly<Record<'defaults' | 'vars', readonly PlayLayer[]>> {
    return { defaults: this.#layersWith(role, 'defaults', use), vars: this.#layersWith(role, 'vars', use) };
  }

  /** The roles that a role imports, and those that it depends on, as it is loaded. */
  importsOf(role: Role, { from }: RoleUse, within: readonly Role[] = []): readonly LoadedRole[] {
    if (within.includes(role)) return [];
    const inside = [...within, role];
    const dependencies = role.dependencies.flatMap((use) => {
      const dependency = this.#find(use, role);
      return dependency === undefined ? [] : this.importsOf(dependency, use, inside);
    });
    return [...dependencies, ...this.imports(role.tasks(this.play.folder, from), role, inside)];
  }

  /** The roles that tasks import, in the order in which Ansible loads them before it runs any of the tasks. */
  imports({ uses }: TaskReading, beside: Role | undefined, within: readonly Role[] = []): readonly LoadedRole[] {
    return uses.flatMap((use) => {
      const role = use.static && !use.included ? this.#find(use, beside) : undefined;
      return role === undefined ? [] : [...this.importsOf(role, use, within), { use, role }];
    });
  }

  #layersWith(role: Role, folder: 'defaults' | 'vars', { from }: RoleUse): readonly PlayLayer[] {
    return [...this.#dependencies(role, folder), ...role.layers(folder, from[folder])];
  }

  #dependencies(role: Role, folder: 'defaults' | 'vars', depth = 0): readonly PlayLayer[] {
    if (depth > MAX_CHAIN) return [];
    return role.dependencies.flatMap((use) => {
      const dependency = this.#find(use, role);
      if (dependency === undefined) return [];
      return [...this.#dependencies(dependency, folder, depth + 1), ...dependency.layers(folder)];
    });
  }

  #apply(use: RoleUse, chain: readonly RoleApplication[]): void {
    if (this.applications.length >= MAX_APPLICATIONS || chain.length > MAX_CHAIN) return;
    const beside = chain.at(-1)?.role;
    const role = this.#find(use, beside);
    if (role !== undefined && chain.some((parent) => parent.role === role)) return;
    const tasks = role?.tasks(this.play.folder, use.from) ?? emptyReading();
    const own: RoleApplication = {
      use,
      role,
      names: this.#roles.namesOf(use.name, this.play.collections),
      chain,
      tasks,
    };
    const below = [...chain, own];
    for (const dependency of role?.dependencies ?? []) this.#apply(dependency, below);
    this.applications.push(own);
    this.#take(tasks);
    for (const inner of tasks.uses) this.#apply(inner, below);
    this.#loaded.push(own);
  }

  #find({ name }: RoleUse, beside: Role | undefined): Role | undefined {
    if (isTemplate(name)) return undefined;
    return this.#roles.find(name, this.play, beside);
  }

  #take({ facts, everywhere, groupings }: TaskReading): void {
    this.groupings.push(...groupings);
    this.facts.addAll(facts);
    this.everywhere.addAll(everywhere);
  }
}

/** Tells whether no include, which only a run comes to, is on the way to a role. */
export function isStatic({ use, chain }: Pick<RoleApplication, 'use' | 'chain'>): boolean {
  return [...chain, { use }].every((each) => each.use.static && !each.use.included);
}

/** Tells whether only a run can know that a role is applied: under a condition, or below a dynamic include. */
export function mayBeSkipped({ use, chain }: Pick<RoleApplication, 'use' | 'chain'>): boolean {
  return [...chain, { use }].some((each) => each.use.included || each.use.conditions.length > 0);
}

/** Tells whether a task or use of a role is run only if a person asks for it by a tag. */
export function isLeftOut({
  task,
  application,
}: Pick<AppliedTask, 'application'> & { readonly task: Pick<PlacedTask, 'isNeverRun'> }): boolean {
  const uses = application === undefined ? [] : [...application.chain, application].map(({ use }) => use);
  return [task, ...uses].some(({ isNeverRun }) => isNeverRun);
}

/** `vars` of a play. */
export function varsOfPlay({ vars, document }: Play, files: PlayFiles): readonly Layer[] {
  return mappingsOf(vars).map((mapping) =>
    files.layerOf(document, mapping, { kind: 'play vars', owner: document.file }),
  );
}

function promptsOf({ varsPrompt, document }: Play): PossibleAssignments {
  const asked = new PossibleAssignments();
  for (const prompt of varsPrompt) {
    const name = valueAt(prompt, 'name');
    const text = textOf(name);
    if (name !== undefined && text !== undefined) asked.add(text, unknownAsMaybeSetAt(document, name, 'vars_prompt'));
  }
  return asked;
}

function layersOf({ use, role }: RoleApplication, folder: 'defaults' | 'vars'): readonly PlayLayer[] {
  return role?.layers(folder, use.from[folder]) ?? [];
}

function entryOf({ entry }: RoleUse): readonly Layer[] {
  return entry === undefined ? [] : [entry];
}

/** Values and conditions of tasks, as one host sees them when it comes to them. */
import type { PlacedCause, TemplateCause } from '../template/files/rendered-text.ts';
import { dirname } from 'node:path';
import { madeOnce } from '../../ground/made-once.ts';
import type { Document, Location } from '../../source/document.ts';
import { Scalar, Sequence, valueAt } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { assignmentsFromPairs, withValue } from '../inventory/assignment.ts';
import type { Assignment, Host, StandIn } from '../inventory/entities.ts';
import { BadPattern, selectHosts, UnsettledPattern } from '../patterns/host-selection.ts';
import { isTrue, mappingsOf, textOf } from '../playbook/nodes.ts';
import type { Action } from '../playbook/action.ts';
import type { RoleEntry } from '../playbook/play.ts';
import { roleOf } from '../playbook/task.ts';
import type { ActingTask, Loop, Task } from '../playbook/task.ts';
import { layerOfPossible, PossibleAssignments } from '../plays/possible-assignments.ts';
import type { PlayLayer } from '../plays/possible-assignments.ts';
import type { PlayOnHost, Plays } from '../plays/plays.ts';
import type { RoleApplication } from '../plays/role-applications.ts';
import { foldersToSearch } from '../plays/task-paths.ts';
import type { TaskPlace } from '../plays/task-paths.ts';
import type { RoleUse, TaskReading } from '../plays/tasks.ts';
import type { Scopes } from '../scopes.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { causeOf, UnknownValue } from '../template/markers.ts';
import { truthOfCondition } from '../template/files/render-file.ts';
import type { PrintedAlone } from '../template/files/render-file.ts';
import type { Layer } from '../variables/vars-files.ts';
import { placeOf } from './surroundings.ts';
import type { Around, PlacedCondition } from './surroundings.ts';
import type { HostState } from './host-state.ts';
import { evaluateTaskValue, itemsOf, plainText } from './loops.ts';
import type { Items } from './loops.ts';
import type { Renderings } from './renderings.ts';
import { sourceFolders } from './source-files.ts';
import type { SourceFiles, TaskFolders } from './source-files.ts';
import { TaskScope } from './task-scope.ts';
import type { RunValue } from './task-scope.ts';

/** The truth of a condition, or every unknown that decides it. */
type Condition = ReturnType<typeof truthOfCondition>;

/** A task that hosts come to, or may come to. */
export interface FollowedTask {
  readonly task: Task;
  readonly document: Document;
  /** In the order in which they are followed. */
  readonly hosts: readonly Host[];
}

/** The things that the runs on all hosts share. */
export interface RunContext {
  readonly plays: Plays;
  /** The scopes of hosts as templates of others see them. */
  readonly scopes: Scopes;
  readonly sources: SourceFiles;
  /** Layers that are the same for all hosts: variables of tasks, entries of lists of roles, and the hosts of plays. */
  readonly layers: Map<Node, readonly Layer[]>;
  readonly entries: Map<RoleEntry, RoleUse>;
  readonly hostNames: Map<readonly Host[], Sequence>;
  readonly renderings: Renderings;
  /** The output of template statements that depend on nothing around them. */
  readonly statements: Renderings<PrintedAlone>;
  readonly conditions: Renderings<Condition>;
  /** The tasks that hosts come to. */
  readonly tasks: Map<Task, FollowedTask & { readonly hosts: Host[] }>;
  /** The first use of each role that does not exist. */
  readonly missingRoles: Map<string, Location>;
}

const NO_LAYERS: readonly Layer[] = [];
const NO_HOSTS: readonly Host[] = [];

/** The layers that a role sees below the inventory and above it, and its parameters. */
interface LayersSeen {
  readonly below: readonly PlayLayer[];
  readonly above: readonly PlayLayer[];
  readonly parameters: readonly PlayLayer[];
}

const NOTHING: LayersSeen = { below: [], above: [], parameters: [] };

/** The values and conditions of tasks on one host. */
export class TaskValues {
  readonly #context: RunContext;
  readonly #host: Host;
  readonly #state: HostState;
  readonly #ofRoles = new Map<RoleApplication, LayersSeen>();

  /** `state`: what tasks have done to the host so far. */
  constructor(context: RunContext, host: Host, state: HostState) {
    this.#context = context;
    this.#host = host;
    this.#state = state;
  }

  /** The layer that `vars` of a task, block or include make. */
  layer(variables: Node | undefined, { document }: Around): readonly Layer[] {
    if (variables === undefined) return NO_LAYERS;
    const { layers } = this.#context;
    return madeOnce(layers, variables, () =>
      mappingsOf(variables).map(({ pairs }) => ({
        assignments: assignmentsFromPairs(document, pairs, { kind: 'task vars' }),
        document,
      })),
    );
  }

  /**
   * The layer of the `vars` that an include applies to everything that it brings in, evaluated as the include runs
   * unless `isLazy`.
   */
  applied(action: Action, around: Around, isLazy = false): readonly PlayLayer[] {
    const layers = this.layer(valueAt(action.get('apply'), 'vars'), around);
    const [layer] = layers;
    if (layer === undefined || isLazy) return layers;
    const scope = this.scope(around);
    const assignments = new Map<string, Assignment>();
    const possible = new PossibleAssignments();
    for (const [name, assignment] of layer.assignments) {
      const value = evaluateTaskValue(assignment.value, scope);
      if (value instanceof UnknownValue) {
        const why = whyOf(value, around.document, assignment.value);
        possible.add(name, { ...why, clause: why.message });
      } else assignments.set(name, withValue(assignment, value));
    }
    return [{ ...layerOfPossible(possible), assignments }];
  }

  /** The place of a task, which decides where its files are looked for. */
  place({ play, role }: Around): TaskPlace {
    return {
      role: role?.role?.path,
      playbook: play.reading.play.folder,
      inventories: this.#context.plays.roles.inventories,
    };
  }

  /** The effects of the tasks in a file that a task includes. */
  reading(path: string, around: Around): TaskReading {
    return this.#context.plays.roles.included(path, this.place(around));
  }

  /** The folders around a task. */
  foldersAround({ role, path, play }: Around): TaskFolders {
    const chain = role === undefined ? [] : [role, ...[...role.chain].reverse()];
    const roles = chain.flatMap((each) => each.role?.path ?? []);
    return { roles, tasks: dirname(path), playbook: play.reading.play.folder };
  }

  /** The folders in which a task looks for its sources. */
  folders(kind: 'templates' | 'files', around: Around): readonly string[] {
    return sourceFolders(kind, this.foldersAround(around));
  }

  /** The scope in which the templates of a task are evaluated. */
  scope(around: Around): TaskScope {
    return this.#scopeWith(around, this.#address(around));
  }

  /**
   * The value that Ansible gives `ansible_host` in arguments and conditions if nothing sets it: the name of the host.
   * The list of a loop is evaluated before that.
   */
  #address({ keywords }: Around): RunValue {
    const { standIn } = this.#context.plays.inventory;
    if (standIn !== undefined) return maybeInInventory('ansible_host', standIn);
    return keywords.delegateTo === undefined
      ? plainText(this.#host.name)
      : UnknownValue.named('task', 'ansible_host', 'is that of the host to which the task is delegated');
  }

  #scopeWith(around: Around, address: RunValue | undefined): TaskScope {
    const { play, role } = around;
    const { scope, params, items, setByItems, missed } = around.variables;
    const { reading, files } = play;
    const { scopes, plays } = this.#context;
    const { inventory, extra, mergeHashes } = plays;
    const { included, exported, facts, passedBy } = this.#state;
    const ofRole = role === undefined ? NOTHING : this.#layersOf(role, reading);
    const ofPlay = [
      ...reading.variables,
      ...files,
      ...reading.importedLayers('vars'),
      ...exported.value.vars,
      ...missed.roles.vars,
    ];
    const layers = {
      below: [
        ...reading.importedLayers('defaults'),
        ...exported.value.defaults,
        ...missed.roles.defaults,
        ...ofRole.below,
      ],
      own: inventory.variablesOf(this.#host, play.variablesFolder),
      above: [...ofPlay, ...ofRole.above, ...scope],
      included: included.value,
      open: missed.facts,
      facts,
      passedBy: passedBy.value,
      params: [...ofRole.parameters, ...params],
      extra,
      address,
      magic: (name: string) =>
        items.get(name) ?? (setByItems?.has(name) === true ? facts.get(name) : this.#magic(name, around)),
      use: (assignment: Assignment) => {
        scopes.use(assignment);
      },
      elsewhere: (name: string) => this.#elsewhere(name),
    };
    return new TaskScope(scopes.of(this.#host), layers, { playbookDir: reading.play.folder, mergeHashes });
  }

  /** Says why a variable that nothing sets may be set all the same. */
  #elsewhere(name: string): UnknownValue | undefined {
    const { plays } = this.#context;
    const unread = plays.unreadable(name);
    if (unread !== undefined) return UnknownValue.variable(name, unread);
    const { standIn } = plays.inventory;
    return standIn === 'made-up' ? maybeInInventory(name, standIn) : undefined;
  }

  #layersOf(role: RoleApplication, reading: PlayOnHost['reading']): LayersSeen {
    return madeOnce(this.#ofRoles, role, () => {
      const [below, above, parameters] = [reading.below(role), reading.above(role), reading.parameters(role)];
      return { below, above, parameters };
    });
  }

  /** The value of a name that Ansible itself sets for a task; undefined for others. */
  #magic(name: string, { play, role }: Around): RunValue | undefined {
    switch (name) {
      case 'play_hosts':
      case 'ansible_play_hosts':
      case 'ansible_play_hosts_all':
      case 'ansible_play_batch':
        return this.#hostsOf(play);
      case 'ansible_check_mode':
        return new Scalar(0, 0, 'bool', false);
      case 'role_path':
        return role?.role && plainText(role.role.path);
      case 'role_name':
      case 'ansible_role_name':
        return role?.role && plainText(role.role.name);
      default:
        return undefined;
    }
  }

  #hostsOf({ hosts = NO_HOSTS }: PlayOnHost): Sequence {
    const { hostNames } = this.#context;
    return madeOnce(hostNames, hosts, () => {
      const names = hosts.map(({ name }) => plainText(name));
      return new Sequence(0, 0, names);
    });
  }

  /** The text of a node, or the reason why it is not known. */
  word(node: Node | undefined, around: Around): string | PlacedCause | undefined {
    if (node === undefined) return undefined;
    const written = textOf(node);
    if (written !== undefined && !isTemplate(written)) return written;
    const value = evaluateTaskValue(node, this.scope(around));
    if (value instanceof UnknownValue) return whyOf(value, around.document, node);
    return value.kind === 'scalar' && value.value !== null ? String(value.value) : undefined;
  }

  /** Says why a value is not known, if it is not. */
  whyUnknown(node: Node, around: Around): PlacedCause | undefined {
    const value = evaluateTaskValue(node, this.scope(around));
    return value instanceof UnknownValue ? whyOf(value, around.document, node) : undefined;
  }

  /** The use of a role by a task, or the reason why the role's name is not known. */
  roleUse(task: ActingTask, around: Around): RoleUse | PlacedCause | undefined {
    const { action } = task;
    const named = roleOf(task);
    const name = this.word(named, around);
    if (typeof name !== 'string') return name;
    const from = (what: string): string | undefined => {
      const word = this.word(action.get(`${what}_from`), around);
      return typeof word === 'string' ? word : textOf(action.get(`${what}_from`));
    };
    return {
      name,
      at: placeOf(around, named ?? task.node),
      entry: undefined,
      params: around.variables.params,
      scope: [...around.variables.scope, ...this.applied(action, around)],
      static: action.name === 'import_role',
      public: action.get('public') && isTrue(action.get('public')),
      included: false,
      conditions: [],
      isNeverRun: false,
      from: { tasks: from('tasks'), handlers: from('handlers'), vars: from('vars'), defaults: from('defaults') },
    };
  }

  /** The items of a loop of a task. */
  items({ kind, key, terms, variable: name }: Loop, around: Around): Items {
    const { document } = around;
    // The items that a task itself lists have places, as values of variables do.
    if (terms.kind !== 'scalar')
      this.#context.scopes.use({
        name,
        key,
        value: terms,
        document,
        level: { kind: 'task vars' },
        replaced: undefined,
      });
    const { files, inventory } = this.#context.plays;
    const folders = this.folders('files', around);
    const own = dirname(around.path);
    const searched = [...folders, ...foldersToSearch('vars', around.path, this.place(around)), own];
    return itemsOf(kind, terms, this.#scopeWith(around, undefined), {
      candidates: (path) => files.meant(path, [...this.folders('templates', around), ...searched]),
      matching: (pattern) => files.matching(pattern, folders),
      hosts: (pattern) => {
        try {
          return selectHosts(inventory, pattern).map((host) => host.name);
        } catch (error) {
          if (error instanceof BadPattern || error instanceof UnsettledPattern) return undefined;
          throw error;
        }
      },
    });
  }

  /** Tells whether all conditions of a task hold, or, if that is not known, which unknown things decide it. */
  truth(around: Around): boolean | readonly TemplateCause[] {
    const unknown: TemplateCause[] = [];
    if (around.keywords.when.length === 0) return true;
    const scope = this.scope(around);
    for (const condition of around.keywords.when) {
      const truth = this.#holds(condition, scope);
      if (truth === false) return false;
      if (truth !== true) unknown.push(...truth.unknown);
    }
    return unknown.length === 0 ? true : unknown;
  }

  /** The condition for which a task is skipped. */
  falseCondition(around: Around): Node | undefined {
    const scope = this.scope(around);
    return around.keywords.when.find((condition) => this.#holds(condition, scope) === false)?.node;
  }

  #holds({ node, isStrict }: PlacedCondition, scope: TaskScope): Condition {
    if (node.kind === 'mapping') return node.pairs.length > 0;
    if (node.kind === 'sequence') return node.items.length > 0;
    if (node.value === null) return true;
    if (typeof node.value === 'boolean') return node.value;
    const text = String(node.value).trim();
    if (text === '') return true;
    const refuses = isStrict && scope.classic === undefined;
    return this.#context.conditions.of(node, refuses ? 'strict' : '', scope, (recording) =>
      truthOfCondition(text, recording, refuses),
    );
  }

  /** True if only results of other tasks decide: they say when a task runs, not whether it ever does. */
  isDecidedByResults(unknown: readonly TemplateCause[]): boolean {
    return unknown.every((one) => this.isOfResults(one));
  }

  /** Tells whether a value is not known because of the result of a task. */
  isOfResults({ name }: Pick<TemplateCause, 'name'>): boolean {
    return name !== undefined && this.#state.registered.has(name);
  }

  /** The reason why it is not known whether a task runs. */
  whyOf(unknown: readonly TemplateCause[], around: Around): PlacedCause {
    const decisive = unknown.find((one) => !this.isOfResults(one)) ?? unknown[0];
    const { node, document } = around.keywords.when.at(-1) ?? { node: undefined, document: around.document };
    const place = { document, start: node?.start ?? 0, end: node?.end ?? 0 };
    if (decisive === undefined)
      return { reason: 'task', message: 'its condition is not known', name: undefined, place };
    return { ...decisive, place };
  }
}

/** The value of a variable that nothing sets, if the inventory was not found; a scenario has one, of another deployment. */
function maybeInInventory(name: string, standIn: StandIn): UnknownValue {
  const reason = standIn === 'made-up' ? 'no-inventory' : 'not-collected';
  return UnknownValue.named(reason, name, 'may be set in the inventory, but none was found');
}

/** The reason why a value at a node is not known. */
export function whyOf(value: UnknownValue, document: Document, { start, end }: Node): PlacedCause {
  return { ...causeOf(value), place: { document, start, end } };
}

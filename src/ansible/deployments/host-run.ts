/**
 * The run of the plays on one host, followed without running anything: which tasks reach the host, in which order,
 * with which variables, and what they would write there.
 *
 * Where only a run can know whether a task runs, both ways are followed, and what is the same after both is known.
 */
import type { PlacedCause } from '../template/files/rendered-text.ts';
import { dirname, join } from 'node:path';
import { madeOnce } from '../../ground/made-once.ts';
import type { Document } from '../../source/document.ts';
import { Mapping, Scalar, valueAt } from '../../source/tree.ts';
import type { Node, Pair } from '../../source/tree.ts';
import type { Assignment, Host } from '../inventory/entities.ts';
import type { PlayOnHost } from '../plays/plays.ts';
import type { Action } from '../playbook/action.ts';
import { listOf, textOf } from '../playbook/nodes.ts';
import { roleEntriesIn } from '../playbook/play.ts';
import type { RoleEntry } from '../playbook/play.ts';
import { isActing, tasksFileOf, tasksIn, varsFileOf } from '../playbook/task.ts';
import type { ActingTask, TaskItem } from '../playbook/task.ts';
import type { MissingFile } from '../plays/play-files.ts';
import { layerOfPossible, PossibleAssignments, unknownAsMaybeSetAt } from '../plays/possible-assignments.ts';
import { emptyReading, TaskReader, TOP } from '../plays/tasks.ts';
import type { RoleUse } from '../plays/tasks.ts';
import type { LoadedRole, RoleApplication } from '../plays/role-applications.ts';
import { parametersOf, useOfEntry } from '../plays/roles.ts';
import { foldersToSearch, baseFolderOfIncludeVars } from '../plays/task-paths.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { UnknownValue } from '../template/markers.ts';
import { EvaluatedArguments } from './evaluated-arguments.ts';
import { applyFileAction } from './file-actions.ts';
import { installedByAction } from './installations.ts';
import { swapAfterAction } from './swap.ts';
import { ANY_HOST, HostState } from './host-state.ts';
import type { Way } from './ways.ts';
import { evaluateTaskValue } from './loops.ts';
import { Stops } from './stops.ts';
import type { Stop } from './stops.ts';
import { resultOfItem, resultOfLoop, resultOfSkipped } from './skipped-results.ts';
import { asPossibleLayers, SharedVariables } from './shared-variables.ts';
import type { RunWitness, WitnessOfHost } from './run-witness.ts';
import type { RunValue } from './task-scope.ts';
import { TaskValues, whyOf } from './task-values.ts';
import type { RunContext } from './task-values.ts';
import {
  conditionsAt,
  conditionsInside,
  inFile,
  inherited,
  inPlay,
  inRole,
  keyOf,
  placeOf,
  within,
} from './surroundings.ts';
import type { Around } from './surroundings.ts';

/** The most includes and roles within each other; a role that includes itself ends there. */
const MAX_DEPTH = 24;
/** The most tasks that are followed on one host. */
const MAX_TASKS = 20_000;

export class HostRun {
  readonly #context: RunContext;
  readonly #host: Host;
  readonly #values: TaskValues;
  readonly state = new HostState();
  /** Entries of lists of roles that the play has come to, by the texts that tell them apart. */
  readonly #met = new Set<string>();
  /** Variables that tasks of this host share with others. */
  readonly shared = new SharedVariables();
  /** Variables that only tasks of other hosts share. */
  readonly missed: SharedVariables;
  readonly #stops = new Stops();
  /** The full paths of the playbooks that write each file of the host, by the file's path. */
  readonly playbooks = new Map<string, Set<string>>();
  /** Undefined if nothing but the host's own state is wanted. */
  readonly #witness: RunWitness | undefined;
  #tasks = 0;

  constructor(context: RunContext, host: Host, missed: SharedVariables, witness?: WitnessOfHost) {
    this.#context = context;
    this.#host = host;
    this.missed = missed;
    this.shared.addReceiver(host);
    this.#values = new TaskValues(context, host, this.state);
    this.#witness = witness?.(host, this.#values, this.state);
  }

  /** The places at which the host goes no further. */
  get stops(): readonly Stop[] {
    return this.#stops.found;
  }

  /** Follows the plays of one playbook that have the host. */
  follow(plays: readonly PlayOnHost[]): void {
    const playbook = plays[0]?.reading.play.run;
    if (playbook === undefined) return;
    this.state.startRun();
    this.#stops.startPlaybook(playbook);
    const before = new Map(this.state.files);
    for (const play of plays) this.#play(play);
    for (const [path, file] of this.state.files)
      if (before.get(path) !== file) madeOnce(this.playbooks, path, () => new Set<string>()).add(playbook);
  }

  #play(play: PlayOnHost): void {
    this.state.startPlay();
    this.#stops.startPlay();
    this.#met.clear();
    this.shared.addReceiver(play.reading);
    if (play.hosts !== undefined) return this.#sections(play);
    const { hosts, node } = play.reading.play;
    const message = 'only a run can know the hosts of the play';
    this.#either(
      [() => this.#sections(play)],
      { reason: 'task', message, name: undefined, place: placeOf(play.reading.play, hosts?.value ?? node) },
      true,
    );
  }

  #sections(play: PlayOnHost): void {
    const { preTasks, roles, tasks, postTasks } = play.reading.play;
    const missed = this.missed.possibleFor(play.reading, this.#host);
    const around = inPlay(play, missed);
    this.#stops.addMissing(play.missingFiles);
    this.#witness?.startPlay(around, (handler, inside) => {
      this.#item(handler, inside);
    });
    this.#list(preTasks, around);
    this.#witness?.flushHandlers();
    this.#entries(roles, around);
    this.#list(tasks, around);
    this.#witness?.flushHandlers();
    this.#list(postTasks, around);
    this.#witness?.flushHandlers();
    for (const facts of missed.facts) this.state.passBy(facts);
  }

  /** Follows several ways where only a run can know which one is taken; `asked`: where conditions decide it. */
  #either(ways: readonly (() => void)[], why: PlacedCause, mayBeNone: boolean, asked?: Around): void {
    const followed = ways.map((way) => this.#tryOut(way, why, asked));
    this.state.join(followed, mayBeNone, why);
  }

  /** Follows what is assumed to run at some time: only within it is known what it sets. */
  #assume(way: () => void, why: PlacedCause, asked: Around): void {
    this.state.assume(this.#tryOut(way, why, asked), why);
  }

  /** Follows a way, and takes it back. */
  #tryOut(way: () => void, why: PlacedCause, asked: Around | undefined): Way {
    return this.state.follow(() => {
      this.#stops.inDoubt(this.#witness?.doubting(why, asked, way) ?? way);
    });
  }

  // --- roles

  /** `roles` of a play, or `dependencies` of a role. */
  #entries(entries: readonly RoleEntry[], around: Around): void {
    const { document } = around;
    for (const entry of entries) {
      const { node, keywords } = entry;
      if (keywords?.isNeverRun === true) continue;
      const use = madeOnce(this.#context.entries, entry, () => useOfEntry(this.#context.plays.files, document, entry));
      this.#apply(use, node, keywords === undefined ? around : within(keywords, around));
    }
  }

  /**
   * Applies a role with those that it depends on. If an entry of `roles` was already applied with the same
   * parameters, only the roles that its tasks import are applied again.
   */
  #apply(use: RoleUse, at: Node, around: Around): void {
    const { play, role: outer } = around;
    const name = this.#values.word(new Scalar(at.start, at.end, 'str', use.name), around);
    if (typeof name !== 'string') return this.#leaveOpen(around, at, name);
    if (around.route.depth > MAX_DEPTH) return;
    const chain = outer === undefined ? [] : [...outer.chain, outer];
    const role = this.#context.plays.roles.findInRuns(name, play.reading.play, outer?.role);
    if (role === undefined) {
      if (!this.#context.missingRoles.has(name)) this.#context.missingRoles.set(name, placeOf(around, at));
      this.#witness?.miss(name, placeOf(around, at));
      return;
    }
    if (!use.static)
      for (const one of [...play.reading.importsOf(role, use), { role, use }]) this.#share(one, at, around);
    if (chain.some((one) => one.role === role) && chain.filter((one) => one.role === role).length > 2) return;
    const named = { ...use, name };
    const own: RoleApplication = { use: named, role, names: [name], chain, tasks: NO_TASKS };
    const key = `${role.path}\0${parametersOf(at, around.document)}`;
    const othersMaySkip = around.route.othersMaySkip || !use.static || (use.entry !== undefined && this.#met.has(key));
    this.#met.add(key);
    const inside = inRole(own, at, around, othersMaySkip);
    const { meta } = role;
    if (meta !== undefined)
      this.#entries(roleEntriesIn(valueAt(meta.root, 'dependencies')), { ...inside, document: meta });
    this.#witness?.addRole(role, inside);
    const tasks = this.#values.word(textNode(use.from.tasks ?? 'main', at), around);
    if (typeof tasks !== 'string') return this.#leaveOpen(around, at, tasks);
    const path = role.file('tasks', tasks);
    if (path === undefined) return;
    const apply = (isRepeated: boolean): void => this.#file(path, inherited(inside, { route: { isRepeated } }));
    if (use.entry === undefined) return apply(false);
    const { applied } = this.state;
    const before = role.allowsDuplicates ? undefined : applied.get(key);
    if (before === undefined || before === 'surely') apply(before === 'surely');
    else this.#either([() => apply(false), () => apply(true)], before, false);
    // A role counts as not applied if the host skips all its tasks.
    const after = applied.get(own);
    if (after !== undefined) applied.set(key, after);
  }

  /**
   * Shares what a role sets, if it is included or imported by an included file, with the tasks that follow in the
   * play, on all of its hosts.
   */
  #share({ role, use }: LoadedRole, at: Node, around: Around): void {
    const isPublic = this.#context.plays.roles.isPublic(use);
    if (isPublic === false) return;
    const { reading } = around.play;
    const layers = reading.layersOf(role, use);
    const from = [use.from.defaults, use.from.vars].join('\0');
    this.shared.add(reading, `${keyOf(at, around)}\0${role.path}\0${from}`, { roles: layers });
    this.state.share(isPublic === true ? layers : asPossibleLayers(layers));
  }

  // --- tasks

  #file(path: string, around: Around): void {
    const document = this.#context.plays.files.document(path);
    this.#witness?.openFile(path);
    if (document?.root?.kind !== 'sequence' || around.route.depth > MAX_DEPTH) return;
    this.#list(tasksIn(document.root), inFile(document, path, around));
  }

  #list(items: readonly TaskItem[], around: Around): void {
    for (const item of items) this.#item(item, around);
  }

  #item(item: TaskItem, outer: Around): void {
    if (item.isNeverRun) return;
    if (++this.#tasks > MAX_TASKS) {
      const message = `a host has more than ${MAX_TASKS.toLocaleString('en')} tasks, and no more are followed`;
      const why: PlacedCause = { reason: 'task', message, name: undefined, place: placeOf(outer, item.node) };
      if (this.#tasks === MAX_TASKS + 1) this.#leaveOpen(outer, item.node, why);
      return;
    }
    const around = within(item, outer);
    const { variables, role } = around;
    const layer = this.#values.layer(item.vars, around);
    const scope = [...variables.scope, ...layer];
    const inside = layer.length === 0 ? around : inherited(around, { variables: { scope } });
    if (item.kind === 'block')
      return this.#region(item, inside, (each) => {
        this.#list(item.block, each);
        this.#list(item.always, each);
      });
    if (!isActing(item)) return;
    const { name } = item.action;
    if (name === 'import_tasks' || (name === 'include' && !isDynamic(item)))
      return this.#region(item, inside, (each) => {
        this.#include(item, each);
      });
    if (name === 'import_role')
      return this.#region(item, inside, (each) => {
        this.#role(item, each);
      });
    if (!DYNAMIC.has(name)) return this.#single(item, inside);
    // What a role is given by name counts above what its tasks include with `vars`.
    const given = name === 'include_role' && role?.use.entry !== undefined ? role.use.params : [];
    const params = [...variables.params, ...layer, ...given];
    const { throttle, notify } = outer.keywords;
    this.#single(item, inherited(inside, { keywords: { throttle, notify }, variables: { params } }));
  }

  /** Follows tasks under a condition that each of them inherits; if it is not known, as one of two ways. */
  #region({ when }: TaskItem, around: Around, follow: (around: Around) => void): void {
    if (when.length === 0) return follow(around);
    const truth = this.#values.truth(around);
    // A task inside may change what the condition reads, so that each asks again.
    if (typeof truth === 'boolean') return follow(around);
    const kept = inherited(around, { keywords: { when: [] } });
    const why = this.#values.whyOf(truth, around);
    this.#stops.addCondition(truth, why, around.keywords);
    if (this.#values.isDecidedByResults(truth))
      this.#assume(() => follow(inherited(kept, { route: { assumed: why } })), why, around);
    else this.#either([() => follow(kept)], why, true, around);
  }

  /** Follows a task that is not a block and imports nothing. */
  #single(task: ActingTask, around: Around): void {
    if (around.route.isRepeated) return;
    const register = (result: Node | undefined): void => {
      this.#register(task, around, result);
    };
    if (!around.keywords.runsOnce) return this.#loop(task, around, register);
    const facts = this.#factsOf(task, around);
    this.shared.add(around.play.reading, keyOf(task.node, around), { facts: [facts] });
    if (!this.#runsElsewhere(around) && around.play.reading.play.isInLockstep)
      return this.#loop(task, around, register);
    const { name, pairs } = task.action;
    if (!SETS.has(name))
      return this.#loop(task, around, (result) => {
        this.state.passBy(facts);
        const registered = textOf(task.register);
        if (registered !== undefined && result === undefined) this.state.registered.set(registered, true);
      });
    // A literal does not depend on the host, so it is set whichever host this is.
    const isLiteral = pairs.every(({ value }) => value.kind === 'scalar' && !isTemplate(String(value.value)));
    if (around.keywords.when.length === 0 && name === 'set_fact' && isLiteral)
      return this.#loop(task, once(around), register);
    this.state.passBy(facts);
  }

  /** The variables that a task sets itself. */
  #factsOf(task: ActingTask, around: Around): PossibleAssignments {
    const reader = new TaskReader(this.#context.plays.files, this.#values.place(around));
    if (!DYNAMIC.has(task.action.name)) reader.list([task], { ...TOP, document: around.document, path: around.path });
    return reader.reading.facts;
  }

  /** Follows a task for each item of its loop; `register` sets its result; undefined if it is not known. */
  #loop(task: ActingTask, around: Around, register: Register): void {
    const { loop } = task;
    if (loop === undefined) return this.#conditional(task, around, register);
    const { variable: name, index } = loop;
    const items = this.#values.items(loop, around);
    const setByItems = task.action.name === 'set_fact' ? new Set<string>() : undefined;
    const withItem = (item: RunValue, at: number, take: Register): void => {
      const own = new Map(around.variables.items).set(name, item);
      if (index !== undefined) own.set(index, new Scalar(0, 0, 'int', at));
      this.#conditional(task, inherited(around, { variables: { items: own, setByItems } }), take);
    };
    if ('items' in items) {
      const results: (Node | undefined)[] = [];
      items.items.forEach((item, at) => {
        withItem(item, at, (result) => results.push(result && resultOfItem(result, name, item)));
      });
      return register(resultOfLoop(results));
    }
    if ('oneOf' in items) {
      const ways = items.oneOf.map((item) => () => {
        withItem(item, 0, (result) => {
          register(resultOfLoop([result && resultOfItem(result, name, item)]));
        });
      });
      return this.#either(ways, whyOf(items.why, around.document, loop.terms), false);
    }
    const { unknown } = items;
    const why = whyOf(unknown, around.document, loop.terms);
    if (this.#values.truth(around) === true) this.#stops.addReason(why, around.keywords);
    this.#either([() => withItem(unknown, 0, register)], why, true);
  }

  /** Follows a task if its conditions hold. */
  #conditional(task: ActingTask, around: Around, register: Register): void {
    const truth = this.#values.truth(around);
    if (truth === false) return register(resultOfSkipped(this.#values.falseCondition(around)));
    const act = (taken: Around): void => {
      if (around.role !== undefined && !this.#runsElsewhere(around)) this.state.applied.set(around.role, 'surely');
      this.#act(task, inherited(taken, { keywords: { when: conditionsInside(task, taken) } }));
    };
    if (truth === true) {
      act(around);
      return register(undefined);
    }
    const why = this.#values.whyOf(truth, around);
    this.#stops.addCondition(truth, why, around.keywords);
    if (this.#values.isDecidedByResults(truth)) {
      this.#assume(() => act(inherited(around, { route: { assumed: why } })), why, around);
      return register(undefined);
    }
    const way = (): void => {
      act(around);
      register(undefined);
    };
    this.#either([way], why, true, around);
  }

  #act(task: ActingTask, around: Around): void {
    this.#witness?.act(task, around, this.#runsElsewhere(around));
    if (this.#runsElsewhere(around)) {
      if (around.play.reading.play.isInLockstep && !around.route.othersMaySkip) return;
      const message = 'only a run can know which host comes first to a task that runs once';
      const why: PlacedCause = { reason: 'task', message, name: undefined, place: placeOf(around, task.node) };
      return this.#either([() => this.#act(task, once(around))], why, true);
    }
    const followed = madeOnce(this.#context.tasks, task, () => ({ task, document: around.document, hosts: [] }));
    if (followed.hosts.at(-1) !== this.#host) followed.hosts.push(this.#host);
    for (const { node, document } of task.action.name === 'meta' ? [] : around.keywords.environment)
      this.#stops.addReason(this.#values.whyUnknown(node, { ...around, document }), around.keywords);
    // What a task includes does not run once because the task does.
    const inside = once(around);
    switch (task.action.name) {
      case 'set_fact':
        return this.#setFacts(task, around);
      case 'include_vars':
        return this.#includeVariables(task, around);
      case 'include':
      case 'include_tasks':
        return this.#include(task, inside);
      case 'include_role':
        return this.#role(task, inside);
      case 'meta':
      case 'fail':
      case 'assert':
        return this.#end(task.action, around);
      default:
        return this.#write(task, around);
    }
  }

  #write(task: ActingTask, around: Around): void {
    const { name } = task.action;
    // Whichever host sends a request, the request is about the host that comes to the task.
    const state = /(?:^|\.)uri$/.test(name) ? this.state : this.#target(around);
    if (state === undefined) return;
    const args = new EvaluatedArguments(task, around, this.#values, this.#context);
    applyFileAction(name, args, state, around.route.assumed);
    this.#witness?.write(task, around, state);
    state.installations.push(...installedByAction(name, args));
    const swap = swapAfterAction(name, args);
    if (swap !== undefined) state.swapOff.value = swap === 'off' ? args.place : undefined;
    this.#stops.addArguments(args, around.keywords);
  }

  /** Notes that a file of tasks or variables cannot be found. */
  #miss(name: string, what: MissingFile['what'], folders: readonly string[], at: Node, around: Around): void {
    if (this.#context.plays.files.isIn(name, folders)) return;
    this.#stops.addMissing(
      [{ kind: 'missing file', name, what, folders, place: placeOf(around, at) }],
      around.keywords,
    );
  }

  /** Follows a task that ends the play for the host, or may. */
  #end(action: Action, around: Around): void {
    if (around.keywords.ignoresErrors) return;
    if (action.name === 'meta') {
      const what = /^end_(host|play|batch|role)$/.exec(action.free ?? '')?.[1];
      if (what !== undefined) this.#stops.end(what === 'host' ? 'playbook' : 'play');
    } else if (this.#stops.isCertain && this.#fails(action, around)) this.#stops.end('playbook');
  }

  /**
   * Tells whether a task surely stops the run on purpose: the tasks after it are for those who provide what it
   * demands.
   */
  #fails(action: Action, around: Around): boolean {
    if (action.name === 'fail') return true;
    const { document, keywords } = around;
    for (const condition of conditionsAt(listOf(action.get('that')), document, keywords.ignoresErrors)) {
      const alone = inherited(around, { keywords: { when: [condition] } });
      const truth = this.#values.truth(alone);
      if (truth === false) return true;
      if (truth === true) continue;
      this.#stops.addCondition(truth, this.#values.whyOf(truth, alone), around.keywords, true);
      if (truth.some(({ missing }) => missing !== undefined)) return true;
    }
    return false;
  }

  /**
   * The state of the host that a task works on, which is another host if the task is delegated; undefined if that
   * host is not in the inventory.
   */
  #target(around: Around): HostState | undefined {
    const { delegateTo } = around.keywords;
    if (delegateTo === undefined) return this.state;
    const name = this.#values.word(delegateTo, around);
    if (name === this.#host.name) return this.state;
    if (name === undefined || name === '') return this.state;
    if (typeof name !== 'string') return name.reason === 'omit' ? this.state : this.state.delegatedTo(ANY_HOST);
    return this.#context.plays.inventory.hosts.has(name) ? this.state.delegatedTo(name) : undefined;
  }

  /** True for a task that runs once, on another host of its play. */
  #runsElsewhere({ keywords, play }: Around): boolean {
    return keywords.runsOnce && (play.hosts ?? [])[0] !== this.#host;
  }

  #setFacts(task: ActingTask, around: Around): void {
    const scope = this.#values.scope(around);
    const { pairs, free } = task.action;
    if (free !== undefined && isTemplate(free)) return this.#leaveOpen(around, task.node, undefined);
    const { delegateTo } = around.keywords;
    if (task.delegatesFacts && delegateTo !== undefined) {
      const name = this.#values.word(delegateTo, around);
      if (name !== this.#host.name) return this.#delegateFacts(task, around, name);
    }
    const values = new Map<string, RunValue>();
    for (const { key, value } of pairs) {
      const name = this.#values.word(key, around);
      if (typeof name !== 'string' || name === 'cacheable') continue;
      const found = evaluateTaskValue(value, scope);
      values.set(name, found);
      if (found instanceof UnknownValue) this.#stops.addReason(whyOf(found, around.document, value), around.keywords);
      if (found === value)
        this.#context.scopes.use(assignmentOf(name, { key, value }, around.document, { kind: 'facts' }));
      if (found instanceof UnknownValue && this.#values.isOfResults(found)) this.state.registered.set(name, true);
    }
    for (const [name, value] of values) {
      this.state.facts.set(name, value);
      around.variables.setByItems?.add(name);
    }
  }

  /** Leaves open the variables of the hosts that facts are delegated to: all hosts, if only a run can know which. */
  #delegateFacts({ node, action }: ActingTask, around: Around, target: string | PlacedCause | undefined): void {
    const facts = new PossibleAssignments();
    for (const { key } of action.pairs)
      facts.add(textOf(key) ?? '', unknownAsMaybeSetAt(around.document, node, action.name));
    const { hosts } = this.#context.plays.inventory;
    for (const host of hosts.values())
      if (typeof target !== 'string' || host.name === target)
        this.shared.add(host, keyOf(node, around), { facts: [facts] });
    if (typeof target !== 'string') this.state.passBy(facts);
  }

  /** Sets the result of a task; undefined if it is not known. */
  #register(task: ActingTask, { document }: Around, result: Node | undefined): void {
    const name = textOf(task.register);
    if (name === undefined) return;
    if (result === undefined) this.state.registered.set(name, true);
    const line = document.fileAndLine(task.node.start);
    const unknown = UnknownValue.named('task', name, `is the result of the task at ${line}`);
    this.state.facts.set(name, result ?? unknown);
  }

  #includeVariables(task: ActingTask, around: Around): void {
    const { action, node } = task;
    const { files } = this.#context.plays;
    const place = this.#values.place(around);
    const given = varsFileOf(task);
    if (given === undefined) return;
    const isFolder = action.get('dir') !== undefined;
    const path = this.#values.word(given, around);
    const written = typeof path === 'string' ? path : (textOf(given) ?? '');
    const folders = foldersToSearch('vars', around.path, place);
    const paths = isFolder
      ? files.meant(`${written}/{{ file }}`, [baseFolderOfIncludeVars(written, around.path, place)])
      : files.variables(written, folders);
    const key = action.get('name');
    const name = this.#values.word(key, around);
    const take = (path_: string): void => {
      const level = { kind: 'include_vars' } as const;
      const layer = files.layer(path_, level);
      if (layer === undefined) return;
      const { document = around.document } = layer;
      const value = document.root ?? new Mapping(0, 0, []);
      // Ansible fails at lists: no template means those of tasks and plays.
      if (value.kind === 'sequence') return;
      const isNamed = typeof name === 'string' && key?.kind === 'scalar';
      const own = isNamed
        ? { assignments: new Map([[name, assignmentOf(name, { key, value }, document, level)]]), document }
        : layer;
      this.state.included.push(own);
    };
    const includeAnything = (): void => {
      const possible = new PossibleAssignments();
      const unknown = unknownAsMaybeSetAt(around.document, node, action.name);
      files.addAbsent(possible, [written], dirname(around.path), unknown);
      this.state.included.push(layerOfPossible(possible));
    };
    if (typeof path === 'string') {
      (isFolder ? paths : paths.slice(0, 1)).forEach(take);
      if (isFolder || paths.length > 0) return;
      this.#miss(path, 'variables', folders, given, around);
      return includeAnything();
    }
    this.#stops.addReason(path, around.keywords);
    const why = path ?? { reason: 'task', message: 'is not known', name: undefined, place: placeOf(around, node) };
    // A template that may be anything may lead to files that the project does not have.
    if (paths.length === 0 || /^\{\{[^}]*\}\}$/.test(written)) includeAnything();
    if (paths.length > 0)
      this.#either(
        paths.map((each) => () => take(each)),
        why,
        false,
      );
  }

  #include(task: ActingTask, around: Around): void {
    const { action, node, loop } = task;
    const file = tasksFileOf(task);
    if (file === undefined) return;
    const { files } = this.#context.plays;
    const othersMaySkip = around.route.othersMaySkip || action.name !== 'import_tasks';
    // Of an include in a loop, they stay templates.
    const applied = this.#values.applied(action, around, loop !== undefined);
    const inside = inherited(around, {
      variables: { scope: [...around.variables.scope, ...applied] },
      route: { key: keyOf(node, around), othersMaySkip },
    });
    const follow = (one: string): void => {
      if (action.name !== 'import_tasks')
        for (const loaded of around.play.reading.imports(this.#values.reading(one, around), around.role?.role))
          this.#share(loaded, node, around);
      this.#file(one, inside);
    };
    const path = this.#values.word(file, around);
    const folders = foldersToSearch('tasks', around.path, this.#values.place(around));
    if (typeof path === 'string') {
      const [found] = files.meant(path, folders);
      if (found !== undefined) follow(found);
      else this.#miss(path, 'tasks', folders, file, around);
      return;
    }
    this.#stops.addReason(path, around.keywords);
    const nearest = folders.slice(0, around.role === undefined ? 1 : 2);
    const candidates = files.meant(textOf(file) ?? '', nearest).filter((one) => one !== around.path);
    const why = path ?? { reason: 'task', message: 'is not known', name: undefined, place: placeOf(around, node) };
    const [only] = candidates;
    if (candidates.length === 1 && only !== undefined) follow(only);
    else if (candidates.length > 0)
      this.#either(
        candidates.map((one) => () => follow(one)),
        why,
        false,
      );
    else this.#leaveOpen(around, node, why);
  }

  #role(task: ActingTask, around: Around): void {
    const { node } = task;
    const use = this.#values.roleUse(task, around);
    if (use !== undefined && 'from' in use) {
      this.#missOfRole(use, task.action, around);
      return this.#apply(use, node, around);
    }
    this.#stops.addReason(use, around.keywords);
    this.#leaveOpen(around, node, use);
  }

  /** Notes the files that a task names and its role lacks. */
  #missOfRole({ name, from }: RoleUse, action: Action, around: Around): void {
    const role = this.#context.plays.roles.findInRuns(name, around.play.reading.play, around.role?.role);
    for (const folder of ['tasks', 'vars', 'defaults'] as const) {
      const [file, node] = [from[folder], action.get(`${folder}_from`)];
      if (role === undefined || file === undefined || node === undefined || isTemplate(file)) continue;
      const what = folder === 'tasks' ? 'tasks' : 'variables';
      if (role.lacks(folder, file)) this.#miss(file, what, [join(role.path, folder)], node, around);
    }
  }

  /** Notes that some tasks are unknown and may write any file. */
  #leaveOpen(around: Around, at: Node, why: PlacedCause | undefined): void {
    const place = placeOf(around, at);
    const unknown: PlacedCause = why ?? {
      reason: 'task',
      message: 'only a run can know what is included',
      name: undefined,
      place,
    };
    this.#witness?.leaveOpen(unknown);
    this.state.unknownWrites.push({ action: 'include', place, why: unknown, path: undefined });
  }
}

/** The assignment that a task makes of one of its arguments, or of a file. */
function assignmentOf(
  name: string,
  { key, value }: Pick<Pair, 'key' | 'value'>,
  document: Document,
  level: Assignment['level'],
): Assignment {
  return { name, key, value, document, level, replaced: undefined };
}

/** Actions that include others when a host comes to them: an `include` that is followed as a task is one. */
const DYNAMIC: ReadonlySet<string> = new Set(['include', 'include_tasks', 'include_role']);

/** The reading of tasks that roles get when they are followed task by task: an empty one. */
const NO_TASKS = emptyReading();

/** Actions that set variables. */
const SETS: ReadonlySet<string> = new Set(['set_fact', 'include_vars']);

/** Sets the result of a task; undefined if it is not known. */
type Register = (result: Node | undefined) => void;

function textNode(text: string, { start, end }: Node): Scalar {
  return new Scalar(start, end, 'str', text);
}

/** True for an `include` of older releases that works like today's `include_tasks`. */
function isDynamic({ action: { free = '' }, loop }: ActingTask): boolean {
  return isTemplate(free) || loop !== undefined;
}

/** The surroundings of a task that runs once, on the host that runs it. */
function once(around: Around): Around {
  return inherited(around, { keywords: { runsOnce: false } });
}

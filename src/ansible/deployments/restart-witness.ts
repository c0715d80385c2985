/** The witness that notes, task by task, what is restarted on the way of one host, and for which causes. */
import type { Location } from '../../source/document.ts';
import { Scalar } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import type { Host } from '../inventory/entities.ts';
import { isFalse, isTrue, listOf, textOf } from '../playbook/nodes.ts';
import { waitsForOthers } from '../playbook/play.ts';
import type { ActingTask, Task } from '../playbook/task.ts';
import { CHANGES_NOTHING } from '../playbook/unchanging-modules.ts';
import type { Role } from '../plays/roles.ts';
import type { PlacedCause } from '../template/files/rendered-text.ts';
import { UnknownValue } from '../template/markers.ts';
import { ALWAYS, both, changeOf, either, unknownCause } from './change-causes.ts';
import type { ChangeCauses } from './change-causes.ts';
import { ChangeConditions } from './change-conditions.ts';
import { batchesOf } from './batches.ts';
import type { Batches } from './batches.ts';
import type { Deeds, Occurrence } from './deeds.ts';
import { EvaluatedArguments } from './evaluated-arguments.ts';
import { HandlersOfPlay } from './handlers.ts';
import type { PlacedHandler } from './handlers.ts';
import { waitsForHealth } from './health-waits.ts';
import { ANY_HOST } from './host-state.ts';
import type { HostState } from './host-state.ts';
import { installedByAction } from './installations.ts';
import { evaluateTaskValue } from './loops.ts';
import { restartsByAction } from './restart-actions.ts';
import type { RestartedThing } from './restart-actions.ts';
import type { RunWitness } from './run-witness.ts';
import { conditionsAt, inherited, keyOf, placeOf } from './surroundings.ts';
import type { Around } from './surroundings.ts';
import { whyOf } from './task-values.ts';
import type { RunContext, TaskValues } from './task-values.ts';

/** How many hosts do something at once. */
export interface HostsAtOnce {
  /** The most that do it at the same time. */
  readonly most: number | PlacedCause;
  readonly batches: Batches;
  /** The most that do it at once within a batch: `throttle`. */
  readonly throttle: number | PlacedCause | undefined;
  /** True if hosts of a batch do not wait for each other: `strategy: free`. */
  readonly isFree: boolean;
  /** True if one host of a batch does it for all: `run_once`. */
  readonly runsOnce: boolean;
}

/** A restart on the way of one host. */
export interface RestartOnWay extends RestartedThing {
  readonly event: 'restart';
  /** The name of the host that is restarted; `ANY_HOST` if only a run can know which of those of the play. */
  readonly target: string;
  /** The names of the hosts that it may be. */
  readonly targets: readonly string[];
  readonly place: Location;
  readonly deed: string;
  readonly causes: ChangeCauses;
  readonly isHandler: boolean;
  readonly play: PlayOnWay;
  readonly atOnce: HostsAtOnce;
}

/** A wait until the cluster answers that it is well. */
export interface WaitOnWay {
  readonly event: 'wait';
  readonly causes: ChangeCauses;
  readonly play: PlayOnWay;
}

export interface PlayOnWay {
  /** The full path of the playbook that a person runs. */
  readonly playbook: string;
  readonly place: Location;
}

/** Something that may restart services unseen. */
export interface UnknownRestart {
  /** A role that does not exist, tasks that are not known or cannot be read, or a handler that is not known. */
  readonly what: 'role' | 'tasks' | 'handler';
  readonly why: PlacedCause;
  readonly play: PlayOnWay;
}

/** A name that a task notifies. */
interface Notification {
  readonly name: string;
  readonly causes: ChangeCauses;
  readonly place: Location;
}

/** The most rounds in which handlers notify each other. */
const MAX_ROUNDS = 20;

export class RestartWitness implements RunWitness {
  readonly events: (RestartOnWay | WaitOnWay)[] = [];
  readonly unknown: UnknownRestart[] = [];
  readonly #context: RunContext;
  readonly #deeds: Deeds;
  readonly #host: Host;
  readonly #values: TaskValues;
  readonly #state: HostState;
  readonly #conditions: ChangeConditions;
  /** The causes of everything around what is followed now. */
  #causes = ALWAYS;
  #depth = 0;
  readonly #results = new Map<string, readonly string[]>();
  readonly #facts = new Map<string, ChangeCauses>();
  /** The keys of includes that run once. */
  readonly #onceIncluded: string[] = [];
  #play: OpenPlay | undefined;
  #playbook = '';
  #occurrence: Occurrence | undefined;
  #handler: PlacedHandler | undefined;
  readonly #batches = new Map<Around['play'], Batches>();

  constructor(context: RunContext, deeds: Deeds, host: Host, values: TaskValues, state: HostState) {
    this.#context = context;
    this.#deeds = deeds;
    this.#host = host;
    this.#values = values;
    this.#state = state;
    this.#conditions = new ChangeConditions(values, {
      ofResult: (name) => this.#results.get(name)?.map(changeOf).reduce(either),
      ofFact: (name) => this.#facts.get(name),
    });
  }

  // --- plays and handlers

  startPlay(around: Around, handle: OpenPlay['handle']): void {
    this.finish();
    const { run, document, node, number, handlers: own } = around.play.reading.play;
    if (run !== this.#playbook) {
      this.#results.clear();
      this.#facts.clear();
      this.#playbook = run;
    }
    const handlers = new HandlersOfPlay(this.#context.plays.files, this.#values);
    handlers.addOwn(own, around);
    const way = { playbook: run, place: placeOf({ document }, node) };
    this.#play = { way, key: `${run}\0${String(number)}`, handlers, handle, depth: this.#depth, pending: [] };
  }

  /** Ends the last play. */
  finish(): void {
    for (const { name, place } of this.#play?.pending ?? [])
      this.#addUnknown('handler', { reason: 'task', message: `no known handler is called ${name}`, name, place });
    this.#play = undefined;
  }

  flushHandlers(): void {
    const play = this.#play;
    // Where only a run can know whether they are flushed, they run at the end of the section at the latest.
    if (play === undefined || this.#depth > play.depth || this.#handler !== undefined) return;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const notified = new Map<PlacedHandler, ChangeCauses>();
      const unheard: Notification[] = [];
      for (const notification of play.pending) {
        const handlers = play.handlers.notifiedBy(notification.name);
        if (handlers.length === 0) unheard.push(notification);
        for (const handler of handlers) notified.set(handler, either(notified.get(handler) ?? [], notification.causes));
      }
      play.pending = unheard;
      if (notified.size === 0) return;
      // Those that a handler notifies and that come after it run in the same round.
      for (const handler of play.handlers.all) {
        const causes = notified.get(handler);
        if (causes !== undefined) this.#handle(play, handler, causes);
      }
    }
  }

  #handle({ handle }: OpenPlay, handler: PlacedHandler, causes: ChangeCauses): void {
    const { task, around } = handler;
    const message = 'the handler is run only if it is notified';
    const why: PlacedCause = { reason: 'task', message, name: undefined, place: placeOf(around, task.node) };
    this.#handler = handler;
    // Whichever host is notified first runs it for all.
    const unbound = inherited(around, { keywords: { runsOnce: false } });
    this.#within(both(this.#causes, causes, why), () => {
      handle({ ...task, runsOnce: false }, unbound);
    });
    this.#handler = undefined;
  }

  addRole(role: Role, inside: Around): void {
    const { use } = inside.role ?? {};
    const name = use?.from.handlers;
    this.#play?.handlers.addRole(role.file('handlers', name), use?.static === false, inside);
  }

  miss(role: string, place: Location): void {
    const message = `the role ${role} is not in the project`;
    this.#addUnknown('role', { reason: 'not-collected', message, name: role, place });
  }

  leaveOpen(why: PlacedCause): void {
    this.#addUnknown('tasks', why);
  }

  openFile(path: string): void {
    const { files } = this.#context.plays;
    const document = files.document(path);
    if (document === undefined || (files.closed(path) ?? document.problem) === undefined) return;
    const message = `${document.file} cannot be read`;
    const place = { document, start: 0, end: 0 };
    this.#addUnknown('tasks', { reason: 'unreadable', message, name: undefined, place });
  }

  #addUnknown(what: UnknownRestart['what'], why: PlacedCause): void {
    if (this.#play !== undefined) this.unknown.push({ what, why, play: this.#play.way });
  }

  // --- ways

  doubting(why: PlacedCause, asked: Around | undefined, way: () => void): () => void {
    return () => {
      const causes = asked === undefined ? unknownCause(why) : this.#conditions.causesOf(asked);
      this.#depth += 1;
      this.#within(both(this.#causes, causes, why), way);
      this.#depth -= 1;
    };
  }

  #within(causes: ChangeCauses, follow: () => void): void {
    const outer = this.#causes;
    this.#causes = causes;
    follow();
    this.#causes = outer;
  }

  // --- tasks

  act(task: ActingTask, around: Around, isElsewhere: boolean): void {
    const play = this.#play;
    if (play === undefined) return;
    this.#occurrence = undefined;
    const { action } = task;
    if (action.name === 'meta' && action.free === 'flush_handlers') return this.flushHandlers();
    if (action.name === 'set_fact') return this.#noteFacts(task, around);
    if (action.name.startsWith('include')) {
      if (around.keywords.runsOnce) this.#onceIncluded.push(keyOf(task.node, around));
      return;
    }
    const [first] = around.play.hosts ?? [];
    const key = `${(isElsewhere ? first : undefined)?.name ?? this.#host.name}\0${play.key}\0${keyOf(task.node, around)}`;
    this.#register(task, key);
    const args = new EvaluatedArguments(task, around, this.#values, this.#context);
    if (waitsForHealth(task, args)) this.events.push({ event: 'wait', causes: this.#causes, play: play.way });
    if (isElsewhere) return;
    const target = this.#targetOf(around);
    const restarts = target === undefined ? [] : restartsByAction(action, args);
    const restartsSurely = restarts.some(({ files, possible }) => files === undefined && possible === undefined);
    const place = placeOf(around, task.node);
    const reported = this.#reported(task, around, args, restartsSurely);
    if (reported !== undefined) {
      const deed = this.#deeds.at(key, { place, action: action.name, host: this.#host.name });
      const installs = installedByAction(action.name, args);
      this.#occurrence = { ...reported, files: new Set(), installs };
      deed.occurrences.push(this.#occurrence);
      this.#notify(around, key, place);
    }
    for (const { files, possible, ...thing } of restarts) {
      let causes = this.#causes;
      if (files !== undefined) {
        const why: PlacedCause = { reason: 'task', message: 'it takes a change', name: undefined, place };
        const host = target ?? this.#host.name;
        const ofFiles = files.map((path) => ({ kind: 'file', host, path, possible: undefined }) as const);
        causes = both(causes, ofFiles, why);
      }
      if (possible !== undefined) causes = both(causes, unknownCause(possible), possible);
      if (target === ANY_HOST) {
        const message = 'only a run can know which host is restarted';
        const why: PlacedCause = { reason: 'task', message, name: undefined, place };
        causes = both(causes, unknownCause(why), why);
      }
      if (target !== undefined)
        this.events.push({
          ...thing,
          event: 'restart',
          target,
          targets: target === ANY_HOST ? this.#hostsOf(around) : [target],
          place,
          deed: key,
          causes,
          isHandler: this.#handler !== undefined,
          play: play.way,
          atOnce: this.#atOnce(around),
        });
    }
  }

  write(task: ActingTask, around: Around, state: HostState): void {
    const occurrence = this.#occurrence;
    if (occurrence === undefined) return;
    const name =
      state === this.#state ? this.#host.name : [...this.#state.delegated].find(([, one]) => one === state)?.[0];
    if (name === undefined || name === ANY_HOST) return;
    for (const [path, { writers }] of state.files) {
      const place = writers.at(-1)?.place;
      if (place?.start === task.node.start && place.document === around.document)
        occurrence.files.add(`${name}\0${path}`);
    }
  }

  /** Keeps the deeds whose result a name may be. */
  #register({ register }: ActingTask, key: string): void {
    const name = textOf(register);
    if (name === undefined) return;
    const others = this.#depth > (this.#play?.depth ?? 0) ? (this.#results.get(name) ?? []) : [];
    this.#results.set(name, [...new Set([...others, key])]);
  }

  /** Keeps why the facts of a task are true, as far as that follows from changes. */
  #noteFacts({ action }: ActingTask, around: Around): void {
    const isCertain = this.#causes === ALWAYS;
    for (const { key, value } of action.pairs) {
      const name = String(key.value);
      const before = isCertain ? [] : (this.#facts.get(name) ?? []);
      const causes = isTrue(value) ? this.#causes : this.#causesOfValue(value, around);
      this.#facts.delete(name);
      const after = either(before, causes);
      if (after.some(({ kind }) => kind === 'change')) this.#facts.set(name, after);
    }
  }

  #causesOfValue(value: Node, around: Around): ChangeCauses {
    const [, text] = /^\s*\{\{([^]*)\}\}\s*$/.exec(textOf(value) ?? '') ?? [];
    if (text === undefined || /\{\{|\}\}\s*\S|\{%/.test(text)) return [];
    const own = conditionsAt([new Scalar(value.start, value.end, 'str', text.trim())], around.document, false);
    const causes = this.#conditions.causesOf(inherited(around, { keywords: { when: own } }));
    const why = {
      reason: 'task',
      message: 'it is set by a task',
      name: undefined,
      place: placeOf(around, value),
    } as const;
    return both(this.#causes, causes, why);
  }

  /** Why a task reports a change, and whether it does so each time; undefined if it never does. */
  #reported(
    { changedWhen, action, register }: Task,
    around: Around,
    args: EvaluatedArguments,
    restartsSurely: boolean,
  ): Pick<Occurrence, 'causes' | 'alwaysReports'> | undefined {
    const name = action?.name.split('.').at(-1) ?? '';
    const [causes, sometimes] = [this.#causes, { causes: this.#causes, alwaysReports: false }];
    if (isFalse(changedWhen)) return undefined;
    if (changedWhen === undefined) {
      if (CHANGES_NOTHING.has(name) || (name === 'uri' && args.node('dest') === undefined)) return undefined;
      const isGuarded = args.node('creates') !== undefined || args.node('removes') !== undefined;
      return { causes, alwaysReports: restartsSurely || (COMMANDS.has(name) && !isGuarded) };
    }
    const conditions = conditionsAt(listOf(changedWhen), around.document, false);
    const own = textOf(register);
    // What an earlier task has registered under the name is not asked.
    if (own !== undefined && conditions.some(({ node }) => textOf(node)?.includes(own) === true)) return sometimes;
    const asked = this.#conditions.causesOf(inherited(around, { keywords: { when: conditions } }));
    if (asked.length === 0) return undefined;
    if (asked.some(({ kind, possible }) => kind === 'unknown' || possible !== undefined)) return sometimes;
    const message = 'the task reports a change only if another one does';
    const why: PlacedCause = { reason: 'task', message, name: undefined, place: args.place };
    return { causes: both(causes, asked, why), alwaysReports: true };
  }

  #notify(around: Around, key: string, place: Location): void {
    const pending = this.#play?.pending;
    const scope = around.keywords.notify.length === 0 ? undefined : this.#values.scope(around);
    if (scope === undefined || pending === undefined) return;
    for (const node of around.keywords.notify) {
      const value = evaluateTaskValue(node, scope);
      if (value instanceof UnknownValue) {
        if (value.reason !== 'omit') this.#addUnknown('handler', whyOf(value, around.document, node));
        continue;
      }
      for (const item of listOf(value)) {
        const name = textOf(item);
        if (name !== undefined) pending.push({ name, causes: changeOf(key), place });
      }
    }
  }

  /** The hosts of a play, or all hosts if only a run can know them. */
  #hostsOf({ play }: Around): readonly string[] {
    const hosts = play.hosts ?? [...this.#context.plays.inventory.hosts.values()];
    return hosts.map(({ name }) => name);
  }

  /** The name of the host that a task works on; undefined if it is not in the inventory. */
  #targetOf(around: Around): string | undefined {
    const name = this.#values.word(around.keywords.delegateTo, around);
    if (name === undefined || name === '') return this.#host.name;
    if (typeof name !== 'string') return name.reason === 'omit' ? this.#host.name : ANY_HOST;
    return name === this.#host.name || this.#context.plays.inventory.hosts.has(name) ? name : undefined;
  }

  #atOnce(around: Around): HostsAtOnce {
    const { play, keywords, route } = around;
    let batches = this.#batches.get(play);
    if (batches === undefined) {
      batches = batchesOf(play, this.#host, this.#context.plays, this.#context.scopes);
      this.#batches.set(play, batches);
    }
    const ofHandler = this.#handler;
    const runsOnce =
      keywords.runsOnce ||
      ofHandler?.task.runsOnce === true ||
      ofHandler?.around.keywords.runsOnce === true ||
      this.#onceIncluded.some((key) => route.key === key || route.key.startsWith(`${key}\0`));
    const throttle = runsOnce ? undefined : this.#throttleOf(keywords.throttle, around);
    const { largest } = batches;
    const most = runsOnce ? 1 : typeof throttle === 'object' ? throttle : smaller(largest, throttle);
    return { most, batches, throttle, isFree: !waitsForOthers(play.reading.play), runsOnce };
  }

  /** The number of `throttle`; undefined if it is zero, which is none. */
  #throttleOf(node: Node | undefined, around: Around): HostsAtOnce['throttle'] {
    if (node === undefined) return undefined;
    const value = evaluateTaskValue(node, this.#values.scope(around));
    if (value instanceof UnknownValue) return whyOf(value, around.document, node);
    const number = value.kind === 'scalar' ? Math.trunc(Number(value.value)) : NaN;
    if (number > 0) return number;
    const message = 'throttle is not a number';
    return number <= 0 ? undefined : { reason: 'error', message, name: undefined, place: placeOf(around, node) };
  }
}

/** A play while it is followed. */
interface OpenPlay {
  readonly way: PlayOnWay;
  readonly key: string;
  readonly handlers: HandlersOfPlay;
  readonly handle: (handler: Task, around: Around) => void;
  /** The number of doubts around it. */
  readonly depth: number;
  pending: Notification[];
}

/** Actions that report a change each time that they are run. */
const COMMANDS: ReadonlySet<string> = new Set(['command', 'shell', 'raw', 'script', 'win_command', 'win_shell']);

/** The smaller of two numbers, of which one may not be known. */
function smaller(one: number | PlacedCause, other: number | undefined): number | PlacedCause {
  if (other === undefined) return one;
  return typeof one === 'number' ? Math.min(one, other) : other;
}

/**
 * Everything that tasks have done to one host so far; if only a run can know whether they do it, each way is
 * followed.
 */
import { dirname } from 'node:path';
import { madeOnce } from '../../ground/made-once.ts';
import type { Location } from '../../source/document.ts';
import { layerOfPossible, PossibleAssignments } from '../plays/possible-assignments.ts';
import type { PlayLayer } from '../plays/possible-assignments.ts';
import type { RoleApplication } from '../plays/role-applications.ts';
import { sameValue } from '../playbook/nodes.ts';
import { UnknownValue } from '../template/markers.ts';
import type { RenderedText, PlacedCause } from '../template/files/rendered-text.ts';
import type { Assignment } from '../inventory/entities.ts';
import { topAssignment } from '../variables/precedence.ts';
import { either } from './file-states.ts';
import type { FileState } from './file-states.ts';
import { NO_ROLES } from './shared-variables.ts';
import type { RoleLayers } from './shared-variables.ts';
import type { RunValue } from './task-scope.ts';
import type { UnknownWrite } from './unknown-write.ts';
import { Journal, JournaledList, JournaledMap, JournaledValue } from './ways.ts';
import type { Way } from './ways.ts';

/** A request that a task sends, by `uri` or by `curl`. */
export interface DeployedRequest {
  readonly method: string;
  readonly url: RenderedText;
  /** Undefined if there is none. */
  readonly body: RenderedText | undefined;
  readonly place: Location;
  /** The place of what names the body, or of the request if nothing does. */
  readonly head: Location;
  /** The reason why it is not known whether it is sent. */
  readonly possible: PlacedCause | undefined;
  /** The argument by which it accepts any certificate; undefined if it verifies them. */
  readonly unverified?: Location | undefined;
}

/** Replaces the name of the host that a task is delegated to, if only a run can know that name. */
export const ANY_HOST = '';

export class HostState {
  readonly #journal: Journal;
  /** By name: what `set_fact` and `register` have set. */
  readonly facts: JournaledMap<string, RunValue>;
  /** Names of results that only a run can know. */
  readonly registered: JournaledMap<string, true>;
  readonly included: JournaledList<PlayLayer>;
  /** The layers of roles that tasks have imported, or included for all: the tasks that follow in the play see them. */
  readonly exported: JournaledValue<RoleLayers>;
  /**
   * Applications of roles that have run a task in the play, and the texts that identify the entries of lists of roles
   * that have; with the reason if only a run can know it.
   */
  readonly applied: JournaledMap<RoleApplication | string, PlacedCause | 'surely'>;
  /** The variables that tasks may have set for this host, though only a run can know whether they did. */
  readonly passedBy: JournaledList<PossibleAssignments>;
  /** By path; `putFile` sets one. */
  readonly files: JournaledMap<string, FileState>;
  /**
   * The states of other hosts that tasks on this host have brought about here, by the names of those hosts, or
   * `ANY_HOST`.
   */
  readonly delegated = new Map<string, HostState>();
  readonly #folders: JournaledMap<string, true>;
  readonly unknownWrites: JournaledList<UnknownWrite>;
  readonly requests: JournaledList<DeployedRequest>;
  /** The texts by which tasks install software: `elasticsearch=8.13.4`. */
  readonly installations: JournaledList<RenderedText>;
  /** The task that surely switches swap off; undefined if none does, or a later one may switch it on. */
  readonly swapOff: JournaledValue<Location | undefined>;

  constructor(journal = new Journal()) {
    this.#journal = journal;
    this.facts = new JournaledMap(journal);
    this.registered = new JournaledMap(journal);
    this.included = new JournaledList(journal);
    this.exported = new JournaledValue(journal, NO_ROLES);
    this.applied = new JournaledMap(journal);
    this.passedBy = new JournaledList(journal);
    this.files = new JournaledMap(journal);
    this.#folders = new JournaledMap(journal);
    this.unknownWrites = new JournaledList(journal);
    this.requests = new JournaledList(journal);
    this.installations = new JournaledList(journal);
    this.swapOff = new JournaledValue<Location | undefined>(journal, undefined);
  }

  /** Starts another play. */
  startPlay(): void {
    this.exported.value = NO_ROLES;
    this.applied.clear();
  }

  /** Shares what a role sets with the tasks that follow in its play. */
  share({ defaults, vars }: RoleLayers): void {
    const { value } = this.exported;
    this.exported.value = { defaults: [...value.defaults, ...defaults], vars: [...value.vars, ...vars] };
  }

  /** Passes by tasks without following them: leaves open the variables that they may set. */
  passBy(facts: PossibleAssignments): void {
    if (!this.passedBy.value.includes(facts)) this.passedBy.push(facts);
    for (const name of this.facts.keys()) {
      const unknown = facts.about(name);
      if (unknown !== undefined) this.facts.set(name, UnknownValue.variable(name, unknown));
    }
  }

  putFile(path: string, file: FileState): void {
    this.files.set(path, file);
    this.makeFolder(dirname(path));
  }

  /** Makes a folder with those above it. */
  makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    this.#folders.set(path, true);
    this.makeFolder(dirname(path));
  }

  /** Tells whether a task has made a folder, or put a file into it. */
  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** The state of another host, as far as tasks on this host cause it. */
  delegatedTo(name: string): HostState {
    return madeOnce(this.delegated, name, () => new HostState(this.#journal));
  }

  /**
   * Takes over what tasks on another host have done here. Only a run can know which of two hosts writes a file last.
   */
  takeDelegated(delegated: HostState): void {
    for (const [path, file] of delegated.files) {
      const own = this.files.get(path);
      const [writer] = file.writers;
      const message = 'a task on another host writes the file, too, and only a run can know which is the last';
      const why: PlacedCause | undefined = writer && { reason: 'task', message, name: undefined, place: writer.place };
      this.putFile(path, own === undefined || why === undefined ? file : either(own, file, why));
    }
    this.unknownWrites.push(...delegated.unknownWrites.value);
    this.installations.push(...delegated.installations.value);
    this.swapOff.value ??= delegated.swapOff.value;
  }

  /** Takes over what tasks on another host may have done here: only a run can know for which host they do it. */
  takeFromAnyone(delegated: HostState): void {
    for (const [path, { writers }] of delegated.files)
      for (const { action, place } of writers) {
        const message = 'only a run can know the host that a task is delegated to';
        const known = { kind: 'text', text: path, place, isComputed: false, from: [] } as const;
        const why: PlacedCause = { reason: 'task', message, name: undefined, place };
        this.unknownWrites.push({ action, place, why, path: [known] });
      }
    this.unknownWrites.push(...delegated.unknownWrites.value);
  }

  /** Follows a way, and takes it back. */
  follow(steps: () => void): Way {
    return this.#journal.follow(steps);
  }

  /** Starts another playbook: a new process, which knows only the files. */
  startRun(): void {
    this.endRun();
    for (const [path, file] of this.files) this.files.set(path, { ...file, isEarlier: true });
    for (const state of this.delegated.values()) state.startRun();
  }

  /** Ends the run of a playbook: nothing is left but what it did to the host. */
  endRun(): void {
    this.startPlay();
    this.facts.clear();
    this.registered.clear();
    this.included.value = [];
    this.passedBy.value = [];
  }

  /**
   * Takes over the results of several ways. The run takes exactly one of them or, if `mayBeNone`, possibly none, so
   * that everything may be as it was.
   */
  join(ways: readonly Way[], mayBeNone: boolean, why: PlacedCause): void {
    this.#joinVariables(ways, mayBeNone, why);
    this.#joinApplied(ways, mayBeNone, why);
    this.#joinFiles(ways, mayBeNone, why);
    this.#joinSwap(ways, mayBeNone);
    for (const state of this.delegated.values()) state.join(ways, mayBeNone, why);
    for (const way of ways) this.#takeWrites(way, why);
  }

  /**
   * Takes over what tasks have done on a way, the files as if they had surely done it. What they have set is left
   * open, and the roles that they have applied: only a run can know whether they did it.
   */
  assume(way: Way, why: PlacedCause): void {
    this.#joinVariables([way], true, why);
    this.#joinApplied([way], true, why);
    this.#joinSwap([way], true);
    this.#takeFiles(way);
  }

  /** Takes over the files of a way, and everything else that it has done except the variables that it set. */
  #takeFiles(way: Way): void {
    for (const [path, file] of this.files.changedOn(way))
      if (file === undefined) this.files.delete(path);
      else this.files.set(path, file);
    for (const state of this.delegated.values()) state.#takeFiles(way);
    this.#takeWrites(way);
  }

  /**
   * Takes over the effects of a way that are never undone. `possible`: the reason why it is not known whether they
   * happened.
   */
  #takeWrites(way: Way, possible?: PlacedCause): void {
    for (const folder of this.#folders.changedOn(way).keys()) this.#folders.set(folder, true);
    for (const name of this.registered.changedOn(way).keys()) this.registered.set(name, true);
    this.unknownWrites.push(...this.unknownWrites.addedOn(way));
    this.installations.push(...this.installations.addedOn(way));
    const requests = this.requests.addedOn(way);
    this.requests.push(...(possible === undefined ? requests : requests.map((request) => ({ ...request, possible }))));
  }

  #joinVariables(ways: readonly Way[], mayBeNone: boolean, why: PlacedCause): void {
    this.#joinFacts(ways, mayBeNone, why);
    for (const facts of ways.flatMap((way) => this.passedBy.addedOn(way))) this.passBy(facts);
    const joined = (added: (way: Way) => readonly PlayLayer[]): readonly PlayLayer[] =>
      joinedLayers(ways.map(added), mayBeNone, why);
    this.included.push(...joined((way) => this.included.addedOn(way)));
    const { defaults, vars } = this.exported.value;
    this.share({
      defaults: joined((way) => this.exported.after(way).defaults.slice(defaults.length)),
      vars: joined((way) => this.exported.after(way).vars.slice(vars.length)),
    });
  }

  #joinApplied(ways: readonly Way[], mayBeNone: boolean, why: PlacedCause): void {
    for (const role of changedOn(ways, this.applied)) {
      if (this.applied.get(role) === 'surely') continue;
      const isCertain = !mayBeNone && ways.every((way) => this.applied.getAfter(way, role) === 'surely');
      this.applied.set(role, isCertain ? 'surely' : why);
    }
  }

  #joinFacts(ways: readonly Way[], mayBeNone: boolean, why: PlacedCause): void {
    for (const name of changedOn(ways, this.facts)) {
      const after = ways.map((way) => this.facts.getAfter(way, name));
      const [first, ...others] = mayBeNone ? [this.facts.get(name), ...after] : after;
      const isOne = others.every((other) => other === first || isSameValue(first, other));
      const value = isOne ? first : new UnknownValue(why.reason, why.message, why.name ?? name, why.clause);
      if (value !== undefined) this.facts.set(name, value);
    }
  }

  /** Swap is off if it is off on each way. */
  #joinSwap(ways: readonly Way[], mayBeNone: boolean): void {
    const after = ways.map((way) => this.swapOff.after(way));
    const all = mayBeNone ? [this.swapOff.value, ...after] : after;
    this.swapOff.value = all.includes(undefined) ? undefined : all[0];
  }

  #joinFiles(ways: readonly Way[], mayBeNone: boolean, why: PlacedCause): void {
    for (const path of changedOn(ways, this.files)) {
      const base = this.files.get(path);
      const states = ways.map((way) => this.files.getAfter(way, path));
      const changed = [...new Set(states.filter((state) => state !== undefined && state !== base))];
      const isRemoved = base !== undefined && states.includes(undefined);
      if (changed.length === 0 && !isRemoved) continue;
      // If each way writes the file, it is surely written.
      const isEverywhere = !mayBeNone && states.every((state) => state !== undefined && state !== base);
      let joined: FileState | undefined = isEverywhere ? changed[0] : base;
      for (const state of isEverywhere ? changed.slice(1) : changed)
        if (state !== undefined) joined = either(joined, state, why);
      if (joined !== undefined) this.files.set(path, isRemoved ? either(undefined, joined, why) : joined);
    }
  }
}

/** The keys of a map that some way has changed. */
function changedOn<Key>(
  ways: readonly Way[],
  map: Pick<JournaledMap<Key, object | string>, 'changedOn'>,
): ReadonlySet<Key> {
  return new Set(ways.flatMap((way) => [...map.changedOn(way).keys()]));
}

/** The layer of what several ways have added; none if they have added nothing. */
function joinedLayers(
  added: readonly (readonly PlayLayer[])[],
  mayBeNone: boolean,
  why: PlacedCause,
): readonly PlayLayer[] {
  const all = added.flat();
  if (all.length === 0) return [];
  const possible = new PossibleAssignments();
  const assignments = new Map<string, Assignment>();
  for (const name of new Set(all.flatMap((layer) => [...layer.assignments.keys()]))) {
    const found = added.map((layers) => topAssignment(name, layers));
    const [first, ...others] = found;
    const isOne = first !== undefined && others.every((other) => other && sameValue(first.value, other.value));
    if (isOne && !mayBeNone) assignments.set(name, first);
    else possible.add(name, { ...why, clause: why.clause ?? why.message });
  }
  for (const layer of all) if (layer.possible !== undefined) possible.addAll(layer.possible);
  const unread = all.find((layer) => layer.unread !== undefined)?.unread;
  return [{ ...layerOfPossible(possible), assignments, unread }];
}

function isSameValue(one: RunValue | undefined, other: RunValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one instanceof UnknownValue || other instanceof UnknownValue) return false;
  return sameValue(one, other);
}

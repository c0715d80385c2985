/** Everything that tasks have done to one host so far; forked where only a run can know whether they do it. */
import { madeOnce } from '../../made-once.ts';
import type { Document } from '../../source/document.ts';
import { layerOfPossible } from '../plays/host-view.ts';
import type { PlayLayer } from '../plays/host-view.ts';
import type { RoleApplication } from '../plays/role-applications.ts';
import { sameValue } from '../plays/nodes.ts';
import { PossibleAssignments } from '../plays/possible-assignments.ts';
import { UnknownValue } from '../template/markers.ts';
import type { RenderedText, TextPlace } from '../template/rendered-text.ts';
import type { Assignment } from '../entities.ts';
import type { Why } from './task-arguments.ts';
import { either } from './file-states.ts';
import type { FileState } from './file-states.ts';
import { NO_ROLES } from './shared-variables.ts';
import type { RoleLayers } from './shared-variables.ts';
import type { RunValue } from './task-scope.ts';
import type { UnknownWrite } from './unknown-write.ts';

/** A request that a `uri` task sends. */
export interface DeployedRequest {
  readonly method: string;
  readonly url: RenderedText;
  /** The body as it is written, evaluated by nobody yet; undefined where there is none. */
  readonly body: RenderedText | undefined;
  readonly place: TextPlace;
  readonly document: Document;
  /** The reason why it is not known whether it is sent. */
  readonly possible: Why | undefined;
}

export class HostState {
  /** By name: what `set_fact` and `register` have set. */
  readonly facts = new Map<string, RunValue>();
  /** Names of results that only a run can know. */
  readonly registered = new Set<string>();
  included: readonly PlayLayer[] = [];
  /** The layers of roles that tasks have imported, or included for all: the tasks that follow in the play see them. */
  exported = NO_ROLES;
  /**
   * Applications of roles of which some task has run in the play, and the texts that tell entries of lists of roles apart for
   * which that holds; with the reason where only a run can know it.
   */
  readonly applied = new Map<RoleApplication | string, Why | undefined>();
  /** The variables that plays and roles may have set which are not followed. */
  passedBy: readonly PossibleAssignments[] = [];
  /** By path. */
  readonly files = new Map<string, FileState>();
  /** The states of other hosts that tasks on this host bring about, by the names of those hosts. */
  readonly delegated = new Map<string, HostState>();
  readonly folders = new Set<string>();
  readonly unknownWrites: UnknownWrite[] = [];
  readonly requests: DeployedRequest[] = [];
  /** The texts by which tasks install software: `elasticsearch=8.13.4`. */
  readonly installations: RenderedText[] = [];

  /** Starts another play. */
  startPlay(): void {
    this.exported = NO_ROLES;
    this.applied.clear();
  }

  /** Shares what a role sets with the tasks that follow in its play. */
  share({ defaults, vars }: RoleLayers): void {
    this.exported = {
      defaults: [...this.exported.defaults, ...defaults],
      vars: [...this.exported.vars, ...vars],
    };
  }

  /** Passes by tasks, which may set variables. */
  passBy(facts: PossibleAssignments): void {
    if (!this.passedBy.includes(facts)) this.passedBy = [...this.passedBy, facts];
    for (const name of this.facts.keys()) {
      const unknown = facts.about(name);
      if (unknown !== undefined) this.facts.set(name, UnknownValue.named(unknown.reason, name, unknown.message));
    }
  }

  /** Tells whether a task has made a folder, or put a file into it. */
  isFolder(path: string): boolean {
    if (this.folders.has(path)) return true;
    for (const file of this.files.keys()) if (file.startsWith(`${path}/`)) return true;
    return false;
  }

  /** The state of another host, as far as tasks on this one bring it about. */
  delegatedTo(name: string): HostState {
    return madeOnce(this.delegated, name, () => new HostState());
  }

  fork(): HostState {
    const fork = new HostState();
    for (const [name, value] of this.facts) fork.facts.set(name, value);
    for (const name of this.registered) fork.registered.add(name);
    for (const [path, file] of this.files) fork.files.set(path, file);
    for (const folder of this.folders) fork.folders.add(folder);
    for (const [role, doubt] of this.applied) fork.applied.set(role, doubt);
    for (const [name, state] of this.delegated) fork.delegated.set(name, state.fork());
    fork.included = this.included;
    fork.passedBy = this.passedBy;
    fork.exported = this.exported;
    fork.unknownWrites.push(...this.unknownWrites);
    fork.requests.push(...this.requests);
    fork.installations.push(...this.installations);
    return fork;
  }

  /** Starts another playbook: a new process, which knows the files alone. */
  startRun(): void {
    this.facts.clear();
    this.registered.clear();
    this.included = [];
    this.passedBy = [];
    for (const [path, file] of this.files) this.files.set(path, { ...file, isEarlier: true });
    for (const state of this.delegated.values()) state.startRun();
  }

  /**
   * Takes over what forks of this state have come to, of which exactly one is real. `mayBeNone`: or none of them, so that
   * all may be as it was.
   */
  join(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    this.#joinVariables(forks, mayBeNone, why);
    this.#joinApplied(forks, mayBeNone, why);
    this.#joinFiles(forks, mayBeNone, why);
    for (const name of new Set(forks.flatMap(({ delegated }) => [...delegated.keys()])))
      this.delegatedTo(name).join(
        forks.map((fork) => fork.delegatedTo(name)),
        mayBeNone,
        why,
      );
    const [requests, writes] = [this.requests.length, this.unknownWrites.length];
    const installations = this.installations.length;
    for (const fork of forks) {
      for (const folder of fork.folders) this.folders.add(folder);
      for (const name of fork.registered) this.registered.add(name);
      this.unknownWrites.push(...fork.unknownWrites.slice(writes));
      this.installations.push(...fork.installations.slice(installations));
      this.requests.push(...fork.requests.slice(requests).map((request) => ({ ...request, possible: why })));
    }
  }

  /**
   * Leaves open what tasks have set since another state, a fork of this one that nothing else uses, and the roles that they
   * have applied: only a run can know whether they did it. Files are as if they had.
   */
  doubtVariables(before: HostState, why: Why): void {
    before.#joinVariables([this], true, why);
    before.#joinApplied([this], true, why);
    for (const [role, doubt] of before.applied) this.applied.set(role, doubt);
    for (const [name, value] of before.facts) this.facts.set(name, value);
    this.included = before.included;
    this.exported = before.exported;
  }

  #joinVariables(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    this.#joinFacts(forks, mayBeNone, why);
    for (const { passedBy } of forks)
      for (const facts of passedBy) if (!this.passedBy.includes(facts)) this.passBy(facts);
    const joined = (layersOf: (state: HostState) => readonly PlayLayer[]): readonly PlayLayer[] =>
      joinedLayers(layersOf(this), forks.map(layersOf), mayBeNone, why);
    this.included = joined(({ included }) => included);
    this.exported = {
      defaults: joined(({ exported }) => exported.defaults),
      vars: joined(({ exported }) => exported.vars),
    };
  }

  #joinApplied(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    for (const role of new Set(forks.flatMap(({ applied }) => [...applied.keys()]))) {
      if (this.applied.has(role) && this.applied.get(role) === undefined) continue;
      const isCertain =
        !mayBeNone && forks.every(({ applied }) => applied.has(role) && applied.get(role) === undefined);
      this.applied.set(role, isCertain ? undefined : why);
    }
  }

  #joinFacts(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    const all = mayBeNone ? [this.fork(), ...forks] : forks;
    for (const name of new Set(forks.flatMap(({ facts }) => [...facts.keys()]))) {
      const [first, ...others] = all.map(({ facts }) => facts.get(name));
      const isOne = others.every((other) => other === first || isSameValue(first, other));
      const value = isOne ? first : new UnknownValue(why.reason, why.message, why.name ?? name, why.clause);
      if (value !== undefined) this.facts.set(name, value);
    }
  }

  #joinFiles(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    const before = new Map(this.files);
    for (const path of new Set([...before.keys(), ...forks.flatMap(({ files }) => [...files.keys()])])) {
      const base = before.get(path);
      const states = forks.map(({ files }) => files.get(path));
      const changed = [...new Set(states.filter((state) => state !== undefined && state !== base))];
      const isRemoved = base !== undefined && states.includes(undefined);
      if (changed.length === 0 && !isRemoved) continue;
      // Where each fork writes the file, it is surely written.
      const isEverywhere = !mayBeNone && states.every((state) => state !== undefined && state !== base);
      let joined: FileState | undefined = isEverywhere ? changed[0] : base;
      for (const state of isEverywhere ? changed.slice(1) : changed)
        if (state !== undefined) joined = either(joined, state, why);
      if (joined !== undefined) this.files.set(path, isRemoved ? either(undefined, joined, why) : joined);
    }
  }
}

/** Layers to which forks have added others. */
function joinedLayers(
  before: readonly PlayLayer[],
  forks: readonly (readonly PlayLayer[])[],
  mayBeNone: boolean,
  why: Why,
): readonly PlayLayer[] {
  const added = forks.map((layers) => layers.slice(before.length));
  const all = added.flat();
  if (all.length === 0) return before;
  const possible = new PossibleAssignments();
  const assignments = new Map<string, Assignment>();
  for (const name of new Set(all.flatMap((layer) => [...layer.assignments.keys()]))) {
    const found = added.map((layers) => layers.findLast((layer) => layer.assignments.has(name))?.assignments.get(name));
    const [first, ...others] = found;
    const isOne = first !== undefined && others.every((other) => other && sameValue(first.value, other.value));
    if (isOne && !mayBeNone) assignments.set(name, first);
    else possible.add(name, { reason: why.reason, message: why.clause ?? why.message, place: why.place });
  }
  for (const layer of all) if (layer.possible !== undefined) possible.addAll(layer.possible);
  const unread = all.find((layer) => layer.unread !== undefined)?.unread;
  return [...before, { ...layerOfPossible(possible), assignments, unread }];
}

function isSameValue(one: RunValue | undefined, other: RunValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one instanceof UnknownValue || other instanceof UnknownValue) return false;
  return sameValue(one, other);
}

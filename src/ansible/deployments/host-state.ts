/** Everything that tasks have done to one host so far; forked where only a run can know whether they do it. */
import { dirname } from 'node:path';
import { madeOnce } from '../../ground/made-once.ts';
import type { Document } from '../../source/document.ts';
import { layerOfPossible } from '../plays/host-view.ts';
import type { PlayLayer } from '../plays/host-view.ts';
import type { RoleApplication } from '../plays/role-applications.ts';
import { sameValue } from '../playbook/nodes.ts';
import { PossibleAssignments } from '../plays/possible-assignments.ts';
import { UnknownValue } from '../template/markers.ts';
import type { RenderedText, TextPlace } from '../template/files/rendered-text.ts';
import type { Assignment } from '../entities.ts';
import type { Why } from './task-arguments.ts';
import { either } from './file-states.ts';
import type { FileState } from './file-states.ts';
import { BranchList, BranchMap } from './branches.ts';
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

/** The name of the host of a task that is delegated to one of which only a run can know the name. */
export const ANY_HOST = '';

export class HostState {
  readonly #trunk: HostState | undefined;
  /** By name: what `set_fact` and `register` have set. */
  readonly facts: BranchMap<string, RunValue>;
  /** Names of results that only a run can know. */
  readonly registered: BranchMap<string, true>;
  included: readonly PlayLayer[];
  /** The layers of roles that tasks have imported, or included for all: the tasks that follow in the play see them. */
  exported: RoleLayers;
  /**
   * Applications of roles of which some task has run in the play, and the texts that tell entries of lists of roles apart for
   * which that holds; with the reason where only a run can know it.
   */
  readonly applied: BranchMap<RoleApplication | string, Why | undefined>;
  /** The variables that tasks may have set of which only a run can know whether this host has them. */
  passedBy: readonly PossibleAssignments[];
  /** By path; `putFile` sets one. */
  readonly files: BranchMap<string, FileState>;
  /** The states of other hosts that tasks on this host have brought about here, by the names of those hosts, or `ANY_HOST`. */
  readonly delegated = new Map<string, HostState>();
  readonly #folders: BranchMap<string, true>;
  readonly unknownWrites: BranchList<UnknownWrite>;
  readonly requests: BranchList<DeployedRequest>;
  /** The texts by which tasks install software: `elasticsearch=8.13.4`. */
  readonly installations: BranchList<RenderedText>;
  /** The task that surely switches swap off; undefined where none does, or a later one may switch it on. */
  swapOff: TextPlace | undefined;

  constructor(trunk?: HostState) {
    this.#trunk = trunk;
    this.facts = new BranchMap(trunk?.facts);
    this.registered = new BranchMap(trunk?.registered);
    this.included = trunk?.included ?? [];
    this.exported = trunk?.exported ?? NO_ROLES;
    this.applied = new BranchMap(trunk?.applied);
    this.passedBy = trunk?.passedBy ?? [];
    this.files = new BranchMap(trunk?.files);
    this.#folders = new BranchMap(trunk === undefined ? undefined : trunk.#folders);
    this.unknownWrites = new BranchList(trunk?.unknownWrites);
    this.requests = new BranchList(trunk?.requests);
    this.installations = new BranchList(trunk?.installations);
    this.swapOff = trunk?.swapOff;
  }

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

  /** The state of another host, as far as tasks on this one bring it about. */
  delegatedTo(name: string): HostState {
    return madeOnce(this.delegated, name, () => new HostState(this.#trunk?.delegatedTo(name)));
  }

  /** Takes over what tasks on another host have done here. Only a run can know which of two hosts writes a file last. */
  takeDelegated(delegated: HostState): void {
    for (const [path, file] of delegated.files) {
      const own = this.files.get(path);
      const [writer] = file.writers;
      const message = 'a task on another host writes the file, too, and only a run can know which is the last';
      const why: Why | undefined = writer && { reason: 'task', message, name: undefined, place: writer.place };
      this.putFile(path, own === undefined || why === undefined ? file : either(own, file, why));
    }
    this.unknownWrites.push(...delegated.unknownWrites.all);
    this.installations.push(...delegated.installations.all);
    this.swapOff ??= delegated.swapOff;
  }

  /** Takes over what tasks on another host may have done here: only a run can know for which host they do it. */
  takeFromAnyone(delegated: HostState): void {
    for (const [path, { writers }] of delegated.files)
      for (const { action, place } of writers) {
        const message = 'only a run can know the host that a task is delegated to';
        const known = { kind: 'text', text: path, place, isComputed: false, from: [] } as const;
        const why: Why = { reason: 'task', message, name: undefined, place };
        this.unknownWrites.push({ action, place, why, path: [known] });
      }
    this.unknownWrites.push(...delegated.unknownWrites.all);
  }

  /** A state that goes on from this one, which must not change for as long as the fork is used. */
  fork(): HostState {
    return new HostState(this);
  }

  /** Starts another playbook: a new process, which knows the files alone. */
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
    this.included = [];
    this.passedBy = [];
  }

  /**
   * Takes over what forks of this state have come to, of which exactly one is real. `mayBeNone`: or none of them, so that
   * all may be as it was.
   */
  join(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    this.#joinVariables(forks, mayBeNone, why);
    this.#joinApplied(forks, mayBeNone, why);
    this.#joinFiles(forks, mayBeNone, why);
    this.#joinSwap(forks, mayBeNone);
    for (const name of new Set(forks.flatMap(({ delegated }) => [...delegated.keys()])))
      this.delegatedTo(name).join(
        forks.map((fork) => fork.delegatedTo(name)),
        mayBeNone,
        why,
      );
    for (const fork of forks) this.#takeWrites(fork, why);
  }

  /**
   * Takes over what tasks have done on a fork, the files as if they had surely done it. What they have set is left open, and
   * the roles that they have applied: only a run can know whether they did it.
   */
  assume(fork: HostState, why: Why): void {
    this.#joinVariables([fork], true, why);
    this.#joinApplied([fork], true, why);
    this.#joinSwap([fork], true);
    this.#takeFiles(fork);
  }

  /** Takes over the files of a fork, and what else it has done but set. */
  #takeFiles(fork: HostState): void {
    for (const path of fork.files.changed) {
      const file = fork.files.get(path);
      if (file === undefined) this.files.delete(path);
      else this.files.set(path, file);
    }
    for (const [name, state] of fork.delegated) this.delegatedTo(name).#takeFiles(state);
    this.#takeWrites(fork);
  }

  /** Takes over what a fork has done that is never undone. `possible`: the reason why it is not known whether it did. */
  #takeWrites(fork: HostState, possible?: Why): void {
    for (const folder of fork.#folders.changed) this.#folders.set(folder, true);
    for (const name of fork.registered.changed) this.registered.set(name, true);
    this.unknownWrites.push(...fork.unknownWrites.added);
    this.installations.push(...fork.installations.added);
    const { added } = fork.requests;
    this.requests.push(...(possible === undefined ? added : added.map((request) => ({ ...request, possible }))));
  }

  #joinVariables(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    this.#joinFacts(forks, mayBeNone, why);
    const known = this.passedBy.length;
    for (const { passedBy } of forks) for (const facts of passedBy.slice(known)) this.passBy(facts);
    const joined = (layersOf: (state: HostState) => readonly PlayLayer[]): readonly PlayLayer[] =>
      joinedLayers(layersOf(this), forks.map(layersOf), mayBeNone, why);
    this.included = joined(({ included }) => included);
    this.exported = {
      defaults: joined(({ exported }) => exported.defaults),
      vars: joined(({ exported }) => exported.vars),
    };
  }

  #joinApplied(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    for (const role of changedIn(forks.map(({ applied }) => applied))) {
      if (this.applied.has(role) && this.applied.get(role) === undefined) continue;
      const isCertain =
        !mayBeNone && forks.every(({ applied }) => applied.has(role) && applied.get(role) === undefined);
      this.applied.set(role, isCertain ? undefined : why);
    }
  }

  #joinFacts(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    const all = mayBeNone ? [this, ...forks] : forks;
    for (const name of changedIn(forks.map(({ facts }) => facts))) {
      const [first, ...others] = all.map(({ facts }) => facts.get(name));
      const isOne = others.every((other) => other === first || isSameValue(first, other));
      const value = isOne ? first : new UnknownValue(why.reason, why.message, why.name ?? name, why.clause);
      if (value !== undefined) this.facts.set(name, value);
    }
  }

  /** Swap is off where it is on each way. */
  #joinSwap(forks: readonly HostState[], mayBeNone: boolean): void {
    const ways = mayBeNone ? [this, ...forks] : forks;
    this.swapOff = ways.every(({ swapOff }) => swapOff !== undefined) ? ways[0]?.swapOff : undefined;
  }

  #joinFiles(forks: readonly HostState[], mayBeNone: boolean, why: Why): void {
    for (const path of changedIn(forks.map(({ files }) => files))) {
      const base = this.files.get(path);
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

/** The keys that some branch of a map has changed. */
function changedIn<Key>(branches: readonly BranchMap<Key, unknown>[]): ReadonlySet<Key> {
  return new Set(branches.flatMap(({ changed }) => changed));
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

/** Deployments: the files that plays and roles put on each host, as far as they are known without a run. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Document, Location } from '../../source/document.ts';
import type { Assignment, Host } from '../inventory/entities.ts';
import { textOfState, whyMaybeUnwritten } from './file-states.ts';
import type { FileState, Writer } from './file-states.ts';
import { HostRun } from './host-run.ts';
import type { FollowedTask, RunContext } from './task-values.ts';
import type { Plays } from '../plays/plays.ts';
import type { Stop } from './stops.ts';
import type { Scopes } from '../scopes.ts';
import { Renderings } from './renderings.ts';
import { SharedVariables } from './shared-variables.ts';
import { SourceFiles } from './source-files.ts';
import { ANY_HOST } from './host-state.ts';
import type { DeployedRequest, HostState } from './host-state.ts';
import { mayWriteTo } from './unknown-write.ts';
import type { UnknownWrite } from './unknown-write.ts';
import { appliedPlaysOf } from './applied-plays.ts';
import type { AppliedPlay } from './applied-plays.ts';
import { restartsOfHosts } from './restarts.ts';
import type { Restart, RestartsOfHost, UnknownRestart } from './restarts.ts';
import type { RenderedText, PlacedCause } from '../template/files/rendered-text.ts';

export type { Writer } from './file-states.ts';
export type { DeployedRequest } from './host-state.ts';
export type { UnknownWrite } from './unknown-write.ts';
export type { FollowedTask } from './task-values.ts';
export type { AppliedPlay, RoleOfPlay } from './applied-plays.ts';
export type { Batches } from './batches.ts';
export type { HostsAtOnce, Restart, Trigger, UnknownRestart } from './restarts.ts';
export type { Stop } from './stops.ts';

/** A file that tasks put on a host. */
export interface DeployedFile {
  /** On the host: `/etc/elasticsearch/elasticsearch.yml`; `{{ name }}` marks an unknown part of its folder. */
  readonly path: string;
  /** The text, one object for all hosts with equal variables in it. */
  readonly text: RenderedText;
  /** The tasks that write it, in order. */
  readonly writers: readonly Writer[];
  /** False if tasks only change parts of an existing file. */
  readonly isWhole: boolean;
  /** The full paths of the playbooks whose tasks write it on the host itself. */
  readonly playbooks: ReadonlySet<string>;
  /** A later task that writes a file whose name is not known, and may be that of this one. */
  readonly laterWrite: UnknownWrite | undefined;
  /** The reason why no task may write it at all. */
  readonly maybeUnwritten: PlacedCause | undefined;
}

const NO_PLAYBOOKS: ReadonlySet<string> = new Set();

/** The effects of tasks on the hosts of an inventory; they are worked out when they are first asked for. */
export class Deployments {
  readonly #plays: Plays;
  readonly #scopes: Scopes;
  readonly #sources: SourceFiles;
  readonly #missingRoles = new Map<string, Location>();
  readonly #tasks: RunContext['tasks'] = new Map();
  #states: ReadonlyMap<string, HostState> | undefined;
  /** The playbooks that write each file, by the name of the host and the file's path. */
  #writes: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> = new Map();
  /** The variables that only tasks of other hosts share with each host. */
  #missed: ReadonlyMap<Host, SharedVariables> = new Map();
  #restarts: ReadonlyMap<string, RestartsOfHost> | undefined;
  #stops: ReadonlyMap<string, readonly Stop[]> = new Map();
  readonly #files = new Map<string, readonly DeployedFile[]>();

  /** `scopes`: those of hosts as templates of others see them. */
  constructor(plays: Plays, scopes: Scopes) {
    this.#plays = plays;
    this.#scopes = scopes;
    this.#sources = new SourceFiles(plays.files);
  }

  /** Tells whether a play has a host, or may have it. */
  reaches(host: Host): boolean {
    return this.#plays.runsOf(host).some((plays) => plays.length > 0);
  }

  /** The files of a host, by path. */
  filesOf({ name }: Host): readonly DeployedFile[] {
    return madeOnce(this.#files, name, () => this.#filesOf(name));
  }

  /** The writes to files of a host whose names are not known. */
  unknownWritesOf({ name }: Host): readonly UnknownWrite[] {
    return this.#followed.get(name)?.unknownWrites.value ?? [];
  }

  /** The first of these writes that may be to a file at one of some paths. */
  unknownWriteTo(host: Host, paths: readonly string[]): UnknownWrite | undefined {
    return this.unknownWritesOf(host).find((write) => paths.some((path) => mayWriteTo(write, path)));
  }

  /** The requests that tasks on a host send. */
  requestsOf({ name }: Host): readonly DeployedRequest[] {
    return this.#followed.get(name)?.requests.value ?? [];
  }

  /** The texts by which tasks on a host install software: `elasticsearch=8.13.4`. */
  installationsOn({ name }: Host): readonly RenderedText[] {
    return this.#followed.get(name)?.installations.value ?? [];
  }

  /** The task that surely switches swap off on a host; undefined if none does. */
  swapOffOn({ name }: Host): Location | undefined {
    return this.#followed.get(name)?.swapOff.value;
  }

  /** The tasks that hosts come to, or may come to. */
  get tasks(): readonly FollowedTask[] {
    return this.#followed.size === 0 ? [] : [...this.#tasks.values()];
  }

  /** What a run restarts on a host, as far as it can be followed. To ask for it follows all hosts once more. */
  restartsOf({ name }: Host): readonly Restart[] {
    return this.#restarted.get(name)?.known ?? [];
  }

  /** The roles, tasks and handlers of a host's plays that are not known, and may restart anything. */
  unknownRestartsOf({ name }: Host): readonly UnknownRestart[] {
    return this.#restarted.get(name)?.unknown ?? [];
  }

  /** The plays that have a host, with the number of hosts that run each at once and the roles that it applies. */
  playsOf(host: Host): readonly AppliedPlay[] {
    return appliedPlaysOf(host, this.#plays, this.#scopes);
  }

  /** The places at which Ansible surely stops on a host. */
  stopsOf({ name }: Host): readonly Stop[] {
    return this.#followed.size === 0 ? [] : (this.#stops.get(name) ?? []);
  }

  /** The files of plays, roles and variables that were read, with everything that they assign. */
  get read(): { readonly documents: readonly Document[]; readonly assignments: readonly Assignment[] } {
    const { read, assignments } = this.#plays.files;
    return { documents: [...read.values()].filter((document) => document !== undefined), assignments };
  }

  /** The templates and other files of the project that tasks put on hosts, as far as they were read. */
  get sources(): ReadonlySet<Document> {
    return this.#sources.ofProject;
  }

  /** The roles that plays apply but that do not exist, each with its first use. */
  get missingRoles(): ReadonlyMap<string, Location> {
    return this.#followed.size === 0 ? new Map() : this.#missingRoles;
  }

  #filesOf(name: string): readonly DeployedFile[] {
    const state = this.#followed.get(name);
    const files: readonly (readonly [string, FileState])[] = state === undefined ? [] : [...state.files];
    return files
      .filter(([path]) => state?.isFolder(path) === false)
      .map(([path, file]) => ({
        path,
        text: textOfState(file),
        writers: file.writers,
        isWhole: file.isWhole,
        playbooks: this.#writes.get(name)?.get(path) ?? NO_PLAYBOOKS,
        laterWrite: state?.unknownWrites.value.slice(file.unknownWritesBefore).find((write) => mayWriteTo(write, path)),
        maybeUnwritten: whyMaybeUnwritten(file),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  get #followed(): ReadonlyMap<string, HostState> {
    return (this.#states ??= this.#follow());
  }

  get #restarted(): ReadonlyMap<string, RestartsOfHost> {
    if (this.#followed.size === 0) return new Map();
    return (this.#restarts ??= restartsOfHosts(this.#context(new Map(), new Map()), this.#missed));
  }

  #context(tasks: RunContext['tasks'], missingRoles: RunContext['missingRoles']): RunContext {
    return {
      plays: this.#plays,
      scopes: this.#scopes,
      sources: this.#sources,
      renderings: new Renderings(),
      statements: new Renderings(),
      conditions: new Renderings(),
      missingRoles,
      tasks,
      layers: new Map(),
      entries: new Map(),
      hostNames: new Map(),
    };
  }

  #follow(): ReadonlyMap<string, HostState> {
    const runs = runsOf(this.#context(this.#tasks, this.#missingRoles));
    this.#missed = new Map([...runs].map(([host, { missed }]) => [host, missed]));
    this.#stops = new Map([...runs].map(([{ name }, { stops }]) => [name, stops]));
    this.#writes = new Map([...runs].map(([{ name }, { playbooks }]) => [name, playbooks]));
    const states = new Map([...runs].map(([{ name }, { state }]) => [name, state]));
    const delegated = [...states.values()].flatMap((state) => [...state.delegated]);
    for (const [name, state] of delegated) {
      if (name === ANY_HOST) for (const any of states.values()) any.takeFromAnyone(state);
      else states.get(name)?.takeDelegated(state);
    }
    for (const state of states.values()) state.endRun();
    return states;
  }
}

/** Follows each host, and follows it again as long as others share variables with it that its last run did not know. */
function runsOf(context: RunContext): ReadonlyMap<Host, HostRun> {
  const runs = new Map<Host, HostRun>();
  const shared = new SharedVariables();
  const { hosts } = context.plays.inventory;
  let missed = new Map([...hosts.values()].map((host) => [host, new SharedVariables()]));
  while (missed.size > 0) {
    for (const [host, unknown] of missed) {
      const run = runOf(context, host, unknown);
      runs.set(host, run);
      shared.addAll(run.shared);
    }
    missed = new Map();
    for (const [host, run] of runs) {
      const unknown = shared.without(run.shared);
      unknown.addAll(run.missed);
      if (unknown.size > run.missed.size) missed.set(host, unknown);
    }
  }
  return runs;
}

function runOf(context: RunContext, host: Host, missed: SharedVariables): HostRun {
  const run = new HostRun(context, host, missed);
  for (const plays of context.plays.runsOf(host)) run.follow(plays);
  return run;
}

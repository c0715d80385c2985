/** Restarts: what a run of the plays restarts on each host, for which changes, and on how many hosts at once. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Location } from '../../source/document.ts';
import type { Host } from '../inventory/entities.ts';
import { either, keyOfCause, keyOfReason } from './change-causes.ts';
import type { ChangeCauses } from './change-causes.ts';
import { Deeds } from './deeds.ts';
import type { Trigger } from './deeds.ts';
import { ANY_HOST } from './host-state.ts';
import { HostRun } from './host-run.ts';
import type { RestartedThing } from './restart-actions.ts';
import { RestartWitness } from './restart-witness.ts';
import type { HostsAtOnce, PlayOnWay, RestartOnWay, UnknownRestart, WaitOnWay } from './restart-witness.ts';
import type { SharedVariables } from './shared-variables.ts';
import { shownWord } from './shell-text.ts';
import type { RunContext } from './task-values.ts';

export type { Trigger } from './deeds.ts';
export type { HostsAtOnce, UnknownRestart } from './restart-witness.ts';

/** Something that a run of the plays restarts on a host, or may restart. */
export interface Restart extends RestartedThing {
  /** The place of the task or handler. */
  readonly place: Location;
  readonly isHandler: boolean;
  /** Each of them is enough. */
  readonly triggers: readonly Trigger[];
  readonly play: PlayOnWay;
  readonly atOnce: HostsAtOnce;
  /** True if a task surely waits for the health of the cluster before the next hosts are restarted. */
  readonly waits: boolean;
}

/** The restarts of one host. */
export interface RestartsOfHost {
  readonly known: readonly Restart[];
  readonly unknown: readonly UnknownRestart[];
}

/**
 * Follows all hosts once more and notes what is restarted on each. `missed`: the variables that only tasks of other
 * hosts share with each.
 */
export function restartsOfHosts(
  context: RunContext,
  missed: ReadonlyMap<Host, SharedVariables>,
): ReadonlyMap<string, RestartsOfHost> {
  const deeds = new Deeds();
  const witnesses = new Map<string, RestartWitness>();
  for (const [host, variables] of missed) {
    const run = new HostRun(context, host, variables, (_host, values, state) => {
      const witness = new RestartWitness(context, deeds, host, values, state);
      witnesses.set(host.name, witness);
      return witness;
    });
    for (const plays of context.plays.runsOf(host)) run.follow(plays);
    witnesses.get(host.name)?.finish();
  }
  const found = new Map<string, Map<string, Restarting>>();
  for (const { events } of witnesses.values()) addRestarts(events, found);
  return new Map(
    Array.from(witnesses, ([name, { unknown }]) => {
      const known = [...(found.get(name)?.values() ?? [])].flatMap((one) => restartOf(one, deeds) ?? []);
      return [name, { known, unknown: distinct(unknown) }] as const;
    }),
  );
}

/** A restart while what is known of it is brought together. */
interface Restarting {
  readonly first: RestartOnWay;
  causes: ChangeCauses;
  waits: boolean;
}

function addRestarts(events: RestartWitness['events'], found: Map<string, Map<string, Restarting>>): void {
  for (const one of events) {
    if (one.event !== 'restart') continue;
    const waits = isWaitedFor(one, events);
    for (const target of one.targets) {
      const ofHost = madeOnce(found, target, () => new Map<string, Restarting>());
      const known = madeOnce(ofHost, keyOf(one), () => ({ first: one, causes: one.causes, waits }));
      known.causes = either(known.causes, one.causes);
      known.waits &&= waits;
    }
  }
}

function keyOf({ play, place, kind, how, name }: RestartOnWay): string {
  const parts = [play.playbook, play.place.start, place.document.file, place.start, kind, how, shownWord(name)];
  return parts.map(String).join('\0');
}

function restartOf({ first, causes, waits }: Restarting, deeds: Deeds): Restart | undefined {
  const { kind, name, how, place, isHandler, play, atOnce } = first;
  const triggers = deeds.triggersOf(causes);
  return triggers.length === 0 ? undefined : { kind, name, how, place, isHandler, triggers, play, atOnce, waits };
}

/**
 * Tells whether a wait comes between a restart and that of other hosts: in a loop over hosts before the next one, else
 * anywhere in a play whose batches follow each other.
 */
function isWaitedFor(restart: RestartOnWay, events: RestartWitness['events']): boolean {
  const ofPlay = events.filter(({ play }) => isSamePlay(play, restart.play));
  const at = ofPlay.indexOf(restart);
  const isOther = (one: RestartOnWay | WaitOnWay): boolean => one.event === 'restart' && isOfOther(one, restart);
  const isWait = (one: RestartOnWay | WaitOnWay): boolean => one.event === 'wait' && isSurelyBeside(one, restart);
  const next = ofPlay.findIndex((one, index) => index > at && isOther(one));
  if (next >= 0) return ofPlay.slice(at, next).some(isWait);
  const last = ofPlay.findLastIndex((one, index) => index < at && isOther(one));
  if (last >= 0) return ofPlay.slice(last).some(isWait);
  // Of a loop over hosts that only a run can know, one round stands for all.
  if (restart.target === ANY_HOST) return ofPlay.slice(at).some(isWait);
  const { sizes, serial } = restart.atOnce.batches;
  return serial !== undefined && ('reason' in sizes || sizes.length > 1) && ofPlay.some(isWait);
}

/** Tells whether two restarts are the same on two hosts. */
function isOfOther(one: RestartOnWay, { target, place, play }: RestartOnWay): boolean {
  const isSame = one.place.document === place.document && one.place.start === place.start;
  return isSame && one.target !== target && isSamePlay(one.play, play);
}

function isSamePlay(one: PlayOnWay, other: PlayOnWay): boolean {
  return (
    one.playbook === other.playbook &&
    one.place.start === other.place.start &&
    one.place.document === other.place.document
  );
}

/** Tells whether a wait is come to whenever something was restarted. */
function isSurelyBeside({ causes }: WaitOnWay, restart: RestartOnWay): boolean {
  const doubts = new Set(restart.causes.flatMap((cause) => reasonsOf(cause)));
  const sure = causes.filter((cause) => reasonsOf(cause).every((reason) => doubts.has(reason)));
  const keys = new Set(sure.map(keyOfCause));
  if (keys.has('always') || keys.has(`change\0${restart.deed}`)) return true;
  return restart.causes.length > 0 && restart.causes.every((cause) => keys.has(keyOfCause(cause)));
}

function reasonsOf({ possible }: ChangeCauses[number]): readonly string[] {
  return possible === undefined ? [] : [keyOfReason(possible)];
}

function distinct(unknown: readonly UnknownRestart[]): readonly UnknownRestart[] {
  const keys = unknown.map(
    ({ what, why, play }) => `${what}\0${keyOfReason(why)}\0${play.playbook}\0${String(play.place.start)}`,
  );
  return unknown.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** Attestations: what a person vouches for in the configuration, because no file shows it. */
import type { AlertCondition } from './alerts.ts';
import type { FilePlace, Stated } from './setting.ts';
import { DAY } from './units.ts';
import type { Duration } from './units.ts';

/** All of a configuration. Those that name no cluster are about each cluster of the stack. */
export interface Attestations {
  /** The key that has them. */
  readonly at: FilePlace;
  /** The day on which they are read, as `2027-01-31`. */
  readonly today: string;
  readonly restoreTests: readonly RestoreTest[];
  readonly alerts: readonly AttestedAlerts[];
  readonly reverseProxies: readonly AttestedProxy[];
}

/** A snapshot that was restored, to see whether it can be. */
export interface RestoreTest {
  readonly date: Stated<string>;
  /** The cluster whose snapshot it was. */
  readonly of?: string | undefined;
  /** The cluster that it was restored to. */
  readonly cluster?: Stated<string> | undefined;
  /** The time that it took, and the time that it may take. */
  readonly duration?: Stated<Duration> | undefined;
  readonly objective?: Duration | undefined;
}

/** The conditions that somebody is told of, each with the name of what tells it, or a link. */
export interface AttestedAlerts extends Readonly<Partial<Record<AlertCondition, string | undefined>>> {
  readonly at: FilePlace;
  readonly cluster?: string | undefined;
}

/** A proxy that serves dashboards by TLS. */
export interface AttestedProxy {
  readonly cluster?: string | undefined;
}

/** Tells whether an attestation is about a cluster. */
export function isAbout({ cluster }: { readonly cluster?: string | undefined }, label: string): boolean {
  return cluster === undefined || cluster === label;
}

/** The whole days between two dates, as `2027-01-31`. */
export function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(earlier)) / DAY);
}

/** The thresholds from which a running cluster logs what is slow, by the index templates that set them. */
import type { Origin, Place } from './setting.ts';

/** A composable index template, with the component templates that it is made of. */
export interface SlowLogTemplate {
  readonly name: string;
  readonly origin: Origin;
  /** True if it is for all indices that no other template is for. */
  readonly isForAll: boolean;
  /** True if the product brought it, or a part of it. */
  readonly isManaged: boolean;
  /** The thresholds that it sets, by their settings. */
  readonly thresholds: ReadonlyMap<string, SlowLogThreshold>;
}

export interface SlowLogThreshold {
  readonly place: Place;
  /** As it is written: `10s`. */
  readonly text: string;
  /** Undefined where nothing is logged. */
  readonly milliseconds: number | undefined;
}

/** The thresholds of Production practice, by their settings. */
export const SLOW_LOG_THRESHOLDS = {
  'index.search.slowlog.threshold.query.warn': '10s',
  'index.search.slowlog.threshold.query.info': '5s',
  'index.search.slowlog.threshold.fetch.warn': '1s',
  'index.indexing.slowlog.threshold.index.warn': '10s',
} as const;

const UNITS: Readonly<Record<string, number>> = {
  ...{ nanos: 1e-6, micros: 1e-3, ms: 1, s: 1000 },
  ...{ m: 60_000, h: 3_600_000, d: 86_400_000 },
};

/** Reads a time as products write it, in milliseconds; undefined for `-1`, which is none. */
export function millisecondsOf(text: string): number | undefined {
  const [, amount, unit = 'ms'] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)?\s*$/i.exec(text) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}

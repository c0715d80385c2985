/**
 * The body that a record is read from: JSON in an answer of a cluster or, where a project keeps its requests, in a
 * text. Each part has its place.
 */
import type { Given, Origin, Setting, Unknown } from '../../model/setting.ts';
import type { Meaning } from '../../model/units.ts';

type Keys = readonly string[];

export interface RecordBody {
  /** True if the product has accepted it: what cannot be read here is then no fault of it. */
  readonly isAccepted: boolean;
  /** The value that keys lead to; undefined if there is none. */
  given(keys: Keys): Given<unknown> | undefined;
  /** The place of a value that is not there. No keys lead to the body as a whole. */
  placeToSet(keys: Keys): Origin;
}

/** Reads a setting of a record, by the keys that lead to it. */
export function recordSetting<T>(body: RecordBody, keys: Keys, read: (raw: unknown) => Meaning<T>): Setting<T> {
  const given = body.given(keys);
  if (given === undefined) return { state: 'unset', variable: keys.join('.'), origin: body.placeToSet(keys) };
  if (given.state !== 'known') return given;
  const { variable, origin, value, items } = given;
  const meaning = read(value);
  if ('value' in meaning) return { state: 'known', variable, origin, value: meaning.value, ...(items && { items }) };
  if (!body.isAccepted) return { state: 'malformed', variable, origin, shown: JSON.stringify(value), ...meaning };
  const message = `${variable} has a value of another form than is known`;
  return { state: 'unknown', variable, origin, reason: 'not-collected', message };
}

/** A setting that records of this kind do not have. */
export function lackingSetting(body: RecordBody, variable: string): Unknown {
  const message = `there is no ${variable}`;
  return { state: 'unknown', variable, origin: body.placeToSet([]), reason: 'not-applicable', message };
}

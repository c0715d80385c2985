/** Remedies: requests to a cluster that mend what a finding says. They are printed, never sent. */

import { secretsInText } from './secret-texts.ts';

export interface Remedy {
  /** What the request does, as a command without its full stop: `Set the disk watermarks`. */
  readonly title: string;
  /** The method and the path: `PUT /_cluster/settings`. */
  readonly request: string;
  /** The body as JSON; `<password>` stands in for a secret. */
  readonly body?: JsonObject;
}

export type JsonValue = JsonObject | readonly JsonValue[] | string | number | boolean | null;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** What a person puts a secret in place of. */
export const PASSWORD = '<password>';

/** A request that changes settings of the cluster; null takes one away. */
export function settingsRemedy(title: string, body: Partial<Record<'persistent' | 'transient', JsonObject>>): Remedy {
  return { title, request: 'PUT /_cluster/settings', body };
}

/** A key that is the same for remedies that send the same. */
export function keyOfRemedy({ request, body }: Remedy): string {
  return `${request}\0${JSON.stringify(body)}`;
}

/** A body with `<password>` in place of each text that may be a secret, or hold one. */
export function withoutSecretsInBody(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shownValue(name, value)]));
}

function shownValue(name: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return secretsInText(`${name}: ${value}`).length > 0 ? PASSWORD : value;
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map((item) => shownValue(name, item)) : withoutSecretsInBody(value);
}

function isList(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}

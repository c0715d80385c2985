/** Remedies: requests to a cluster that mend what a finding says. They are printed, never sent. */

export interface Remedy {
  /** What the request does, as a command without its full stop: `Set the disk watermarks`. */
  readonly title: string;
  /** The method and the path: `PUT /_cluster/settings`. */
  readonly request: string;
  /** The body as JSON; `<password>` stands in for a secret. */
  readonly body?: JsonObject;
}

export interface JsonObject {
  readonly [name: string]: JsonObject | readonly JsonObject[] | readonly string[] | string | number | boolean | null;
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

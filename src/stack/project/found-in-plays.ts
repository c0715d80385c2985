/** What is wrong with plays: each thing once, with the hosts of all plays that come to it. */
import type { Host } from '../../ansible/entities.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { FilePlace, Unknown } from '../../model/setting.ts';
import { shownHost } from '../hosts.ts';

/** A thing as the first play that comes to it has it; the same for hosts of others makes no second one. */
export class FoundInPlays<Thing extends object> {
  readonly #keyOf: (thing: Thing) => string;
  readonly #found = new Map<string, Thing & { readonly hosts: string[] }>();

  /** `keyOf`: what is the same for two that are one thing; all of it, if left out. */
  constructor(keyOf: (thing: Thing) => string = JSON.stringify) {
    this.#keyOf = keyOf;
  }

  /** Adds it for some hosts; nothing for none. */
  add(thing: Thing, hosts: readonly Host[]): void {
    if (hosts.length === 0) return;
    const found = madeOnce(this.#found, this.#keyOf(thing), () => ({ ...thing, hosts: [] }));
    for (const host of hosts.map(shownHost)) if (!found.hosts.includes(host)) found.hosts.push(host);
  }

  get all(): readonly (Thing & { readonly hosts: readonly string[] })[] {
    return [...this.#found.values()];
  }
}

/** The reason why a name in a play may be there after all. */
export function whyOpen(name: string, origin: FilePlace, reason: Unknown['reason'], message: string): Unknown {
  return { state: 'unknown', variable: name, origin, reason, message };
}

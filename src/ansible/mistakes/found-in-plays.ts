/** What is wrong with plays: each thing once, with the hosts of all plays that come to it. */
import { madeOnce } from '../../ground/made-once.ts';
import { Document } from '../../source/document.ts';
import type { Location } from '../../source/document.ts';
import type { Host } from '../inventory/entities.ts';
import type { Doubt } from './doubt.ts';

/** Something in a play or task that names what is not there. */
export interface UnknownName {
  /** As it is written. */
  readonly name: string;
  readonly at: Location;
  /** The hosts whose plays come to it. */
  readonly hosts: readonly Host[];
  /** The reason why it may be there after all, if it may. */
  readonly unless: Doubt | undefined;
}

/** A name that is there, with its place if it has one in the project. */
export interface NearName {
  readonly name: string;
  readonly at?: Location | undefined;
}

/** A thing as the first play that comes to it has it; the same for hosts of others makes no second one. */
export class FoundInPlays<Thing extends object> {
  readonly #keyOf: (thing: Thing) => string;
  readonly #found = new Map<string, { readonly thing: Thing; readonly hosts: Map<string, Host> }>();

  /** `keyOf`: what is the same for two that are one thing; all of it, if left out. */
  constructor(keyOf: (thing: Thing) => string = keyOfAll) {
    this.#keyOf = keyOf;
  }

  /** Adds it for some hosts; nothing for none. */
  add(thing: Thing, hosts: readonly Host[]): void {
    if (hosts.length === 0) return;
    const found = madeOnce(this.#found, this.#keyOf(thing), () => ({ thing, hosts: new Map() }));
    for (const host of hosts) if (!found.hosts.has(host.name)) found.hosts.set(host.name, host);
  }

  get all(): readonly (Thing & { readonly hosts: readonly Host[] })[] {
    return Array.from(this.#found.values(), ({ thing, hosts }) => ({ ...thing, hosts: [...hosts.values()] }));
  }
}

function keyOfAll(thing: object): string {
  return JSON.stringify(thing, (_, value: unknown) => (value instanceof Document ? value.file : value));
}

/** Keys of groups that Ansible skips before it goes on with the rest of the source. */
import { listed } from '../../model/phrases.ts';
import type { Document } from '../../source/document.ts';
import type { Scalar } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import type { Troubles } from '../inventory/troubles.ts';

/** The most groups that one message names. */
const NAMED = 5;

interface SkippedKey {
  /** The key of the first such group. */
  readonly first: Scalar;
  readonly name: string;
  /** The shape of the value if a mapping is expected; undefined if the key itself is not valid. */
  readonly found: string | undefined;
  readonly groups: string[];
}

/** Gathers skipped keys over one source: a key that forty groups have is reported once. */
export class SkippedKeys {
  readonly #keys = new Map<string, SkippedKey>();

  add(first: Scalar, name: string, group: string, found?: string): void {
    const mark = `${name}\0${found}`;
    const known = this.#keys.get(mark);
    if (known === undefined) this.#keys.set(mark, { first, name, found, groups: [group] });
    else known.groups.push(group);
  }

  report(document: Document, troubles: Troubles): void {
    for (const { first, name: key, found, groups: names } of this.#keys.values()) {
      const groups = listed(names, NAMED);
      const skipped =
        found === undefined
          ? fault('source/skipped-key', { key, groups })
          : fault('source/skipped-value', { key, groups, found });
      troubles.add(document, first, skipped);
    }
  }
}

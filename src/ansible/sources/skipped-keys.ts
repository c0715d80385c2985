/** Keys of groups that Ansible skips, as it goes on with the rest of the source. */
import { listed } from '../../listed.ts';
import type { Document } from '../../source/document.ts';
import type { Scalar } from '../../source/tree.ts';
import type { Troubles } from '../troubles.ts';

/** How many groups one message names. */
const NAMED = 5;

interface SkippedKey {
  /** Where the first of the groups has it. */
  readonly first: Scalar;
  readonly name: string;
  readonly why: string;
  readonly groups: string[];
}

/** Gathers them over one source: a key that forty groups have is told of once. */
export class SkippedKeys {
  readonly #keys = new Map<string, SkippedKey>();

  /** `why` ends a sentence. */
  add(first: Scalar, name: string, group: string, why = 'only vars, children and hosts are valid here'): void {
    const mark = `${name}\0${why}`;
    const known = this.#keys.get(mark);
    if (known === undefined) this.#keys.set(mark, { first, name, why, groups: [group] });
    else known.groups.push(group);
  }

  report(document: Document, troubles: Troubles): void {
    for (const { first, name, why, groups } of this.#keys.values()) {
      const count = String(groups.length);
      const owners = groups.length === 1 ? `group ${groups.join()}` : `${count} groups (${listed(groups, NAMED)})`;
      const message = `Ansible skips the key ${name} of ${owners}: ${why}.`;
      troubles.add(document, first, { kind: 'structure', severity: 'warning', message });
    }
  }
}

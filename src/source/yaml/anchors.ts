/** The anchored values of a YAML text, and where they stand within themselves. */
import { Recurrence } from '../tree.ts';
import type { Node, Range } from '../tree.ts';
import { SyntaxFault } from './syntax-fault.ts';

/** An anchored node with the number of values that it stands for; while it is being read, an empty one. */
export interface Anchored {
  node: Node;
  size: number;
  open: boolean;
  /** Where it stands within itself. */
  recurrences: Recurrence[] | undefined;
}

/** Anchored values by name. */
export class Anchors {
  readonly #byName = new Map<string, Anchored>();

  get(name: string): Anchored | undefined {
    return this.#byName.get(name);
  }

  /** Adds one that is being read. Throws SyntaxFault for a name that is taken: Ansible takes no second. */
  open(name: string, start: number, node: Node): Anchored {
    if (this.#byName.has(name))
      throw new SyntaxFault('second occurrence', start, 'found duplicate anchor; first occurrence');
    const anchored = { node, size: 1, open: true, recurrences: undefined };
    this.#byName.set(name, anchored);
    return anchored;
  }
}

/** Gives an anchored value what was read of it, also where it stands within itself. */
export function complete(anchored: Anchored, node: Node): void {
  anchored.node = node;
  anchored.open = false;
  if (node.kind !== 'scalar') for (const recurrence of anchored.recurrences ?? []) recurrence.whole = node;
}

/** The place of a collection within itself; undefined of a scalar, which has no inside. */
export function recurrenceOf(anchored: Anchored, name: string, usedAt: Range): Recurrence | undefined {
  if (anchored.node.kind === 'scalar') return undefined;
  const recurrence = new Recurrence(usedAt, `*${name}`, anchored.node);
  (anchored.recurrences ??= []).push(recurrence);
  return recurrence;
}

/** `!unsafe` before collections, as Ansible read it up to 2.18. */
import { Mapping, Recurrence, Sequence } from '../tree.ts';
import type { Node } from '../tree.ts';

/** Collections within one with the tag come out empty: they were copied before they were filled. */
export class ForgetfulUnsafe {
  /** What has the tag itself is filled at once. */
  readonly #filled = new Set<Node>();

  /** The collection as it is left of one with the tag. */
  wrap(node: Node): Node {
    let wrapped = node;
    if (node.kind === 'sequence')
      wrapped = new Sequence(
        node.start,
        node.end,
        node.items.map((item) => this.#emptied(item)),
        node.unordered,
      );
    if (node.kind === 'mapping') {
      const pairs = node.pairs.map((pair) => ({ ...pair, value: this.#emptied(pair.value) }));
      wrapped = new Mapping(node.start, node.end, pairs);
    }
    this.#filled.add(wrapped);
    return wrapped;
  }

  #emptied(part: Node): Node {
    if (part instanceof Recurrence) return this.#emptied(part.whole);
    if (part.kind === 'scalar' || this.#filled.has(part)) return part;
    const { start, end } = part;
    return part.kind === 'mapping' ? new Mapping(start, end, []) : new Sequence(start, end, [], part.unordered);
  }
}

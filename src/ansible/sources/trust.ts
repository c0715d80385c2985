/** Which texts of inventory sources Ansible takes for templates. */
import { Mapping, Scalar, Sequence } from '../../source/tree.ts';
import type { Mark, Node, Pair } from '../../source/tree.ts';
import { Computed } from '../template/computed.ts';

/**
 * Decides it for all sources of an inventory by the first that sets a variable, as ansible-core 2.19.14 does by mistake.
 *
 * Behind a TOML source every text is a template, also what is marked unsafe or computed. Behind any other one no text of
 * TOML is: the other formats mark their templates themselves, and for TOML Ansible meant to do it here.
 */
export class Trust {
  #everything: boolean | undefined;

  /** The value as Ansible keeps it; `isToml` tells what its source is. */
  applied(value: Node, isToml: boolean): Node {
    this.#everything ??= isToml;
    if (this.#everything) return isToml ? value : marked(value, 'unsafe', 'none');
    return isToml ? marked(value, 'none', 'unsafe') : value;
  }
}

/** A value whose texts with one mark have another; the very node where there are none. */
function marked(node: Node, from: Mark, to: Mark): Node {
  if (node instanceof Computed) {
    const { outcome } = node;
    if (outcome.state !== 'known') return node;
    const value = marked(outcome.value, from, to);
    return value === outcome.value ? node : node.worth(value);
  }
  const { start, end, usedAt } = node;
  if (node.kind === 'scalar')
    return node.type === 'str' && node.mark === from
      ? new Scalar(start, end, 'str', node.value, node.style, to, usedAt)
      : node;
  if (node.kind === 'sequence') {
    const items = node.items.map((item) => marked(item, from, to));
    const isSame = items.every((item, at) => item === node.items[at]);
    return isSame ? node : new Sequence(start, end, items, node.unordered, usedAt);
  }
  const pairs = node.pairs.map((pair): Pair => {
    const value = marked(pair.value, from, to);
    return value === pair.value ? pair : { ...pair, value };
  });
  return pairs.every((pair, at) => pair === node.pairs[at]) ? node : new Mapping(start, end, pairs, usedAt);
}

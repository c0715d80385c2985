/** Which texts of inventory sources Ansible takes for templates. */
import { remarked, withScalars } from '../../source/marks.ts';
import type { Mark, Node } from '../../source/tree.ts';
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
    if (this.#everything) return isToml ? value : changed(value, 'unsafe', 'none');
    return isToml ? changed(value, 'none', 'unsafe') : value;
  }
}

/** As `remarked`, and within what was computed too. */
function changed(node: Node, from: Mark, to: Mark): Node {
  return withScalars(remarked(node, from, to), (scalar) => {
    if (!(scalar instanceof Computed) || scalar.outcome.state !== 'known') return scalar;
    const value = changed(scalar.outcome.value, from, to);
    return value === scalar.outcome.value ? scalar : scalar.worth(value);
  });
}

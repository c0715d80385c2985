/** Which texts of inventory sources Ansible takes for templates. */
import { remarked, withScalars } from '../../source/marks.ts';
import type { Mark, Node, Pair } from '../../source/tree.ts';
import { Computed } from '../template/computed.ts';

/**
 * Decides it for all sources of an inventory by the first that sets a variable, as ansible-core 2.19.14 does by mistake.
 *
 * Behind a TOML source every text is a template, also what is marked unsafe or computed. Behind any other one no text of
 * TOML is: the other formats mark their templates themselves, and for TOML Ansible meant to do it here.
 */
export class TemplateTrust {
  #everything: boolean | undefined;

  /** The variable as Ansible keeps it; `isToml` tells what its source is. */
  applied(pair: Pair, isToml: boolean): Pair {
    this.#everything ??= isToml;
    // Its marks are right as they are. Not even its value is asked for: it may not be made yet.
    if (this.#everything === isToml) return pair;
    const value = isToml ? changed(pair.value, 'none', 'unsafe') : changed(pair.value, 'unsafe', 'none');
    return value === pair.value ? pair : { key: pair.key, value, mergedAt: pair.mergedAt };
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

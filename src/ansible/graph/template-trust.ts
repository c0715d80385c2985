/** Decides which texts of inventory sources Ansible takes for templates. */
import { replaceMarkInValue, replaceScalarsInValue } from '../../source/marks.ts';
import type { Mark, Node, Pair } from '../../source/tree.ts';
import { Computed } from '../template/computed.ts';

/**
 * Marks templates as ansible-core 2.19.14 does by mistake: the first source that sets a variable decides for all.
 *
 * If that is TOML, every text is a template, even an unsafe or computed one. Otherwise no text of TOML is: the other
 * formats mark their templates themselves, and Ansible meant to do it for TOML here.
 */
export class TemplateTrust {
  #everything: boolean | undefined;

  /** The variable as Ansible keeps it; `isToml`: whether its source is TOML. */
  applied(pair: Pair, isToml: boolean): Pair {
    this.#everything ??= isToml;
    // Its marks are right. The value is not asked for, as it may not be made yet.
    if (this.#everything === isToml) return pair;
    const value = isToml ? changed(pair.value, 'none', 'unsafe') : changed(pair.value, 'unsafe', 'none');
    return value === pair.value ? pair : { key: pair.key, value, mergedAt: pair.mergedAt };
  }
}

/** Replaces a mark as `replaceMarkInValue` does, and also within computed values. */
function changed(node: Node, from: Mark, to: Mark): Node {
  return replaceScalarsInValue(replaceMarkInValue(node, from, to), (scalar) => {
    if (!(scalar instanceof Computed) || scalar.outcome.state !== 'known') return scalar;
    const value = changed(scalar.outcome.value, from, to);
    return value === scalar.outcome.value ? scalar : scalar.worth(value);
  });
}

/** Values that Ansible computes while it reads the sources of an inventory. */
import { Scalar } from '../../source/tree.ts';
import type { Node, Range } from '../../source/tree.ts';
import type { Outcome } from './outcome.ts';
import type { UnknownValue } from './markers.ts';

/**
 * An expression in the place of the value that it gave for one host, when the sources were read.
 *
 * It has the place of the expression, and reads as a template of it; but its value is `outcome` for good, whatever
 * the variables in it become later. Only a run can know an unknown outcome.
 */
export class Computed extends Scalar {
  readonly outcome: Outcome;
  readonly #expression: string;

  constructor({ start, end }: Range, expression: string, outcome: Outcome) {
    super(start, end, 'str', `{{ ${expression} }}`, 'plain', 'computed');
    this.outcome = outcome;
    this.#expression = expression;
  }

  /** A copy with another value. */
  worth(value: Node): Computed {
    return new Computed(this, this.#expression, { state: 'known', value, from: this.outcome.from });
  }
}

/** The value as Ansible has it after reading; undefined for one that only a run can know. */
export function valueUnlessUnknowable(node: Node): Node | undefined {
  if (!(node instanceof Computed)) return node;
  return node.outcome.state === 'known' ? node.outcome.value : undefined;
}

/** A value that only a run can know, or who has its password, in the place of another. */
export function unknowable(at: Range, { reason, message, name, clause, shared }: UnknownValue): Computed {
  const outcome = { state: 'unknown', reason, message, name, clause, shared, start: 0, end: 0, from: [] } as const;
  return new Computed(at, name ?? '', outcome);
}

/** Truth if part of what decides it is unknown: Kleene's logic with three values. */
import { Marker } from './markers.ts';
import type { Expression } from './syntax/syntax.ts';

/** True, false, or every unknown that decides it. */
export type Decision = boolean | readonly Marker[];

/** The truth of a test; `leaf` gives that of expressions without `and`, `or` and `not`. */
export function decisionOfExpression(test: Expression, leaf: (expression: Expression) => Decision | Marker): Decision {
  switch (test.kind) {
    case 'not': {
      const decision = decisionOfExpression(test.operand, leaf);
      return typeof decision === 'boolean' ? !decision : decision;
    }
    case 'and':
    case 'or': {
      const settling = test.kind === 'or';
      const left = decisionOfExpression(test.left, leaf);
      if (left === settling) return left;
      const right = decisionOfExpression(test.right, leaf);
      if (right === settling || left === !settling) return right;
      return typeof right === 'boolean' ? left : [...(left as readonly Marker[]), ...right];
    }
    case 'if': {
      const which = decisionOfExpression(test.test, leaf);
      const then = which === false ? undefined : decisionOfExpression(test.then, leaf);
      if (which === true && then !== undefined) return then;
      const otherwise = test.otherwise === undefined ? false : decisionOfExpression(test.otherwise, leaf);
      if (which === false || then === otherwise) return otherwise;
      return [which, then, otherwise].flatMap((part) => (typeof part === 'object' ? part : []));
    }
    default: {
      const decision = leaf(test);
      return decision instanceof Marker ? [decision] : decision;
    }
  }
}

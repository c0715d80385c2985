/** The syntax tree of Python's expressions, in which only literals are told apart. */
import type { Constant } from './python-constant.ts';
import type { Range } from './tree.ts';

/**
 * A node of the syntax tree.
 * - `signed`: `+operand` or `-operand`; `sum`: `left + right` or `left - right`.
 * - `empty set`: the call `set()`, the only one that a literal may hold.
 * - `other`: any expression that is no literal; `target` says whether a `for` may assign to it, `form` that only some
 *   places may hold it (`*x`, `x := y`).
 */
export type PythonExpression = Range &
  (
    | { readonly kind: 'constant'; readonly constant: Constant }
    | { readonly kind: 'tuple' | 'list' | 'set'; readonly items: readonly PythonExpression[] }
    | {
        readonly kind: 'dict';
        readonly entries: readonly (readonly [key: PythonExpression, value: PythonExpression])[];
      }
    | { readonly kind: 'signed'; readonly minus: boolean; readonly operand: PythonExpression }
    | {
        readonly kind: 'sum';
        readonly minus: boolean;
        readonly left: PythonExpression;
        readonly right: PythonExpression;
      }
    | { readonly kind: 'empty set' }
    | { readonly kind: 'other'; readonly target: boolean; readonly name?: string; readonly form?: 'starred' | 'named' }
  );

/** Whether a node is one that only some places may hold; with `form`, of this form. */
export function isForm(node: PythonExpression, form?: 'starred' | 'named'): boolean {
  return node.kind === 'other' && (form === undefined ? node.form !== undefined : node.form === form);
}

/** Whether a `for` may assign to a node. */
export function isTarget(node: PythonExpression): boolean {
  return node.kind === 'other'
    ? node.target
    : (node.kind === 'tuple' || node.kind === 'list') && node.items.every(isTarget);
}

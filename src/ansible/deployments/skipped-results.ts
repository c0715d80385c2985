/** Results of skipped tasks: only a run can know those of all other tasks. */
import { makeMapping, Mapping, Scalar, Sequence } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { UnknownValue } from '../template/markers.ts';
import { plainText } from './loops.ts';
import type { RunValue } from './task-scope.ts';

const NOWHERE = { start: 0, end: 0 };

/** The result of a task whose condition is false. */
export function resultOfSkipped(condition: Node | undefined): Mapping {
  return makeMapping(NOWHERE, {
    changed: bool(false),
    skipped: bool(true),
    skip_reason: text('Conditional result was False'),
    ...(condition?.kind === 'scalar' && { false_condition: asWritten(condition) }),
  });
}

/** The result of one item of a loop; undefined if it is not known. */
export function resultOfItem(result: Node, name: string, item: RunValue): Node | undefined {
  if (item instanceof UnknownValue || result.kind !== 'mapping') return undefined;
  return new Mapping(0, 0, [
    ...result.pairs,
    ...makeMapping(NOWHERE, { [name]: item, ansible_loop_var: text(name) }).pairs,
  ]);
}

/** The result of a loop that skips each of its items, if there are any; undefined if it does not skip one. */
export function resultOfLoop(items: readonly (Node | undefined)[]): Node | undefined {
  const known = items.filter((item) => item !== undefined);
  if (known.length < items.length) return undefined;
  const results = new Sequence(0, 0, known);
  const [changed, skipped] = [bool(false), bool(true)];
  if (known.length > 0) return makeMapping(NOWHERE, { results, skipped, msg: text('All items skipped'), changed });
  return makeMapping(NOWHERE, { changed, skipped, skipped_reason: text('No items in the list'), results });
}

function bool(value: boolean): Scalar {
  return new Scalar(0, 0, 'bool', value);
}

function text(value: string): Scalar {
  return plainText(value, NOWHERE);
}

function asWritten(node: Scalar): Scalar {
  return node.type === 'str' ? text(String(node.value)) : node;
}

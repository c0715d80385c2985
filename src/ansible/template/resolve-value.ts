/** Evaluates all templates in a value, in the scope of one host. */
import { Mapping, Sequence } from '../../source/tree.ts';
import type { Node, Pair, Scalar } from '../../source/tree.ts';
import { Computed } from './computed.ts';
import { evaluate } from './evaluate.ts';
import type { Scope } from './evaluate.ts';
import type { UnknownOutcome } from './outcome.ts';
import { isTemplate } from './syntax/is-template.ts';

/** The value of a node with its templates evaluated, or the first part that is not known. */
export type Resolved = { readonly state: 'known'; readonly value: Node; readonly from: readonly Node[] } | Unresolved;

/** A part whose value is not known, with the template that its offsets refer to, if any. */
interface Unresolved extends UnknownOutcome {
  readonly template: Scalar | undefined;
}

/** The longest chain of values that refer to each other: longer than anyone writes. */
const MAX_DEPTH = 50;

/** Evaluates all templates of a value: a host's variable, or a part of one. */
export function evaluateTemplatesIn(node: Node, scope: Scope): Resolved {
  const from = new Set<Node>();
  const resolved = resolveNode(node, scope, from, 0);
  return 'state' in resolved ? resolved : { state: 'known', value: resolved, from: [...from] };
}

/** Evaluates the templates of a node; returns the same node if there are none. */
function resolveNode(node: Node, scope: Scope, from: Set<Node>, depth: number): Node | Unresolved {
  if (depth > MAX_DEPTH) return tooDeep(node);
  if (node instanceof Computed) {
    for (const source of node.outcome.from) from.add(source);
    if (node.outcome.state !== 'known') return { ...node.outcome, template: undefined };
    return resolveNode(node.outcome.value, scope, from, depth + 1);
  }
  if (node.kind === 'scalar') {
    if (node.mark === 'recurrent') return containsItself(node);
    if (node.type !== 'str' || node.mark !== 'none' || !isTemplate(node.value as string)) return node;
    const outcome = evaluate(node.value as string, scope, depth > 0);
    for (const source of outcome.from) from.add(source);
    if (outcome.state !== 'known') return { ...outcome, template: node };
    return resolveNode(outcome.value, scope, from, depth + 1);
  }
  if (node.kind === 'sequence') {
    const items: Node[] = [];
    for (const item of node.items) {
      const resolved = resolveNode(item, scope, from, depth + 1);
      if ('state' in resolved) {
        if (isOmitted(resolved)) continue;
        return resolved;
      }
      items.push(resolved);
    }
    return items.every((item, at) => item === node.items[at]) && items.length === node.items.length
      ? node
      : new Sequence(node.start, node.end, items, node.unordered, node.usedAt);
  }
  const pairs: Pair[] = [];
  for (const pair of node.pairs) {
    const value = resolveNode(pair.value, scope, from, depth + 1);
    if ('state' in value) {
      if (isOmitted(value)) continue;
      return value;
    }
    pairs.push(value === pair.value ? pair : { ...pair, value });
  }
  return pairs.every((pair, at) => pair === node.pairs[at]) && pairs.length === node.pairs.length
    ? node
    : new Mapping(node.start, node.end, pairs, node.usedAt);
}

/** Tells whether a part is `omit`, which is left out of its list or mapping. */
function isOmitted({ reason }: Unresolved): boolean {
  return reason === 'omit';
}

function containsItself({ start, end }: Node): Unresolved {
  const message = 'the value contains itself';
  return { state: 'unknown', reason: 'error', message, name: undefined, start, end, from: [], template: undefined };
}

function tooDeep({ start, end }: Node): Unresolved {
  const message = 'it refers to other values too many times over';
  return { state: 'unknown', reason: 'template', message, name: undefined, start, end, from: [], template: undefined };
}

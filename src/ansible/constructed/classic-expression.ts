/** Expressions as inventory plugins up to ansible-core 2.18 evaluate them: pasted into a template. */
import { remarked, withScalars } from '../../source/marks.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { strip } from '../../source/python.ts';
import { evaluate } from '../template/evaluate.ts';
import type { Outcome, Scope } from '../template/evaluate.ts';
import { isTemplate } from '../template/is-template.ts';
import type { Verdict } from './condition.ts';

/** What `{{ }}` around an expression gives, without a blank, as Ansible puts it; a single variable keeps its type. */
export function classicExpression(node: Node, scope: Scope): Outcome {
  // Lookups are forbidden there, which ends an expression only where it comes to one.
  if (node.kind === 'scalar' && /\b(?:lookup|query|q)\s*\(/.test(String(node.value))) return notEvaluated('a lookup');
  const outcome = pasted(node, ['{{', '}}'], scope);
  if (outcome.state !== 'known') return outcome;
  // What is a template again would be evaluated once more, wherever the value is used.
  if (hasScalar(outcome.value, ({ type, value }) => type === 'str' && isTemplate(String(value))))
    return notEvaluated('what gives a template');
  if (outcome.from.some((from) => hasScalar(from, ({ mark }) => mark === 'unsafe')))
    return notEvaluated('an unsafe text');
  return { ...outcome, value: remarked(outcome.value, 'unsafe', 'none') };
}

/** Whether a condition holds: any value is true or false, as Python has it. */
export function classicCondition(node: Node, scope: Scope): Verdict {
  const outcome = pasted(node, ['{% if ', ' %} True {% else %} False {% endif %}'], scope);
  if (outcome.state !== 'known') return outcome;
  return { state: 'known', value: outcome.value.kind === 'scalar' && strip(String(outcome.value.value)) === 'True' };
}

function pasted(node: Node, [before, after]: readonly [string, string], scope: Scope): Outcome {
  if (node.kind !== 'scalar' || node.type !== 'str' || node.mark !== 'none')
    return notEvaluated('an expression that is no text');
  const outcome = evaluate(before + String(node.value) + after, scope, undefined, true);
  if (outcome.state === 'known') return outcome;
  return {
    ...outcome,
    start: Math.max(0, outcome.start - before.length),
    end: Math.max(0, outcome.end - before.length),
  };
}

function hasScalar(node: Node, fits: (scalar: Scalar) => boolean): boolean {
  let found = false;
  withScalars(node, (scalar) => {
    found ||= fits(scalar);
    return scalar;
  });
  return found;
}

function notEvaluated(what: string): Outcome {
  const message = `${what} is not evaluated as up to ansible-core 2.18`;
  return { state: 'unknown', reason: 'template', message, name: undefined, start: 0, end: 0, from: [] };
}

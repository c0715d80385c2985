/** Conditions as Ansible evaluates them: from 2.19 on, an expression whose value has to be true or false. */
import type { Node, Scalar } from '../../source/tree.ts';
import { isFalsy, strip } from '../../source/python.ts';
import { evaluate, evaluateExpression } from '../template/evaluate.ts';
import type { Scope } from '../template/evaluate.ts';
import type { UnknownOutcome, Outcome } from '../template/outcome.ts';
import { replaceMarkInValue, replaceScalarsInValue } from '../../source/marks.ts';
import { isTemplate } from '../template/syntax/is-template.ts';

type ConditionOutcome = { readonly state: 'known'; readonly value: boolean } | UnknownOutcome;

/**
 * Evaluates a condition in a host's scope.
 *
 * The outcome is unknown with the reason `error` where Ansible refuses the condition. With `allowBroken`
 * (`allow_broken_conditionals`) any value counts as true or false, as in Python.
 */
export function evaluateCondition(condition: Node, scope: Scope, allowBroken: boolean): ConditionOutcome {
  if (scope.classic !== undefined) return classicCondition(condition, scope);
  const text = templateText(condition);
  if (isEmpty(condition, text)) return allowBroken ? known(true) : refused('the condition is empty', condition);
  if (condition.kind === 'scalar' && condition.type === 'bool') return known(condition.value === true);
  if (text === undefined) {
    const isText = condition.kind === 'scalar' && condition.type === 'str';
    if (allowBroken && !isText) return known(!isFalsy(condition));
    return refused(isText ? 'text that is no template cannot be a condition' : 'a condition has to be text', condition);
  }
  if (!isAllTemplate(text)) return evaluateText(text, scope, allowBroken);
  const outcome = evaluate(text, scope);
  if (outcome.state !== 'known') return outcome;
  const inner = templateText(outcome.value);
  if (isEmpty(outcome.value, inner)) return allowBroken ? known(true) : refused('the condition is empty', condition);
  if (inner !== undefined) return evaluateText(inner, scope, allowBroken);
  if (outcome.value.kind === 'scalar' && outcome.value.type === 'str')
    return refused('the template computes text, which cannot be a condition', condition);
  return truthOutcome(outcome.value, condition, allowBroken);
}

function evaluateText(text: string, scope: Scope, allowBroken: boolean): ConditionOutcome {
  // Ansible still renders templates in the strings of a condition, which is deprecated.
  if (/(['"])(?:(?!\1).)*\{[{%#]/s.test(text))
    return unknown('template', 'a template inside of a condition is not evaluated', { start: 0, end: text.length });
  const outcome = evaluateExpression(text, scope);
  if (outcome.state !== 'known') return outcome;
  return truthOutcome(outcome.value, { start: 0, end: text.length }, allowBroken);
}

function truthOutcome(
  value: Node,
  place: { readonly start: number; readonly end: number },
  allowBroken: boolean,
): ConditionOutcome {
  if (value.kind === 'scalar' && value.type === 'bool') return known(value.value === true);
  return allowBroken ? known(!isFalsy(value)) : refused('the condition gives neither true nor false', place);
}

/** The stripped text of a template or an expression; undefined for any other value. */
function templateText(node: Node): string | undefined {
  return node.kind === 'scalar' && node.type === 'str' && node.mark === 'none' ? strip(String(node.value)) : undefined;
}

function isEmpty(node: Node, text: string | undefined): boolean {
  if (node.kind !== 'scalar') return false;
  return node.type === 'null' || text === '' || (node.type === 'str' && strip(String(node.value)) === '');
}

function isAllTemplate(text: string): boolean {
  return text.startsWith('#jinja2:') || (/^\{[{%#]/.test(text) && /[}%#]\}$/.test(text));
}

function known(value: boolean): ConditionOutcome {
  return { state: 'known', value };
}

function refused(message: string, place: { readonly start: number; readonly end: number }): UnknownOutcome {
  return unknown('error', message, place);
}

function unknown(
  reason: UnknownOutcome['reason'],
  message: string,
  { start, end }: { readonly start: number; readonly end: number },
): UnknownOutcome {
  return { state: 'unknown', reason, message, name: undefined, start, end, from: [] };
}

/** Evaluates an expression as Ansible up to 2.18: as `{{EXPRESSION}}`, in which a single variable keeps its type. */
export function evaluateClassicExpression(node: Node, scope: Scope): Outcome {
  // Lookups are forbidden there: an expression fails if it reaches one.
  if (node.kind === 'scalar' && /\b(?:lookup|query|q)\s*\(/.test(String(node.value))) return notEvaluated('a lookup');
  const outcome = evaluatePasted(node, ['{{', '}}'], scope);
  if (outcome.state !== 'known') return outcome;
  // A template in the result would be evaluated once more wherever the value is used.
  if (hasScalar(outcome.value, ({ type, value }) => type === 'str' && isTemplate(String(value))))
    return notEvaluated('what gives a template');
  if (outcome.from.some((from) => hasScalar(from, ({ mark }) => mark === 'unsafe')))
    return notEvaluated('an unsafe text');
  return { ...outcome, value: replaceMarkInValue(outcome.value, 'unsafe', 'none') };
}

/** Evaluates a condition as Ansible up to 2.18: any value counts as true or false, as in Python. */
function classicCondition(node: Node, scope: Scope): ConditionOutcome {
  const outcome = evaluatePasted(node, ['{% if ', ' %} True {% else %} False {% endif %}'], scope);
  if (outcome.state !== 'known') return outcome;
  return { state: 'known', value: outcome.value.kind === 'scalar' && strip(String(outcome.value.value)) === 'True' };
}

function evaluatePasted(node: Node, [before, after]: readonly [string, string], scope: Scope): Outcome {
  if (node.kind !== 'scalar' || node.type !== 'str' || node.mark !== 'none')
    return notEvaluated('an expression that is no text');
  const outcome = evaluate(before + String(node.value) + after, scope, true);
  if (outcome.state === 'known') return outcome;
  return {
    ...outcome,
    start: Math.max(0, outcome.start - before.length),
    end: Math.max(0, outcome.end - before.length),
  };
}

function hasScalar(node: Node, fits: (scalar: Scalar) => boolean): boolean {
  let found = false;
  replaceScalarsInValue(node, (scalar) => {
    found ||= fits(scalar);
    return scalar;
  });
  return found;
}

function notEvaluated(what: string): Outcome {
  const message = `${what} is not evaluated as up to ansible-core 2.18`;
  return { state: 'unknown', reason: 'template', message, name: undefined, start: 0, end: 0, from: [] };
}

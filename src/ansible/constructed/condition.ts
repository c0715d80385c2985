/** Conditions as Ansible judges them: from 2.19 on, an expression whose value has to be true or false. */
import type { Node } from '../../source/tree.ts';
import { isFalsy, strip } from '../../source/python.ts';
import { classicCondition } from './classic-expression.ts';
import { evaluate, evaluateExpression } from '../template/evaluate.ts';
import type { LoopOutcome, Scope, UnknownOutcome } from '../template/evaluate.ts';

export type Verdict = { readonly state: 'known'; readonly value: boolean } | UnknownOutcome | LoopOutcome;

/**
 * Judges a condition in a host's scope.
 *
 * Unknown with the reason `error` where Ansible refuses it; with `allowBroken` (`allow_broken_conditionals`) any value is
 * true or false, as Python has it.
 */
export function judge(condition: Node, scope: Scope, allowBroken: boolean): Verdict {
  if (scope.classic !== undefined) return classicCondition(condition, scope);
  const text = trustedText(condition);
  if (isEmpty(condition, text)) return allowBroken ? known(true) : refused('the condition is empty', condition);
  if (condition.kind === 'scalar' && condition.type === 'bool') return known(condition.value === true);
  if (text === undefined) {
    const isText = condition.kind === 'scalar' && condition.type === 'str';
    if (allowBroken && !isText) return known(!isFalsy(condition));
    return refused(isText ? 'text that is no template cannot be a condition' : 'a condition has to be text', condition);
  }
  if (!isAllTemplate(text)) return expression(text, scope, allowBroken);
  const outcome = evaluate(text, scope);
  if (outcome.state !== 'known') return outcome;
  const inner = trustedText(outcome.value);
  if (isEmpty(outcome.value, inner)) return allowBroken ? known(true) : refused('the condition is empty', condition);
  if (inner !== undefined) return expression(inner, scope, allowBroken);
  if (outcome.value.kind === 'scalar' && outcome.value.type === 'str')
    return refused('the template computes text, which cannot be a condition', condition);
  return truthOf(outcome.value, condition, allowBroken);
}

function expression(text: string, scope: Scope, allowBroken: boolean): Verdict {
  // Ansible still renders templates in the strings of a condition; nobody should have them there.
  if (/(['"])(?:(?!\1).)*\{[{%#]/s.test(text))
    return unknown('template', 'a template inside of a condition is not evaluated', { start: 0, end: text.length });
  const outcome = evaluateExpression(text, scope);
  if (outcome.state !== 'known') return outcome;
  return truthOf(outcome.value, { start: 0, end: text.length }, allowBroken);
}

function truthOf(value: Node, place: { readonly start: number; readonly end: number }, allowBroken: boolean): Verdict {
  if (value.kind === 'scalar' && value.type === 'bool') return known(value.value === true);
  return allowBroken ? known(!isFalsy(value)) : refused('the condition gives neither true nor false', place);
}

/** The text of a template or an expression, without the blanks around it; undefined for all that is none. */
function trustedText(node: Node): string | undefined {
  return node.kind === 'scalar' && node.type === 'str' && node.mark === 'none' ? strip(String(node.value)) : undefined;
}

function isEmpty(node: Node, text: string | undefined): boolean {
  if (node.kind !== 'scalar') return false;
  return node.type === 'null' || text === '' || (node.type === 'str' && strip(String(node.value)) === '');
}

function isAllTemplate(text: string): boolean {
  return text.startsWith('#jinja2:') || (/^\{[{%#]/.test(text) && /[}%#]\}$/.test(text));
}

function known(value: boolean): Verdict {
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

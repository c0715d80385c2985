/** Templates of Ansible's variables, evaluated as ansible-core 2.19 does, as far as values are known without a run. */
import { Scalar } from '../../source/tree.ts';
import { Spending, standardBudget } from './budget.ts';
import { ClassicEvaluation } from './classic.ts';
import { Evaluation } from './evaluation.ts';
import { isSurelyValidTemplate, isTemplate } from './syntax/is-template.ts';
import { toNode } from './finalize.ts';
import { parseTemplate } from './syntax/statement-parser.ts';
import type { Scope } from './scope.ts';
import { causeOf, Exhausted, Loop, Marker, Raised, TemplateSyntaxError, Tripped, UnknownValue } from './markers.ts';
import type { Outcome, UnknownOutcome } from './outcome.ts';
import { omit } from './python/python-values.ts';

export type { GroupHosts, Scope } from './scope.ts';

/**
 * Evaluates the text of a variable's value in a host's scope. Never runs code, never runs for long.
 *
 * `isPart`: the text is in a list or mapping. Up to 2.18 a number keeps its type there, and alone becomes text.
 */
export function evaluate(text: string, scope: Scope, isPart = false): Outcome {
  if (!isTemplate(text)) return { state: 'known', value: new Scalar(0, text.length, 'str', text), from: [] };
  return outcomeOf(text, 'template', scope, isPart);
}

/** Evaluates an expression without braces, as conditions and inventory plugins have them. */
export function evaluateExpression(text: string, scope: Scope): Outcome {
  return outcomeOf(text, 'expression', scope);
}

/**
 * Jinja's own words for why it cannot read a template, with the part at fault; undefined if it can, or it is not
 * known.
 */
export function syntaxFaultOf(text: string): { message: string; start: number; end: number } | undefined {
  if (isSurelyValidTemplate(text)) return undefined;
  try {
    parseTemplate(text);
    return undefined;
  } catch (trouble) {
    if (trouble instanceof TemplateSyntaxError) return trouble;
    if (trouble instanceof Tripped || trouble instanceof Exhausted || trouble instanceof RangeError) return undefined;
    throw trouble;
  }
}

function outcomeOf(text: string, kind: 'template' | 'expression', scope: Scope, isPart = false): Outcome {
  const spending = new Spending(standardBudget);
  const evaluation =
    scope.classic === undefined ? new Evaluation(spending) : new ClassicEvaluation(spending, scope, isPart);
  const place = { start: 0, end: text.length };
  let marker: Marker;
  try {
    const { value, origin } = evaluation.render(text, scope, kind);
    if (!(value instanceof Marker)) {
      if (value === omit) return unknown(new UnknownValue('omit', 'the value is omitted', 'omit'), place, evaluation);
      return { state: 'known', value: toNode(value, place, evaluation.budget, origin), from: [...evaluation.from] };
    }
    marker = value;
  } catch (trouble) {
    marker = markerOf(trouble);
  }
  return unknown(marker, marker.rendering === 0 ? place : marker, evaluation);
}

function markerOf(trouble: unknown): Marker {
  if (trouble instanceof Tripped) return trouble.marker.at(0, 0, 0);
  if (trouble instanceof Raised) return new UnknownValue('error', trouble.message);
  if (trouble instanceof RangeError) return markerOf(new Exhausted());
  if (trouble instanceof Exhausted) return new UnknownValue('template', trouble.message);
  throw trouble;
}

function unknown(
  marker: Marker,
  { start, end }: { readonly start: number; readonly end: number },
  evaluation: Evaluation,
): UnknownOutcome {
  const outcome: UnknownOutcome = { state: 'unknown', ...causeOf(marker), start, end, from: [...evaluation.from] };
  return marker instanceof Loop ? { ...outcome, loop: marker.names } : outcome;
}

/** Conditions of tasks: true, false, or every unknown that decides them. */
import type { TemplateCause } from './files/rendered-text.ts';
import { Document } from '../../source/document.ts';
import { fileBudget, Spending } from './budget.ts';
import { truth } from './python/compare.ts';
import { decisionOfExpression } from './decision.ts';
import type { Decision } from './decision.ts';
import { Frame, valueOf } from './expressions.ts';
import { FileEvaluation } from './files/file-evaluation.ts';
import { exhaustionOrRethrow, FileRendering } from './files/file-rendering.ts';
import {
  causeOf,
  Failure,
  isPlugin,
  Marker,
  TemplateSyntaxError,
  UnknownValue,
  markerWithoutParts,
} from './markers.ts';
import { parseExpression, parseTemplate } from './syntax/statement-parser.ts';
import type { Scope } from './scope.ts';
import type { Expression } from './syntax/syntax.ts';

/**
 * The truth of a condition (`when`), or every unknown that decides it. A value that is not a truth value counts as
 * one, as up to ansible-core 2.18; later releases fail, so with `isStrict` it decides nothing. Never throws.
 */
export function truthOfCondition(
  text: string,
  scope: Scope,
  isStrict = false,
): boolean | { readonly unknown: readonly TemplateCause[] } {
  const document = new Document('', text, 'template', {});
  const evaluation = new FileEvaluation(new Spending(fileBudget), document, scope, { find: () => undefined });
  let decision: Decision;
  try {
    decision = decisionOf(text.trim(), evaluation, scope, isStrict);
  } catch (trouble) {
    decision = [new UnknownValue('template', exhaustionOrRethrow(trouble))];
  }
  if (typeof decision === 'boolean') return decision;
  const doubts = decision.map((marker) => causeOf(markerWithoutParts(marker)));
  const keyOf = (cause: TemplateCause): string => JSON.stringify({ ...cause, within: undefined });
  return { unknown: [...new Map(doubts.map((doubt) => [keyOf(doubt), doubt])).values()] };
}

function decisionOf(text: string, evaluation: FileEvaluation, scope: Scope, isStrict: boolean): Decision {
  if (text === '') return true;
  const rendering = new FileRendering(evaluation, scope);
  // Ansible takes a template for what gives the condition.
  if (/^(?:#jinja2:|\{[{%#])/.test(text) && /[}%#]\}$/.test(text)) {
    const { value } = rendering.render(text);
    if (value instanceof Marker) return [value];
    if (typeof value !== 'string') return isStrict && typeof value !== 'boolean' ? [refused()] : truth(value);
    text = value.trim();
  }
  const expression = read(() => parseExpression(text));
  if (expression instanceof Marker) return [expression];
  const frame = new Frame();
  const decision = decisionOfExpression(expression, (part) => {
    const holds = rendering.settled(() => truth(valueOf(part, frame, rendering)), part);
    return holds instanceof Marker ? culprits(part, frame, rendering, 0) : holds;
  });
  if (!isStrict || typeof decision !== 'boolean') return decision;
  const value = rendering.settled(() => valueOf(expression, frame, rendering), expression);
  return value instanceof Marker || typeof value === 'boolean' ? decision : [refused()];
}

/** The failure, in the words of ansible-core, of a condition that is neither true nor false. */
function refused(): Marker {
  return new Failure('Conditionals must have a boolean result');
}

function read<T>(run: () => T): T | Marker {
  try {
    return run();
  } catch (trouble) {
    if (trouble instanceof TemplateSyntaxError) return new Failure(`Syntax error in expression: ${trouble.message}`);
    throw trouble;
  }
}

/** Every unknown in an unknown expression: its value may depend on more than the one met first. */
function culprits(expression: Expression, frame: Frame, rendering: FileRendering, depth: number): readonly Marker[] {
  const value = rendering.settled(() => valueOf(expression, frame, rendering), expression);
  if (!(value instanceof Marker)) return [];
  // Whatever is known about its parts, Ansible stops at a plugin that it lacks.
  if (isPlugin(markerWithoutParts(value).missing)) return [value];
  const parts = partsOf(expression).flatMap((part) => culprits(part, frame, rendering, depth));
  if (parts.length > 0) return parts;
  if (expression.kind !== 'name' || depth >= 8) return [value];
  const within = culpritsOf(expression.name, rendering, depth + 1);
  return within.length > 0 ? within : [value];
}

/** Every unknown in what the template of a variable prints. */
function culpritsOf(name: string, rendering: FileRendering, depth: number): readonly Marker[] {
  const node = rendering.scope.variable(name);
  if (node instanceof UnknownValue || node?.kind !== 'scalar' || node.mark !== 'none' || node.type !== 'str') return [];
  const statements = read(() => parseTemplate(node.value as string));
  if (statements instanceof Marker) return [];
  return statements.flatMap((statement) =>
    statement.kind === 'print' ? culprits(statement.value, new Frame(), rendering, depth) : [],
  );
}

/** The expressions within an expression. */
function partsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'constant' ? [] : Object.values(expression).flatMap(expressionsIn);
}

function expressionsIn(part: unknown): readonly Expression[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(expressionsIn);
  if ('start' in part && 'kind' in part && part.kind !== 'slice') return [part as Expression];
  return Object.values(part).flatMap(expressionsIn);
}

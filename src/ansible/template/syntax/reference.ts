/** Templates that only refer to a value: `{{ snapshot_path }}`, `{{ ports.http }}`, `{{ ports['http'] }}`. */
import { parseTemplate } from './statement-parser.ts';
import { Exhausted, TemplateSyntaxError, Tripped } from '../markers.ts';
import type { Expression } from './syntax.ts';

/** The names in a reference: the variable's, and those of the keys that lead on from it. */
export type Reference = readonly [variable: string, ...keys: string[]];

/** The reference that a template is and nothing else; undefined if it is more, or cannot be read. */
export function referenceIn(text: string): Reference | undefined {
  try {
    const [only, ...others] = parseTemplate(text);
    return only?.kind === 'print' && others.length === 0 ? referenceOf(only.value) : undefined;
  } catch (trouble) {
    if (trouble instanceof TemplateSyntaxError || trouble instanceof Tripped || trouble instanceof Exhausted)
      return undefined;
    throw trouble;
  }
}

function referenceOf(expression: Expression): Reference | undefined {
  if (expression.kind === 'name') return [expression.name];
  if (expression.kind !== 'attribute' && expression.kind !== 'item') return undefined;
  const of = referenceOf(expression.of);
  const key = expression.kind === 'attribute' ? expression.name : constantOf(expression.key);
  return of === undefined || key === undefined ? undefined : [...of, key];
}

function constantOf(key: Extract<Expression, { readonly kind: 'item' }>['key']): string | undefined {
  return key.kind === 'constant' && typeof key.value === 'string' ? key.value : undefined;
}

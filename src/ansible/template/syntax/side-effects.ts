/**
 * Independent statements: they set no name and change no value that a later statement may read, so that what each
 * prints depends only on variables.
 */
import { CHANGING } from '../python/methods.ts';
import type { Expression, Statement } from './syntax.ts';

/** Tells whether all statements of a template stand alone. */
export function areSideEffectFree(statements: readonly Statement[]): boolean {
  return statements.every(standsAlone);
}

function standsAlone(statement: Statement): boolean {
  switch (statement.kind) {
    case 'data':
      return true;
    case 'print':
      return changesNothing(statement.value);
    case 'if statement':
      return (
        statement.branches.every(({ test, body }) => changesNothing(test) && areSideEffectFree(body)) &&
        areSideEffectFree(statement.otherwise)
      );
    case 'for':
      return (
        changesNothing([statement.iterable, statement.test]) &&
        areSideEffectFree(statement.body) &&
        areSideEffectFree(statement.otherwise)
      );
    default:
      return false;
  }
}

/** Tells whether nothing in an expression calls a method that changes a container, nor one whose name is computed. */
function changesNothing(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return true;
  if (Array.isArray(part)) return part.every(changesNothing);
  const expression = part as Expression;
  if (expression.kind === 'constant') return true;
  if (expression.kind === 'attribute' && CHANGING.has(expression.name)) return false;
  if (expression.kind === 'call' && !['name', 'attribute'].includes(expression.callee.kind)) return false;
  return Object.values(part).every(changesNothing);
}

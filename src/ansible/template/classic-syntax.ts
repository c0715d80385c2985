/** What in the syntax of a template ansible-core 2.14 to 2.18 took in another way, or may have, reached or not. */
import { parseTemplate } from './parse.ts';
import type { Expression, Statement } from './syntax.ts';

type Syntax = Expression | Statement;

/** Filters of any list: to them, a view of a mapping is one. */
const TAKES_VIEWS: ReadonlySet<string> = new Set(['list', 'sort', 'join']);

/** Whether a template has anything that has changed. */
export function hasChanged(template: string): boolean {
  // Of a first line of settings, only these have been looked into.
  if (/^#jinja2:.*(?:string|lstrip)/.test(template)) return true;
  return holds(parseTemplate(template), isOther);
}

/** Whether a template puts values into text with `%` or `~`, which printed what was undefined within them. */
export function joinsText(template: string): boolean {
  return holds(
    parseTemplate(template),
    (part) => part.kind === 'concat' || (part.kind === 'binary' && part.operator === '%'),
  );
}

function isOther(part: Syntax): boolean {
  switch (part.kind) {
    // What such a block prints is a native value today, and was text.
    case 'filter block':
    case 'set block':
    case 'macro':
    case 'call block':
    case 'unsupported':
      return true;
    // It was a text.
    case 'name':
      return part.name === 'omit';
    // What Python has of its own was there, and is undefined today.
    case 'attribute':
      return part.name.startsWith('_');
    // It prints as a view, and has no items by number.
    case 'call':
      return isView(part);
    // An unknown filter or test ended the template wherever it stood. Jinja's own had no full names.
    case 'filter':
    case 'test':
      return part.name.includes('.') || part.name === 'commonpath' || part.name === 'normpath';
    // Jinja judges constants before the template is run; what is undefined in them ends it there.
    case 'if':
      return isFolded(part.test);
    case 'and':
    case 'or':
      return isFolded(part.left);
    default:
      return false;
  }
}

function isView(part: Syntax): part is Expression & { readonly kind: 'call' } {
  return part.kind === 'call' && part.callee.kind === 'attribute' && /^(?:keys|values|items)$/.test(part.callee.name);
}

function isFolded(expression: Expression): boolean {
  return expression.kind !== 'constant' && !holds(expression, ({ kind }) => kind === 'name' || kind === 'call');
}

/** Whether a part of a tree, or all of it, passes a test. Views where nobody can tell them from lists are passed over. */
function holds(tree: unknown, test: (part: Syntax) => boolean): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if (Array.isArray(tree)) return tree.some((part) => holds(part, test));
  const part = tree as Syntax;
  return test(part) || Object.values(withoutView(part)).some((inner) => holds(inner, test));
}

function withoutView(part: Syntax): object {
  if (part.kind === 'for') return { ...part, iterable: viewed(part.iterable) };
  return part.kind === 'filter' && TAKES_VIEWS.has(part.name) ? { ...part, of: viewed(part.of) } : part;
}

/** The mapping that a view is of; other expressions as they are. */
function viewed(expression: Expression): Expression {
  return isView(expression) && expression.callee.kind === 'attribute' ? expression.callee.of : expression;
}

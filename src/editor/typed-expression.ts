/** The expression of Jinja in which a person types, and a template as the text that it becomes. */
import type { Range } from '../source/tree.ts';
import { wordAt } from './typed-place.ts';

/** A word in an expression. */
export interface TypedExpression {
  /** The word at the cursor, which is what a chosen one replaces. */
  readonly word: Range;
  /**
   * - `name`: of a variable;
   * - `group`, `host`: a key of `groups` or `hostvars`;
   * - `other`: an attribute, a filter, a text, a keyword, a new name.
   */
  readonly kind: 'name' | 'group' | 'host' | 'other';
}

/** The most characters before the cursor in which an expression of a template may begin. */
const LONGEST = 2000;
/** A key of `groups` or `hostvars`. */
const KEY = /(?<![\w.])(groups|hostvars)(?:\[\s*["'][\w.-]*|\.\w*)$/;
/** Attributes, filters and tests. */
const OF_VALUE = /(?:[\w)\]]\s*\.|\||\bis(?:\s+not)?\s)\s*\w*$/;
/** The word of a statement, and the names that it gives. */
const OF_STATEMENT =
  /^[-+]?\s*(?:\w*|for\s(?!.*\sin\s)[\w,\s]*|(?:set|block|macro|include|import|from|extends)\s[\w,\s]*)$/s;

/**
 * The expression at an offset of a text, which is in one line of YAML and in any number of lines of a template;
 * undefined where there is none.
 */
export function typedExpressionAt(text: string, offset: number, isTemplate: boolean): TypedExpression | undefined {
  const from = isTemplate ? Math.max(0, offset - LONGEST) : text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(from, offset);
  const opened = Math.max(...['{{', '{%', '{#'].map((mark) => before.lastIndexOf(mark)));
  const closed = Math.max(...['}}', '%}', '#}'].map((mark) => before.lastIndexOf(mark)));
  if (opened < 0 || closed > opened || before.startsWith('{#', opened)) return undefined;
  return expressionAfter(before.slice(opened + 2), text, offset, before.startsWith('{%', opened));
}

/** The expression at an offset, as conditions have it without braces. `before`: what there is of it up to there. */
export function bareExpressionAt(text: string, before: string, offset: number): TypedExpression {
  return expressionAfter(before, text, offset, false);
}

function expressionAfter(before: string, text: string, offset: number, isStatement: boolean): TypedExpression {
  const [key, owner] = KEY.exec(before) ?? [];
  if (key !== undefined)
    return {
      word: wordAt(text, offset, key.includes('[') ? /[\w.-]/ : /\w/),
      kind: owner === 'groups' ? 'group' : 'host',
    };
  const isOther = isInText(before) || OF_VALUE.test(before) || (isStatement && OF_STATEMENT.test(before));
  return { word: wordAt(text, offset, /\w/), kind: isOther ? 'other' : 'name' };
}

/** Tells whether the end of an expression is within a text of it. */
function isInText(expression: string): boolean {
  return /["']/.test(expression.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, ''));
}

const PARTS = /\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}/gs;
/** What stands for each character of a value that a template prints. */
const PRINTED = '\ue011';
const ONLY_PRINTED = new RegExp(`^[ \\t]*${PRINTED}[${PRINTED} \\t]*$`, 'gm');

/**
 * A template as a text of the same length: without its statements and comments, and with a placeholder for what it
 * prints. A line that only prints a value is left out, which may become any number of lines.
 */
export function plainTextOf(template: string): string {
  return template
    .replace(PARTS, (part) => part.replace(/[^\r\n]/g, part.startsWith('{{') ? PRINTED : ' '))
    .replace(ONLY_PRINTED, (line) => ' '.repeat(line.length));
}

/** The names that statements before an offset of a template give: those of loops, and of `set`. */
export function localNamesIn(template: string, offset: number): ReadonlySet<string> {
  const given = template.slice(0, offset).matchAll(/\{%[-+]?\s*(?:for\s+([\w,\s()]+?)\s+in\b|set\s+(\w+))/g);
  return new Set(Array.from(given).flatMap(([, loop, set]) => (loop ?? set ?? '').match(/[A-Za-z_]\w*/g) ?? []));
}

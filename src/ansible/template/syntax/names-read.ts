/**
 * The variables, groups and hosts that a template names, each with its place; names that the template itself sets do
 * not count.
 */
import type { Range } from '../../../source/tree.ts';
import { Exhausted, TemplateSyntaxError, Tripped } from '../markers.ts';
import { isFunction } from '../names.ts';
import { parseExpression, parseTemplate } from './statement-parser.ts';
import type { Expression, MacroSyntax, Statement, Target } from './syntax.ts';

/** A name in a template. */
export interface NameRead extends Range {
  readonly name: string;
  /**
   * A variable of the host, or of another one (`hostvars[host].heap`); a group (`groups['search']`,
   * `'search' in group_names`); a host (`hostvars['es-1']`).
   */
  readonly kind: 'variable' | 'group' | 'host';
}

/** The names in a text with templates, in order. In one that Jinja cannot parse, those of each `{{ }}` that it can. */
export function namesInTemplate(text: string): readonly NameRead[] {
  const whole = parsed(() => parseTemplate(text));
  if (whole !== undefined) return namesIn((names) => names.body(whole, NONE));
  return Array.from(text.matchAll(/\{\{[^]*?\}\}/g)).flatMap(({ 0: block, index }) => {
    const statements = parsed(() => parseTemplate(block)) ?? [];
    return namesIn((names) => names.body(statements, NONE)).map((one) => moved(one, index));
  });
}

/** The names in an expression without braces, as conditions are written. */
export function namesInExpression(text: string): readonly NameRead[] {
  const expression = parsed(() => parseExpression(text));
  return expression === undefined ? [] : namesIn((names) => names.expression(expression, NONE));
}

const NONE: ReadonlySet<string> = new Set();

function moved(name: NameRead, by: number): NameRead {
  return { ...name, start: name.start + by, end: name.end + by };
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (trouble) {
    const isOfText = [TemplateSyntaxError, Tripped, Exhausted, RangeError].some((kind) => trouble instanceof kind);
    if (!isOfText) throw trouble;
    return undefined;
  }
}

function namesIn(visit: (names: Names) => void): readonly NameRead[] {
  const names = new Names();
  visit(names);
  return names.found.sort((a, b) => a.start - b.start);
}

/** Collects names. `own` are those that the template has set by the time it reaches a part. */
class Names {
  readonly found: NameRead[] = [];

  body(statements: readonly Statement[], own: ReadonlySet<string>, further: readonly string[] = []): void {
    const known = new Set([...own, ...further]);
    for (const statement of statements) this.#statement(statement, known);
  }

  #statement(statement: Statement, own: Set<string>): void {
    const set = (target: Target): void => {
      for (const name of namesSetBy(target)) own.add(name);
    };
    switch (statement.kind) {
      case 'print':
      case 'do':
        return this.expression(statement.value, own);
      case 'if statement':
        for (const { test, body } of statement.branches) {
          this.expression(test, own);
          this.body(body, own);
        }
        return this.body(statement.otherwise, own);
      case 'for': {
        this.expression(statement.iterable, own);
        const items = [...namesSetBy(statement.target), 'loop'];
        if (statement.test !== undefined) this.expression(statement.test, new Set([...own, ...items]));
        this.body(statement.body, own, items);
        return this.body(statement.otherwise, own);
      }
      case 'set':
        this.expression(statement.value, own);
        return set(statement.target);
      case 'set block':
        if (statement.filter !== undefined) this.expression(statement.filter, own);
        this.body(statement.body, own);
        return set(statement.target);
      case 'with':
        for (const [, value] of statement.assignments) this.expression(value, own);
        return this.body(
          statement.body,
          own,
          statement.assignments.flatMap(([target]) => namesSetBy(target)),
        );
      case 'filter block':
        this.expression(statement.filter, own);
        return this.body(statement.body, own);
      case 'macro':
        own.add(statement.name);
        return this.#macro(statement.macro, own);
      case 'call block':
        this.expression(statement.call, own);
        return this.#macro(statement.macro, own);
      case 'include':
      case 'extends':
        return this.expression(statement.template, own);
      case 'import':
        this.expression(statement.template, own);
        own.add(statement.target);
        return;
      case 'from':
        this.expression(statement.template, own);
        for (const [, alias] of statement.names) own.add(alias);
        return;
      case 'block':
        return this.body(statement.body, own, ['self', 'super']);
      case 'autoescape':
        return this.body(statement.body, own);
      case 'data':
    }
  }

  #macro({ parameters, body }: MacroSyntax, own: ReadonlySet<string>): void {
    for (const { standard } of parameters) if (standard !== undefined) this.expression(standard, own);
    this.body(body, own, [...parameters.map(({ name }) => name), 'caller', 'kwargs', 'varargs']);
  }

  expression(expression: Expression, own: ReadonlySet<string>): void {
    if (expression.kind === 'constant') return;
    if (expression.kind === 'name') {
      const { name, start, end } = expression;
      if (!own.has(name) && !isFunction(name)) this.found.push({ kind: 'variable', name, start, end });
      return;
    }
    this.#named(expression, own);
    this.#parts(Object.values(expression), own);
  }

  #parts(parts: readonly unknown[], own: ReadonlySet<string>): void {
    for (const part of parts) {
      if (Array.isArray(part)) this.#parts(part, own);
      else if (typeof part === 'object' && part !== null) {
        if ('kind' in part && 'start' in part) this.expression(part as Expression, own);
        else this.#parts(Object.values(part), own);
      }
    }
  }

  /** Names that are given as attributes or as texts. */
  #named(expression: Expression, own: ReadonlySet<string>): void {
    if (expression.kind === 'attribute') {
      const kind = kindOfMembers(expression.of, own);
      const { name, end } = expression;
      if (kind !== undefined) this.found.push({ kind, name, start: end - name.length, end });
    } else if (expression.kind === 'item' && expression.key.kind !== 'slice')
      this.#text(kindOfMembers(expression.of, own), expression.key);
    else if (expression.kind === 'compare') {
      const [only, ...others] = expression.rest;
      const isMember = only?.operator === 'in' || only?.operator === 'not in';
      if (isMember && others.length === 0 && isFree(only.operand, 'group_names', own))
        this.#text('group', expression.first);
    } else if (expression.kind === 'call') {
      const { callee, args } = expression;
      const [plugin, ...names] = args.positional;
      const looksUp = ['lookup', 'query', 'q'].some((name) => isFree(callee, name, own));
      const isOfVariables =
        plugin?.kind === 'constant' && (plugin.value === 'vars' || plugin.value === 'ansible.builtin.vars');
      if (looksUp && isOfVariables) for (const name of names) this.#text('variable', name);
    }
  }

  #text(kind: NameRead['kind'] | undefined, constant: Expression): void {
    if (kind === undefined || constant.kind !== 'constant' || typeof constant.value !== 'string') return;
    const [start, end] = [constant.start + 1, constant.end - 1];
    if (end - start === constant.value.length) this.found.push({ kind, name: constant.value, start, end });
  }
}

/** The kind of name that the members of a value have: of `groups`, of `hostvars`, of one host in it, and of `vars`. */
function kindOfMembers(of: Expression, own: ReadonlySet<string>): NameRead['kind'] | undefined {
  if (isFree(of, 'groups', own)) return 'group';
  if (isFree(of, 'hostvars', own)) return 'host';
  if (isFree(of, 'vars', own)) return 'variable';
  const isHost = (of.kind === 'item' || of.kind === 'attribute') && isFree(of.of, 'hostvars', own);
  return isHost ? 'variable' : undefined;
}

function isFree(expression: Expression, name: string, own: ReadonlySet<string>): boolean {
  return expression.kind === 'name' && expression.name === name && !own.has(name);
}

function namesSetBy(target: Target): readonly string[] {
  if (target.kind === 'targets') return target.items.flatMap(namesSetBy);
  return target.kind === 'name' ? [target.name] : [];
}

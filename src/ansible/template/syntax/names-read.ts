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
   * `'search' in group_names`); a host (`hostvars['es-1']`, `inventory_hostname == 'es-1'`).
   */
  readonly kind: 'variable' | 'group' | 'host';
  /** The names that the template has for itself there, so that they are no variables. */
  readonly own: ReadonlySet<string>;
}

/** A place that names something which only its evaluation tells: `groups['search_' ~ site]`, `hostvars.values()`. */
export interface ComputedName extends Range {
  readonly kind: NameRead['kind'];
  /** Matches each name that it may be. */
  readonly pattern: RegExp;
  /** The variable whose value is the name, where it is nothing else. */
  readonly variable: string | undefined;
  /** True if all names that fit are taken, so that another one which fits as well makes no difference. */
  readonly takesAll?: true;
  /** True if a person gives the name to a run where nothing sets that variable. */
  readonly isAsked?: true;
}

/** A text that a template may give as it is, with its place in the template. */
export interface GivenText extends Range {
  readonly text: string;
}

/** The names in a template. */
export interface TemplateNames {
  readonly read: readonly NameRead[];
  readonly computed: readonly ComputedName[];
  /** The names that it has for itself in some part: of loops, macros and the like. */
  readonly own: ReadonlySet<string>;
  /** The names that are set from a place on (`{% set %}`), so that the same word may be a variable before it. */
  readonly set: ReadonlySet<string>;
  /** False if Jinja cannot parse it. */
  readonly isParsed: boolean;
}

/** The names in a text with templates, in order. In one that Jinja cannot parse, those of each `{{ }}` that it can. */
export function namesInTemplate(text: string): TemplateNames {
  const whole = parsed(() => parseTemplate(text));
  if (whole !== undefined) return namesIn((names) => names.body(whole, NONE));
  const parts = Array.from(text.matchAll(/\{\{[^]*?\}\}/g), ({ 0: block, index }) => {
    const statements = parsed(() => parseTemplate(block)) ?? [];
    const { read, computed } = namesIn((names) => names.body(statements, NONE));
    return { read: read.map((one) => moved(one, index)), computed: computed.map((one) => moved(one, index)) };
  });
  return {
    read: parts.flatMap(({ read }) => read),
    computed: parts.flatMap(({ computed }) => computed),
    own: NONE,
    set: NONE,
    isParsed: false,
  };
}

/** The names in an expression without braces, as conditions are written. */
export function namesInExpression(text: string): TemplateNames {
  const expression = parsed(() => parseExpression(text));
  return expression === undefined
    ? { read: [], computed: [], own: NONE, set: NONE, isParsed: false }
    : namesIn((names) => names.expression(expression, NONE));
}

/**
 * The texts that a template may give as its whole value, as `{{ target | default('search') }}` does, and what else may
 * give it; undefined if Jinja cannot read it.
 */
export function textsGivenBy(
  template: string,
): { readonly texts: readonly GivenText[]; readonly computed: readonly Omit<ComputedName, 'kind'>[] } | undefined {
  const statements = parsed(() => parseTemplate(template));
  if (statements === undefined) return undefined;
  const [only, ...others] = statements;
  const texts: GivenText[] = [];
  const computed: Omit<ComputedName, 'kind'>[] = [];
  const visit = (expression: Expression): void => {
    const { kind, start, end } = expression;
    if (kind === 'if') return [expression.then, ...(expression.otherwise ? [expression.otherwise] : [])].forEach(visit);
    if (kind === 'filter' && /^d(?:efault)?$/.test(expression.name))
      return [expression.of, ...expression.args.positional.slice(0, 1)].forEach(visit);
    if (kind === 'constant' && textOf(expression).length === end - start - 2)
      texts.push({ text: textOf(expression), start: start + 1, end: end - 1 });
    else
      computed.push({
        start,
        end,
        pattern: new RegExp(`^(?:${patternOf(expression)})$`, 's'),
        variable: kind === 'name' ? expression.name : undefined,
        isAsked: true,
      });
  };
  if (only?.kind === 'print' && others.length === 0) visit(only.value);
  else computed.push({ start: 0, end: template.length, pattern: /^/, variable: undefined });
  return { texts, computed };
}

const NONE: ReadonlySet<string> = new Set();

function moved<Name extends Range>(name: Name, by: number): Name {
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

function namesIn(visit: (names: Names) => void): TemplateNames {
  const names = new Names();
  visit(names);
  const { found, computed, own, set } = names;
  return { read: found.sort((a, b) => a.start - b.start), computed, own, set, isParsed: true };
}

/** Collects names. `own` are those that the template has set by the time it reaches a part. */
class Names {
  readonly found: NameRead[] = [];
  readonly computed: ComputedName[] = [];
  readonly own = new Set<string>();
  readonly set = new Set<string>();
  /** Parts of expressions that what is around them has explained. */
  readonly #explained = new Set<Expression>();

  body(statements: readonly Statement[], own: ReadonlySet<string>, further: readonly string[] = []): void {
    const known = new Set([...own, ...further]);
    for (const name of further) this.own.add(name);
    for (const statement of statements) this.#statement(statement, known);
  }

  #statement(statement: Statement, own: Set<string>): void {
    const add = (name: string): void => {
      for (const names of [own, this.own, this.set]) names.add(name);
    };
    const set = (target: Target): void => namesSetBy(target).forEach(add);
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
        add(statement.name);
        return this.#macro(statement.macro, own);
      case 'call block':
        this.expression(statement.call, own);
        return this.#macro(statement.macro, own);
      case 'include':
      case 'extends':
        return this.expression(statement.template, own);
      case 'import':
        this.expression(statement.template, own);
        return add(statement.target);
      case 'from':
        this.expression(statement.template, own);
        for (const [, alias] of statement.names) add(alias);
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
      if (own.has(name)) return;
      if (!isFunction(name)) this.found.push({ kind: 'variable', name, start, end, own });
      const kind = CONTAINERS[name];
      if (kind !== undefined && !this.#explained.has(expression)) this.#anyOf(kind, expression);
      return;
    }
    if (!this.#explained.has(expression)) this.#named(expression, own);
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
    switch (expression.kind) {
      case 'attribute':
      case 'item':
        return this.#member(expression, own);
      case 'compare':
        return this.#comparison(expression, own);
      case 'call':
        return this.#call(expression, own);
      case 'filter':
        return this.#filter(expression, own);
      case 'test':
        // Whether there is such a name, and nothing of what it has.
        if (/^(?:not_)?(?:un)?defined$/.test(expression.name)) this.#explain(expression.of, own);
        if (isFree(expression.of, 'inventory_hostname', own)) this.#anyOf('host', expression);
        return;
      default:
    }
  }

  #member(expression: Expression & { readonly kind: 'attribute' | 'item' }, own: ReadonlySet<string>): void {
    const kind = kindOfMembers(expression.of, own);
    if (isFree(expression.of, 'inventory_hostname', own)) return this.#anyOf('host', expression);
    if (kind === undefined) return;
    this.#explain(expression.of, own);
    if (expression.kind === 'attribute') {
      const { name, end } = expression;
      this.found.push({ kind, name, start: end - name.length, end, own });
    } else if (expression.key.kind === 'slice') this.#anyOf(kind, expression);
    else this.#given(kind, expression.key, own);
    if (kind === 'host' && !this.#explained.has(expression)) this.#anyOf('variable', expression);
  }

  #comparison(expression: Expression & { readonly kind: 'compare' }, own: ReadonlySet<string>): void {
    const { first, rest } = expression;
    const [only, ...others] = rest;
    if (only === undefined || others.length > 0) return;
    const { operator, operand } = only;
    if (operator === 'in' || operator === 'not in') {
      const kind = isFree(operand, 'group_names', own) ? 'group' : kindOfMembers(operand, own);
      if (kind !== undefined) {
        this.#explain(operand, own);
        this.#given(kind, first, own);
      } else if (isFree(first, 'inventory_hostname', own))
        for (const each of partsOf(operand)) this.#text('host', each, own);
      return;
    }
    for (const [one, other] of [
      [first, operand],
      [operand, first],
    ] as const)
      if (isFree(one, 'inventory_hostname', own)) this.#text('host', other, own);
  }

  #call({ callee, args }: Expression & { readonly kind: 'call' }, own: ReadonlySet<string>): void {
    const [plugin, ...names] = args.positional;
    const looksUp = ['lookup', 'query', 'q'].some((name) => isFree(callee, name, own));
    if (looksUp && plugin?.kind === 'constant') {
      const name = textOf(plugin).replace(/^ansible\.builtin\./, '');
      if (name === 'vars') for (const each of names) this.#given('variable', each, own);
      if (name === 'varnames') for (const each of names) this.#matching(each);
      if (/^vars$|^varnames$/.test(name) && args.rest !== undefined) this.#anyOf('variable', args.rest);
      return;
    }
    if (callee.kind !== 'attribute') return;
    const kind = kindOfMembers(callee.of, own);
    if (kind === undefined || !['get', 'keys', 'values', 'items'].includes(callee.name)) return;
    for (const part of [callee, callee.of]) this.#explain(part, own);
    const [key] = args.positional;
    if (callee.name === 'get' && key !== undefined) this.#given(kind, key, own);
    else if (callee.name === 'values' ? kind !== 'group' : kind !== 'host') this.#anyOf(kind, callee);
    if (callee.name !== 'keys' && callee.name !== 'get' && kind === 'host') this.#anyOf('variable', callee);
  }

  #filter({ of, name, args, start, end }: Expression & { readonly kind: 'filter' }, own: ReadonlySet<string>): void {
    const isNamed = isFree(of, 'inventory_hostname', own);
    if (isNamed && !PRINTING.has(name)) this.#anyOf('host', { start, end });
    if (isFree(of, 'group_names', own) && SETS.has(name)) {
      this.#explain(of, own);
      for (const each of args.positional.flatMap(partsOf)) this.#given('group', each, own);
    }
    if (kindOfMembers(of, own) !== undefined && (name === 'length' || name === 'count')) this.#explain(of, own);
    const [what, ...more] = args.positional;
    const isMapped = name === 'map' && EXTRACT.test(what === undefined ? '' : textOf(what));
    const [from, member] = isMapped ? more : EXTRACT.test(name) ? [what, ...more] : [];
    const kind = from && kindOfMembers(from, own);
    if (from === undefined || kind === undefined) return;
    this.#explain(from, own);
    for (const each of isMapped ? partsOf(of) : [of]) this.#text(kind, each, own);
    if (kind !== 'host') return;
    const [first] = member === undefined ? [] : partsOf(member);
    if (first === undefined) this.#anyOf('variable', from);
    else this.#given('variable', first, own);
  }

  /** Takes note that a part is a container of names whose members are named around it. */
  #explain(part: Expression, own: ReadonlySet<string>): void {
    this.#explained.add(part);
    if (part.kind === 'filter') this.#explain(part.of, own);
    if ((part.kind === 'attribute' || part.kind === 'item') && kindOfMembers(part.of, own) === 'host')
      // `hostvars[host]`, whose host is still to be looked at.
      this.#hostOf(part, own);
    if (part.kind === 'call') this.#hostOfCall(part, own);
  }

  #hostOf(part: Expression & { readonly kind: 'attribute' | 'item' }, own: ReadonlySet<string>): void {
    this.#explain(part.of, own);
    if (part.kind === 'attribute')
      this.found.push({ kind: 'host', name: part.name, start: part.end - part.name.length, end: part.end, own });
    else if (part.key.kind !== 'slice') this.#given('host', part.key, own);
  }

  #hostOfCall({ callee, args }: Expression & { readonly kind: 'call' }, own: ReadonlySet<string>): void {
    if (callee.kind !== 'attribute' || kindOfMembers(callee.of, own) !== 'host') return;
    for (const each of [callee, callee.of]) this.#explained.add(each);
    const [key] = args.positional;
    if (key !== undefined) this.#given('host', key, own);
  }

  /** A name that an expression gives: a text, or what only an evaluation tells. */
  #given(kind: NameRead['kind'], expression: Expression, own: ReadonlySet<string>): void {
    if (expression.kind === 'constant') return this.#text(kind, expression, own);
    const { start, end } = expression;
    const pattern = patternOf(expression);
    // The name of some host comes whole from where it is written: a list of hosts, a group, a variable.
    if (kind === 'host' && pattern === ANY) return;
    const isName = expression.kind === 'name' && !own.has(expression.name);
    const variable = isName ? expression.name : undefined;
    this.computed.push({ kind, start, end, variable, pattern: new RegExp(`^(?:${pattern})$`, 's') });
  }

  #matching(expression: Expression): void {
    const { start, end } = expression;
    const text = expression.kind === 'constant' ? textOf(expression) : undefined;
    this.computed.push({ kind: 'variable', start, end, ...taking(searched(text)) });
  }

  #anyOf(kind: NameRead['kind'], { start, end }: Range): void {
    this.computed.push({ kind, start, end, variable: undefined, pattern: /^/ });
  }

  #text(kind: NameRead['kind'], constant: Expression, own: ReadonlySet<string>): void {
    if (constant.kind !== 'constant' || typeof constant.value !== 'string') return;
    const [start, end] = [constant.start + 1, constant.end - 1];
    if (end - start === constant.value.length) this.found.push({ kind, name: constant.value, start, end, own });
    // In another spelling, it is no text that could be put in its place.
    else
      this.computed.push({ kind, start, end, variable: undefined, pattern: new RegExp(`^${quoted(constant.value)}$`) });
  }
}

/** The variables whose keys, or items, are names. */
const CONTAINERS: Readonly<Partial<Record<string, NameRead['kind']>>> = {
  groups: 'group',
  group_names: 'group',
  hostvars: 'variable',
  vars: 'variable',
};
/** Filters of sets: what they compare with is named. */
const SETS: ReadonlySet<string> = new Set(['intersect', 'difference', 'union', 'symmetric_difference']);
const EXTRACT = /^(?:ansible\.builtin\.)?extract$/;
/** Filters that print a name as it is. */
const PRINTING: ReadonlySet<string> = new Set([
  'default', 'd', 'string', 'quote', 'trim', 'lower', 'upper', 'to_json', 'to_nice_json', 'to_yaml', 'to_nice_yaml', 'extract', 'map',
]); // prettier-ignore

/** The kind of name that the members of a value have: of `groups`, of `hostvars`, of one host in it, and of `vars`. */
function kindOfMembers(of: Expression, own: ReadonlySet<string>): NameRead['kind'] | undefined {
  if (isFree(of, 'groups', own)) return 'group';
  if (isFree(of, 'hostvars', own)) return 'host';
  if (isFree(of, 'vars', own)) return 'variable';
  if (of.kind === 'filter') return /^d(?:efault)?$/.test(of.name) ? kindOfMembers(of.of, own) : undefined;
  if (of.kind === 'call')
    return of.callee.kind === 'attribute' && of.callee.name === 'get' && isFree(of.callee.of, 'hostvars', own)
      ? 'variable'
      : undefined;
  const isHost = (of.kind === 'item' || of.kind === 'attribute') && isFree(of.of, 'hostvars', own);
  return isHost ? 'variable' : undefined;
}

const ANY = '.*';

/** The pattern of the texts that an expression may give. */
function patternOf(expression: Expression): string {
  switch (expression.kind) {
    case 'constant':
      return quoted(textOf(expression));
    case 'concat':
      return expression.items.map(patternOf).join('');
    case 'binary':
      return expression.operator === '+' ? `${patternOf(expression.left)}${patternOf(expression.right)}` : ANY;
    case 'if':
      return `(?:${patternOf(expression.then)}|${expression.otherwise === undefined ? '' : patternOf(expression.otherwise)})`;
    default:
      return ANY;
  }
}

/** All names that a pattern fits, or any if there is no telling. */
export function taking(pattern: RegExp | undefined): Pick<ComputedName, 'variable' | 'pattern' | 'takesAll'> {
  return { variable: undefined, pattern: pattern ?? /^/, ...(pattern !== undefined && { takesAll: true }) };
}

/** The pattern that Python searches a text with, where JavaScript has the same; undefined if it has not. */
export function searched(pattern: string | undefined): RegExp | undefined {
  if (pattern === undefined || /\(\?[^:]|\\[AZ]/.test(pattern)) return undefined;
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The text that an expression is; empty for anything else. */
function textOf(expression: Expression): string {
  return expression.kind === 'constant' && typeof expression.value === 'string' ? expression.value : '';
}

/** The items of a list; anything else counts as a list of one. */
function partsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'list' || expression.kind === 'tuple' ? expression.items : [expression];
}

function isFree(expression: Expression, name: string, own: ReadonlySet<string>): boolean {
  return expression.kind === 'name' && expression.name === name && !own.has(name);
}

function namesSetBy(target: Target): readonly string[] {
  if (target.kind === 'targets') return target.items.flatMap(namesSetBy);
  return target.kind === 'name' ? [target.name] : [];
}

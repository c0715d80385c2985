/** Jinja's statements: a recursive descent. Their expressions are in `expression-parser.ts`. */
import { madeOnce } from '../../../ground/made-once.ts';
import { CONSTANTS, ExpressionParser } from './expression-parser.ts';
import { noteHiddenNames } from './hidden-names.ts';
import { tokenize, tokenizeExpression } from './lexer.ts';
import type { Manner, Settings, Token } from './lexer.ts';
import { Exhausted } from '../markers.ts';
import type { TemplateSyntaxError } from '../markers.ts';
import { specialMacroVariables } from './syntax.ts';
import type { Expression, MacroSyntax, Statement, StatementSyntax, Target } from './syntax.ts';

const MAX_BLOCKS = 60;

/** The templates of values that were parsed last: most are evaluated again and again, for one host after the other. */
const parsed = new Map<string, readonly Statement[]>();
/** More than most projects have, so that an editor that is open for long keeps no more. */
const MOST_PARSED = 2_000;

/** Parses the template of a value. Throws `TemplateSyntaxError` with Jinja's words. */
export function parseTemplate(text: string): readonly Statement[] {
  if (parsed.size >= MOST_PARSED) parsed.clear();
  return madeOnce(parsed, text, () => parseTemplateOfFile(text));
}

/** Parses the template of a file. Throws `TemplateSyntaxError` with Jinja's words. */
export function parseTemplateOfFile(
  text: string,
  { settings, manner, hasDo = false }: { settings?: Settings; manner?: Manner; hasDo?: boolean } = {},
): readonly Statement[] {
  const statements = new Parser(tokenize(text, settings, manner), hasDo).statements();
  if (statements.some(({ kind }) => kind !== 'print' && kind !== 'data')) noteHiddenNames(statements);
  return statements;
}

/** Parses an expression without braces. Throws `TemplateSyntaxError` with Jinja's words. */
export function parseExpression(text: string): Expression {
  return new ExpressionParser(tokenizeExpression(text)).onlyExpression();
}

/**
 * Throws `TemplateSyntaxError` for a token that Jinja does not expect, and `Exhausted` if blocks are nested too
 * deeply.
 */
class Parser extends ExpressionParser {
  /** The blocks around the current tag, with the tags that may end each. */
  readonly #open: { readonly tag: string; readonly ends: readonly string[] }[] = [];
  readonly #blocks = new Set<string>();
  /** True if `{% do %}` is known, which is an extension of Jinja. */
  readonly #hasDo: boolean;

  constructor(tokens: readonly Token[], hasDo = false) {
    super(tokens);
    this.#hasDo = hasDo;
  }

  /** Reads statements up to a tag that ends the innermost open block; that tag is left to be read. */
  statements(): readonly Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      const { kind, text, start, end } = this.token;
      if (kind === 'end') {
        if (this.#open.length > 0) throw this.#unclosed('Unexpected end of template.');
        return statements;
      }
      this.next();
      if (kind === 'data') statements.push({ kind: 'data', text, start, end });
      else if (kind === 'variable_begin') {
        const value = this.tuple();
        this.expectKind('variable_end');
        statements.push({ kind: 'print', value, start: value.start, end: value.end });
      } else {
        if (this.token.kind === 'name' && this.#open.at(-1)?.ends.includes(this.token.text)) return statements;
        statements.push({ ...this.#tag(start), start, end: this.last });
      }
    }
  }

  #unclosed(problem: string): TemplateSyntaxError {
    const innermost = this.#open.at(-1);
    const ends = innermost?.ends.map((end) => `'${end}'`).join(' or ');
    const looking = `Jinja was looking for the following tags: ${ends}. The innermost block that needs to be closed is '${innermost?.tag}'.`;
    return this.trouble(innermost === undefined ? problem : `${problem} ${looking}`);
  }

  /** Reads a tag, and its block. */
  #tag(start: number): StatementSyntax {
    if (this.token.kind !== 'name') throw this.trouble('tag name expected');
    const tag = this.token.text;
    switch (tag) {
      case 'if':
        return this.#if();
      case 'for':
        return this.#for();
      case 'set':
        return this.#set();
      case 'with':
        return this.#with();
      case 'filter': {
        this.next();
        const filter = this.filter({ kind: 'captured', start, end: this.last }, true);
        return { kind: 'filter block', filter, body: this.#body('filter', ['endfilter']).body };
      }
      case 'macro': {
        this.next();
        const name = this.expectName();
        return { kind: 'macro', name, macro: this.#macro('macro', name, this.#parameters()) };
      }
      case 'call':
        return this.#callBlock();
      case 'print': {
        this.next();
        const value = this.tuple();
        this.expectKind('block_end');
        return { kind: 'print', value };
      }
      case 'include':
        return this.#include();
      case 'import':
        return this.#import();
      case 'from':
        return this.#from();
      case 'extends': {
        this.next();
        const template = this.expression();
        this.expectKind('block_end');
        return { kind: 'extends', template };
      }
      case 'block':
        return this.#block();
      case 'autoescape':
        this.next();
        this.expression();
        return { kind: 'autoescape', body: this.#body('autoescape', ['endautoescape']).body };
      default:
        if (tag === 'do' && this.#hasDo) {
          this.next();
          const value = this.tuple();
          this.expectKind('block_end');
          return { kind: 'do', value };
        }
        throw this.#unclosed(`Encountered unknown tag '${tag}'.`);
    }
  }

  #include(): StatementSyntax {
    this.next();
    const template = this.expression();
    const ignoresMissing = this.acceptWords('ignore', 'missing');
    const withContext = this.#context() ?? true;
    this.expectKind('block_end');
    return { kind: 'include', template, ignoresMissing, withContext };
  }

  #import(): StatementSyntax {
    this.next();
    const template = this.expression();
    if (!this.acceptName('as')) throw this.expected('as');
    const target = this.expectName();
    const withContext = this.#context() ?? false;
    this.expectKind('block_end');
    return { kind: 'import', template, target, withContext };
  }

  #from(): StatementSyntax {
    this.next();
    const template = this.expression();
    if (!this.acceptName('import')) throw this.expected('import');
    const names: [string, string][] = [];
    let withContext: boolean | undefined;
    do {
      if (this.token.kind !== 'name') throw this.expected('name');
      withContext = this.#context();
      if (withContext !== undefined) break;
      const token = this.token;
      const name = this.expectName();
      if (name.startsWith('_')) throw this.trouble('names starting with an underline can not be imported', token);
      names.push([name, this.acceptName('as') ? this.expectName() : name]);
      withContext = this.#context();
    } while (withContext === undefined && this.accept(','));
    this.expectKind('block_end');
    return { kind: 'from', template, names, withContext: withContext ?? false };
  }

  /** `with context` or `without context`; undefined if neither stands here. */
  #context(): boolean | undefined {
    if (this.acceptWords('with', 'context')) return true;
    return this.acceptWords('without', 'context') ? false : undefined;
  }

  #block(): StatementSyntax {
    const { start } = this.next();
    const token = this.token;
    const name = this.expectName();
    if (this.#blocks.has(name)) throw this.trouble(`block '${name}' defined twice`, { ...token, start });
    this.#blocks.add(name);
    const scoped = this.acceptName('scoped');
    const required = this.acceptName('required');
    const { loops } = this;
    const { body } = this.#body('block', ['endblock']);
    // A block has no `loop` unless it is scoped: then the loops around it have one in any case.
    this.loops = loops + (scoped ? 1 : 0);
    if (required && body.some((part) => part.kind !== 'data' || part.text.trim() !== ''))
      throw this.trouble('Required blocks can only contain comments or whitespace', token);
    return { kind: 'block', name, scoped, required, body };
  }

  /** The statements after a tag up to one of `ends`, which is read. */
  #body(
    tag: string,
    ends: readonly string[],
    between: readonly string[] = [],
  ): { body: readonly Statement[]; end: string } {
    this.expectKind('block_end');
    this.#open.push({ tag, ends: [...between, ...ends] });
    if (this.#open.length > MAX_BLOCKS) throw new Exhausted();
    const body = this.statements();
    this.#open.pop();
    const end = this.next().text;
    if (end === 'endblock' && this.token.kind === 'name') this.next();
    if (ends.includes(end)) this.expectKind('block_end');
    return { body, end };
  }

  #if(): StatementSyntax {
    const branches: { test: Expression; body: readonly Statement[] }[] = [];
    let otherwise: readonly Statement[] = [];
    for (;;) {
      this.next();
      const test = this.tuple({ withCondition: false });
      const { body, end } = this.#body('if', ['endif'], ['elif', 'else']);
      branches.push({ test, body });
      if (end === 'elif') {
        this.back();
        continue;
      }
      if (end === 'else') otherwise = this.#body('if', ['endif']).body;
      return { kind: 'if statement', branches, otherwise };
    }
  }

  #for(): StatementSyntax {
    this.next();
    const target = this.#target((text) => text === 'in');
    if (!this.acceptName('in')) throw this.trouble(`expected token 'in', got '${this.describe()}'`);
    const iterable = this.tuple({ withCondition: false, stop: (text) => text === 'recursive' });
    const test = this.acceptName('if') ? this.expression() : undefined;
    const recursive = this.acceptName('recursive');
    const before = this.loops;
    const { body, end } = this.#body('for', ['endfor'], ['else']);
    const usesLoop = recursive || this.loops > before;
    const otherwise = end === 'else' ? this.#body('for', ['endfor']).body : [];
    return { kind: 'for', target, iterable, test, recursive, usesLoop, body, otherwise };
  }

  #set(): StatementSyntax {
    this.next();
    const target = this.#target(() => false, true);
    if (this.accept('=')) {
      const value = this.tuple();
      this.expectKind('block_end');
      return { kind: 'set', target, value };
    }
    const captured: Expression = { kind: 'captured', start: this.last, end: this.last };
    const filter = this.sees('|') ? this.filter(captured) : undefined;
    return { kind: 'set block', target, filter, body: this.#body('set', ['endset']).body };
  }

  #with(): StatementSyntax {
    this.next();
    const assignments: [Target, Expression][] = [];
    while (this.token.kind !== 'block_end') {
      if (assignments.length > 0) this.expect(',');
      const target = this.#oneTarget(false);
      this.expect('=');
      assignments.push([target, this.expression()]);
    }
    return { kind: 'with', assignments, body: this.#body('with', ['endwith']).body };
  }

  #callBlock(): StatementSyntax {
    this.next();
    const parameters = this.sees('(') ? this.#parameters() : [];
    const call = this.expression();
    if (call.kind !== 'call') throw this.trouble('expected call');
    return { kind: 'call block', call, macro: this.#macro('call', undefined, parameters) };
  }

  #macro(tag: string, name: string | undefined, parameters: MacroSyntax['parameters']): MacroSyntax {
    const { body } = this.#body(tag, [`end${tag}`]);
    return { name, parameters, body, special: specialMacroVariables(parameters, body) };
  }

  #parameters(): MacroSyntax['parameters'] {
    const parameters: { name: string; standard: Expression | undefined }[] = [];
    this.expect('(');
    while (!this.sees(')')) {
      if (parameters.length > 0) this.expect(',');
      const parameter = this.expectName();
      const standard = this.accept('=') ? this.expression() : undefined;
      if (standard === undefined && parameters.at(-1)?.standard !== undefined)
        throw this.trouble('non-default argument follows default argument');
      parameters.push({ name: parameter, standard });
    }
    this.expect(')');
    return parameters;
  }

  #target(stop: (text: string) => boolean, withMember = false): Target {
    const items: Target[] = [];
    let isTuple = false;
    for (;;) {
      if (this.token.kind === 'block_end' || (this.token.kind === 'name' && items.length > 0 && stop(this.token.text)))
        break;
      items.push(this.#oneTarget(withMember));
      if (!this.accept(',')) break;
      isTuple = true;
    }
    const [first] = items;
    return !isTuple && first !== undefined ? first : { kind: 'targets', items };
  }

  #oneTarget(withMember: boolean): Target {
    if (this.accept('(')) {
      const items: Target[] = [];
      while (!this.sees(')')) {
        if (items.length > 0) this.expect(',');
        if (!this.sees(')')) items.push(this.#oneTarget(false));
      }
      this.expect(')');
      return { kind: 'targets', items };
    }
    const token = this.token;
    const name = this.expectName();
    if (CONSTANTS.has(name)) throw this.trouble("can't assign to 'const'", token);
    if (withMember && this.accept('.')) return { kind: 'member', name, attribute: this.expectName() };
    return { kind: 'name', name };
  }
}

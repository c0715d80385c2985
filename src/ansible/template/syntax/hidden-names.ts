/**
 * Names that a part of a template hides from itself: Jinja takes a name that a part sets for its own from the start,
 * unless it is read there before. Until it is set it is undefined, even if a variable has the same name.
 *
 * After `Symbols` and `FrameSymbolVisitor` of Jinja's `idtracking.py`.
 */
import type { Expression, MacroSyntax, Statement, Target } from './syntax.ts';

/** How a part of a template knows a name: `hidden` until it is set, or as what is around it does. */
type Knowledge = 'hidden' | 'known';

const hidden = new WeakMap<readonly Statement[], ReadonlySet<string>>();
const NONE: ReadonlySet<string> = new Set();

/** The names that are undefined in a body until it sets them. */
export function namesHiddenIn(body: readonly Statement[]): ReadonlySet<string> {
  return hidden.get(body) ?? NONE;
}

/** Finds the names that a template and all parts of it hide. */
export function noteHiddenNames(template: readonly Statement[]): void {
  analyse(template, new Set(), []);
}

/** Goes through one part, then through those within it. */
function analyse(body: readonly Statement[], around: ReadonlySet<string>, parameters: readonly string[]): void {
  const part = new NamesOfPart(around);
  for (const name of parameters) part.names.set(name, 'known');
  part.visit(body);
  const own = new Set(Array.from(part.names).flatMap(([name, knowledge]) => (knowledge === 'hidden' ? [name] : [])));
  if (own.size > 0) hidden.set(body, own);
  const known = new Set([...around, ...part.names.keys()]);
  for (const { body, parameters } of part.inner) analyse(body, known, parameters);
}

interface Inner {
  readonly body: readonly Statement[];
  readonly parameters: readonly string[];
}

class NamesOfPart {
  names = new Map<string, Knowledge>();
  readonly inner: Inner[] = [];
  readonly #around: ReadonlySet<string>;

  constructor(around: ReadonlySet<string>) {
    this.#around = around;
  }

  visit(body: readonly Statement[]): void {
    for (const statement of body) this.#visitOne(statement);
  }

  #visitOne(statement: Statement): void {
    switch (statement.kind) {
      case 'print':
      case 'do':
        return this.#read(statement.value);
      case 'if statement':
        return this.#branches(statement);
      case 'for': {
        this.#read(statement.iterable);
        const parameters = namesOf(statement.target);
        this.inner.push({ body: statement.body, parameters: [...parameters, ...(statement.usesLoop ? ['loop'] : [])] });
        this.inner.push({ body: statement.otherwise, parameters: [] });
        return;
      }
      case 'set':
        this.#read(statement.value);
        return this.#set(statement.target);
      case 'set block':
        this.inner.push({ body: statement.body, parameters: [] });
        return this.#set(statement.target);
      case 'filter block':
        this.#read(statement.filter);
        this.inner.push({ body: statement.body, parameters: [] });
        return;
      case 'with':
        for (const [, value] of statement.assignments) this.#read(value);
        this.inner.push({
          body: statement.body,
          parameters: statement.assignments.flatMap(([target]) => namesOf(target)),
        });
        return;
      case 'macro':
        this.inner.push(innerOf(statement.macro));
        return this.#store(statement.name);
      case 'call block':
        this.#read(statement.call);
        this.inner.push(innerOf(statement.macro));
        return;
      case 'import':
        this.#read(statement.template);
        return this.#store(statement.target);
      case 'from':
        this.#read(statement.template);
        for (const [, alias] of statement.names) this.#store(alias);
        return;
      case 'include':
      case 'extends':
        return this.#read(statement.template);
      case 'block':
        // A block sees what the template has set, not what it hides from itself.
        return analyse(statement.body, new Set(), []);
      default:
    }
  }

  /** Reads branches: a name that only they set may be a variable before. */
  #branches({ branches, otherwise }: Statement & { kind: 'if statement' }): void {
    for (const { test } of branches.slice(0, 1)) this.#read(test);
    const before = this.names;
    const after = new Map(before);
    branches.forEach(({ test, body }, index) => {
      this.names = new Map(before);
      if (index > 0) this.#read(test);
      this.visit(body);
      for (const [name] of this.names) if (!after.has(name)) after.set(name, 'known');
    });
    this.names = new Map(before);
    this.visit(otherwise);
    for (const [name] of this.names) if (!after.has(name)) after.set(name, 'known');
    this.names = after;
  }

  #set(target: Target): void {
    if (target.kind === 'member') this.#load(target.name);
    else for (const name of namesOf(target)) this.#store(name);
  }

  #store(name: string): void {
    if (!this.names.has(name)) this.names.set(name, this.#around.has(name) ? 'known' : 'hidden');
  }

  #load(name: string): void {
    if (!this.names.has(name) && !this.#around.has(name)) this.names.set(name, 'known');
  }

  /** Reads the names of an expression. */
  #read(part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      for (const each of part) this.#read(each);
      return;
    }
    const expression = part as Expression;
    if (expression.kind === 'constant') return;
    if (expression.kind === 'name') return this.#load(expression.name);
    for (const each of Object.values(part)) this.#read(each);
  }
}

function innerOf({ parameters, body }: MacroSyntax): Inner {
  return { body, parameters: [...parameters.map(({ name }) => name), 'caller', 'kwargs', 'varargs'] };
}

function namesOf(target: Target): readonly string[] {
  return target.kind === 'targets' ? target.items.flatMap(namesOf) : [target.name];
}

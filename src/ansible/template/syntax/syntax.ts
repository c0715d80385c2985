/** The tree of a template, after Jinja's own. */
import type { Range } from '../../../source/tree.ts';
import type { Value } from '../python/python-values.ts';

export type Expression = Range &
  (
    | { readonly kind: 'constant'; readonly value: Value }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'list' | 'tuple' | 'concat'; readonly items: readonly Expression[] }
    | { readonly kind: 'dict'; readonly pairs: readonly (readonly [Expression, Expression])[] }
    | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
    | { readonly kind: 'item'; readonly of: Expression; readonly key: Expression | Slice }
    | { readonly kind: 'call'; readonly callee: Expression; readonly args: Arguments }
    | { readonly kind: 'filter'; readonly of: Expression; readonly name: string; readonly args: Arguments }
    | { readonly kind: 'test'; readonly of: Expression; readonly name: string; readonly args: Arguments }
    | { readonly kind: 'not' | 'negative' | 'positive'; readonly operand: Expression }
    | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'binary'; readonly operator: Binary; readonly left: Expression; readonly right: Expression }
    | {
        readonly kind: 'compare';
        readonly first: Expression;
        readonly rest: readonly { readonly operator: Comparison; readonly operand: Expression }[];
      }
    | {
        readonly kind: 'if';
        readonly test: Expression;
        readonly then: Expression;
        readonly otherwise: Expression | undefined;
      }
    | { readonly kind: 'captured' }
  );

export type Binary = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

export interface Slice extends Range {
  readonly kind: 'slice';
  readonly from: Expression | undefined;
  readonly to: Expression | undefined;
  readonly step: Expression | undefined;
}

export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: readonly (readonly [name: string, value: Expression])[];
  /** `*rest` and `**named`. */
  readonly rest: Expression | undefined;
  readonly more: Expression | undefined;
}

/** The target of `for`, `set` and `with`: a name, names of a tuple, an attribute of a namespace. */
export type Target =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'targets'; readonly items: readonly Target[] }
  | { readonly kind: 'member'; readonly name: string; readonly attribute: string };

export type Statement = Range & StatementSyntax;

/** A statement without its place. */
export type StatementSyntax =
  | { readonly kind: 'data'; readonly text: string }
  | { readonly kind: 'print'; readonly value: Expression }
  | {
      readonly kind: 'if statement';
      readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly kind: 'for';
      readonly target: Target;
      readonly iterable: Expression;
      readonly test: Expression | undefined;
      /** `loop(items)` runs the block for other items. */
      readonly recursive: boolean;
      /** The block reads `loop`. If it does not, there is no `loop`, which matters to what it includes. */
      readonly usesLoop: boolean;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: 'set'; readonly target: Target; readonly value: Expression }
  | {
      readonly kind: 'set block';
      readonly target: Target;
      readonly filter: Expression | undefined;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: 'with';
      readonly assignments: readonly (readonly [Target, Expression])[];
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'filter block'; readonly filter: Expression; readonly body: readonly Statement[] }
  | { readonly kind: 'macro'; readonly name: string; readonly macro: MacroSyntax }
  | {
      readonly kind: 'call block';
      readonly call: Expression & { readonly kind: 'call' };
      readonly macro: MacroSyntax;
    }
  | {
      readonly kind: 'include';
      readonly template: Expression;
      readonly ignoresMissing: boolean;
      readonly withContext: boolean;
    }
  | {
      readonly kind: 'import';
      readonly template: Expression;
      readonly target: string;
      readonly withContext: boolean;
    }
  | {
      readonly kind: 'from';
      readonly template: Expression;
      readonly names: readonly (readonly [name: string, alias: string])[];
      readonly withContext: boolean;
    }
  | { readonly kind: 'extends'; readonly template: Expression }
  | BlockSyntax
  | { readonly kind: 'do'; readonly value: Expression }
  | { readonly kind: 'autoescape'; readonly body: readonly Statement[] };

/** A part of a template that one which extends it may replace. */
export interface BlockSyntax {
  readonly kind: 'block';
  readonly name: string;
  /** The block sees the names around it. */
  readonly scoped: boolean;
  readonly required: boolean;
  readonly body: readonly Statement[];
}

export interface MacroSyntax {
  /** Undefined for the body of `{% call %}`. */
  readonly name: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly standard: Expression | undefined }[];
  readonly body: readonly Statement[];
  /**
   * Which of `caller`, `kwargs` and `varargs` the body reads, apart from parameters. Undefined if it also sets one,
   * or if a parameter is called `caller`: then it depends on the order in which Jinja looks.
   */
  readonly special: ReadonlySet<string> | undefined;
}

const SPECIAL: readonly string[] = ['caller', 'kwargs', 'varargs'];

/** `MacroSyntax.special` of a macro. */
export function specialMacroVariables(
  parameters: MacroSyntax['parameters'],
  body: readonly Statement[],
): MacroSyntax['special'] {
  const own = parameters.map(({ name }) => name);
  const read = new Set<string>();
  const set = new Set<string>(own.filter((name) => name === 'caller'));
  collect(body, read, set);
  return SPECIAL.some((name) => set.has(name)) ? undefined : new Set([...read].filter((name) => !own.includes(name)));
}

function collect(tree: unknown, read: Set<string>, set: Set<string>): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (Array.isArray(tree)) {
    for (const part of tree) collect(part, read, set);
    return;
  }
  const { kind, name } = tree as { readonly kind?: unknown; readonly name?: unknown };
  // An expression has its place in the text; a name that is assigned to, or a parameter, has no place.
  if (typeof name === 'string' && SPECIAL.includes(name) && (kind === 'name' || kind === undefined))
    ('start' in tree ? read : set).add(name);
  for (const part of Object.values(tree)) collect(part, read, set);
}

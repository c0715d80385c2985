/** Conditions on changes: `when: result is changed`, `changed_when`, and the facts that keep such a result. */
import { Scalar } from '../../source/tree.ts';
import { Exhausted, TemplateSyntaxError, Tripped } from '../template/markers.ts';
import type { PlacedCause } from '../template/files/rendered-text.ts';
import type { Expression } from '../template/syntax/syntax.ts';
import { parseExpression } from '../template/syntax/statement-parser.ts';
import { ALWAYS, both, either, unknownCause } from './change-causes.ts';
import type { ChangeCauses } from './change-causes.ts';
import { inherited } from './surroundings.ts';
import type { Around, PlacedCondition } from './surroundings.ts';
import type { TaskValues } from './task-values.ts';

/** The results and facts that conditions may ask for, by name. */
export interface KnownChanges {
  /** The causes for which the result of a name is a change; undefined if no task has registered it. */
  ofResult(name: string): ChangeCauses | undefined;
  /** The causes for which a fact is true; undefined if it does not follow from changes. */
  ofFact(name: string): ChangeCauses | undefined;
}

/** Reads the conditions of tasks of one host for what has to change. */
export class ChangeConditions {
  readonly #values: TaskValues;
  readonly #changes: KnownChanges;

  constructor(values: TaskValues, changes: KnownChanges) {
    this.#values = values;
    this.#changes = changes;
  }

  /** The causes for which all conditions around a task hold. */
  causesOf(around: Around): ChangeCauses {
    let causes = ALWAYS;
    for (const condition of around.keywords.when) {
      const alone = inherited(around, { keywords: { when: [condition] } });
      const truth = this.#values.truth(alone);
      if (truth === true) continue;
      const why = truth === false ? undefined : this.#values.whyOf(truth, alone);
      if (why === undefined) return [];
      causes = both(causes, this.#ofCondition(condition, around, why), why);
    }
    return causes;
  }

  /** The causes for which an expression is true, such as the value of a fact. */
  causesOfText(text: string, { document, isStrict }: Omit<PlacedCondition, 'node'>, around: Around): ChangeCauses {
    const condition = { node: new Scalar(0, 0, 'str', text), document, isStrict };
    return this.causesOf(inherited(around, { keywords: { when: [condition] } }));
  }

  #ofCondition({ node, document }: PlacedCondition, around: Around, why: PlacedCause): ChangeCauses {
    const written = node.kind === 'scalar' ? String(node.value).trim() : '';
    const text = /^\{\{([^{}]*)\}\}$/.exec(written)?.[1]?.trim() ?? written;
    const expression = parsed(text);
    if (expression === undefined) return unknownCause(why);
    return new ConditionReader(text, why, this.#changes, (part) => {
      const condition = { node: new Scalar(node.start, node.end, 'str', part), document, isStrict: false };
      const alone = inherited(around, { keywords: { when: [condition] } });
      const truth = this.#values.truth(alone);
      return typeof truth === 'boolean' ? truth : this.#values.whyOf(truth, alone);
    }).causesOf(expression);
  }
}

function parsed(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch (trouble) {
    if (trouble instanceof TemplateSyntaxError || trouble instanceof Tripped) return undefined;
    if (trouble instanceof Exhausted || trouble instanceof RangeError) return undefined;
    throw trouble;
  }
}

/** Filters that leave a truth value as it is, or give one to what is not there. */
const PASSING: ReadonlySet<string> = new Set(['bool', 'default', 'd']);
/** Filters of a list of results, after which it is true, or longer than nothing, if one of them is a change. */
const LISTING: ReadonlySet<string> = new Set(['list', 'length', 'count', 'select', 'max', 'sum', 'first']);

/** Reads one condition. */
class ConditionReader {
  readonly #text: string;
  readonly #why: PlacedCause;
  readonly #changes: KnownChanges;
  readonly #truthOf: (part: string) => boolean | PlacedCause;

  constructor(text: string, why: PlacedCause, changes: KnownChanges, truthOf: (part: string) => boolean | PlacedCause) {
    this.#text = text;
    this.#why = why;
    this.#changes = changes;
    this.#truthOf = truthOf;
  }

  causesOf(expression: Expression): ChangeCauses {
    if (expression.kind === 'and')
      return both(this.causesOf(expression.left), this.causesOf(expression.right), this.#why);
    if (expression.kind === 'or') return either(this.causesOf(expression.left), this.causesOf(expression.right));
    const truth = this.#truthOf(this.#text.slice(expression.start, expression.end));
    if (truth === true) return ALWAYS;
    if (truth === false) return [];
    return this.#ofLeaf(expression) ?? unknownCause(truth);
  }

  #ofLeaf(expression: Expression): ChangeCauses | undefined {
    switch (expression.kind) {
      case 'name':
        return this.#changes.ofFact(expression.name);
      case 'attribute':
        return expression.name === 'changed' ? this.#ofResult(expression.of) : undefined;
      case 'item': {
        const { key } = expression;
        return key.kind === 'constant' && key.value === 'changed' ? this.#ofResult(expression.of) : undefined;
      }
      case 'test':
        return this.#ofTest(expression);
      case 'filter':
        if (PASSING.has(bare(expression.name))) return this.#ofLeaf(expression.of);
        if (bare(expression.name) === 'changed') return this.#ofResult(expression.of);
        return this.#ofList(expression);
      case 'compare': {
        const [comparison, ...others] = expression.rest;
        if (comparison === undefined || others.length > 0) return undefined;
        const { operator, operand } = comparison;
        const compared = operand.kind === 'constant' ? operand.value : undefined;
        if (operator === '==' && compared === true) return this.#ofLeaf(expression.first);
        const isNone = (typeof compared === 'bigint' || typeof compared === 'number') && Number(compared) === 0;
        return isNone && (operator === '>' || operator === '!=') ? this.#ofList(expression.first) : undefined;
      }
      default:
        return undefined;
    }
  }

  #ofTest(expression: Expression & { readonly kind: 'test' }): ChangeCauses | undefined {
    const { name, of } = expression;
    switch (bare(name)) {
      case 'changed':
      case 'change':
        return this.#ofResult(of);
      // A result is there once its task was come to, whatever it says.
      case 'defined':
        return of.kind === 'name' && this.#changes.ofResult(of.name) !== undefined ? ALWAYS : undefined;
      case 'truthy':
        return this.#ofLeaf(of);
      case 'any':
        return this.#ofList(of);
      default:
        return undefined;
    }
  }

  /** `result`, or `(result | default({}))`. */
  #ofResult(expression: Expression): ChangeCauses | undefined {
    if (expression.kind === 'filter' && PASSING.has(bare(expression.name))) return this.#ofResult(expression.of);
    return expression.kind === 'name' ? this.#changes.ofResult(expression.name) : undefined;
  }

  /** `result.results | selectattr('changed') | list | length`, `result.results | map(attribute='changed') | max`. */
  #ofList(expression: Expression): ChangeCauses | undefined {
    if (expression.kind !== 'filter') return undefined;
    const { name, of, args } = expression;
    if (LISTING.has(bare(name)) && args.positional.length === 0) return this.#ofList(of);
    const [first, ...others] = args.positional;
    const attribute = bare(name) === 'map' ? args.named.find(([one]) => one === 'attribute')?.[1] : first;
    const isChanged = attribute?.kind === 'constant' && attribute.value === 'changed';
    if (!isChanged || others.length > 0 || !/^(?:selectattr|map)$/.test(bare(name))) return undefined;
    return of.kind === 'attribute' && of.name === 'results' ? this.#ofResult(of.of) : undefined;
  }
}

function bare(name: string): string {
  return name.replace(/^ansible\.builtin\./, '');
}

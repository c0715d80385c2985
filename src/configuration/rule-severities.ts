/** Rules in `stacklint.yml`: names and globs with their severities, and with options of single rules. */
import type { RuleChoice } from '../engine/rule-choice.ts';
import type { NamedRule, OptionSchema, OptionSchemas } from '../model/rule.ts';
import { complaintAboutPattern } from '../model/rule-pattern.ts';
import type { Node, Pair } from '../source/tree.ts';
import { patternOfPolicies } from './policies.ts';
import { SEVERITY } from './severity.ts';
import { pairsOf, refuse, refuseUnknownKey, text } from './shapes.ts';
import type { JsonSchema, Shape, Source } from './shapes.ts';

type OptionValue = OptionSchema['default'];

/** The schema of a glob for names of rules. */
const GLOB = { pattern: '[*?]' };

/** The name of a rule, or a glob for several. */
export function ruleName(rules: readonly NamedRule[]): Shape<string> {
  const names = rules.map(({ name }) => name);
  return text(
    'the name of a rule, or a glob',
    (pattern, source, node) => {
      const wrong = complaintAboutPattern(pattern, names);
      return wrong === undefined ? pattern : refuse(source, node, wrong);
    },
    { anyOf: [{ enum: names }, GLOB] },
  );
}

/** Severities of rules by name or glob. */
export class RuleSeverities implements Shape<readonly RuleChoice[]> {
  readonly schema = { $ref: '#/definitions/rules' };
  readonly #rules: readonly NamedRule[];

  constructor(rules: readonly NamedRule[]) {
    this.#rules = rules;
  }

  /** The schema that `schema` refers to. */
  get definition(): JsonSchema {
    const properties = this.#rules.map(({ name, rule: { summary, options } }) => {
      const withOptions = options && [
        { type: 'array', items: [SEVERITY.schema, optionsSchema(options)], minItems: 2, maxItems: 2 },
      ];
      return [name, { description: summary, anyOf: [SEVERITY.schema, ...(withOptions ?? [])] }];
    });
    return {
      type: 'object',
      properties: Object.fromEntries(properties) as JsonSchema,
      patternProperties: { [GLOB.pattern]: SEVERITY.schema, [patternOfPolicies(this.#rules)]: SEVERITY.schema },
      additionalProperties: false,
    };
  }

  read(node: Node, name: string, source: Source): readonly RuleChoice[] {
    const expected = 'rules with their severities, as in memory/heap-limit: warning';
    return pairsOf(node, name, expected, source).map((pair) => this.#rule(pair, source));
  }

  #rule({ key, value }: Pair, source: Source): RuleChoice {
    const pattern = String(key.value);
    const wrong = complaintAboutPattern(
      pattern,
      this.#rules.map(({ name }) => name),
    );
    if (wrong !== undefined) refuse(source, key, wrong);
    const [severity, options, third] = value.kind === 'sequence' ? value.items : [value];
    const isPair = value.kind === 'sequence' && options !== undefined && third === undefined;
    if (severity === undefined || (value.kind === 'sequence' && !isPair))
      return refuse(source, value, `${pattern} is a list; expected a severity and options, as in [error, { … }]`);
    return {
      pattern,
      severity: SEVERITY.read(severity, `severity of ${pattern}`, source),
      options: options === undefined ? {} : this.#options(pattern, options, source),
    };
  }

  #options(pattern: string, node: Node, source: Source): Readonly<Record<string, OptionValue>> {
    const found = this.#rules.find(({ name }) => name === pattern);
    if (found === undefined) return refuse(source, node, `${pattern} may be several rules; expected the name of one`);
    const schemas: OptionSchemas = found.rule.options ?? {};
    const names = Object.keys(schemas);
    if (names.length === 0) return refuse(source, node, `${pattern} has no options; expected a severity alone`);
    const expected = `options, as in { ${names[0] ?? ''}: … }`;
    return Object.fromEntries(
      pairsOf(node, `the second item of ${pattern}`, expected, source).map(({ key, value }) => {
        const name = String(key.value);
        const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
        if (schema === undefined) return refuseUnknownKey(key, names, `option of ${pattern}`, source);
        return [name, optionValue(value, `${name} of ${pattern}`, schema, source)];
      }),
    );
  }
}

function optionsSchema(options: OptionSchemas): JsonSchema {
  return { type: 'object', properties: options, additionalProperties: false };
}

function optionValue(node: Node, name: string, schema: OptionSchema, source: Source): OptionValue {
  const raw = node.kind === 'scalar' ? node.value : undefined;
  const value = typeof raw === 'bigint' ? Number(raw) : raw;
  if (fits(value, schema)) return value;
  const shown =
    node.kind !== 'scalar'
      ? `a ${node.kind}`
      : typeof node.value === 'string' && schema.type !== 'string'
        ? `the text '${node.value}'`
        : String(node.value);
  return refuse(source, node, `${name} is ${shown}; expected ${expectedOf(schema)}`);
}

function fits(value: unknown, { type, minimum, maximum, enum: values }: OptionSchema): value is OptionValue {
  if (type === 'string') return typeof value === 'string' && values?.includes(value) !== false;
  if (type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return false;
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

/** The values that an option may have, to fit after "expected ". */
function expectedOf({ type, minimum, maximum, enum: values }: OptionSchema): string {
  if (values !== undefined) return values.join(', ');
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return 'a string';
  const number = type === 'integer' ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) return `${number} from ${String(minimum)} to ${String(maximum)}`;
  return minimum === undefined ? number : `${number}, at least ${String(minimum)}`;
}

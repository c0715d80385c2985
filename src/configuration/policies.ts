/** Policies in `stacklint.yml`: rules of a team's own, as data. */
import { nameMatcher } from '../ground/globs.ts';
import { nearest } from '../model/nearest.ts';
import { amountOf, NAMES_IN_MESSAGES } from '../model/policy.ts';
import type { Expected, Policy } from '../model/policy.ts';
import { PRESETS } from '../model/rule.ts';
import type { NamedRule, Preset, SeverityOrOff } from '../model/rule.ts';
import { isSecretName } from '../model/secret-names.ts';
import type { Meaning } from '../model/units.ts';
import { plainData } from '../source/tree.ts';
import type { Node, Range } from '../source/tree.ts';
import { SEVERITY } from './severity.ts';
import { list, mapWithAnyKeys, oneOf, oneOrMore, record, refuse, text } from './shapes.ts';
import type { Shape, Source } from './shapes.ts';

/** The meaning of a value for a setting of a product; undefined if no product is named so. */
export type MeaningOfSetting = (product: string, setting: string, raw: unknown) => Meaning<unknown> | undefined;

/** The names that a policy may have, and the values that its setting takes. */
interface Known {
  readonly counted: readonly string[];
  readonly rules: readonly NamedRule[];
  readonly meaningOfSetting: MeaningOfSetting;
}

const NAME = /^[a-z][a-z\d]*(?:-[a-z\d]+)*\/[a-z][a-z\d]*(?:-[a-z\d]+)*$/;
const EXPECTED = ['value', 'one-of', 'at-least', 'at-most', 'matches', 'set'] as const;

/** A value that a setting may have, with its place. */
interface Written {
  readonly value: unknown;
  readonly node: Node;
}

const plain: Shape<Written> = {
  schema: { type: ['string', 'number', 'boolean'] },
  read(node, name, source) {
    if (node.kind === 'scalar' && node.value !== null) return { value: plainData(node), node };
    return refuse(source, node, `${name} is no single value; expected one, as in 30s`);
  },
};

const listOfPlain = list('a list of values', 'value', plain);

const valueOrList: Shape<Written> = {
  schema: { anyOf: [plain.schema, listOfPlain.schema] },
  read(node, name, source) {
    if (node.kind !== 'sequence') return plain.read(node, name, source);
    return { value: listOfPlain.read(node, name, source).map(({ value }) => value), node };
  },
};

const trueOrFalse: Shape<boolean> = {
  schema: { type: 'boolean' },
  read(node, name, source) {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
    return refuse(source, node, `${name} is neither true nor false`);
  },
};

const pattern = text('a regular expression, as in ^vault-', (written, source, node) => {
  try {
    return { written, whole: new RegExp(`^(?:${written})$`, 'u') };
  } catch {
    return refuse(source, node, `${written} is no regular expression`);
  }
});

const bySeverity = record(
  'a severity, or one for each preset',
  Object.fromEntries(PRESETS.map((preset) => [preset, { shape: SEVERITY, description: `Under ${preset}.` }])),
  {},
);

const severities: Shape<Policy['severity']> = {
  schema: { anyOf: [SEVERITY.schema, bySeverity.schema] },
  read(node, name, source) {
    if (node.kind === 'mapping') return bySeverity.read(node, name, source) as Readonly<Record<Preset, SeverityOrOff>>;
    const one = SEVERITY.read(node, name, source);
    return { development: one, production: one, strict: one };
  },
};

const sentence = text('text', (written) => written);

const message = text('a sentence, as in {{host}} has {{value}}', (written, source, node) => {
  const unknown = [...written.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].find(
    ([, name = '']) => !NAMES_IN_MESSAGES.includes(name),
  );
  if (unknown === undefined) return written;
  const near = nearest(unknown[1] ?? '', NAMES_IN_MESSAGES);
  const hint = near === undefined ? `expected one of ${NAMES_IN_MESSAGES.join(', ')}` : `did you mean ${near}?`;
  return refuse(source, node, `message names ${unknown[0]}; ${hint}`);
});

/** The first word of a rule's name. */
function categoryOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}

/** The pattern of the names that policies may have beside some rules. */
export function patternOfPolicies(rules: readonly NamedRule[]): string {
  const taken = [...new Set(rules.map(({ name }) => categoryOf(name)))];
  return `^(?!(?:${taken.join('|')})/)${NAME.source.slice(1)}`;
}

/** The shape of one policy, by its keys. */
function policyShape(counted: readonly string[]) {
  return record(
    'a setting and what is expected of it',
    {
      of: {
        shape: oneOf(counted),
        description: 'The product whose members it is for, or the part: search, dashboard, pipeline, shipper.',
      },
      setting: { shape: sentence, description: "The setting, by its product's own name." },
      severity: { shape: severities, description: 'The severity of its findings, or one for each preset.' },
    },
    {
      groups: { shape: oneOrMore('group', sentence), description: 'Names of inventory groups, or globs.' },
      value: { shape: valueOrList, description: 'The value that is expected.' },
      'one-of': { shape: listOfPlain, description: 'The values that are allowed; of a list, for each item.' },
      'at-least': { shape: plain, description: 'The least amount: a number, a size, a duration or a percentage.' },
      'at-most': { shape: plain, description: 'The greatest amount.' },
      matches: { shape: pattern, description: 'A regular expression for the whole value, or each item of a list.' },
      set: { shape: trueOrFalse, description: 'Whether it has to be set, or must not be.' },
      optional: { shape: trueOrFalse, description: 'True if nothing has to set it.' },
      message: {
        shape: message,
        description: 'The sentence of its findings, with {{host}}, {{setting}}, {{variable}}, {{value}}, {{expected}}.',
      },
      summary: { shape: sentence, description: 'What to do, in one sentence.' },
      why: { shape: sentence, description: 'What comes of it otherwise.' },
      reference: { shape: sentence, description: 'The page that says more.' },
    },
    EXPECTED,
  );
}

type Given = ReturnType<ReturnType<typeof policyShape>['read']>;

/** The shape of the key `policies`. */
export function policiesShape({ counted, rules, meaningOfSetting }: Known): Shape<readonly Policy[]> {
  const shape = mapWithAnyKeys(
    'policies by their names, as in ours/recovery: { of: elasticsearch, setting: …, at-most: 4 }',
    policyShape(counted),
  );
  return {
    schema: { ...shape.schema, propertyNames: { pattern: patternOfPolicies(rules) } },
    read: (node, name, source) =>
      shape.read(node, name, source).map(({ key: { value: own, at }, value: given }) => {
        if (!NAME.test(own))
          return refuse(source, at, `${own} is no name of a policy; expected two words, as in ours/recovery`);
        const category = categoryOf(own);
        if (rules.some((rule) => categoryOf(rule.name) === category))
          return refuse(
            source,
            at,
            `${category} is a category of stacklint's own rules; expected one of yours, as in ours/recovery`,
          );
        const { of, setting, groups, optional: isOptional = false, severity, summary, why, reference, message } = given;
        const expected = expectedOf(given, at, source, meaningOfSetting);
        const isForGroup = groups && nameMatcher(groups);
        return {
          name: own,
          at,
          of,
          setting,
          isForGroup,
          expected,
          isOptional,
          severity,
          summary,
          why,
          reference,
          message,
        };
      }),
  };
}

/** Reads what is expected. Refuses what contradicts itself, or what the product would not take. */
function expectedOf(given: Given, at: Range, source: Source, meaningOf: MeaningOfSetting): Expected {
  const { of, setting, value, 'one-of': oneOf, 'at-least': least, 'at-most': most, matches, set: isSet } = given;
  const [first, second] = EXPECTED.filter((key) => given[key] !== undefined);
  if (isSet !== undefined && second !== undefined)
    return refuse(source, at, `set stands beside ${first ?? ''}; expected it alone`);
  if (value !== undefined && oneOf !== undefined)
    return refuse(source, at, 'value stands beside one-of; expected one of them');
  if (isSet === undefined && isSecretName(setting))
    return refuse(source, at, `${setting} holds a secret, which is never shown; expected set: true or set: false`);
  for (const written of [value, ...(oneOf ?? []), least, most]) {
    const meaning = written && meaningOf(of, setting, written.value);
    if (meaning !== undefined && 'expected' in meaning)
      refuse(
        source,
        written?.node ?? at,
        `${setting} does not take ${String(written?.value)}; expected ${meaning.expected}`,
      );
  }
  const [from, to] = [least, most].map((bound) => {
    if (bound === undefined) return undefined;
    const amount = amountOf(bound.value);
    if (amount !== undefined) return amount;
    return refuse(source, bound.node, `${String(bound.value)} is no amount; expected one, as in 4, 30s, 2gb or 85%`);
  });
  if (from !== undefined && to !== undefined && from > to)
    return refuse(source, at, `at-least is more than at-most, so that no value fits`);
  return {
    oneOf: value === undefined ? oneOf?.map((one) => one.value) : [value.value],
    atLeast: least && String(least.value),
    atMost: most && String(most.value),
    matches,
    isSet,
  };
}

/** The words that may be written in `stacklint.yml`, as its JSON Schema says, and in comments that suppress findings. */
import { rulesWith } from '../explain/rule-words.ts';
import type { NamedRule } from '../model/rule.ts';
import type { PlainData } from '../edits/value-text.ts';
import type { Range } from '../source/tree.ts';
import { ENUM_MEMBER, PROPERTY, REFERENCE, valueOffer } from './offers.ts';
import type { Offer, Writing } from './offers.ts';
import { wordAt } from './typed-place.ts';
import type { Step, TypedPlace } from './typed-place.ts';

/** A schema, as far as it says what may be written. */
export interface ConfigurationSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly PlainData[];
  readonly default?: PlainData;
  readonly anyOf?: readonly ConfigurationSchema[];
  readonly items?: ConfigurationSchema | readonly ConfigurationSchema[];
  readonly properties?: Readonly<Record<string, ConfigurationSchema>>;
  readonly patternProperties?: Readonly<Record<string, ConfigurationSchema>>;
  readonly additionalProperties?: ConfigurationSchema | boolean;
  readonly definitions?: Readonly<Record<string, ConfigurationSchema>>;
}

/** Tells whether a file is a configuration of stacklint. */
export function isConfigurationFile(file: string): boolean {
  return /(?:^|\/)\.?stacklint\.ya?ml$/.test(file);
}

/** The keys and values that `stacklint.yml` may have at a place. */
export function configurationOffers(
  place: TypedPlace,
  root: ConfigurationSchema,
  policies: readonly NamedRule[],
  writing: Writing,
): readonly Offer[] {
  if (place.before.trim() !== '' || place.after.trim() !== '') return [];
  const schemas = schemasAt(root, place.route);
  const rules = new Map(rulesWith(policies).map((one) => [one.name, one.rule.summary]));
  const taken = new Set(place.keyOf?.pairs.map(({ key }) => key.value));
  const named = (name: string): Pick<Offer, 'subject' | 'detail' | 'kind'> | undefined =>
    rules.has(name) ? { kind: REFERENCE, detail: rules.get(name), subject: { kind: 'rule', name } } : undefined;
  const keys = schemas.flatMap((schema): readonly Offer[] => {
    const { properties = {}, patternProperties = {} } = schema;
    const own = policies.filter(({ name }) => Object.keys(patternProperties).some((one) => new RegExp(one).test(name)));
    const known: Record<string, ConfigurationSchema> = { ...properties };
    for (const { name } of own) known[name] = {};
    return Object.entries(known).map(([label, inner]): Offer => {
      const opens = canBe(inner, root, ['array', 'object']) ? 'block' : 'value';
      return { label, kind: PROPERTY, says: inner.description, rank: 0, opens, ...named(label) };
    });
  });
  if (place.keyOf !== undefined && !place.isAlone) return keys.filter(({ label }) => !taken.has(label));
  const values = schemas.flatMap(({ enum: words = [], type, default: standard }) => [
    ...words.flatMap((word) => {
      // `off` without quotes is false to YAML.
      const about = typeof word === 'string' ? named(word) : undefined;
      return word === false
        ? []
        : valueOffer(word, writing, { rank: 0 }, ENUM_MEMBER).map((one) => ({ ...one, ...about }));
    }),
    ...(type === 'boolean' ? [true, false].flatMap((one) => valueOffer(one, writing, { rank: 0 }, ENUM_MEMBER)) : []),
    ...(standard === undefined ? [] : valueOffer(standard, writing, { rank: 0, detail: 'the default' })),
  ]);
  return place.keyOf === undefined ? values : [...keys, ...values];
}

/** The schemas that a value may have, each with what it refers to in place of the reference. */
function schemasAt(root: ConfigurationSchema, route: readonly Step[]): readonly ConfigurationSchema[] {
  let schemas = alternativesOf(root, root);
  for (const step of route)
    schemas = schemas.flatMap((schema) => below(schema, step)).flatMap((schema) => alternativesOf(schema, root));
  return schemas;
}

function alternativesOf(schema: ConfigurationSchema, root: ConfigurationSchema): readonly ConfigurationSchema[] {
  const referred =
    schema.$ref === undefined ? undefined : root.definitions?.[schema.$ref.replace('#/definitions/', '')];
  return [schema, ...(referred === undefined ? [] : [referred]), ...(schema.anyOf ?? [])].flatMap((one) =>
    one === schema ? [one] : alternativesOf(one, root),
  );
}

function below(schema: ConfigurationSchema, step: Step): readonly ConfigurationSchema[] {
  const { items, properties = {}, patternProperties = {}, additionalProperties } = schema;
  if (step === undefined) return items === undefined ? [] : [items].flat();
  const own = Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (own !== undefined) return [own];
  const matching = Object.entries(patternProperties).flatMap(([pattern, one]) =>
    new RegExp(pattern).test(step) ? [one] : [],
  );
  return matching.length > 0 || typeof additionalProperties !== 'object' ? matching : [additionalProperties];
}

/** Tells whether a value of a schema can only be of one of some types. */
function canBe(schema: ConfigurationSchema, root: ConfigurationSchema, types: readonly string[]): boolean {
  const all = alternativesOf(schema, root).filter(({ type, enum: words }) => type !== undefined || words !== undefined);
  return all.length > 0 && all.every(({ type }) => type !== undefined && types.includes(type));
}

const DIRECTIVES: Readonly<Record<string, string>> = {
  'stacklint-disable-line': 'Suppresses rules on this line.',
  'stacklint-disable-next-line': 'Suppresses rules on the next line.',
  'stacklint-disable-file': 'Suppresses rules in this file.',
};

/** The offers for a comment at an offset: the names of rules and, before them, of the directive. `start`: its mark. */
export function suppressionOffers(
  text: string,
  start: number,
  offset: number,
  policies: readonly NamedRule[],
): { readonly word: Range; readonly offers: readonly Offer[] } | undefined {
  const before = text.slice(start, offset);
  if (/^[#;{]+[-+]?\s*stacklint-[\w-]*$/.test(before)) {
    const offers = Object.entries(DIRECTIVES).map(([label, says]): Offer => ({
      label,
      kind: REFERENCE,
      says,
      rank: 0,
    }));
    return { word: wordAt(text, offset, /[\w-]/), offers };
  }
  const [, names] =
    /^[#;{]+[-+]?\s*stacklint-disable-(?:next-line|line|file)\s+([^\s,]+(?:\s*,\s*[^\s,]*)*|)$/.exec(before) ?? [];
  if (names === undefined || /\s(?:--|until)\s/.test(before)) return undefined;
  const taken = new Set(names.split(/[\s,]+/).slice(0, -1));
  const offers = rulesWith(policies).flatMap(({ name, rule }): readonly Offer[] => {
    // Comments do not suppress what is wrong with comments.
    if (taken.has(name) || rule.suppression !== undefined || rule.staleEntry !== undefined) return [];
    return [{ label: name, kind: REFERENCE, detail: rule.summary, rank: 0, subject: { kind: 'rule', name } }];
  });
  return { word: wordAt(text, offset, /[\w/*-]/), offers };
}

/** What is wrong with a product or a vocabulary by its own schema: every name in it has to exist. */
import type { Ajv, AnySchemaObject, ErrorObject, FuncKeywordDefinition } from 'ajv';
import { SETTINGS } from '../../model/settings.ts';
import type { MemberKind } from '../../model/settings.ts';
import { didYouMean } from '../../model/nearest.ts';
import { FORMS } from '../../model/units.ts';
import type { Part, ProductSchema, ProductSetting } from '../products/products.ts';
import type { PropertySchema, VocabularySchema } from './vocabulary.ts';

/** The class of ajv: the program has it compiled into it (`src/generated/ajv.ts`), and loads it when it is needed. */
export type AjvClass = typeof Ajv;

/** What products and vocabularies are checked by: `schemas/product.json`, `schemas/vocabulary.json`, and all products. */
export interface SchemasOfSchemas {
  readonly product: AnySchemaObject;
  readonly vocabulary: AnySchemaObject;
  readonly names: readonly string[];
  /** A product by the name of its file, one of `names`. */
  readonly productOf: (name: string) => ProductSchema | undefined;
}

/** One fault, with the steps to its place: keys, and the numbers of items. */
export interface SchemaFault {
  readonly path: readonly string[];
  /** The key that is at fault, of the mapping at the place. */
  readonly key: string | undefined;
  readonly message: string;
}

/** The members of the model that run the products of each part. */
const MEMBER_KINDS: Readonly<Record<Part, MemberKind>> = {
  search: 'node',
  dashboard: 'dashboard',
  pipeline: 'pipeline',
  shipper: 'shipper',
};

/** The keywords that a vocabulary may give a variable in addition to those of JSON Schema. */
export function ownKeywords(vocabulary: AnySchemaObject): readonly string[] {
  const { definitions } = vocabulary as { definitions: { variable: { properties: object } } };
  return ['stacklint', ...Object.keys(definitions.variable.properties).filter((name) => name !== 'description')];
}

/** An ajv for the values of variables, which takes the keywords of vocabularies, and keeps the code of what it compiles. */
export function validatingAjv(Ajv: AjvClass, keywords: readonly string[]): Ajv {
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: false,
    messages: true,
    code: { source: true, lines: true },
  });
  ajv.addVocabulary([...keywords]);
  return ajv;
}

/** The faults of a product or a vocabulary, by names that exist and by what fits together. */
export function faultsOf(
  kind: 'product' | 'vocabulary',
  content: unknown,
  Ajv: AjvClass,
  schemas: SchemasOfSchemas,
): readonly SchemaFault[] {
  const judge = ajvFor(Ajv, schemas).compile({ $ref: String(schemas[kind].$id) });
  if (!judge(content)) return faultsFrom(judge.errors ?? []);
  if (kind === 'product') return [];
  const { properties, definitions = {} } = content as VocabularySchema;
  const ajv = new Ajv({ allErrors: true, verbose: true });
  return ajv.validateSchema({ properties, definitions }) === true ? [] : faultsFrom(ajv.errors ?? []);
}

function ajvFor(Ajv: AjvClass, { product, vocabulary, names, productOf }: SchemasOfSchemas): Ajv {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, verbose: true });
  const plain = new Ajv();
  const keywords = [...Object.keys(plain.RULES.keywords), ...ownKeywords(vocabulary)];
  const schemaOf = (name: unknown) => (typeof name === 'string' && names.includes(name) ? productOf(name) : undefined);
  const settingsOf = (name: unknown): readonly string[] => Object.keys(schemaOf(name)?.settings ?? {});
  /** The known names of a kind, at one place of a file. */
  const named: Readonly<Record<string, (place: Place) => Iterable<string>>> = {
    part: () => Object.keys(MEMBER_KINDS),
    product: () => names,
    form: () => Object.keys(FORMS),
    keyword: () => keywords,
    'setting of the model': () => Object.keys(SETTINGS),
    'own setting': ({ root }) => Object.keys(mappingAt(root, 'settings')),
    variable: ({ root }) => Object.keys(mappingAt(root, 'properties')),
    'part of the vocabulary': ({ root }) => Object.keys(mappingAt(root, 'stacklint', 'parts')),
    'product of the vocabulary': ({ root }) =>
      Object.values(mappingAt(root, 'stacklint', 'parts')).map((part) => String(mappingAt(part)['product'])),
    'setting of the product': ({ root, path }) => settingsOf(productOfVariable(root, path)),
    'setting of the part': ({ root, path }) =>
      settingsOf(mappingAt(root, 'stacklint', 'parts', path[2] ?? '')['product']),
    'setting of the merged product': ({ root, path }) =>
      settingsOf(mappingAt(root, 'properties', path[1] ?? '', 'merged')['into']),
  };
  ajv.addKeyword(
    judging('names', (kind: string, word, place) => {
      if (typeof word !== 'string') return undefined;
      const known = [...(named[kind]?.(place) ?? [])];
      if (known.includes(word)) return undefined;
      const others = known.length === 0 ? 'there is none' : `there are ${String(known.length)} others`;
      return `"${word}" is no ${kind}${didYouMean(word, known, others)}`;
    }),
  );
  ajv.addKeyword(
    judging('consistent', (what: string, value, { root, path }) => {
      if (what === 'setting') return faultOfSetting(value as ProductSetting, root as ProductSchema);
      return faultOfVariable(path[1] ?? '', mappingAt(value), schemaOf(productOfVariable(root, path)));
    }),
  );
  ajv.addSchema(product);
  ajv.addSchema(vocabulary);
  return ajv;
}

/** The place of a value: a file with this content, and the steps to the value. */
interface Place {
  readonly root: unknown;
  readonly path: readonly string[];
}

/** The mapping at the end of these steps, whatever a file holds; empty if something else is there. */
function mappingAt(root: unknown, ...steps: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return {};
  const mapping = root as Readonly<Record<string, unknown>>;
  const [step, ...others] = steps;
  if (step === undefined) return mapping;
  return Object.hasOwn(mapping, step) ? mappingAt(mapping[step], ...others) : {};
}

/** The product that the part of a variable is, at a place within the variable. */
function productOfVariable(root: unknown, [, variable = '']: readonly string[]): unknown {
  const { part } = mappingAt(root, 'properties', variable);
  return typeof part === 'string' ? mappingAt(root, 'stacklint', 'parts', part)['product'] : undefined;
}

/** The keywords whose messages are whole. */
const OWN_MESSAGES = ['names', 'consistent'];

/** A keyword with error messages of its own. */
function judging(
  keyword: string,
  fault: (schema: string, value: unknown, place: Place) => string | undefined,
): FuncKeywordDefinition {
  const validate: FuncKeywordDefinition['validate'] = (schema: string, value: unknown, _, context) => {
    const path = stepsOf(context?.instancePath ?? '');
    const message = fault(schema, value, { root: context?.rootData, path });
    if (validate !== undefined) validate.errors = message === undefined ? [] : [{ keyword, message, params: {} }];
    return message === undefined;
  };
  return { keyword, schemaType: 'string', errors: true, validate };
}

function faultOfSetting({ type, secret, fills, item }: ProductSetting, { part }: ProductSchema): string | undefined {
  if (fills === undefined) return undefined;
  const filled = (SETTINGS as Partial<typeof SETTINGS>)[fills];
  if (filled === undefined) return undefined;
  const owner = MEMBER_KINDS[part];
  if (!(filled.of as readonly (MemberKind | undefined)[]).includes(owner))
    return `${fills} is no setting of a ${part} member`;
  if ('secret' in filled) {
    if (secret !== true) return `${fills} is a secret; expected "secret": true`;
    const wanted = 'several' in filled ? 'list' : 'text';
    return type === wanted ? undefined : `${fills} is of the type ${wanted}, not ${type}`;
  }
  if (item === undefined)
    return type === filled.type ? undefined : `${fills} is of the type ${filled.type}, not ${type}`;
  return type === 'boolean' && filled.type === 'list' ? undefined : `only a boolean puts an item into a list`;
}

function faultOfVariable(
  variable: string,
  { becomes = [], form, secret }: Partial<PropertySchema>,
  product: ProductSchema | undefined,
): string | undefined {
  for (const name of [becomes].flat()) {
    const setting = product?.settings[name];
    if (setting === undefined) continue;
    if (setting.secret === true && secret !== true)
      return `${variable} becomes ${name}, a secret; expected "secret": true`;
    const wanted = form === undefined ? undefined : (FORMS as Partial<typeof FORMS>)[form]?.type;
    if (wanted !== undefined && wanted !== setting.type)
      return `the form ${String(form)} is none of the type ${setting.type}`;
  }
  return undefined;
}

function faultsFrom(errors: readonly ErrorObject[]): readonly SchemaFault[] {
  // That a schema inside of a schema fails is said by what fails in it.
  const own = errors.filter(({ keyword }) => !['propertyNames', 'if', 'anyOf'].includes(keyword));
  return own.map((error) => {
    const path = stepsOf(error.instancePath);
    const { additionalProperty } = error.params as { readonly additionalProperty?: string };
    // What is said of a key has the place of its mapping.
    const key = additionalProperty ?? (typeof error.data === 'string' ? error.data : undefined);
    return { path, key, message: faultOf(error, path) };
  });
}

function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function faultOf({ keyword, message = 'is wrong', params, parentSchema, data }: ErrorObject, path: readonly string[]) {
  const { properties = {} } = (parentSchema ?? {}) as { properties?: object };
  const { allowedValues: words, additionalProperty: word } = params as {
    allowedValues?: string[];
    additionalProperty?: string;
  };
  if (words !== undefined) return `${JSON.stringify(data)} is none of ${words.join(', ')}`;
  if (word === undefined) return OWN_MESSAGES.includes(keyword) ? message : `${path.at(-1) ?? 'the file'} ${message}`;
  const known = Object.keys(properties);
  return `there is no key "${word}"${didYouMean(word, known, `there are ${known.join(', ')}`)}`;
}

/** Checks products and vocabularies against their own schemas: every name in them has to exist. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { AnySchemaObject, ErrorObject, FuncKeywordDefinition } from 'ajv';
import fastGlob from 'fast-glob';
import { SETTINGS } from '../src/model/settings.ts';
import type { MemberKind } from '../src/model/settings.ts';
import { didYouMean } from '../src/model/nearest.ts';
import { FORMS } from '../src/model/units.ts';
import type { Part, ProductSchema, ProductSetting } from '../src/stack/products/products.ts';
import type { Merged, PropertySchema, VocabularySchema } from '../src/stack/vocabulary/vocabulary.ts';

/** The contents of `schemas/product.json`, `schemas/vocabulary.json`, and of the other files, by path. */
export interface Schemas {
  readonly product: AnySchemaObject;
  readonly vocabulary: AnySchemaObject;
  readonly products: ReadonlyMap<string, ProductSchema>;
  readonly vocabularies: ReadonlyMap<string, VocabularySchema>;
  /** Schemas of the bodies of requests. */
  readonly records: ReadonlyMap<string, AnySchemaObject>;
}

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The schemas of the repository. */
export function readSchemas(): Schemas {
  const content = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  const all = <Content>(pattern: string): ReadonlyMap<string, Content> =>
    new Map(
      fastGlob
        .sync(pattern, { cwd: ROOT })
        .sort()
        .map((path) => [path, content(path) as Content]),
    );
  return {
    product: content('schemas/product.json') as AnySchemaObject,
    vocabulary: content('schemas/vocabulary.json') as AnySchemaObject,
    products: all('schemas/products/*.json'),
    vocabularies: all('schemas/roles/*.json'),
    records: all('schemas/records/*.json'),
  };
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

/** Throws an error with a line for each fault: the file, where in it, what is wrong and the nearest name. */
export function checkSchemas(schemas: Schemas): void {
  const faults: string[] = [];
  const check = (path: string, schema: AnySchemaObject, content: unknown): void => {
    const ajv = ajvFor(schemas);
    const judge = ajv.compile({ $ref: String(schema.$id) });
    if (!judge(content)) faults.push(...faultsIn(path, judge.errors ?? []));
  };
  for (const [path, content] of schemas.products) check(path, schemas.product, content);
  for (const [path, content] of schemas.vocabularies) check(path, schemas.vocabulary, content);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

function ajvFor({ product, vocabulary, products: files }: Schemas): Ajv {
  const products = new Map(Array.from(files, ([path, content]) => [basename(path, '.json'), content]));
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, verbose: true });
  const plain = new Ajv();
  const keywords = [...Object.keys(plain.RULES.keywords), ...ownKeywords(vocabulary)];
  /** The known names of a kind, at one place of a file. */
  const named: Readonly<Record<string, (place: Place) => Iterable<string>>> = {
    part: () => Object.keys(MEMBER_KINDS),
    product: () => products.keys(),
    form: () => Object.keys(FORMS),
    keyword: () => keywords,
    'setting of the model': () => Object.keys(SETTINGS),
    variable: ({ root }) => Object.keys(vocabularyIn(root).properties),
    'part of the vocabulary': ({ root }) => Object.keys(vocabularyIn(root).stacklint.parts),
    'product of the vocabulary': ({ root }) =>
      Object.values(vocabularyIn(root).stacklint.parts).map(({ product }) => product),
    'setting of the product': ({ root, path }) => {
      const part = vocabularyIn(root).properties[path[1] ?? '']?.part;
      const own = part === undefined ? undefined : vocabularyIn(root).stacklint.parts[part];
      return Object.keys(products.get(own?.product ?? '')?.settings ?? {});
    },
    'setting of the part': ({ root, path }) => {
      const own = vocabularyIn(root).stacklint.parts[path[2] as Part]?.product;
      return Object.keys(products.get(own ?? '')?.settings ?? {});
    },
    'setting of the merged product': ({ root, path }) => {
      const { into } = vocabularyIn(root).properties[path[1] ?? '']?.merged ?? ({ into: '' } satisfies Merged);
      return Object.keys(products.get(into)?.settings ?? {});
    },
  };
  ajv.addKeyword(
    judging('names', (kind: string, word, place) => {
      if (typeof word !== 'string') return undefined;
      const known = [...(named[kind]?.(place) ?? [])];
      return known.includes(word)
        ? undefined
        : `"${word}" is no ${kind}${didYouMean(word, known, `there are ${String(known.length)} others`)}`;
    }),
  );
  ajv.addKeyword(
    judging('consistent', (what: string, value, { root, path }) => {
      if (what === 'setting') return faultOfSetting(value as ProductSetting, root as ProductSchema);
      const { part } = value as PropertySchema;
      const own = part === undefined ? undefined : vocabularyIn(root).stacklint.parts[part];
      return faultOfVariable(path[1] ?? '', value as PropertySchema, products.get(own?.product ?? ''));
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

function vocabularyIn(root: unknown): VocabularySchema {
  return root as VocabularySchema;
}

/** A keyword with error messages of its own. */
function judging(
  keyword: string,
  fault: (schema: string, value: unknown, place: Place) => string | undefined,
): FuncKeywordDefinition {
  const validate: FuncKeywordDefinition['validate'] = (schema: string, value: unknown, _, context) => {
    const path = (context?.instancePath ?? '').split('/').slice(1);
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
  if ('secret' in filled) return secret === true ? undefined : `${fills} is a secret; expected "secret": true`;
  if (item === undefined)
    return type === filled.type ? undefined : `${fills} is of the type ${filled.type}, not ${type}`;
  return type === 'boolean' && filled.type === 'list' ? undefined : `only a boolean puts an item into a list`;
}

function faultOfVariable(
  variable: string,
  { becomes = [], form, secret }: PropertySchema,
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

function faultsIn(file: string, errors: readonly ErrorObject[]): readonly string[] {
  // That a schema inside of a schema fails is said by what fails in it.
  const own = errors.filter(({ keyword }) => keyword !== 'propertyNames' && keyword !== 'if');
  return [...new Set(own.map((error) => `${file}: ${error.instancePath || '/'}: ${faultOf(error)}`))];
}

function faultOf({ keyword, message = 'it is wrong', params, parentSchema, data }: ErrorObject): string {
  const { properties = {}, enum: words = [] } = (parentSchema ?? {}) as { properties?: object; enum?: string[] };
  if (keyword === 'enum') return `"${String(data)}" is none of ${words.join(', ')}`;
  if (keyword !== 'additionalProperties') return message;
  const word = String((params as { additionalProperty: unknown }).additionalProperty);
  const known = Object.keys(properties);
  return `there is no key "${word}"${didYouMean(word, known, `there are ${known.join(', ')}`)}`;
}

/** Vocabularies that do not come with the program, checked and compiled as those that do. */
import { checkSchemas, ownKeywords, readSchemas } from '../build/schemas.ts';
import { validatingAjv } from '../build/validators.ts';
import { releasesStartingWith } from '../src/stack/products/products.ts';
import type { ProductSchema } from '../src/stack/products/products.ts';
import type { Vocabulary, VocabularySchema } from '../src/stack/vocabulary/vocabulary.ts';

const schemas = readSchemas();

/** A vocabulary of this schema. Throws as a build does if a name in it is not valid. */
export function vocabularyOf(name: string, schema: VocabularySchema): Vocabulary {
  checkSchemas({ ...schemas, vocabularies: new Map([[name, schema]]) });
  const ajv = validatingAjv(ownKeywords(schemas.vocabulary));
  ajv.addSchema({ ...schema, $id: '/role' });
  return {
    name,
    head: schema.stacklint,
    schema,
    product: (product) => {
      const found = schemas.products.get(`schemas/products/${product}.json`);
      if (found === undefined) throw new Error(`there is no product ${product}`);
      return found;
    },
    validate: (variable, value) => {
      const accepts = ajv.getSchema(`/role#/properties/${encodeURIComponent(variable)}`);
      return accepts === undefined || accepts(value) === true ? [] : (accepts.errors ?? []);
    },
  };
}

/** A role that takes the product's configuration as a map, and settings of other files as variables. */
export function configurationOf(name: string, { part, settings }: ProductSchema, release: string): Vocabulary {
  const beside = Object.entries(settings).filter(([, { file }]) => file !== undefined);
  const variables = beside.map(([key]) => [variableFor(key), { description: '', part, becomes: key }] as const);
  return vocabularyOf('configuration', {
    title: '',
    description: '',
    type: 'object',
    stacklint: {
      versions: releasesStartingWith(release),
      parts: { [part]: { product: name, members: { group: 'members' } } },
      prefixes: [],
      evidence: [],
      roles: [],
    },
    properties: { configuration: { description: '', part, merged: { into: name } }, ...Object.fromEntries(variables) },
  });
}

/** The variable of a setting that is in another file than the product's own. */
export function variableFor(setting: string): string {
  return setting.replace(/\W/g, '');
}

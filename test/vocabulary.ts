/** Vocabularies that do not come with the program, read as those of a project. */
import { releasesStartingWith } from '../src/model/release.ts';
import type { ProductSchema } from '../src/stack/products/products.ts';
import { readVocabulary } from '../src/stack/vocabulary/own-vocabulary.ts';
import type { Vocabulary, VocabularySchema } from '../src/stack/vocabulary/vocabulary.ts';

/** A vocabulary of this schema. Throws if a name in it is not valid. */
export function vocabularyOf(name: string, schema: VocabularySchema): Vocabulary {
  return readVocabulary(`${name}.json`, JSON.stringify({ ...schema, stacklint: { ...schema.stacklint, name } }));
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

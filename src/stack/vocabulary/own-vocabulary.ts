/** Vocabularies of a project's own, checked as those that come with the program. */
import productSchema from '../../../schemas/product.json' with { type: 'json' };
import vocabularySchema from '../../../schemas/vocabulary.json' with { type: 'json' };
import { ajv } from '../../generated/ajv.ts';
import { configurations, product, vocabularies } from '../../generated/vocabularies.ts';
import { FaultyFile } from '../../ground/cannot-check.ts';
import { Document } from '../../source/document.ts';
import { readJsonOrProblem } from '../../source/json.ts';
import { plainData } from '../../source/tree.ts';
import type { Node, Range } from '../../source/tree.ts';
import { sentenceOf } from '../../troubles/catalogue.ts';
import { faultsOf, ownKeywords, validatingAjv } from './checked-schemas.ts';
import type { SchemaFault } from './checked-schemas.ts';
import type { Vocabulary, VocabularySchema } from './vocabulary.ts';

/**
 * Reads a vocabulary from the text of a file, which is named as it is shown. Throws FaultyFile for the first mistake in
 * it.
 */
export function readVocabulary(file: string, text: string): Vocabulary {
  const document = new Document(file, text, 'json', readJsonOrProblem(text, 'plain'));
  const refuse = (range: Range, sentence: string): never => {
    throw new FaultyFile(document, range, sentence);
  };
  const { root, problem, duplicates } = document;
  if (root === undefined)
    return refuse(problem ?? { start: 0, end: 0 }, `this is not JSON${problem ? `: ${sentenceOf(problem)}` : ''}`);
  const [twice] = duplicates;
  if (twice !== undefined) return refuse(twice.key, `${String(twice.key.value)} is given twice`);
  const content = plainData(root);
  const names = [...configurations.keys()];
  const schemas = { product: productSchema, vocabulary: vocabularySchema, names, productOf: product };
  const faults = faultsOf('vocabulary', content, ajv(), schemas).map((fault) => ({
    ...fault,
    at: placeOf(root, fault),
  }));
  // What a mapping lacks comes after what is wrong in it: a key may be misspelt.
  const [first] = faults.sort((one, other) => one.at.end - other.at.end);
  if (first !== undefined) return refuse(first.at, first.message);
  const schema = content as VocabularySchema;
  const name = schema.stacklint.name ?? file.replace(/^.*[/\\]|\.json$/g, '');
  const { at: ofName, isWhole } = reached(root, ['stacklint', 'name']);
  if (vocabularies.some((one) => one.name === name))
    return refuse(
      isWhole ? ofName : root,
      `there is a vocabulary ${name} in stacklint; expected another name, as "name" of "stacklint"`,
    );
  const validators = validatorsOf(schema, (variable, sentence) =>
    refuse(placeOf(root, { path: ['properties'], key: variable }), sentence),
  );
  return {
    ...{ name, file, schema, product },
    head: schema.stacklint,
    validate: (variable, value) => validators.get(variable)?.(value) ?? [],
  };
}

/** Compiles the check of each variable's value; calls `refuse` for a variable whose JSON Schema has no meaning. */
function validatorsOf(
  { properties, definitions = {} }: VocabularySchema,
  refuse: (variable: string, sentence: string) => never,
): ReadonlyMap<string, (value: unknown) => ReturnType<Vocabulary['validate']>> {
  const all = validatingAjv(ajv(), ownKeywords(vocabularySchema));
  return new Map(
    Object.entries(properties).map(([variable, property]) => {
      try {
        const accepts = all.compile({ definitions, allOf: [property] });
        // A schema that refers to itself alone shows with the first value.
        accepts(null);
        return [variable, (value) => (accepts(value) ? [] : (accepts.errors ?? []))];
      } catch (error) {
        const isEndless = error instanceof RangeError;
        const why = isEndless ? 'its JSON Schema refers to itself without end' : (error as Error).message;
        return refuse(variable, `${variable}: ${why}`);
      }
    }),
  );
}

/** The place of a fault: a key, or a value. */
function placeOf(root: Node, { path, key }: Pick<SchemaFault, 'path' | 'key'>): Range {
  const { at } = reached(root, path);
  return (key !== undefined && at.kind === 'mapping' ? at.get(key)?.key : undefined) ?? at;
}

/** The value to which steps lead, or the last one on the way that there is. */
function reached(root: Node, path: readonly string[]): { readonly at: Node; readonly isWhole: boolean } {
  let at = root;
  for (const step of path) {
    const next =
      at.kind === 'mapping' ? at.get(step)?.value : at.kind === 'sequence' ? at.items[Number(step)] : undefined;
    if (next === undefined) return { at, isWhole: false };
    at = next;
  }
  return { at, isWhole: true };
}

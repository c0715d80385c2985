/** Reads products and vocabularies, and checks them against their own schemas. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { AnySchemaObject } from 'ajv';
import fastGlob from 'fast-glob';
import type { ProductSchema } from '../src/stack/products/products.ts';
import { faultsOf } from '../src/stack/vocabulary/checked-schemas.ts';
import type { VocabularySchema } from '../src/stack/vocabulary/vocabulary.ts';

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

/** Throws an error with a line for each fault: the file, where in it, what is wrong and the nearest name. */
export function checkSchemas({ product, vocabulary, products, vocabularies }: Schemas): void {
  const byName = new Map(Array.from(products, ([path, content]) => [basename(path, '.json'), content]));
  const schemas = { product, vocabulary, names: [...byName.keys()], productOf: (name: string) => byName.get(name) };
  const check = (kind: 'product' | 'vocabulary', all: ReadonlyMap<string, unknown>): readonly string[] =>
    Array.from(all).flatMap(([file, content]) =>
      faultsOf(kind, content, Ajv, schemas).map(({ path, message }) => `${file}: /${path.join('/')}: ${message}`),
    );
  const faults = [...check('product', products), ...check('vocabulary', vocabularies)];
  if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'));
}

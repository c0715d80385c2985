/** `schemas/config.json`, by which editors judge `stacklint.yml` as the program does. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { configurationSchemaText } from '../../build/generate.ts';
import { KNOWN } from '../../src/commands/find-configuration.ts';
import { assert, describe } from '../describe.ts';
import { INVALID, VALID } from './examples.ts';

const FILE = new URL('../../schemas/config.json', import.meta.url);
const TEXT = readFileSync(FILE, 'utf8');
const SCHEMA = JSON.parse(TEXT) as Readonly<Record<string, unknown>>;

const accepts = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(SCHEMA);

/** An empty file has no keys. */
function content(text: string): unknown {
  return (parse(text) as unknown) ?? {};
}

/** The paths of keys without a description. */
function bare(schema: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, inner]: [string, unknown]) => {
    if (keyword !== 'properties') return bare(inner, path);
    return Object.entries(inner as object).flatMap(([name, property]: [string, unknown]) => {
      const own = typeof property === 'object' && property !== null && 'description' in property;
      return [...(own ? [] : [`${path}/${name}`]), ...bare(property, `${path}/${name}`)];
    });
  });
}

describe('schemas/config.json', (test) => {
  test('is up to date: npm run generate writes it', async () => {
    assert.is(await configurationSchemaText(KNOWN.vocabularies, KNOWN.counted), TEXT);
  });

  for (const text of VALID) test(`accepts ${text.trim()}`, () => assert.ok(accepts(content(text))));

  for (const [text, message] of Object.entries(INVALID))
    test(`refuses what the program refuses: ${message}`, () => assert.not.ok(accepts(content(text)), text));

  test('describes every key', () => assert.equal(bare(SCHEMA), []));
});

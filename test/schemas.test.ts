/** Errors that stop a build: products and vocabularies with unknown names. */
import { checkSchemas, readSchemas } from '../build/schemas.ts';
import type { Schemas } from '../build/schemas.ts';
import { compileValidators } from '../build/validators.ts';
import { assert, describe } from './describe.ts';

/** The complaint about one file with a part of its text replaced. */
function complaint(file: string, text: string, replacement: string): string {
  const schemas = readSchemas();
  const changed = <Content>(all: ReadonlyMap<string, Content>): ReadonlyMap<string, Content> =>
    new Map(
      Array.from(all, ([path, content]) => {
        if (path !== file) return [path, content];
        const before = JSON.stringify(content);
        assert.ok(before.includes(text), `${text} is in ${file}`);
        return [path, JSON.parse(before.replace(text, () => replacement)) as Content];
      }),
    );
  const { products, vocabularies } = schemas;
  return refusalOf({ ...schemas, products: changed(products), vocabularies: changed(vocabularies) });
}

function refusalOf(schemas: Schemas): string {
  try {
    checkSchemas(schemas);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a build', (test) => {
  const SEARCH = 'schemas/roles/search.json';
  const ELASTICSEARCH = 'schemas/products/elasticsearch.json';

  test('takes all products and vocabularies', () => {
    assert.is(refusalOf(readSchemas()), '');
  });

  test('refuses a name that nothing has, and says where it is and the nearest', () => {
    for (const [file, text, replacement, expected] of [
      [
        SEARCH,
        '"becomes":"bootstrap.memory_lock"',
        '"becomes":"bootstrap.memory_lok"',
        '/properties/search_memory_lock/becomes: "bootstrap.memory_lok" is no setting of the product; did you mean bootstrap.memory_lock?',
      ],
      [
        SEARCH,
        '["-Xms","-Xmx"]',
        '["-Xms","-Xmy"]',
        '/properties/search_heap/becomes/1: "-Xmy" is no setting of the product; did you mean -Xms?',
      ],
      [
        SEARCH,
        '"product":"elasticsearch"',
        '"product":"elasticsaerch"',
        '/stacklint/parts/search/product: "elasticsaerch" is no product; did you mean elasticsearch?',
      ],
      [
        SEARCH,
        '"part":"pipeline"',
        '"part":"pipline"',
        '"pipline" is no part of the vocabulary; did you mean pipeline?',
      ],
      [SEARCH, '"dashboard":{"product"', '"dashbord":{"product"', '"dashbord" is no part; did you mean dashboard?'],
      [SEARCH, '"becomes":"path.repo"', '"becoms":"path.repo"', '"becoms" is no keyword; did you mean becomes?'],
      [
        SEARCH,
        '"form":"gigabytes"',
        '"form":"gigabites"',
        '/properties/search_heap/form: "gigabites" is no form; did you mean gigabytes?',
      ],
      [
        SEARCH,
        '"into":"kibana"',
        '"into":"kibanna"',
        '"kibanna" is no product of the vocabulary; did you mean kibana?',
      ],
      [SEARCH, '"shipper_log",', '"shiper_log",', '"shiper_log" is no variable; did you mean shipper_log?'],
      [SEARCH, '"ownGroups"', '"ownGroup"', '/stacklint: there is no key "ownGroup"; did you mean ownGroups?'],
      [
        'schemas/roles/oddly.elasticstack.json',
        '["bootstrap.memory_lock",',
        '["bootstrap.memory_lokc",',
        '/properties/elasticsearch_extra_config/merged/drops/0: "bootstrap.memory_lokc" is no setting of the merged product; did you mean bootstrap.memory_lock?',
      ],
      [
        ELASTICSEARCH,
        '"fills":"memoryLock"',
        '"fills":"memorylock"',
        '/settings/bootstrap.memory_lock/fills: "memorylock" is no setting of the model; did you mean memoryLock?',
      ],
      [ELASTICSEARCH, '"applies":"live"', '"aplies":"live"', 'there is no key "aplies"; did you mean applies?'],
      [ELASTICSEARCH, '"part":"search"', '"part":"serch"', '/part: "serch" is no part; did you mean search?'],
    ] as const) {
      const told = complaint(file, text, replacement);
      assert.ok(told.includes(file) && told.includes(expected), `${replacement}: ${told}`);
    }
  });

  test('refuses what does not fit together', () => {
    for (const [file, text, replacement, expected] of [
      [
        ELASTICSEARCH,
        '"type":"boolean","since":"5.0","default":false,"fills":"memoryLock"',
        '"type":"text","fills":"memoryLock"',
        'memoryLock is of the type boolean, not text',
      ],
      [ELASTICSEARCH, '"fills":"memoryLock"', '"fills":"queueType"', 'queueType is no setting of a search member'],
      [ELASTICSEARCH, '"since":"7.3"', '"since":"seven"', 'must match pattern'],
      [
        SEARCH,
        '"becomes":"path.repo"',
        '"becomes":"path.repo","form":"gigabytes"',
        'the form gigabytes is none of the type paths',
      ],
      [
        SEARCH,
        '"becomes":"elasticsearch.password","secret":true',
        '"becomes":"elasticsearch.password"',
        'dashboard_system_password becomes elasticsearch.password, a secret; expected "secret": true',
      ],
    ] as const) {
      const told = complaint(file, text, replacement);
      assert.ok(told.includes(file) && told.includes(expected), `${replacement}: ${told}`);
    }
  });

  test('refuses a validator of what is no JSON Schema, with the path of the file', async () => {
    const schema = { properties: { one: { type: 'strin' } } };
    let told = '';
    await compileValidators('schemas/roles/x.json', schema, []).catch((error: unknown) => (told = String(error)));
    assert.match(told, /schemas\/roles\/x\.json: /);
  });
});

/** Vocabularies of a project's own: the place of each mistake, and what would be right. */
import { CannotCheck } from '../../../src/ground/cannot-check.ts';
import { readVocabulary } from '../../../src/stack/vocabulary/own-vocabulary.ts';
import { assert, describe } from '../../describe.ts';

const TEXT = `{
  "title": "Our role",
  "description": "The role that sets up our nodes.",
  "stacklint": {
    "versions": { "since": "8.0", "until": "10.0" },
    "parts": { "search": { "product": "elasticsearch", "members": { "group": "es" } } },
    "prefixes": ["ours_"],
    "evidence": ["ours_heap"],
    "roles": ["ours"]
  },
  "type": "object",
  "properties": {
    "ours_heap": { "description": "The heap.", "part": "search", "becomes": ["-Xms", "-Xmx"], "form": "gigabytes" },
    "ours_lock": { "description": "Locks memory.", "part": "search", "becomes": "bootstrap.memory_lock", "type": "boolean" }
  }
}
`;

function refusal(text: string): string {
  try {
    readVocabulary('roles/ours.json', text);
    return '';
  } catch (error) {
    if (error instanceof CannotCheck) return error.message;
    throw error;
  }
}

/** Parts of the text, what stands in their place, and where and what the mistake is then. */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  ['"title":', 'title:', '2:3: this is not JSON: expected a name in double quotes'],
  ['"prefixes"', '"prefixs"', '7:5: there is no key "prefixs"; did you mean prefixes?'],
  ['"title": "Our role",', '', "1:1: the file must have required property 'title'"],
  ['"prefixes"', '"evidence": [], "prefixes"', '8:5: evidence is given twice'],
  ['"8.0"', '8', '5:28: since must be string'],
  ['"elasticsearch"', '"elasticsaerch"', '6:39: "elasticsaerch" is no product; did you mean elasticsearch?'],
  ['{ "search": {', '{ "serch": {', '6:16: "serch" is no part; did you mean search?'],
  ['["ours_heap"]', '["our_heap"]', '8:18: "our_heap" is no variable; did you mean ours_heap?'],
  [
    '"bootstrap.memory_lock"',
    '"bootstrap.memory_lok"',
    '14:81: "bootstrap.memory_lok" is no setting of the product; did you mean bootstrap.memory_lock?',
  ],
  [
    '"bootstrap.memory_lock"',
    '"server.host"',
    '14:81: "server.host" is no setting of the product; there are 112 others',
  ],
  ['"becomes": "boot', '"becoms": "boot', '14:70: "becoms" is no keyword; did you mean becomes?'],
  ['"gigabytes"', '"gigabites"', '13:103: "gigabites" is no form; did you mean gigabytes?'],
  ['"gigabytes"', 'null', '13:103: form must be string'],
  [
    '"bootstrap.memory_lock"',
    '"xpack.security.http.ssl.keystore.secure_password"',
    '14:18: ours_lock becomes xpack.security.http.ssl.keystore.secure_password, a secret; expected "secret": true',
  ],
  ['"boolean"', '"bool"', '14:114: "bool" is none of array, boolean, integer, null, number, object, string'],
  [
    '"type": "boolean"',
    '"type": "string", "pattern": "["',
    '14:5: ours_lock: Invalid regular expression: /[/u: Unterminated character class',
  ],
  [
    '"type": "boolean"',
    '"$ref": "#/definitions/switch"',
    "14:5: ours_lock: can't resolve reference #/definitions/switch from id #",
  ],
  [
    '"type": "boolean" }\n  }',
    '"$ref": "#/definitions/a" } }, "definitions": { "a": { "$ref": "#/definitions/a" } }',
    '14:5: ours_lock: its JSON Schema refers to itself without end',
  ],
  [
    '"versions"',
    '"name": "search", "versions"',
    '5:13: there is a vocabulary search in stacklint; expected another name, as "name" of "stacklint"',
  ],
];

describe('a vocabulary of a project', (test) => {
  for (const [part, other, expected] of MISTAKES)
    test(`is refused: ${expected}`, () => {
      assert.ok(TEXT.includes(part));
      assert.is(refusal(TEXT.replace(part, () => other)), `roles/ours.json:${expected}`);
    });

  test('that is no mapping, or none at all, is refused', () => {
    for (const text of ['', 'null', '[]', '5', '"a"', '{}', '{"properties": null}', '{"stacklint": {"parts": 5}}'])
      assert.match(refusal(text), /^roles\/ours\.json:1:\d+: /, text);
  });

  test('has the name that it says, or else that of its file', () => {
    assert.is(readVocabulary('roles/ours.json', TEXT).name, 'ours');
    assert.is(readVocabulary('a.json', TEXT.replace('"versions"', '"name": "our role", "versions"')).name, 'our role');
  });

  test('judges values by its JSON Schema', () => {
    const ours = readVocabulary('ours.json', TEXT);
    assert.equal(ours.validate('ours_lock', true), []);
    assert.equal(
      ours.validate('ours_lock', 'perhaps').map(({ keyword, instancePath }) => [keyword, instancePath]),
      [['type', '']],
    );
    assert.equal(ours.validate('another', 'perhaps'), []);
  });
});

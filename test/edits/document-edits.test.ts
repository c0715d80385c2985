import { addPair, removePair, replaceScalar, replaceText } from '../../src/edits/document-edits.ts';
import type { PlainData } from '../../src/edits/value-text.ts';
import { applied } from '../../src/edits/text-edit.ts';
import { Document } from '../../src/source/document.ts';
import { readYaml } from '../../src/source/yaml/read.ts';
import type { Mapping } from '../../src/source/tree.ts';
import { assert, describe } from '../describe.ts';
import { documentOf, editedAs } from './edited.ts';

const { replaced, renamed, removed, added, withoutItem, withItems } = editedAs();

describe('edits of YAML', (test) => {
  test('replace a value in its own style', () => {
    const cases: readonly [text: string, path: string, value: string | number | boolean | null, expected: string][] = [
      ['heap: 31 # GB\n', 'heap', 30, 'heap: 30 # GB\n'],
      ['heap: "31"\n', 'heap', 30, 'heap: "30"\n'],
      ["heap: '31'\r\nb: 1", 'heap', 30, "heap: '30'\r\nb: 1"],
      ['heap: 31g\n', 'heap', '30g', 'heap: 30g\n'],
      ['heap: 31\n', 'heap', '30', 'heap: "30"\n'],
      ["a: 'x'\nheap: 31\n", 'heap', '30', "a: 'x'\nheap: '30'\n"],
      ['lock: yes\n', 'lock', false, 'lock: no\n'],
      ['lock: True\n', 'lock', false, 'lock: False\n'],
      ['lock: OFF\n', 'lock', true, 'lock: ON\n'],
      ['lock: "yes"\n', 'lock', false, 'lock: "no"\n'],
      ['a: yes\nlock: x\n', 'lock', false, 'a: yes\nlock: no\n'],
      ['a: 0644\n', 'a', 0o600, 'a: 0600\n'],
      ['a: 0.85\n', 'a', 1, 'a: 1.0\n'],
      ['a: 0.85\n', 'a', 0.5, 'a: 0.5\n'],
      ['a: 1\n', 'a', 1e300, `a: 1${'0'.repeat(300)}\n`.replace(/10*/, BigInt(1e300).toString())],
      ['a: x\n', 'a', 'b: c', 'a: "b: c"\n'],
      ['a: "x"\n', 'a', 'q"\\\n', 'a: "q\\"\\\\\\n"\n'],
      ["a: 'x'\n", 'a', "it's", "a: 'it''s'\n"],
      ['a: "{{ x }}"\n', 'a', 3, 'a: 3\n'],
      ['a: {b: 1, c: 2}\n', 'a.b', 'x, y', 'a: {b: "x, y", c: 2}\n'],
      ['a:\nb: 1\n', 'a', 2, 'a: 2\nb: 1\n'],
      ['a: # none\nb: 1\n', 'a', 2, 'a: 2 # none\nb: 1\n'],
      ['a: {b, c: 1}\n', 'a.b', 2, 'a: {b: 2, c: 1}\n'],
      ['a: {b: , c: 1}\n', 'a.b', 2, 'a: {b: 2, c: 1}\n'],
      ['a: &x 1\nb: *x\n', 'b', 2, 'a: &x 1\nb: 2\n'],
      ['a: !!str 31\n', 'a', 30, 'a: !!str 30\n'],
      ['a: !!str 31\n', 'a', null, 'a: null\n'],
      ['a: !!int "31"\n', 'a', 30, 'a: !!int 30\n'],
      ['a: !unsafe "{{ x }}"\n', 'a', '{{ y }}', 'a: !unsafe "{{ y }}"\n'],
      ['a: null\n', 'a', 'x', 'a: x\n'],
      ['a: x\n', 'a', null, 'a: null\n'],
      ['- 1\n- 2', '1', 3, '- 1\n- 3'],
      ['-\n- 2\n', '0', 3, '- 3\n- 2\n'],
      ['\ufeffa: ü😀 # é\nb: 1\n', 'a', 'ö', '\ufeffa: ö # é\nb: 1\n'],
      ['a: |\n  -Xms31g\n  -Xmx31g\nb: 1\n', 'a', '-Xms30g\n-Xmx30g\n', 'a: |\n  -Xms30g\n  -Xmx30g\nb: 1\n'],
      [
        'a: >-\r\n  -Xms31g\r\n  -Xmx31g\r\nb: 1\r\n',
        'a',
        '-Xms30g -Xmx30g',
        'a: >-\r\n  -Xms30g\r\n  -Xmx30g\r\nb: 1\r\n',
      ],
      ['a: |  # c\n  one\n  two\n\nb: 1\n', 'a', 'one\nthree\nfour\n', 'a: |  # c\n  one\n  three\n  four\n\nb: 1\n'],
      ['a: |\n  one\n  two\n', 'a', 'one\nthree four', 'a: |-\n  one\n  three four\n'],
      ['a: |-\n  one\n', 'a', 3, 'a: 3\n'],
      ['a: |  # c\n  one\n\nb: 1\n', 'a', '', 'a: ""  # c\n\nb: 1\n'],
      ['a: "one\n  two"\n', 'a', 'one three', 'a: "one\n  three"\n'],
    ];
    for (const [text, path, value, expected] of cases) assert.is(replaced(text, path, value), expected, text);
  });

  test('leave a value alone that is in other places too, that is encrypted, or whose text is broken', () => {
    assert.is(replaced('a: &x 1\nb: *x\n', 'a', 2), undefined);
    assert.is(replaced('a: &x {b: 1}\nc: *x\n', 'a.b', 2), undefined);
    assert.is(replaced('a: &x {b: 1}\nc: {<<: *x}\n', 'c.b', 2), undefined);
    assert.is(replaced('a: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  00\n', 'a', 'x'), undefined);
    assert.is(replaced('a: 1\nb: [\n', 'a', 2), undefined);
  });

  test('rename a key in its own quotes', () => {
    assert.is(renamed('a: 1 # one\nb: 2\n', 'a', 'c'), 'c: 1 # one\nb: 2\n');
    assert.is(renamed('"a": 1\n', 'a', 'c'), '"c": 1\n');
    assert.is(renamed('x:\n  - a: 1\n', 'x.0.a', 'yes'), 'x:\n  - "yes": 1\n');
    assert.is(renamed('{a: 1, b: 2}\n', 'b', 'c'), '{a: 1, c: 2}\n');
    assert.is(renamed('a: 1\nb: 2\n', 'a', 'b'), undefined);
    assert.is(
      renamed('a: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  00\n', 'a', 'b'),
      'b: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  00\n',
    );
  });

  test('remove a pair with its lines', () => {
    const cases: readonly [text: string, path: string, expected: string | undefined][] = [
      ['a: 1\nb: 2 # two\nc: 3\n', 'b', 'a: 1\nc: 3\n'],
      ['a: 1\nb: 2', 'b', 'a: 1'],
      ['a: 1\r\nb:\r\n  - x\r\n  - y\r\nc: 3', 'b', 'a: 1\r\nc: 3'],
      ['a: 1\n# about b\nb: 2\n\nc: 3\n', 'b', 'a: 1\n\nc: 3\n'],
      ['a: 1\n# about both\nb: 2\nc: 3\n', 'b', 'a: 1\n# about both\nc: 3\n'],
      ['a: 1\n\n# stacklint-disable-next-line x -- z\nb: 2\nc: 3\n', 'b', 'a: 1\n\nc: 3\n'],
      ['# about the file\nb: 2\n\nc: 3\n', 'b', '# about the file\n\nc: 3\n'],
      ['---\n# about the file\nb: 2\n\nc: 3\n', 'b', '---\n# about the file\n\nc: 3\n'],
      ['a:\n  b: 2 # two\nc: 3\n', 'a.b', 'a: {}\nc: 3\n'],
      ['a: &x # one\n  b: 2\nc: 3\n', 'a.b', 'a: &x {} # one\nc: 3\n'],
      ['b: 2 # two\n', 'b', '{} # two\n'],
      ['- a: 1\n  b: 2\n', '0.a', '- b: 2\n'],
      ['- a: 1\n', '0.a', '- {}\n'],
      ['- a: 1 # one\n  # about b\n  b: 2\n', '0.a', '- # about b\n  b: 2\n'],
      ['a: {b: 1, c: 2, d: 3}\n', 'a.b', 'a: {c: 2, d: 3}\n'],
      ['a: {b: 1, c: 2, d: 3}\n', 'a.c', 'a: {b: 1, d: 3}\n'],
      ['a: {b: 1, c: 2, d: 3}\n', 'a.d', 'a: {b: 1, c: 2}\n'],
      ['a: { b: 1 } # c\n', 'a.b', 'a: {} # c\n'],
      ['a: {b: 1, c: 2,}\n', 'a.c', 'a: {b: 1,}\n'],
      ['a: {\n  b: 1, # one\n  c: 2 # two\n}\n', 'a.c', 'a: {\n  b: 1 # one\n}\n'],
      ['a: {\n  b: 1, # one\n  c: 2 # two\n}\n', 'a.b', 'a: {\n  c: 2 # two\n}\n'],
      ['a: [{\n  b: 1, # one\n}]\n', 'a.0.b', 'a: [{\n}]\n'],
      ['a: {\n  b: 1,\n}\n', 'a.b', 'a: {}\n'],
      ['a: &x {b: 1}\nc: *x\n', 'a', undefined],
      ['a: |\n  text\n\nb: 1\n', 'a', '\nb: 1\n'],
      ['x: 1\na: |+\n  text\n\nb: 1\n', 'a', 'x: 1\nb: 1\n'],
      ['x: |\n  text\na: 1', 'a', 'x: |\n  text\n'],
      ['x:\n  a: |+\n    text\n\n', 'x.a', 'x: {}\n'],
    ];
    for (const [text, path, expected] of cases) assert.is(removed(text, path), expected, text);
  });

  test('remove either of two equal keys', () => {
    const text = 'a: 1 # first\nb: 2\na: 3\n';
    const document = documentOf(text);
    const [duplicate] = document.duplicates;
    const edits = removePair(document, document.root as Mapping, { key: duplicate!.first });
    assert.is(applied(text, edits!), 'b: 2\na: 3\n');
    const others = removePair(document, document.root as Mapping, { key: duplicate!.key });
    assert.is(applied(text, others!), 'a: 1 # first\nb: 2\n');
  });

  test('add a pair as its neighbours are written', () => {
    const cases: readonly [text: string, path: string, key: string, value: PlainData, expected: string | undefined][] =
      [
        ['a: 1\n', '', 'b', 2, 'a: 1\nb: 2\n'],
        ['a: 1', '', 'b', 2, 'a: 1\nb: 2'],
        ['a: 1\r\n# end\r\n', '', 'b', 2, 'a: 1\r\nb: 2\r\n# end\r\n'],
        ['a: 1 # one\n\n# end\n', '', 'b', 'x', 'a: 1 # one\nb: x\n\n# end\n'],
        ['a: "x"\n', '', 'b', 'y', 'a: "x"\nb: "y"\n'],
        ["a: 'x'\n", '', 'b', 'y', "a: 'x'\nb: 'y'\n"],
        ['a: x\nc: "{{ d }}"\nd: y\n', '', 'b', '{{ e }}', 'a: x\nc: "{{ d }}"\nd: y\nb: "{{ e }}"\n'],
        [
          'a:\n    b: 1\nc: 2\n',
          'a',
          'd',
          { e: [1, 'x'], f: {} },
          'a:\n    b: 1\n    d:\n        e:\n            - 1\n            - x\n        f: {}\nc: 2\n',
        ],
        ['- a: 1\n- b: 2\n', '0', 'c', 3, '- a: 1\n  c: 3\n- b: 2\n'],
        ['a: {b: 1}\n', 'a', 'c', 2, 'a: {b: 1, c: 2}\n'],
        ['a: {}\n', 'a', 'c', 2, 'a:\n  c: 2\n'],
        ['a: { b: }\n', 'a', 'c', 2, 'a: { b: , c: 2 }\n'],
        ['a: {} # none\nb: 1\n', 'a', 'c', 2, 'a: # none\n  c: 2\nb: 1\n'],
        ['a:\nb: 1\n', 'a', 'c', 2, 'a:\n  c: 2\nb: 1\n'],
        ['a: # none\nb: 1\n', 'a', 'c', [], 'a: # none\n  c: []\nb: 1\n'],
        ['a: [{b: }]\n', 'a.0.b', 'c', 2, 'a: [{b: {c: 2}}]\n'],
        ['', '', 'a', { b: 1 }, 'a:\n  b: 1\n'],
        ['---\n# nothing\n', '', 'a', 1, '---\n# nothing\na: 1\n'],
        ['---', '', 'a', 1, '---\na: 1'],
        ['{}\n', '', 'a', 1, '{"a": 1}\n'],
        ['---\n{}\n', '', 'a', 1, '---\na: 1\n'],
        ['a: |\n  text\n\nb: 1\n', '', 'c', 'x\ny\n', 'a: |\n  text\n\nb: 1\nc: |\n  x\n  y\n'],
        ['b: 1\na: |\n  text\n\n', '', 'c', 1, 'b: 1\na: |\n  text\nc: 1\n\n'],
        ['b: 1\na: |+\n  text\n\n', '', 'c', 1, 'b: 1\na: |+\n  text\n\nc: 1\n'],
        ['a: |\n  text', '', 'c', 1, 'a: |-\n  text\nc: 1'],
        ['a: 1', '', 'c', 'x\ny\n', 'a: 1\nc: "x\\ny\\n"'],
        ['a: |+\r\n  text\r\n', '', 'c', 1, 'a: |+\r\n  text\r\nc: 1\r\n'],
        ['a: 1\nb: 2\n', '', 'b', 3, undefined],
        ['a: &x {b: 1}\nc:\n  <<: *x\n', 'c', 'b', 2, 'a: &x {b: 1}\nc:\n  <<: *x\n  b: 2\n'],
        ['a: &x {b: 1}\nc: *x\n', 'c', 'd', 2, undefined],
        ['a: {\n  b: 1, # one\n  c: 2 # two\n}\n', 'a', 'd', 3, 'a: {\n  b: 1, # one\n  c: 2, # two\n  d: 3\n}\n'],
      ];
    for (const [text, path, key, value, expected] of cases) assert.is(added(text, path, key, value), expected, text);
    assert.is(added('a: 1 # one\n# about b\nb: 2\n', '', 'c', 3, 'a'), 'a: 1 # one\nc: 3\n# about b\nb: 2\n');
    assert.is(added('{a: 1, b: 2}\n', '', 'c', 3, 'a'), '{a: 1, c: 3, b: 2}\n');
  });

  test('remove and add items', () => {
    assert.is(withoutItem('a:\n- b # x\n- c\n', 'a.0'), 'a:\n- c\n');
    assert.is(withoutItem('a:\n- b # x\nc: 1\n', 'a.0'), 'a: []\nc: 1\n');
    assert.is(withoutItem('a: [b, c]\n', 'a.1'), 'a: [b]\n');
    assert.is(withoutItem('- - a\n  - b\n', '0.0'), '- - b\n');
    assert.is(withItems('a:\n- b # x\nc: 1\n', 'a', 'z'), 'a:\n- b # x\n- z\nc: 1\n');
    assert.is(
      withItems('a:\n  - b: 1\n    c: 2\n', 'a', { b: 3, c: 4 }),
      'a:\n  - b: 1\n    c: 2\n  - b: 3\n    c: 4\n',
    );
    assert.is(withItems('a: [b, c]\n', 'a', 'z'), 'a: [b, c, z]\n');
    assert.is(withItems('a: []\n', 'a', 'z'), 'a:\n  - z\n');
    assert.is(withItems('x:\n- 1\na:\n', 'a', 'z'), 'x:\n- 1\na:\n- z\n');
  });

  test('add several items at once', () => {
    assert.is(withItems('a:\n  - b\n', 'a', 'c', { d: 1 }), 'a:\n  - b\n  - c\n  - d: 1\n');
    assert.is(withItems('a: [b]\n', 'a', 'c', 'd'), 'a: [b, c, d]\n');
    assert.is(withItems('- a: [\n    b\n  ]\n', '0.a', 'c', 'd'), '- a: [\n    b,\n    c,\n    d\n  ]\n');
  });
});

describe('edits of JSON', (test) => {
  test('replace and rename', () => {
    assert.is(replaced('{"a":1,"b":"31"}', 'b', 30), '{"a":1,"b":"30"}');
    assert.is(replaced('{"a":1,"b":true}', 'a', 'x"y'), '{"a":"x\\"y","b":true}');
    assert.is(replaced('{"a":1}', 'a', false), '{"a":false}');
    assert.is(replaced('{"a":1}', 'a', Infinity), undefined);
    assert.is(renamed('{"a":1,"b":2}', 'b', 'ü'), '{"a":1,"ü":2}');
    assert.is(renamed('{"a":1,"b":2}', 'b', 'a'), undefined);
  });

  test('remove and add, pretty and compact', () => {
    const pretty = '{\n    "a": 1,\n    "b": {\n        "c": []\n    }\n}\n';
    assert.is(removed('{"a":1,"b":2}', 'a'), '{"b":2}');
    assert.is(removed('{"a":1,"b":2}', 'b'), '{"a":1}');
    assert.is(removed('{ "a": 1 }', 'a'), '{}');
    assert.is(removed(pretty, 'b'), '{\n    "a": 1\n}\n');
    assert.is(removed(pretty, 'a'), '{\n    "b": {\n        "c": []\n    }\n}\n');
    assert.is(added('{"a":1}', '', 'b', { c: [1, null] }), '{"a":1,"b":{"c":[1,null]}}');
    assert.is(added('{"a": 1}', '', 'b', [true, 'x']), '{"a": 1, "b": [true, "x"]}');
    assert.is(added('{}', '', 'b', 1), '{"b": 1}');
    assert.is(
      added(pretty, '', 'd', { e: [1] }, 'a'),
      '{\n    "a": 1,\n    "d": {\n        "e": [\n            1\n        ]\n    },\n    "b": {\n        "c": []\n    }\n}\n',
    );
    assert.is(added(pretty, 'b', 'd', 1), '{\n    "a": 1,\n    "b": {\n        "c": [],\n        "d": 1\n    }\n}\n');
    assert.is(
      withItems(pretty, 'b.c', 1, 2),
      '{\n    "a": 1,\n    "b": {\n        "c": [\n            1,\n            2\n        ]\n    }\n}\n',
    );
    assert.is(added('{\r\n\t"a": 1\r\n}', '', 'b', {}), '{\r\n\t"a": 1,\r\n\t"b": {}\r\n}');
    assert.is(withoutItem('{"a":[1,2,3]}', 'a.1'), '{"a":[1,3]}');
  });
});

describe('edits of TOML', (test) => {
  test('replace a value in its own quotes', () => {
    const toml = editedAs('toml');
    assert.is(toml.replaced('[a]\nb = "31" # c\n', 'a.b', 30), '[a]\nb = "30" # c\n');
    assert.is(toml.replaced("a = 'x'\n", 'a', 'y'), "a = 'y'\n");
    assert.is(toml.replaced('a = 1\n', 'a', 2.5), 'a = 2.5\n');
    assert.is(toml.replaced('a = 1\n', 'a', null), undefined);
    assert.is(toml.replaced('a = """x"""\n', 'a', 'y'), undefined);
  });
});

describe('edits of other texts', (test) => {
  test('replace a range of a template, and nothing of what was decrypted', () => {
    const text = 'heap: 31\nname: {{ x }}\n';
    const range = { start: 6, end: 8 };
    const edits = replaceText(documentOf(text, 'template'), range, '30');
    assert.is(applied(text, edits ?? []), 'heap: 30\nname: {{ x }}\n');
    const decrypted = new Document('vault.yml', 'heap: 31\n', 'yaml', readYaml('heap: 31\n'), true);
    assert.is(replaceText(decrypted, range, '30'), undefined);
    assert.is(replaceScalar(decrypted, (decrypted.root as Mapping).pairs[0]!.value, 30), undefined);
  });

  test('add nothing to a text without a tree', () => {
    for (const format of ['template', 'text', 'toml'] as const)
      assert.is(addPair(new Document('file', '# head\n', format, {}), undefined, 'a', 1), undefined, format);
  });
});

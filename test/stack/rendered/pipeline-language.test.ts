/** The language of Logstash's pipelines. */
import type { Node } from '../../../src/source/tree.ts';
import { readPipelineFile } from '../../../src/stack/rendered/pipeline-language.ts';
import type { Plugin } from '../../../src/stack/rendered/pipeline-language.ts';
import { assert, describe } from '../../describe.ts';

/** What a file says, as plain data; undefined if it cannot be read. */
function read(text: string): unknown {
  const file = readPipelineFile(text);
  return file && { input: file.input.map(plain), filter: file.filter.map(plain), output: file.output.map(plain) };
}

function plain(node: Node | Plugin): unknown {
  switch (node.kind) {
    case 'plugin':
      return [
        String(node.name.value),
        Object.fromEntries(node.settings.map(({ name, value }) => [name.value, plain(value)])),
      ];
    case 'scalar':
      return node.value;
    case 'sequence':
      return node.items.map(plain);
    case 'mapping':
      return Object.fromEntries(node.pairs.map(({ key, value }) => [key.value, plain(value)]));
  }
}

/** The names of the outputs in a text. */
function outputs(text: string): readonly unknown[] | undefined {
  return readPipelineFile(text)?.output.map(({ name }) => name.value);
}

describe('the language of pipelines', (test) => {
  test('sections, plugins and the forms of their settings', () => {
    assert.equal(
      read(`# shipped by beats
input {
  beats { port => 5044 codec => json { charset => "UTF-8" } } # one of two
  tcp { port => "5000" tags => ["a", 'b', 3] }
}
filter {
  grok { match => { "message" => "%{IP:client} # no comment { }" 'other' => ['\\d+', "\\""] } }
}
output { stdout { } }
`),
      {
        input: [
          ['beats', { port: '5044', codec: ['json', { charset: 'UTF-8' }] }],
          ['tcp', { port: '5000', tags: ['a', 'b', '3'] }],
        ],
        filter: [['grok', { match: { message: '%{IP:client} # no comment { }', other: ['\\d+', '\\"'] } }]],
        output: [['stdout', {}]],
      },
    );
  });

  test('branches, with all that may stand in a condition', () => {
    for (const condition of [
      '[type] == "a{b"',
      "[a][b] =~ /^{[^\\/}]+'/ and ![c]",
      '"x" in [tags] or ([n] >= -5 and [m] not in ["a]", "b}"])',
      '[@metadata][sub-field] != 3 # why {\n',
      '[t]=="a"',
    ])
      assert.equal(
        outputs(`output { if ${condition}{ a { } } else if ${condition} { b { } } else { if [x] { c { } } } d { } }`),
        ['a', 'b', 'c', 'd'],
        condition,
      );
  });

  test('several sections of one kind, names in quotes, and files that have none', () => {
    assert.equal(outputs('output{a{}}output{"b"{}}\r\nfilter { drop { } }'), ['a', 'b']);
    assert.equal(outputs('# nothing\n'), []);
    assert.equal(outputs(''), []);
  });

  test('the place of a plugin is all of it', () => {
    const text = 'output {\n  kafka { topic_id => "x" }\n}';
    const [plugin] = readPipelineFile(text)?.output ?? [];
    assert.is(text.slice(plugin?.start, plugin?.end), 'kafka { topic_id => "x" }');
  });

  test('nothing is read of what does not belong where it stands', () => {
    for (const text of [
      'output { a { }',
      'output { a { } } }',
      'outputs { a { } }',
      'output { a => 1 }',
      'output { a { b } }',
      'output { a { b => } }',
      'output { a { b => [1 2] } }',
      'output { a { b => "x } }',
      'output { if [a] }',
      'output { else { a { } } }',
      'a: 1',
    ])
      assert.is(outputs(text), undefined, text);
  });
});

import fastCheck from 'fast-check';
import { Lexer } from 'yaml';
import { commentsOf } from '../../src/source/comments.ts';
import { Document } from '../../src/source/document.ts';
import type { Format } from '../../src/source/document.ts';
import { readToml } from '../../src/source/toml.ts';
import { readYaml } from '../../src/source/yaml/read.ts';
import { assert, describe } from '../describe.ts';

function comments(text: string, format: Format = 'yaml'): readonly string[] {
  const reading = format === 'yaml' ? readYaml(text) : format === 'toml' ? readToml(text) : {};
  const document = new Document('a', text, format, reading);
  return commentsOf(document).map((comment) => {
    assert.is(document.text.slice(comment.start + 1, comment.end).trim(), comment.text);
    return (comment.alone ? '! ' : '') + comment.text;
  });
}

describe('comments', (test) => {
  test('of YAML stand on their own lines and after values', () => {
    assert.equal(comments('# head\r\na: 1 # one\r\n  # two\r\nb:#no\n'), ['! head', 'one', '! two']);
    assert.equal(comments('a: [1, # first\n  2] #second\n'), ['first', 'second']);
  });

  test('are none inside of texts', () => {
    assert.equal(comments('a: "x # y"\nb: \'# z\'\nc: x#y\nd: |\n  # text\n  more # text\ne: > # folded\n  # text\n'), [
      'folded',
    ]);
    assert.equal(comments('"a # b": 1 # c\n'), ['c']);
  });

  test('of INI begin lines with either mark, and follow hosts after a blank', () => {
    const text = '; head\n[search] # group\nes-1 a=1 # one\nes-2 a="x # y" b=\'#\' # it\'s two\nes-3 a=1;2 ; no\n#"x\n';
    assert.equal(comments(text, 'ini'), ['! head', 'group', 'one', "it's two", '! "x']);
  });

  test('of TOML are those outside of strings', () => {
    assert.equal(comments('# head\n[a] # table\nb = "x # y" # b\n', 'toml'), ['! head', 'table', 'b']);
  });

  test('of JSON, and of what was decrypted, there are none', () => {
    assert.equal(comments('{"a": "# b"}', 'json'), []);
    assert.equal(commentsOf(new Document('a', '# a', 'yaml', {}, true)), []);
  });

  test('of a template are what stands between {# and #} or after #, but not in raw, printed or executed parts', () => {
    const text =
      'a: 1 {# one #}\n  {#- two\nlines -#}\n{{ "{# no #}" }}{% raw %}{# no #}{% endraw %}{% set x = "{# no #}" %}\n# three\n';
    const found = commentsOf(new Document('a.j2', text, 'template', {}));
    assert.equal(
      found.map((comment) => [comment.text, comment.alone, text.slice(comment.start, comment.end)]),
      [
        ['one', false, '{# one #}'],
        ['two\nlines', true, '{#- two\nlines -#}'],
        ['three', true, '# three'],
      ],
    );
  });

  test('are those that another reader of YAML finds', () => {
    const pieces = [
      'a: 1',
      ' # c',
      '# d',
      '- x',
      'b: "q # r"',
      "c: 's # t'",
      'd: |',
      '  # text',
      '  e: f#g',
      '',
      'h: > #i',
    ];
    fastCheck.assert(
      fastCheck.property(fastCheck.array(fastCheck.constantFrom(...pieces), { maxLength: 8 }), (lines) => {
        const text = lines.map((line) => `${line}\n`).join('');
        if (readYaml(text).problem !== undefined || readYaml(text).duplicates.length > 0) return;
        const expected = [...new Lexer().lex(text)].filter((token) => token.startsWith('#'));
        assert.equal(
          comments(text).map((comment) => comment.replace(/^! /, '')),
          expected.map((comment) => comment.slice(1).trim()),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

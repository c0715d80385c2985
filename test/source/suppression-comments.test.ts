import { Document } from '../../src/source/document.ts';
import type { Format } from '../../src/source/document.ts';
import { suppressionCommentsIn } from '../../src/source/suppression-comments.ts';
import { readToml } from '../../src/source/toml.ts';
import { readYaml } from '../../src/source/yaml/read.ts';
import { assert, describe } from '../describe.ts';

function comments(text: string, format: Format = 'yaml') {
  const reading = format === 'yaml' ? readYaml(text) : format === 'toml' ? readToml(text) : {};
  const document = new Document('a', text, format, reading);
  return suppressionCommentsIn(document).map(({ covers, rules, ...comment }) => {
    for (const { pattern, start, end } of rules) assert.is(document.text.slice(start, end), pattern);
    return {
      directive: comment.directive,
      rules: rules.map(({ pattern }) => pattern).join(' '),
      covers: covers && document.text.slice(covers.start, covers.end),
      ...(comment.because !== undefined && { because: comment.because }),
      ...(comment.until !== undefined && { until: comment.until }),
    };
  });
}

/** The parts of a text that its comments cover. */
function covered(text: string, format?: Format): readonly (string | undefined)[] {
  return comments(text, format).map(({ covers }) => covers);
}

describe('suppression comments', (test) => {
  test('name rules, a reason and a last day', () => {
    const line = 'a: 1 # stacklint-disable-line memory/heap-limit,  disk/* until 2027-01-31 -- Old -- and small.\r\n';
    assert.equal(comments(`${line}b: 2\n`), [
      {
        directive: 'disable-line',
        rules: 'memory/heap-limit disk/*',
        covers: line,
        because: 'Old -- and small.',
        until: '2027-01-31',
      },
    ]);
    assert.equal(comments('a: 1 #stacklint-disable-line x/y --\n'), [
      { directive: 'disable-line', rules: 'x/y', covers: 'a: 1 #stacklint-disable-line x/y --\n' },
    ]);
    assert.equal(comments('a: 1 # stacklint-disable-line x/y until\n')[0]?.until, '');
    assert.equal(comments('# stacklint-disable-file until -- Never.\na: 1\n')[0], {
      directive: 'disable-file',
      rules: '',
      covers: '# stacklint-disable-file until -- Never.\na: 1\n',
      because: 'Never.',
      until: '',
    });
  });

  test('cover the next line that has something on it', () => {
    const two = '# stacklint-disable-next-line x/y\n\n# a note\n# stacklint-disable-next-line x/z\na: 1\nb: 2\n';
    assert.equal(covered(two), ['a: 1\n', 'a: 1\n']);
    assert.equal(covered('a: 1\n# stacklint-disable-next-line x/y'), ['']);
    assert.equal(covered('[g]\n; stacklint-disable-next-line x/y\nh a=1\n', 'ini'), ['h a=1\n']);
    assert.equal(covered('# stacklint-disable-next-line x/y\na = 1\n', 'toml'), ['a = 1\n']);
    assert.equal(covered('{# stacklint-disable-next-line\n   x/y -- two lines #}\n{{ a }}\n', 'template'), [
      '{{ a }}\n',
    ]);
  });

  test('of an unknown directive cover nothing', () => {
    const [one] = comments('a: 1 # stacklint-disable x/y\n');
    assert.equal(one, { directive: 'disable', rules: 'x/y', covers: undefined });
  });

  test('count in templates, as comments of Jinja and of the file that is written, and in files that stay as they are', () => {
    assert.equal(covered('a: 1\n# stacklint-disable-next-line x/y\n# a note\nb: {{ c }}\n', 'template'), [
      'b: {{ c }}\n',
    ]);
    assert.equal(covered('a: {{ b }} # stacklint-disable-line x/y\nc: 1\n', 'template'), [
      'a: {{ b }} # stacklint-disable-line x/y\n',
    ]);
    assert.equal(
      covered('a: {{ "# stacklint-disable-line x/y" }}\n{% set b = "c # stacklint-disable-line x/y" %}', 'template'),
      [],
    );
    assert.equal(covered('# stacklint-disable-next-line x/y\na: 1\n', 'text'), ['a: 1\n']);
  });

  test('count in blocks of text, which tasks write into files', () => {
    const head = 'a: 1\nb: |\n';
    assert.equal(covered(`${head}  c: 1 # stacklint-disable-line x/y\n  d: 2\n`), [
      '  c: 1 # stacklint-disable-line x/y\n',
    ]);
    assert.equal(covered(`${head}  # stacklint-disable-next-line x/y\n  d: 2\n`), ['  d: 2\n']);
    const block = 'b: |\n  # stacklint-disable-file x/y\n  d: 2\n';
    assert.equal(covered(`a: 1\n${block}e: 3\n`), [block]);
  });

  test('are none in other texts, in JSON and in other comments', () => {
    assert.equal(comments('a: "# stacklint-disable-line x/y"\nb: c#stacklint-disable-file x/y\n'), []);
    assert.equal(comments('{"a": "# stacklint-disable-line x/y"}', 'json'), []);
    assert.equal(comments('a: 1 # see stacklint-disable-line\nb: 2 # stacklint-\n'), []);
  });
});

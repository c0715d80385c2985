/** Regular expressions of Java, as far as they are judged. */
import { missingGroup, readJavaPattern, replacedByJava } from '../../src/model/java-pattern.ts';
import { assert, describe } from '../describe.ts';

function read(text: string) {
  const pattern = readJavaPattern(text);
  if (pattern === undefined) throw new Error(`${text} is refused`);
  return pattern;
}

describe('a regular expression of Java', (test) => {
  test('is refused where both languages refuse it', () => {
    for (const text of ['(.+', '[a-', '*', 'a)', '(?<my_name>.)']) assert.is(readJavaPattern(text), undefined, text);
  });

  test('is not refused for what Java alone has', () => {
    for (const text of ['(.++)', '\\Qa(b\\E(.*)', '(?i)logs-(.+)', '(?>a)', '\\p{Alpha}(.)', '[a-z&&[^b]](.)'])
      assert.is(read(text.replaceAll('\\', '\\')).same, undefined, text);
  });

  test('has groups that capture, by number and by name', () => {
    const groups = (text: string) => [read(text).groups, ...read(text).names];
    assert.equal(groups('(a)(?:b)(?=c)(?<!d)[(](?<e>f)'), [2, 'e']);
    assert.equal(groups('\\((.)'), [1]);
    assert.equal(groups('\\Q(\\E(.)'), [1]);
  });
});

describe('a replacement', (test) => {
  test('refers to groups that exist', () => {
    const missing = (replacement: string) => missingGroup(replacement, read('(a)(?<b>c)'));
    assert.equal(['$1', '$0-$2', '${b}', '\\$9', 'x'].map(missing), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    assert.equal(['$3', 'a$', '$x', '${c}'].map(missing), ['$3', '$', '$', '${c}']);
    // Of two digits, Java takes the second for text if there is no such group.
    assert.is(missing('$10'), undefined);
  });

  test('takes the place of all matches, where that is certain', () => {
    assert.is(replacedByJava('logs-a', read('logs-(.+)'), 'old-$1'), 'old-a');
    assert.is(replacedByJava('a-a', read('a'), '[$0]'), '[a]-[a]');
    assert.is(replacedByJava('logs-a', read('(.++)'), 'old-$1'), undefined);
    assert.is(replacedByJava('logs-a', read('(.+)'), 'old-$10'), undefined);
  });

  test('is not tried where the search may take long', () => {
    const name = `${'a'.repeat(60)}!`;
    for (const text of ['^(a+)+$', '^(a|aa)*$', '^(?:a{1,9}){2,}$', 'a*a*a*a*a*a*b'])
      assert.is(replacedByJava(name, read(text), 'b'), undefined, text);
    assert.is(replacedByJava(name, read('^(a+)([)+*]+)?!$'), 'b'), 'b');
  });
});

import { evaluate } from '../../src/ansible/template/evaluate.ts';
import { assert, describe } from '../describe.ts';
import { fromYaml, scopeOf } from './tagged.ts';

const doubled = Array.from({ length: 40 }, (_, step) => `v${step + 1}: "{{ v${step} }}{{ v${step} }}"`).join('\n');

const tooLarge: readonly (readonly [template: string, variables?: string])[] = [
  ['{{ range(10 ** 9) | list }}'],
  ['{{ range(10 ** 9) | sum }}'],
  ['{{ 9 ** (9 ** 9) }}'],
  ['{{ "x" * 10 ** 9 }}'],
  ['{{ [1] * 10 ** 8 }}'],
  ['{{ "a" | center(10 ** 9) }}'],
  ['{{ "%1000000000d" % 5 }}'],
  ['{{ "%.1000000000f" % 5 }}'],
  ['{{ "{:>1000000000}".format(5) }}'],
  ['{{ "a\nb" | indent(10 ** 9) }}'],
  ['{{ "a" | comment(prefix_count=10 ** 9) }}'],
  ['{{ [1, 2] | batch(10 ** 9, 0) }}'],
  ['{{ v40 }}', `v0: xxxxxxxxxx\n${doubled}`],
  ['{% for a in range(10000) %}{% for b in range(10000) %}x{% endfor %}{% endfor %}'],
  ['{% macro m(n) %}{{ m(n) }}{{ m(n) }}{% endmacro %}{{ m(1) }}'],
  ['{% set ns = namespace(x="a") %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}'],
  ['{% set ns = namespace(x=2) %}{% for i in range(60) %}{% set ns.x = ns.x * ns.x %}{% endfor %}{{ ns.x }}'],
  ['{% set x = [1] %}{% for i in range(60) %}{% set _ = x.extend(x) %}{% endfor %}{{ x }}'],
  ['{% set l = [] %}{{ l.append(l) }}{{ l }}'],
  ['{{ range(1000) | permutations(5) | list }}'],
  ['{{ range(300) | product(range(300), range(300)) | list }}'],
  ['{{ ("a" * 100000).replace("", "b" * 100000) }}'],
  ['{{ ("a" * 15000) | regex_search("a*a*a*a*b") }}'],
  ['{{ ("x" * 15000) | regex_search("(x+x+)y") }}'],
  ['{{ ("x" * 15000) | regex_replace("x", "y" * 10000) }}'],
  [`{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`],
  [`{{ ${'not '.repeat(5000)}1 }}`],
  [`{{ x${'.a'.repeat(50000)} }}`, 'x: 1'],
  ['{{ 1 }}'.repeat(200_000)],
];

/** Quadratic where they are written carelessly. */
const long: readonly string[] = [
  `${'\n'.repeat(100_000)}{{ 1 }}x${'\n'.repeat(100_000)}`,
  '{{ ("/" * 200000 ~ "a/b") | dirname | length }}',
  '{{ ["/a" * 10000, "/a" * 10000] | commonpath | length }}',
  '{{ ("x " * 10000).rsplit(none, 9999) | length }}',
  '{{ ("1" * 300000) | human_to_bytes }}',
  `{# ${'{#'.repeat(100_000)}`,
];

describe('the budget', (test) => {
  test('ends what is too large as unknown, soon', () => {
    for (const [template, variables = ''] of tooLarge) {
      const start = performance.now();
      const outcome = evaluate(template, scopeOf(fromYaml(variables)));
      const took = performance.now() - start;
      const shown = template.slice(0, 80);
      assert.is(outcome.state === 'unknown' && outcome.message, 'the template is too large to evaluate', shown);
      assert.ok(took < 500, `${shown} took ${took} ms`);
    }
  });

  test('refuses patterns that may try for ever', () => {
    for (const pattern of ['^(a+)+$', '(a|aa)+$', '(?:a*)*b', '(.*a){12}']) {
      const outcome = evaluate(
        `{{ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' | regex_search('${pattern}') }}`,
        scopeOf(new Map()),
      );
      assert.is(outcome.state === 'unknown' && outcome.reason, 'template', pattern);
    }
  });

  test('goes through long texts in one pass', () => {
    for (const template of long) {
      const start = performance.now();
      evaluate(template, scopeOf(new Map()));
      assert.ok(performance.now() - start < 500, template.slice(0, 80));
    }
  });
});

import { evaluate } from '../../../src/ansible/template/evaluate.ts';
import { assert, describe } from '../../describe.ts';
import { isWithin } from '../../pace.ts';
import { fromYaml, scopeOf } from './tagged.ts';

const lists = Array.from({ length: 40 }, (_, step) => `v${step + 1}: ["{{ v${step} }}", "{{ v${step} }}"]`).join('\n');
const dicts = Array.from({ length: 40 }, (_, step) => `v${step + 1}: "{{ {'a': v${step}, 'b': v${step}} }}"`).join(
  '\n',
);
const names = `big: [${Array.from({ length: 3000 }, (_, number) => `n${number}`).join(', ')}]`;
const ones = `s: x${'1'.repeat(100_000)}`;

/** A loop over an expression. */
function often(expression: string): string {
  return `{% for i in range(30000) %}{% set x = ${expression} %}{% endfor %}{{ 1 }}`;
}

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
  ['{% for a in range(300) %}{% for b in range(300) %}{% for c in range(300) %}x{% endfor %}{% endfor %}{% endfor %}'],
  ['{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(35) }}'],
  ['{% set d = {} %}{% set _ = d.update({"a": d}) %}{% set e = {} %}{% set _ = e.update({"a": e}) %}{{ d == e }}'],
  ['{% set l = [] %}{% set _ = l.append(l) %}{{ l | flatten }}'],
  ['{{ v40 }}', `v0: x\n${lists}`],
  ['{{ v40 | to_json }}', `v0: x\n${lists}`],
  ['{{ v40 | combine(v40, recursive=true) }}', `v0: {c: 1}\n${dicts}`],
  ['{{ range(20) | permutations | list }}'],
  ['{{ range(30) | combinations(15) | list }}'],
  ['{{ [1, 2] | product(*([[1, 2]] * 40)) | list }}'],
  ['{{ (2 ** 10000) ** 10000 }}'],
  ['{{ range(10000) | join("b" * 100000) }}'],
  ['{{ ("{0}" * 20000).format("y" * 10000) }}'],
  ['{{ ("%s" * 2000) % ((("y" * 10000),) * 2000) }}'],
  ['{{ "abc" | regex_replace("", "y" * 300000) }}'],
  ['{{ ("a" * 5000) | regex_search("a*a*a*b") }}'],
  ['{% for n in big %}{% set x = n in big %}{% endfor %}{{ 1 }}', names],
  ['{{ big | select("in", big) | list }}', names],
  ...['s.count("b")', 's.isdigit()', 's | int', 's | wordcount', 's | trim', 's | hash', 's[5]', 's[:5]'].map(
    (expression) => [often(expression), ones] as const,
  ),
  ...['s is version("1.0", ">")', '"zz" in s', '{s: 1}', '{}[s]', 's < s ~ 1', 's | from_yaml', 's | b64decode'].map(
    (expression) => [often(expression), ones] as const,
  ),
];

const digits: readonly string[] = [`{{ ${'9'.repeat(4301)} }}`, '{{ ("f" * 4301) | int(0, 16) }}'];

/** Quadratic where they are written carelessly. */
const long: readonly string[] = [
  `${'\n'.repeat(100_000)}{{ 1 }}x${'\n'.repeat(100_000)}`,
  '{{ ("/" * 200000 ~ "a/b") | dirname | length }}',
  '{{ ["/a" * 10000, "/a" * 10000] | commonpath | length }}',
  '{{ ("x " * 10000).rsplit(none, 9999) | length }}',
  '{{ ("1" * 300000) | human_to_bytes }}',
  `{# ${'{#'.repeat(100_000)}`,
];

/** Milliseconds of the processor, which do not count while other programs have it. */
function spent<Result>(run: () => Result): readonly [result: Result, milliseconds: number] {
  const before = process.cpuUsage();
  const result = run();
  return [result, process.cpuUsage(before).user / 1000];
}

describe('the budget', (test) => {
  test('ends what is too large as unknown, soon', () => {
    for (const [template, variables = ''] of tooLarge) {
      const scope = scopeOf(fromYaml(variables));
      const [outcome, took] = spent(() => evaluate(template, scope));
      const shown = template.slice(0, 80);
      assert.is(outcome.state === 'unknown' && outcome.message, 'the template is too large to evaluate', shown);
      assert.ok(isWithin(500, took), `${shown} took ${took} ms`);
    }
  });

  test('holds for templates up to Ansible 2.18, too', () => {
    for (const [template, variables = ''] of tooLarge) {
      const scope = scopeOf(fromYaml(variables), { classic: 'text' });
      const [outcome, took] = spent(() => evaluate(template, scope));
      assert.is(outcome.state === 'unknown' && outcome.reason, 'template', template.slice(0, 80));
      assert.ok(isWithin(500, took), `${template.slice(0, 80)} took ${took} ms`);
    }
  });

  test('leaves open integers that Python refuses to read from text, or would take long for', () => {
    for (const template of digits) {
      const outcome = evaluate(template, scopeOf(new Map()));
      const shown = outcome.state === 'unknown' && outcome.message;
      assert.is(shown, 'an integer of more than 4300 digits is not evaluated', template.slice(0, 80));
    }
    const outcome = evaluate(`{{ '-${'9'.repeat(4300)}' | int | string | length }}`, scopeOf(new Map()));
    assert.is(outcome.state === 'known' && outcome.value.kind === 'scalar' && outcome.value.value, 4301);
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
      const [, took] = spent(() => evaluate(template, scopeOf(new Map())));
      assert.ok(isWithin(500, took), `${template.slice(0, 80)} took ${took} ms`);
    }
  });
});

/** Names and values of random inventories: mostly usual ones, that meet each other often. */
import fc from 'fast-check';
import { vaulted, vaultedValue } from '../vaulted.ts';

type Text = fc.Arbitrary<string>;

/** Something that is seldom met. */
export function odd<T>(arbitrary: fc.Arbitrary<T>): { readonly weight: number; readonly arbitrary: fc.Arbitrary<T> } {
  return { weight: 1, arbitrary };
}

/** Groups that meet hosts, variable files and each other. */
export const groups: Text = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('web', 'db', 'prod', 'a', 'b') },
  { weight: 3, arbitrary: fc.constantFrom('all', 'Z', 'web-1') },
  odd(fc.constantFrom('ungrouped', 'h1', 'é', '1st', 'k_v')),
);

export const hosts: Text = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('h1', 'h2', 'h3', 'n01.x') },
  odd(fc.constantFrom('10.0.0.1', 'localhost', 'é1', 'web')),
);

/** Host patterns, some of which mean several hosts or none. */
export const patterns: Text = fc.oneof(
  { weight: 9, arbitrary: hosts },
  { weight: 3, arbitrary: fc.constantFrom('h[1:3]', 'n[01:02].x', 'h1:2222', '10.0.0.[1:2]', 'h[a:c]') },
  odd(fc.constantFrom('h[3:1]', 'x:y', '[::1]:22', 'h[1:2]:77', 'h[1:', 'h[2:1:x]', 'all', '127.0.0.1')),
);

export const names: Text = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'l', 's') },
  { weight: 2, arbitrary: fc.constantFrom('ansible_port', 'ansible_host', 'made', 'cond', 'n', 't', 'u') },
  odd(
    fc.constantFrom(
      'ansible_group_priority',
      'inventory_hostname',
      'group_names',
      '1x',
      'a-b',
      'inventory_dir',
      'omit',
      'port',
    ),
  ),
);

/** Values as JSON has them. */
export const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(1, 0, 5, 2.5, 'x', 'a-b', '', true, false, null) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      '{{ a }}',
      '{{ nope }}',
      '{{ s }}-{{ a }}',
      'a == 1',
      '{{ l[0] }}',
      '{% if a %}y{% endif %}',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      { k: 1 },
      { k: { z: 1 }, y: [1] },
      { k: { w: '{{ a }}' } },
      {},
      { k: 'v', '': 0 },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      "{{ hostvars['h1'].a }}",
      "{{ hostvars['h2']['b'] | default('none') }}",
      '{{ hostvars[inventory_hostname].c is defined }}',
      "{{ groups['web'] | map('extract', hostvars, 'a') | list }}",
      "{{ groups['all'] | map('extract', hostvars) | map(attribute='b', default=0) | list }}",
      "{% for h in groups['web'] %}{{ h }}:{{ hostvars[h].s | default(loop.index) }}{% if not loop.last %},{% endif %}{% endfor %}",
      '{% for h in groups.web | default([]) -%}\n  {{ hostvars[h].ansible_host | default(h) }}\n{%- endfor %}\n',
      "{% macro m(x, y='-') %}{{ x }}{{ y }}{% endmacro %}{{ m(s) }}{{ m(a, y=b) }}",
      '{{ group_names }}',
      '{{ group_names | join(",") }}-{{ inventory_hostname_short }}',
      "{{ 'web' in group_names and inventory_hostname == groups['web'][0] }}",
      "{{ groups['db'] | default([]) | length }}",
      "{{ hostvars['nope'].a }}",
      "{{ hostvars['localhost'] is defined }}",
      "{{ inventory_dir | basename }}/{{ inventory_file | default('') | basename }}",
      '{{ d.k.z | default(e.k) }}',
      '{{ d | combine(e, recursive=true) }}',
      "{{ lookup('vars', 's', default='q') }}",
      "{{ vars['a'] }}",
      "{{ hostvars.h2.d | default('n') }}",
      '{{ [hostvars.h1.a, hostvars.h2.vars is defined] }}',
      '{{ groups.keys() | sort }}',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], [1, 'p'], ['p', 'q', ''], [['x'], { k: 1 }], ['{{ a }}']) },
  odd(
    fc.constantFrom<unknown>(
      'é☃',
      '010',
      'yes',
      '1e3',
      'null',
      '\u2028',
      'tab\there',
      'line\nbreak',
      -3,
      1e21,
      '<a href="x">',
      '#c',
      "it's",
    ),
  ),
);

/** Values as YAML has them. */
export const yamlValues: Text = fc.oneof(
  { weight: 6, arbitrary: values.map((value) => JSON.stringify(value)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'word',
      'two words',
      '012',
      'yes',
      'Off',
      '~',
      '2024-01-01',
      '1:30',
      '08',
      '0x1F',
      '1_000',
      '1e3',
      '1.0e+3',
      '.inf',
      '.nan',
      'x # c',
      "'it''s'",
    ),
  },
  odd(
    fc.constantFrom(
      '!unsafe "{{ a }}"',
      '!unsafe 5',
      '!unsafe [x, "{{ a }}"]',
      '!!str 5',
      '2024-01-01 10:00:00',
      '{1: a, "1": b}',
      '{true: x}',
      '!!binary aGk=',
      '*nope',
      '{{ a }}',
      '!nope x',
      '0b_',
      `!vault ${JSON.stringify(vaulted('secret'))}`,
      `!vault ${JSON.stringify(vaulted('{{ a }}-{{ b }}'))}`,
      `!vault ${JSON.stringify(vaulted('7', 'shut', 'prod'))}`,
      `{k: !vault ${JSON.stringify(vaulted('x', 'another'))}}`,
    ),
  ),
);

/** Lines of variables, each at the beginning of its line. */
const yamlLines: Text = fc
  .array(fc.tuple(names, yamlValues), { minLength: 1, maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}: ${value}\n`).join(''));

/** The text of a file of variables. */
export const variablesFile: Text = fc.oneof(
  { weight: 10, arbitrary: yamlLines },
  { weight: 2, arbitrary: fc.dictionary(names, values, { maxKeys: 3 }).map((pairs) => JSON.stringify(pairs)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '# nothing\n',
      '---\n',
      '---\na: block\nb: |\n  text\n  more\n',
      'x: &x {k: 1}\nd: *x\nl: [*x]\n',
      'd:\n  <<: {k: 2}\n  y: 3\n',
    ),
  },
  odd(
    fc.constantFrom(
      '- a\n',
      'word\n',
      'a: [\n',
      'a: 1\na: 2\n',
      '[]\n',
      '5\n',
      '{"a": 1, "a": 2}',
      '1: int\ntrue: bool\n',
      '{"a": NaN}',
      vaulted('a: 8\ne: {k: 2}\n'),
      vaulted('- x\n'),
      vaulted('a: [\n', 'another'),
      vaulted('a: 8\n').replace('6', '7'),
      `a: ${vaultedValue('secret')}\nb: x\n`,
      `l: [${JSON.stringify('x')}]\nd:\n  k: ${vaultedValue('5', 4, 'another')}\n`,
      '\xef\xbb\xbfa: 1\n',
      'a: "\\ud83d"\n',
      '{"a": "\\ud83d"}',
      '{"a": 1e3, "b": -0.0, "c": 12345678901234567890}',
      '{"__ansible_unsafe": "x"}',
      '{"a": {"__ansible_unsafe": "{{ a }}"}, "b": {"__ansible_vault": "x"}}',
      'a: !vault x\n',
      'a: !vault 5\n',
      'a: &a [1]\nb: &a [2]\n',
      'a: &a\n  - *a\n',
      '? a\n: 1\n',
      '? [a]\n: 1\n',
      'a: ! 5\nb: !!int "5"\nc: !!set {x}\n',
      '- a: 1\n- b: 2\n',
      '%YAML 1.2\n---\na: yes\n',
      'a: =\n',
      'a: <<\n',
      'a: 2024-13-01\n',
      'a: {{ b }}\n',
      'a: 1\n\tb: 2\n',
      'a : 1\n"b" : 2\n~: 3\n',
      'a: 1\n---\nb: 2\n',
      '$ANSIBLE_VAULT;1.1;AES256\n6162\n',
    ),
  ),
);

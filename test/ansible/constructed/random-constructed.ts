/** Random configurations of the plugin `constructed`, over the variables of `random-inventory.ts`. */
import fc from 'fast-check';

type Text = fc.Arbitrary<string>;

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 's', 'n', 't', 'u', 'nope', 'made', 'more');
const literals = fc.constantFrom(
  '1',
  '0',
  '2.5',
  "'x'",
  "''",
  "'a-b'",
  "'tab\\\\t'",
  'true',
  'false',
  'none',
  '[]',
  '{}',
  "['p', 'q', '']",
  "['p', none]",
  "{'k': 'v', 'z': ''}",
  "{'k': none}",
  "{'k': 1}",
  'omit',
  '(1, 2)',
);
const magic = fc.constantFrom(
  'inventory_hostname',
  'inventory_hostname_short',
  'group_names',
  'inventory_dir',
  'inventory_file',
  'groups',
  'hostvars',
  'playbook_dir',
  'ansible_host',
  'ansible_port',
  'ansible_distribution',
  'ansible_version',
  'ansible_user',
);

const expression: Text = fc.letrec<{ all: string; simple: string }>((tie) => ({
  simple: fc.oneof({ weight: 4, arbitrary: names }, literals, magic),
  all: fc.oneof(
    { maxDepth: 3 },
    tie('simple'),
    fc
      .tuple(tie('all'), fc.constantFrom('+', '~', '==', '!=', 'and', 'or', 'in', '-'), tie('all'))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(
        tie('all'),
        fc.constantFrom(
          'default("z")',
          'default("", true)',
          'length',
          'int',
          'string',
          'upper',
          'first',
          'list',
          'sort',
          'join("-")',
          'bool',
          'mandatory',
          "regex_replace('^(.)', '<\\\\1>')",
          "split('-')",
        ),
      )
      .map(([of, filter]) => `(${of}) | ${filter}`),
    fc
      .tuple(tie('all'), fc.constantFrom('is defined', 'is not defined', 'is string', 'is mapping', 'is none'))
      .map(([of, test]) => `(${of}) ${test}`),
    fc.tuple(tie('all'), tie('all')).map(([yes, condition]) => `${yes} if ${condition} else 'no'`),
    fc.tuple(tie('all'), tie('all')).map(([yes, condition]) => `${yes} if ${condition}`),
    fc.tuple(names, fc.constantFrom('.k', "['k']", '[0]', '.nope', '.split("-")')).map((parts) => parts.join('')),
    fc.tuple(tie('all'), tie('all')).map(([one, other]) => `[${one}, ${other}]`),
    tie('all').map((value) => `{'k': ${value}}`),
    fc.tuple(names, literals).map(([name, literal]) => `${name} == ${literal}`),
    fc.constantFrom(
      "inventory_hostname.startswith('h')",
      "'web' in group_names",
      "inventory_hostname in ['h1', 'h2']",
      '(group_names | length) > 1',
      "lookup('vars', 'a')",
      '',
      ' ',
      'a }} b',
      '1 +',
      'a b',
      'a, b',
      'a\n',
    ),
  ),
})).all;

/** YAML of a text that is one whatever it holds. */
const quoted = (text: string): string => JSON.stringify(text);
const expressionNode: Text = fc.oneof(
  { weight: 12, arbitrary: expression.map(quoted) },
  fc.constantFrom('5', 'null', 'true', '[a]', '!unsafe a', "'{{ a }}'", 'yes', '{a: b}'),
);
const condition: Text = fc.oneof(
  { weight: 6, arbitrary: expression.map((one) => quoted(`(${one}) is defined`)) },
  { weight: 6, arbitrary: expressionNode },
  { weight: 2, arbitrary: expression.map((one) => quoted(`{{ ${one} }}`)) },
  fc.constantFrom(
    'true',
    'false',
    'null',
    '""',
    '1',
    "'{{ cond }}'",
    "'{{ false_cond }}'",
    "'  a == 1 '",
    "'{% if a %}{{ true }}{% endif %}'",
  ),
);

const madeNames = fc.constantFrom(
  'made',
  'more',
  'a',
  'c',
  'l',
  'ansible_port',
  '1x',
  'ansible_group_priority',
  'made-2',
  '5',
  'inventory_dir',
  'group_names',
);
const groupNames = fc.constantFrom(
  'web',
  'g',
  'x-y',
  '9z',
  'a b',
  'h1',
  'all',
  'ungrouped',
  'é',
  '7',
  '""',
  'prod',
  'k_v',
);
const word = fc.constantFrom('""', "'-'", '_', 'null', '5', 'os', "'x-'", 'true', "'é.'", "'{{ a }}'");

function mapping(pairs: readonly (readonly [string, string])[]): string {
  const seen = new Map(pairs);
  return `{${[...seen].map(([key, value]) => `${key}: ${value}`).join(', ')}}`;
}

function optional(name: string, value: Text): fc.Arbitrary<readonly (readonly [string, string])[]> {
  return fc.option(value).map((given) => (given === null ? [] : [[name, given] as const]));
}

const keyed: Text = fc.oneof(
  {
    weight: 15,
    arbitrary: fc
      .tuple(
        fc.oneof({ weight: 9, arbitrary: expressionNode.map((node) => [['key', node] as const]) }, fc.constant([])),
        optional('prefix', word),
        optional('separator', word),
        optional(
          'parent_group',
          fc.constantFrom(
            'web',
            "'{{ a }}'",
            "'{{ s }}-up'",
            "'{{ nope }}'",
            'null',
            '5',
            '""',
            'all',
            "'p q'",
            "'{{ omit }}'",
          ),
        ),
        optional('default_value', fc.constantFrom('dflt', '""', 'null', '0', "'d e'")),
        optional('trailing_separator', fc.constantFrom('true', 'false', 'null', '"no"')),
      )
      .map((parts) => mapping(parts.flat())),
  },
  fc.constantFrom('5', '{}', 'null', 'text'),
);

const flag = fc.constantFrom('true', 'false', 'yes', '"on"', '1', '"1"', 'null', '"maybe"', '[]', '{a: b}');
const options = fc.tuple(
  optional('strict', fc.oneof(fc.constantFrom('true', 'false'), flag)),
  optional('use_vars_plugins', flag),
  optional('use_extra_vars', flag),
  optional('leading_separator', flag),
  optional(
    'compose',
    fc.oneof(
      { weight: 15, arbitrary: fc.array(fc.tuple(madeNames, expressionNode), { maxLength: 4 }).map(mapping) },
      fc.constantFrom('null', '[]', '""', 'text', '5'),
    ),
  ),
  optional(
    'groups',
    fc.oneof(
      { weight: 15, arbitrary: fc.array(fc.tuple(groupNames, condition), { maxLength: 4 }).map(mapping) },
      fc.constantFrom('null', '[]', '""', 'text', '5'),
    ),
  ),
  optional(
    'keyed_groups',
    fc.oneof(
      { weight: 15, arbitrary: fc.array(keyed, { maxLength: 3 }).map((entries) => `[${entries.join(', ')}]`) },
      fc.constantFrom('null', '{}', '""', 'text', '5'),
    ),
  ),
);

/** The text of a configuration, mostly one that Ansible accepts. */
export const constructed: Text = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('constructed', 'ansible.builtin.constructed') },
      fc.constant('ansible.legacy.constructed'),
    ),
    options,
  )
  .map(([plugin, parts]) =>
    [`plugin: ${plugin}`, ...parts.flat().map(([name, value]) => `${name}: ${value}`), ''].join('\n'),
  );

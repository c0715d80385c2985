/** Random inventory sources: INI, YAML, JSON and TOML. */
import fc from 'fast-check';
import { groups, hosts, names, odd, patterns, values, yamlValues } from '../random-values.ts';

type Text = fc.Arbitrary<string>;

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
const lines = (line: Text, maxLength: number): Text => fc.array(line, { maxLength }).map((all) => all.join(''));

const iniValue: Text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('1', 'x', "'5'", '"x y"', '5.5', 'True', 'true', 'None', '[1,2]', '{"k":1}', 'a-b', ''),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('"{{ a }}"', "'{{ s }}-x'", "'a == 1'", '\'{"k": {"z": 2}}\'', '\'[1, "p"]\''),
  },
  odd(
    fc.constantFrom(
      'a#b',
      '"unclosed',
      "b'x'",
      '1j',
      '{1,2}',
      '{{ a }}',
      '0o17',
      '010',
      '"\\n"',
      'é',
      '=',
      "'it''s'",
      '...',
    ),
  ),
);
const iniHost: Text = fc
  .tuple(patterns, fc.array(fc.tuple(names, iniValue), { maxLength: 3 }))
  .map(([pattern, pairs]) => `${[pattern, ...pairs.map(([name, value]) => `${name}=${value}`)].join(' ')}\n`);
const iniVariable: Text = fc
  .tuple(names, fc.constantFrom('=', ' = ', '= '), iniValue, fc.constantFrom('', '', ' # c'))
  .map((parts) => `${parts.join('')}\n`);
const priority: Text = fc
  .constantFrom(
    '1',
    '5',
    '10',
    '"7"',
    'high',
    '-1',
    '2.9',
    'True',
    'None',
    '[1]',
    '{{ a }}',
    '" 7 "',
    '1_0',
    '1e2',
    '010',
  )
  .map((value) => `ansible_group_priority=${value}\n`);
const iniSection: Text = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(groups, lines(iniHost, 4)).map(([name, all]) => `[${name}]\n${all}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(groups, lines(fc.oneof({ weight: 6, arbitrary: iniVariable }, priority), 3))
      .map(([name, all]) => `[${name}:vars]\n${all}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        groups,
        lines(
          groups.map((name) => `${name}\n`),
          3,
        ),
      )
      .map(([name, all]) => `[${name}:children]\n${all}`),
  },
  odd(
    fc.constantFrom(
      '[web] # c\n',
      '[web] ; c\n',
      '[a b]\n',
      '[web:foo]\nh1\n',
      '# only a comment\n',
      '; note\n\n',
      '[web:hosts]\nh1\n',
      'h1 junk\n',
    ),
  ),
);

export const iniSource: Text = fc.tuple(lines(iniHost, 2), lines(iniSection, 5)).map((parts) => parts.join(''));

const yamlVariables: Text = fc
  .array(fc.tuple(names, yamlValues), { minLength: 1, maxLength: 3 })
  .map((pairs) => [...new Map(pairs)].map(([name, value]) => `${name}: ${value}\n`).join(''));
const yamlHost: Text = fc
  .tuple(
    patterns.map((pattern) => JSON.stringify(pattern)),
    fc.option(yamlVariables),
  )
  .map(([pattern, own]) => `${pattern}:\n${own === null ? '' : indented(own)}`);

/** Sections of one mapping under distinct keys, for of equal keys YAML keeps the last alone. */
const distinct = (sections: readonly string[]): string =>
  [...new Map(sections.map((section) => [section.slice(0, section.indexOf(':')), section])).values()].join('');

/** Texts that Python's `int` accepts or refuses. */
const PRIORITIES: readonly string[] = [
  '-2',
  '"-2"',
  'yes',
  '" 4 "',
  '"1_0"',
  '"٣"',
  '0x10',
  '1e2',
  '.inf',
  '99999999999999999999',
  '[1]',
  '{}',
  '""',
  '~',
  '2024-01-01',
  '"{{ a }}"',
  '!unsafe 3',
  '!unsafe "3"',
];

const yamlGroups: Text = fc.letrec<{ groups: string; group: string; section: string }>((tie) => ({
  groups: fc.array(tie('group'), { minLength: 1, maxLength: 3 }).map(distinct),
  group: fc
    .tuple(
      groups,
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc.array(tie('section'), { maxLength: 3 }).map((sections) => `\n${indented(distinct(sections))}`),
        },
        odd(fc.constantFrom(' null\n', ' {}\n', ' text\n', ' [h1]\n', '\n')),
      ),
    )
    .map(([name, body]) => `${name === 'é' || name === '1st' ? JSON.stringify(name) : name}:${body}`),
  section: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    {
      weight: 5,
      arbitrary: fc.array(yamlHost, { minLength: 1, maxLength: 3 }).map((all) => `hosts:\n${indented(distinct(all))}`),
    },
    { weight: 3, arbitrary: tie('groups').map((inner) => `children:\n${indented(inner)}`) },
    { weight: 3, arbitrary: yamlVariables.map((all) => `vars:\n${indented(all)}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'hosts: h1\n',
        'hosts: "h[1:2]"\n',
        'children: web\n',
        'vars: word\n',
        'hosts: [h1]\n',
        'hosts:\n',
        'extra: {a: 1}\n',
        'note: text\n',
        'vars:\n  ansible_group_priority: 5\n',
        'vars:\n  ansible_group_priority: 3.7\n',
        ...PRIORITIES.map((value) => `vars:\n  ansible_group_priority: ${value}\n`),
        'hosts: {5: }\n',
        'hosts: {h1: 0, h2: [], h3: x}\n',
      ),
    },
  ),
})).groups;

export const yamlSource: Text = fc
  .tuple(fc.constantFrom('', '', '---\n', '# c\n'), yamlGroups)
  .map((parts) => parts.join(''));

interface Body {
  readonly hosts?: Readonly<Record<string, unknown>>;
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly children?: Readonly<Record<string, unknown>>;
}

const dictionary = (): fc.Arbitrary<Record<string, unknown>> => fc.dictionary(names, values, { maxKeys: 3 });
const jsonGroups: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.letrec<{
  groups: Record<string, unknown>;
  body: Body;
}>((tie) => ({
  groups: fc.dictionary(groups, tie('body'), { minKeys: 1, maxKeys: 3 }),
  body: fc.record(
    {
      hosts: fc.dictionary(patterns, fc.oneof(fc.constant(null), dictionary()), { maxKeys: 3 }),
      vars: dictionary(),
      children: fc.oneof({ maxDepth: 2 }, fc.constant({}), tie('groups')),
    },
    { requiredKeys: [] },
  ),
})).groups;

export const jsonSource: Text = fc
  .tuple(jsonGroups, fc.constantFrom(undefined, 2))
  .map(([tree, space]) => JSON.stringify(tree, null, space));

const tomlValue: Text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('1', '"x"', 'true', '2.5', '[1, "p"]', '{ k = 1 }', '"{{ a }}"', "'lit'", '1979-05-27'),
  },
  odd(fc.constantFrom('07:32:00', 'inf', '0x1F', '"""a\nb"""', 'nope', '1979-05-27T07:32:00Z')),
);
const tomlPairs: Text = fc
  .uniqueArray(fc.tuple(names, tomlValue), { maxLength: 3, selector: ([name]) => name })
  .map((pairs) => pairs.map(([name, value]) => `${JSON.stringify(name)} = ${value}\n`).join(''));
const tomlTable: Text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(groups, hosts, tomlPairs)
      .map(([group, host, pairs]) => `["${group}".hosts."${host}"]\n${pairs}`),
  },
  { weight: 2, arbitrary: fc.tuple(groups, tomlPairs).map(([group, pairs]) => `["${group}".vars]\n${pairs}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(groups, fc.array(groups, { maxLength: 2 }))
      .map(([group, children]) => `["${group}"]\nchildren = ${JSON.stringify(children)}\n`),
  },
  odd(fc.constantFrom('[web]\nhosts = ["h1"]\n', '[web]\nchildren = "db"\n', '[web]\nextra = 1\n', 'top = 1\n')),
);

export const tomlSource: Text = lines(tomlTable, 4);

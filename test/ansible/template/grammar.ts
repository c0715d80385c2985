/** Random expressions over a fixed set of variables, mostly of values that fit. */
import fc from 'fast-check';

export const variables = {
  i: 5,
  zero: 0,
  neg: -3,
  f: 2.5,
  s: 'es-node-01',
  empty: '',
  num: '42',
  mixed_case: '  Two Words ',
  yes: true,
  no: false,
  nothing: null,
  l: [3, 1, 2],
  w: ['b', 'a', 'C', 'a'],
  m: [1, '1', true, null, 1.5],
  none_in: [],
  d: { a: 1, b: 'x', c: [1, 2], h: { k: 'v' } },
  over: { b: 'y', h: { q: 2 }, c: [3] },
  nodes: [
    { name: 'n1', heap: 8, master: true, tags: ['hot'] },
    { name: 'n2', heap: 16, master: false },
    { name: 'n10', heap: 4, master: true, tags: ['warm', 'cold'] },
  ],
  ref: '{{ i }}',
  text_ref: 'n{{ s }}',
  list_ref: ['{{ i }}', '{{ s }}', 'x{{ num }}'],
  dict_ref: { x: '{{ i }}', y: '{{ l }}', bad: '{{ nope }}' },
  missing_ref: '{{ nope }}',
  uni: 'ünï ☃ 😀',
  path: '/etc/elastic/es.yml',
  csv: 'a,b,,c',
  json: '{"k": [1, 2.0, null, true], "z": "y"}',
  version: '8.11.3',
  size: '2GB',
  prose: 'a well-known e--mail: the quick, brown-fox jumps 12-fold',
  cased: 'ǅa ǆB ßx ﬁN ΑΣ ŉ ª',
  documents: 'a: 1\n---\n- b\n---\n',
  moment: '%Y-%m-%d %H:%M %j %V %u',
};

type Text = fc.Arbitrary<string>;

const ints = fc.constantFrom('0', '1', '2', '3', '7', '10', '1024', '-1', '-2');
const texts = fc.constantFrom(
  "'a'",
  "'x'",
  "''",
  "'es'",
  "'-'",
  "','",
  "'.'",
  "'1'",
  "'name'",
  "'heap'",
  "'True'",
  "'b c'",
  '"it\'s"',
  "'\\n'",
);
const constants = fc.oneof(
  ints,
  texts,
  fc.constantFrom('true', 'false', 'none', '1.5', '2.0', '0.1', '1e3', '-0.0', '[]', '{}', '()'),
);
const numbers = fc.constantFrom(
  'i',
  'zero',
  'neg',
  'f',
  'ref',
  'num | int',
  'd.a',
  'l[0]',
  'nodes[0].heap',
  'l | length',
  '0.0',
  '-0.0',
);
const strings = fc.constantFrom(
  's',
  'empty',
  'num',
  'mixed_case',
  'text_ref',
  'uni',
  'path',
  'csv',
  'version',
  'w[0]',
  'd.b',
  'size',
  'json',
  'prose',
  'cased',
  'documents',
  'moment',
);
export const lists = fc.constantFrom(
  'l',
  'w',
  'm',
  'none_in',
  'list_ref',
  'd.c',
  'nodes',
  'range(4)',
  '[1, 2, 2]',
  "['a', 'B']",
  '[[1, 2], [3]]',
  'd.keys()',
  'd.values()',
  '(1, 2)',
  '[30, 4, 12, 4]',
  'w | union(l)',
  'l | union([7, 0])',
);
export const dicts = fc.constantFrom(
  'd',
  'over',
  'dict_ref',
  'd.h',
  'nodes[0]',
  "{'a': 1}",
  "{'b': [1], 2: 'two'}",
  'dict(a=1)',
  "{30: 'x', 4: [1], 'a': 2}",
  "{'10': {'k': 1}, '9': {'k': 2}}",
);
const names = fc.constantFrom('yes', 'no', 'nothing', 'nope', 'missing_ref', 'nope.x', 'd.zz', 'dict_ref.bad', 'omit');
const values = fc.oneof(
  { weight: 3, arbitrary: numbers },
  { weight: 3, arbitrary: strings },
  { weight: 3, arbitrary: lists },
  { weight: 2, arbitrary: dicts },
  { weight: 1, arbitrary: names },
  { weight: 2, arbitrary: constants },
);

const onAnything = [
  'default(1)',
  "default('x', true)",
  'd(none)',
  'string',
  'type_debug',
  "ternary('y', 'z')",
  'bool',
  'int',
  'float',
  'list',
  'to_json',
  'to_nice_json',
  'length',
  'mandatory',
  'first',
  'last',
  'join',
  'quote',
  'lower',
  'hash',
];
const onNumbers = [
  'abs',
  'round',
  'round(1)',
  "round(1, 'floor')",
  "round(0, 'ceil')",
  'round(-1)',
  'pow(2)',
  'root',
  'int',
  'float',
  'string',
  'human_readable',
  'filesizeformat',
  'filesizeformat(true)',
  'bool',
];
const onStrings = [
  'upper', 'lower', 'title', 'capitalize', 'trim', 'length', 'wordcount', 'reverse', 'list', 'first', 'last', 'quote',
  "replace('a', 'b')", "replace('e', '', 1)", "split('-')", 'split', "regex_replace('[0-9]+', 'N')", "regex_replace('^(.)', '\\\\1\\\\1')",
  "regex_search('[a-z]+')", "regex_search('([a-z])-([a-z])', '\\\\1', '\\\\2')", "regex_findall('[a-z0-9]+')", 'regex_escape', 'b64encode',
  'md5', 'to_uuid', "hash('sha256')", 'basename', 'dirname', 'splitext', 'center(15)', 'indent(2, true)', 'truncate(6)', 'comment', 'urlencode',
  "trim('e')", 'int(7)', 'float(1)', 'bool', 'from_json', 'from_yaml', 'human_to_bytes', "format(1)", 'b64decode', 'unique', 'sort', 'string',
  'to_yaml', 'to_nice_yaml(width=12)', 'to_yaml(explicit_start=true)', 'wordwrap(9)', "wordwrap(4, false, '|')", "wordwrap(5, wrapstring='|', break_on_hyphens=false)",
  'from_yaml_all', 'strftime(1704067199, true)', "strftime('-1.5', utc=true)", "regex_replace('n', '\\2')", "regex_replace('(o)|e', '<\\1\\g<1>>')", "regex_replace('(?P<x>e)', '\\g<y>')",
  "union('ab')", "intersect('es-1')",
]; // prettier-ignore
const onLists = [
  'length', 'first', 'last', 'min', 'max', 'sum', 'sort', 'sort(reverse=true)', "sort(attribute='name')", 'unique', 'reverse', 'list', "join('-')",
  'map("string")', "map('int')", "map('upper') | list", "map(attribute='name')", "map(attribute='tags', default=[])", "map('default', 0)", "map('extract', d)",
  "map('regex_replace', 'n', 'm')", 'select', 'reject', "select('number')", "reject('in', [1, 'a'])", "select('gt', 1)", "select('defined')", "select('match', 'a|n')",
  "selectattr('master')", "rejectattr('master')", "selectattr('heap', '>', 5)", "selectattr('tags', 'defined')", "selectattr('name', 'in', ['n1'])",
  'flatten', 'flatten(1)', 'batch(2)', 'slice(2)', 'zip([7, 8])', 'zip_longest([7], fillvalue=0)', 'union([1, 9])', "intersect(['a', 1])", 'difference([1])',
  'symmetric_difference([1, 8])', 'product([0])', 'permutations(2)', 'combinations(2)', "groupby('master')", 'items2dict', "sum(attribute='heap')", "max(attribute='heap')",
  'to_json', 'combine', 'to_yaml', 'to_nice_yaml', 'path_join', 'commonpath', 'join(none)', "subelements('tags', skip_missing=true)", 'sum(start=1)', 'random', "min(attribute='name')",
  'union([40, 3])', 'union(l)', 'intersect(l)', 'difference([2, 4])', 'symmetric_difference(w)', 'unique(case_sensitive=true)', "unique(attribute='master')",
  "groupby('zone', default='x')", "groupby('tags', default=[])", "groupby('name', 'q')", "groupby(0, default=9)", "rekey_on_member('name')", "rekey_on_member('heap')",
  "rekey_on_member('master', duplicates='overwrite')", "rekey_on_member('tags')", "to_nice_yaml(indent=2)", "to_nice_yaml(width=12, explicit_end=true)", 'to_yaml(default_flow_style=true)', "to_yaml(bogus=1)",
]; // prettier-ignore
const onDicts = [
  'length', 'list', 'dict2items', 'dictsort', "dictsort(by='value')", 'combine(over)', 'combine(over, recursive=true)', "combine(over, recursive=true, list_merge='append')",
  "combine(over, list_merge='prepend_rp')", 'combine({})', 'to_json', 'to_nice_json', 'items', 'first', 'to_yaml', 'to_nice_yaml', 'urlencode', "dict2items(key_name='k')", 'sort', 'join',
  'to_yaml(sort_keys=false)', 'to_nice_yaml(2, explicit_start=true)', "rekey_on_member('k')", 'to_json(sort_keys=none)', "union(['a', 'q'])",
]; // prettier-ignore
const tests = [
  'defined', 'undefined', 'none', 'string', 'number', 'integer', 'float', 'boolean', 'mapping', 'iterable', 'sequence', 'odd', 'even', 'divisibleby 3', 'true', 'false',
  'in [1, 5]', "in 'es-node-01'", 'eq 5', '== 1', 'ne "x"', 'lt 3', 'ge(2)', "match('es')", "search('node')", "regex('[0-9]$')", "version('8.2', '>=')", 'subset([1, 2, 3])',
  'superset([1])', 'contains(1)', 'any', 'all', 'truthy', 'falsy', 'sameas true', 'lower', 'upper', 'callable', 'not none',
]; // prettier-ignore
const textMethods = [
  'upper()', 'lower()', "split('-')", 'split()', "split(',', 1)", "rsplit('-', 1)", 'strip()', "lstrip('e')", "startswith('es')", "endswith('1')", "find('o')", "count('e')",
  "replace('e', 'E')", 'title()', 'capitalize()', 'swapcase()', 'isdigit()', 'isalpha()', 'isupper()', 'zfill(12)', 'ljust(12)', "rjust(12, '.')", "partition('-')",
  "rpartition('-')", 'splitlines()', "join(['a', 'b'])", "join(w)", "index('o')", 'center(11)', "format(1, a=2)", "removeprefix('es')", "removesuffix('01')", 'nosuch()', 'isspace()', 'istitle()', 'islower()', 'splitlines(true)', 'format_map(d)',
]; // prettier-ignore
const listMethods = [
  'index(1)',
  "count('a')",
  'append(1)',
  'pop()',
  'copy()',
  'reverse()',
  'insert(0, 9)',
  'remove(1)',
  'extend([4])',
  'nosuch',
];
const dictMethods = [
  "get('a')",
  "get('q', 'dd')",
  'keys()',
  'items()',
  'values()',
  'keys() | list',
  "pop('a')",
  "update({'n': 1})",
  'items() | list',
  'copy()',
  "setdefault('a', 3)",
];
const formats = fc.constantFrom(
  "'%d' %",
  "'%s' %",
  "'%05d' %",
  "'%.2f' %",
  "'%5s|' %",
  "'%-6s|' %",
  "'%x' %",
  "'%e' %",
  "'%g' %",
  "'%+d' %",
  "'%s-%s' %",
  "'%r' %",
);
const specs = fc.constantFrom(
  "'{}'",
  "'{:>6}'",
  "'{:05d}'",
  "'{:.2f}'",
  "'{:,}'",
  "'{:^7}|'",
  "'{0!r}'",
  "'{:x}'",
  "'{:.1%}'",
  "'{:g}'",
  "'{:e}'",
  "'{:<6}|'",
  "'{:*^9}'",
  "'{0}{0}'",
  "'{0[a]}'",
  "'{0.real} {}'",
);
const mappedSpecs = fc.constantFrom("'{a}'", "'{b!r:>4}|{a}'", "'{h[k]}'", "'{c[1]}{zz}'", "'{}'", "'x'");

function filtered(of: Text, filters: readonly string[]): Text {
  return fc.tuple(of, fc.constantFrom(...filters)).map(([value, filter]) => `${value} | ${filter}`);
}

const parenthesized = (expression: string): string => `(${expression})`;

export const { expression } = fc.letrec<{ expression: string; inner: string }>((tie) => {
  const inner = tie('inner');
  const pair = fc.tuple(inner, inner);
  return {
    inner: fc.oneof({ depthSize: 'small', withCrossShrink: true }, values, tie('expression').map(parenthesized)),
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      values,
      filtered(inner, onAnything),
      filtered(fc.oneof(numbers, inner), onNumbers),
      filtered(fc.oneof(strings, strings, inner), onStrings),
      filtered(fc.oneof(lists, lists, inner), onLists),
      filtered(fc.oneof(dicts, dicts, inner), onDicts),
      filtered(filtered(lists, onLists), onLists),
      fc
        .tuple(inner, fc.constantFrom('is', 'is not'), fc.constantFrom(...tests))
        .map(([value, is, test]) => `${value} ${test === 'not none' ? 'is' : is} ${test}`),
      fc
        .tuple(fc.oneof(numbers, inner), fc.constantFrom('+', '-', '*', '/', '//', '%'), fc.oneof(numbers, inner))
        .map((parts) => parts.join(' ')),
      fc
        .tuple(fc.oneof(strings, lists), fc.constantFrom('+', '*', '~'), fc.oneof(strings, lists, ints))
        .map((parts) => parts.join(' ')),
      fc
        .tuple(pair, fc.constantFrom('==', '!=', '<', '>=', 'in', 'not in', 'and', 'or', '~'))
        .map(([[left, right], operator]) => `${left} ${operator} ${right}`),
      fc.tuple(ints, ints).map(([left, right]) => `${left} ** ${right}`),
      fc.tuple(inner, inner, inner).map(([value, test, other]) => `${value} if ${test} else ${other}`),
      pair.map(([value, test]) => `${value} if ${test}`),
      inner.map((value) => `not ${value}`),
      pair.map(([one, other]) => `[${one}, ${other}]`),
      pair.map(([one, other]) => `{'p': ${one}, 'q': ${other}}`),
      pair.map(([one, other]) => `${one} < ${other} <= 9`),
      fc
        .tuple(strings, fc.constantFrom(...textMethods))
        .map(([value, method]) => `${value.includes('|') ? parenthesized(value) : value}.${method}`),
      fc
        .tuple(fc.constantFrom('l', 'w', 'm', 'list_ref', '[1, 1]'), fc.constantFrom(...listMethods))
        .map((parts) => parts.join('.')),
      fc
        .tuple(fc.constantFrom('d', 'over', 'dict_ref', "{'a': 2}"), fc.constantFrom(...dictMethods))
        .map((parts) => parts.join('.')),
      fc
        .tuple(
          fc.oneof(lists, strings).map(parenthesized),
          fc.constantFrom('[0]', '[-1]', '[1:]', '[:-1]', '[::-1]', '[::2]', '[9]', "['a']", '[1:3]'),
        )
        .map((parts) => parts.join('')),
      fc
        .tuple(
          dicts.map(parenthesized),
          fc.constantFrom("['a']", "['zz']", '.b', '.h.k', '.c[0]', '[2]', '.name', '.tags'),
        )
        .map((parts) => parts.join('')),
      fc.tuple(formats, inner).map((parts) => parts.join(' ')),
      fc.tuple(specs, inner).map(([spec, value]) => `${spec}.format(${value})`),
      fc.tuple(mappedSpecs, fc.oneof(dicts, inner)).map(([spec, value]) => `${spec}.format_map(${value})`),
    ),
  };
});

/** Random templates in files, with templates that they include, import and extend. */
import fc from 'fast-check';
import type { Settings } from '../../../src/ansible/template/syntax/lexer.ts';
import { dicts, expression as anyExpression, lists, variables } from './grammar.ts';
import { HEADERS, statement } from './random-template.ts';

/** A template with everything that its rendering needs except variables. */
export interface FileCase {
  readonly template: string;
  readonly files: Readonly<Record<string, string>>;
  readonly settings: Partial<Settings>;
}

/** The variables of the host; statements set `x` too. */
export const fileVariables = {
  ...variables,
  x: 'top',
  leafy: { a: '{{ i }}', h: { k: '{{ s }}', z: ['{{ x }}', 1] }, t: 'a-{{ s }}-b', l: '{{ l }}' },
};

type Text = fc.Arbitrary<string>;

const joined = (...parts: readonly (string | Text)[]): Text =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''));

/** Mostly expressions that Ansible evaluates: one that it refuses ends the file. */
const expression: Text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'i', 's', 'f', 'yes', 'no', 'nothing', 'num | int', 'ref', 'text_ref', 'list_ref', 'l', 'd', 'nodes', 'uni', 'empty', 'x',
      "'a' ~ i", 'i + 1', 'l | length', "w | join(',')", 'd.a', 'd.h.k', 'leafy', 'leafy.h', 'leafy.h.z | join("-")', "nope | default('x')", "s if yes else 'n'", "'y' if no",
      'l | sort | first', "nodes | map(attribute='name') | join(' ')", 's | upper', 'nodes[0].name', 'omit', '[i, s]', '(1, 2)',
      "{'k': i}", 'range(3) | list', 'd.items() | list', 'i > 3', 'not yes', "lookup('vars', 's')", 'true', 'none', "s | replace('-', '_')",
    ), // prettier-ignore
  },
  { weight: 1, arbitrary: anyExpression },
);
const test = fc.constantFrom(
  'yes',
  'no',
  'i > 3',
  's is defined',
  'nope is defined',
  'nothing',
  'empty',
  "'n1' in w",
  'l and no',
  'x is defined',
);
const list = fc.constantFrom(
  'l',
  'w',
  'nodes',
  'list_ref',
  'range(3)',
  'd',
  '[]',
  'none_in',
  "'ab'",
  "nodes | map(attribute='name')",
);
const loopPart = fc.constantFrom(
  '{{ x }}',
  '{{ loop.index }}',
  "{{ ',' if not loop.last }}",
  '{{ loop.first }}',
  '{{ x }}\n',
  '- {{ x }}\n',
);

const line = fc.constantFrom(
  'cluster.name: es\n',
  '# comment\n',
  '\n',
  '  indented: yes\n',
  'a: b',
  '-Xmx1g\n',
  '\t',
  ' ',
  '\r\n',
);
const escapes = fc.constantFrom('{{ "a\\nb" }}', "{{ 'C:\\\\x' }}", "{% set t = 'x\\ty' %}{{ t }}\n", '{{ "\\x41" }}');
const key = joined(fc.constantFrom('name', 'node.attr.x', '  deep', '- item'), ': ');
const setting = joined(key, '{{ ', expression, ' }}\n');
const writer = fc.constantFrom(
  'to_nice_yaml',
  'to_nice_yaml(indent=2)',
  'to_yaml',
  'to_json',
  'to_nice_json',
  'to_nice_yaml(width=1000) | indent(2)',
  'dict2items | to_json',
  'combine({"z": 1}) | to_nice_yaml(sort_keys=false)',
);
const printedMap = joined(
  '{{ ',
  fc.oneof(dicts, fc.constant('leafy')),
  ' | ',
  writer,
  ' }}',
  fc.constantFrom('', '\n', '\n\n'),
);
const start = fc.constantFrom('{% ', '{% ', '{%- ', '  {% ', '{%+ ');
const end = fc.constantFrom(' %}', ' %}\n', ' -%}\n', ' +%}\n');
const tag = (text: string | Text): Text => joined(start, text, end);

const { block } = fc.letrec<{ block: string; pass: string }>((tie) => {
  const many = fc
    .array(fc.oneof({ depthSize: 'small' }, line, setting, tie('block')), { maxLength: 3 })
    .map((parts) => parts.join(''));
  return {
    pass: fc.array(fc.oneof(loopPart, line, many), { maxLength: 3 }).map((parts) => parts.join('')),
    block: fc.oneof(
      { depthSize: 'small' },
      joined(tag(joined('if ', test)), many, tag('endif')),
      joined(tag(joined('if ', test)), many, tag(joined('elif ', test)), many, tag('else'), many, tag('endif')),
      joined(tag(joined('for x in ', list)), tie('pass'), tag('endfor')),
      joined(tag(joined('for x in ', list, ' if ', test)), tie('pass'), tag('else'), many, tag('endfor')),
      joined(
        tag(joined('for k, v in ', fc.oneof(dicts, fc.constant('leafy')), '.items()')),
        '{{ k }}={{ v }}',
        many,
        tag('endfor'),
      ),
      joined(tag(joined('set x = ', expression)), many),
      joined(tag('set x'), many, tag('endset'), '{{ x }}'),
      joined(tag(joined('with x = ', expression)), many, tag('endwith')),
      joined(tag("filter replace('a', 'b')"), many, tag('endfilter')),
      joined(tag('macro mm(x, y=2)'), many, tag('endmacro'), '{{ mm(', expression, ') }}'),
      joined(
        tag('set n = namespace(c=0)'),
        tag(joined('for x in ', list)),
        tag('set n.c = n.c + 1'),
        many,
        tag('endfor'),
        '{{ n.c }}\n',
      ),
      joined(tag('set a = []'), tag(joined('for x in ', list)), tag('set _ = a.append(x)'), tag('endfor'), '{{ a }}\n'),
      fc.constantFrom(
        '{# c #}',
        '{#- c -#}\n',
        '  {# c #}\n',
        '{% raw %}{{ x }}{% endraw %}\n',
        '{%- raw -%} {% {%- endraw %}\n',
      ),
    ),
  };
});

const included = fc.constantFrom('inc.j2', 'other.j2', 'macros.j2');
const others: Text = fc.oneof(
  tag(joined("include '", included, "'", fc.constantFrom('', ' with context', ' without context', ' ignore missing'))),
  tag("include ['none.j2', 'inc.j2']"),
  tag("include 'none.j2' ignore missing"),
  joined(tag("import 'macros.j2' as m"), '{{ m.show(', expression, ') }}{{ m.number }}\n'),
  joined(tag("from 'macros.j2' import show as s, number with context"), '{{ s(', expression, ') }}{{ number }}\n'),
  joined(tag("from 'macros.j2' import wrap"), tag(joined('call wrap(', expression, ')')), 'inner', tag('endcall')),
  joined(tag('set x = 5'), tag("include 'inc.j2'")),
  joined('{% for x in ', lists, " %}{% include 'inc.j2' %}{% endfor %}\n"),
);
const piece: Text = fc.oneof(
  { weight: 3, arbitrary: line },
  { weight: 3, arbitrary: setting },
  { weight: 2, arbitrary: printedMap },
  { weight: 3, arbitrary: others },
  { weight: 1, arbitrary: escapes },
  { weight: 6, arbitrary: block },
  { weight: 1, arbitrary: statement },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{{ ansible_managed | comment }}\n',
      '{{ template_path }}',
      "{{ lookup('vars', 's') }}",
      '{{ i }}{# c #}\n',
    ),
  },
);
const body: Text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const short: Text = fc.array(fc.oneof(line, setting, block), { maxLength: 2 }).map((parts) => parts.join(''));

const child: Text = joined(
  fc.constantFrom('', 'gone {{ i }}', "{% set v = 'set' %}"),
  "{% extends 'base.j2' %}\n",
  fc.constantFrom('', 'dropped\n', "{% set v = 'later' %}", "{% from 'macros.j2' import show %}"),
  fc.constantFrom('', '{% block one %}'),
).chain((head) =>
  short.map((inner) =>
    head.endsWith('one %}') ? `${head}${inner}{{ super() }}{{ v }}{% endblock %}\nend\n` : `${head}${inner}`,
  ),
);

const headers = fc.constantFrom(...HEADERS, "#jinja2: newline_sequence: '\\r\\n'\n");

const template: Text = fc.oneof(
  { weight: 6, arbitrary: body },
  { weight: 2, arbitrary: child },
  { weight: 2, arbitrary: joined(headers, body) },
);

const settings = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Partial<Settings>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Partial<Settings>>(
      { trim_blocks: false },
      { lstrip_blocks: true },
      { lstrip_blocks: true, trim_blocks: false },
      { newline_sequence: '\r\n' },
      { variable_start_string: '<<', variable_end_string: '>>' },
      { block_start_string: '<%', block_end_string: '%>', comment_start_string: '<#', comment_end_string: '#>' },
    ),
  },
);

export const fileCase: fc.Arbitrary<FileCase> = fc
  .record({ template, settings, inc: short, other: short, base: short })
  .map(({ template, settings, inc, other, base }) => ({
    template,
    settings,
    files: {
      'inc.j2': `inc {{ x | default('-') }} {{ s }}\n${inc}`,
      'other.j2': other,
      'macros.j2':
        "{% macro show(v, w='d') %}<{{ v }} {{ w }}>{% endmacro %}{% set number = 7 %}\n{% macro wrap(v) %}[{{ caller() }} {{ v }}]\n{% endmacro %}",
      'base.j2': `B {{ v | default('none') }}\n{% block one %}base {{ v | default('-') }}\n{% endblock %}${base}{% block two scoped %}{% endblock %}E\n`,
    },
  }));

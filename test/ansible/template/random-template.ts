/** Random templates: statements of every kind around the expressions of `grammar.ts`. */
import fc from 'fast-check';
import { dicts, expression, lists } from './grammar.ts';

type Text = fc.Arbitrary<string>;

const loops = fc.constantFrom(
  'loop.index',
  'loop.first',
  'loop.last',
  'loop.revindex0',
  "loop.cycle('a', 'b')",
  'loop.length',
  'loop.previtem',
  'loop.depth',
  'x',
  'x | string',
  'x ~ 1',
);
const data = fc.constantFrom('a', ' ', '\n', 'b\n', '[', ', ', ' {', '-');
const print = fc
  .tuple(fc.constantFrom('{{ ', '{{ ', '{{- '), expression, fc.constantFrom(' }}', ' }}', ' -}}'))
  .map((parts) => parts.join(''));
const blockEnd = fc.constantFrom(' %}', ' %}', ' -%}', ' %}\n', ' +%}\n');
const blockStart = fc.constantFrom('{% ', '{% ', '{%- ', '\n  {% ', '\n  {%+ ');

/** Statements of every kind. */
export const { statement } = fc.letrec<{ statement: string; body: string }>((tie) => {
  const body = tie('body');
  const block = fc.tuple(blockStart, blockEnd);
  return {
    body: fc
      .array(
        fc.oneof(
          data,
          print,
          loops.map((part) => `{{ ${part} }}`),
          tie('statement'),
        ),
        { maxLength: 3 },
      )
      .map((parts) => parts.join('')),
    statement: fc.oneof(
      { depthSize: 'small' },
      fc
        .tuple(block, expression, body, body)
        .map(
          ([[start, end], test, then, other]) =>
            `${start}if ${test}${end}${then}${start}else${end}${other}${start}endif${end}`,
        ),
      fc
        .tuple(block, expression, body)
        .map(([[start, end], test, then]) => `${start}if ${test}${end}${then}${start}endif${end}`),
      fc
        .tuple(block, fc.oneof(lists, dicts), body)
        .map(([[start, end], list, inner]) => `${start}for x in ${list}${end}${inner}${start}endfor${end}`),
      fc
        .tuple(block, lists, fc.constantFrom('x', 'x is number', 'loop is defined'), body)
        .map(
          ([[start, end], list, test, inner]) =>
            `${start}for x in ${list} if ${test}${end}${inner}${start}else${end}none${start}endfor${end}`,
        ),
      fc
        .tuple(block, expression, body)
        .map(([[start, end], value, rest]) => `${start}set x = ${value}${end}${rest}{{ x }}`),
      fc.tuple(block, body).map(([[start, end], inner]) => `${start}set x${end}${inner}${start}endset${end}{{ x }}`),
      fc
        .tuple(block, expression, body)
        .map(([[start, end], value, inner]) => `${start}with x = ${value}${end}${inner}${start}endwith${end}`),
      fc
        .tuple(block, fc.constantFrom('upper', 'trim', "replace('a', 'b')", 'length'), body)
        .map(([[start, end], filter, inner]) => `${start}filter ${filter}${end}${inner}${start}endfilter${end}`),
      fc
        .tuple(block, dicts, body)
        .map(
          ([[start, end], dict, inner]) =>
            `${start}for k, v in (${dict}).items()${end}{{ k }}=${inner}{{ v }}${start}endfor${end}`,
        ),
      fc
        .tuple(block, lists, body)
        .map(
          ([[start, end], list, inner]) =>
            `${start}for k, v in ${list}${end}${inner}{{ v }}${start}else${end}{{ k }}${start}endfor${end}`,
        ),
      fc
        .tuple(block, lists, expression, fc.constantFrom('n.x', 'n.x ~ x', '[n.x]', 'n.y'))
        .map(
          ([[start, end], list, value, next]) =>
            `${start}set n = namespace(x=0)${end}${start}for x in ${list}${end}${start}set n.x = ${value}${end}{{ ${next} }}${start}endfor${end}{{ n.x }}`,
        ),
      fc
        .tuple(block, lists, body)
        .map(
          ([[start, end], list, inner]) =>
            `${start}for x in ${list} recursive${end}${inner}${start}if x is sequence and x is not string${end}[{{ loop(x) }}]{{ loop.depth }}${start}endif${end}${start}endfor${end}`,
        ),
      fc
        .tuple(block, expression, body)
        .map(
          ([[start, end], value, inner]) =>
            `${start}macro cc(x)${end}<{{ caller(x) }}>${start}endmacro${end}${start}call(z) cc(${value})${end}${inner}{{ z }}${start}endcall${end}`,
        ),
      fc
        .tuple(fc.constantFrom('mm(1, 2, 3)', 'mm()', 'mm(y=3)', 'mm(1, z=4)', 'mm.name', 'mm.arguments', 'mm'), body)
        .map(
          ([call, inner]) =>
            `{% macro mm(x='d', y=x) %}${inner}{{ x }}{{ y }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ ${call} }}`,
        ),
      fc
        .tuple(expression, body)
        .map(([value, inner]) => `{% macro mm(x, y=2) %}${inner}{{ y }}{% endmacro %}{{ mm(${value}) }}`),
      fc.constantFrom('{# c #}', '{# c #}\n', '{% raw %}{{ x }}{% endraw %}', '{%- raw -%} {% {%- endraw %}\n'),
    ),
  };
});

/** First lines that change the settings of a template. */
export const HEADERS: readonly string[] = [
  '#jinja2: trim_blocks: False\n',
  '#jinja2: lstrip_blocks: True\n',
  '#jinja2: lstrip_blocks: True, trim_blocks: False\n',
  '#jinja2: keep_trailing_newline: True\n',
  "#jinja2: variable_start_string: '[[', variable_end_string: ']]'\n",
];
const headers = fc.constantFrom(
  ...HEADERS,
  "#jinja2: block_start_string: '<%', block_end_string: '%>'\n",
  '#jinja2: trim_blocks: 1\n',
  '#jinja2: other: True\n',
);

/** A whole template: mostly one expression. */
export const template: Text = fc.oneof(
  { weight: 6, arbitrary: expression.map((value) => `{{ ${value} }}`) },
  { weight: 2, arbitrary: statement },
  { weight: 1, arbitrary: fc.tuple(headers, statement, data, print).map((parts) => parts.join('')) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(data, print, statement), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('')),
  },
);

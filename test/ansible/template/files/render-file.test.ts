import { truthOfCondition, renderArgument, renderFile } from '../../../../src/ansible/template/files/render-file.ts';
import type { FileOptions } from '../../../../src/ansible/template/files/render-file.ts';
import { UnknownValue } from '../../../../src/ansible/template/markers.ts';
import type { RenderedPart, RenderedText } from '../../../../src/ansible/template/files/rendered-text.ts';
import type { Scope } from '../../../../src/ansible/template/scope.ts';
import { Document } from '../../../../src/source/document.ts';
import { Mapping } from '../../../../src/source/tree.ts';
import { readYaml } from '../../../../src/source/yaml/read.ts';
import { assert, describe } from '../../../describe.ts';
import { documentOf, loaderOf, rendered, shown } from '../rendered.ts';
import { fromYaml, scopeOf } from '../tagged.ts';

/** Variables of a host, one of them a registered result. */
function scope(text: string): Scope {
  const variables = fromYaml(text);
  return {
    ...scopeOf(variables),
    variable: (name) =>
      name === 'result' ? UnknownValue.named('task', name, 'is registered by a task') : variables.get(name),
  };
}

const VARIABLES = `
name: es-1
heap: 4
url: "https://{{ ansible_fqdn }}:9200"
hosts: [n1, n2, n3]
map: { a: 1, b: "{{ ansible_fqdn }}", c: [x, "{{ ansible_memtotal_mb }}"] }
installed: "{{ result.rc == 0 and ansible_os_family == 'Debian' }}"
`;

function text(template: string, files: Record<string, string> = {}, options?: FileOptions): string {
  return shown(rendered(template, scope(VARIABLES), files, options));
}

function only<T>(parts: readonly T[]): T {
  assert.is(parts.length, 1);
  return parts[0]!;
}

describe('a rendered file', (test) => {
  test('keeps what is known around a hole', () => {
    assert.is(text('name: {{ name }}\nurl: {{ url }}\n'), 'name: es-1\nurl: https://⟨ansible_fqdn⟩:9200\n');
    assert.is(text('x: {{ secret }}\n'), 'x: ⟨secret⟩\n');
    assert.is(text('{{ "a-" ~ ansible_fqdn ~ "-b" }}'), 'a-⟨ansible_fqdn⟩-b');
  });

  test('makes a filter of an unknown value a hole', () => {
    assert.is(text('[{{ url | upper }}]'), '[⟨ansible_fqdn⟩]');
    assert.is(text('[{{ ansible_memtotal_mb // 2 }}]'), '[⟨ansible_memtotal_mb⟩]');
  });

  test('says where its text comes from', () => {
    const parts = rendered('-Xms{{ heap }}g\n', scope(VARIABLES));
    const [literal, computed] = parts as [RenderedPart & { kind: 'text' }, RenderedPart & { kind: 'text' }];
    assert.equal([literal.text, literal.isComputed, literal.place.start, literal.place.end], ['-Xms', false, 0, 4]);
    assert.equal([computed.text, computed.isComputed, computed.place.start], ['4', true, 7]);
    assert.is(computed.origin, only(computed.from));
    assert.is(computed.origin?.kind === 'scalar' && computed.origin.value, 4);
  });

  test('knows what went into the value of a name that it sets itself', () => {
    const part = only(rendered('{% set mb = heap * 1024 %}{{ mb }}', scope(VARIABLES))) as RenderedPart & {
      kind: 'text';
    };
    assert.equal([part.text, part.from.length, part.origin], ['4096', 1, undefined]);
    const [item] = rendered('{% for h in hosts %}{{ h }}{% endfor %}', scope(VARIABLES)) as (RenderedPart & {
      kind: 'text';
    })[];
    assert.is(item?.origin?.kind === 'scalar' && item.origin.value, 'n1');
  });

  test('has a choice of branches from an unknown test on', () => {
    const branches = '{% if heap > 9 %}a{% elif ansible_x %}b{% elif heap == 4 %}c{% else %}d{% endif %}';
    assert.is(text(branches), '⟨b|c⟩');
    assert.is(text('{{ "b" if ansible_x else "c" }}{{ "," if ansible_x }}'), '⟨b|c⟩⟨,|⟩');
    assert.is(text('{% if ansible_x %}same{% else %}same{% endif %}'), 'same');
  });

  test('decides a test where one part of it is enough', () => {
    assert.is(text('{% if ansible_x and heap > 9 %}a{% endif %}{% if heap == 4 or ansible_x %}b{% endif %}'), 'b');
    assert.is(text('{% if not (ansible_x and false) %}c{% endif %}'), 'c');
  });

  test('knows of a name that branches set what all of them say', () => {
    const template =
      '{% set a = 1 %}{% set b = 1 %}{% if ansible_x %}{% set a = 2 %}{% set b = 1 %}{% endif %}{{ a }}{{ b }}';
    assert.is(text(template), '⟨ansible_x⟩1');
  });

  test('does not know what may have been changed', () => {
    const append = '{% set l = [1] %}{% if ansible_x %}{% set _ = l.append(2) %}{% endif %}';
    assert.is(text(`${append}{{ l | length }}`), '⟨ansible_x⟩');
    const count = '{% set n = namespace(i=0) %}{% for x in ansible_l %}{% set n.i = n.i + 1 %}{% endfor %}';
    assert.is(text(`${count}{{ n.i }}`), '⟨ansible_l⟩');
    const within = '{% set n = namespace(i=0) %}{% for x in ansible_l %}{{ n.i }}{% set n.i = n.i + 1 %}{% endfor %}';
    assert.is(text(within), '⟨|⟨ansible_l⟩⟩');
    const both = '{% set d = {"a": 1, "b": 2} %}{% if ansible_x %}{% set _ = d.update({"a": 3}) %}{% endif %}';
    assert.is(text(`${both}{{ d.a }}{{ d.b }}`), '⟨ansible_x⟩2');
  });

  test('puts an unknown value into a list that is known', () => {
    const template = '{% set l = [1] %}{% set _ = l.append(ansible_x) %}{{ l }} {{ l | length }}';
    assert.is(text(template), '[1, ⟨ansible_x⟩] 2');
  });

  test('has no pass or one of an unknown list', () => {
    assert.is(text('{% for x in ansible_l %}[{{ x }}{{ loop.index }}]{% endfor %}'), '⟨|[⟨ansible_l⟩⟨ansible_l⟩]⟩');
    assert.is(text('{% for x in ansible_l %}a{% else %}b{% endfor %}'), '⟨b|a⟩');
    assert.is(text('{% for h in hosts if ansible_x[h] %}{{ h }},{% endfor %}'), '⟨|n1,⟩⟨|n2,⟩⟨|n3,⟩');
  });

  test('keeps the leaves of a container around an unknown one', () => {
    assert.is(text('{{ map | to_nice_yaml }}'), 'a: 1\nb: ⟨ansible_fqdn⟩\nc:\n- x\n- ⟨ansible_memtotal_mb⟩\n');
    assert.is(text('{{ map | to_json }}'), '{"a": 1, "b": ⟨ansible_fqdn⟩, "c": ["x", ⟨ansible_memtotal_mb⟩]}');
    assert.is(text('{{ map }}'), "{'a': 1, 'b': ⟨ansible_fqdn⟩, 'c': ['x', ⟨ansible_memtotal_mb⟩]}");
    assert.is(text('{{ map | combine({"a": 2, "c": 3}) | to_json }}'), '{"a": 2, "b": ⟨ansible_fqdn⟩, "c": 3}');
    assert.is(
      text('{{ map | dict2items | items2dict | to_nice_yaml | indent(2) }}'),
      'a: 1\n  b: ⟨ansible_fqdn⟩\n  c:\n  - x\n  - ⟨ansible_memtotal_mb⟩\n',
    );
    assert.is(
      text('{% for k, v in map.items() %}{{ k }}={{ v }};{% endfor %}'),
      "a=1;b=⟨ansible_fqdn⟩;c=['x', ⟨ansible_memtotal_mb⟩];",
    );
  });

  test('leaves out what YAML writes in one line, or does not, for what is unknown', () => {
    assert.is(text('{{ {"k": map, "l": [1, 2]} | to_yaml }}'), 'k: ⟨ansible_fqdn⟩\nl: [1, 2]\n');
    assert.is(text('{{ [[map.c]] | to_yaml }}'), '- - ⟨ansible_memtotal_mb⟩\n');
  });

  test('joins what is known of a list, and quotes what is known of a text', () => {
    assert.is(text("{{ ['a', ansible_x, 'c'] | join(',') }}"), 'a,⟨ansible_x⟩,c');
    assert.is(text('{{ url | to_json }}'), '"https://⟨ansible_fqdn⟩:9200"');
    assert.is(text("{{ ['a', ansible_x] | map('upper') | join }}"), 'A⟨ansible_x⟩');
  });

  test('has two orders for a list whose order is not known', () => {
    const groups = new Map([['search', { names: ['n1', 'n2', 'n3'], isOrdered: false }]]);
    const template = "{% for h in groups['search'] %}{{ h }}{{ ',' if not loop.last }}{% endfor %}";
    const known = { ...scope(''), groups };
    assert.is(shown(rendered(template, known)), '⟨n1,n2,n3|n2,n3,n1⟩');
    assert.is(shown(rendered("{% for h in groups['search'] %}.{% endfor %}", known)), '...');
  });

  test('hides a variable of the name that it sets itself, as Jinja does', () => {
    const template = '{% for h in hosts[:1] %}{{ heap | default("none") }}{% endfor %}{% set heap = 1 %}{{ heap }}';
    assert.is(text(template), 'none1');
    assert.is(text('{{ heap }}{% set heap = heap + 1 %}{{ heap }}'), '45');
  });

  test('says where Ansible gives it up, even if nothing is printed there', () => {
    assert.is(text('a\n{% set x = 1 / 0 %}\nb\n'), 'a\n⟨⟨error⟩⟩b\n');
    assert.is(text('{% set x %}{{ 1 / 0 }}{% endset %}a'), 'a⟨⟨error⟩⟩');
    assert.is(text('{% if ansible_x %}{% set x = 1 / 0 %}{% endif %}a'), '⟨⟨⟨error⟩⟩|⟩a');
  });

  test('takes do for a statement only where the extension is on', () => {
    assert.is(text('{% set l = [] %}{% do l.append(1) %}{{ l }}', {}, { hasDo: true }), '[1]');
    assert.is(text('{% do x %}'), '⟨⟨error⟩⟩');
  });

  test('includes, imports and extends other templates', () => {
    const files = {
      'inc.j2': 'inc {{ name }} {{ x }}\n',
      'm.j2': '{% macro m(a) %}<{{ a }}>{% endmacro %}{% set v = 3 %}{% set _w = 4 %}',
      'base.j2': 'B{% block one %}base {{ v }}{% endblock %}E',
      'deep.j2': '{% include "deep.j2" %}',
    };
    assert.is(text('{% set x = 5 %}{% include "inc.j2" %}\nafter\n', files), 'inc es-1 5after\n');
    assert.is(text('{% include ["none.j2", "inc.j2"] %}', files), 'inc es-1 ⟨x⟩');
    assert.is(text('{% include "inc.j2" without context %}', files), 'inc ⟨name⟩ ⟨x⟩');
    assert.is(text('a\n{% include "none.j2" %}\nb\n', files), 'a\n⟨⟨none.j2⟩⟩b\n');
    assert.is(text('a{% include "none.j2" ignore missing %}b', files), 'ab');
    assert.is(text('{% from "m.j2" import m as n, v %}{{ n(v) }}', files), '<3>');
    assert.is(text('{% import "m.j2" as o %}{{ o.m(o.v) }}{{ o._w is defined }}', files), '<3>False');
    const child = '{% extends "base.j2" %}gone{% set v = 9 %}{% block one %}child {{ super() }}{% endblock %}';
    assert.is(text(child, files), 'Bchild base 9E');
    assert.is(text('{% include "deep.j2" %}', files), '⟨⟨template⟩⟩');
  });

  test('points into the template that holds the text', () => {
    const files = { 'inc.j2': 'first\n{% if %}' };
    const broken = only(rendered('{% include "inc.j2" %}', scope(''), files)) as RenderedPart & { kind: 'hole' };
    assert.equal(
      [broken.extent, broken.reason, broken.place.document.file, broken.place.start],
      ['lines', 'error', 'inc.j2', 12],
    );
    const [, known] = rendered('{{ lookup("template", "x.j2") }}', scope(VARIABLES), { 'x.j2': 'a {{ name }}' });
    assert.equal(
      [known?.kind === 'text' && known.text, known?.kind === 'text' && known.place.document.file],
      ['es-1', 'x.j2'],
    );
  });

  test('gives looked up files as text that filters take', () => {
    const files = { 'x.j2': 'a {{ name }}\n', 'y.j2': '{{ ansible_x }}\n', f: ' {{ raw }}\n\n' };
    assert.is(text('{{ lookup("template", "x.j2") | upper }}', files), 'A ES-1\n');
    assert.is(text('{{ lookup("template", "y.j2") }}', files), '⟨ansible_x⟩');
    assert.is(text('[{{ lookup("file", "f") }}]', files), '[ {{ raw }}]');
    assert.is(text('[{{ lookup("file", "none") }}]', files), '[⟨none⟩]');
  });

  test('takes the settings of the task, and the first line before them', () => {
    assert.is(text('{% if true %}\na\n{% endif %}\nb\n', {}, { settings: { trim_blocks: false } }), '\na\n\nb\n');
    assert.is(text('#jinja2: lstrip_blocks: True\n  {% if true %}\na\n  {% endif %}\n'), 'a\n');
    assert.is(
      text('[[ name ]]{{ x }}\n', {}, { settings: { variable_start_string: '[[', variable_end_string: ']]' } }),
      'es-1{{ x }}\n',
    );
    assert.is(text('a\r\n{{ name }}\r\n', {}, { settings: { newline_sequence: '\r\n' } }), 'a\r\nes-1\r\n');
    assert.is(text('a\r\nb\r\n'), 'a\r\nb\r\n');
  });

  test('has the names that the template action sets', () => {
    const options = { source: 'a.j2', destination: '/etc/a' };
    assert.is(
      text('{{ ansible_managed }} {{ template_path }} {{ template_destpath }}', {}, options),
      'Ansible managed a.j2 /etc/a',
    );
    assert.is(text('{{ template_host }}'), '⟨template_host⟩');
    assert.is(shown(rendered('{{ ansible_managed }}', scope('ansible_managed: mine'))), 'mine');
  });

  test('prints None as nothing and values as Python does', () => {
    assert.is(text('{{ none }}'), '');
    assert.is(text('{{ true }} {{ 1.0 }} {{ ["a"] }}\n'), "True 1.0 ['a']\n");
    assert.is(text('{{ hosts }}\n'), "['n1', 'n2', 'n3']");
  });

  test('gives back the line ends at its end in every course', () => {
    assert.is(text('a\n{% if ansible_x %}\nb\n{% endif %}\n'), 'a\n⟨b\n|⟩');
    assert.is(text('{% if ansible_x %}b{% endif %}\n'), '⟨b\n|⟩');
  });

  test('is one hole where it cannot be read, or is endless', () => {
    assert.is(text('a\n{% if %}\n'), '⟨⟨error⟩⟩');
    assert.is(text('{% for a in range(1000000) %}{{ a }}{% endfor %}'), '⟨⟨template⟩⟩');
    assert.is(text('{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'), '⟨⟨template⟩⟩');
  });
});

describe('an argument of a task', (test) => {
  const task = new Document(
    'tasks.yml',
    'content: |\n  a: {{ heap }}\n  b: {{ ansible_x }}\n  c: d\nm: {q: "{{ heap }}", r: [true]}\np: plain\n',
    'yaml',
    {},
  );
  const { root } = readYaml(task.text);
  const argument = (name: string): RenderedText => {
    const node = root instanceof Mapping ? root.get(name)?.value : undefined;
    return renderArgument(node!, task, scope(VARIABLES), loaderOf({}));
  };

  test('has places in the file of tasks', () => {
    const parts = argument('content');
    assert.is(shown(parts), 'a: 4\nb: ⟨ansible_x⟩\nc: d\n');
    const lines = parts.filter((part) => part.kind === 'text' && !part.isComputed) as (RenderedPart & {
      kind: 'text';
    })[];
    assert.equal(lines.map(({ place }) => task.text.slice(place.start, place.end)).slice(0, 2), ['a: ', '\n']);
    assert.is(shown(argument('p')), 'plain');
  });

  test('is JSON for a mapping', () => {
    assert.is(shown(argument('m')), '{"q": 4, "r": [true]}');
  });
});

describe('a condition', (test) => {
  const decide = (condition: string): boolean | string[] => {
    const decision = truthOfCondition(condition, scope(VARIABLES));
    return typeof decision === 'boolean' ? decision : decision.unknown.map(({ name, reason }) => `${name} ${reason}`);
  };

  test('is decided as far as it can be', () => {
    assert.is(decide('heap == 4'), true);
    assert.is(decide('result.changed and heap > 9'), false);
    assert.is(decide('not (result.changed and heap > 9)'), true);
    assert.is(decide("{{ name == 'es-1' }}"), true);
  });

  test('names all that is unknown and decides it', () => {
    assert.equal(decide('not result.stat.exists'), ['result task']);
    assert.equal(decide('result.changed and ansible_x'), ['result task', 'ansible_x fact']);
    assert.equal(decide('result.rc == ansible_x'), ['result task', 'ansible_x fact']);
    assert.equal(decide('installed'), ['result task', 'ansible_os_family fact']);
    assert.equal(decide('nope'), ['nope undefined']);
    assert.equal(decide('heap ='), ['undefined error']);
  });
});

describe('a template', (test) => {
  test('is read once for many hosts', () => {
    const document = documentOf('{{ name }}');
    const [one, other] = ['a', 'b'].map((name) => renderFile(document, scope(`name: ${name}`), loaderOf({})));
    assert.equal([shown(one!), shown(other!)], ['a', 'b']);
  });
});

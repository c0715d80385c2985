/** Settings in YAML: known ones, and what holes and choices leave open. */
import { Scalar } from '../../../src/source/tree.ts';
import type { Node, Mapping } from '../../../src/source/tree.ts';
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { whyMaybeSet } from '../../../src/stack/rendered/reading.ts';
import type { Reading } from '../../../src/stack/rendered/reading.ts';
import { readYamlSettings } from '../../../src/stack/rendered/yaml-settings.ts';
import type { Repeats } from '../../../src/stack/rendered/yaml-settings.ts';
import { assert, describe } from '../../describe.ts';
import { Document } from '../../../src/source/document.ts';
import { readYaml } from '../../../src/source/yaml/read.ts';
import { either, hole, lines, rendered, shown, value } from './rendered.ts';

const FACT = { unknown: 'ansible_fqdn is a fact, which only a run can know' };
const FAMILY = { unknown: 'ansible_os_family is a fact, which only a run can know' };
const FAMILY_TEXT = FAMILY.unknown;

function settings(text: RenderedText): Record<string, unknown> {
  const { values } = readYamlSettings(text, 'refused');
  return Object.fromEntries(Array.from(values, ([name, value]) => [name, shown(value)]));
}

function openFor(reading: Reading, ...names: readonly string[]): readonly boolean[] {
  return names.map((name) => whyMaybeSet(reading, name) !== undefined);
}

/** The source of a setting as text: what the template has there, and the node. */
function source(text: RenderedText, name: string): { readonly written: string; readonly node: Node | undefined } {
  const value = readYamlSettings(text, 'refused').values.get(name);
  const found = value?.sourceOf?.();
  if (found === undefined) throw new Error(`${name} has no source`);
  const { place, node } = found;
  return { written: place.document.text.slice(place.start, place.end), node };
}

describe('settings in YAML', (test) => {
  test('dotted, nested and mixed keys name one setting', () => {
    assert.equal(
      settings(
        rendered(
          'cluster.name: logs\nnode:\n  roles: [ data, master ]\n  attr.rack: r1\nxpack.security:\n  enabled: true\n',
        ),
      ),
      {
        'cluster.name': 'logs',
        'node.roles': ['data', 'master'],
        'node.attr.rack': 'r1',
        'xpack.security.enabled': true,
      },
    );
  });

  test('an empty file, and one of comments, sets nothing', () => {
    for (const text of ['', '# nothing\n', '---\n', '{}\n']) {
      const reading = readYamlSettings(rendered(text), 'refused');
      assert.is(reading.values.size, 0);
      assert.equal(openFor(reading, 'cluster.name'), [false]);
    }
  });

  test('a value that the product replaces when it starts is unknown', () => {
    assert.equal(settings(rendered('node.name: ${HOSTNAME}\npath.data: [/a, "${B}"]\n')), {
      'node.name': { unknown: '${HOSTNAME} is replaced when the product starts' },
      'path.data': { unknown: '${B} is replaced when the product starts' },
    });
  });

  test('a hole makes its value unknown and keeps the rest of it', () => {
    const text = rendered('a: ', hole(), '\nb: "https://', hole(), ':9200"\nc: [x, ', hole(), ']\nd: known\n');
    assert.equal(settings(text), { a: FACT, b: FACT, c: FACT, d: 'known' });
    const { values } = readYamlSettings(text, 'refused');
    const b = values.get('b');
    assert.match(
      String(b?.state === 'unknown' && b.pattern?.kind === 'scalar' && b.pattern.value),
      /^https:\/\/.+:9200$/,
    );
  });

  test('nothing is absent in a map that is a hole, and all else is', () => {
    const reading = readYamlSettings(rendered('xpack.security: ', hole(), '\nnode.name: n\n'), 'refused');
    assert.equal(openFor(reading, 'xpack.security.enabled', 'xpack.security', 'xpack.ml.enabled', 'cluster.name'), [
      true,
      true,
      false,
      false,
    ]);
    const quoted = readYamlSettings(rendered('xpack.security: "', hole(), '"\n'), 'refused');
    assert.equal(openFor(quoted, 'xpack.security.enabled'), [false]);
  });

  test('a hole in a key, or alone on a line, leaves the keys of its level open', () => {
    const key = readYamlSettings(rendered('a: 1\nnode:\n  b: 2\n  attr.', hole(), ': x\n'), 'refused');
    assert.equal(openFor(key, 'node.c', 'c'), [true, false]);
    const alone = readYamlSettings(rendered('a: 1\nnode:\n  b: 2\n  ', hole(), '\nc: 3\n'), 'refused');
    assert.equal(openFor(alone, 'node.d', 'd'), [true, false]);
    assert.equal(shown(alone.values.get('c')), 3);
    const top = readYamlSettings(rendered(hole(), '\na: 1\n'), 'refused');
    assert.equal(openFor(top, 'b'), [true]);
    assert.equal(shown(top.values.get('a')), 1);
  });

  test('lines that nobody knows leave all open, and take nothing from known lines', () => {
    const text = rendered('a: 1\nlist:\n  - x\n', lines, 'b: 2\nempty:\n', lines);
    assert.equal(settings(text), {
      a: 1,
      list: { unknown: 'lines is a fact, which only a run can know' },
      b: 2,
      empty: { unknown: 'lines is a fact, which only a run can know' },
    });
    assert.equal(openFor(readYamlSettings(text, 'refused'), 'c'), [true]);
  });

  test('known lines to the right of unknown ones belong to what nobody knows', () => {
    assert.equal(settings(rendered(lines, '  enabled: true\n')), {});
  });

  test('a hole that may break its line leaves the section before it', () => {
    const text = rendered('a: 1\nb: 2\nlist:\n  - x\n  ', hole(), ' ', hole(), '\nc: 3\n');
    assert.equal(settings(text), { a: 1, b: 2, c: 3 });
    assert.equal(openFor(readYamlSettings(text, 'refused'), 'list', 'd'), [true, true]);
  });

  test('a hole in a long comment, or between comments, is found in no time', () => {
    const text = rendered(`a:\n${'#'.repeat(50_000)}\n`, lines, 'b: 1\n');
    assert.equal(settings(text), { a: { unknown: 'lines is a fact, which only a run can know' }, b: 1 });
  });

  test('a hole in a comment changes nothing', () => {
    const reading = readYamlSettings(rendered('# by ', hole(), '\na: 1\n'), 'refused');
    assert.equal(openFor(reading, 'b'), [false]);
  });
});

describe('choices in YAML', (test) => {
  test('what all alternatives say alike is known', () => {
    const text = rendered('a: 1\n', either(rendered('b: 2\nc: x\n'), rendered('c: y\nb: 2\n')), 'd: 4\n');
    assert.equal(settings(text), { a: 1, b: 2, c: FAMILY, d: 4 });
    assert.equal(openFor(readYamlSettings(text, 'refused'), 'e'), [false]);
  });

  test('a setting that may not be there is unknown', () => {
    assert.equal(settings(rendered('a: 1\n', either([], rendered('b: 2\n')))), { a: 1, b: FAMILY });
  });

  test('a choice inside of a line, and in a list', () => {
    const text = rendered(
      'a: ',
      either(rendered('x'), rendered('y')),
      '\nhosts:\n',
      either([], rendered('  - es-1\n')),
      'nested:\n  b: 1\n',
      either(rendered('  c: 2\n'), rendered('  c: 2\n  d: 3\n')),
    );
    assert.equal(settings(text), { a: FAMILY, hosts: FAMILY, 'nested.b': 1, 'nested.c': 2, 'nested.d': FAMILY });
  });

  test('choices of different keys are not combined, however many there are', () => {
    const pieces = Array.from({ length: 40 }, (_, index) => [
      `a${String(index)}: 1\n`,
      either(rendered(`b${String(index)}: 1\n`), rendered(`b${String(index)}: 1\n`, `c${String(index)}: 1\n`)),
    ]).flat();
    const found = settings(rendered(...pieces));
    assert.is(found['a39'], 1);
    assert.is(found['b39'], 1);
    assert.equal(found['c39'], FAMILY);
  });

  test('too many choices within one key are holes', () => {
    const choices = Array.from({ length: 10 }, () => either(rendered('  x: 1\n'), rendered('  y: 1\n')));
    const text = rendered('a: 1\nb:\n', ...choices, 'c: 3\n');
    const reading = readYamlSettings(text, 'refused');
    assert.is(shown(reading.values.get('a')), 1);
    assert.is(shown(reading.values.get('c')), 3);
    assert.is(whyMaybeSet(reading, 'b.z')?.message, FAMILY_TEXT);
  });
});

describe('faults of rendered YAML', (test) => {
  const codes = (text: RenderedText, repeats: Repeats = 'refused'): unknown =>
    readYamlSettings(text, repeats).faults.map(({ code, place }) => [
      code,
      place.document.text.slice(place.start, place.end),
    ]);

  test('a key twice is a fault where the product refuses it', () => {
    const text = rendered('a: 1\nb: 2\na: 3\n');
    assert.equal(codes(text), [['rendered/key-twice', 'a']]);
    assert.equal(codes(text, 'last'), []);
    assert.is(shown(readYamlSettings(text, 'last').values.get('a')), 3);
    assert.equal(codes(rendered('a.b: 1\na:\n  b: 2\n')), []);
  });

  test('a key that is there twice is told with its first place', () => {
    const [fault] = readYamlSettings(rendered('a: 1\nb: 2\na: 3\n'), 'refused').faults;
    assert.is(fault?.first?.start, 0);
  });

  test('a key that may be there twice is none', () => {
    assert.equal(codes(rendered('a: 1\n', either([], rendered('a: 1\n')))), []);
    assert.equal(codes(rendered('a: 1\n', either(rendered('a: 2\n'), rendered('a: 3\n')))), [
      ['rendered/key-twice', 'a'],
    ]);
    assert.equal(codes(rendered('a: 1\n', hole(), ': 2\n')), []);
  });

  test('text that is no YAML is a fault, unless a hole may be to blame', () => {
    assert.equal(codes(rendered('a: 1\nb: "x\n')), [['yaml/unclosed-quote', '"']]);
    assert.equal(codes(rendered('a: ', hole(), '\nb: "x\n')), []);
    const broken = readYamlSettings(rendered('a: 1\nb: [x\nc: 2\n'), 'refused');
    assert.is(shown(broken.values.get('a')), 1);
    assert.equal(openFor(broken, 'c'), [true]);
  });

  test('a value that only Python cannot make is none', () => {
    const texts = [
      'a: 2024-02-30',
      'a: !!int x',
      'a: !!binary x',
      'a: !own x',
      'a: &x 1\nb: &x 2',
      '---\na: 1\n---\nb: 2',
    ];
    for (const text of texts) assert.equal(codes(rendered(`${text}\n`)), [], text);
  });
});

describe('sources of rendered YAML', (test) => {
  const NODE = new Scalar(0, 4, 'str', 'logs');
  const MAP = readYaml('a: 1\nnode:\n  roles: [data, "{{ x }}"]\n  name: "{{ inventory_hostname }}"\n').root;

  test('known text is its own', () => {
    assert.equal(source(rendered('a: 1\ncluster.name: "logs"\n'), 'cluster.name'), {
      written: 'logs',
      node: undefined,
    });
  });

  test('a value of one expression is its variable', () => {
    const text = rendered(
      'cluster.name: ',
      value('logs', NODE),
      '\nb: "',
      value('logs', NODE),
      '"\nc: x-',
      value('logs', NODE),
      '\n',
    );
    for (const name of ['cluster.name', 'b']) assert.equal(source(text, name), { written: '{{ … }}', node: NODE });
    assert.equal(source(text, 'c'), { written: 'x-{{ … }}', node: undefined });
  });

  test('known text of another length than in the template is looked for there', () => {
    const document = new Document('es.yml.j2', 'a: 1\r\nb: two\r\n', 'template', {});
    const place = { document, start: 0, end: document.text.length };
    const text: RenderedText = [{ kind: 'text', text: 'a: 1\nb: two\n', place, isComputed: false, from: [] }];
    assert.equal(source(text, 'b').written, 'two');
  });

  test('a value in a printed map is the leaf of the map', () => {
    if (MAP?.kind !== 'mapping') throw new Error('no map');
    const text = rendered('# all\n', value('a: 1\nnode:\n    roles:\n    - data\n    - x\n    name: es-1\n', MAP));
    const node = MAP.get('node')?.value as Mapping;
    assert.is(source(text, 'a').node, MAP.get('a')?.value);
    assert.is(source(text, 'node.name').node, node.get('name')?.value);
    assert.is(source(text, 'node.roles').node, node.get('roles')?.value);
    const roles = readYamlSettings(text, 'refused').values.get('node.roles');
    if (roles?.state !== 'known' || roles.value.kind !== 'sequence') throw new Error('no roles');
    const [, second] = roles.value.items;
    const list = node.get('roles')?.value;
    assert.is(list?.kind === 'sequence' && roles.sourceOf(second).node, list?.kind === 'sequence' && list.items[1]);
  });

  test('a map below a key of the template, or merged from several', () => {
    const one = readYaml('roles: [data]\nname: a\n').root;
    const other = readYaml('name: b\n').root;
    if (one === undefined || other?.kind !== 'mapping') throw new Error('no maps');
    const text = rendered('node:\n  ', value('name: b\n  roles: [data]\n', undefined, [one, other]));
    assert.is(source(text, 'node.name').node, other.get('name')?.value);
  });
});

import { editsOfFix } from '../../src/edits/edits-of-fix.ts';
import { applied } from '../../src/edits/text-edit.ts';
import { unsafe } from '../../src/model/fix.ts';
import type { Fix } from '../../src/model/fix.ts';
import type { FilePlace, Setting } from '../../src/model/setting.ts';
import { Document } from '../../src/source/document.ts';
import type { Format } from '../../src/source/document.ts';
import { assert, describe } from '../describe.ts';
import { documentOf } from './edited.ts';

const BY_ITSELF = 'what stands there cannot be edited by itself';

/** The place of a word in a text, the first or a later one. */
function placeOf(text: string, word: string, from = 0): FilePlace {
  const start = text.indexOf(word, from);
  assert.ok(start >= 0, `${word} is there`);
  return { file: 'file.yml', start, end: start + word.length };
}

/** The text that a fix makes of another one, or why it does not. */
function mended(text: string, fix: Fix, format?: Format): string | undefined {
  const { root, problem, duplicates, format: own } = documentOf(text, format);
  const document = new Document('file.yml', text, own, { root, problem, duplicates });
  const edits = editsOfFix(fix, new Map([['file.yml', document]]));
  return 'why' in edits ? edits.why : applied(text, edits.get('file.yml') ?? []);
}

function unset(variable: string, origin: FilePlace): Setting<unknown> {
  return { state: 'unset', variable, origin };
}

function known(variable: string, origin: FilePlace): Setting<unknown> {
  return { state: 'known', value: 1, variable, origin };
}

describe('the edits of a fix', (test) => {
  test('are made one after the other, so that the second one finds the map of the first', () => {
    const text = 'es-1:\n  host: 10.0.0.1 # ours\nes-2: {}\n';
    const at = placeOf(text, 'host');
    const both = unsafe.all('Set both', [
      unsafe.set(unset('extra: a.b', at), true),
      unsafe.set(unset('extra: c', at), '7d'),
    ]);
    assert.is(mended(text, both), 'es-1:\n  host: 10.0.0.1 # ours\n  extra:\n    a.b: true\n    c: 7d\nes-2: {}\n');
  });

  test('are made in a place that others have moved, and in what they have made empty', () => {
    const text = 'first: [a, b]\nheap: 64\n';
    const fix = unsafe.all('Do both', [
      unsafe.remove(placeOf(text, 'a', 7), 'a'),
      unsafe.remove(placeOf(text, 'b', 7), 'b'),
      unsafe.set(known('heap', placeOf(text, '64')), 30),
    ]);
    assert.is(mended(text, fix), 'first: []\nheap: 30\n');
  });

  test('are made within a map that is a text', () => {
    const set = (text: string, name: string, value: string | boolean | readonly string[]) =>
      mended(text, unsafe.set(unset(`options: ${name}`, placeOf(text, 'options')), value));
    const added: readonly [text: string, expected: string][] = [
      ['options: |\n  # a\n  a: 1\n\n  b: 2\nc: 3\n', 'options: |\n  # a\n  a: 1\n\n  b: 2\n  x.y: true\nc: 3\n'],
      ['options: |\r\n    a: {{ b }}\r\n', 'options: |\r\n    a: {{ b }}\r\n    x.y: true\r\n'],
      ['options: |-\n  a: 1', 'options: |-\n  a: 1\n  x.y: true'],
      ['options: "a: 1"\n', 'options: "a: 1\\nx.y: true"\n'],
      ['options: ""\n', 'options: "x.y: true"\n'],
    ];
    for (const [text, expected] of added) assert.is(set(text, 'x.y', true), expected);
    assert.is(set('options: |\n  x: {y: 1}\n', 'x.y', true), BY_ITSELF);
    assert.is(set('options: |\n  x.y: {{ z }}\n', 'x.y', true), 'a template stands there');
    assert.is(set('options: "{{ theirs }}"\n', 'x.y', true), 'a template stands there');

    const changed = (text: string) => {
      const value = documentOf(text).root;
      const { start, end } = (value?.kind === 'mapping' ? value.get('options')?.value : undefined) ?? {
        start: 0,
        end: 0,
      };
      return mended(text, unsafe.set(known('options: x.y', { file: 'file.yml', start, end }), true));
    };
    const replaced: readonly [text: string, expected: string][] = [
      ['options: |\n  x.y: no # off\n  b: 2\n', 'options: |\n  x.y: yes # off\n  b: 2\n'],
      ['options: |\n  x:\n    y: false\n', 'options: |\n  x:\n    y: true\n'],
      ['options: |\n  a: {{ b }}\n  x.y: false  # off\n', 'options: |\n  a: {{ b }}\n  x.y: true  # off\n'],
    ];
    for (const [text, expected] of replaced) assert.is(changed(text), expected);
    assert.is(changed('options: |\n  x.y: {{ z }}\n'), 'a template stands there');
    assert.is(changed('options: |\n  a: {{ b }}\n  x.y: 1\n  x.y: 2\n'), 'a template stands there');
  });

  test('never replace a text of which they are about a part alone', () => {
    for (const text of ['options: |\n  a: 1\n  b: 2\n', 'options: "a: 1"\n', 'options: |\n  -Xms1g\n  -Xmx1g\n']) {
      const value = documentOf(text).root;
      const options = value?.kind === 'mapping' ? value.get('options')?.value : undefined;
      const { start, end } = options ?? { start: 0, end: 0 };
      const at = { file: 'file.yml', start, end };
      assert.is(mended(text, unsafe.set(known('b', at), 3)), BY_ITSELF);
      assert.is(mended(text, unsafe.write(at, 3)), BY_ITSELF);
    }
  });

  test('write a value that is added with the unit that another setting has', () => {
    const text = 'max: 4096m\n';
    const other = { ...known('max', placeOf(text, '4096m')), setting: 'heapGb' };
    const min = { ...unset('min', placeOf(text, 'max')), setting: 'heapStartGb' };
    assert.is(mended(text, unsafe.set(min, 4, other)), 'max: 4096m\nmin: 4096m\n');
  });

  test('rename the part of a name that stands there', () => {
    const nested = 'queue:\n  typ: persisted\n';
    assert.is(
      mended(nested, unsafe.rename(placeOf(nested, 'typ'), 'queue.type', 'queue.typ')),
      'queue:\n  type: persisted\n',
    );
    const other = 'queue:\n  typ: persisted\n';
    assert.is(mended(other, unsafe.rename(placeOf(other, 'typ'), 'path.type', 'queue.typ')), BY_ITSELF);
    const module = '- comunity.general.timezone:\n    name: UTC\n';
    assert.is(
      mended(
        module,
        unsafe.rename(placeOf(module, 'comunity.general.timezone'), 'community.general', 'comunity.general'),
      ),
      '- community.general.timezone:\n    name: UTC\n',
    );
    const line = '- action: coppy src=a dest=b\n';
    assert.is(
      mended(line, unsafe.rename(placeOf(line, 'coppy src=a dest=b'), 'copy', 'coppy')),
      '- action: copy src=a dest=b\n',
    );
  });

  test('remove a line of a template only with all of its value', () => {
    const removed = (text: string) => mended(text, unsafe.remove(placeOf(text, 'path.x'), 'path.x'), 'template');
    assert.is(removed('a: 1\npath.x: {{ x }} # gone\nb: 2\n'), 'a: 1\nb: 2\n');
    assert.is(removed('path.x: [1, 2]\nb: 2\n'), 'b: 2\n');
    for (const text of [
      'path.x:\n  - 1\n',
      'path.x: >\n  1\n',
      'path.x: [1,\n 2]\n',
      'path.x: a\n  b\n',
      'path.x: {% if y %}1{% endif %}\n',
      '{% if y %}path.x: 1{% endif %}\n',
    ])
      assert.is(removed(text), BY_ITSELF, text);
  });

  test('put an option beside another one, in a line, a list or a text', () => {
    const doubled = (text: string, format?: Format) =>
      mended(text, unsafe.double(known('heap', placeOf(text, '4g')), '-Xmx', '-Xms'), format);
    const cases: readonly [text: string, expected: string, format?: Format][] = [
      ['options: "-Xmx4g -Dx=1"\n', 'options: "-Xms4g -Xmx4g -Dx=1"\n'],
      ['options: |\n  # size\n  -Xmx4g\n  -Dx=1\n', 'options: |\n  # size\n  -Xms4g\n  -Xmx4g\n  -Dx=1\n'],
      ['options:\n  - -Xmx4g\n  - -Dx=1\n', 'options:\n  - -Xmx4g\n  - -Xms4g\n  - -Dx=1\n'],
      ['{"options": ["-Xmx4g"]}', '{"options": ["-Xmx4g", "-Xms4g"]}'],
      ['# size\r\n-Xmx4g\r\n', '# size\r\n-Xms4g\r\n-Xmx4g\r\n', 'template'],
      ['8-13:-Xmx4g\n', '8-13:-Xms4g\n8-13:-Xmx4g\n', 'template'],
      ['OPTIONS="-Xmx4g -Dx=1"\n', 'OPTIONS="-Xms4g -Xmx4g -Dx=1"\n', 'template'],
    ];
    for (const [text, expected, format] of cases) assert.is(doubled(text, format), expected);
    assert.is(doubled('options: -Xmx1g -Xmx4g\n'), BY_ITSELF);
    assert.is(doubled('heap: 4g\n'), BY_ITSELF);
  });
});

describe('a fix that cannot be made', (test) => {
  test('says what stands in its way', () => {
    const renamed = (text: string) => mended(text, unsafe.rename(placeOf(text, 'haep'), 'heap'));
    assert.is(renamed('heap: 1\nhaep: 2\n'), 'heap is set there already, in line 1');
    assert.is(renamed('haep: 2\na: [\n'), 'the file has a fault in line 3');
    const set = (text: string, word: string) => mended(text, unsafe.set(known('heap', placeOf(text, word)), 30));
    assert.is(set('a: &x {heap: 64}\nb: *x\n', '64'), 'line 2 takes its value from there');
    assert.is(set('a: &x {heap: 64}\nb: {<<: *x}\n', '64'), 'line 2 takes its value from there');
    assert.is(set('$ANSIBLE_VAULT;1.1;AES256\n64\n', '64'), 'the file is encrypted');
    const added = (text: string) => mended(text, unsafe.set(unset('extra: a.b', placeOf(text, 'host')), true));
    assert.is(added('host: 1\nextra: "{{ theirs }}"\n'), 'a template stands there');
    assert.is(added('host: 1\nextra: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  6131\n'), 'the value there is encrypted');
    const other = editsOfFix(unsafe.rename(placeOf('haep: 1', 'haep'), 'heap'), new Map());
    assert.equal(other, { why: 'file.yml was not read' });
  });
});

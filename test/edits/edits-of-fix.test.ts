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

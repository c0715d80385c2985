import type { RenderedText, TextPart } from '../../src/ansible/template/files/rendered-text.ts';
import { readInventory } from '../../src/ansible/read-inventory.ts';
import { HoleWords } from '../../src/render/hole-words.ts';
import { TextMask } from '../../src/render/masked-text.ts';
import { inPlainForm } from '../../src/render/plain-text.ts';
import { lineText, textLines } from '../../src/render/text-lines.ts';
import { Document } from '../../src/source/document.ts';
import type { Node } from '../../src/source/tree.ts';
import { Secrecy } from '../../src/stack/secrecy/secrecy.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

const INVENTORY = readInventory(
  memoryFiles({
    '/p/hosts': '[search]\nes-1\n',
    '/p/group_vars/all.yml':
      'plain: logs\nmy_token: s3cr3t-value\nusers: [{name: a, password: hunter2}]\nderived: "{{ my_token }}"\n',
  }),
  { sources: ['hosts'], cwd: '/p' },
);
const SECRECY = new Secrecy(INVENTORY, undefined);
const WORDS = new HoleWords(SECRECY);
const TEMPLATE = new Document('app.yml.j2', 'line one\nline two\n', 'template', {});
const PLACE = { document: TEMPLATE, start: 0, end: 8 };

function value(name: string): Node {
  const found = INVENTORY.assignments().find((each) => each.name === name)?.value;
  assert.ok(found, name);
  return found;
}

function known(text: string, from: readonly Node[] = [], place = PLACE): TextPart {
  return { kind: 'text', text, place, isComputed: from.length > 0, from };
}

function hole(name: string, extent: 'value' | 'lines' = 'value') {
  const message = `${name} is a fact, which only a run can know`;
  return { kind: 'hole' as const, reason: 'fact' as const, message, name, place: PLACE, extent };
}

function choice(name: string, ...alternatives: readonly RenderedText[]) {
  const { reason, message, place } = hole(name);
  return { kind: 'choice' as const, why: { reason, message, name, place }, alternatives };
}

function lines(text: RenderedText): readonly string[] {
  return textLines(new TextMask(SECRECY).of(text), WORDS).map(lineText);
}

function plain(text: RenderedText, path = '/etc/app.yml') {
  return inPlainForm(new TextMask(SECRECY).of(text), path, WORDS);
}

describe('a text for people', (test) => {
  test('has holes in place, with name and reason', () => {
    assert.equal(lines([known('a: 1\nb: '), hole('ansible_memtotal_mb'), known(' MB\n')]), [
      'a: 1',
      'b: ⟨ansible_memtotal_mb: only a run can know⟩ MB',
    ]);
  });

  test('gives lines that nobody knows a line of their own', () => {
    assert.equal(lines([hole('x', 'lines'), known('a: 1\n')]), ['⟨x: only a run can know⟩', 'a: 1']);
    assert.equal(lines([hole('x', 'lines'), known('\na: 1\n')]), ['⟨x: only a run can know⟩', 'a: 1']);
    assert.equal(lines([hole('x', 'lines'), hole('y', 'lines')]), [
      '⟨x: only a run can know⟩',
      '⟨y: only a run can know⟩',
    ]);
  });

  test('frames the alternatives of whole lines, so that all others are certain', () => {
    assert.equal(lines([known('a: 1\n'), choice('x', [known('b: 1\n')], [known('b: 2\n')]), known('c: 1\n')]), [
      'a: 1',
      '┌ either, by line one ⟨x: only a run can know⟩',
      '│ b: 1',
      '├ or',
      '│ b: 2',
      '└',
      'c: 1',
    ]);
  });

  test('frames what may not be there, also within another frame', () => {
    const inner = choice('y', [known('b: 2\n')], []);
    assert.equal(lines([choice('x', [known('b: 1\n'), inner], [], [known('c: 3\n')])]), [
      '┌ perhaps, by line one ⟨x: only a run can know⟩',
      '│ b: 1',
      '│ ┌ perhaps, by line one ⟨y: only a run can know⟩',
      '│ │ b: 2',
      '│ └',
      '├ or',
      '│ c: 3',
      '└ or none of these',
    ]);
  });

  test('has the alternatives within a line in it', () => {
    assert.equal(lines([known('heap: '), choice('x', [known('1g')], []), known('\n')]), [
      'heap: ⟨1g or nothing, by line one ⟨x: only a run can know⟩⟩',
    ]);
  });

  test('has lines within a line in it, too', () => {
    const inner = choice('y', [known('b\n')], []);
    assert.equal(lines([known('a: '), choice('x', [inner, known('c\nd')], [])]), [
      'a: ⟨⟨b or nothing, by line one ⟨y: only a run can know⟩⟩c↵d or nothing, by line one ⟨x: only a run can know⟩⟩',
    ]);
  });

  test('keeps tabs, and escapes what a terminal would obey', () => {
    assert.equal(lines([known('a\tb\u001b[31m\r\nc')]), ['a\tb\\x1b[31m', 'c']);
  });

  test('knows the line of the template that each line comes from', () => {
    const whole = { document: TEMPLATE, start: 0, end: TEMPLATE.text.length };
    const found = textLines(new TextMask(SECRECY).of([known(TEMPLATE.text, [], whole)]), WORDS);
    assert.equal(
      found.map(({ place }) => place?.document.position(place.start).line),
      [1, 2],
    );
  });
});

describe('a text for programs', (test) => {
  test('has offsets of its holes', () => {
    const { text, holes } = plain([known('a: '), hole('ansible_x'), known('\n')]);
    assert.is(text, 'a: <unknown: ansible_x>\n');
    assert.equal(
      holes.map(({ start, end }) => text.slice(start, end)),
      ['<unknown: ansible_x>'],
    );
  });

  test('has lines that nobody knows as a comment, where the format has comments', () => {
    assert.is(plain([hole('x', 'lines'), known('a: 1\n')]).text, '# <unknown: x>\na: 1\n');
    assert.is(plain([hole('x', 'lines'), known('{}')], '/a.json').text, '<unknown: x>\n{}');
    assert.is(plain([known('a: 1\n'), choice('x', [known('b: 1\n')], [])]).text, 'a: 1\n# <unknown: x>\n');
  });

  test('has the alternatives of a choice beside it', () => {
    const { text, holes } = plain([known('heap: '), choice('x', [known('1g')], [hole('y')]), known('\n')]);
    assert.is(text, 'heap: <unknown: x>\n');
    assert.equal(
      holes[0]?.either?.map((one) => one.text),
      ['1g', '<unknown: y>'],
    );
  });

  test('has the source of each line', () => {
    const { sources } = plain([known('a: '), known('logs', [value('plain')]), known('\nb: 1\n')]);
    assert.equal(
      sources.map(({ from }) => from),
      [[value('plain')], []],
    );
  });
});

describe('secrets in a rendered text', (test) => {
  test('are told by what went into it', () => {
    assert.equal(lines([known('url: '), known('x-s3cr3t-value', [value('my_token')])]), [
      'url: <secret of 14 characters>',
    ]);
    assert.is(plain([known('url: '), known('x-s3cr3t-value', [value('my_token')])]).text, 'url: <secret>');
    assert.equal(lines([known('logs', [value('plain')])]), ['logs']);
  });

  test('are told by the name before them, in each alternative', () => {
    const text = [known('password: '), choice('x', [known('hunter2')], [known('hunter22')]), known('\n')];
    assert.not.match(lines(text).join('\n'), 'hunter');
    assert.not.match(JSON.stringify(plain(text).holes[0]?.either?.map((one) => one.text)), 'hunter');
  });

  test('are told by their shape, over several parts', () => {
    assert.equal(lines([known('https://elastic:'), known('abcdef', [value('plain')]), known('@es-1:9200')]), [
      'https://elastic:<secret of 6 characters>@es-1:9200',
    ]);
  });

  test('are all of a file that was decrypted', () => {
    const place = { document: new Document('a', 'open', 'template', {}, true), start: 0, end: 4 };
    assert.equal(lines([known('open', [], place)]), ['<secret of 4 characters>']);
  });

  test('are hidden one by one in a list or mapping that is printed', () => {
    const origin = value('users');
    const text = '- name: a\n  password: hunter2\n';
    const printed: TextPart = { ...known(text, [origin]), origin };
    assert.equal(lines([printed]), ['- name: a', '  password: <secret of 7 characters>']);
    const json: TextPart = { ...known('[{"name": "a", "password": "hunter2"}]', [origin]), origin };
    assert.equal(lines([json]), ['[{"name": "a", "password": <secret of 9 characters>}]']);
    const indented: TextPart = { ...known('- name: a\n    password: hunter2', [origin]), origin };
    assert.equal(lines([indented]), ['- name: a', '    password: <secret of 7 characters>']);
    const other: TextPart = { ...known('2retnuh', [origin]), origin };
    assert.equal(lines([other]), ['<secret of 7 characters>']);
  });

  test('are told by the names that a template gives them', () => {
    const document = new Document(
      'l.j2',
      '{% for k in my_token | list %}{{ k }}{% endfor %}{{ plain }}',
      'template',
      {},
    );
    const at = (text: string): TextPart => {
      const start = document.text.indexOf(text);
      return { ...known('x'), isComputed: true, place: { document, start, end: start + text.length } };
    };
    assert.equal(lines([at('{{ k }}'), known('-'), at('{{ plain }}')]), ['<secret of 1 character>-x']);
  });

  test('are not what an expression says of them', () => {
    assert.equal(lines([known('enabled: '), known('true', [value('my_token')])]), ['enabled: true']);
  });

  test('are not quoted in reasons', () => {
    const document = new Document('b.j2', '{{ my_token | int }}', 'template', {});
    const message = "invalid literal for int(): 's3cr3t-value'";
    const place = { document, start: 0, end: 20 };
    const text = [{ ...hole('x'), reason: 'error' as const, name: undefined, message, place }];
    assert.equal(lines(text), ['⟨its template fails⟩']);
    assert.is(plain(text).text, '<unknown: error>');
    const derived = new Document('c.j2', '{{ derived | int }}', 'template', {});
    assert.equal(lines([{ ...text[0], place: { ...place, document: derived } } as RenderedText[number]]), [
      '⟨its template fails⟩',
    ]);
  });
});

import { codeFrame } from '../../src/report/code-frame.ts';
import { Redaction } from '../../src/report/redaction.ts';
import { Document } from '../../src/source/document.ts';
import { assert, describe } from '../describe.ts';
import { placeOf, yaml } from './sample.ts';

const none = new Redaction([]);

function frame(text: string, piece: string, width = 60): string {
  const document = yaml('a.yml', text);
  const shown = codeFrame(document, placeOf(document, piece), none, width);
  return shown === undefined ? '' : `${shown.line}\n${shown.text}\n${shown.marker}`;
}

describe('code frame', (test) => {
  test('marks the value', () => {
    assert.is(frame('a: 1\nheap: "64" # GB\n', '"64"'), '2\nheap: "64" # GB\n      ^^^^');
  });

  test('aligns tabs and wide characters', () => {
    assert.is(frame('a\t検索\t"値" x', '"値"'), '1\na   検索    "値" x\n            ^^^^');
  });

  test('marks the first line of a value of several', () => {
    const document = yaml('a.yml', 'a:\n  - one: 1  \n    two: 2\n');
    const shown = codeFrame(document, { file: 'a.yml', start: 7, end: 30 }, none, 60);
    assert.equal(shown, { line: 2, text: '  - one: 1', marker: '    ^^^^^^' });
  });

  test('marks one column where the value is empty or ends its line', () => {
    const document = yaml('a.yml', 'heap:\nb: 1\n');
    assert.is(codeFrame(document, { file: 'a.yml', start: 5, end: 5 }, none, 60)?.marker, '     ^');
    assert.is(codeFrame(document, { file: 'a.yml', start: 0, end: 0 }, none, 60)?.marker, '^');
  });

  test('shows nothing of an empty line or beyond the end', () => {
    assert.is(codeFrame(yaml('a.yml', ''), { file: 'a.yml', start: 0, end: 0 }, none, 60), undefined);
    assert.is(codeFrame(yaml('a.yml', 'a\n\n'), { file: 'a.yml', start: 2, end: 2 }, none, 60), undefined);
  });

  test('shows the part of a long line that matters', () => {
    const line = `roles: [${Array.from({ length: 30 }, (_, index) => `role${index}`).join(', ')}]`;
    assert.is(frame(line, 'role15', 40), `1\n…12, role13, role14, role15, role16, ro…\n${' '.repeat(21)}^^^^^^`);
    assert.is(frame(line, 'role0', 40), '1\nroles: [role0, role1, role2, role3, rol…\n        ^^^^^');
    assert.is(frame(line, 'role29', 40).split('\n')[1], '…role25, role26, role27, role28, role29]');
    for (const width of [24, 33, 40, 80])
      for (const piece of ['roles', 'role7', 'role15', 'role29]']) {
        const [, text = '', marker = ''] = frame(line, piece, width).split('\n');
        assert.ok(text.length <= width, `${text.length} > ${width}`);
        assert.is(text.slice(marker.lastIndexOf(' ') + 1, marker.length), piece);
      }
  });

  test('leaves a byte-order mark out', () => {
    assert.is(frame('\ufeffheap: 64\n', '64'), '1\nheap: 64\n      ^^');
  });
});

describe('secrets in a code frame', (test) => {
  test('are shown as their length, and the marker covers that', () => {
    assert.is(
      frame('dashboard_system_password: "hunter2"\n', '"hunter2"'),
      `1\ndashboard_system_password: <secret of 7 characters>\n${' '.repeat(27)}${'^'.repeat(24)}`,
    );
  });

  test('are hidden beside what is shown', () => {
    const hosts = 'es-1 ansible_password=hunter2 ansible_port=22 become_pass="a b" role=x';
    const text = frame(hosts, 'role=x', 200);
    assert.match(text, 'ansible_password=<secret of 7 characters> ansible_port=22');
    assert.not.match(text, /hunter2|a b/);
  });

  test('are hidden in comments, flow maps and JSON', () => {
    for (const text of [
      '# old_password: hunter2',
      'a: {user: bob, password: hunter2, size: 3}',
      '{"a": {"password": "hunter2", "x": 1}}',
      "x: {'xpack.security.encryptionKey': 'hunter2'}",
    ])
      assert.not.match(frame(text, text.slice(0, 1), 200), 'hunter2', text);
  });

  test('are hidden in the reason of a suppression comment, but not the rules that it names', () => {
    const directive = '# stacklint-disable-line security/plaintext-secret, memory/* until 2027-01-31 --';
    assert.match(frame(`${directive} Old.`, '#', 200), `${directive} Old.`);
    assert.match(frame(`${directive} password: hunter2`, '#', 200), `${directive} <secret of 17 characters>`);
    assert.match(frame(`password: hunter2 ${directive} or hunter3`, '#', 200), /plaintext-secret, .* -- <secret of/);
    assert.not.match(frame('# stacklint-disable-line password=hunter2', '#', 200), 'hunter2');
  });

  test('templates and vault tags are no secrets, but texts inside a template are', () => {
    assert.match(frame('password: "{{ vault_password }}"', 'password'), '"{{ vault_password }}"');
    assert.match(frame('password: !vault |', 'password'), '!vault |');
    assert.not.match(frame(`password: "{{ x | default('hunter2') }}"`, 'password', 99), 'hunter2');
    assert.not.match(frame(`password: {{ x | default("hunter2") }}`, 'password', 99), 'hunter2');
  });

  test('nothing after the name is shown of a text that could not be parsed', () => {
    const problem = { code: 'yaml/tab', data: {}, start: 0, end: 1 } as const;
    for (const text of [
      'password: "hun\\"ter2 and: more [',
      'password:\n  deep:\n    - hunter2: [',
      'token: |\n  hunter2',
    ]) {
      const document = new Document('a.yml', text, 'yaml', { problem });
      const shown = codeFrame(document, placeOf(document, 'ter2'), none, 99);
      assert.not.match(shown?.text ?? '', /ter2|more/);
    }
  });
});

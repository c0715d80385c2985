/** Inlay hints: what templates give, beside them. */
import type { ClientCapabilities, InlayHint } from 'vscode-languageserver';
import { inlayHintsIn } from '../../src/editor/inlay-hints.ts';
import type { Snapshot } from '../../src/editor/snapshot.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';
import { vaulted } from '../vaulted.ts';
import { editorOn, PUSHED, uriOf } from './editor.ts';
import { documentIn, exampleNamed, offsetOf, snapshotOf } from './project.ts';

/** The hints of a file, or of a range of it, as `line:column label`. */
function hints(snapshot: Snapshot, file: string, range?: { readonly start: number; readonly end: number }): string[] {
  const document = documentIn(snapshot, file);
  return inlayHintsIn(snapshot, document, range ?? { start: 0, end: document.text.length }).map(shown);
}

function shown({ position: { line, character }, label }: InlayHint): string {
  return `${String(line + 1)}:${String(character + 1)} ${typeof label === 'string' ? label : ''}`;
}

function tooltip(snapshot: Snapshot, file: string, index = 0): string {
  const document = documentIn(snapshot, file);
  const hint = inlayHintsIn(snapshot, document, { start: 0, end: document.text.length })[index];
  return typeof hint?.tooltip === 'object' ? hint.tooltip.value : '';
}

const HOSTS = 'search:\n  hosts:\n    es-1: {ram: 8}\n    es-2: {ram: 8}\n    es-3: {ram: 16}\n';

describe('an inlay hint', (test) => {
  test('has what a template gives, for all hosts or for how many', () => {
    const snapshot = snapshotOf({
      'hosts.yml': HOSTS,
      'group_vars/search.yml': [
        'size: 30',
        'same: "{{ size }}g" # no template',
        "half: '{{ ram // 2 }}g'",
        'text: >-',
        '  {{ size }}',
        '  and more',
        'list: "{{ [size, 2] }}"',
        'map: {a: "{{ size }}", b: [1, "{{ size + 1 }}"], c: plain}',
        'later: 1',
        '',
      ].join('\n'),
    });
    assert.equal(hints(snapshot, 'group_vars/search.yml'), [
      '2:20 → 30g',
      '3:24 → 4g (2 hosts), 8g (1 host)',
      '6:11 → 30 and more',
      '7:24 → [30,2]',
      '8:22 → 30',
      '8:47 → 31',
    ]);
    assert.is(
      tooltip(snapshot, 'group_vars/search.yml', 1),
      '- `4g` for es-1, es-2, from ram ([hosts.yml:3](file:///p/hosts.yml#L3)), ram ([hosts.yml:4](file:///p/hosts.yml#L4))\n' +
        '- `8g` for es-3, from ram ([hosts.yml:5](file:///p/hosts.yml#L5))',
    );
  });

  test('is only in the range that is asked for', () => {
    const snapshot = snapshotOf({
      'hosts.yml': HOSTS,
      'group_vars/search.yml': 'a: "{{ 1 }}"\nb: "{{ 2 }}"\nc: "{{ 3 }}"\n',
    });
    const document = documentIn(snapshot, 'group_vars/search.yml');
    const [start, end] = ['b', 'c'].map((word) => offsetOf(document, word)) as [number, number];
    assert.equal(hints(snapshot, 'group_vars/search.yml', { start, end }), ['2:13 → 2']);
  });

  test('counts the hosts for which the value wins', () => {
    const snapshot = snapshotOf({
      'hosts.yml': HOSTS,
      'group_vars/all.yml': 'heap: "{{ ram }}g"\nunused: "{{ ram }}"\n',
      'host_vars/es-3.yml': 'heap: 1g\nunused: 1\n',
      'host_vars/es-2.yml': 'unused: 1\n',
      'host_vars/es-1.yml': 'unused: 1\n',
    });
    assert.equal(hints(snapshot, 'group_vars/all.yml'), ['1:19 → 8g']);
  });

  test('is not there for a secret, a vaulted value or one that only a run knows', () => {
    const snapshot = snapshotOf(
      {
        'hosts.yml': HOSTS,
        'group_vars/all.yml': [
          'admin_password: hunter2',
          'pin: !vault |',
          ...vaulted('open-sesame', 'right')
            .trim()
            .split('\n')
            .map((line) => `  ${line}`),
          'a: "{{ admin_password }}"',
          'b: "{{ pin }}"',
          'c: "https://admin:{{ admin_password }}@{{ ansible_host | default(1) }}"',
          'd: "{{ ansible_facts.os_family }}"',
          'e: {password: "{{ size }}"}',
          'other_password: "{{ size }}"',
          'size: geheim',
          '',
        ].join('\n'),
      },
      'right',
    );
    assert.equal(hints(snapshot, 'group_vars/all.yml'), []);
  });

  test('is in a template where all hosts that get its file agree', () => {
    const snapshot = snapshotOf(exampleNamed('observatory'));
    assert.equal(hints(snapshot, 'roles/elasticsearch/templates/heap.options.j2'), ['1:26 → 48', '2:26 → 48']);
    assert.equal(hints(snapshot, 'roles/elasticsearch/templates/elasticsearch.yml.j2'), [
      '1:24 → Ansible managed',
      '2:36 → observatory',
      '6:30 → /srv/archive',
      '10:38 → 10.30.0.11, 10.30.0.12, 10.30.0.13',
      '12:64 → ["dome-1", "dome-2", "dome-3"]',
      '18:38 → action.destructive_requires_name: true …',
    ]);
    assert.is(
      tooltip(snapshot, 'roles/elasticsearch/templates/heap.options.j2'),
      'In `/etc/elasticsearch/jvm.options.d/heap.options` on dome-1, dome-2, dome-3.',
    );
  });

  test('is not in a template where a host differs, or its text has a secret', () => {
    const snapshot = snapshotOf({
      'hosts.yml': HOSTS,
      'group_vars/all.yml': 'admin_password: hunter2\nsize: 30\n',
      'site.yml': '- hosts: all\n  tasks:\n    - template: {src: a.j2, dest: /etc/a}\n',
      'templates/a.j2':
        'a: {{ size }}\nb: {{ ram }}\npassword: {{ admin_password }}\nc: {{ [admin_password, 1] }}\nd: {{ ansible_facts.x }}\n{% if ram > 8 %}{{ ram }}{% endif %}\n',
    });
    assert.equal(hints(snapshot, 'templates/a.j2'), ['1:14 → 30', '6:26 → 16']);
    const other = snapshotOf({
      'production/hosts.yml': 'all: {hosts: {a: {size: 1}}}\n',
      'staging/hosts.yml': 'all: {hosts: {a: {size: 2}}}\n',
      'site.yml': '- hosts: all\n  tasks:\n    - template: {src: a.j2, dest: /etc/a}\n',
      'templates/a.j2': '{{ size }} {{ 1 + 1 }}\n',
    });
    assert.equal(hints(other, 'templates/a.j2'), ['1:23 → 2']);
  });

  test('comes and goes with its setting, and an editor asks again after each check', async () => {
    const files = memoryFiles({ '/p/hosts.yml': HOSTS, '/p/group_vars/all.yml': 'a: "{{ ram }}"\n' });
    const editor = editorOn({ files });
    let refreshes = 0;
    editor.connection.onRequest('workspace/inlayHint/refresh', () => {
      refreshes++;
      return null;
    });
    const able: ClientCapabilities = {
      workspace: { ...PUSHED.workspace, configuration: true, inlayHint: { refreshSupport: true } },
    };
    await editor.open(['/p'], able);
    const textDocument = { uri: uriOf('/p/group_vars/all.yml') };
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const asked = async (): Promise<string[]> =>
      (await editor.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', { textDocument, range })).map(shown);
    assert.equal(await asked(), ['1:15 → 8 (2 hosts), 16 (1 host)']);
    await editor.openText('/p/group_vars/all.yml', '\na: "{{ ram * 2 }}"\n');
    assert.equal(await asked(), ['2:19 → 16 (2 hosts), 32 (1 host)']);
    assert.is(refreshes, 2);
    editor.settings = { inlayHints: false };
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await editor.settled('/p/hosts.yml');
    assert.equal(await asked(), []);
    assert.is(refreshes, 3);
    await editor.close();
  });
});

/** Code actions: what they do to a text, and that a check accepts it. */
import type { CodeAction } from 'vscode-languageserver';
import { codeActionsAt } from '../../src/editor/code-actions.ts';
import { offsetAt } from '../../src/editor/snapshot.ts';
import { assert, describe } from '../describe.ts';
import { documentIn, offsetOf, snapshotOf } from './project.ts';
import type { Tree } from './project.ts';

const HOSTS = { 'hosts.yml': 'search:\n  hosts:\n    es-1:\n' };

function actionsOn(tree: Tree, file: string, word: string): readonly CodeAction[] {
  const snapshot = snapshotOf(tree);
  const document = documentIn(snapshot, file);
  const start = offsetOf(document, word);
  return codeActionsAt(snapshot, document, { start, end: start }, { uri: `file:///p/${file}`, diagnostics: [] });
}

/** The text of a file after the action of a title. */
function after(tree: Tree, file: string, word: string, title: string): string {
  const [edit] =
    actionsOn(tree, file, word).find((one) => one.title === title)?.edit?.changes?.[`file:///p/${file}`] ?? [];
  if (edit === undefined) throw new Error(`no ${title}`);
  const document = documentIn(snapshotOf(tree), file);
  const [start, end] = [offsetAt(document, edit.range.start), offsetAt(document, edit.range.end)];
  return document.text.slice(0, start) + edit.newText + document.text.slice(end);
}

describe('a code action', (test) => {
  const line = 'Suppress memory/heap-limit on this line';
  const whole = 'Suppress memory/heap-limit in this file';
  const comment = '# stacklint-disable-next-line memory/heap-limit -- because';

  test('suppresses a finding with a comment above its line, in each format', () => {
    const cases: readonly (readonly [tree: Tree, file: string, expected: string])[] = [
      [
        { ...HOSTS, 'group_vars/search.yml': 'a: 1\nsearch_heap: "64"\n' },
        'group_vars/search.yml',
        `a: 1\n${comment}\nsearch_heap: "64"\n`,
      ],
      [
        { ...HOSTS, 'group_vars/search.yml': 'a: 1\r\nsearch_heap: "64"\r\n' },
        'group_vars/search.yml',
        `a: 1\r\n${comment}\r\nsearch_heap: "64"\r\n`,
      ],
      [
        { 'hosts.yml': 'search:\n  vars:\n    search_heap: "64"\n  hosts:\n    es-1:\n' },
        'hosts.yml',
        `search:\n  vars:\n    ${comment}\n    search_heap: "64"\n  hosts:\n    es-1:\n`,
      ],
      [{ 'hosts.ini': '[search]\nes-1 search_heap=64\n' }, 'hosts.ini', `[search]\n${comment}\nes-1 search_heap=64\n`],
      [
        { 'hosts.toml': '[search.hosts.es-1]\nsearch_heap = "64"\n' },
        'hosts.toml',
        `[search.hosts.es-1]\n${comment}\nsearch_heap = "64"\n`,
      ],
    ];
    for (const [tree, file, expected] of cases) {
      const text = after(tree, file, '64', line);
      assert.is(text, expected);
      const { findings, suppressed } = snapshotOf({ ...tree, [file]: text }).result;
      assert.is(
        findings.some(({ rule }) => /^memory.heap-limit|^suppression|syntax/.test(rule)),
        false,
        file,
      );
      assert.equal(
        suppressed.map(({ because }) => because),
        ['because'],
        file,
      );
    }
  });

  test('suppresses a rule in the whole file, below what has to be first', () => {
    const accepts = '# stacklint-disable-file memory/heap-limit -- because';
    const text = '---\nsearch_heap: "64"\n';
    const tree = { ...HOSTS, 'group_vars/search.yml': text };
    assert.is(after(tree, 'group_vars/search.yml', '64', whole), `${accepts}\n${text}`);
    const directive = { ...HOSTS, 'group_vars/search.yml': `%YAML 1.1\n${text}` };
    assert.is(after(directive, 'group_vars/search.yml', '64', whole), `%YAML 1.1\n${accepts}\n${text}`);
  });

  test('puts the comment at the end of a line that it cannot be above', () => {
    const tree = { ...HOSTS, 'group_vars/search.yml': 'search_heap:\n  "64"\na: {\n}\n' };
    const text = after(tree, 'group_vars/search.yml', '64', line);
    assert.match(text, 'stacklint-disable-');
    assert.is(
      snapshotOf({ ...tree, 'group_vars/search.yml': text }).result.findings.some(
        ({ rule }) => rule === 'inventory/syntax',
      ),
      false,
    );
  });

  test('explains the rule', () => {
    const tree = { ...HOSTS, 'group_vars/search.yml': 'search_heap: "64"\n' };
    const explains = actionsOn(tree, 'group_vars/search.yml', '64').find(
      ({ title }) => title === 'Explain memory/heap-limit',
    );
    const [given] = (explains?.command?.arguments ?? []) as { rule: string; text: string }[];
    assert.is(given?.rule, 'memory/heap-limit');
    assert.match(given?.text ?? '', '# memory/heap-limit\n\n**Keep the heap');
  });

  test('is not offered where there is no finding', () => {
    const tree = { ...HOSTS, 'group_vars/search.yml': 'first: 1\nother: 1\nsearch_heap: "64"\n' };
    assert.equal(actionsOn(tree, 'group_vars/search.yml', 'other'), []);
  });
});

/** Code actions that mend findings: what is offered where, what they edit once they are chosen, and what they refuse. */
import { join } from 'node:path';
import type { ClientCapabilities, CodeAction, TextDocumentEdit } from 'vscode-languageserver';
import type { Machine } from '../../src/editor/machine.ts';
import { fullPathOf } from '../../src/editor/snapshot.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';
import { editorOn, mended, PUSHED, uriOf } from './editor.ts';
import type { Editor } from './editor.ts';
import type { Tree } from './project.ts';

const FOLDER = '/p';
const HOSTS = 'search:\n  hosts:\n    es-1:\n    es-2:\n';
const HEAP = 'group_vars/search.yml';
const HEAPS = { 'hosts.yml': HOSTS, [HEAP]: '---\nsearch_heap: "64" # too much\n' };
const SET = 'Set search_heap to 30 (changes what a run deploys)';
const ALL_SAFE = 'Make all safe fixes in this file';

/** An editor that asks for edits when a person chooses an action. */
const LAZY: ClientCapabilities = {
  workspace: { ...PUSHED.workspace, workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
  textDocument: { codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } } },
};

describe('a fix in an editor', (test) => {
  test('is offered at its finding, and is preferred if it is safe', async () => {
    const twice = '---\nsearch_heap: "8"\na: 1\nsearch_heap: "64"\n';
    const editor = await opened({ 'hosts.yml': HOSTS, [HEAP]: twice });
    const actions = await actionsAt(editor, HEAP, 3);
    const [heap, key] = ['memory/heap-limit', 'inventory/duplicate-key'].map((rule) =>
      actions.find(({ diagnostics }) => diagnostics?.some(({ code }) => code === rule)),
    );
    assert.equal([heap?.title, heap?.isPreferred, heap?.kind], [SET, undefined, 'quickfix']);
    assert.equal([key?.title, key?.isPreferred], ['Remove the first search_heap', true]);
    // Nothing is proved before it is chosen.
    assert.equal([heap?.edit, key?.edit], [undefined, undefined]);
    assert.equal(fixesAmong(await actionsAt(editor, HEAP, 2)), []);
    await editor.close();
  });

  test('edits what it must, in the version of the text that was checked', async () => {
    const editor = await opened(HEAPS);
    await editor.openText(join(FOLDER, HEAP), '---\na: 1\nsearch_heap: "64" # too much\n');
    const { documentChanges } = (await chosen(editor, HEAP, 2, SET)).edit ?? {};
    const range = { start: { line: 2, character: 14 }, end: { line: 2, character: 16 } };
    assert.equal(documentChanges, [
      { textDocument: { uri: uriOf(join(FOLDER, HEAP)), version: 1 }, edits: [{ range, newText: '30' }] },
    ]);
    assert.equal(editor.popups, []);
    await editor.close();
  });

  test('makes the file that a missing value belongs in', async () => {
    const tree = { 'hosts.yml': 'search:\n  hosts:\n    es-1: {config_host: 10.0.0.1}\n' };
    const editor = await opened(tree);
    const title = 'Set search_memory_lock to true in group_vars/search.yml (changes what a run deploys)';
    const { documentChanges } = (await chosen(editor, 'hosts.yml', undefined, title)).edit ?? {};
    const uri = uriOf(join(FOLDER, HEAP));
    const top = { line: 0, character: 0 };
    assert.equal(documentChanges, [
      { kind: 'create', uri },
      {
        textDocument: { uri, version: null },
        edits: [{ range: { start: top, end: top }, newText: '---\nsearch_memory_lock: true\n' }],
      },
    ]);
    await editor.close();
  });

  test('is withdrawn with a message and no edit where others would change as well', async () => {
    const hosts = `${HOSTS}pipeline:\n  hosts:\n    pipe-1:\n`;
    const editor = await opened({ 'hosts.yml': hosts, 'group_vars/all.yml': 'search_heap: "64"\n' });
    const { edit } = await chosen(editor, 'group_vars/all.yml', 0, SET);
    assert.is(edit, undefined);
    assert.equal(editor.popups, [
      { type: 2, message: 'not fixed: Set search_heap to 30: search_heap of pipe-1 would change as well' },
    ]);
    await editor.close();
  });

  test('of one place mends no other', async () => {
    const tree = { 'hosts.ini': '[search]\nes-1 search_heap=64\nes-2 search_heap=48\n' };
    const editor = await opened(tree);
    assert.is(
      after(tree, 'hosts.ini', await chosen(editor, 'hosts.ini', 2, SET)),
      '[search]\nes-1 search_heap=64\nes-2 search_heap=30\n',
    );
    await editor.close();
  });

  test('is not made once the text has changed', async () => {
    const editor = await opened(HEAPS);
    const [action] = fixesAmong(await actionsAt(editor, HEAP, 1));
    await editor.openText(join(FOLDER, HEAP), '---\n\nsearch_heap: "64"\n');
    const { edit } = await resolved(editor, action);
    assert.is(edit, undefined);
    assert.equal(editor.popups, [{ type: 2, message: 'not fixed: Set search_heap to 30: it is not found any more' }]);
    await editor.close();
  });

  test('is not made where the text changes while it is proved', async () => {
    const editor = await opened(HEAPS, LAZY, {
      mend: async (asked) => {
        const result = await mended(asked);
        await editor.changeText(join(FOLDER, HEAP), { text: '---\nsearch_heap: "64"\n' });
        await new Promise((done) => setTimeout(done, 50));
        return result;
      },
    });
    await editor.openText(join(FOLDER, HEAP), HEAPS[HEAP]);
    const { edit } = await chosen(editor, HEAP, 1, SET);
    assert.is(edit, undefined);
    assert.equal(editor.popups, [
      { type: 2, message: 'not fixed: Set search_heap to 30: the text has changed meanwhile' },
    ]);
    await editor.close();
  });

  test('has its edits at once where the editor cannot ask for them, unless it is withdrawn', async () => {
    const hosts = `${HOSTS}pipeline:\n  hosts:\n    pipe-1:\n`;
    const tree = { 'hosts.yml': hosts, [HEAP]: 'search_heap: "64"\n' };
    const editor = await opened(tree, PUSHED);
    const [action, ...others] = fixesAmong(await actionsAt(editor, HEAP, 0));
    assert.equal([action?.title, action?.data, others], [SET, undefined, []]);
    assert.equal(Object.keys(action?.edit?.changes ?? {}), [uriOf(join(FOLDER, HEAP))]);
    const shared = await opened({ 'hosts.yml': hosts, 'group_vars/all.yml': 'search_heap: "64"\n' }, PUSHED);
    assert.equal(fixesAmong(await actionsAt(shared, 'group_vars/all.yml', 0)), []);
    assert.equal(shared.popups, []);
    await Promise.all([editor.close(), shared.close()]);
  });
});

describe('the fixes of a rule in an editor', (test) => {
  const tree = {
    'hosts.ini': '[search]\nes-1 search_heap=64\nes-2 search_heap=48\nes-3\n',
    'host_vars/es-3.yml': 'search_heap: "40"\n',
  };
  const inFile = 'Fix all of memory/heap-limit in this file (changes what a run deploys)';
  const inStack = 'Fix all of memory/heap-limit in the stack (changes what a run deploys)';

  test('are made in the file, or in the whole stack', async () => {
    const editor = await opened(tree);
    assert.equal(
      fixesAmong(await actionsAt(editor, 'hosts.ini', 1)).map(({ title }) => title),
      [SET, inFile, inStack],
    );
    const file = await chosen(editor, 'hosts.ini', 1, inFile);
    assert.is(after(tree, 'hosts.ini', file), '[search]\nes-1 search_heap=30\nes-2 search_heap=30\nes-3\n');
    assert.is(after(tree, 'host_vars/es-3.yml', file), undefined);
    const stack = await chosen(editor, 'hosts.ini', 1, inStack);
    assert.is(after(tree, 'hosts.ini', stack), '[search]\nes-1 search_heap=30\nes-2 search_heap=30\nes-3\n');
    assert.is(after(tree, 'host_vars/es-3.yml', stack), 'search_heap: "30"\n');
    // Where a file has one finding of the rule, there is nothing to make at once in it.
    assert.equal(
      fixesAmong(await actionsAt(editor, 'host_vars/es-3.yml', 0)).map(({ title }) => title),
      [SET, inStack],
    );
    await editor.close();
  });

  test('name the stack where there are several', async () => {
    const several = {
      ...tree,
      'other.ini':
        '[search]\nes-9 search_heap=64\n[search:vars]\nsearch_heap=64\n[pipeline]\nes-8\n[all:vars]\nsearch_heap=50\n',
      'stacklint.yml': 'stacks:\n  - {name: here, inventory: hosts.ini}\n  - {name: there, inventory: other.ini}\n',
      'group_vars/all.yml': 'a: 1\n',
    };
    const editor = await opened(several);
    const title = inStack.replace('the stack', 'the stack here');
    const { edit } = await chosen(editor, 'hosts.ini', 1, title);
    assert.equal((edit?.documentChanges ?? []).map((one) => 'edits' in one && one.textDocument.uri).sort(), [
      uriOf(join(FOLDER, 'host_vars/es-3.yml')),
      uriOf(join(FOLDER, 'hosts.ini')),
    ]);
    await editor.close();
  });

  test('that are left are told of with the first of them', async () => {
    const shared = {
      'hosts.yml': `${HOSTS}pipeline:\n  hosts:\n    pipe-1:\n`,
      'group_vars/all.yml': 'search_heap: "64"\n',
      'host_vars/es-2.yml': 'search_heap: "40"\n',
    };
    const editor = await opened(shared);
    const action = await chosen(editor, 'group_vars/all.yml', 0, inStack);
    assert.is(after(shared, 'host_vars/es-2.yml', action), 'search_heap: "30"\n');
    assert.is(after(shared, 'group_vars/all.yml', action), undefined);
    const [{ message }] = editor.popups as [{ message: string }];
    assert.is(
      message,
      'fixed 1 finding; not fixed: group_vars/all.yml:1: Set search_heap to 30: search_heap of pipe-1 would change as well',
    );
    await editor.close();
  });
});

describe('what an editor makes when it saves', (test) => {
  const tree = {
    'hosts.yml': HOSTS,
    [HEAP]: '---\n# stacklint-disable-next-line memory/heap-limmit -- because\nsearch_heap: "64"\na: 1\na: 2\n',
  };

  test('is all that is safe in the file', async () => {
    const editor = await opened(tree);
    for (const only of [['source.fixAll'], ['source.fixAll.stacklint'], ['source']]) {
      const [action, ...others] = await actionsAt(editor, HEAP, 0, only);
      assert.equal([action?.title, action?.kind, others], [ALL_SAFE, 'source.fixAll.stacklint', []]);
      assert.is(
        after(tree, HEAP, await resolved(editor, action)),
        '---\n# stacklint-disable-next-line memory/heap-limit -- because\nsearch_heap: "64"\na: 2\n',
      );
    }
    assert.equal(await actionsAt(editor, HEAP, 0, ['source.organizeImports']), []);
    assert.equal(await actionsAt(editor, HEAP, 0, ['source.fixAll.other']), []);
    await editor.close();
  });

  test('is nothing, and says nothing, where nothing is safe', async () => {
    const editor = await opened(HEAPS);
    assert.equal(await actionsAt(editor, HEAP, 1, ['source.fixAll']), []);
    assert.equal(editor.popups, []);
    await editor.close();
  });
});

async function opened(tree: Tree, capabilities = LAZY, machine: Partial<Machine> = {}): Promise<Editor> {
  const files = Object.fromEntries(Object.entries(tree).map(([file, text]) => [join(FOLDER, file), text]));
  const editor = editorOn({ files: memoryFiles(files), ...machine });
  const { capabilities: given } = await editor.open([FOLDER], capabilities);
  assert.equal(given.codeActionProvider, {
    codeActionKinds: ['quickfix', 'source.fixAll.stacklint'],
    ...(capabilities === LAZY && { resolveProvider: true }),
  });
  return editor;
}

/** The actions in a line, from 0; in the whole file if there is none. */
async function actionsAt(editor: Editor, file: string, line?: number, only?: string[]): Promise<CodeAction[]> {
  const uri = uriOf(fullPathOf({ folder: FOLDER }, file));
  await editor.settled(fullPathOf({ folder: FOLDER }, file));
  const range = {
    start: { line: line ?? 0, character: 0 },
    end: { line: line ?? 999, character: 0 },
  };
  const diagnostics = editor.pushed.get(join(FOLDER, file)) ?? [];
  const context = { diagnostics, ...(only !== undefined && { only }) };
  return editor.connection.sendRequest('textDocument/codeAction', { textDocument: { uri }, range, context });
}

/** Those that mend the heap. */
function fixesAmong(actions: readonly CodeAction[]): readonly CodeAction[] {
  return actions.filter(({ title }) => /^(Set search_heap|Fix all of memory.heap-limit) /.test(title));
}

/** The action of a title, with its edits. */
async function chosen(editor: Editor, file: string, line: number | undefined, title: string): Promise<CodeAction> {
  const all = await actionsAt(editor, file, line);
  const action = all.find((one) => one.title === title);
  if (action === undefined) throw new Error(`no ${title} among ${all.map((one) => one.title).join('; ')}`);
  return resolved(editor, action);
}

function resolved(editor: Editor, action: CodeAction | undefined): Promise<CodeAction> {
  return editor.connection.sendRequest('codeAction/resolve', action);
}

/** The text of a file after an action; undefined if that does not edit it. */
function after(tree: Tree, file: string, { edit }: CodeAction): string | undefined {
  const changes = (edit?.documentChanges ?? []).filter((one): one is TextDocumentEdit => 'edits' in one);
  const own = changes.find(({ textDocument }) => textDocument.uri === uriOf(join(FOLDER, file)));
  if (own === undefined) return undefined;
  let lines = tree[file] ?? '';
  const offset = ({ line, character }: { line: number; character: number }): number =>
    lines.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  for (const { range, ...one } of [...own.edits].reverse())
    lines =
      lines.slice(0, offset(range.start)) + ('newText' in one ? one.newText : '') + lines.slice(offset(range.end));
  return lines;
}

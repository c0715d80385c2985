/** Code lenses: what became of the stacks of an inventory since the last commit. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeLens } from 'vscode-languageserver';
import { FileChangeType } from './protocol.ts';
import type { ReportedChange } from '../../src/report/reported-check.ts';
import { folderOf } from '../commands/program.ts';
import { commit, git } from '../commands/repository.ts';
import { assert, describe } from '../describe.ts';
import { compared, editorOn, PUSHED, uriOf } from './editor.ts';
import type { Editor } from './editor.ts';

const HOSTS = 'search:\n  hosts:\n    es-1:\n    es-2:\n    es-3:\n';
const VARIABLES = 'search_heap: "8"\nsearch_cluster_name: logs\nsearch_node_types: [master, data]\n';
const FILES = { 'hosts.yml': HOSTS, 'group_vars/search.yml': VARIABLES };
const FEWER = HOSTS.replace('    es-3:\n', '');
const LOSES = 'logs: masters 3 → 2, survives 1 → 0 losses; nodes 3 → 2';
const REFRESHED = { workspace: { ...PUSHED.workspace, codeLens: { refreshSupport: true } } };

describe('the code lens of an inventory', (test) => {
  const made: string[] = [];
  test.after(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });

  function folderWith(files: Readonly<Record<string, string>>): string {
    const folder = folderOf(files);
    made.push(folder);
    return folder;
  }

  /** A repository with one commit. */
  function repository(files: Readonly<Record<string, string>> = FILES): string {
    const folder = folderWith(files);
    git(folder, 'init', '-q');
    commit(folder);
    return folder;
  }

  test('tells what the text does that a person types, and nothing where nothing changes', async () => {
    const folder = repository();
    const hosts = join(folder, 'hosts.yml');
    const editor = editorOn({ compare: compared });
    const { capabilities } = await editor.open([folder]);
    assert.equal(capabilities.codeLensProvider, {});
    assert.equal(await titles(editor, hosts), []);
    await editor.openText(hosts, FEWER);
    const [lens, ...others] = await lenses(editor, hosts);
    assert.equal(others, []);
    assert.is(lens?.command?.title, LOSES);
    // What has no command is a text, and no link.
    assert.is(lens?.command?.command, '');
    assert.equal(lens?.range.start, { line: 0, character: 0 });
    assert.is(await asked(editor, join(folder, 'group_vars/search.yml')), null);
    await editor.changeText(hosts, { text: HOSTS.replace('es-3:', 'es-3: # the third') });
    assert.equal(await titles(editor, hosts), []);
    await editor.close();
  });

  test('tells what other files do, and the editor is told to ask again', async () => {
    const folder = repository();
    const [hosts, variables] = [join(folder, 'hosts.yml'), join(folder, 'group_vars/search.yml')];
    const editor = editorOn({ compare: compared });
    await editor.open([folder], REFRESHED);
    await editor.until(() => editor.refreshesOfLenses > 0);
    const before = editor.refreshesOfLenses;
    writeFileSync(variables, VARIABLES.replace('"8"', '"16"'));
    await editor.filesChanged([variables, FileChangeType.Changed]);
    await editor.until(() => editor.refreshesOfLenses > before);
    assert.match((await titles(editor, hosts)).join('\n'), /^logs: heap of 3 hosts 8.* → 16/);
    // What is typed counts, and not the file below it.
    await editor.openText(variables, VARIABLES);
    assert.equal(await titles(editor, hosts), []);
    commit(folder);
    assert.match((await titles(editor, hosts)).join('\n'), /^logs: heap of 3 hosts 16.* → 8/);
    await editor.close();
  });

  test('names the stacks where a document has hosts of several', async () => {
    const folder = repository({
      ...FILES,
      'more.yml': 'search:\n  hosts:\n    es-4:\n',
      'stacklint.yml':
        'stacks:\n  - {name: here, inventory: hosts.yml}\n  - {name: both, inventory: [hosts.yml, more.yml]}\n',
    });
    const editor = editorOn({ compare: compared });
    await editor.open([folder]);
    await editor.openText(join(folder, 'hosts.yml'), FEWER);
    assert.equal(await titles(editor, join(folder, 'hosts.yml')), [
      `here: ${LOSES}`,
      'both: logs: masters 4 → 3, survives 1 loss; nodes 4 → 3',
    ]);
    await editor.close();
  });

  test('opens what was there before once, and compares only when it is asked for', async () => {
    const folder = repository();
    const hosts = join(folder, 'hosts.yml');
    const all: ReportedChange[] = [];
    const editor = editorOn({
      compare: async (of) => {
        const changes = await compared(of);
        all.push(...changes);
        return changes;
      },
    });
    await editor.open([folder]);
    await editor.openText(hosts, FEWER);
    await editor.settled(hosts);
    assert.is(all.length, 0);
    await titles(editor, hosts);
    await editor.changeText(hosts, { text: FEWER.replace('    es-2:\n', '') });
    await titles(editor, hosts);
    const [first, second] = all.map(({ change }) => change.clusters[0]);
    assert.is(all.length, 2);
    assert.is(first?.before, second?.before);
    assert.is.not(first?.after, second?.after);
    await editor.close();
  });

  test('is not there without a repository or a commit, where the folder is not trusted, or nothing can be asked', async () => {
    const [bare, empty, trusted] = [folderWith(FILES), folderWith(FILES), repository()];
    git(empty, 'init', '-q');
    for (const folder of [bare, empty]) {
      const editor = editorOn({ compare: compared });
      await editor.open([folder]);
      assert.equal(await titles(editor, join(folder, 'hosts.yml')), []);
      assert.equal(editor.log, []);
      await editor.close();
    }
    const restricted = editorOn({ compare: compared });
    const more = { initializationOptions: { isTrusted: false } };
    const { capabilities } = await restricted.open([trusted], REFRESHED, more);
    assert.is(capabilities.codeLensProvider, undefined);
    await restricted.openText(join(trusted, 'hosts.yml'), FEWER);
    assert.is(await asked(restricted, join(trusted, 'hosts.yml')), null);
    assert.is(restricted.refreshesOfLenses, 0);
    await restricted.close();
    const unable = editorOn();
    assert.is((await unable.open([trusted], REFRESHED)).capabilities.codeLensProvider, undefined);
    await unable.close();
  });
});

function asked(editor: Editor, path: string): Promise<CodeLens[] | null> {
  return editor.connection.sendRequest('textDocument/codeLens', { textDocument: { uri: uriOf(path) } });
}

async function lenses(editor: Editor, path: string): Promise<readonly CodeLens[]> {
  return (await asked(editor, path)) ?? [];
}

async function titles(editor: Editor, path: string): Promise<readonly (string | undefined)[]> {
  return (await lenses(editor, path)).map(({ command }) => command?.title);
}

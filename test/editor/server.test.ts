/** How the language server meets an editor: what it tells and when, and what it survives. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentDiagnosticReport, Hover, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import {
  CancellationTokenSource,
  DiagnosticSeverity,
  DiagnosticTag,
  FileChangeType,
  WorkspaceDiagnosticRequest,
} from './protocol.ts';
import { disk } from '../../src/ground/disk.ts';
import { assert, describe } from '../describe.ts';
import { checked, editorOn, PULLED, PUSHED, uriOf } from './editor.ts';
import { found, shown } from './shown.ts';

const HOSTS =
  'search:\n  hosts:\n    es-1: {config_host: 10.0.0.1}\n  vars: {search_cluster_name: logs, search_heap: "64"}\n';
const FIXED = HOSTS.replace('"64"', '"8"');

const made: string[] = [];

/** A project on the disk. */
function project(files: Readonly<Record<string, string>> = { 'hosts.yml': HOSTS }): string {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-editor-'));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('the language server', (test) => {
  test.after(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });

  test('shows rule, severity, reason, link and related places', async () => {
    const folder = project({
      'hosts.yml': HOSTS,
      'group_vars/search.yml': 'search_heap: "64" # stacklint-disable-line disk/watermarks-order -- because\n',
    });
    const editor = editorOn();
    await editor.open([folder]);
    await editor.settled(join(folder, 'hosts.yml'));
    const all = editor.pushed.get(join(folder, 'group_vars/search.yml')) ?? [];
    const heap = all.find(({ code }) => code === 'memory/heap-limit');
    assert.is(heap?.severity, DiagnosticSeverity.Error);
    assert.is(heap?.code, 'memory/heap-limit');
    assert.match(String(heap?.codeDescription?.href), /^https:/);
    assert.match(JSON.stringify(heap?.message), /expected at most 30 GB\.\\nAbove that, the JVM/);
    assert.is(heap?.relatedInformation?.[0]?.location.uri, uriOf(join(folder, 'hosts.yml')));
    const unused = all.find(({ code }) => code === 'suppression/unused');
    assert.equal(unused?.tags, [DiagnosticTag.Unnecessary]);
    await editor.close();
  });

  test('answers who asks for diagnostics, and pushes none to them', async () => {
    const folder = project();
    const hosts = join(folder, 'hosts.yml');
    const editor = editorOn();
    const { capabilities } = await editor.open([folder], PULLED);
    assert.ok(capabilities.diagnosticProvider);
    const first = await editor.settled(hosts);
    assert.is(first.kind, 'full');
    const again = await editor.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri: uriOf(hosts) },
      previousResultId: first.resultId,
    });
    assert.equal(again, { kind: 'unchanged', resultId: first.resultId });
    assert.is(editor.pushed.size, 0);
    await editor.close();
  });

  test('lets an editor that knows all diagnostics of the workspace wait for news', async () => {
    const folder = project();
    const hosts = join(folder, 'hosts.yml');
    const editor = editorOn();
    await editor.open([folder], PULLED);
    const ask = (previousResultIds: object[]) =>
      editor.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds });
    const { items } = await ask([]);
    assert.ok(items.length > 0);
    const waiting = ask(items.map(({ uri, resultId }) => ({ uri, value: resultId })));
    await editor.openText(hosts, FIXED);
    const news = (await waiting).items.filter(({ kind }) => kind === 'full');
    assert.equal(
      news.map(({ uri }) => uri),
      [uriOf(hosts)],
    );
    await editor.until(() => editor.refreshes > 0);
    await editor.close();
  });

  test('tells an editor that listens what is news of the workspace, until it no longer wants to know', async () => {
    const folder = project({ 'hosts.yml': HOSTS, 'group_vars/search.yml': 'search_heep: "8"\n' });
    const hosts = join(folder, 'hosts.yml');
    const editor = editorOn();
    await editor.open([folder], PULLED);
    const told: (readonly string[])[] = [];
    const listening = editor.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, 'news', ({ items }) => {
      told.push(items.map(({ uri }) => uri));
    });
    const cancel = new CancellationTokenSource();
    const params = { previousResultIds: [], partialResultToken: 'news' };
    const asked = editor.connection.sendRequest(WorkspaceDiagnosticRequest.type, params, cancel.token);
    const ended = asked.catch((error: unknown) => error);
    await editor.settled(hosts);
    assert.equal([...(told[0] ?? [])].sort(), [uriOf(join(folder, 'group_vars/search.yml')), uriOf(hosts)]);
    assert.equal(told.slice(1), []);
    await editor.openText(hosts, FIXED);
    await editor.settled(hosts);
    assert.equal(told.slice(1), [[uriOf(hosts)]]);
    cancel.cancel();
    assert.match(String(await ended), /cancelled/);
    listening.dispose();
    await editor.close();
  });

  test('shows what is undecided where the settings ask for it, and no longer when they do not', async () => {
    const folder = project({ 'hosts.yml': HOSTS.replace('"64"', '"{{ ansible_memtotal_mb }}"') });
    const editor = editorOn();
    const hints = (): boolean =>
      [...editor.pushed.values()].flat().some(({ severity }) => severity === DiagnosticSeverity.Hint);
    editor.settings = { showUndecided: true };
    await editor.open([folder], { workspace: { ...PUSHED.workspace, configuration: true } });
    await editor.until(hints);
    editor.settings = {};
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await editor.until(() => !hints());
    await editor.close();
  });

  test('takes the settings that an editor gives without being asked', async () => {
    const folder = project({ 'hosts.yml': HOSTS.replace('"64"', '"{{ ansible_memtotal_mb }}"') });
    const editor = editorOn();
    await editor.open([folder], PUSHED, { initializationOptions: { showUndecided: true } });
    await editor.settled(join(folder, 'hosts.yml'));
    assert.ok([...editor.pushed.values()].flat().some(({ severity }) => severity === DiagnosticSeverity.Hint));
    await editor.close();
  });

  test('points at the mistake in stacklint.yml that lets no check be made, and at nothing once it is mended', async () => {
    const folder = project({ 'hosts.yml': FIXED, 'stacklint.yml': 'preset: production\n' });
    const configuration = join(folder, 'stacklint.yml');
    const editor = editorOn();
    await editor.open([folder]);
    await editor.openText(configuration, 'preset: strickt\n');
    await editor.settled(configuration);
    assert.equal([...editor.pushed.keys()], [configuration]);
    assert.match(JSON.stringify(editor.pushed.get(configuration)), /strickt/);
    assert.not.match(JSON.stringify(editor.pushed.get(configuration)), /stacklint\.yml:1/);
    await editor.closeText(configuration);
    await editor.settled(configuration);
    assert.equal(shown(editor.pushed), await found(folder, disk));
    assert.equal(editor.popups, []);
    await editor.close();
  });

  test('says once in its log why it cannot check a folder', async () => {
    const folder = project({ 'README.md': '# Nothing to see\n' });
    const editor = editorOn();
    await editor.open([folder]);
    await editor.until(() => editor.log.length > 0);
    for (const text of ['a: 1\n', 'a: 2\n']) {
      await editor.openText(join(folder, 'hosts.txt'), text);
      await editor.settled(join(folder, 'hosts.txt'));
      await editor.closeText(join(folder, 'hosts.txt'));
    }
    assert.is(editor.log.length, 1);
    assert.match(editor.log[0] ?? '', /no inventory found/);
    assert.equal(editor.popups, []);
    await editor.close();
  });

  test('logs one line for an error that nobody expected, and goes on', async () => {
    const folder = project();
    const hosts = join(folder, 'hosts.yml');
    const editor = editorOn({
      check: (cwd, paths, files, cache) => {
        if (files.text(hosts).includes('boom')) throw new Error('a bug\n    at somewhere');
        return checked(cwd, paths, files, cache);
      },
    });
    await editor.open([folder]);
    await editor.openText(hosts, 'boom');
    await editor.settled(hosts);
    assert.equal(editor.log, ['unexpected error: a bug']);
    assert.is(editor.pushed.size, 0);
    await editor.closeText(hosts);
    await editor.settled(hosts);
    assert.ok(editor.pushed.size > 0);
    assert.equal(editor.popups, []);
    await editor.close();
  });

  test('checks several folders, each by itself, and forgets one that is closed', async () => {
    const [one, two] = [project(), project()];
    const editor = editorOn();
    await editor.open([one, two]);
    for (const folder of [one, two]) await editor.settled(join(folder, 'hosts.yml'));
    assert.equal([...editor.pushed.keys()].sort(), [one, two].map((folder) => join(folder, 'hosts.yml')).sort());
    const event = { added: [], removed: [{ uri: uriOf(one), name: 'one' }] };
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    await editor.until(() => editor.pushed.size === 1);
    assert.equal([...editor.pushed.keys()], [join(two, 'hosts.yml')]);
    await editor.close();
  });

  test('checks a file that is open without a folder by its own project, until it is closed', async () => {
    const folder = project();
    const hosts = join(folder, 'hosts.yml');
    const editor = editorOn();
    await editor.open([]);
    await editor.openText(hosts, HOSTS);
    await editor.settled(hosts);
    assert.ok((editor.pushed.get(hosts) ?? []).length > 0);
    await editor.closeText(hosts);
    await editor.until(() => editor.pushed.size === 0);
    await editor.close();
  });

  test('says nothing about texts without a file, and about files of no project', async () => {
    const editor = editorOn();
    await editor.open([]);
    const textDocument = { uri: 'untitled:Untitled-1', languageId: 'yaml', version: 1, text: 'a: [' };
    await editor.connection.sendNotification('textDocument/didOpen', { textDocument });
    const stray = join(project({ 'pod.yml': '' }), 'pod.yml');
    await editor.openText(stray, 'kind: Pod\nspec: [\n');
    const report = await editor.settled(stray);
    assert.equal(report.kind === 'full' && report.items, []);
    assert.is(editor.pushed.size, 0);
    await editor.close();
  });

  test('follows a folder that is renamed and a file that is deleted', async () => {
    const folder = project({ 'hosts.yml': FIXED, 'group_vars/search/heap.yml': 'search_heap: "64"\n' });
    const [before, after] = [join(folder, 'group_vars'), join(folder, 'others')];
    const hosts = join(folder, 'hosts.yml');
    const editor = editorOn();
    await editor.open([folder]);
    await editor.settled(hosts);
    assert.ok(editor.pushed.has(join(before, 'search/heap.yml')));
    renameSync(before, after);
    await editor.filesChanged([before, FileChangeType.Deleted], [after, FileChangeType.Created]);
    await editor.settled(hosts);
    assert.equal(shown(editor.pushed), await found(folder, disk));
    assert.not(editor.pushed.has(join(before, 'search/heap.yml')));
    rmSync(hosts);
    await editor.filesChanged([hosts, FileChangeType.Deleted]);
    await editor.settled(hosts);
    assert.equal([...editor.pushed], []);
    await editor.close();
  });

  test('watches the disk itself for an editor that does not', async () => {
    const folder = project();
    const hosts = join(folder, 'hosts.yml');
    let tell: (path: string) => void = () => {};
    const editor = editorOn({ watch: (_, changed) => (tell = changed) });
    await editor.open([folder], {});
    await editor.settled(hosts);
    assert.equal(editor.registered, []);
    writeFileSync(hosts, '{}\n');
    tell(hosts);
    await editor.settled(hosts);
    assert.equal(shown(editor.pushed), await found(folder, disk));
    await editor.close();
  });

  test('makes no check for a text that no check reads, and one for many keystrokes', async () => {
    const folder = project({ 'hosts.yml': HOSTS, 'README.md': '# Logs\n' });
    const hosts = join(folder, 'hosts.yml');
    let checks = 0;
    const editor = editorOn({
      check: (...asked) => {
        checks++;
        return checked(...asked);
      },
    });
    await editor.open([folder]);
    await editor.settled(hosts);
    assert.is(checks, 1);
    await editor.openText(hosts, HOSTS);
    await editor.openText(join(folder, 'README.md'), '# Logs\n');
    await editor.changeText(join(folder, 'README.md'), { text: '# Other logs\n' });
    await editor.settled(hosts);
    assert.is(checks, 1);
    await editor.close();
  });

  test('reads a file of ten megabytes, and one with other line ends', async () => {
    const folder = project({ 'hosts.yml': HOSTS, 'group_vars/all.yml': 'a: 1\n' });
    const large = join(folder, 'group_vars/all.yml');
    const editor = editorOn();
    await editor.open([folder]);
    await editor.openText(large, `${'# a line of a comment that goes on\n'.repeat(300_000)}search_heap: "64"\n`);
    await editor.openText(join(folder, 'hosts.yml'), HOSTS.replaceAll('\n', '\r\n'));
    await editor.changeText(large, {
      range: { start: { line: 300_000, character: 14 }, end: { line: 300_000, character: 16 } },
      text: '128',
    });
    await editor.settled(large);
    const heap = [...editor.pushed.values()].flat().find(({ code }) => code === 'memory/heap-limit');
    assert.ok(heap);
    assert.equal(editor.popups, []);
    await editor.close();
  });

  test('answers about a place for the text as it is now', async () => {
    const folder = project({ 'hosts.yml': HOSTS });
    const hosts = join(folder, 'hosts.yml');
    const editor = editorOn();
    await editor.open([folder]);
    await editor.openText(hosts, `# a new line\n${FIXED}`);
    const line = FIXED.split('\n').findIndex((text) => text.includes('search_heap')) + 1;
    const character = (FIXED.split('\n')[line - 1] ?? '').indexOf('search_heap') + 2;
    const at = { textDocument: { uri: uriOf(hosts) }, position: { line, character } };
    const hover = await editor.connection.sendRequest<Hover | null>('textDocument/hover', at);
    assert.match(JSON.stringify(hover), /search_heap.*8/s);
    await editor.close();
  });
});

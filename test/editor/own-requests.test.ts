/** The messages of stacklint's own extensions: what a status bar and read-only documents show. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from './protocol.ts';
import { HOSTS, PRINT, STATUS } from '../../src/editor/own-requests.ts';
import type { FolderStatus, HostInFolder } from '../../src/editor/own-requests.ts';
import { PROGRAM } from '../commands/program.ts';
import { assert, describe } from '../describe.ts';
import { Editor, editorOn, PUSHED, uriOf } from './editor.ts';

const INVENTORY =
  'search:\n  hosts:\n    es-1: {config_host: 10.0.0.1}\n  vars: {search_cluster_name: logs, search_heap: "64"}\n';

const PLAY = `- hosts: search
  tasks:
    - copy: {dest: /etc/motd, content: "heap {{ search_heap }}"}
`;

describe('messages of the own extensions', (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-own-'));
  const hosts = join(folder, 'hosts.yml');
  writeFileSync(hosts, INVENTORY);
  let server: ChildProcessWithoutNullStreams | undefined;
  test.after(() => {
    server?.kill();
    rmSync(folder, { recursive: true });
  });

  test('the status has stacks, presets and counts, and follows each check', async () => {
    const editor = editorOn();
    const told: (readonly FolderStatus[])[] = [];
    editor.connection.onNotification(STATUS, (status: readonly FolderStatus[]) => void told.push(status));
    await editor.open([folder], PUSHED, { initializationOptions: { showsStatus: true } });
    await editor.settled(hosts);
    const [status] = told.at(-1) ?? [];
    assert.ok(status);
    assert.is(status.folder, uriOf(folder));
    assert.equal(
      status.stacks.map(({ preset, hosts: all }) => [preset, all]),
      [['production', 1]],
    );
    assert.is(status.problem, undefined);
    const before = status.counts.error;
    await editor.openText(hosts, INVENTORY.replace('"64"', '"8"'));
    await editor.settled(hosts);
    assert.is(told.at(-1)?.[0]?.counts.error, before - 1);
    writeFileSync(join(folder, 'stacklint.yml'), 'preset: fast\n');
    await editor.filesChanged([join(folder, 'stacklint.yml'), 1]);
    await editor.settled(hosts);
    assert.match(told.at(-1)?.[0]?.problem ?? '', /stacklint\.yml:1:9: /);
    rmSync(join(folder, 'stacklint.yml'));
    await editor.close();
  });

  test('no status is sent to who did not ask for it', async () => {
    const editor = editorOn();
    let told = 0;
    editor.connection.onNotification(STATUS, () => {
      told++;
    });
    await editor.open([folder]);
    await editor.settled(hosts);
    assert.is(told, 0);
    await editor.close();
  });

  test('prints what vars and render print, of the text as it is typed', async () => {
    server = spawn(process.execPath, [PROGRAM, 'lsp', '--preset=strict', '-e', 'search_replicas=2']);
    const streams = [new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin)] as const;
    const editor = new Editor(createProtocolConnection(...streams));
    await editor.open([folder]);
    await editor.openText(hosts, INVENTORY.replace('"64"', '"8"'));
    const all: readonly HostInFolder[] = await editor.connection.sendRequest(HOSTS);
    assert.equal(all, [{ folder: uriOf(folder), host: 'es-1' }]);
    const vars: string = await editor.connection.sendRequest(PRINT, { ...all[0], command: 'vars' });
    assert.match(vars, /^search_heap: "8"\n {4}hosts\.yml:4:/m);
    assert.match(vars, /^search_replicas: "2"$/m);
    const refused = async (command: string, host: string): Promise<string> =>
      editor.connection.sendRequest<string>(PRINT, { ...all[0], command, host }).catch(String);
    assert.match(await refused('vars', 'es-2'), /unknown host es-2/);
    assert.match(await refused('render', 'es-1'), /no play of the project has a host of this inventory/);
    await editor.openText(join(folder, 'site.yml'), PLAY);
    const files: string = await editor.connection.sendRequest(PRINT, { ...all[0], command: 'render' });
    assert.match(files, /^==> \/etc\/motd <==[^]*^heap 8$/m);
    await editor.close();
  });
});

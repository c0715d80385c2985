/** The language server in a process of its own: how long an editor waits for diagnostics, and what memory it keeps. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClientCapabilities, ProtocolConnection } from 'vscode-languageserver';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';

/** Edits that are made before any is measured, and those that are. */
const WARMING = 20;
const EDITS = 200;

/** An editor that asks for the diagnostics of a file after each edit. */
export class Editor {
  readonly #connection: ProtocolConnection;
  readonly #folder: string;
  readonly #server;
  #version = 0;

  constructor(cli: string, folder: string) {
    this.#folder = folder;
    this.#server = spawn(process.execPath, [cli, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const reader = new StreamMessageReader(this.#server.stdout);
    this.#connection = createProtocolConnection(reader, new StreamMessageWriter(this.#server.stdin));
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.listen();
  }

  /** Opens the folder, and waits for the first diagnostics. */
  async open(): Promise<void> {
    const capabilities: ClientCapabilities = {
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: { diagnostic: {} },
    };
    const workspaceFolders = [{ uri: this.#uri('.'), name: 'bench' }];
    await this.#connection.sendRequest('initialize', { processId: process.pid, workspaceFolders, capabilities });
    await this.#connection.sendNotification('initialized', {});
    await this.#diagnostics('hosts.yml');
  }

  /** Opens a file of the folder, and waits for its diagnostics. */
  async openFile(file: string): Promise<void> {
    const text = readFileSync(join(this.#folder, file), 'utf8');
    const textDocument = { uri: this.#uri(file), languageId: 'yaml', version: ++this.#version, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
    await this.#diagnostics(file);
  }

  /** Sets a variable below the head of a file to another value at each edit; the milliseconds until its diagnostics are there. */
  async edit(file: string): Promise<number> {
    const start = performance.now();
    const from = { line: 1, character: 0 };
    const to = { line: this.#edited.has(file) ? 2 : 1, character: 0 };
    this.#edited.add(file);
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.#uri(file), version: ++this.#version },
      contentChanges: [
        { range: { start: from, end: to }, text: `search_heap: "${String(1 + (this.#version % 64))}"\n` },
      ],
    });
    await this.#diagnostics(file);
    return performance.now() - start;
  }

  readonly #edited = new Set<string>();

  /** The resident memory of the server in MB, where the system tells it. */
  get memory(): number {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(this.#server.pid)], { encoding: 'utf8' });
    return Number(stdout) / 1024;
  }

  async close(): Promise<void> {
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    this.#connection.dispose();
  }

  async #diagnostics(file: string): Promise<void> {
    await this.#connection.sendRequest('textDocument/diagnostic', { textDocument: { uri: this.#uri(file) } });
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href;
  }
}

/** The milliseconds from an edit of a file to its diagnostics: of half of the edits at most, and of 95 %. */
export async function measureEdits(
  editor: Editor,
  file: string,
): Promise<{ readonly p50: number; readonly p95: number }> {
  await editor.openFile(file);
  const times: number[] = [];
  for (let edit = -WARMING; edit < EDITS; edit++) {
    const time = await editor.edit(file);
    if (edit >= 0) times.push(time);
  }
  times.sort((one, other) => one - other);
  return { p50: times[Math.floor(EDITS * 0.5)] ?? NaN, p95: times[Math.floor(EDITS * 0.95)] ?? NaN };
}

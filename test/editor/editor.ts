/** An editor as the language server meets one: it opens, changes and closes texts, and gets diagnostics. */
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type {
  ClientCapabilities,
  Diagnostic,
  DocumentDiagnosticReport,
  FileChangeType,
  InitializeResult,
  ProtocolConnection,
  PublishDiagnosticsParams,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver';
import { createConnection, createProtocolConnection, StreamMessageReader, StreamMessageWriter } from './protocol.ts';
import { readArguments } from '../../src/commands/arguments.ts';
import { changesSinceCommit } from '../../src/commands/changes-since-commit.ts';
import { checkProject } from '../../src/commands/check-project.ts';
import { KNOWN } from '../../src/commands/find-configuration.ts';
import { mendFolder } from '../../src/commands/mend-folder.ts';
import { configurationSchema } from '../../src/configuration/keys.ts';
import { disk } from '../../src/ground/disk.ts';
import { serve } from '../../src/editor/language-server.ts';
import type { Machine } from '../../src/editor/machine.ts';
import type { FolderCheck, FolderComparison, FolderMending } from '../../src/editor/project.ts';
import type { Files } from '../../src/ground/files.ts';

export const PUSHED: ClientCapabilities = {
  workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
};
export const PULLED: ClientCapabilities = {
  workspace: { ...PUSHED.workspace, diagnostics: { refreshSupport: true } },
  textDocument: { diagnostic: {} },
};

/** What `stacklint check` finds in a folder with these options. */
export function checking(...options: readonly string[]): FolderCheck {
  return (cwd, paths, files, cache) =>
    checkProject(readArguments(options), { cwd, files, environment: {}, columns: undefined }, paths, cache);
}

export const checked = checking();

/** What `stacklint diff HEAD` tells of a folder, with the texts of the editor. */
export const compared: FolderComparison = (asked) =>
  changesSinceCommit(asked, readArguments(['lsp']), { environment: { PATH: process.env['PATH'] }, columns: undefined });

/** What the fixes that are wanted do in a folder. */
export const mended: FolderMending = (asked) =>
  mendFolder(asked, readArguments(['lsp']), { environment: {}, columns: undefined });

/** The JSON Schema of `stacklint.yml`. */
export const schemaOfConfiguration: Machine['configurationSchema'] = () => configurationSchema(KNOWN);

/** An editor whose server runs in this process. */
export function editorOn(machine: Partial<Machine> & { readonly files?: Files } = {}): Editor {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const connection = createConnection(
    (logger) => createProtocolConnection(new StreamMessageReader(up), new StreamMessageWriter(down), logger),
    { shutdownReceived: false, initialize: () => {}, exit: () => {} },
  );
  serve(connection, {
    files: disk,
    check: checked,
    mend: mended,
    configurationSchema: schemaOfConfiguration,
    print: () => Promise.resolve(''),
    ...machine,
  });
  return new Editor(createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up)));
}

export class Editor {
  readonly connection: ProtocolConnection;
  /** Lines of the server's log. */
  readonly log: string[] = [];
  /** Messages that pop up. */
  readonly popups: unknown[] = [];
  /** The names of what the server registered for. */
  readonly registered: string[] = [];
  /** The settings under `stacklint`. */
  settings: unknown = null;
  refreshes = 0;
  refreshesOfLenses = 0;
  readonly #pushed = new Map<string, PublishDiagnosticsParams>();
  #versions = 0;
  #woken = (): void => {};

  constructor(connection: ProtocolConnection) {
    this.connection = connection;
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.#pushed.set(params.uri, params);
      this.#woken();
    });
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.log.push(message);
      this.#woken();
    });
    connection.onNotification('window/showMessage', (shown) => void this.popups.push(shown));
    connection.onRequest('window/showMessageRequest', (shown) => {
      this.popups.push(shown);
      return null;
    });
    connection.onRequest('client/registerCapability', (asked: { registrations: { method: string }[] }) => {
      this.registered.push(...asked.registrations.map(({ method }) => method));
    });
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      items.map(() => this.settings),
    );
    connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes++;
      this.#woken();
      return null;
    });
    connection.onRequest('workspace/codeLens/refresh', () => {
      this.refreshesOfLenses++;
      this.#woken();
      return null;
    });
    connection.listen();
  }

  async open(
    folders: readonly string[],
    capabilities: ClientCapabilities = PUSHED,
    more: object = {},
  ): Promise<InitializeResult> {
    const result: InitializeResult = await this.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: folders[0] === undefined ? null : uriOf(folders[0]),
      workspaceFolders: folders.map((path) => ({ uri: uriOf(path), name: path })),
      capabilities,
      ...more,
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  /** Ends the server, as an editor does that is closed. */
  async close(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    this.connection.dispose();
  }

  async openText(path: string, text: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: uriOf(path), languageId: 'yaml', version: ++this.#versions, text },
    });
  }

  async changeText(path: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: uriOf(path), version: ++this.#versions },
      contentChanges,
    });
  }

  async closeText(path: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
  }

  async filesChanged(...changes: (readonly [path: string, type: FileChangeType])[]): Promise<void> {
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: changes.map(([path, type]) => ({ uri: uriOf(path), type })),
    });
  }

  /** The diagnostics that were pushed, by path; none for a file that has none any more. */
  get pushed(): ReadonlyMap<string, readonly Diagnostic[]> {
    const all = Array.from(this.#pushed.values(), ({ uri, diagnostics }) => [pathOf(uri), diagnostics] as const);
    return new Map(all.filter(([, diagnostics]) => diagnostics.length > 0));
  }

  /** Waits until a condition holds after a message of the server. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds())
      await new Promise<void>((resolve) => {
        this.#woken = resolve;
      });
  }

  /**
   * Waits until the server has checked everything that was sent so far: it answers a question about a file when that
   * file's project is settled.
   */
  async settled(path: string): Promise<DocumentDiagnosticReport> {
    return this.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri: uriOf(path) } });
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

export function pathOf(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname);
}

/** The extension: starts the server, and again where it is to be another; holds what shows more than the protocol does. */
import { commands, Uri, window, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import type { ServerOptions } from 'vscode-languageclient/node';
import { HOSTS, PRINT, STATUS } from '../../../src/editor/own-requests.ts';
import type { FolderStatus, HostInFolder, PrintingCommand } from '../../../src/editor/own-requests.ts';
import { DoubledFaults } from './doubled-faults.ts';
import { ReadOnlyTexts } from './read-only-texts.ts';
import { DOCUMENTS } from './selector.ts';
import { StatusItem } from './status-item.ts';

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel('stacklint', { log: true });
  const status = new StatusItem();
  const texts = new ReadOnlyTexts((asked) => {
    if (client === undefined) throw new Error('The server is not running.');
    return client.sendRequest<string>(PRINT, asked);
  });
  const doubled = new DoubledFaults(() => client);

  async function start(): Promise<void> {
    client = new LanguageClient('stacklint', 'stacklint', serverOptions(context), {
      documentSelector: [...DOCUMENTS],
      outputChannel: output,
      initializationOptions: { showsStatus: true, explainsRules: true, isTrusted: workspace.isTrusted },
      middleware: doubled.middleware,
    });
    client.onNotification(STATUS, (folders: readonly FolderStatus[]) => {
      status.show(folders);
      texts.refresh();
    });
    status.starting();
    try {
      await client.start();
    } catch (error) {
      status.stopped(error instanceof Error ? error.message : String(error));
    }
  }

  async function restart(): Promise<void> {
    await stop();
    await start();
  }

  async function showHost(command: PrintingCommand): Promise<void> {
    const hosts = await client?.sendRequest<readonly HostInFolder[]>(HOSTS);
    const chosen = await chooseHost(hosts ?? []);
    if (chosen !== undefined) await texts.show({ ...chosen, command });
  }

  context.subscriptions.push(
    output,
    status,
    texts,
    doubled,
    commands.registerCommand('stacklint.showVariables', () => showHost('vars')),
    commands.registerCommand('stacklint.showFiles', () => showHost('render')),
    commands.registerCommand('stacklint.restart', restart),
    commands.registerCommand('stacklint.explainRule', (rule: { rule: string; text: string }) => texts.explain(rule)),
    workspace.onDidGrantWorkspaceTrust(() => void restart()),
    workspace.onDidChangeConfiguration((change) => {
      if (['stacklint.path', 'stacklint.arguments'].some((name) => change.affectsConfiguration(name))) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}

/** Ends the server, however it does. */
async function stop(): Promise<void> {
  const ending = client;
  client = undefined;
  await ending?.dispose().catch(() => {});
}

function serverOptions(context: ExtensionContext): ServerOptions {
  const settings = workspace.getConfiguration('stacklint');
  const program = settings.get('path', '').trim();
  const args = settings.get<readonly string[]>('arguments', []);
  return program === ''
    ? { module: context.asAbsolutePath('dist/server.cjs'), args: ['lsp', ...args], transport: TransportKind.stdio }
    : { command: program, args: ['lsp', ...args], transport: TransportKind.stdio };
}

async function chooseHost(hosts: readonly HostInFolder[]): Promise<HostInFolder | undefined> {
  if (hosts.length === 0) {
    void window.showInformationMessage('stacklint found no host in the folders that are open.');
    return undefined;
  }
  const severalFolders = new Set(hosts.map(({ folder }) => folder)).size > 1;
  const items = hosts.map((each) => ({
    label: each.host,
    ...(severalFolders && { description: Uri.parse(each.folder).fsPath }),
    each,
  }));
  return (await window.showQuickPick(items, { placeHolder: 'Host' }))?.each;
}

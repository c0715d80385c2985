/** Read-only documents: what the server prints about a host, which follows each check, and what a rule is about. */
import { commands, EventEmitter, Uri, window, workspace } from 'vscode';
import type { Disposable, TextDocumentContentProvider } from 'vscode';
import type { Asked } from '../../../src/editor/own-requests.ts';

const SCHEME = 'stacklint';
const TITLES = { vars: 'variables', render: 'files' } as const;

export class ReadOnlyTexts implements TextDocumentContentProvider, Disposable {
  readonly #print: (asked: Asked) => Promise<string>;
  readonly #changed = new EventEmitter<Uri>();
  readonly #registered = workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly #rules = new Map<string, string>();
  readonly onDidChange = this.#changed.event;

  constructor(print: (asked: Asked) => Promise<string>) {
    this.#print = print;
  }

  /** Shows what a command prints about a host. */
  async show(asked: Asked): Promise<void> {
    const path = `/${asked.host.replaceAll('/', '_')} ${TITLES[asked.command]}`;
    const uri = Uri.from({ scheme: SCHEME, path, query: JSON.stringify(asked) });
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  }

  /** Shows the help of a rule as a page. */
  async explain({ rule, text }: { readonly rule: string; readonly text: string }): Promise<void> {
    const uri = Uri.from({ scheme: SCHEME, path: `/${rule}.md` });
    this.#rules.set(uri.path, text);
    await commands.executeCommand('markdown.showPreview', uri);
  }

  /** Has the documents that are open made anew. */
  refresh(): void {
    for (const { uri } of workspace.textDocuments)
      if (uri.scheme === SCHEME && uri.query !== '') this.#changed.fire(uri);
  }

  async provideTextDocumentContent({ path, query }: Uri): Promise<string> {
    if (query === '') return this.#rules.get(path) ?? '';
    try {
      return await this.#print(JSON.parse(query) as Asked);
    } catch (error) {
      return `${error instanceof Error ? error.message : String(error)}\n`;
    }
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}

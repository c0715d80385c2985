/** The item in the status bar: stack, preset and counts of the folder of the file that is looked at. */
import { MarkdownString, StatusBarAlignment, ThemeColor, Uri, window } from 'vscode';
import type { Disposable } from 'vscode';
import type { FolderStatus } from '../../../src/editor/own-requests.ts';

export class StatusItem implements Disposable {
  readonly #item = window.createStatusBarItem('stacklint.status', StatusBarAlignment.Left);
  readonly #listener = window.onDidChangeActiveTextEditor(() => this.#draw());
  #folders: readonly FolderStatus[] = [];

  constructor() {
    this.#item.name = 'stacklint';
    this.#item.show();
  }

  starting(): void {
    this.#folders = [];
    this.#set('$(sync~spin) stacklint', 'stacklint is starting.', undefined);
  }

  stopped(reason: string): void {
    this.#folders = [];
    this.#set('$(circle-slash) stacklint', `The server does not run: ${reason}`, 'stacklint.restart');
  }

  show(folders: readonly FolderStatus[]): void {
    this.#folders = folders;
    this.#draw();
  }

  dispose(): void {
    this.#item.dispose();
    this.#listener.dispose();
  }

  #draw(): void {
    const status = this.#current;
    if (status === undefined) return;
    const { stacks, counts, problem } = status;
    if (problem !== undefined) this.#set('$(warning) stacklint', problem, PROBLEMS);
    else {
      const [first] = stacks;
      const presets = new Set(stacks.map(({ preset }) => preset));
      const named = first !== undefined && stacks.length === 1 ? first.name : `${String(stacks.length)} stacks`;
      const text = `${named} (${[...presets].join(', ')}) $(error) ${String(counts.error)} $(warning) ${String(counts.warning)}`;
      this.#set(counts.info > 0 ? `${text} $(info) ${String(counts.info)}` : text, tooltip(status), PROBLEMS);
    }
    this.#item.backgroundColor = problem === undefined ? undefined : new ThemeColor('statusBarItem.warningBackground');
  }

  /** The status of the innermost folder that has the file in the active editor, or else of the first. */
  get #current(): FolderStatus | undefined {
    const file = window.activeTextEditor?.document.uri.toString();
    const own = this.#folders.filter(({ folder }) => file === folder || file?.startsWith(`${folder}/`));
    return own.sort((one, other) => other.folder.length - one.folder.length)[0] ?? this.#folders[0];
  }

  #set(text: string, shown: string | MarkdownString, command: string | undefined): void {
    this.#item.text = text;
    this.#item.tooltip = shown;
    this.#item.command = command;
    this.#item.backgroundColor = undefined;
  }
}

const PROBLEMS = 'workbench.actions.view.problems';

function tooltip({ stacks, counts, folder }: FolderStatus): MarkdownString {
  const lines = stacks.map(({ name, preset, hosts }) => `- ${name}: preset ${preset}, ${amount(hosts, 'host')}`);
  const found = [amount(counts.error, 'error'), amount(counts.warning, 'warning'), amount(counts.info, 'note')];
  const text = new MarkdownString();
  text.appendMarkdown(`**stacklint** in `);
  text.appendText(Uri.parse(folder).fsPath);
  text.appendMarkdown(`\n\n${lines.join('\n')}\n\n${found.join(', ')}, ${String(counts.undecided)} undecided`);
  return text;
}

function amount(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

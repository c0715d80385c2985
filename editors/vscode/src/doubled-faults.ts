/**
 * Faults in the text of a file that another extension shows at the same line already: those for YAML and for Ansible read
 * the open files as well, and their words are as good.
 */
import { DiagnosticSeverity, languages, Uri, workspace } from 'vscode';
import type { Diagnostic, Disposable } from 'vscode';
import { vsdiag } from 'vscode-languageclient/node';
import type { LanguageClient, Middleware } from 'vscode-languageclient/node';

/** The sources of these diagnostics: of the YAML and the Ansible extension of Red Hat. */
const READERS = /^(YAML|ansible(-lint)?)$/i;
/** The rules that tell of faults which such an extension may see. */
const RULES: readonly unknown[] = ['inventory/syntax', 'inventory/duplicate-key'];

export class DoubledFaults implements Disposable {
  readonly middleware: Middleware;
  readonly #client: () => LanguageClient | undefined;
  readonly #listener: Disposable;
  /** By the address of a file that was answered about, the lines of faults that others showed then. */
  readonly #shown = new Map<string, string>();

  constructor(client: () => LanguageClient | undefined) {
    this.#client = client;
    this.#listener = languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((uri) => this.#isNews(uri))) this.#askAgain();
    });
    this.middleware = {
      provideDiagnostics: async (document, previous, token, next) => {
        const uri = document instanceof Uri ? document : document.uri;
        const key = uri.toString();
        const known = this.#isNews(uri) ? undefined : previous;
        const asked = faultyLines(uri).join();
        const report = await next(document, known, token);
        if (report?.kind !== vsdiag.DocumentDiagnosticReportKind.full) {
          this.#shown.set(key, asked);
          // What others showed meanwhile is not in the former answer, which stays.
          if (this.#isNews(uri)) this.#askAgain();
          return report;
        }
        const lines = faultyLines(uri);
        this.#shown.set(key, lines.join());
        return { ...report, items: report.items.filter((item) => !isFault(item) || !lines.includes(lineOf(item))) };
      },
    };
  }

  dispose(): void {
    this.#listener.dispose();
  }

  /** Tells whether others show a file's faults at other lines than when it was last answered about. */
  #isNews(uri: Uri): boolean {
    const before = this.#shown.get(uri.toString());
    return before !== undefined && before !== faultyLines(uri).join();
  }

  #askAgain(): void {
    const feature = this.#client()?.getFeature('textDocument/diagnostic');
    for (const document of workspace.textDocuments) {
      if (this.#isNews(document.uri)) feature?.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
    }
  }
}

function faultyLines(uri: Uri): number[] {
  const others = languages.getDiagnostics(uri).filter(({ source = '' }) => READERS.test(source));
  return others.filter(({ severity }) => severity === DiagnosticSeverity.Error).map(lineOf);
}

function lineOf({ range }: Diagnostic): number {
  return range.start.line;
}

function isFault({ code }: Diagnostic): boolean {
  return RULES.includes(typeof code === 'object' ? code.value : code);
}

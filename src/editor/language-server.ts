/**
 * The language server: tells an editor what a check of its folders finds, while a person types. It knows neither streams
 * nor a disk, so that it runs in a browser as well.
 * https://microsoft.github.io/language-server-protocol/specifications/lsp/3.18/specification/
 */
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  ErrorCodes,
  LSPErrorCodes,
  MessageType,
  PositionEncodingKind,
  ResponseError,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import type {
  CancellationToken,
  ClientCapabilities,
  CodeAction,
  CodeActionParams,
  CodeLens,
  CompletionItem,
  CompletionList,
  Connection,
  DocumentDiagnosticReport,
  InitializeParams,
  InitializeResult,
  Position,
  PrepareRenameResult,
  RenameParams,
  ResultProgressReporter,
  SymbolInformation,
  TextDocumentPositionParams,
  WorkspaceDiagnosticReport,
  WorkspaceDiagnosticReportPartialResult,
  WorkspaceDocumentDiagnosticReport,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { NAME, VERSION } from '../about.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { FileError } from '../ground/files.ts';
import type { Severity } from '../model/finding.ts';
import { printable } from '../report/terminal-text.ts';
import type { Document } from '../source/document.ts';
import { shownHost } from '../stack/hosts.ts';
import { Addresses } from './addresses.ts';
import { codeActionsAt, EXPLAIN_RULE } from './code-actions.ts';
import type { RuleToExplain } from './code-actions.ts';
import { codeLensesIn, isInventory } from './code-lenses.ts';
import { completionsAt, resolvedCompletion, subjectOf } from './completion.ts';
import { definitionsAt, referencesAt } from './definitions.ts';
import { diagnosticOfFaultyFile, diagnosticsByPath } from './diagnostics.ts';
import type { DiagnosticsByPath } from './diagnostics.ts';
import { choiceOf, complaintAbout, FIX_ALL, fixesAskedOf, notFixed } from './fix-actions.ts';
import type { FixesAsked } from './fix-actions.ts';
import { hoverAt } from './hover.ts';
import { inlayHintsIn } from './inlay-hints.ts';
import type { Machine } from './machine.ts';
import { FILES, HOSTS, PRINT, STATUS } from './own-requests.ts';
import type { Asked, FolderStatus, HostInFolder } from './own-requests.ts';
import { Problems } from './problems.ts';
import type { Project } from './project.ts';
import { renamableAt, renamed } from './rename.ts';
import { CannotRename } from './rename-scope.ts';
import { documentOf, fullPathOf, offsetAt, rangeOf, shownPathOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { documentSymbols, workspaceSymbols } from './symbols.ts';
import { Workspace } from './workspace.ts';
import { workspaceEditOf } from './workspace-edits.ts';

/** The settings that an editor has under `stacklint`. */
interface Settings {
  /** Shows as hints what rules cannot decide. */
  readonly showUndecided: boolean;
  /** Shows beside templates what they give. */
  readonly inlayHints: boolean;
}

/** The signs after which other words may follow, so that an editor asks again: of a name, a value, a rule. */
const TRIGGERS = ['.', '/', ' '];

/** Serves an editor until it closes the connection. */
export function serve(connection: Connection, machine: Machine): void {
  const server = new LanguageServer(connection, machine);
  server.listen();
}

class LanguageServer {
  readonly #connection: Connection;
  readonly #machine: Machine;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #addresses = new Addresses();
  readonly #problems = new Problems();
  readonly #workspace: Workspace;
  /** The lines that were logged of each project, so that none is repeated at each keystroke. */
  readonly #said = new Map<Project, ReadonlySet<string>>();
  #client: ClientCapabilities = {};
  #settings = settingsIn(undefined);
  #showsStatus = false;
  #compare: Machine['compare'];
  /** Requests for the diagnostics of the workspace that wait for news. */
  #awaitingNews: (() => void)[] = [];

  constructor(connection: Connection, machine: Machine) {
    this.#connection = connection;
    this.#machine = machine;
    this.#workspace = new Workspace({
      files: machine.files,
      check: machine.check,
      checked: (project) => this.#report(project),
    });
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#guarded(this.#initialized()));
    connection.onShutdown(() => this.#workspace.dispose());
    connection.onDidChangeConfiguration(({ settings }) => this.#guarded(this.#configure(settings)));
    connection.onDidChangeWatchedFiles(({ changes }) => this.#filesChanged(changes.map(({ uri }) => uri)));
    connection.languages.diagnostics.on(({ textDocument, previousResultId }, token) =>
      this.#documentDiagnostics(textDocument.uri, previousResultId, token),
    );
    connection.languages.diagnostics.onWorkspace(({ previousResultIds }, token, _, news) =>
      this.#workspaceDiagnostics(new Map(previousResultIds.map(({ uri, value }) => [uri, value])), token, news),
    );
    connection.onHover((params, token) => this.#at(params, token, hoverAt));
    connection.onCompletion((params, token) => this.#completions(params, token));
    connection.onCompletionResolve((item) => this.#documented(item));
    connection.onDefinition((params, token) => this.#at(params, token, (...place) => [...definitionsAt(...place)]));
    connection.onReferences(({ context, ...params }, token) =>
      this.#at(params, token, (...place) => [...referencesAt(...place, context.includeDeclaration)]),
    );
    connection.onDocumentSymbol(({ textDocument }, token) =>
      this.#in(textDocument.uri, token, (...of) => [...documentSymbols(...of)]),
    );
    connection.onWorkspaceSymbol(({ query }, token) => this.#symbols(query, token));
    connection.languages.inlayHint.on(({ textDocument, range }, token) =>
      this.#in(textDocument.uri, token, (snapshot, document) => {
        if (!this.#settings.inlayHints) return [];
        const [start, end] = [offsetAt(document, range.start), offsetAt(document, range.end)];
        return [...inlayHintsIn(snapshot, document, { start, end })];
      }),
    );
    connection.onPrepareRename((params, token) => this.#prepareRename(params, token));
    connection.onRenameRequest((params, token) => this.#rename(params, token));
    connection.onCodeAction((params, token) => this.#codeActions(params, token));
    connection.onCodeActionResolve((action, token) => this.#resolved(action, token));
    connection.onCodeLens(({ textDocument }, token) => this.#codeLenses(textDocument.uri, token));
    connection.onExecuteCommand(({ command, arguments: [rule] = [] }) =>
      command === EXPLAIN_RULE ? this.#guarded(this.#explain(rule as RuleToExplain)) : undefined,
    );
    connection.onRequest(HOSTS, (token: CancellationToken) => this.#hosts(token));
    connection.onRequest(PRINT, (asked: Asked) => this.#print(asked));
    connection.onNotification(FILES, (texts: unknown) => this.#take(texts));
    this.#documents.onDidChangeContent(({ document }) => {
      const path = this.#addresses.pathOf(document.uri);
      if (path === undefined) return;
      this.#addresses.opened(path, document.uri);
      this.#workspace.setText(path, document.getText());
    });
    this.#documents.onDidClose(({ document }) => {
      const path = this.#addresses.pathOf(document.uri);
      if (path === undefined) return;
      const closed = this.#workspace.removeText(path);
      if (closed !== undefined) this.#forget(closed);
      this.#addresses.closed(path);
    });
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize(params: InitializeParams): InitializeResult {
    const { capabilities, workspaceFolders } = params;
    // Clients of before 2018 name one folder alone.
    const root = valueOf(params, 'rootUri');
    this.#client = capabilities;
    const options = valueOf(params, 'initializationOptions');
    this.#settings = settingsIn(options);
    this.#showsStatus = valueOf(options, 'showsStatus') === true;
    // Git may run programs that the settings of a repository name.
    if (valueOf(options, 'isTrusted') !== false) this.#compare = this.#machine.compare;
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (typeof root === 'string' ? [root] : []);
    for (const uri of folders) this.#workspace.open(this.#addresses.addFolder(uri));
    this.#take(valueOf(options, 'files'));
    return {
      serverInfo: { name: NAME, version: VERSION },
      capabilities: {
        positionEncoding: PositionEncodingKind.UTF16,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        ...(this.#isPulled && {
          diagnosticProvider: { identifier: NAME, interFileDependencies: true, workspaceDiagnostics: true },
        }),
        hoverProvider: true,
        completionProvider: { triggerCharacters: TRIGGERS, resolveProvider: true },
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: this.#client.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
        inlayHintProvider: true,
        documentSymbolProvider: true,
        workspaceSymbolProvider: true,
        ...(this.#compare !== undefined && { codeLensProvider: {} }),
        codeActionProvider: {
          codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL],
          ...(this.#resolvesActions && { resolveProvider: true }),
        },
        ...(valueOf(options, 'explainsRules') !== true && { executeCommandProvider: { commands: [EXPLAIN_RULE] } }),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  async #initialized(): Promise<void> {
    const { workspace } = this.#client;
    if (workspace?.workspaceFolders === true)
      this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const { uri } of removed) {
          const closed = this.#workspace.close(this.#addresses.addFolder(uri));
          if (closed !== undefined) this.#forget(closed);
        }
        for (const { uri } of added) this.#workspace.open(this.#addresses.addFolder(uri));
      });
    if (this.#isToldOfFiles)
      await this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*' }],
      });
    if (workspace?.didChangeConfiguration?.dynamicRegistration === true)
      await this.#connection.client.register(DidChangeConfigurationNotification.type, { section: NAME });
    await this.#configure(undefined);
  }

  /** Logs the failure of a call that nobody waits for, such as an editor's refusal to do what it said it can. */
  async #guarded(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#logUnexpected(error);
    }
  }

  #logUnexpected(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#connection.console.error(printable(`unexpected error: ${message.split('\n')[0] ?? ''}`));
  }

  /** True if the editor asks for diagnostics, so that none are pushed. */
  get #isPulled(): boolean {
    return this.#client.textDocument?.diagnostic !== undefined;
  }

  /** True if the editor asks for the edits of a code action when a person chooses it. */
  get #resolvesActions(): boolean {
    const { dataSupport, resolveSupport } = this.#client.textDocument?.codeAction ?? {};
    return dataSupport === true && resolveSupport?.properties.includes('edit') === true;
  }

  /** True if the editor tells what changes on the disk. */
  get #isToldOfFiles(): boolean {
    return this.#client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  }

  /** Takes new settings: those of the editor if it can be asked, else the given ones. */
  async #configure(given: unknown): Promise<void> {
    const before = this.#settings;
    if (this.#client.workspace?.configuration === true)
      this.#settings = settingsIn(await this.#connection.workspace.getConfiguration(NAME));
    else if (given !== undefined) this.#settings = settingsIn(valueOf(given, NAME) ?? given);
    if (this.#settings.showUndecided !== before.showUndecided)
      for (const project of this.#workspace.projects) this.#report(project);
    else if (this.#settings.inlayHints !== before.inlayHints) this.#refreshHints();
  }

  /** Has an editor ask for hints again: values of a file come from others, about which it does not ask by itself. */
  #refreshHints(): void {
    if (this.#client.workspace?.inlayHint?.refreshSupport === true)
      this.#connection.languages.inlayHint.refresh().catch(() => {});
  }

  #filesChanged(addresses: readonly string[]): void {
    this.#workspace.filesChanged(new Set(addresses.flatMap((address) => this.#addresses.pathOf(address) ?? [])));
  }

  /** Takes `FileTexts`, and logs the parts that are not valid. */
  #take(given: unknown): void {
    const { take } = this.#machine;
    if (given === undefined || take === undefined) return;
    const texts = new Map<string, string | undefined>();
    for (const [address, text] of Object.entries((given ?? {}) as Record<string, unknown>)) {
      const path = this.#addresses.pathOf(address);
      if (path === undefined || (typeof text !== 'string' && text !== null))
        this.#connection.console.error(
          printable(`not a file: ${address}; expected addresses like that of the folder, each with a text or null`),
        );
      else texts.set(path, text ?? undefined);
    }
    take(texts);
    this.#workspace.filesChanged(new Set(texts.keys()));
  }

  /** Takes the outcome of a check: its diagnostics, and the lines to log. */
  #report(project: Project): void {
    const { said } = project.outcome;
    const before = this.#said.get(project);
    for (const line of said) if (before?.has(line) !== true) this.#connection.console.warn(printable(line));
    this.#said.set(project, new Set(said));
    this.#publish(this.#problems.replace(project, this.#diagnosticsOf(project)));
    this.#tellStatus();
    // What a file changes may be told of in another one, which the editor does not ask about by itself.
    if (this.#compare !== undefined && this.#client.workspace?.codeLens?.refreshSupport === true)
      this.#connection.sendRequest(CodeLensRefreshRequest.type).catch(() => {});
    this.#refreshHints();
    if (!this.#isToldOfFiles) this.#watch();
  }

  /** Forgets what was found in a project that was closed. */
  #forget(project: Project): void {
    this.#said.delete(project);
    this.#publish(this.#problems.replace(project, undefined));
    this.#tellStatus();
  }

  #tellStatus(): void {
    if (!this.#showsStatus) return;
    const folders = Array.from(this.#workspace.projects, (project) => statusOf(project, this.#addressOf(project)));
    void this.#connection.sendNotification(STATUS, folders);
  }

  #addressOf({ folder, paths: [file] }: Project): string {
    return this.#addresses.addressOf(file ?? folder);
  }

  #diagnosticsOf(project: Project): DiagnosticsByPath {
    const { fault } = project.outcome;
    const snapshot = this.#snapshotOf(project);
    if (snapshot !== undefined) return diagnosticsByPath(snapshot, { showsUndecided: this.#settings.showUndecided });
    if (fault === undefined) return new Map();
    return new Map([[fullPathOf(project, fault.document.file), [diagnosticOfFaultyFile(fault)]]]);
  }

  #snapshotOf({ folder, outcome }: Project, result = outcome.result): Snapshot | undefined {
    return result && { result, folder, addressOf: (path) => this.#addresses.addressOf(path) };
  }

  /** Tells the editor of files whose diagnostics are others now. */
  #publish(paths: readonly string[]): void {
    if (paths.length === 0) return;
    if (!this.#isPulled)
      for (const path of paths) {
        const uri = this.#addresses.addressOf(path);
        const { diagnostics } = this.#problems.of(path);
        const version = this.#documents.get(uri)?.version;
        void this.#connection.sendDiagnostics({ uri, diagnostics, ...(version !== undefined && { version }) });
      }
    else if (this.#client.workspace?.diagnostics?.refreshSupport === true)
      this.#connection.languages.diagnostics.refresh().catch(() => {});
    const awaiting = this.#awaitingNews;
    this.#awaitingNews = [];
    for (const resolve of awaiting) resolve();
  }

  async #documentDiagnostics(
    uri: string,
    previous: string | undefined,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport> {
    const path = this.#addresses.pathOf(uri);
    await this.#settled(path, token);
    const { mark, diagnostics } = path === undefined ? { mark: '0', diagnostics: [] } : this.#problems.of(path);
    if (mark === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: mark };
    return { kind: DocumentDiagnosticReportKind.Full, resultId: mark, items: diagnostics };
  }

  /**
   * Tells what is news to the editor: bit by bit for as long as it wants where it listens to `news`, which VS Code
   * would else ask for every two seconds; in an answer otherwise, if need be as soon as there is some.
   */
  async #workspaceDiagnostics(
    known: Map<string, string>,
    token: CancellationToken,
    news: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const isFirst = known.size === 0;
    for (;;) {
      await this.#allSettled(token);
      const items = Array.from(this.#problems.paths, (path) => this.#workspaceReport(path, known));
      const changed = items.filter(({ kind }) => kind === DocumentDiagnosticReportKind.Full);
      if (news === undefined && (isFirst || changed.length > 0)) return { items };
      if (changed.length > 0) news?.report({ items: changed });
      for (const { uri, resultId } of changed) if (resultId !== undefined) known.set(uri, resultId);
      await new Promise<void>((resolve) => {
        this.#awaitingNews.push(resolve);
        token.onCancellationRequested(() => resolve());
      });
    }
  }

  #workspaceReport(path: string, known: ReadonlyMap<string, string>): WorkspaceDocumentDiagnosticReport {
    const uri = this.#addresses.addressOf(path);
    const { mark, diagnostics } = this.#problems.of(path);
    const version = this.#documents.get(uri)?.version ?? null;
    return known.get(uri) === mark
      ? { kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId: mark }
      : { kind: DocumentDiagnosticReportKind.Full, uri, version, resultId: mark, items: diagnostics };
  }

  /** Waits until a file is checked as it is now; its project. Throws if the editor no longer wants to know. */
  async #settled(path: string | undefined, token: CancellationToken): Promise<Project | undefined> {
    const project = path === undefined ? undefined : this.#workspace.projectOf(path);
    if (project !== undefined) await this.#workspace.settled(project);
    refuseCancelled(token);
    return project;
  }

  /** Answers a request about a file by its document in the last check; null if that check did not read it. */
  async #in<Answer>(
    uri: string,
    token: CancellationToken,
    ask: (snapshot: Snapshot, document: Document) => Answer,
  ): Promise<Answer | null> {
    const path = this.#addresses.pathOf(uri);
    const project = await this.#settled(path, token);
    const snapshot = project && this.#snapshotOf(project);
    const document = snapshot && path !== undefined ? documentOf(snapshot, path) : undefined;
    // What was decrypted has places in no text of the editor.
    if (snapshot === undefined || document === undefined || document.isDecrypted) return null;
    try {
      return ask(snapshot, document);
    } catch (error) {
      this.#logUnexpected(error);
      return null;
    }
  }

  /** Answers a request about a place in a file. */
  #at<Answer>(
    { textDocument, position }: TextDocumentPositionParams,
    token: CancellationToken,
    ask: (snapshot: Snapshot, document: Document, offset: number) => Answer,
  ): Promise<Answer | null> {
    return this.#in(textDocument.uri, token, (snapshot, document) =>
      ask(snapshot, document, offsetAt(document, position)),
    );
  }

  /**
   * The completions at a place in a text that is open. They are told from the last check, so that no one who types
   * waits for the next.
   */
  async #completions(
    { textDocument: { uri }, position }: TextDocumentPositionParams,
    token: CancellationToken,
  ): Promise<CompletionList | null> {
    const path = this.#addresses.pathOf(uri);
    const project = path === undefined ? undefined : this.#workspace.projectOf(path);
    if (project !== undefined && project.lastResult === undefined) await this.#settled(path, token);
    const open = this.#documents.get(uri);
    if (path === undefined || project === undefined || open === undefined) return null;
    const snapshot = this.#snapshotOf(project, project.lastResult);
    const typed = { uri, file: shownPathOf(project, path), text: open.getText(), offset: open.offsetAt(position) };
    try {
      return completionsAt(snapshot, typed, this.#machine.configurationSchema);
    } catch (error) {
      this.#logUnexpected(error);
      return null;
    }
  }

  /** A completion with its documentation. */
  #documented(item: CompletionItem): CompletionItem {
    const { uri, subject } = subjectOf(item.data) ?? {};
    const path = uri === undefined ? undefined : this.#addresses.pathOf(uri);
    const project = path === undefined ? undefined : this.#workspace.projectOf(path);
    if (path === undefined || project === undefined || subject === undefined) return item;
    const snapshot = this.#snapshotOf(project, project.lastResult);
    try {
      return resolvedCompletion(item, subject, snapshot, shownPathOf(project, path));
    } catch (error) {
      this.#logUnexpected(error);
      return item;
    }
  }

  /** The actions at a place: none where the text that was checked is not the one that is open. */
  async #codeActions(
    { textDocument, range, context }: CodeActionParams,
    token: CancellationToken,
  ): Promise<CodeAction[]> {
    const { uri } = textDocument;
    const actions = await this.#in(uri, token, (snapshot, document) => {
      if (!this.#isOpenAs(uri, document)) return [];
      const [start, end] = [offsetAt(document, range.start), offsetAt(document, range.end)];
      return codeActionsAt(snapshot, document, { start, end }, { ...context, uri });
    });
    if (actions === null || this.#resolvesActions) return [...(actions ?? [])];
    const made: CodeAction[] = [];
    for (const { data, ...action } of actions) {
      const fixes = fixesAskedOf(data);
      refuseCancelled(token);
      const { edit = action.edit } = fixes === undefined ? {} : await this.#mended(action.title, fixes, token);
      if (fixes === undefined || edit !== undefined) made.push({ ...action, ...(edit !== undefined && { edit }) });
    }
    return made;
  }

  /** The action that a person chose, with its edits; a message says what it does not mend. */
  async #resolved(action: CodeAction, token: CancellationToken): Promise<CodeAction> {
    const fixes = fixesAskedOf(action.data);
    if (fixes === undefined) return action;
    const { edit, complaint } = await this.#mended(action.title, fixes, token);
    if (complaint !== undefined)
      await this.#connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Warning,
        message: printable(complaint),
      });
    return edit === undefined ? action : { ...action, edit };
  }

  /** The edits that make fixes, once a check of the edited files has proved them, and what to say of those that are not. */
  async #mended(
    title: string,
    fixes: FixesAsked,
    token: CancellationToken,
  ): Promise<{ readonly edit?: WorkspaceEdit | undefined; readonly complaint?: string | undefined }> {
    const project = await this.#settled(this.#addresses.pathOf(fixes.uri), token);
    const snapshot = project && this.#snapshotOf(project);
    if (snapshot === undefined) return { complaint: notFixed(title, 'there is no check of its folder') };
    try {
      const mended = await project?.mended(this.#machine.mend, choiceOf(fixes));
      if (mended === undefined) return {};
      const { addressOf } = snapshot;
      const isCurrent = mended.files.every(
        ({ file, before }) => before === undefined || this.#isOpenAs(addressOf(fullPathOf(snapshot, file)), before),
      );
      if (project?.isStale === true || !isCurrent)
        return { complaint: notFixed(title, 'the text has changed meanwhile') };
      const versionOf = (uri: string): number | undefined => this.#documents.get(uri)?.version;
      return {
        edit: mended.files.length === 0 ? undefined : workspaceEditOf(mended.files, snapshot, versionOf, this.#client),
        complaint: complaintAbout(title, fixes, mended),
      };
    } catch (error) {
      if (!(error instanceof CannotCheck || error instanceof FileError)) this.#logUnexpected(error);
      return { complaint: notFixed(title, error instanceof Error ? error.message : String(error)) };
    }
  }

  /** What can be renamed at a place, with the range of its word. */
  async #prepareRename(
    { textDocument, position }: TextDocumentPositionParams,
    token: CancellationToken,
  ): Promise<PrepareRenameResult | null> {
    const found = await this.#renamable(textDocument.uri, position, token);
    if (found === undefined) return null;
    const { document, target } = found;
    const place = { file: document.file, start: target.start, end: target.end };
    return { range: rangeOf(place, new Map([[document.file, document]])), placeholder: target.name };
  }

  /** The edits of a rename, in every file, or the reason why there are none. */
  async #rename(
    { textDocument, position, newName }: RenameParams,
    token: CancellationToken,
  ): Promise<WorkspaceEdit | null> {
    const found = await this.#renamable(textDocument.uri, position, token);
    if (found === undefined) return null;
    const { snapshot, target } = found;
    return refusing(() => {
      const { files, moves } = renamed(snapshot, this.#workspace.files, target, newName);
      for (const { file, before } of files)
        if (before !== undefined && !this.#isOpenAs(snapshot.addressOf(fullPathOf(snapshot, file)), before))
          throw new CannotRename(`the text of ${file} has changed meanwhile`);
      return workspaceEditOf(files, snapshot, (uri) => this.#documents.get(uri)?.version, this.#client, moves);
    });
  }

  async #renamable(uri: string, position: Position, token: CancellationToken) {
    const found = await this.#in(uri, token, (snapshot, document) => ({ snapshot, document }));
    if (found === null || !this.#isOpenAs(uri, found.document)) return undefined;
    const { snapshot, document } = found;
    const target = refusing(() => renamableAt(snapshot, document, offsetAt(document, position)));
    return target && { snapshot, document, target };
  }

  /** Tells whether a document has the text that the editor has open at an address, if any. */
  #isOpenAs(uri: string, { text }: Document): boolean {
    const open = this.#documents.get(uri);
    return open === undefined || open.getText() === text;
  }

  /** The lenses on a document; the comparison that they need is made only for inventories. */
  async #codeLenses(uri: string, token: CancellationToken): Promise<CodeLens[] | null> {
    const path = this.#addresses.pathOf(uri);
    const project = await this.#settled(path, token);
    const compare = this.#compare;
    if (project === undefined || compare === undefined) return null;
    if ((await this.#in(uri, token, isInventory)) !== true) return null;
    try {
      const changes = await project.changes(compare, this.#workspace.saved);
      return await this.#in(uri, token, (...of) => [...codeLensesIn(...of, changes)]);
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      this.#logUnexpected(error);
      return null;
    }
  }

  async #hosts(token: CancellationToken): Promise<HostInFolder[]> {
    const projects = await this.#allSettled(token);
    return projects.flatMap((project) => {
      const names = new Set(project.outcome.result?.opened.flatMap(({ hosts }) => hosts.map(shownHost)));
      return Array.from(names, (host) => ({ folder: this.#addressOf(project), host }));
    });
  }

  async #print({ command, folder, host }: Asked): Promise<string> {
    const project = [...this.#workspace.projects].find((each) => this.#addressOf(each) === folder);
    if (project === undefined) throw new ResponseError(ErrorCodes.InvalidParams, `no folder ${folder} is open`);
    try {
      return await this.#machine.print(command, host, project.folder, this.#workspace.files);
    } catch (error) {
      if (!(error instanceof CannotCheck || error instanceof FileError)) throw error;
      throw new ResponseError(LSPErrorCodes.RequestFailed, printable(error.message));
    }
  }

  /** Waits until every project is checked as it is now; the projects. */
  async #allSettled(token: CancellationToken): Promise<readonly Project[]> {
    const projects = [...this.#workspace.projects];
    await Promise.all(projects.map((project) => this.#workspace.settled(project)));
    refuseCancelled(token);
    return projects;
  }

  async #symbols(query: string, token: CancellationToken): Promise<SymbolInformation[]> {
    const projects = await this.#allSettled(token);
    return projects.flatMap((project) => {
      const snapshot = this.#snapshotOf(project);
      return snapshot === undefined ? [] : workspaceSymbols(snapshot, query);
    });
  }

  /** Shows what a rule is about, in an editor that has no better place for it: its page, or else its help. */
  async #explain({ page, text }: RuleToExplain): Promise<void> {
    if (page !== undefined && this.#client.window?.showDocument?.support === true)
      await this.#connection.window.showDocument({ uri: page, external: true });
    else
      await this.#connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message: text });
  }

  #watch(): void {
    const folders = new Set([...this.#workspace.projects].flatMap((project) => [...project.folders]));
    this.#machine.watch?.(folders, (path) => this.#workspace.filesChanged(new Set([path])));
  }
}

function statusOf({ outcome: { result, fault, said } }: Project, folder: string): FolderStatus {
  const { stacks = [], findings = [], undecided = [] } = result ?? {};
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return {
    folder,
    stacks: stacks.map(({ name, preset, hosts }) => ({ name: printable(name), preset, hosts })),
    counts: { error: count('error'), warning: count('warning'), info: count('info'), undecided: undecided.length },
    problem: result === undefined ? printable(fault?.message ?? said.join('\n')) : undefined,
  };
}

/** Does what may be refused: a refusal is an answer for a person. */
function refusing<Answer>(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CannotRename || error instanceof FileError)) throw error;
    throw new ResponseError(LSPErrorCodes.RequestFailed, printable(`not renamed: ${error.message}`));
  }
}

/** Throws if the editor has cancelled a request. */
function refuseCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
}

/** Reads settings; a missing one, or one of another type, gets its default. */
function settingsIn(given: unknown): Settings {
  return {
    showUndecided: valueOf(given, 'showUndecided') === true,
    inlayHints: valueOf(given, 'inlayHints') !== false,
  };
}

function valueOf(given: unknown, key: string): unknown {
  return typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>)[key] : undefined;
}

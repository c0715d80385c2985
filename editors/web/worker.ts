/** The language server in a web worker of a browser, over its messages and on the files that the page sends. */
import { createConnection } from 'vscode-languageserver';
import { BrowserMessageReader, BrowserMessageWriter, createProtocolConnection } from 'vscode-languageserver/browser';
import type { Given } from '../../src/commands/arguments.ts';
import { checkProject } from '../../src/commands/check-project.ts';
import type { Caller } from '../../src/commands/command.ts';
import { KNOWN } from '../../src/commands/find-configuration.ts';
import { mendFolder } from '../../src/commands/mend-folder.ts';
import { printedAboutHost } from '../../src/commands/printed-host.ts';
import { configurationSchema } from '../../src/configuration/keys.ts';
import { serve } from '../../src/editor/language-server.ts';
import { FileError } from '../../src/ground/files.ts';
import { overlaid } from '../../src/ground/overlaid-files.ts';
import type { Files } from '../../src/ground/files.ts';

/** The worker itself, as far as it is used here: its full type is in no library beside that of Node. */
declare const self: {
  postMessage(message: unknown): void;
  addEventListener(type: 'error', listener: (event: unknown) => void): void;
  onmessage: unknown;
  close(): void;
};

/** A page has no command line: what there is to choose belongs into `stacklint.yml`. */
const NO_OPTIONS: Given = {
  command: 'lsp',
  named: true,
  words: [],
  has: () => false,
  value: () => undefined,
  values: () => [],
};

function missing(path: string): never {
  throw new FileError(path, 'there is no such file', 'missing');
}

const NO_FILES: Files = {
  kind: () => undefined,
  list: missing,
  size: () => 0,
  read: missing,
  text: missing,
  executable: () => false,
  writableByAll: () => false,
  real: (path) => path,
  linkTarget: () => undefined,
};

/** The files of the page, by their paths, and as the server asks for them. */
const sent = new Map<string, Uint8Array>();
const files = { ...NO_FILES };

function take(texts: ReadonlyMap<string, string | undefined>): void {
  for (const [path, text] of texts)
    if (text === undefined) sent.delete(path);
    else sent.set(path, new TextEncoder().encode(text));
  Object.assign(files, overlaid(NO_FILES, sent));
}

function callerIn(cwd: string, seen: Files): Caller {
  return { cwd, files: seen, environment: {}, mayReadPasswords: false, columns: undefined };
}

const connection = createConnection(
  (logger) => createProtocolConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self), logger),
  { shutdownReceived: false, initialize: () => {}, exit: () => self.close() },
);
serve(connection, {
  files,
  check: (cwd, paths, seen, cache) => checkProject(NO_OPTIONS, callerIn(cwd, seen), paths, cache),
  configurationSchema: () => configurationSchema(KNOWN),
  mend: (asked) => mendFolder(asked, NO_OPTIONS, callerIn(asked.folder, asked.files)),
  take,
  print: (command, host, cwd, seen) => printedAboutHost(command, host, NO_OPTIONS, callerIn(cwd, seen)),
});

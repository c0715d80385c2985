/** `stacklint lsp`: the language server, over the streams of the program and on its disk. */
import { createConnection } from 'vscode-languageserver';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { CannotCheck } from '../ground/cannot-check.ts';
import { configurationSchema } from '../configuration/keys.ts';
import { serve } from '../editor/language-server.ts';
import type { Given } from './arguments.ts';
import { changesSinceCommit } from './changes-since-commit.ts';
import { checkProject } from './check-project.ts';
import type { Caller, Client, CommandOutcome } from './command.ts';
import { KNOWN } from './find-configuration.ts';
import { mendFolder } from './mend-folder.ts';
import { printedAboutHost } from './printed-host.ts';
import { WatchedFolders } from './watched-folders.ts';

/** The milliseconds between two looks at whether the editor is still there: it may die without closing its streams. */
const LOOK = 500;

/** Serves the client until it ends the server, or is gone. */
export function lsp(given: Given, caller: Caller, { input, output, isRunning }: Client): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    let editor = processOf(given.value('clientProcessId'));
    let looked = performance.now();
    const end = (exitCode: number): void => resolve({ stdout: '', stderr: '', exitCode });
    const isGone = (): boolean => {
      looked = performance.now();
      return editor !== undefined && !isRunning(editor);
    };
    const watchDog = {
      shutdownReceived: false,
      initialize({ processId }: { readonly processId: number | null }) {
        editor = processId ?? editor;
      },
      exit: end,
    };
    setInterval(() => {
      if (isGone()) end(1);
    }, LOOK);
    const gone = (): void => end(watchDog.shutdownReceived ? 0 : 1);
    for (const event of ['end', 'close', 'error']) input.on(event, gone);
    output.on('error', gone);
    const connection = createConnection(
      (logger) => createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output), logger),
      watchDog,
    );
    // A check may take longer than an editor that is gone should be served.
    const progress = (): void => {
      if (performance.now() - looked > LOOK && isGone()) throw new Error('the editor is gone');
    };
    const watched = new WatchedFolders();
    serve(connection, {
      files: caller.files,
      check: (cwd, paths, files, cache) => checkProject(given, { ...caller, cwd, files, progress }, paths, cache),
      watch: (folders, changed) => watched.follow(folders, changed),
      configurationSchema: () => configurationSchema(KNOWN),
      mend: (asked) => mendFolder(asked, given, { ...caller, progress }),
      compare: (asked) => changesSinceCommit(asked, given, { ...caller, progress }),
      print: (command, host, cwd, files) => printedAboutHost(command, host, given, { ...caller, cwd, files }),
    });
  });
}

/** Reads the number of a process. Throws CannotCheck for anything else. */
function processOf(written: string | undefined): number | undefined {
  if (written === undefined || /^[1-9]\d*$/.test(written)) return written === undefined ? undefined : Number(written);
  throw new CannotCheck(`--clientProcessId=${written}: expected the number of a process`);
}

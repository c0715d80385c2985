/** What a language server asks of the machine that it runs on: a computer with a disk, or a page. */
import type { Files } from '../ground/files.ts';
import type { ConfigurationSchema } from './configuration-offers.ts';
import type { PrintingCommand } from './own-requests.ts';
import type { FolderCheck, FolderComparison, FolderMending } from './project.ts';

/** The machine that a server runs on. */
export interface Machine {
  readonly files: Files;
  readonly check: FolderCheck;
  /** Compares a folder with the last commit of its repository; undefined if the machine cannot do it. */
  readonly compare?: FolderComparison | undefined;
  /**
   * Watches folders, and no others than those of the last call: `changed` gets the full path of what comes, goes or
   * changes there. For editors that do not report this; undefined if the machine cannot do it.
   */
  readonly watch?: ((folders: ReadonlySet<string>, changed: (path: string) => void) => void) | undefined;
  /**
   * Takes the texts of files that an editor sends, by their full paths; undefined for a file that is gone. Undefined if
   * the machine has a disk.
   */
  readonly take?: ((texts: ReadonlyMap<string, string | undefined>) => void) | undefined;
  /** The JSON Schema of `stacklint.yml`. */
  readonly configurationSchema: () => ConfigurationSchema;
  /** Tells what fixes do to a folder. */
  readonly mend: FolderMending;
  /**
   * Prints what a command prints about a host in a folder, without colours. Throws CannotCheck and FileError as the
   * command does.
   */
  readonly print: (command: PrintingCommand, host: string, folder: string, files: Files) => Promise<string>;
}

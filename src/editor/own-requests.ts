/**
 * Messages between the server and stacklint's own editor extensions, besides those of the protocol. An extension asks
 * for the status with `"showsStatus": true` in its initialization options. A page, whose server has no disk, sends
 * the first `FileTexts` there as `files`.
 */
import type { Severity } from '../model/finding.ts';
import type { Preset } from '../model/rule.ts';

/** A notification after each check: the `FolderStatus` of every folder, as a list. */
export const STATUS = 'stacklint/status';
/** A request without parameters: every `HostInFolder`. */
export const HOSTS = 'stacklint/hosts';
/** A request with an `Asked`: the text that a command prints about a host, unsaved texts included. */
export const PRINT = 'stacklint/print';
/** A notification from a page: the `FileTexts` that are others now. */
export const FILES = 'stacklint/files';

/** The texts of files by their addresses; null for a file that is gone. */
export type FileTexts = Readonly<Record<string, string | null>>;

export interface FolderStatus {
  /** The address of the folder, or of a file that was opened without one. */
  readonly folder: string;
  readonly stacks: readonly { readonly name: string; readonly preset: Preset; readonly hosts: number }[];
  readonly counts: Readonly<Record<Severity | 'undecided', number>>;
  /** A sentence that says why there was no check. */
  readonly problem?: string | undefined;
}

export interface HostInFolder {
  readonly folder: string;
  readonly host: string;
}

export interface Asked extends HostInFolder {
  readonly command: PrintingCommand;
}

/** `vars` prints the effective variables, `render` the files that plays write. */
export type PrintingCommand = 'vars' | 'render';

/** The input and the outcome that all commands share. Only `src/cli.ts` touches the process. */
import type { Files } from '../ground/files.ts';
import { printable } from '../report/terminal-text.ts';

/** The surroundings of the program, which every command gets in addition to its arguments. */
export interface Caller {
  readonly cwd: string;
  /** The files that are checked, with the configuration and the baseline: those of the disk, or an editor's. */
  readonly files: Files;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** False if vault passwords may not be read; they may unless it says so. */
  readonly mayReadPasswords?: boolean;
  /** The width of the terminal that shows stdout; undefined if stdout goes elsewhere. */
  readonly columns: number | undefined;
  /** Says what a slow run is doing: `checking memory/heap-limit`. */
  readonly progress?: ((step: string) => void) | undefined;
}

/** The output of a command, and the code that the program exits with. */
export interface CommandOutcome {
  /** The data. */
  readonly stdout: string;
  /** Messages for a person, which a terminal shows before the data. */
  readonly stderr: string;
  /** Messages that end what a terminal shows; by default, none. */
  readonly closing?: string;
  readonly exitCode: number;
}

/** The outcome of a command that did what it was asked to, with the data and nothing to say about it. */
export function said(stdout: string): CommandOutcome {
  return { stdout, stderr: '', exitCode: 0 };
}

/** Notices for stderr, a line for each. */
export function noticeLines(notices: readonly string[]): string {
  return notices.map((notice) => `stacklint: ${printable(notice)}\n`).join('');
}

/** The person at the terminal, for commands that do not say everything at their end. */
export interface Person {
  /** Writes to stdout at once, and then to stderr. */
  tell(stdout: string, stderr?: string): void;
  /** Asks a yes-or-no question; undefined if there is no one to answer. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
  /** Asks for a secret without showing it; undefined if there is no one to answer. */
  readonly askSecret?: ((question: string) => Promise<string>) | undefined;
}

/** The program that speaks with this one, as an editor. */
export interface Client {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Tells whether a process is still there. */
  readonly isRunning: (id: number) => boolean;
}

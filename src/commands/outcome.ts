/** What every command is given beside its arguments, and what it hands back. Only `cli.ts` touches the process. */

/** The program's surroundings. */
export interface Caller {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How wide the terminal is that shows stdout; undefined where it goes elsewhere. */
  readonly columns: number | undefined;
}

export interface CommandOutcome {
  /** Data. */
  readonly stdout: string;
  /** What is said to a person beside the data. */
  readonly stderr: string;
  readonly exitCode: number;
}

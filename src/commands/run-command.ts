/** Runs the command that the words of a command line name, wherever its output goes. */
import { NAME, VERSION } from '../about.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { FileError } from '../ground/files.ts';
import { shownPath } from '../ground/paths.ts';
import { printable, wrap } from '../report/terminal-text.ts';
import type { Given } from './arguments.ts';
import { readArguments } from './arguments.ts';
import { said } from './command.ts';
import type { Caller, Client, CommandOutcome, Person } from './command.ts';

/** What is around the program; each part is asked for by the commands that need it, since some take time to make. */
export interface Surroundings {
  /** Tells whether a word names a file or folder. */
  readonly isPath: (word: string) => boolean;
  /** Throws CannotCheck if the current folder is gone. */
  readonly caller: () => Caller;
  readonly person: () => Person;
  readonly client: () => Client;
}

/** The outcome of a command line; if its command ends with an error, the line about it and code 2. */
export async function outcomeOf(args: readonly string[], surroundings: Surroundings): Promise<CommandOutcome> {
  try {
    return await run(readArguments(args, surroundings.isPath), surroundings);
  } catch (error) {
    return { stdout: '', stderr: await complaint(error, surroundings, args.includes('--verbose')), exitCode: 2 };
  }
}

/** Runs a command. Each loads its own code, so that a commit hook starts fast. */
async function run(given: Given, surroundings: Surroundings): Promise<CommandOutcome> {
  if (given.has('version')) return said(`${VERSION}\n`);
  if (given.has('help')) return said((await import('./help.ts')).help(given));
  const caller = surroundings.caller();
  switch (given.command) {
    case 'check':
      if (given.has('watch')) return (await import('./watch.ts')).watch(given, caller, surroundings.person());
      return (await import('./check.ts')).check(given, caller);
    case 'live':
      return (await import('./live.ts')).live(given, caller, surroundings.person());
    case 'capture':
      return (await import('./capture.ts')).capture(given, caller, surroundings.person());
    case 'resilience':
      return (await import('./resilience.ts')).resilience(given, caller, surroundings.person());
    case 'graph':
      return (await import('./graph.ts')).graph(given, caller, surroundings.person());
    case 'diff':
      return (await import('./diff.ts')).diff(given, caller, surroundings.person());
    case 'vars':
      return (await import('./vars.ts')).vars(given, caller);
    case 'render':
      return (await import('./render.ts')).render(given, caller);
    case 'explain':
      return (await import('./explain.ts')).explain(given, caller);
    case 'config':
      return (await import('./config.ts')).config(given, caller);
    case 'rules':
      return (await import('./rules.ts')).listRules(given, caller);
    case 'inventory':
      return (await import('./inventory.ts')).inventory(given, caller);
    case 'init':
      return (await import('./init.ts')).init(given, caller, surroundings.person());
    case 'lsp':
      return (await import('./lsp.ts')).lsp(given, caller, surroundings.client());
    case 'completion':
      return (await import('./completion.ts')).completion(given);
  }
}

/** The line about an error; with `--verbose`, a trace as well. */
export async function complaint(error: unknown, { caller }: Surroundings, verbose: boolean): Promise<string> {
  if (error instanceof CannotCheck) {
    const advice = error.advice.map(printable);
    const lines = [`${NAME}: ${printable(error.message)}`, ...(advice.length > 0 ? wrap(advice.join(' '), 80) : [])];
    return lines.map((line) => `${line}\n`).join('');
  }
  if (error instanceof FileError)
    return `${NAME}: ${printable(`cannot read ${shownPath(error.path, caller().cwd)}: ${error.message}`)}\n`;
  const thrown = error instanceof Error ? error : new Error(String(error));
  const first = printable(thrown.message.split('\n')[0] ?? '');
  const line = `${NAME}: unexpected error: ${first}; please report it with the output of --verbose\n`;
  if (!verbose) return line;
  const { sourceMappedStackTrace } = await import('../source-trace.ts');
  return `${line}${NAME} ${VERSION}, node ${process.version}\n${sourceMappedStackTrace(thrown.stack ?? '')}\n`;
}

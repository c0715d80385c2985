/** The texts of commands about one host, as the language server shows them. */
import type { PrintingCommand } from '../editor/own-requests.ts';
import type { Given } from './arguments.ts';
import type { OptionName } from './command-line.ts';
import type { Caller } from './command.ts';

/**
 * Prints what a command prints about a host for a file or a pipe, with its notices below. Throws CannotCheck and
 * FileError as the command does.
 */
export async function printedAboutHost(
  command: PrintingCommand,
  host: string,
  given: Given,
  caller: Caller,
): Promise<string> {
  const words = command === 'render' ? [host, '*'] : [host];
  const asked = { ...given, command, words, has: (name: OptionName) => name === 'all' || given.has(name) };
  const plainly = { ...caller, columns: undefined, environment: { ...caller.environment, FORCE_COLOR: '0' } };
  const { stdout, stderr } =
    command === 'render'
      ? await (await import('./render.ts')).render(asked, plainly)
      : await (await import('./vars.ts')).vars(asked, plainly);
  return [stdout, stderr].filter((text) => text !== '').join('\n');
}

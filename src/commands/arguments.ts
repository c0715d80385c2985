/** The command line: its command, options and words, and one line for the first mistake. */
import { parseArgs } from 'node:util';
import { CannotCheck } from '../ground/cannot-check.ts';
import { didYouMean } from '../model/nearest.ts';
import { withFullOptionNames } from './ansible-options.ts';
import { describedCommand, describedOption, isOptionName, optionNamesOf, parseArgsOptions } from './command-line.ts';
import type { OptionName } from './command-line.ts';
import { COMMANDS } from './command-names.ts';
import type { CommandName } from './command-names.ts';

/** Commands that are to come. */
const PLANNED: readonly string[] = [];

/** Other names that Ansible has for the same option. */
const ALIASES: Readonly<Partial<Record<OptionName, OptionName>>> = { 'vault-pass-file': 'vault-password-file' };

/** The command line as it was read. */
export interface Given {
  readonly command: CommandName;
  /** False if the command is `check` by default. */
  readonly named: boolean;
  /** The words after the command. */
  readonly words: readonly string[];
  has(option: OptionName): boolean;
  /** The option's value; of several, the last. */
  value(option: OptionName): string | undefined;
  /** All values of an option that may be repeated, in order. */
  values(option: OptionName): readonly string[];
}

/**
 * Splits the arguments. Without options, as hooks call it, this takes no parser, which would be a thirtieth of a
 * small check.
 */
function tokensOf(args: readonly string[]) {
  if (!args.some((arg) => arg.startsWith('-'))) return args.map((value) => ({ kind: 'positional' as const, value }));
  const options = parseArgsOptions(args.find(isCommand) ?? 'check');
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens;
}

/**
 * Reads the command line; `isPath` tells whether a word names a file or folder. Throws CannotCheck with one line for
 * the first word that has no meaning.
 */
export function readArguments(args: readonly string[], isPath: (word: string) => boolean = () => false): Given {
  const tokens = tokensOf(args[0] === 'inventory' ? withFullOptionNames(args) : args);
  const given = new Map<OptionName, string[]>();
  const words: string[] = [];
  const options: (readonly [OptionName, OptionToken])[] = [];
  const unknown: string[] = [];
  let ended = false;
  let command: CommandName | undefined;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') ended = true;
    else if (token.kind === 'positional') {
      if (token.value === '' && command !== 'completion') throw new CannotCheck('an argument is empty');
      const maybeCommand = words.length === 0 && command === undefined && !ended;
      if (maybeCommand && isCommand(token.value)) command = token.value;
      else if (maybeCommand && isSpelledOut(token.value)) given.set(token.value, ['']);
      else words.push(token.value);
    } else if (!isOptionName(token.name)) unknown.push(token.rawName);
    else options.push([ALIASES[token.name] ?? token.name, token]);
  }
  if (unknown[0] !== undefined) refuseUnknown(unknown[0], command);
  if (command === undefined && !ended) refuseMistypedCommand(words[0], isPath);
  const named = command !== undefined;
  command ??= 'check';
  for (const [name, token] of options) {
    refuseForeign(command, name, token.rawName);
    given.set(name, [...(given.get(name) ?? []), optionValue(command, name, token)]);
  }
  // A check takes any number of paths, so a hook that passes some loads no help.
  if (command !== 'check' && words.length > 0) refuseSurplus(command, words);
  return {
    command,
    named,
    words,
    has: (option) => given.has(option),
    value: (option) => given.get(option)?.at(-1),
    values: (option) => given.get(option) ?? [],
  };
}

/** Tells of a word whether it is the name of a command. */
export function isCommand(word: string): word is CommandName {
  return COMMANDS.some((command) => command === word);
}

/** Tells whether a word in the place of a command means the option of that name. */
function isSpelledOut(word: string): word is 'help' | 'version' {
  return word === 'help' || word === 'version';
}

/** Ansible's `-J`, `--ask-vault-password` and `--ask-vault-pass`, abbreviated or not. */
const ASKS_FOR_PASSWORD = /^(?:-J|--ask(?:-v[a-z-]*)?)$/;

function refuseUnknown(written: string, command: CommandName = 'check'): never {
  if (ASKS_FOR_PASSWORD.test(written))
    throw new CannotCheck(
      `${written}: stacklint never prompts for a vault password; use --vault-password-file FILE or --vault-id ID@FILE`,
    );
  const known = optionNamesOf(command).map((option) => `--${option}`);
  const near = didYouMean(written, known, `stacklint ${command} --help lists them`);
  throw new CannotCheck(`unknown option ${written}${near}`);
}

/** An option as the parser gives it. */
interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function optionValue(
  command: CommandName,
  name: OptionName,
  { rawName: written, value, inlineValue }: OptionToken,
): string {
  const { value: placeholder } = describedOption(name, command);
  if (placeholder === undefined) {
    if (value !== undefined) throw new CannotCheck(`${written} takes no value, but was given "${value}"`);
    return '';
  }
  if (value === undefined || value === '' || (value.startsWith('-') && !inlineValue))
    throw new CannotCheck(`${written} needs a value: ${written} ${placeholder}`);
  return value;
}

function refuseSurplus(command: CommandName, words: readonly string[]): void {
  const most = describedCommand(command).words?.most ?? 0;
  const word = words[most];
  if (word === undefined) return;
  const takes = most === 0 ? 'takes none' : 'takes only one';
  const hint = command === 'inventory' ? `; to check the folder: stacklint check ${command}` : '';
  throw new CannotCheck(`unexpected argument "${word}": stacklint ${command} ${takes}${hint}`);
}

/** Refuses a first word that is neither an existing path nor looks like one: it was meant as a command. */
function refuseMistypedCommand(word: string | undefined, isPath: (word: string) => boolean): void {
  if (word === undefined || /[/.\\]/.test(word) || isPath(word)) return;
  if (PLANNED.includes(word)) throw new CannotCheck(`stacklint ${word} is planned; this version does not have it yet`);
  const near = didYouMean(word, COMMANDS, 'stacklint --help lists them');
  throw new CannotCheck(`unknown command ${word}, and no file or folder has this name${near}`);
}

function refuseForeign(command: CommandName, name: OptionName, written: string): void {
  if (optionNamesOf(command).includes(name)) return;
  const owners = COMMANDS.filter((other) => optionNamesOf(other).includes(name)).map((other) => `stacklint ${other}`);
  const have = owners.length === 1 ? 'has' : 'have';
  throw new CannotCheck(`unknown option ${written} for stacklint ${command}; ${owners.join(', ')} ${have} it`);
}

/** Finds a value among the known ones. Throws CannotCheck, with the nearest, if it is not among them. */
export function oneOf<T extends string>(what: string, value: string, known: readonly T[]): T {
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  throw new CannotCheck(`unknown ${what} ${value}${didYouMean(value, known, `there are ${known.join(', ')}`)}`);
}

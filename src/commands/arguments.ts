/** The command line: its command, options and words, and one line for the first mistake. */
import { parseArgs } from 'node:util';
import { CannotCheck } from '../cannot-check.ts';
import { disk } from '../disk.ts';
import { didYouMean } from '../model/nearest.ts';
import { withoutShortcuts } from './ansible-options.ts';

interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
}

/** The formats of the report of `check`, the usual one first. */
export const CHECK_FORMATS = [
  'pretty',
  'compact',
  'json',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
  'rdjson',
  'markdown',
] as const;

/** The options of all commands. A name means the same in every command that takes it. */
const OPTIONS = {
  inventory: { type: 'string', short: 'i' },
  playbook: { type: 'string' },
  'playbook-dir': { type: 'string' },
  'extra-vars': { type: 'string', short: 'e' },
  config: { type: 'string', short: 'c' },
  'vault-id': { type: 'string' },
  'vault-password-file': { type: 'string' },
  'vault-pass-file': { type: 'string' },
  preset: { type: 'string' },
  rule: { type: 'string' },
  vocabulary: { type: 'string' },
  format: { type: 'string', short: 'f' },
  'fail-on': { type: 'string' },
  quiet: { type: 'boolean' },
  statistics: { type: 'boolean' },
  'max-findings': { type: 'string' },
  all: { type: 'boolean' },
  list: { type: 'boolean' },
  host: { type: 'string' },
  graph: { type: 'boolean' },
  vars: { type: 'boolean' },
  export: { type: 'boolean' },
  yaml: { type: 'boolean', short: 'y' },
  toml: { type: 'boolean' },
  output: { type: 'string' },
  'flush-cache': { type: 'boolean' },
  limit: { type: 'string', short: 'l' },
  'stdin-filename': { type: 'string' },
  'changed-since': { type: 'string' },
  staged: { type: 'boolean' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  'no-inline-suppressions': { type: 'boolean' },
  'ansible-version': { type: 'string' },
  color: { type: 'string' },
  verbose: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} satisfies Readonly<Record<string, Option>>;

type OptionName = keyof typeof OPTIONS;
export type CommandName = 'check' | 'inventory' | 'vars' | 'explain' | 'rules';

/** Other names that Ansible has for the same option. */
const ALIASES: Readonly<Partial<Record<OptionName, OptionName>>> = { 'vault-pass-file': 'vault-password-file' };

const EVERYWHERE: readonly OptionName[] = ['color', 'verbose', 'version', 'help'];
const SOURCES: readonly OptionName[] = [
  'inventory',
  'playbook-dir',
  'extra-vars',
  'vault-id',
  'vault-password-file',
  'ansible-version',
  'config',
];
const WHAT: readonly OptionName[] = [...SOURCES, 'playbook', 'vocabulary'];

/** The options that each command takes, in addition to those of every command. */
const TAKES: Readonly<Record<CommandName, readonly OptionName[]>> = {
  check: [
    ...WHAT,
    'limit',
    'preset',
    'rule',
    'format',
    'fail-on',
    'quiet',
    'statistics',
    'max-findings',
    'stdin-filename',
    'changed-since',
    'staged',
    'baseline',
    'update-baseline',
    'no-inline-suppressions',
  ],
  inventory: [...SOURCES, 'limit', 'list', 'host', 'graph', 'vars', 'export', 'yaml', 'toml', 'output', 'flush-cache'],
  vars: [...WHAT, 'limit', 'all', 'format'],
  explain: [...WHAT, 'host', 'format'],
  rules: ['format'],
};
/** The number of words that may follow each command. */
const WORDS: Readonly<Record<CommandName, number>> = { check: Infinity, inventory: 1, vars: 1, explain: 1, rules: 0 };
const COMMANDS = Object.keys(TAKES) as readonly CommandName[];

/** The command line as it was read. */
export interface Given {
  readonly command: CommandName;
  /** False where the command is `check` by default. */
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
  return parseArgs({ args: [...args], options: OPTIONS, strict: false, tokens: true }).tokens;
}

/** Reads the command line. Throws CannotCheck with one line for the first word that has no meaning. */
export function readArguments(args: readonly string[]): Given {
  const tokens = tokensOf(args[0] === 'inventory' ? withoutShortcuts(args) : args);
  const given = new Map<OptionName, string[]>();
  const words: string[] = [];
  const raw: (readonly [OptionName, string])[] = [];
  const unknown: string[] = [];
  let ended = false;
  let command: CommandName | undefined;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') ended = true;
    else if (token.kind === 'positional') {
      if (token.value === '') throw new CannotCheck('an argument is empty');
      if (words.length === 0 && command === undefined && !ended && isCommand(token.value)) command = token.value;
      else words.push(token.value);
    } else if (!Object.hasOwn(OPTIONS, token.name)) unknown.push(token.rawName);
    else {
      const name = ALIASES[token.name as OptionName] ?? (token.name as OptionName);
      given.set(name, [...(given.get(name) ?? []), optionValue(name, token.rawName, token)]);
      raw.push([name, token.rawName]);
    }
  }
  if (unknown[0] !== undefined) refuseUnknown(unknown[0], command);
  if (command === undefined && !ended) refuseMistypedCommand(words[0]);
  const named = command !== undefined;
  command ??= 'check';
  for (const [name, written] of raw) refuseForeign(command, name, written);
  refuseSurplus(command, words[WORDS[command]]);
  return {
    command,
    named,
    words,
    has: (option) => given.has(option),
    value: (option) => given.get(option)?.at(-1),
    values: (option) => given.get(option) ?? [],
  };
}

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(TAKES, word);
}

/** Ansible's `-J`, `--ask-vault-password` and `--ask-vault-pass`, abbreviated or not. */
const ASKS_FOR_PASSWORD = /^(?:-J|--ask(?:-v[a-z-]*)?)$/;

function refuseUnknown(written: string, command: CommandName = 'check'): never {
  if (ASKS_FOR_PASSWORD.test(written))
    throw new CannotCheck(
      `${written}: stacklint never prompts for a vault password; use --vault-password-file FILE or --vault-id ID@FILE`,
    );
  const known = [...TAKES[command], ...EVERYWHERE].map((option) => `--${option}`);
  const near = didYouMean(written, known, `stacklint ${command} --help lists them`);
  throw new CannotCheck(`unknown option ${written}${near}`);
}

function optionValue(
  name: OptionName,
  written: string,
  { value, inlineValue }: { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined },
): string {
  if (OPTIONS[name].type === 'boolean') {
    if (value !== undefined) throw new CannotCheck(`${written} takes no value, but was given "${value}"`);
    return '';
  }
  if (value === undefined || value === '' || (value.startsWith('-') && !inlineValue))
    throw new CannotCheck(`${written} needs a value`);
  return value;
}

function refuseSurplus(command: CommandName, word: string | undefined): void {
  if (word === undefined) return;
  const most = WORDS[command];
  const takes = most === 0 ? 'takes none' : 'takes only one';
  const hint = command === 'inventory' ? `; to check the folder: stacklint check ${command}` : '';
  throw new CannotCheck(`unexpected argument "${word}": stacklint ${command} ${takes}${hint}`);
}

/** Refuses a first word that is neither an existing path nor looks like one: it was meant as a command. */
function refuseMistypedCommand(word: string | undefined): void {
  if (word === undefined || /[/.\\]/.test(word) || disk.kind(word) !== undefined) return;
  const near = didYouMean(word, COMMANDS, 'stacklint --help lists them');
  throw new CannotCheck(`unknown command ${word}, and no file or folder has this name${near}`);
}

function refuseForeign(command: CommandName, name: OptionName, written: string): void {
  if (TAKES[command].includes(name) || EVERYWHERE.includes(name)) return;
  const owners = COMMANDS.filter((other) => TAKES[other].includes(name)).map((other) => `stacklint ${other}`);
  const have = owners.length === 1 ? 'has' : 'have';
  throw new CannotCheck(`unknown option ${written} for stacklint ${command}; ${owners.join(', ')} ${have} it`);
}

/** Finds a value among the known ones. Throws CannotCheck, with the nearest, if it is not among them. */
export function oneOf<T extends string>(what: string, value: string, known: readonly T[]): T {
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  throw new CannotCheck(`unknown ${what} ${value}${didYouMean(value, known, `there are ${known.join(', ')}`)}`);
}

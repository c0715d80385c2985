/** The manual page, in the macros of man(7): https://man7.org/linux/man-pages/man7/man.7.html */
import { NAME, VERSION } from '../src/about.ts';
import { COMMANDS } from '../src/commands/command-names.ts';
import type { CommandName } from '../src/commands/command-names.ts';
import { describedCommand, describedOption, optionNamesOf } from '../src/commands/command-line.ts';
import type { OptionName } from '../src/commands/command-line.ts';

/** The text of the manual page: all that `--help` says of every command. */
export function manual(): string {
  const { examples, exitCodes = {} } = describedCommand('check');
  return lines([
    `.TH ${NAME.toUpperCase()} 1 "" "${NAME} ${VERSION}"`,
    // Without hyphenation and ragged, so that names of options are found by a search.
    '.nh',
    '.ad l',
    '.SH NAME',
    `${NAME} \\- check the Ansible inventories that deploy a search cluster`,
    '.SH SYNOPSIS',
    ...COMMANDS.flatMap((command) => usage(command)),
    '.SH COMMANDS',
    ...COMMANDS.flatMap(commandSection),
    '.SH OPTIONS OF EVERY COMMAND',
    ...optionNamesOf().flatMap((name) => option(name)),
    '.SH EXIT STATUS',
    ...exitCodeEntries(exitCodes),
    '.SH EXAMPLES',
    ...exampleEntries(examples),
    '.SH FILES',
    '.TP',
    bold('stacklint.yml'),
    text('The settings of a project, looked for from the checked path upward to the top of the repository.'),
    '.TP',
    bold('.stacklint-baseline.json'),
    text('The findings that are accepted, as --update-baseline writes them.'),
  ]);
}

function commandSection(command: CommandName): readonly string[] {
  const { about, options, own = {}, examples, exitCodes = {} } = describedCommand(command);
  const isUsual = command === 'check';
  return [
    `.SS ${command}`,
    ...usage(command),
    ...about.flatMap((paragraph) => ['.PP', text(paragraph)]),
    ...Object.entries(options).flatMap(([heading, names]) => [
      '.PP',
      bold(`${heading}:`),
      ...names.flatMap((name) => option(name, command)),
    ]),
    ...optionNamesOf()
      .filter((name) => own[name] !== undefined)
      .flatMap((name) => option(name, command)),
    // Those of a check are those of the program.
    ...(isUsual ? [] : exampleEntries(examples)),
    ...(isUsual || Object.keys(exitCodes).length === 0
      ? []
      : ['.PP', bold('Exit codes:'), ...exitCodeEntries(exitCodes)]),
  ];
}

function usage(command: CommandName): readonly string[] {
  return describedCommand(command).usage.flatMap((line, at) => [
    at === 0 ? '.PP' : '.br',
    `${bold(NAME)} ${text(line)}`,
  ]);
}

function option(name: OptionName, command?: CommandName): readonly string[] {
  const { short, value, help } = describedOption(name, command);
  const names = [...(short === undefined ? [] : [`-${short}`]), `--${name}`].map(bold).join(', ');
  return ['.TP', value === undefined ? names : `${names} \\fI${escaped(value)}\\fR`, text(help)];
}

function exampleEntries(examples: readonly (readonly [line: string, does: string])[]): readonly string[] {
  return examples.flatMap(([line, does]) => ['.TP', bold(line), text(does)]);
}

function exitCodeEntries(codes: Readonly<Record<number, string>>): readonly string[] {
  return Object.entries(codes).flatMap(([code, meaning]) => ['.TP', bold(code), text(meaning)]);
}

function bold(word: string): string {
  return `\\fB${escaped(word)}\\fR`;
}

/** A line of text that cannot be read as a request. */
function text(line: string): string {
  return escaped(line).replace(/^[.']/, '\\&$&');
}

/** Characters that a terminal would otherwise get as typographic ones. */
const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

function escaped(word: string): string {
  return word.replace(/[\\\-'"`^~]/g, (character) => SPECIAL[character] ?? character);
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

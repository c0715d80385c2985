/** `--help`: the command line in at most 80 columns. */
import { NAME, VERSION } from '../about.ts';
import { wrap } from '../report/terminal-text.ts';
import { COMMANDS } from './command-names.ts';
import type { Given } from './arguments.ts';
import type { CommandName } from './command-names.ts';
import { describedCommand, describedOption, optionNamesOf } from './command-line.ts';
import type { OptionName } from './command-line.ts';

const WIDTH = 80;

/** The help that was asked for: that of a command, if one was named. */
export function help({ command, named }: Given): string {
  const sections = named ? commandHelp(command) : overview();
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

type Lines = readonly string[];

function overview(): readonly Lines[] {
  const column = 23;
  const commands = COMMANDS.map((name) => {
    const { words, summary } = describedCommand(name);
    return entry(`  ${name} ${words?.shown ?? ''}`, summary, column);
  });
  const { examples, exitCodes } = describedCommand('check');
  return [
    [`${NAME} ${VERSION}`, 'Checks the Ansible inventories that deploy a search cluster.'],
    ['Usage: stacklint [COMMAND] [OPTION ...] [WORD ...]'],
    ['Commands:', ...commands.flat()],
    optionList('Options of every command', optionNamesOf(), undefined, column),
    exampleList(examples.slice(0, 2)),
    ...exitCodeList(exitCodes),
    ['stacklint COMMAND --help tells more.'],
  ];
}

function commandHelp(command: CommandName): readonly Lines[] {
  const { usage, about, options, examples, exitCodes } = describedCommand(command);
  return [
    usage.map((line, at) => `${at === 0 ? 'Usage:' : '      '} stacklint ${line}`),
    ...about.map((paragraph) => wrap(paragraph, WIDTH)),
    ...Object.entries(options).map(([heading, names]) => optionList(heading, names, command)),
    optionList('Options of every command', optionNamesOf(), command),
    exampleList(examples),
    ...exitCodeList(exitCodes),
  ];
}

function optionList(heading: string, names: readonly OptionName[], command?: CommandName, column = 27): Lines {
  const entries = names.map((name) => {
    const { short, value, help: text } = describedOption(name, command);
    const label = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
    return entry(`  ${label}`, text, column);
  });
  return [`${heading}:`, ...entries.flat()];
}

function exampleList(examples: readonly (readonly [line: string, does: string])[]): Lines {
  return ['Examples:', ...examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`])];
}

function exitCodeList(codes: Readonly<Record<number, string>> = {}): readonly Lines[] {
  const all = Object.entries(codes);
  const column = Math.max(...all.map(([code]) => code.length)) + 4;
  return all.length === 0 ? [] : [['Exit codes:', ...all.flatMap(([code, text]) => entry(`  ${code}`, text, column))]];
}

/** A label with its text beside it, or below it if the label reaches into the column of the text. */
function entry(label: string, text: string, column: number): Lines {
  const lines = wrap(text, WIDTH - column).map((line) => `${' '.repeat(column)}${line}`);
  const [first = '', ...rest] = lines;
  return label.length + 2 > column ? [label, ...lines] : [label + first.slice(label.length), ...rest];
}

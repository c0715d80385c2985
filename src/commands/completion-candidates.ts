/** The candidates for a word of the command line that is being typed. */
import { isCommand } from './arguments.ts';
import { COMMANDS } from './command-names.ts';
import type { CommandName } from './command-names.ts';
import { describedCommand, describedOption, optionNamesOf } from './command-line.ts';
import type { OptionName, Values } from './command-line.ts';

/** A word that may be meant, with its meaning. */
interface Word {
  readonly word: string;
  readonly meaning?: string;
}

/** A word, or a kind of path, which shells complete best themselves. */
export type Candidate = Word | 'file' | 'folder';

/** The candidates for the last of these words, which may be empty or incomplete. */
export async function candidates(words: readonly string[]): Promise<readonly Candidate[]> {
  const word = words.at(-1) ?? '';
  const all = await candidatesAfter(words.slice(0, -1), word);
  return all.filter((candidate) => typeof candidate === 'string' || candidate.word.startsWith(word));
}

async function candidatesAfter(before: readonly string[], word: string): Promise<readonly Candidate[]> {
  const { command, isFirst, awaited, isEnded } = situation(before);
  const described = (name: OptionName) => describedOption(name, command);
  if (awaited !== undefined) return valuesOf(described(awaited), word);
  const options = optionNamesOf(command);
  const equals = word.indexOf('=');
  if (word.startsWith('-') && !isEnded) {
    if (equals < 0) return options.map((name) => ({ word: `--${name}`, meaning: described(name).help }));
    const name = options.find((option) => word.startsWith(`--${option}=`));
    const values = name === undefined ? [] : await valuesOf(described(name), word.slice(equals + 1));
    return values.map(after(word.slice(0, equals + 1)));
  }
  const commands = COMMANDS.map((name) => ({ word: name, meaning: describedCommand(name).summary }));
  const values = await found(describedCommand(command).words?.values);
  return isFirst ? [...commands, ...values] : values;
}

/** The state of the command line after these words. */
function situation(before: readonly string[]) {
  let command: CommandName | undefined;
  let isFirst = true;
  let awaited: OptionName | undefined;
  let isEnded = false;
  for (const word of before)
    if (awaited !== undefined) awaited = undefined;
    else if (isEnded || !word.startsWith('-')) {
      if (isFirst && isCommand(word)) command = word;
      isFirst &&= word === 'help';
    } else if (word === '--') isEnded = true;
    else awaited = optionAwaitingValue(word, command);
  return { command: command ?? 'check', isFirst, awaited, isEnded };
}

function optionAwaitingValue(word: string, command: CommandName = 'check'): OptionName | undefined {
  return optionNamesOf(command).find((name) => {
    const { short, value } = describedOption(name);
    return value !== undefined && (word === `--${name}` || word === `-${short}`);
  });
}

/** The candidates for the value of an option, given what has been typed of it. */
async function valuesOf(
  { values, valuesAfterEquals }: ReturnType<typeof describedOption>,
  word: string,
): Promise<readonly Candidate[]> {
  const equals = word.indexOf('=');
  if (equals < 0 || valuesAfterEquals === undefined) return found(values);
  return (await found(valuesAfterEquals)).map(after(word.slice(0, equals + 1)));
}

/** Puts the start of a word before its candidates. */
function after(start: string): (candidate: Candidate) => Candidate {
  return (candidate) => (typeof candidate === 'string' ? candidate : { ...candidate, word: start + candidate.word });
}

async function found(values: Values = []): Promise<readonly Candidate[]> {
  switch (values) {
    case 'file':
    case 'folder':
      return [values];
    case 'rule': {
      const { rules } = await import('../generated/rules.ts');
      return rules.map(({ name, rule }) => ({ word: name, meaning: rule.summary }));
    }
    case 'vocabulary': {
      const { vocabularies } = await import('../generated/vocabularies.ts');
      return vocabularies.map(({ name }) => ({ word: name }));
    }
    default:
      return values.map((word) => ({ word }));
  }
}

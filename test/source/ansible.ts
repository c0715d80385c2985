/** The reading of an inventory by Ansible's ini plugin, to compare with, and this project's in the same shape. */
import { readIni } from '../../src/source/ini.ts';
import { askOracle, hasAnsible } from '../python.ts';
import { oracleWords } from './oracle-words.ts';
import { encode } from './python.ts';

export interface IniAnswer {
  readonly steps: readonly unknown[];
  readonly problem: string | null;
  /** The line, as Python counts lines, of the problem. */
  readonly line: number | null;
}

const program = new URL('ansible_ini_oracle.py', import.meta.url);

/** Ansible's answers; undefined if ansible-core 2.19 is not installed. */
export function askAnsible(texts: readonly string[]): readonly IniAnswer[] | undefined {
  if (!hasAnsible()) return undefined;
  return askOracle(program, texts) as IniAnswer[];
}

/** The result of applying this project's reading line by line. */
export function applied(text: string): IniAnswer {
  const { sections, problem } = readIni(text);
  const steps: unknown[] = [];
  const groups = new Set<unknown>();
  for (const section of sections) {
    const group = section.name.value;
    if (section.end > 0 && !groups.has(group)) steps.push(['group', group]);
    if (section.end > 0) groups.add(group);
    if (section.kind === 'hosts')
      for (const { pattern, assignments } of section.lines) {
        const values = new Map(assignments.map(({ key, value }) => [key.value, encode(value)]));
        steps.push(['host', group, pattern.value, [...values]]);
      }
    else if (section.kind === 'vars')
      for (const { key, value } of section.lines) steps.push(['variable', group, key.value, encode(value)]);
    else for (const name of section.lines) steps.push(['child', name.value]);
  }
  const line = problem === undefined ? null : lineOf(text, problem.start);
  return { steps, problem: problem === undefined ? null : oracleWords(problem, text)[0], line };
}

/** An answer with all lists sorted: Ansible makes lists of sets, in an unknown order. */
export function sorted(answer: IniAnswer): IniAnswer {
  return { ...answer, steps: answer.steps.map(sortedLists) };
}

function sortedLists(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const parts = value.map(sortedLists);
  if (parts[0] !== 'list' && parts[0] !== 'set') return parts;
  return ['list', (parts[1] as unknown[]).map((item) => JSON.stringify(item)).sort()];
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/).length;
}

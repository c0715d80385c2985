import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readYaml } from '../../../src/source/yaml/read.ts';
import type { SyntaxProblem } from '../../../src/source/tree.ts';
import { oracleWords } from '../oracle-words.ts';
import { parseEvents } from './events.ts';
import { PYTHON } from '../../python.ts';

/** An event as the oracle prints it: name, marks in code points, anchor, tag, value, style, implicit. */
type Row = readonly [string, number, number, string | null, string | null, string | null, string, unknown];
/** An error as the oracle prints it: problem, index of its mark, context. */
type Fault = readonly [string, number | null, string | null];

/** libyaml's reading of one text. */
export interface Answer {
  readonly events: readonly Row[];
  readonly error: Fault | null;
  readonly composed: Fault | null;
}

const ORACLE = fileURLToPath(new URL('oracle.py', import.meta.url));

/** The reading of one text by Ansible's loader: a typed value with warnings, or an error with the index of its mark. */
export interface AnsibleAnswer {
  readonly value?: string;
  readonly warnings?: readonly (readonly [number | null, number | null, string])[];
  readonly error?: Fault;
}

/** Asks libyaml about texts; gives nothing where there is no Python with PyYAML's C loader. */
export function askOracle(texts: readonly string[]): readonly Answer[] | undefined {
  return ask(texts, []) as readonly Answer[] | undefined;
}

/** Asks Ansible's loader about texts; gives nothing where the Python has no ansible-core. */
export function askAnsible(texts: readonly string[]): readonly AnsibleAnswer[] | undefined {
  return ask(texts, ['--ansible']) as readonly AnsibleAnswer[] | undefined;
}

function ask(texts: readonly string[], options: readonly string[]): unknown {
  const input = JSON.stringify(texts);
  const run = spawnSync(PYTHON, [ORACLE, ...options], { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (run.status === 0) return JSON.parse(run.stdout) as unknown;
  if (run.error === undefined && !/No module named|has no attribute 'CSafeLoader'/.test(run.stderr))
    throw new Error(`the oracle failed: ${run.stderr}`);
  return undefined;
}

/** Says how our reading of a text differs from libyaml's, or gives nothing where it does not. */
export function difference(text: string, answer: Answer): string | undefined {
  const index = codePoints(text);
  const { events, fault } = parseEvents(text);
  const ours = events.map((event): Row => {
    const { name, anchor = null, tag = null, value = null } = event;
    const implicit =
      name === '=VAL' ? implicitOf(event) : name === '+MAP' || name === '+SEQ' ? tag === null || tag === '' : null;
    return [name, index(event.start), index(event.end), anchor, tag, value, shortStyle(event.style), implicit];
  });
  if (answer.error?.[1] === null || answer.error?.[0].startsWith('unacceptable character') === true) ours.length = 0;
  const expected = ours.length === 0 ? [] : answer.events;
  for (let i = 0; i < Math.max(ours.length, expected.length); i++)
    if (JSON.stringify(ours[i]) !== JSON.stringify(expected[i]))
      return `event ${i}: ours ${JSON.stringify(ours[i])}, libyaml's ${JSON.stringify(expected[i])}`;
  const problem = fault === undefined ? null : faultRow(text, fault, index);
  if (JSON.stringify(problem) !== JSON.stringify(answer.error))
    return `error: ours ${JSON.stringify(problem)}, libyaml's ${JSON.stringify(answer.error)}`;
  const reading = readYaml(text).problem;
  const composed = reading === undefined ? null : faultRow(text, reading, index);
  if (JSON.stringify(composed) === JSON.stringify(answer.composed)) return undefined;
  // What only the construction of values refuses is compared with Ansible.
  if (answer.composed === null && composed !== null && isConstruction(composed[0])) return undefined;
  return `composed: ours ${JSON.stringify(composed)}, libyaml's ${JSON.stringify(answer.composed)}`;
}

function faultRow(text: string, problem: SyntaxProblem, index: (at: number) => number): Fault {
  const [message, context] = oracleWords(problem, text);
  const at = problem.start;
  if (message.startsWith('unacceptable')) return [message, Buffer.byteLength(text.slice(0, at)), null];
  if (message.startsWith("'utf-8' codec")) return [message, null, null];
  return [message, index(at), context ?? null];
}

const CONSTRUCTION =
  /could not determine a constructor|unhashable key|for merging|requires a string|must be in|out of range|invalid literal|could not convert|expected a|base64|groupdict|^'|must be a timedelta|Exceeds the limit|contains itself|too large/;

function isConstruction(message: string): boolean {
  return CONSTRUCTION.test(message) && !message.startsWith('expected a single document');
}

function implicitOf(event: { readonly plain?: boolean; readonly tag?: string }): readonly boolean[] {
  return [event.plain === true, event.plain !== true && event.tag === undefined];
}

function shortStyle(style: string | undefined): string {
  return { plain: '', single: "'", double: '"', literal: '|', folded: '>' }[style ?? 'plain'] ?? style ?? '';
}

/** Gives a function from our offsets to libyaml's: it counts characters, and a byte-order mark not at all. */
export function codePoints(text: string): (at: number) => number {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  if (!/[\ud800-\udfff]/.test(text)) return (at) => at - mark;
  const before = [0];
  for (let i = 0; i < text.length; i++) before.push(before[i]! + ((text.charCodeAt(i) & 0xfc00) === 0xdc00 ? 0 : 1));
  return (at) => before[at]! - mark;
}

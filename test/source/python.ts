/** Python's own reading of a text, to compare with, and this project's in the same shape. */
import { spawnSync } from 'node:child_process';
import type { Node, Scalar } from '../../src/source/tree.ts';
import { askOracle, PYTHON } from '../python.ts';

export type Question = readonly [name: 'literal' | 'json' | 'split' | 'toml' | 'config', text: string];

export interface Answer {
  readonly value?: unknown;
  readonly failure?: string;
  /** The place where Python found it, in code points; in TOML a CRLF is one. In settings, the line. */
  readonly at?: number;
}

const program = new URL('python_oracle.py', import.meta.url);

/** Python's answers; undefined if there is no Python 3.11, by whose grammar the expectations go. */
export function askPython(questions: readonly Question[]): readonly Answer[] | undefined {
  const version = spawnSync(PYTHON, ['--version'], { encoding: 'utf8' });
  if (version.error !== undefined || !version.stdout.startsWith('Python 3.11.')) return undefined;
  return askOracle(program, questions) as Answer[];
}

/** A node in the shape of Python's answers. */
export function encode(node: Node): unknown {
  if (node.kind === 'mapping') return ['mapping', node.pairs.map(({ key, value }) => [encodeKey(key), encode(value)])];
  if (node.kind === 'scalar') return encodeScalar(node);
  const items = node.items.map(encode);
  if (!node.unordered) return ['list', items];
  return ['set', items.sort((one, other) => compare(spelled(one), spelled(other)))];
}

function encodeScalar({ type, value, mark }: Scalar): unknown {
  if (type === 'null') return ['null'];
  if (type === 'int') return ['int', hexadecimal(BigInt(value as number | bigint))];
  if (type === 'float') return ['float', floatBits(value as number)];
  return [mark === 'unsafe' ? 'unsafe' : type, value];
}

function encodeKey(key: Scalar): unknown {
  if (key.type === 'bytes') return ['bytes', Buffer.from(key.value as string, 'base64').toString('latin1')];
  if (key.type === 'str' && (key.value as string).startsWith('(')) return null;
  return encodeScalar(key);
}

function hexadecimal(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

function floatBits(value: number): string {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer.toString('hex');
}

/** As Python's `json.dumps` writes it. */
function spelled(value: unknown): string {
  const parts = (items: readonly unknown[]): string => `[${items.map(spelled).join(', ')}]`;
  if (Array.isArray(value)) return parts(value);
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * What must come out, in files beside fixtures: `UPDATE=1 npm test` writes those that are missing or say something
 * else.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { assert } from './describe.ts';
import { ROOT } from './folders.ts';

/** Holds a text to that of a file. Where there is no file, nothing must come out. */
export function holdsTo(file: string, text: string): void {
  const expected = textOf(file);
  if (text === expected || written(file, text)) return;
  assert.is(text, expected, advice(file));
}

/** Holds lines to those of a file, in any order. Where there is no file, nothing must come out. */
export function holdsToLinesOf(file: string, lines: readonly string[]): void {
  const expected = inOrder(textOf(file).split('\n'));
  const found = inOrder(lines);
  if (found === expected || written(file, lines.join('\n'))) return;
  assert.is(found, expected, advice(file));
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
}

function inOrder(lines: readonly string[]): string {
  return [...lines].sort().join('\n');
}

/** Writes the file where a person asks for that; true if it did. */
function written(file: string, text: string): boolean {
  if (process.env['UPDATE'] !== '1') return false;
  if (text === '') rmSync(file, { force: true });
  else writeFileSync(file, `${text}\n`);
  return true;
}

function advice(file: string): string {
  const name = relative(ROOT, file);
  const wrong = existsSync(file) ? `${name} has another text` : `there is no ${name}, which is to have this text`;
  return `${wrong}; if it is right, UPDATE=1 npm test writes it`;
}

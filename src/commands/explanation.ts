/** The layout of what `stacklint explain` says of a rule or a code. */
import { wrap } from '../report/terminal-text.ts';
import type { Style } from './report-options.ts';

/** The width of the column of labels. */
export const LABEL = 11;

/** A text with its label. */
export type Note = readonly [label: string, text: string];

/** A name and its meaning, then notes with their labels, then further lines. */
export function layOutExplanation(
  name: string,
  summary: string,
  { paint, width }: Style,
  notes: readonly Note[],
  rest: readonly string[] = [],
): string {
  const lines = notes.flatMap(([label, text]) =>
    wrap(text, width - LABEL).map((line, index) => paint.faint((index === 0 ? label : '').padEnd(LABEL)) + line),
  );
  const head = [paint.strong(name), ...wrap(summary, width - 2).map((line) => `  ${line}`), ''];
  return `${[...head, ...lines, ...rest].join('\n')}\n`;
}

/** A message with the names of its values. */
export function withNamesInBrackets(message: string): string {
  return message.replace(/\{\{(\w+)\}\}/g, '<$1>');
}

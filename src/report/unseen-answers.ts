/** The section about what was not seen of running clusters: no rule that needs it has passed. */
import type { ReportedCheck } from './reported-check.ts';
import { listed } from '../model/phrases.ts';
import type { Look } from './look.ts';
import { MAX_NAMES, printable, wrap } from './terminal-text.ts';

/** A sentence for each answer that was not seen, or not whole, and a line of the rules that it leaves undecided. */
export function unseenLines({ unseen }: ReportedCheck, { paint, width, verbose }: Look): readonly string[] {
  if (unseen.length === 0) return [];
  const indented = (text: string, by: number): readonly string[] =>
    wrap(printable(text), width - by).map((line) => ' '.repeat(by) + line);
  return [
    paint.strong(`not seen (${unseen.length})`),
    ...unseen.flatMap(({ message, rules }) => [
      ...indented(message, 2),
      ...indented(listed(rules, verbose ? Infinity : MAX_NAMES), 4).map(paint.faint),
    ]),
  ];
}

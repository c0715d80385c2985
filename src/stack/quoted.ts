/** Messages about broken files, which quote what stands there. */
import { secretsInBrokenLine, shownSecret } from '../model/secret-texts.ts';
import type { Hidden } from '../model/secret-texts.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';

/** The message without the secrets of the lines that it is about, whether it quotes the whole of one or a word. */
export function withoutQuotedSecrets(message: string, document: Document, { start, end }: Range): string {
  const words = new Set<string>();
  const last = document.position(Math.max(start, end)).line;
  for (let number = document.position(start).line; number <= last; number++) {
    const line = document.line(number) ?? '';
    for (const hidden of secretsInBrokenLine(line)) for (const word of quotable(line, hidden)) words.add(word);
  }
  if (words.size === 0) return message;
  // All at once: what stands for one may hold the letters of another.
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const any = new RegExp(longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
  return message.replace(any, ({ length }) => shownSecret(length));
}

/** The whole secret, and the pieces that a reader of words may break it into. */
function quotable(line: string, { start, end }: Hidden): string[] {
  const text = line.slice(start, end);
  return [text, ...text.split(/[\s"'=:,[\]{}()*&!]+/)].filter((word) => word.length > 2);
}

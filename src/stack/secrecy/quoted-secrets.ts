/** Faults of broken files, whose data quote the text. */
import type { Trouble } from '../../ansible/index.ts';
import { secretsInBrokenLine, shownSecret } from '../../model/secret-texts.ts';
import type { Hidden } from '../../model/hidden.ts';

/** A trouble without the secrets in the lines that it is about: its data may quote one in full, or a word of it. */
export function troubleWithoutSecrets(trouble: Trouble): Trouble {
  const { document, start, end, data } = trouble;
  const words = new Set<string>();
  const last = document.position(Math.max(start, end)).line;
  for (let number = document.position(start).line; number <= last; number++) {
    const line = document.line(number) ?? '';
    for (const hidden of secretsInBrokenLine(line)) for (const word of quotable(line, hidden)) words.add(word);
  }
  if (words.size === 0) return trouble;
  // In one pass: the replacement of one secret may contain the letters of another.
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const any = new RegExp(longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
  const hide = (value: string | number): string | number =>
    typeof value === 'string' ? value.replace(any, ({ length }) => shownSecret(length)) : value;
  return { ...trouble, data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, hide(value)])) };
}

/** The secret, and the words that a tokenizer may split it into. */
function quotable(line: string, { start, end }: Hidden): string[] {
  const text = line.slice(start, end);
  return [text, ...text.split(/[\s"'=:,[\]{}()*&!]+/)].filter((word) => word.length > 2);
}

/** What Python does to texts. */
import { isSpace, stripEnd, stripStart } from '../../source/python.ts';
import type { Context } from './context.ts';
import { characters } from './text.ts';

/** `text.title()`: a capital where a letter follows none. */
export function titled(text: string): string {
  let inWord = false;
  return characters(text)
    .map((character) => {
      const isCased = /[\p{Lu}\p{Ll}\p{Lt}]/u.test(character);
      const changed = inWord ? character.toLowerCase() : title(character);
      inWord = isCased;
      return changed;
    })
    .join('');
}

function title(character: string): string {
  const upper = character.toUpperCase();
  return upper.length > character.length ? upper.slice(0, 1) + upper.slice(1).toLowerCase() : upper;
}

/** `text.capitalize()`. */
export function capitalized(text: string): string {
  const [first = '', ...rest] = characters(text);
  return title(first) + rest.join('').toLowerCase();
}

/** `text.strip(chars)`; white space where no characters are given. */
export function stripSides(text: string, sides: 'left' | 'right' | 'both', chars?: string): string {
  const set = chars === undefined ? undefined : new Set(characters(chars));
  const all = characters(text);
  const goes = (character: string | undefined): boolean =>
    character !== undefined && (set === undefined ? isSpace(character) : set.has(character));
  let start = 0;
  let end = all.length;
  if (sides !== 'right') while (start < end && goes(all[start])) start += 1;
  if (sides !== 'left') while (end > start && goes(all[end - 1])) end -= 1;
  return all.slice(start, end).join('');
}

/** `text.split(separator, maximum)`; runs of white space where there is no separator. */
export function split(text: string, separator: string | undefined, maximum: number): string[] {
  if (separator !== undefined) {
    const parts = text.split(separator);
    if (maximum < 0 || parts.length <= maximum + 1) return parts;
    return [...parts.slice(0, maximum), parts.slice(maximum).join(separator)];
  }
  const parts: string[] = [];
  let rest = stripStart(text);
  while (rest !== '') {
    let end = maximum >= 0 && parts.length >= maximum ? rest.length : 0;
    while (end < rest.length && !isSpace(rest.charAt(end))) end += 1;
    parts.push(rest.slice(0, end));
    rest = stripStart(rest.slice(end));
  }
  return parts;
}

/** `text.rsplit(separator, maximum)`. */
export function splitFromRight(text: string, separator: string | undefined, maximum: number): string[] {
  if (maximum < 0) return split(text, separator, -1);
  if (separator !== undefined) {
    const parts = text.split(separator);
    const kept = Math.max(0, parts.length - maximum);
    return kept <= 1 ? parts : [parts.slice(0, kept).join(separator), ...parts.slice(kept)];
  }
  const parts: string[] = [];
  let rest = stripEnd(text);
  while (rest !== '') {
    let start = parts.length >= maximum ? 0 : rest.length;
    while (start > 0 && !isSpace(rest.charAt(start - 1))) start -= 1;
    parts.push(rest.slice(start));
    rest = stripEnd(rest.slice(0, start));
  }
  return parts.reverse();
}

/** How many of the missing characters `text.center(width)` puts before a text. */
export function centred(missing: number, width: number): number {
  return Math.floor(missing / 2) + (missing & width & 1);
}

/** `text.replace(old, new, count)`; a negative count replaces all. */
export function replaced(self: string, old: string, by: string, count: number, { budget }: Context): string {
  const parts = split(self, old === '' ? undefined : old, -1);
  if (old === '') {
    const all = characters(self);
    const times = count < 0 ? all.length + 1 : Math.min(count, all.length + 1);
    budget.room(self.length + times * by.length);
    const pieces = all.map((character, index) => (index < times ? by : '') + character);
    return pieces.join('') + (times > all.length ? by : '');
  }
  const times = count < 0 ? parts.length - 1 : Math.min(count, parts.length - 1);
  budget.room(self.length + times * by.length);
  return (
    parts.slice(0, times + 1).join(by) +
    parts
      .slice(times + 1)
      .map((piece) => old + piece)
      .join('')
  );
}

/** True where a text has letters with a case, and all are small. */
export function isLower(text: string): boolean {
  return /\p{Ll}/u.test(text) && !/[\p{Lu}\p{Lt}]/u.test(text);
}

/** True where a text has letters with a case, and all are capitals. */
export function isUpper(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/[\p{Ll}\p{Lt}]/u.test(text);
}

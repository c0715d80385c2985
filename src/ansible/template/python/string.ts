/** Methods of Python's strings, as functions. */
import { isSpace, stripEnd, stripStart } from '../../../source/python.ts';
import type { Context } from '../context.ts';
import { characters } from './str-repr.ts';

// Functions, because patterns over classes of Unicode take a while to compile.
const cased = (): RegExp => /\p{Cased}/u;
const upper = (): RegExp => /\p{Uppercase}/u;
const lower = (): RegExp => /\p{Lowercase}/u;
const upperOrTitle = (): RegExp => /[\p{Uppercase}\p{Lt}]/u;

/** `text.title()`: a capital where a letter follows none. */
export function titleCase(text: string): string {
  const isCased = cased();
  const all = characters(text);
  return all.map((character, at) => (isCased.test(all[at - 1] ?? '') ? lowered(all, at) : title(character))).join('');
}

/** Letters that are two, with their form at the start of a word. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map(
  ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'].flatMap((forms) => characters(forms).map((form) => [form, forms.charAt(1)] as const)),
);

function title(character: string): string {
  if (character < '\x80') return character.toUpperCase();
  const digraph = DIGRAPHS.get(character);
  if (digraph !== undefined) return digraph;
  // Georgian has capitals for whole words only.
  if (/[\u10d0-\u10ff]/.test(character)) return character;
  const whole = character.toUpperCase();
  if (whole.length === character.length) return whole;
  // The iota below a Greek letter, which follows a capital, stays where it is.
  if (whole.endsWith('\u0399')) {
    const below = `${whole.slice(0, -1)}\u0345`;
    const single = below.normalize('NFC');
    return single.length === 1 ? single : below;
  }
  const first = whole.search(upper());
  return whole.slice(0, first + 1) + whole.slice(first + 1).toLowerCase();
}

/** A character of a text in lower case; Greek has another sigma at the end of a word. */
function lowered(all: readonly string[], at: number): string {
  const character = all[at] ?? '';
  if (character !== 'Σ') return character.toLowerCase();
  const isFinal =
    /\p{Cased}\p{Case_Ignorable}*$/u.test(all.slice(0, at).join('')) &&
    !/^\p{Case_Ignorable}*\p{Cased}/u.test(all.slice(at + 1).join(''));
  return isFinal ? 'ς' : 'σ';
}

/** `text.capitalize()`. */
export function capitalize(text: string): string {
  const all = characters(text);
  return all.map((character, at) => (at === 0 ? title(character) : lowered(all, at))).join('');
}

/** `text.swapcase()`: letters that are capitals at the start of a word only stay as they are. */
export function swapCase(text: string): string {
  const [isUpperCase, isLowerCase] = [upper(), lower()];
  const all = characters(text);
  return all
    .map((character, at) => {
      if (isUpperCase.test(character)) return lowered(all, at);
      return isLowerCase.test(character) ? character.toUpperCase() : character;
    })
    .join('');
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

/** `text.split(separator, maximum)`; runs of white space if there is no separator. */
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

/** `text.splitlines(keepEnds)`. */
export function splitLines(text: string, keepEnds = false): string[] {
  const lines = text.split(/(\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])/);
  const all = lines.flatMap((line, at) => (at % 2 === 0 ? [line + (keepEnds ? (lines[at + 1] ?? '') : '')] : []));
  if (lines.at(-1) === '') all.pop();
  return all;
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

/** The number of the missing characters that `text.center(width)` puts before a text. */
export function leftPaddingToCenter(missing: number, width: number): number {
  return Math.floor(missing / 2) + (missing & width & 1);
}

/** `text.replace(old, new, count)`; a negative count replaces all. */
export function replaceText(self: string, old: string, by: string, count: number, { budget }: Context): string {
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

/** True if a text has letters with a case, and all are small. */
export function isLower(text: string): boolean {
  return lower().test(text) && !upperOrTitle().test(text);
}

/** True if a text has letters with a case, and all are capitals. */
export function isUpper(text: string): boolean {
  return upper().test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);
}

/** True if a text has letters with a case, and capitals exactly where no letter comes before. */
export function isTitled(text: string): boolean {
  const [isCased, isCapital] = [cased(), upperOrTitle()];
  const all = characters(text);
  return (
    isCased.test(text) &&
    all.every(
      (character, at) => !isCased.test(character) || isCapital.test(character) !== isCased.test(all[at - 1] ?? ''),
    )
  );
}

/** Text for terminals: escaped so that no file can control one, measured in columns, wrapped. */
import { listed, counted } from '../model/phrases.ts';
import { exactJson } from '../model/exact-json.ts';

/**
 * Control characters, direction overrides and other invisible ones, line separators, halves of surrogate pairs.
 * The two joiners that scripts are written with (U+200C, U+200D) stay.
 */
const unsafe = (): RegExp => /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;
/** Printable ASCII, as most texts are: nothing to escape. */
const ASCII = /^[\x20-\x7e]*$/;
const ASCII_LINES = /^[\x20-\x7e\n]*$/;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes everything in a text that a terminal would obey, or that a reader could not see. */
export function printable(text: string): string {
  return ASCII.test(text) ? text : text.replace(unsafe(), escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return NAMED[character] ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`);
}

/**
 * JSON that is safe to print on a terminal: what JSON itself does not escape is written as `\uXXXX`. Numbers that JSON
 * does not have are texts, as in that of Protocol Buffers: `Infinity`, `-Infinity` and `NaN`.
 */
export function printableJson(value: unknown): string {
  const json = exactJson(value, finite, 2);
  if (ASCII_LINES.test(json)) return json;
  return json.replace(unsafe(), (character) =>
    character === '\n' ? character : character.split('').map(unit).join(''),
  );
}

function finite(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function unit(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Functions, because patterns over classes of Unicode take a while to compile, and few texts need them.
const wide = (): RegExp =>
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const mark = (): RegExp => /[\p{Mn}\p{Me}\p{Cf}]/u;
/** Latin letters and signs, which take one column each; the soft hyphen (U+00AD) takes none. */
const LATIN = /^[\x20-\x7e\xa0-\xac\xae-\u02ff]*$/;

/** Counts the columns that a printable text takes on a terminal. */
export function displayWidth(text: string): number {
  if (LATIN.test(text)) return text.length;
  const [two, none] = [wide(), mark()];
  let width = 0;
  for (const character of text) width += two.test(character) ? 2 : none.test(character) ? 0 : 1;
  return width;
}

/** Lines of at most `width` columns, broken between words; a word that is longer (a path) stays whole. */
export function wrap(text: string, width: number): string[] {
  return joinedInLines(text.split(' '), ' ', width);
}

/** Joins words into lines of at most `width` columns; a word that is longer stays whole. */
export function joinedInLines(words: readonly string[], separator: string, width: number): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of words) {
    if (line === undefined || line === '') line = word;
    else if (displayWidth(line) + displayWidth(separator) + displayWidth(word) <= width) line += separator + word;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line ?? ''];
}

/** The number of names to show where there may be hundreds. */
export const MAX_NAMES = 5;

/** `all 12 hosts`, `both hosts`, or the names of some of them; `all` is how many there are. */
export function listedHosts(hosts: readonly string[], all: number): string {
  if (hosts.length < all || all < 2) return printable(listed(hosts, MAX_NAMES));
  return all === 2 ? 'both hosts' : `all ${counted(all, 'host')}`;
}

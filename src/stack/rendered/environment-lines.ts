/** Lines of variables that a container gets from several places in the file that describes it. */
import type { Location } from '../../source/document.ts';
import type { HolePart, RenderedText, TextPart } from '../../ansible/index.ts';
import type { SettingCause } from './reading.ts';
import { slicePart } from './value-source.ts';
import { HOLE } from './world.ts';

/** A setting in a command: `-E cluster.name=logs`. */
const SETTING = /(?<!\S)-E\s*([a-z][\w.]*=\S*)/g;
/** A command that may hold settings like these. */
const HOLDS_SETTINGS = new RegExp(`(?<!\\S)-E|${HOLE}`);

/**
 * A line for a variable: its name, unless the text begins with it, and its value. Line ends of a folded text are
 * blanks.
 */
export function environmentLine(text: RenderedText, name?: string): RenderedText {
  const inOneLine = text.map((part) =>
    part.kind === 'text' && part.text.includes('\n') ? { ...part, text: part.text.replace(/\s*\n\s*/g, ' ') } : part,
  );
  const [first] = inOneLine;
  const last = inOneLine.at(-1);
  if (first === undefined || last === undefined) return [];
  const named = name === undefined ? [] : [literalPart(`${name}=`, placeOfPart(first))];
  return [...named, ...inOneLine, literalPart('\n', placeOfPart(last))];
}

/** A line for each setting in a command, which may be several words; whole lines if it may hold others. */
export function settingsInCommand(words: readonly RenderedText[]): RenderedText {
  const text = words.flatMap((word, at): RenderedText =>
    at === 0 || word[0] === undefined ? word : [literalPart(' ', placeOfPart(word[0])), ...word],
  );
  const plain = plainText(text);
  if (!HOLDS_SETTINGS.test(plain)) return [];
  const lines: RenderedText[number][] = [];
  for (const { index, 0: all, 1: setting = '' } of plain.matchAll(SETTING)) {
    const end = index + all.length;
    lines.push(...environmentLine(piecesOf(text, end - setting.length, end)));
  }
  const hole = text.find((part) => part.kind !== 'text');
  return hole === undefined || lines.includes(hole) ? lines : [...lines, linesAt(hole)];
}

/** A part of any lines in the place of a hole, or of a choice. */
function linesAt(part: Exclude<RenderedText[number], TextPart>): HolePart {
  return { ...(part.kind === 'choice' ? part.why : part), kind: 'hole', extent: 'lines' };
}

function placeOfPart(part: RenderedText[number]): Location {
  return part.kind === 'choice' ? part.why.place : part.place;
}

/** The pieces of parts between two offsets of their plain text. */
function piecesOf(text: RenderedText, start: number, end: number): RenderedText {
  let offset = 0;
  return text.flatMap((part): RenderedText => {
    const from = offset;
    offset += part.kind === 'text' ? part.text.length : HOLE.length;
    if (offset <= start || from >= end) return [];
    if (part.kind !== 'text') return [part];
    return [slicePart(part, Math.max(start - from, 0), Math.min(end - from, part.text.length))];
  });
}

/** Known text that a reader puts in, at the place for which it stands. */
export function literalPart(text: string, place: Location): TextPart {
  return { kind: 'text', text, place, isComputed: false, from: [] };
}

/** A hole with the reason why something is not known; undefined if that has no place. */
export function holeFor(
  { reason, message, name, clause, shared, place }: SettingCause,
  extent: HolePart['extent'],
): HolePart | undefined {
  if (place === undefined) return undefined;
  return { kind: 'hole', extent, reason, message, name, clause, shared, place };
}

/** The text with `HOLE` for what is unknown. */
export function plainText(text: RenderedText): string {
  return text.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
}

/** The line that a finding points at, with a marker under the value. */
import { shownSecret } from '../model/secret-texts.ts';
import type { Hidden } from '../model/hidden.ts';
import type { FilePlace } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import type { Redaction } from './redaction.ts';
import { displayWidth, printable } from './terminal-text.ts';

interface CodeFrame {
  readonly line: number;
  readonly text: string;
  /** Spaces, then one `^` for each column of the value. */
  readonly marker: string;
}

/** A piece of the line as it is shown. */
interface Cell extends Range {
  readonly text: string;
  readonly width: number;
}

const TAB = 4;
/** The part of a long line to look at, as a multiple of the width on each side: characters may have no width. */
const NEAR = 4;

/** One line of the document in at most `width` columns. Secrets on it are shown as their length. */
export function codeFrame(
  document: Document,
  place: FilePlace,
  secrets: Redaction,
  width: number,
): CodeFrame | undefined {
  const { line, column } = document.position(place.start);
  const text = document.line(line);
  if (text === undefined || text.trim() === '') return undefined;
  const start = place.start - (column - 1);
  const hidden = secrets.within(document, start, start + text.length);
  const end = Math.max(place.start + 1, Math.min(place.end, start + text.trimEnd().length));
  // Only the part of a very long line near the place can be shown.
  const from = Math.max(0, column - 1 - NEAR * width);
  const near = text.slice(from, column - 1 + NEAR * width);
  return cut(cells(near, start + from, hidden), line, place.start, end, width);
}

function cells(text: string, start: number, hidden: readonly Hidden[]): Cell[] {
  const row: Cell[] = [];
  let at = 0;
  let column = 0;
  const put = (shown: string, length: number) => {
    const cell = { start: start + at, end: start + at + length, text: shown, width: displayWidth(shown) };
    row.push(cell);
    at += length;
    column += cell.width;
  };
  while (at < text.length) {
    const secret = hidden.find((range) => range.start <= start + at && range.end > start + at);
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (secret !== undefined) put(shownSecret(secret.length), secret.end - start - at);
    else if (character === '\t') put(' '.repeat(TAB - (column % TAB)), 1);
    else put(printable(character), character.length);
  }
  return row;
}

/** Cuts a line that is too long to the part around the value, with `…` for what is left out. */
function cut(row: readonly Cell[], line: number, start: number, end: number, width: number): CodeFrame {
  const marked = (cell: Cell) => cell.start < end && cell.end > start;
  const first = row.findIndex(marked);
  const whole = total(row);
  let from = 0;
  if (whole > width) {
    const before = first < 0 ? whole : total(row.slice(0, first));
    const value = total(row.filter(marked));
    // The value begins in the middle at the latest, or earlier if it would not fit, unless its line ends before that.
    const wanted = Math.max(before - Math.floor(width / 2), Math.min(before, before + value + 2 - width));
    for (let dropped = 0; dropped < Math.min(wanted, whole - width + 1); from++)
      dropped += row[from]?.width ?? Infinity;
  }
  let room = width - (from > 0 ? 1 : 0);
  if (total(row.slice(from)) > room) room -= 1;
  let text = from > 0 ? '…' : '';
  let marker = from > 0 ? ' ' : '';
  let index = from;
  for (let cell = row[index]; cell !== undefined && cell.width <= room; cell = row[++index]) {
    text += cell.text;
    marker += (marked(cell) ? '^' : ' ').repeat(cell.width);
    room -= cell.width;
  }
  if (index < row.length) text += '…';
  marker = marker.trimEnd();
  return { line, text: text.trimEnd(), marker: marker === '' ? `${' '.repeat(displayWidth(text))}^` : marker };
}

function total(row: readonly Cell[]): number {
  return row.reduce((sum, cell) => sum + cell.width, 0);
}

/** Text in lines of a width, as Python's `textwrap` breaks it. */
import { strip } from '../../source/python.ts';
import type { Spending } from './budget.ts';
import { characters, textLength } from './text.ts';
import { Raised } from './trouble.ts';

interface Breaks {
  /** Words that are too long for a line are broken. */
  readonly longWords: boolean;
  /** Lines may be broken after the hyphens of a word. */
  readonly hyphens: boolean;
}

const word = String.raw`[\p{L}\p{N}_]`;
const letter = String.raw`[\p{L}\p{Nl}\p{No}_]`;
const punctuated = String.raw`[\p{L}\p{N}_!"'&.,?]`;
// Functions, because patterns over classes of Unicode take a while to compile.
const simple = (): RegExp => /([\t\n\v\f\r ]+)/;
const hyphenated = (): RegExp =>
  new RegExp(
    [
      // White space.
      String.raw`([\t\n\v\f\r ]+`,
      // A dash between words.
      String.raw`|(?<=${punctuated})-{2,}(?=${word})`,
      // A word: up to a hyphen between letters, up to its end, or up to a dash.
      String.raw`|[^\t\n\v\f\r ]+?(?:-(?:(?<=${letter}{2}-)|(?<=${letter}-${letter}-))(?=${letter}-?${letter})`,
      String.raw`|(?=[\t\n\v\f\r ]|$)|(?<=${punctuated})(?=-{2,}${word})))`,
    ].join(''),
    'u',
  );

/** The lines of a text that holds no line break. Throws where the width is none. */
export function wrapped(text: string, width: number, breaks: Breaks, budget: Spending): readonly string[] {
  if (width <= 0) throw new Raised('ValueError', `invalid width ${width} (must be > 0)`);
  budget.step(text.length);
  const pieces = text.split(breaks.hyphens ? hyphenated() : simple()).filter((piece) => piece !== '');
  const chunks = pieces.reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    budget.elements(1);
    if (isBlank(chunks.at(-1)) && lines.length > 0) chunks.pop();
    const line = filled(chunks, width, breaks);
    if (isBlank(line.at(-1))) line.pop();
    if (line.length > 0) lines.push(line.join(''));
  }
  return lines;
}

/** The chunks of one line, taken from the end of those that are left. */
function filled(chunks: string[], width: number, { longWords, hyphens }: Breaks): string[] {
  const line: string[] = [];
  let room = width;
  for (let next = chunks.at(-1); next !== undefined && textLength(next) <= room; next = chunks.at(-1)) {
    line.push(next);
    chunks.pop();
    room -= textLength(next);
  }
  const long = chunks.pop();
  if (long === undefined) return line;
  const all = characters(long);
  if (all.length <= width || (!longWords && line.length > 0)) chunks.push(long);
  else if (!longWords) line.push(long);
  else {
    const hyphen = hyphens ? all.slice(0, room).lastIndexOf('-') : -1;
    const end = hyphen > 0 && all.slice(0, hyphen).some((character) => character !== '-') ? hyphen + 1 : room;
    line.push(all.slice(0, end).join(''));
    chunks.push(all.slice(end).join(''));
  }
  return line;
}

function isBlank(chunk: string | undefined): boolean {
  return chunk !== undefined && strip(chunk) === '';
}

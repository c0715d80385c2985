/** The test of two rendered texts: do they surely differ, whatever a run finds for the parts that are not known? */
import type { ChoicePart, HolePart, RenderedText } from '../ansible/index.ts';

/** A part of a text: known text, or one that is equal wherever its key is. */
type Piece = string | Open;

interface Open {
  readonly key: string;
  readonly part: HolePart | ChoicePart;
}

/** A line, in pieces; those that are not known may hold the ends of further lines. */
type Line = readonly Piece[];

/**
 * Tells whether two texts differ for certain. A part that is not known is the same on both sides where the same is said
 * of it; any other may be what the other side has there.
 */
export function surelyDiffer(before: RenderedText, after: RenderedText): boolean {
  const [former, latter] = [linesOf(before), linesOf(after)];
  const [gone, come] = [without(former, latter), without(latter, former)];
  if (gone.length === 0 && come.length === 0)
    return isKnown(former) && isKnown(latter) && former.map(keyOfLine).join('\n') !== latter.map(keyOfLine).join('\n');
  // Each line is one or more.
  if (gone.length === 0 || come.length === 0) return true;
  return lacksLineOf(gone, come) || lacksLineOf(come, gone);
}

function linesOf(text: RenderedText): readonly Line[] {
  const lines: Piece[][] = [[]];
  for (const part of text) {
    if (part.kind !== 'text') lines.at(-1)?.push({ key: keyOf(part), part });
    else
      for (const [at, piece] of part.text.split('\n').entries()) {
        if (at > 0) lines.push([]);
        const line = lines.at(-1) ?? [];
        const last = line.at(-1);
        if (typeof last === 'string') line[line.length - 1] = last + piece;
        else if (piece !== '') line.push(piece);
      }
  }
  return lines;
}

function keyOf(part: HolePart | ChoicePart): string {
  if (part.kind === 'hole') return `\0${part.reason} ${part.message}\0`;
  const alternatives = part.alternatives.map((one) => linesOf(one).map(keyOfLine).join('\n'));
  return `\0${part.why.message}\0${alternatives.join('\0')}\0`;
}

function keyOfLine(line: Line): string {
  return line.map((piece) => (typeof piece === 'string' ? piece : piece.key)).join('');
}

/** The lines that others are not: each of these takes one away. */
function without(lines: readonly Line[], others: readonly Line[]): readonly Line[] {
  const left = new Map<string, number>();
  for (const key of others.map(keyOfLine)) left.set(key, (left.get(key) ?? 0) + 1);
  return lines.filter((line) => {
    const key = keyOfLine(line);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

function isKnown(lines: readonly Line[]): boolean {
  return lines.every((line) => line.every((piece) => typeof piece === 'string'));
}

/** Tells whether one of some lines is known, and surely none of others. */
function lacksLineOf(lines: readonly Line[], others: readonly Line[]): boolean {
  const known = lines.filter((line) => isKnown([line])).map(keyOfLine);
  if (known.length === 0) return false;
  const possible = others.map(possibleLines);
  return known.some((line) => !possible.some((one) => one === undefined || one.some((form) => mayBe(line, form))));
}

/** A line that may be there: it is `head`, or begins with it if its end is open. */
interface Form {
  readonly head: string;
  readonly isOpen: boolean;
}

/** The forms that are told apart at most. */
const MOST_FORMS = 64;

/** The lines that one may be; undefined if it may be any. */
function possibleLines(line: Line): readonly Form[] | undefined {
  const ended: Form[] = [];
  const ends = followed(line, [{ head: '', isOpen: false }], ended);
  return ends && [...ended, ...ends];
}

/** Follows a line from the forms that it may have so far to those at its end; `ended` takes the lines that end within. */
function followed(line: Line, starts: readonly Form[], ended: Form[]): readonly Form[] | undefined {
  let forms = starts;
  for (const piece of line) {
    if (typeof piece === 'string') {
      forms = forms.map((form) => (form.isOpen ? form : { head: form.head + piece, isOpen: false }));
      continue;
    }
    const { part } = piece;
    if (part.kind === 'hole') {
      // A value that follows other text is taken to stay in its line.
      if (part.extent === 'lines' || forms.some(({ head }) => head.trim() === '')) return undefined;
      forms = forms.map(({ head }) => ({ head, isOpen: true }));
      continue;
    }
    const ways = part.alternatives.map((text) => {
      let open: readonly Form[] | undefined = forms;
      for (const [at, inner] of linesOf(text).entries()) {
        if (at > 0) {
          ended.push(...(open ?? []));
          open = [{ head: '', isOpen: false }];
        }
        open = open && followed(inner, open, ended);
      }
      return open;
    });
    const all = ways.flatMap((way) => way ?? []);
    if (ways.includes(undefined) || all.length + ended.length > MOST_FORMS) return undefined;
    forms = all;
  }
  return forms;
}

function mayBe(line: string, { head, isOpen }: Form): boolean {
  return isOpen ? line.startsWith(head) : line === head;
}

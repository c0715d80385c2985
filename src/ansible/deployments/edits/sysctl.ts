/** `sysctl`: the value of a parameter of the kernel, in a file that has one for each name. */
import type { TextPart, PlacedCause } from '../../template/files/rendered-text.ts';
import { stripSides } from '../../template/python/string.ts';
import type { EditTask } from './edit-task.ts';
import { areEqual, slicesBetween, gapBecause, knownEnds, knownText, lineOfPieces } from './lines.ts';
import type { Line, Lines, Piece } from './lines.ts';

/** The signs of lines that an edit has written: no line before them, known or not, has the same name. */
const OWN_SIGNS = new WeakSet<TextPart>();

export function sysctl(task: EditTask, before: Lines): Lines {
  const name = stripSides(task.known('name', 'key') ?? '', 'both');
  const isPresent = task.choice('state', 'present', 'absent') === 'present';
  const value = parsed(task, task.pieces('value', 'val') ?? []);
  if (name === '' || (isPresent && knownText(value) === '')) return task.fail('name and value are required');
  const lines = task
    .settled(before, (line) => nameIn(line) !== undefined)
    .map((line) => (line.kind === 'line' && nameIn(line) === null ? gapBecause(task.unknownIn(line)) : line));

  const sign = task.added('=');
  OWN_SIGNS.add(sign.part);
  const line = lineOfPieces([task.added(name), sign, ...value, task.added('\n')]);

  // The module leaves a file alone if its last value of the name is already the wanted one.
  const isOf = (one: Lines[number]): boolean => one.kind === 'line' && nameIn(one) === name;
  const at = lines.findLastIndex((one) => one.kind === 'gap' || isOf(one));
  const last = lines[at];
  const old = last?.kind === 'line' ? valueIn(last) : undefined;
  if (last === undefined && !isPresent) return before;
  if (old !== undefined && areEqual(old, value) === true && (isPresent || knownText(old) === '')) return before;
  if (last?.kind === 'line' && old === undefined && task.isTrue(undefined, last))
    return isPresent ? lines.with(at, line) : lines;
  // Writing it changes known lines only if a name occurs twice.
  const names = lines.flatMap((one) => (one.kind === 'line' ? (nameIn(one) ?? []) : []));
  const mayChange = names.includes(name) || new Set(names).size < names.length;
  if (last?.kind === 'gap' && mayChange && task.isTrue(undefined, last)) return isPresent ? [...lines, line] : lines;

  const seen = new Set<string>();
  /** The reason why there may be lines of the same name before a line. */
  let why: PlacedCause | undefined;
  const rewritten = lines.flatMap((one): Lines => {
    if (one.kind === 'gap') why ??= one.hole;
    const key = one.kind === 'line' ? nameIn(one) : undefined;
    if (one.kind !== 'line') return [one];
    if (typeof key !== 'string') return [stripped(task, one)];
    if (seen.has(key)) return [];
    seen.add(key);
    if (key === name) return isPresent ? [line] : [];
    const kept = stripped(task, one);
    const isOwn = kept.pieces.some((piece) => piece.kind === 'slice' && OWN_SIGNS.has(piece.part));
    return why === undefined || isOwn
      ? [kept]
      : [{ kind: 'branch', why, alternatives: [[kept], []], source: undefined }];
  });
  return isPresent && !seen.has(name) ? [...rewritten, line] : rewritten;
}

/** The name that a line sets; undefined if it sets none, null if that is not known. */
function nameIn({ text, pieces }: Line): string | undefined | null {
  const start = stripSides(text ?? knownEnds(pieces).start, 'both');
  if (/^[#;]/.test(start)) return undefined;
  if (start.includes('=')) return stripSides(start.slice(0, start.indexOf('=')), 'both');
  return text === undefined ? null : undefined;
}

function valueIn({ text, pieces }: Line): readonly Piece[] | undefined {
  return text === undefined ? undefined : trimmed(slicesBetween(pieces, text.indexOf('=') + 1, text.length));
}

/** A line as the module writes it back: without white space around the name, the value and the line. */
function stripped(task: EditTask, line: Line): Line {
  const { text, pieces } = line;
  if (text === undefined) return task.ended(line);
  const at = nameIn(line) === undefined ? -1 : text.indexOf('=');
  const parts = at < 0 ? [[0, text.length]] : [[0, at], [at, at + 1], [at + 1, text.length]]; // prettier-ignore
  const kept = parts.flatMap(([from = 0, to = 0]) => trimmed(slicesBetween(pieces, from, to)));
  const result = lineOfPieces([...kept, task.added('\n')]);
  return result.text === text ? line : result;
}

/** Known pieces without the white space around them. */
function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  const text = knownText(pieces);
  if (text === undefined) return pieces;
  const start = text.length - stripSides(text, 'left').length;
  return slicesBetween(pieces, start, start + stripSides(text, 'both').length);
}

/** A value as the module writes it: a number for a truth value. */
function parsed(task: EditTask, pieces: readonly Piece[]): readonly Piece[] {
  const value = trimmed(pieces);
  const text = knownText(pieces) ?? '';
  if (/^(?:y|yes|on|1|true|t)$/i.test(text)) return [task.added('1')];
  return /^(?:n|no|off|0|false|f)$/i.test(text) ? [task.added('0')] : value;
}

/** `blockinfile`: lines between two lines that mark them. */
import type { PlacedCause } from '../../template/files/rendered-text.ts';
import { expand, readReplacement } from '../../template/python/replacement.ts';
import type { EditTask } from './edit-task.ts';
import type { LinePattern } from './line-pattern.ts';
import { areEqual, gapBecause, holeBecause, dependOnPlace, lineOfPieces, knownText, sliceText } from './lines.ts';
import type { Line, Lines } from './lines.ts';

export function blockInFile(task: EditTask, before: Lines): Lines {
  const isPresent = task.choice('state', 'present', 'absent') === 'present';
  const block = task.pieces('block', 'content') ?? [];
  const [after, ahead] = [task.word('insertafter'), task.word('insertbefore')];
  task.excludes('insertbefore', 'insertafter');
  const anchor =
    after === 'EOF' || ahead === 'BOF' ? undefined : (task.pattern('insertafter') ?? task.pattern('insertbefore'));
  const prepends = task.flag('prepend_newline') && isPresent;
  const appends = task.flag('append_newline') && isPresent;
  const [begin, end] = [mark(task, 'marker_begin', 'BEGIN'), mark(task, 'marker_end', 'END')];
  const added = isPresent && knownText(block) !== '' ? [begin, task.ended(lineOfPieces(block)), end] : [];

  const isAnchor = (line: Line): boolean | undefined =>
    anchor !== undefined && 'isIn' in anchor ? anchor.isIn(line) : false;
  const isBegin = (line: Line): boolean | undefined => areEqual(line.pieces, begin.pieces);
  const isEnd = (line: Line): boolean | undefined => areEqual(line.pieces, end.pieces);
  const matters = (line: Line): boolean => [isBegin, isEnd, isAnchor].some((test) => test(line) !== false);
  const lines = [...task.settled(before, (line) => prepends || appends || matters(line))];
  /** The last line of a mark; a gap counts as one that may have a later one, or the other one of two. */
  const findLast = (test: (line: Line) => boolean | undefined, isPair: boolean): number =>
    lines.findLastIndex((line, at) => {
      if (line.kind === 'branch') return false;
      if (line.kind === 'line') return task.isTrue(test(line), line);
      const isEarlier = lines.slice(0, at).some((other) => other.kind === 'line' && test(other) !== false);
      return (isEarlier || isPair) && task.isTrue(undefined, line);
    });
  const has = (test: (line: Line) => boolean | undefined): boolean =>
    lines.some((line) => line.kind === 'line' && test(line) !== false);

  const marks = [findLast(isBegin, has(isEnd)), findLast(isEnd, has(isBegin))];
  const [first, last] = [Math.min(...marks), Math.max(...marks)];
  let at: number;
  if (first >= 0) {
    // A gap with a mark has other lines, too.
    const start = lines[first]?.kind === 'gap' ? first + 1 : first;
    const end = lines[last]?.kind === 'gap' ? last : last + 1;
    lines.splice(start, Math.max(0, end - start));
    at = start;
  } else {
    const isPlaced = added.length > 0 && dependOnPlace(block, lines);
    // A gap that has the block is as it was, with other lines in it.
    if (isPlaced && lines.some((line) => line.kind === 'gap' && task.isTrue(undefined, line))) return lines;
    const found = anchor === undefined ? undefined : anchorIn(task, lines, anchor, after !== undefined);
    if (typeof found === 'object' && isPlaced) return [gapBecause(found)];
    if (typeof found === 'number') at = after === undefined ? found : found + 1;
    else at = ahead === 'BOF' ? 0 : lines.length;
  }

  const previous = lines[at - 1];
  if (at > lines.length) return task.fail('list index out of range');
  if (previous?.kind === 'line') lines[at - 1] = task.ended(previous);
  if (prepends && at > 0 && !isBlank(lines[at - 1])) added.unshift(lineOfPieces([task.added('\n')]));
  if (appends && at < lines.length && !isBlank(lines[at])) added.push(lineOfPieces([task.added('\n')]));
  return lines.toSpliced(at, 0, ...added);
}

/** True for an empty line, and for what may end or begin with one. */
function isBlank(line: Lines[number] | undefined): boolean {
  return line?.kind !== 'line' || line.text === '\n';
}

/** The line of a mark. */
function mark(task: EditTask, name: string, standard: string): Line {
  const word = task.word(name) ?? standard;
  const line = task.pieces('marker') ?? [task.added('# {mark} ANSIBLE MANAGED BLOCK')];
  if (typeof word === 'object') return lineOfPieces([holeBecause(word, 'value'), task.added('\n')]);
  const replacement = readReplacement(word, []);
  const filled = (text: string): string => {
    const match = /\{mark\}/.exec(text);
    return match === null ? text : text.replaceAll('{mark}', () => expand(replacement, match));
  };
  const text = knownText(line);
  const pieces = line.map((piece) => (piece.kind === 'hole' ? piece : task.added(filled(sliceText(piece)))));
  return lineOfPieces(text === undefined ? [...pieces, task.added('\n')] : [task.added(`${filled(text)}\n`)]);
}

/** The index of the line that the anchor names; undefined if there is none, or the reason why it is not known. */
function anchorIn(
  task: EditTask,
  lines: Lines,
  anchor: LinePattern | PlacedCause,
  isAfter: boolean,
): number | PlacedCause | undefined {
  if (!('isIn' in anchor)) return anchor;
  if (!anchor.isMultiline) {
    const at = lines.findLastIndex((line) => line.kind === 'line' && task.isTrue(anchor.isIn(line), line));
    return at < 0 ? undefined : at;
  }
  const unknown = lines.find((line) => line.kind !== 'line' || line.text === undefined);
  if (unknown !== undefined) return unknown.kind === 'branch' ? unknown.why : task.unknownIn(unknown);
  const text = lines.map((line) => (line.kind === 'line' ? line.text : '')).join('');
  const match = anchor.match(text);
  if (match === null) return undefined;
  // The module counts lines up to as many characters as there are bytes before.
  const characters = match.index + (isAfter ? match[0].length : 0);
  return Array.from(text)
    .slice(0, characters)
    .filter((char) => char === '\n').length;
}

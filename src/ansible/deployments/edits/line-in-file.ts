/** `lineinfile`: one line that a file has, or has not. */
import type { PlacedCause } from '../../template/files/rendered-text.ts';
import { Unsettled } from './edit-task.ts';
import type { EditTask } from './edit-task.ts';
import type { LinePattern } from './line-pattern.ts';
import {
  areEqual,
  endsLine,
  gapBecause,
  dependOnPlace,
  areSameLines,
  knownEnds,
  knownText,
  lineOfPieces,
  withoutEnd,
} from './lines.ts';
import type { Gap, Line, Lines, Piece } from './lines.ts';

export function lineInFile(task: EditTask, before: Lines): Lines {
  const state = task.choice('state', 'present', 'absent');
  const pattern = task.pattern('regexp', 'regex');
  const words = task.word('search_string');
  const line = task.pieces('line', 'value');
  task.excludes('regexp', 'search_string');
  task.excludes('backrefs', 'search_string');
  task.excludes('insertbefore', 'insertafter');
  const selects = selection(pattern, words);
  if (state === 'present') return new Insertion(task, line, pattern, selects).into(before);
  if (selects === undefined && line === undefined)
    return task.fail('one of line, search_string, or regexp is required');
  if (typeof selects === 'object') throw new Unsettled(selects);
  return without(task, before, selects ?? ((one) => areEqual(withoutEnd(one.pieces), line ?? [])));
}

/** Tells whether a line is one of those looked for; undefined if it may be. */
type Test = (line: Line) => boolean | undefined;

/** The test that arguments name, or the reason why they are not known; undefined if none is given. */
function selection(
  pattern: LinePattern | PlacedCause | undefined,
  words: string | PlacedCause | undefined,
): Test | PlacedCause | undefined {
  if (pattern !== undefined) return 'isIn' in pattern ? (line) => pattern.isIn(line) : pattern;
  if (typeof words !== 'string') return words;
  return ({ text, pieces }) => {
    if (text !== undefined) return text.includes(words);
    const { start, end } = knownEnds(pieces);
    return start.includes(words) || end.includes(words) || undefined;
  };
}

/** Lines without those that are selected. */
function without(task: EditTask, lines: Lines, selects: Test): Lines {
  return lines.flatMap((line): Lines => {
    if (line.kind === 'gap') return [line];
    if (line.kind === 'branch') {
      const alternatives = line.alternatives.map((inner) => without(task, inner, selects));
      const isUnchanged = alternatives.every((inner, which) => areSameLines(inner, line.alternatives[which] ?? []));
      return isUnchanged ? [line] : [{ ...line, alternatives, source: undefined }];
    }
    const isSelected = selects(line);
    if (isSelected !== undefined) return isSelected ? [] : [line];
    return [{ kind: 'branch', why: task.unknownIn(line), alternatives: [[line], []], source: undefined }];
  });
}

/** The work of `state: present`. */
class Insertion {
  readonly #task: EditTask;
  readonly #line: readonly Piece[];
  readonly #pattern: LinePattern | PlacedCause | undefined;
  readonly #selects: Test | PlacedCause | undefined;
  readonly #after: string | PlacedCause | undefined;
  readonly #ahead: string | PlacedCause | undefined;
  readonly #anchor: LinePattern | PlacedCause | undefined;
  readonly #hasReferences: boolean;
  readonly #isFirstMatch: boolean;

  constructor(
    task: EditTask,
    line: readonly Piece[] | undefined,
    pattern: LinePattern | PlacedCause | undefined,
    selects: Test | PlacedCause | undefined,
  ) {
    this.#task = task;
    this.#pattern = pattern;
    this.#selects = selects;
    this.#hasReferences = task.flag('backrefs');
    this.#isFirstMatch = task.flag('firstmatch');
    this.#after = task.word('insertafter');
    this.#ahead = task.word('insertbefore');
    this.#line = line ?? task.fail('line is required with state=present');
    if (this.#hasReferences && pattern === undefined) task.fail('regexp is required with backrefs=true');
    if (this.#after !== 'BOF' && this.#after !== 'EOF' && this.#ahead !== 'BOF')
      this.#anchor = task.pattern('insertafter') ?? task.pattern('insertbefore');
  }

  into(before: Lines): Lines {
    const selects = this.#selects;
    const isPlaced = dependOnPlace(this.#line, before);
    // What goes into a gap is known to be there all the same, unless it depends on its place.
    const inGap = (lines: Lines, at: number): Lines =>
      this.#hasReferences || isPlaced ? lines : lines.toSpliced(at + 1, 0, this.#added());
    if (typeof selects === 'object') return inGap([gapBecause(selects)], 0);

    const lines = this.#task.settled(
      before,
      (line) => selects?.(line) !== false || this.#isThere(line) !== false || this.#isAnchor(line) !== false,
    );
    const order = [...lines.keys()];
    const backwards = order.toReversed();
    const selected = selects && this.#find(lines, this.#isFirstMatch ? order : backwards, selects, isPlaced);
    if (selected !== undefined)
      return lines[selected]?.kind === 'gap' ? inGap(lines, selected) : this.#replaced(lines, selected, true);

    // With `firstmatch`, the lines after the anchor are not looked at.
    const first = this.#isFirstMatch ? this.#findAnchor(lines, order) : undefined;
    const there = this.#find(
      lines,
      order.slice(0, first).toReversed(),
      (line) => this.#isThere(line),
      isPlaced && !selects,
    );
    if (there !== undefined) return lines[there]?.kind === 'gap' ? lines : this.#replaced(lines, there, false);
    if (this.#hasReferences) return lines;
    if (this.#after === 'BOF' || this.#ahead === 'BOF') return [this.#added(), ...lines];
    if (this.#anchor !== undefined && !('isIn' in this.#anchor) && isPlaced) return [gapBecause(this.#anchor)];
    return this.#inserted(lines, this.#isFirstMatch ? first : this.#findAnchor(lines, backwards));
  }

  #added(): Line {
    return lineOfPieces([...this.#line, this.#task.added('\n')]);
  }

  #isThere(line: Line): boolean | undefined {
    return areEqual(withoutEnd(line.pieces), this.#line);
  }

  #isAnchor(line: Line): boolean | undefined {
    return this.#anchor !== undefined && 'isIn' in this.#anchor ? this.#anchor.isIn(line) : false;
  }

  #findAnchor(lines: Lines, order: readonly number[]): number | undefined {
    // An empty text is searched for, and then treated as not given.
    if (this.#after === '' || this.#ahead === '') return undefined;
    const isOther = (line: Line): boolean | undefined => {
      const isThere = this.#isThere(line);
      const isAnchor = isThere === true ? false : this.#isAnchor(line);
      return isThere === undefined && isAnchor === true ? undefined : isAnchor;
    };
    return this.#find(lines, order, isOther, false);
  }

  /** The index of the first line, in some order, that passes a test, or of a gap that may hold it if that matters. */
  #find(lines: Lines, order: readonly number[], test: Test, asksGaps: boolean): number | undefined {
    return order.find((at, step) => {
      const line = lines[at];
      if (line === undefined || line.kind === 'branch') return false;
      if (line.kind === 'line') return this.#task.isTrue(test(line), line);
      const isElsewhere = (other: number): boolean => {
        const one = lines[other];
        return one?.kind === 'line' && test(one) !== false;
      };
      return (asksGaps || order.slice(step + 1).some(isElsewhere)) && this.#task.isTrue(undefined, line);
    });
  }

  /** The lines with the line put after or before an anchor, or at the end if there is no anchor. */
  #inserted(lines: Lines, anchor: number | undefined): Lines {
    const added = this.#added();
    if (anchor !== undefined) return lines.toSpliced(this.#after === undefined ? anchor : anchor + 1, 0, added);
    const last = lines.at(-1);
    const isEnded = last?.kind !== 'line' || endsLine(last.pieces, '\r\n');
    return isEnded ? [...lines, added] : [...lines, lineOfPieces([this.#task.added('\n')]), added];
  }

  /** Lines with the line in the place of another one. */
  #replaced(lines: Lines, at: number, isMatch: boolean): Lines {
    const old = lines[at];
    if (old?.kind !== 'line') return lines;
    const line = isMatch && this.#hasReferences ? this.#expanded(old) : lineOfPieces(this.#line);
    if (line.kind === 'gap') return lines.with(at, line);
    const ended = this.#task.ended(line);
    return areEqual(ended.pieces, old.pieces) === true ? lines : lines.with(at, ended);
  }

  /** The line with the groups of the match filled in for the references to them. */
  #expanded(old: Line): Line | Gap {
    const replacement = knownText(this.#line);
    if (replacement?.includes('\\') === false) return lineOfPieces(this.#line);
    const pattern = this.#pattern;
    if (pattern === undefined || !('isIn' in pattern)) return old;
    const hole = [...old.pieces, ...this.#line].find((piece) => piece.kind === 'hole');
    if (hole !== undefined || replacement === undefined || old.text === undefined)
      return gapBecause(hole ?? this.#task.unknownIn(old));
    const match = pattern.match(old.text);
    const text = match === null ? undefined : pattern.expanded(replacement, match);
    if (text === undefined) return gapBecause(this.#task.unknownIn(old));
    return lineOfPieces([this.#task.computed(text, [...this.#line, ...old.pieces])]);
  }
}

/** `pam_limits`: a limit on what the processes of a user may use. */
import type { EditTask } from './edit-task.ts';
import { gapBecause, holeBecause, knownEnds, knownText, lineOfPieces } from './lines.ts';
import type { Line, Lines, Piece } from './lines.ts';

export function pamLimits(task: EditTask, before: Lines): Lines {
  return new LimitEdit(task).into(before);
}

class LimitEdit {
  readonly #task: EditTask;
  /** Domain, type and item. */
  readonly #subject: readonly string[];
  readonly #value: readonly Piece[];
  /** Tells whether a limit that the file has stays. */
  readonly #bound: ((actual: string, value: string) => boolean) | undefined;
  #comment: string;

  constructor(task: EditTask) {
    this.#task = task;
    const given = ['domain', 'limit_type', 'limit_item'].map((name) => task.known(name));
    this.#subject = given.map((word) => word ?? task.fail('domain, limit_type and limit_item are required'));
    this.#value = task.pieces('value') ?? task.fail('value is required');
    this.#comment = task.known('comment') ?? '';
    const [most, least] = [task.flag('use_max'), task.flag('use_min')];
    if (most && least) task.fail('Cannot use use_min and use_max at the same time.');
    this.#bound = most ? isLarger : least ? isSmaller : undefined;
    this.#check(this.#subject[2] ?? '', knownText(this.#value));
  }

  into(before: Lines): Lines {
    const lines = this.#task
      .settled(before, (line) => this.#isOf(line) !== false)
      .map((line) =>
        line.kind === 'line' && this.#isOf(line) === undefined ? gapBecause(this.#task.unknownIn(line)) : line,
      );
    const changed: Lines[number][] = [];
    let isFound = false;
    for (const line of lines) {
      if (line.kind === 'line') {
        const fields = fieldsIn(line);
        this.#comment ||= commentIn(line);
        if (fields?.length === 4) this.#check(fields[2] ?? '', fields[3]);
        if (this.#isOf(line) === true) {
          isFound = true;
          changed.push(this.#changed(line, fields?.[3]));
          continue;
        }
      }
      changed.push(line);
    }
    if (isFound) return changed;
    const gap = lines.find((line) => line.kind === 'gap');
    if (gap === undefined || this.#bound === undefined) return [...changed, this.#line(this.#value)];
    return [...changed, this.#line([holeBecause(gap.hole, 'value')])];
  }

  /** Tells whether a line has the limit; undefined if it may have. */
  #isOf(line: Line): boolean | undefined {
    const fields = fieldsIn(line);
    if (fields !== undefined) return fields.length === 4 && this.#subject.every((word, at) => word === fields[at]);
    const { start, isWhole } = knownEnds(line.pieces);
    if (isWhole || start.startsWith('#')) return false;
    const words = start.trimStart().split(/\s+/);
    const begun = words.pop() ?? '';
    if (this.#subject.some((word, at) => words[at] !== undefined && words[at] !== word)) return false;
    return words.length >= 3 || (this.#subject[words.length]?.startsWith(begun) === true ? undefined : false);
  }

  #changed(line: Line, actual: string | undefined): Line {
    const value = knownText(this.#value);
    if (actual === undefined || value === undefined) {
      if (this.#bound === undefined) return this.#line(this.#value);
      const hole = [...this.#value, ...line.pieces].find((piece) => piece.kind === 'hole');
      return this.#line([holeBecause(hole ?? this.#task.unknownIn(line), 'value')]);
    }
    const kept = this.#bound !== undefined && this.#bound(actual, value) ? actual : value;
    return kept === actual ? line : this.#line(kept === value ? this.#value : [this.#task.added(kept)]);
  }

  #line(value: readonly Piece[]): Line {
    if (this.#comment !== '') this.#comment = `\t#${this.#comment}`;
    const [subject, end] = [`${this.#subject.join('\t')}\t`, `${this.#comment}\n`];
    return lineOfPieces([this.#task.added(subject), ...value, this.#task.added(end)]);
  }

  /** Fails for a value that the module refuses, in its arguments as in the file. */
  #check(item: string, value: string | undefined): void {
    if (value === undefined) return;
    const isValid = /^(?:nice|priority)$/.test(item)
      ? /^[+-]?\d+$/.test(value) && Number(value) >= -20 && Number(value) <= 19
      : UNLIMITED.has(value) || /^\d+$/.test(value);
    if (!isValid) this.#task.fail(`Value of '${value}' for item '${item}' is invalid.`);
  }
}

/** The fields of a limit; undefined for a line that has no limit, or is not known. */
function fieldsIn({ text }: Line): readonly string[] | undefined {
  if (text === undefined || /^#|^\s*$/.test(text)) return undefined;
  const [limit = ''] = text.replace(/\s+/g, ' ').trim().split('#');
  return limit.trimEnd().split(' ');
}

/**
 * The comment after a limit, with its line end: the module also writes both after a limit that has no comment of its
 * own.
 */
function commentIn(line: Line): string {
  const { text = '' } = line;
  return fieldsIn(line) === undefined || !text.includes('#') ? '' : text.slice(text.indexOf('#') + 1);
}

const UNLIMITED: ReadonlySet<string> = new Set(['unlimited', 'infinity', '-1']);

/** The size of a limit, by which limits are compared. */
function sizeOf(value: string): bigint | undefined {
  return UNLIMITED.has(value) ? undefined : BigInt(value);
}

/** Tells whether a limit of a file stays if the larger one is wanted. */
function isLarger(actual: string, value: string): boolean {
  const [size, other] = [sizeOf(actual), sizeOf(value)];
  return size === undefined || (other !== undefined && size > other);
}

/** Tells whether a limit of a file stays if the smaller one is wanted. */
function isSmaller(actual: string, value: string): boolean {
  const [size, other] = [sizeOf(actual), sizeOf(value)];
  return other === undefined || (size !== undefined && size < other);
}

/** `ini_file`: options in one section of an INI file. */
import { tripAsUnsupported } from '../../template/markers.ts';
import type { TextPart } from '../../template/files/rendered-text.ts';
import type { EditTask } from './edit-task.ts';
import { areEqual, endsLine, gapBecause, knownEnds, knownText, lineOfPieces, withoutEnd } from './lines.ts';
import type { Branch, Gap, Line, Lines, Piece } from './lines.ts';

/** Headers that an edit has added: no line before them, known or not, begins the same section. */
const OWN_HEADERS = new WeakSet<TextPart>();

export function iniFile(task: EditTask, before: Lines): Lines {
  return new IniEdit(task).into(before);
}

/** An option as a line has it. */
interface Setting {
  readonly isComment: boolean;
  /** False for an option alone, without `=`. */
  readonly hasValue: boolean;
  readonly value: readonly Piece[];
}

/** A line of the section; `isDone` if it already has one of the wanted values. */
interface IniEntry {
  line: Line | Branch;
  isDone: boolean;
}

class IniEdit {
  readonly #task: EditTask;
  readonly #section: string;
  readonly #option: string | undefined;
  /** The values that no line has yet. */
  readonly #values: (readonly Piece[])[];
  readonly #isPresent: boolean;
  readonly #isExclusive: boolean;
  readonly #separator: string;
  readonly #ignoresSpaces: boolean;
  readonly #allowsNone: boolean;
  readonly #takesComments: boolean;
  #isChanged = false;

  constructor(task: EditTask) {
    task.excludes('value', 'values');
    if (task.word('section_has_values') !== undefined) tripAsUnsupported('section_has_values');
    this.#task = task;
    this.#section = task.known('section') ?? '';
    this.#option = task.known('option');
    this.#isPresent = task.choice('state', 'present', 'absent') === 'present';
    this.#isExclusive = task.flag('exclusive', true);
    this.#separator = task.flag('no_extra_spaces') ? '=' : ' = ';
    this.#ignoresSpaces = task.flag('ignore_spaces');
    this.#allowsNone = task.flag('allow_no_value');
    this.#takesComments = task.flag('modify_inactive_option', true);
    this.#values = valuesOf(task);
    if (this.#isPresent && !this.#allowsNone && this.#values.length === 0) task.fail('value is required');
    if (this.#option === '') tripAsUnsupported('an option without a name');
  }

  into(before: Lines): Lines {
    const matters = (line: Line): boolean => isHeader(line) !== false || this.#setting(line, true) !== null;
    const known = this.#known(this.#task.settled(before, matters));
    const lines = this.#normalized(known);
    const section = this.#find(lines);
    if (section === 'in a gap') return known;
    const result = section === undefined ? this.#withSection(lines) : this.#withOption(lines, section);
    return this.#isChanged ? result : known;
  }

  /**
   * Lines with gaps for those that may be a header or have the option: after a gap, it is unknown which section a
   * line is in.
   */
  #known(lines: Lines): Lines {
    let gap: Gap | undefined;
    return lines.map((line) => {
      if (line.kind === 'branch') return line;
      if (line.kind === 'gap') return (gap = line);
      const setting = this.#setting(line, true);
      if (isHeader(line) === undefined || this.#isHeader(line) === undefined || setting === undefined)
        return (gap = gapBecause(this.#task.unknownIn(line)));
      if (isHeader(line) === true) gap = undefined;
      const mayChange = this.#option === undefined ? !this.#isPresent : setting !== null;
      return gap !== undefined && mayChange ? gap : line;
    });
  }

  /** Lines as Python reads and writes them: with a line feed after each, and without a byte-order mark. */
  #normalized(lines: Lines): Lines {
    const lineFeed = this.#task.added('\n');
    if (lines.length === 0) return [lineOfPieces([lineFeed])];
    return lines.map((line, at) => {
      if (line.kind !== 'line') return line;
      if (!endsLine(line.pieces, '\r\n')) this.#isChanged = true;
      const pieces =
        at === 0 && knownEnds(line.pieces).start.startsWith('\ufeff') ? after(line.pieces, 1) : line.pieces;
      const { start, end, isWhole } = knownEnds(pieces);
      const isPlain = pieces === line.pieces && /(?:^|[^\r])\n$/.test(isWhole ? start : end);
      return isPlain ? line : lineOfPieces([...withoutEnd(pieces), lineFeed]);
    });
  }

  /** The section by the index of its header (-1 for what is before all headers) and of the line after it. */
  #find(lines: Lines): { readonly header: number; readonly end: number } | 'in a gap' | undefined {
    let header = -1;
    if (this.#section !== '') {
      header = lines.findIndex((one) => one.kind === 'line' && this.#isHeader(one) === true);
      const line = lines[header];
      if (line?.kind !== 'line') return undefined;
      const isOwn = line.pieces.some((piece) => piece.kind === 'slice' && OWN_HEADERS.has(piece.part));
      const isEarlier = (one: Lines[number]): boolean => one.kind === 'gap' && this.#task.isTrue(undefined, one);
      if (!isOwn && lines.slice(0, header).some(isEarlier)) return 'in a gap';
    }
    const length = lines
      .slice(header + 1)
      .findIndex((one) => one.kind === 'gap' || (one.kind === 'line' && isHeader(one) === true));
    return { header, end: length < 0 ? lines.length : header + 1 + length };
  }

  #isHeader(line: Line): boolean | undefined {
    if (line.text === undefined) return isHeader(line) === false ? false : undefined;
    const name = this.#section.trim().replace(SIGNS, '\\$&');
    return new RegExp(`^\\[${SPACE}*${name}${SPACE}*\\]`, 'u').test(line.text);
  }

  /** Lines with another section at their end. */
  #withSection(lines: Lines): Lines {
    if (!this.#isPresent) return lines;
    this.#isChanged = true;
    const header = this.#task.added(`[${this.#section}]\n`);
    OWN_HEADERS.add(header.part);
    return [...lines, lineOfPieces([header]), ...this.#missing(false)];
  }

  #withOption(lines: Lines, { header, end }: { readonly header: number; readonly end: number }): Lines {
    const [head, tail] = [lines.slice(0, header + 1), lines.slice(end)];
    const entries = lines
      .slice(header + 1, end)
      .flatMap((line): IniEntry[] => (line.kind === 'gap' ? [] : [{ line, isDone: false }]));
    if (this.#isPresent) return [...head, ...this.#set(entries), ...tail];
    if (this.#option !== undefined) return [...head, ...this.#unset(entries), ...tail];
    this.#isChanged = true;
    // Without a section, the module takes the line after it as well: the next header.
    if (header < 0 && lines.some((line) => line.kind !== 'line'))
      tripAsUnsupported('the removal of what is before all sections');
    return header < 0 ? tail.slice(1) : [...lines.slice(0, header), ...tail];
  }

  /** The lines of a section that has the option with its values. */
  #set(entries: IniEntry[]): Lines {
    if (this.#option === undefined && this.#isExclusive && !this.#allowsNone) this.#task.fail('option is required');
    let isAlone = false;
    if (this.#option !== undefined) {
      for (const entry of entries) {
        const setting = this.#settingOf(entry);
        if (setting === null) continue;
        const which = this.#values.findIndex((value) => this.#isValue(entry, setting, value));
        const value = this.#values[which];
        if (value !== undefined) {
          if (knownText(value) === '' && this.#allowsNone) isAlone = true;
          this.#change(entry, setting, knownText(value) === '' && this.#allowsNone ? undefined : value);
          this.#values.splice(which, 1);
        } else if (this.#values.length === 0 && this.#allowsNone) {
          this.#change(entry, setting, undefined);
          isAlone = true;
          break;
        }
      }
    }
    const kept = this.#isExclusive && !this.#allowsNone ? this.#exclusive(entries) : entries;
    const missing = this.#missing(isAlone);
    if (missing.length > 0) this.#isChanged = true;
    const last = kept.findLastIndex(({ line }) => line.kind !== 'line' || !isBlankOrComment(line));
    return kept.map(({ line }) => line).toSpliced(last + 1, 0, ...missing);
  }

  /** The lines of a section in which no other line has the option. */
  #exclusive(entries: readonly IniEntry[]): readonly IniEntry[] {
    const isOther = (entry: IniEntry): Setting | null => {
      const setting = entry.isDone ? null : this.#settingOf(entry);
      return setting === null || (setting.isComment && !setting.hasValue) ? null : setting;
    };
    for (const entry of entries) {
      const [value] = this.#values;
      const setting = value === undefined ? null : isOther(entry);
      if (setting === null) continue;
      this.#change(entry, setting, value);
      this.#values.shift();
    }
    const kept = entries.filter((entry) => isOther(entry) === null);
    if (kept.length < entries.length) this.#isChanged = true;
    return kept;
  }

  /** The lines of a section without the option, or without some of its values. */
  #unset(entries: readonly IniEntry[]): Lines {
    const kept = entries.filter((entry) => {
      const setting = this.#settingOf(entry, false);
      if (setting === null) return true;
      return !this.#isExclusive && !this.#values.some((value) => this.#isValue(entry, setting, value));
    });
    if (kept.length < entries.length) this.#isChanged = true;
    return kept.map(({ line }) => line);
  }

  /** Lines for the values that no line has. */
  #missing(isAlone: boolean): readonly Line[] {
    if (this.#option === undefined) return [];
    if (this.#values.length > 0) return this.#values.map((value) => this.#line(value));
    return this.#allowsNone && !isAlone ? [this.#line(undefined)] : [];
  }

  #line(value: readonly Piece[] | undefined): Line {
    const option = this.#task.pieces('option') ?? [];
    const end = this.#task.added('\n');
    return lineOfPieces(
      value === undefined ? [...option, end] : [...option, this.#task.added(this.#separator), ...value, end],
    );
  }

  #change(entry: IniEntry, setting: Setting, value: readonly Piece[] | undefined): void {
    if (entry.line.kind !== 'line') return;
    entry.isDone = true;
    const line = this.#line(value);
    const isSame =
      this.#ignoresSpaces && !setting.isComment
        ? areEqual(setting.value, value ?? []) === true
        : areEqual(entry.line.pieces, line.pieces) === true;
    if (isSame) return;
    entry.line = line;
    this.#isChanged = true;
  }

  #isValue({ line }: IniEntry, setting: Setting, value: readonly Piece[]): boolean {
    return line.kind === 'line' && this.#task.isTrue(areEqual(setting.value, value), line);
  }

  #settingOf({ line }: IniEntry, withComments = this.#takesComments): Setting | null {
    if (line.kind !== 'line') return null;
    return this.#setting(line, withComments) ?? null;
  }

  /** The option as a line has it; null if the line does not have it, undefined if it may. */
  #setting({ text, pieces }: Line, withComments: boolean): Setting | null | undefined {
    if (this.#option === undefined) return null;
    const name = this.#option.replace(SIGNS, '\\$&');
    const [start, sign] = [text ?? knownEnds(pieces).start, withComments ? '([#;]?)' : '()'];
    // If the line is known, the option may end it.
    const end = text === undefined ? '=' : '=|(?=\\n?(?![^]))';
    const match = new RegExp(`^[ \\t]*${sign}[ \\t]*${name}[ \\t]*(${end})[ \\t]*`, 'u').exec(start);
    if (match !== null) {
      const value = withoutEnd(after(pieces, match[0].length));
      return { isComment: match[1] !== '', hasValue: match[2] !== '', value };
    }
    if (text !== undefined) return null;
    const rest = start.replace(withComments ? /^[ \t]*[#;]?[ \t]*/ : /^[ \t]*/, '');
    return this.#option.startsWith(rest) || rest.trimEnd() === this.#option ? undefined : null;
  }
}

/** The characters that Python's `re.escape` escapes and that JavaScript allows to be escaped. */
const SIGNS = /[\\^$.*+?()[\]{}|/]/g;
/** White space as Python has it. */
const SPACE = String.raw`[\s\x1c-\x1f\x85]`;

/** The values of an option, without repetitions. */
function valuesOf(task: EditTask): (readonly Piece[])[] {
  const value = task.pieces('value');
  if (value !== undefined) return [value];
  const list = task.known('values');
  if (list === undefined) return [];
  const values: unknown = /^\s*\[/.test(list) ? JSON.parse(list) : list.split(',');
  const words = Array.isArray(values) ? values.map(String) : [];
  return [...new Set(words)].map((word) => [task.added(word)]);
}

/** Tells whether a line is the header of a section. */
function isHeader({ pieces }: Line): boolean | undefined {
  const { start, isWhole } = knownEnds(pieces);
  return start === '' && !isWhole ? undefined : start.startsWith('[');
}

function isBlankOrComment({ pieces }: Line): boolean {
  const { start, isWhole } = knownEnds(pieces);
  return /^[ \t]*[#;]/.test(start) || (isWhole && /^[ \t]*\n?$/.test(start));
}

/** Pieces without some characters that are known to be before them. */
function after(pieces: readonly Piece[], length: number): readonly Piece[] {
  let at = 0;
  return pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind === 'hole') return [piece];
    const start = piece.start + Math.max(0, length - at);
    at += piece.end - piece.start;
    return start < piece.end ? [{ ...piece, start }] : [];
  });
}

/** Differences between the files of hosts before and after a change; equal ones of several hosts are shown once. */
import { structuredPatch } from 'diff';
import type { StructuredPatchHunk } from 'diff';
import { madeOnce } from '../ground/made-once.ts';
import { shownSecret } from '../model/secret-texts.ts';
import { shownHost } from '../stack/hosts.ts';
import { writtenBy } from './file-list.ts';
import type { HostFiles } from './render-report.ts';
import type { FileState, ShownFile, ShownFiles } from './shown-files.ts';
import { lineTextWithSecrets, lineText, textLines } from './text-lines.ts';
import type { TextLine } from './text-lines.ts';

/** A line of a difference, with its sign as in a unified one; `@` is the head of a hunk. */
export interface DifferenceLine {
  readonly sign: ' ' | '+' | '-' | '@';
  readonly text: string;
}

/** A difference of one file that is the same on some hosts of a stack. */
export interface FileDifference {
  readonly stack: string;
  readonly path: string;
  readonly change: 'changed' | 'new' | 'gone';
  readonly hosts: readonly string[];
  /** A difference that is not in the lines, as in whether the file is written at all. */
  readonly note: string | undefined;
  readonly writtenBy: string;
  readonly lines: readonly DifferenceLine[];
}

export interface Differences {
  /** Of hosts that are there before and after, by path. */
  readonly files: readonly FileDifference[];
  readonly newHosts: readonly HostFiles[];
  readonly goneHosts: readonly HostFiles[];
}

/** Compares the files of hosts, which are the same where stack and name are. */
export function differencesBetween(before: readonly HostFiles[], after: readonly HostFiles[]): Differences {
  const [left, right] = [byName(before), byName(after)];
  const folds = new Map<string, Fold>();
  const comparison = new Comparison();
  for (const [name, one] of right) {
    const former = left.get(name);
    if (former === undefined) continue;
    for (const file of pairs(former, one)) {
      const lines = comparison.of(file);
      const note = noteOn(file, lines.length > 0);
      if (lines.length === 0 && note === undefined && file.before !== undefined && file.after !== undefined) continue;
      const changes = lines
        .filter(({ sign }) => sign !== ' ')
        .map(({ sign, text }) => sign + withoutName(text, file.host));
      const key = JSON.stringify([file.stack, file.path, changeOf(file), note, changes]);
      const fold = folds.get(key);
      if (fold === undefined) folds.set(key, new Fold(file, note, lines));
      else fold.add(file.host, lines);
    }
  }
  return {
    files: Array.from(folds.values(), (fold) => fold.difference()).sort(byPath),
    newHosts: [...right].flatMap(([name, one]) => (left.has(name) ? [] : [one])),
    goneHosts: [...left].flatMap(([name, one]) => (right.has(name) ? [] : [one])),
  };
}

function byName(hosts: readonly HostFiles[]): ReadonlyMap<string, HostFiles> {
  return new Map(hosts.map((one) => [JSON.stringify([one.shown.opened.name, one.host.name]), one]));
}

function byPath(a: FileDifference, b: FileDifference): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

interface OneSide {
  readonly shown: ShownFiles;
  readonly file: ShownFile;
}

/** A file of a host before and after a change; undefined if the host does not have it. */
interface FilePair {
  readonly stack: string;
  readonly host: string;
  readonly path: string;
  readonly before: OneSide | undefined;
  readonly after: OneSide | undefined;
}

function pairs(before: HostFiles, after: HostFiles): readonly FilePair[] {
  const sides = ({ shown, files }: HostFiles): ReadonlyMap<string, OneSide> =>
    new Map(files.map((file) => [file.file.path, { shown, file }]));
  const [left, right] = [sides(before), sides(after)];
  const { name: stack } = after.shown.opened;
  const host = shownHost(after.host);
  return [...new Set([...left.keys(), ...right.keys()])].map((name) => {
    const [former, latter] = [left.get(name), right.get(name)];
    return { stack, host, path: (latter ?? former)?.file.path ?? name, before: former, after: latter };
  });
}

function changeOf({ before, after }: FilePair): FileDifference['change'] {
  if (before === undefined) return 'new';
  return after === undefined ? 'gone' : 'changed';
}

/** Says what differs besides the lines. */
function noteOn({ before, after }: FilePair, linesDiffer: boolean): string | undefined {
  if (after === undefined) return undefined;
  const state: FileState = after.file.state;
  if (before?.file.state !== state) {
    const { why } = after.file;
    if (state === 'possible' && why !== undefined)
      return `${before === undefined ? '' : 'now '}perhaps: ${after.shown.words.message(why)}`;
    if (before?.file.state === 'possible') return 'now surely written';
  }
  // Lines are compared without their ends.
  const isSame = before === undefined || linesDiffer || before.file.plain.text === after.file.plain.text;
  return isSame ? undefined : 'only the ends of its lines differ';
}

class Fold {
  readonly #file: FilePair;
  readonly #note: string | undefined;
  readonly #hosts: string[];
  readonly #lines: DifferenceLine[];

  constructor(file: FilePair, note: string | undefined, lines: readonly DifferenceLine[]) {
    this.#file = file;
    this.#note = note;
    this.#hosts = [file.host];
    this.#lines = [...lines];
  }

  add(host: string, lines: readonly DifferenceLine[]): void {
    this.#hosts.push(host);
    for (const [at, { sign, text }] of lines.entries()) {
      const before = this.#lines[at]?.text ?? '';
      if (before === text) continue;
      const alike = withoutName(text, host);
      this.#lines[at] = { sign, text: withoutName(before, this.#file.host) === alike ? alike : OF_EACH };
    }
  }

  difference(): FileDifference {
    const { stack, path, before, after } = this.#file;
    return {
      stack,
      path,
      change: changeOf(this.#file),
      hosts: this.#hosts,
      note: this.#note,
      writtenBy: writtenBy((after ?? before)?.file.file.writers ?? []),
      lines: this.#lines,
    };
  }
}

/** An unchanged line in which hosts differ. */
const OF_EACH = '⟨each host has its own⟩';

/** A line with a word for the name of its host: most files have it somewhere, and the same line otherwise. */
function withoutName(text: string, host: string): string {
  if (!text.includes(host)) return text;
  return text.replace(new RegExp(`(?<!\\w)${host.replace(/\W/g, '\\$&')}(?!\\w)`, 'g'), '⟨name of the host⟩');
}

/** Compares texts; those that several hosts share, only once. */
class Comparison {
  readonly #lines = new Map<ShownFile['text'], readonly TextLine[]>();
  readonly #known = new Map<OneSide['file']['text'] | undefined, Map<unknown, readonly DifferenceLine[]>>();

  of({ before, after }: FilePair): readonly DifferenceLine[] {
    const [left, right] = [before?.file.text, after?.file.text];
    const known = madeOnce(this.#known, left, () => new Map());
    return madeOnce(known, right, () => unified(this.#linesOf(before), this.#linesOf(after)));
  }

  #linesOf(side: OneSide | undefined): readonly TextLine[] {
    if (side === undefined) return [];
    const { text } = side.file;
    return madeOnce(this.#lines, text, () => textLines(text, side.shown.words));
  }
}

/** The unchanged lines around changed ones, as git shows them. */
const CONTEXT = 3;

/** Texts that differ in more lines are taken for all different: the search takes the square of it. */
const MOST_CHANGES = 2000;

/** The lines of a unified difference. Lines are compared with the secrets in them, which are not shown. */
function unified(before: readonly TextLine[], after: readonly TextLine[]): readonly DifferenceLine[] {
  // A number replaces each line, as a secret in a line may have line ends of its own.
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly TextLine[]): readonly number[] =>
    lines.map((line) => {
      const text = lineTextWithSecrets(line);
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
  const [left, right] = [numbered(before), numbered(after)];
  const [old, now] = [left, right].map((side) => side.map((number) => `${String(number)}\n`).join(''));
  const options = { context: CONTEXT, maxEditLength: MOST_CHANGES };
  const patch = structuredPatch('', '', old ?? '', now ?? '', undefined, undefined, options);
  return (patch?.hunks ?? [allOf(before.length, after.length)]).flatMap((hunk) => shownHunk(hunk, before, after));
}

/** The hunk that takes all lines away, and adds all others. */
function allOf(oldLines: number, newLines: number): StructuredPatchHunk {
  const lines = [...new Array<string>(oldLines).fill('-'), ...new Array<string>(newLines).fill('+')];
  return { oldStart: 1, oldLines, newStart: 1, newLines, lines };
}

function shownHunk(
  { oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk,
  before: readonly TextLine[],
  after: readonly TextLine[],
): readonly DifferenceLine[] {
  const removed = before.slice(oldStart - 1, oldStart - 1 + oldLines);
  const masked = masking([...removed, ...after.slice(newStart - 1, newStart - 1 + newLines)]);
  let [left, right] = [oldStart - 1, newStart - 1];
  const shown = lines.flatMap((line): readonly DifferenceLine[] => {
    const sign = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' ';
    const from = sign === '+' ? after[right] : before[left];
    if (sign !== '+') left++;
    if (sign !== '-') right++;
    return from === undefined
      ? []
      : [{ sign, text: masked(sign === '+' ? besideSecrets(from, removed) : lineText(from)) }];
  });
  return [{ sign: '@', text: `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@` }, ...shown];
}

/** A shorter secret may be a word that other lines have by chance. */
const SHORTEST_TOLD = 8;

/**
 * Hides what is a secret on one side even if the other has it as plain text: it became a secret, or no longer is one.
 */
function masking(lines: readonly TextLine[]): (text: string) => string {
  const secrets = lines.flatMap(({ segments }) =>
    segments.flatMap(({ kind, compared = '' }) => (kind === 'secret' ? compared.split('\n') : [])),
  );
  const told = secrets.filter((secret) => secret.length >= SHORTEST_TOLD);
  return (text) => told.reduce((shown, secret) => shown.replaceAll(secret, shownSecret(secret.length)), text);
}

/** A line that is added: with words for a secret that alone tells it from a line that was there. */
function besideSecrets(line: TextLine, removed: readonly TextLine[]): string {
  const text = lineText(line);
  const alike = removed.filter((other) => lineText(other) === text);
  const isOther = alike.length > 0 && alike.every((other) => lineTextWithSecrets(other) !== lineTextWithSecrets(line));
  return isOther ? text.replaceAll('<secret ', '<another secret ') : text;
}

/** The lines of a hunk on one side. The start of none is the line before. */
function range(start: number, length: number): string {
  return length === 1 ? String(start) : `${String(length === 0 ? start - 1 : start)},${String(length)}`;
}

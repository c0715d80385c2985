/** Files of one host while its tasks are followed: what each holds, and why it may hold something else. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Document, Location } from '../../source/document.ts';
import { areSameParts } from '../template/files/rendered-parts.ts';
import type { ChoicePart, HolePart, RenderedText, PlacedCause } from '../template/files/rendered-text.ts';

/** A task that writes a file, or a part of one. */
export interface Writer {
  /** `template`, `copy`, `lineinfile`. */
  readonly action: string;
  /** The place of the task. */
  readonly place: Location;
  /** The template or the file that is copied. */
  readonly source: Document | undefined;
  /**
   * The head of the whole text that it writes: of the template, of the file that is copied, or the argument that
   * holds it. Undefined if it changes a part of what is there, and if its text is not known.
   */
  readonly head: Location | undefined;
  /** The name of the source: `elasticsearch.yml.j2`. */
  readonly sourceName: string | undefined;
  /**
   * The reason why it is not known whether the task runs; it is assumed to run if only results of other tasks decide.
   */
  readonly assumed: PlacedCause | undefined;
}

/** One state of a file. It never changes: each write makes another state. */
export interface FileState {
  /** The texts that it may have: one, or several where only a run can know which task writes it. */
  readonly texts: readonly RenderedText[];
  readonly writers: readonly Writer[];
  /** True if some task writes the whole file, not just a part of it. */
  readonly isWhole: boolean;
  /** The reason why no task may write it at all. */
  readonly untouched: PlacedCause | undefined;
  /** The reason why it is not known which of the texts it has. */
  readonly why: PlacedCause | undefined;
  /** The number of tasks that write the whole of it in some runs only. */
  readonly possibleWrites: number;
  /** The number of writes to unknown files that came before the last write to this one. */
  readonly unknownWritesBefore: number;
  /** True if the content may come from an earlier playbook, not from this one. */
  readonly isEarlier: boolean;
}

/** The file after a task that surely runs and writes all of it. */
export function whollyWritten(
  text: RenderedText,
  writer: Writer,
  before: FileState | undefined,
  unknownWritesBefore: number,
): FileState {
  const state: FileState = {
    texts: [text],
    writers: [writer],
    isWhole: true,
    untouched: undefined,
    why: undefined,
    possibleWrites: 0,
    unknownWritesBefore,
    isEarlier: false,
  };
  if (before === undefined || !(before.isEarlier || writer.assumed !== undefined)) return state;
  // Nobody knows which of two playbooks runs last, or whether the second of two tasks runs.
  const why = writer.assumed ?? laterPlaybook(writer.place);
  return before.isWhole ? either(before, state, why) : state;
}

/** The file after a task that changes a part; `edit` is given undefined if nothing has written the file yet. */
export function changed(
  before: FileState | undefined,
  writer: Writer,
  edit: (text: RenderedText | undefined) => RenderedText,
): FileState {
  if (before === undefined) return { ...whollyWritten(edit(undefined), writer, undefined, 0), isWhole: false };
  const texts = before.texts.map((text) => edit(text));
  const after: FileState = { ...before, texts, writers: [...before.writers, writer] };
  return before.isEarlier ? either(before, after, laterPlaybook(writer.place)) : after;
}

/** The most texts that a file may have: each task that may run, and changes a part, doubles them. */
const MAX_TEXTS = 8;

/** The file if it is not known whether some tasks ran: as it was before, or as they leave it. */
export function either(before: FileState | undefined, after: FileState, why: PlacedCause): FileState {
  if (before === undefined)
    return { ...after, untouched: after.untouched ?? why, possibleWrites: Number(after.isWhole) };
  if (before === after) return before;
  const others = after.texts.filter((text) => !before.texts.some((one) => areSameParts(one, text)));
  const texts = [...before.texts, ...others];
  return {
    texts: texts.length > MAX_TEXTS ? [[unknownLines(before.why ?? why)]] : texts,
    writers: [...new Set([...before.writers, ...after.writers])],
    isWhole: before.isWhole && after.isWhole,
    untouched: after.untouched ?? before.untouched,
    why: before.why ?? why,
    possibleWrites: before.possibleWrites + Number(isRewritten(before, after)),
    unknownWritesBefore: Math.min(before.unknownWritesBefore, after.unknownWritesBefore),
    isEarlier: before.isEarlier || after.isEarlier,
  };
}

/** Tells whether a file was written as a whole, not only changed in parts. */
function isRewritten(before: FileState, { writers: [first] }: FileState): boolean {
  const isFirst = ({ document, start }: Location): boolean =>
    first?.place.document === document && first.place.start === start;
  return !before.writers.some(({ place }) => isFirst(place));
}

/** The text of a file after all tasks. A file that only one task writes, which may not run, may not exist. */
export function textOfState(state: FileState): RenderedText {
  const { texts, why } = state;
  const [first = []] = texts;
  const text = texts.length === 1 || why === undefined ? first : [choice(why, texts)];
  const unwritten = whyMaybeUnwritten(state);
  return unwritten === undefined ? text : possiblyWritten(text, unwritten);
}

/** The reason why no task may write a file; undefined if some task surely does. */
export function whyMaybeUnwritten({ untouched, possibleWrites }: FileState): PlacedCause | undefined {
  // If several tasks write a file under conditions, like one for each family of systems, one of them runs.
  return possibleWrites < 2 ? untouched : undefined;
}

const POSSIBLY_WRITTEN = new WeakMap<RenderedText, Map<string, RenderedText>>();

/** A text that a task may write, or the content without it; the same object for the same text and reason. */
function possiblyWritten(text: RenderedText, why: PlacedCause): RenderedText {
  const byReason = madeOnce(POSSIBLY_WRITTEN, text, () => new Map<string, RenderedText>());
  const key = `${why.place.document.file} ${String(why.place.start)} ${why.message}`;
  return madeOnce(byReason, key, () => [choice(why, [text, [unknownLines(why)]])]);
}

function choice(why: PlacedCause, alternatives: readonly RenderedText[]): ChoicePart {
  return { kind: 'choice', why, alternatives };
}

/** Text that is not known at all: whole lines of any content. */
export function unknownLines(why: PlacedCause): HolePart {
  return { kind: 'hole', ...why, extent: 'lines' };
}

function laterPlaybook(place: Location): PlacedCause {
  const message = `it is not known which playbook runs last, and ${place.document.file} writes the file, too`;
  return { reason: 'task', message, name: undefined, place };
}

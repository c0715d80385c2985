/** The files of hosts, ready to be shown. */
import type { ChoicePart, DeployedFile, Host, PlacedCause, Writer } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { madeOnce } from '../ground/made-once.ts';
import { HoleWords } from './hole-words.ts';
import { TextMask } from './masked-text.ts';
import type { MaskedText } from './masked-text.ts';
import { inPlainForm } from './plain-text.ts';
import type { PlainText } from './plain-text.ts';
import { WrittenValues } from './written-values.ts';

/**
 * - `whole`: all of its text is known;
 * - `partial`: parts of it are not, or tasks only change parts of what is there;
 * - `possible`: only a run can know whether it is written at all;
 * - `unknown`: nothing about its text is known.
 */
export type FileState = 'whole' | 'partial' | 'possible' | 'unknown';

/** A file of a host. */
export interface ShownFile {
  readonly file: DeployedFile;
  /** Without secrets. */
  readonly path: string;
  readonly state: FileState;
  /** The reason why it is possible or unknown. */
  readonly why: PlacedCause | undefined;
  /** The text, if it is written. */
  readonly text: MaskedText;
  readonly plain: PlainText;
}

/** Shows the files of a stack's hosts: each text once. */
export class ShownFiles {
  readonly opened: OpenedStack;
  readonly mask: TextMask;
  readonly words: HoleWords;
  readonly values: WrittenValues;
  readonly #plain = new WeakMap<MaskedText, Map<string, PlainText>>();

  constructor(opened: OpenedStack) {
    this.opened = opened;
    this.mask = new TextMask(opened.secrecy);
    this.words = new HoleWords(opened.secrecy);
    this.values = new WrittenValues(opened);
  }

  /** The files of a host, by path. */
  of(host: Host): readonly ShownFile[] {
    return (this.opened.deployments?.filesOf(host) ?? []).map((file) => this.shown(file));
  }

  /** One file. */
  shown(file: DeployedFile): ShownFile {
    const [only, ...others] = file.text;
    const perhaps = others.length === 0 && only?.kind === 'choice' && isPossible(only) ? only : undefined;
    const written = perhaps?.alternatives[0] ?? file.text;
    const [first, ...rest] = written;
    const text = this.mask.of(written);
    const plain = this.plain(text, file.path);
    const [writer] = file.writers;
    const path = writer === undefined ? file.path : this.words.withoutSecrets(file.path, writer.place);
    const shown = { file, path, text, plain };
    if (rest.length === 0 && first?.kind === 'hole' && first.extent === 'lines')
      return { ...shown, state: 'unknown', why: first };
    if (perhaps !== undefined) return { ...shown, state: 'possible', why: perhaps.why };
    return { ...shown, state: plain.holes.length === 0 && file.isWhole ? 'whole' : 'partial', why: undefined };
  }

  /** The template of a task, or the file that it copies; undefined if it has neither. */
  sourceOf({ place, source, sourceName }: Writer): string | undefined {
    return source?.file ?? (sourceName && this.words.withoutSecrets(sourceName, place));
  }

  /** The plain form of a text. */
  plain(text: MaskedText, path: string): PlainText {
    const byPath = madeOnce(this.#plain, text, () => new Map());
    return madeOnce(byPath, path, () => inPlainForm(text, path, this.words));
  }
}

/** True if the second of two texts is whatever is there without the task: the file may not be written. */
function isPossible({ why, alternatives: [, without, ...others] }: ChoicePart): boolean {
  const [hole, ...more] = without ?? [];
  const isUntouched = hole?.kind === 'hole' && hole.extent === 'lines' && hole.place === why.place;
  return isUntouched && hole.message === why.message && more.length === 0 && others.length === 0;
}

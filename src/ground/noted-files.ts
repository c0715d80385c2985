/** Files whose answers are noted: the one wrapper that remembers them, tells what was asked, and asks again. */
import { AskedPaths } from './asked-paths.ts';
import { FileError } from './files.ts';
import type { Files } from './files.ts';
import { madeOnce } from './made-once.ts';

type Answer<Value> = { readonly value: Value } | { readonly error: FileError };

/** One question about paths, with the answers so far. */
class Question<Value> {
  readonly #ask: (path: string) => Value;
  readonly #note: (path: string) => void;
  readonly #answers = new Map<string, Answer<Value>>();

  constructor(ask: (path: string) => Value, note: (path: string) => void = () => {}) {
    this.#ask = ask;
    this.#note = note;
  }

  readonly answer = (path: string): Value => {
    const answer = madeOnce(this.#answers, path, () => {
      this.#note(path);
      return this.#asked(path);
    });
    if ('error' in answer) throw answer.error;
    return answer.value;
  };

  /** The answer about a path, where somebody asked. */
  known(path: string): Answer<Value> | undefined {
    return this.#answers.get(path);
  }

  some(test: (path: string, value: Value) => boolean): boolean {
    return [...this.#answers].some(([path, answer]) => 'value' in answer && test(path, answer.value));
  }

  /** Tells whether each path, asked about again, gives the same answer. */
  isAnsweredAlike(): boolean {
    for (const [path, answer] of this.#answers) if (!isSame(answer, this.#asked(path))) return false;
    return true;
  }

  forget(isStale: (path: string) => boolean): void {
    for (const path of this.#answers.keys()) if (isStale(path)) this.#answers.delete(path);
  }

  #asked(path: string): Answer<Value> {
    try {
      return { value: this.#ask(path) };
    } catch (error) {
      if (error instanceof FileError) return { error };
      throw error;
    }
  }
}

function isSame(one: Answer<unknown>, other: Answer<unknown>): boolean {
  if ('error' in one || 'error' in other)
    return 'error' in one && 'error' in other && one.error.message === other.error.message;
  const [a, b] = [one.value, other.value];
  return a === b || (isList(a) && isList(b) && a.length === b.length && a.every((item, at) => item === b[at]));
}

/** Tells names in a folder, and bytes, from a kind, a text or a number. */
function isList(value: unknown): value is readonly unknown[] | Uint8Array {
  return Array.isArray(value) || value instanceof Uint8Array;
}

/**
 * Files that note what they are asked and what they answer. Their answers stay the same for as long as they are used,
 * as if nothing came or went meanwhile, and what was made from them can be kept for as long as other files give the
 * same answers.
 */
export class NotedFiles implements Files {
  /** What was asked; those of other files, if they are given, count on. */
  readonly asked: AskedPaths;
  readonly kind: Files['kind'];
  readonly list: Files['list'];
  readonly size: Files['size'];
  readonly read: Files['read'];
  readonly text: Files['text'];
  readonly executable: Files['executable'];
  readonly writableByAll: Files['writableByAll'];
  readonly real: Files['real'];
  readonly linkTarget: Files['linkTarget'];
  readonly kinds: Question<ReturnType<Files['kind']>>;
  readonly lists: Question<readonly string[]>;
  readonly reals: Question<string>;
  readonly #questions: readonly Question<unknown>[];
  #source: Files;

  constructor(source: Files, asked = new AskedPaths()) {
    this.#source = source;
    this.asked = asked;
    const noting = (about: Parameters<AskedPaths['note']>[1]) => (path: string) => {
      asked.note(path, about);
    };
    this.kinds = new Question((path) => this.#source.kind(path), noting('kind'));
    this.lists = new Question((path) => this.#source.list(path), noting('names'));
    this.reals = new Question((path) => this.#source.real(path));
    const texts = new Question((path) => this.#source.text(path), noting('content'));
    const sizes = new Question((path) => this.#source.size(path), noting('content'));
    const bytes = new Question((path) => this.#source.read(path), noting('content'));
    const executables = new Question((path) => this.#source.executable(path));
    const writables = new Question((path) => this.#source.writableByAll(path));
    const targets = new Question((path) => this.#source.linkTarget(path));
    // Texts first: they change most often.
    this.#questions = [texts, this.kinds, this.lists, this.reals, sizes, bytes, executables, writables, targets];
    this.kind = this.kinds.answer;
    this.list = this.lists.answer;
    this.size = sizes.answer;
    this.read = bytes.answer;
    this.text = texts.answer;
    this.executable = executables.answer;
    this.writableByAll = writables.answer;
    this.real = this.reals.answer;
    this.linkTarget = targets.answer;
  }

  /** Notes what files answer; those that do so by themselves stay as they are. */
  static of(files: Files): NotedFiles {
    return files instanceof NotedFiles ? files : new NotedFiles(files);
  }

  /**
   * Goes on with other files if these give the same answer to everything that was asked so far; false if they do not.
   */
  goesOnWith(source: Files): boolean {
    const before = this.#source;
    this.#source = source;
    if (this.#questions.every((question) => question.isAnsweredAlike())) return true;
    this.#source = before;
    return false;
  }

  /** Forgets answers about paths, so that they are asked for again. */
  forget(isStale: (path: string) => boolean): void {
    for (const question of this.#questions) question.forget(isStale);
  }
}

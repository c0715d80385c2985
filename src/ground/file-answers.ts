/** The answers of files, noted, so that what was made of them can be kept for as long as files answer alike. */
import { FileError } from './files.ts';
import type { Files } from './files.ts';
import { madeOnce } from './made-once.ts';

type Answer<Value> = { readonly value: Value } | { readonly error: FileError };

/** One question about paths, with the answers so far. */
class Question<Value> {
  readonly #ask: (path: string) => Value;
  readonly #answers = new Map<string, Answer<Value>>();

  constructor(ask: (path: string) => Value) {
    this.#ask = ask;
  }

  readonly answer = (path: string): Value => {
    const answer = madeOnce(this.#answers, path, () => this.#asked(path));
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

/** Files that note what they answer, and answer the same when they are asked again. */
export class NotedFiles {
  readonly files: Files;
  readonly kinds = new Question((path) => this.#source.kind(path));
  readonly lists = new Question((path) => this.#source.list(path));
  readonly reals = new Question((path) => this.#source.real(path));
  #source: Files;
  readonly #questions: readonly Question<unknown>[];

  constructor(source: Files) {
    this.#source = source;
    const texts = new Question((path) => this.#source.text(path));
    const sizes = new Question((path) => this.#source.size(path));
    const bytes = new Question((path) => this.#source.read(path));
    const executables = new Question((path) => this.#source.executable(path));
    const writables = new Question((path) => this.#source.writableByAll(path));
    const targets = new Question((path) => this.#source.linkTarget(path));
    // Texts first: they change most often.
    this.#questions = [texts, this.kinds, this.lists, this.reals, sizes, bytes, executables, writables, targets];
    this.files = {
      kind: this.kinds.answer,
      list: this.lists.answer,
      size: sizes.answer,
      read: bytes.answer,
      text: texts.answer,
      executable: executables.answer,
      writableByAll: writables.answer,
      real: this.reals.answer,
      linkTarget: targets.answer,
    };
  }

  /** Goes on with other files, where these answer alike all that was asked so far. False where they do not. */
  goesOnWith(source: Files): boolean {
    const before = this.#source;
    this.#source = source;
    if (this.#questions.every((question) => question.isAnsweredAlike())) return true;
    this.#source = before;
    return false;
  }

  forget(isStale: (path: string) => boolean): void {
    for (const question of this.#questions) question.forget(isStale);
  }
}

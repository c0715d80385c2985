/** The answers of a disk, remembered from check to check until something changes there. */
import { dirname } from 'node:path';
import { FileError } from '../files.ts';
import type { Files } from '../files.ts';
import { foldersAbove } from '../paths.ts';

type Answer = { readonly value: unknown } | { readonly error: FileError };

/**
 * A check asks the disk some times for each file. To ask again at each keystroke would take longer than all else that an
 * editor's check does; and what changes on the disk, the editor tells.
 */
export class KnownFiles {
  readonly files: Files;
  readonly #questions: Map<string, Answer>[] = [];
  #hasLinks = false;

  constructor(disk: Files) {
    this.files = {
      kind: this.#remembered((path) => disk.kind(path)),
      list: this.#remembered((path) => disk.list(path)),
      size: this.#remembered((path) => disk.size(path)),
      text: this.#remembered((path) => disk.text(path)),
      // The bytes of a file are rarely asked for, as of a vault, and need not be kept beside its text.
      read: (path) => disk.read(path),
      executable: this.#remembered((path) => disk.executable(path)),
      writableByAll: this.#remembered((path) => disk.writableByAll(path)),
      real: this.#remembered((path) => {
        const real = disk.real(path);
        this.#hasLinks ||= real !== path;
        return real;
      }),
      linkTarget: this.#remembered((path) => disk.linkTarget(path)),
    };
  }

  /**
   * Forgets what is known of changed paths, of what lies below them, and of the folders that they are in. Where links lead
   * from one path to another it forgets everything: a change has then further names.
   */
  forget(changed: ReadonlySet<string>): void {
    const parents = new Set(Array.from(changed, dirname));
    const isStale = (path: string): boolean =>
      changed.has(path) || parents.has(path) || foldersAbove(path).some((folder) => changed.has(folder));
    for (const answers of this.#questions) {
      if (this.#hasLinks) answers.clear();
      else for (const path of answers.keys()) if (isStale(path)) answers.delete(path);
    }
    this.#hasLinks = false;
  }

  #remembered<Value>(ask: (path: string) => Value): (path: string) => Value {
    const answers = new Map<string, Answer>();
    this.#questions.push(answers);
    return (path) => {
      let answer = answers.get(path);
      if (answer === undefined) answers.set(path, (answer = answerTo(ask, path)));
      if ('error' in answer) throw answer.error;
      return answer.value as Value;
    };
  }
}

function answerTo(ask: (path: string) => unknown, path: string): Answer {
  try {
    return { value: ask(path) };
  } catch (error) {
    if (error instanceof FileError) return { error };
    throw error;
  }
}

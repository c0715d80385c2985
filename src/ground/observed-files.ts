/** Files that note what is asked of them, so that a change that makes no difference to a check is told from one that does. */
import { dirname } from 'node:path';
import type { Files } from './files.ts';

export class ObservedFiles {
  readonly files: Files;
  readonly #paths: Set<string>;
  readonly #read: Set<string>;
  readonly #listed: Set<string>;

  /** `before` is what earlier questions were noted by: these count on. */
  constructor(files: Files, before?: ObservedFiles) {
    this.#paths = before === undefined ? new Set() : before.#paths;
    this.#read = before === undefined ? new Set() : before.#read;
    this.#listed = before === undefined ? new Set() : before.#listed;
    const noting =
      <Answer>(seen: Set<string>, ask: (path: string) => Answer) =>
      (path: string): Answer => {
        seen.add(path);
        this.#paths.add(path);
        return ask(path);
      };
    this.files = {
      ...files,
      kind: noting(this.#paths, (path) => files.kind(path)),
      list: noting(this.#listed, (path) => files.list(path)),
      size: noting(this.#read, (path) => files.size(path)),
      read: noting(this.#read, (path) => files.read(path)),
      text: noting(this.#read, (path) => files.text(path)),
    };
  }

  /** The folders in which a change may make a difference. */
  get folders(): ReadonlySet<string> {
    return new Set([...Array.from(this.#paths, dirname), ...this.#listed]);
  }

  /** Tells whether it was asked about a path. */
  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Tells whether it was asked what is in a file. */
  isRead(path: string): boolean {
    return this.#read.has(path);
  }

  /** Tells whether an answer may be another once a path comes, goes or changes. */
  concerns(path: string): boolean {
    return this.#paths.has(path) || this.#listed.has(dirname(path));
  }
}

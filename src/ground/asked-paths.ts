/**
 * The paths that files were asked about, so that a change that makes no difference to a check can be told from one
 * that does.
 */
import { dirname } from 'node:path';

export class AskedPaths {
  readonly #all = new Set<string>();
  readonly #read = new Set<string>();
  readonly #listed = new Set<string>();

  /** Notes a question: what a path is, what is in a file, or which names are in a folder. */
  note(path: string, about: 'kind' | 'content' | 'names'): void {
    this.#all.add(path);
    if (about === 'content') this.#read.add(path);
    if (about === 'names') this.#listed.add(path);
  }

  /** The folders in which a change may make a difference. */
  get folders(): ReadonlySet<string> {
    return new Set([...Array.from(this.#all, dirname), ...this.#listed]);
  }

  /** Tells whether anything was asked about a path. */
  has(path: string): boolean {
    return this.#all.has(path);
  }

  /** Tells whether it was asked what is in a file. */
  isRead(path: string): boolean {
    return this.#read.has(path);
  }

  /** Tells whether an answer may be another once a path comes, goes or changes. */
  concerns(path: string): boolean {
    return this.#all.has(path) || this.#listed.has(dirname(path));
  }
}

/** Values that are made of files and of data, kept for as long as both stay the same. */
import { NotedFiles } from '../ground/noted-files.ts';
import type { Files } from '../ground/files.ts';

/** Keeps values by key, each for as long as everything that it reads from files stays the same. */
export class KeptValues<Value> {
  readonly #kept = new Map<string, { readonly noted: NotedFiles; readonly value: Value }>();

  /** The value of a key: the very one that there was, or one that `make` makes. What it asks later is noted, too. */
  of(key: string, files: Files, make: (files: Files) => Value): Value {
    const kept = this.#kept.get(key);
    if (kept?.noted.goesOnWith(files) === true) return kept.value;
    const noted = new NotedFiles(files);
    const value = make(noted);
    this.#kept.set(key, { noted, value });
    return value;
  }

  /** Drops the values of all other keys. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.#kept.keys()) if (!keys.has(key)) this.#kept.delete(key);
  }
}

/** What is data through and through: a function, or an object with methods, is `never`. */
type DataOf<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (...args: never) => unknown
    ? never
    : { readonly [K in keyof T]: DataOf<T[K]> };

/**
 * The key of a value by its parts: the same for equal ones. A part that a key cannot tell apart, such as a function, is
 * a mistake that the compiler reports.
 */
export function keyOf<Parts>(parts: Parts & DataOf<Parts>): string {
  return JSON.stringify(parts);
}

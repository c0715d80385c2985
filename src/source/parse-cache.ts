/** Keeps parsed texts: an unchanged file is not parsed again for another stack or another check. */
import type { Document } from './document.ts';
import type { IniReading } from './ini.ts';

/** A text that is parsed, by the path of its file. */
interface ParsedText {
  readonly file: string;
  readonly text: string;
  /** True where it was decrypted: its reading is not kept after the check. */
  readonly isDecrypted: boolean;
}

interface Kept<T> {
  readonly text: string;
  readonly isDecrypted: boolean;
  readonly reading: T;
}

/** The readings of one reader. They are immutable, so they can be shared. */
class Readings<T> {
  #recent = new Map<string, Kept<T>>();
  #before: ReadonlyMap<string, Kept<T>> = new Map();

  /** The reading of a text; `variant` distinguishes readings of one text that differ. */
  of({ file, text, isDecrypted }: ParsedText, variant: string, read: () => T): T {
    const key = `${variant}\0${file}`;
    let kept = this.#recent.get(key) ?? this.#before.get(key);
    if (kept?.text !== text) kept = { text, isDecrypted, reading: read() };
    this.#recent.set(key, kept);
    return kept.reading;
  }

  begin(): void {
    this.#before = new Map([...this.#recent].filter(([, { isDecrypted }]) => !isDecrypted));
    this.#recent = new Map();
  }
}

/**
 * The texts that were parsed in a check and in the one before it. It may outlive a check, as an editor's does; what a
 * second check of the same project reads unchanged is then not parsed again.
 */
export class ParseCache {
  readonly documents = new Readings<Document>();
  readonly ini = new Readings<IniReading>();

  /** Begins a check: readings that neither this one nor the last one used are dropped. */
  begin(): void {
    this.documents.begin();
    this.ini.begin();
  }
}

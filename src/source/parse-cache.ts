/** Keeps what was parsed: a file that is read again as it was is not parsed again, be it for another stack or another check. */
import type { Document } from './document.ts';
import type { IniReading } from './ini.ts';

/** A text that is parsed, by the path of its file. */
interface ParsedText {
  readonly file: string;
  readonly text: string;
  /** True where it was decrypted: what comes of it is not kept after the check. */
  readonly isDecrypted: boolean;
}

interface Kept<T> {
  readonly text: string;
  readonly isDecrypted: boolean;
  readonly reading: T;
}

/** What one kind of reader made of texts. Everything in it is immutable, so it can be shared. */
class Readings<T> {
  #recent = new Map<string, Kept<T>>();
  #before: ReadonlyMap<string, Kept<T>> = new Map();

  /** What a text was read into; `variant` tells readers apart that make different things of one text. */
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

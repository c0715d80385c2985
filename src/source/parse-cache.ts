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
  readonly #kept = new Map<string, Kept<T>>();

  /** The reading of a text; `variant` distinguishes readings of one text that differ. */
  of({ file, text, isDecrypted }: ParsedText, variant: string, read: () => T): T {
    const key = `${variant}\0${file}`;
    const kept = this.#kept.get(key);
    if (kept?.text === text) return kept.reading;
    const reading = read();
    this.#kept.set(key, { text, isDecrypted, reading });
    return reading;
  }

  begin(): void {
    for (const [key, { isDecrypted }] of this.#kept) if (isDecrypted) this.#kept.delete(key);
  }
}

/**
 * The last reading of each file. It may outlive a check, as an editor's does; what a second check of the same project reads
 * unchanged is then not parsed again.
 */
export class ParseCache {
  readonly documents = new Readings<Document>();
  readonly ini = new Readings<IniReading>();

  /** Begins a check: what the last one decrypted is dropped. */
  begin(): void {
    this.documents.begin();
    this.ini.begin();
  }
}

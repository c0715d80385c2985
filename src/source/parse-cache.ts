/** Keeps parsed texts: an unchanged file is not parsed again for another stack or another check. */
import type { Document } from './document.ts';
import type { IniReading } from './ini.ts';

/** A text that is parsed, by the path of its file. */
interface ParsedText {
  readonly file: string;
  readonly text: string;
  /** True if it was decrypted: its reading is not kept after the check. */
  readonly isDecrypted: boolean;
}

interface Kept<T> {
  readonly text: string;
  readonly isDecrypted: boolean;
  readonly reading: T;
}

/** The readings of one reader. They are immutable, so they can be shared. */
class Readings<T> {
  readonly #kept: Map<string, Kept<T>>;
  readonly #tell: (() => void) | undefined;

  constructor(kept = new Map<string, Kept<T>>(), tell?: () => void) {
    this.#kept = kept;
    this.#tell = tell;
  }

  telling(tell: () => void): Readings<T> {
    return new Readings(this.#kept, tell);
  }

  /** The reading of a text; `variant` distinguishes readings of one text that differ. */
  of({ file, text, isDecrypted }: ParsedText, variant: string, read: () => T): T {
    this.#tell?.();
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
 * The last reading of each file. It may outlive a check, as an editor's does; what a second check of the same project
 * reads unchanged is then not parsed again.
 */
export class ParseCache {
  readonly documents: Readings<Document>;
  readonly ini: Readings<IniReading>;

  constructor(documents = new Readings<Document>(), ini = new Readings<IniReading>()) {
    this.documents = documents;
    this.ini = ini;
  }

  /** The same cache for a reader that tells what it does: `tell` is called before each text is read. */
  telling(tell: () => void): ParseCache {
    return new ParseCache(this.documents.telling(tell), this.ini.telling(tell));
  }

  /** Begins a check: what the last one decrypted is dropped. */
  begin(): void {
    this.documents.begin();
    this.ini.begin();
  }
}

/** Words about what is not known, in which no secret is quoted. */
import type { ChoicePart, HolePart } from '../ansible/template/rendered-text.ts';
import type { Document } from '../source/document.ts';
import type { Secrecy } from '../stack/secrecy/secrecy.ts';

/** The reason why a part of a text, or a whole one, is not known. */
type Why = ChoicePart['why'] | HolePart;

/** Words that fit after a name, for reasons whose messages quote values. */
const WITHOUT_VALUES: Readonly<Partial<Record<HolePart['reason'], string>>> = {
  lookup: 'only a run can look it up',
  undefined: 'is undefined',
  template: 'is not evaluated',
  error: 'its template fails',
};

/** Says why something is not known. */
export class HoleWords {
  readonly #secrecy: Secrecy;
  readonly #secretive = new WeakMap<Document, boolean>();

  constructor(secrecy: Secrecy) {
    this.#secrecy = secrecy;
  }

  /** The name at fault; undefined where there is none, and for a word that may be a value. */
  nameOf({ name, reason, place: { document } }: Why): string | undefined {
    if (name === undefined || this.#unquoted(reason, document) === undefined) return name;
    const isName = /^ansible_\w+$/.test(name) || document.text.includes(name) || this.#secrecy.isName(name);
    return /^[\w.]+$/.test(name) && !document.isDecrypted && isName ? name : undefined;
  }

  /** The reason in a few words, after the name: `ansible_memtotal_mb: only a run can know`. */
  briefly(why: Why): string {
    const { reason, name, clause, place } = why;
    if (name === undefined || this.#unquoted(reason, place.document) !== undefined) return this.message(why);
    if (reason === 'fact') return `${name}: only a run can know`;
    return clause === undefined ? why.message : `${name}: ${clause}`;
  }

  /** The reason as a sentence without its full stop. */
  message(why: Why): string {
    const unquoted = this.#unquoted(why.reason, why.place.document);
    if (unquoted === undefined) return why.message;
    const name = this.nameOf(why);
    return name === undefined ? unquoted : `${name}: ${unquoted}`;
  }

  /** What to say in place of a message that may quote a secret; undefined for others. */
  #unquoted(reason: Why['reason'], document: Document): string | undefined {
    const words = WITHOUT_VALUES[reason];
    return words !== undefined && this.#mayQuote(document) ? words : undefined;
  }

  /** True where a message may quote a secret, because the file that it is about mentions one. */
  #mayQuote(document: Document): boolean {
    let may = this.#secretive.get(document);
    if (may === undefined)
      this.#secretive.set(document, (may = document.isDecrypted || this.#secrecy.mentionsSecret(document.text)));
    return may;
  }
}

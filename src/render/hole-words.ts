/** Words about what is not known, in which no secret is quoted. */
import type { PlacedCause } from '../ansible/index.ts';
import { madeOnce } from '../ground/made-once.ts';
import { shownName } from '../model/secret-texts.ts';
import type { Document, Location } from '../source/document.ts';
import type { Secrecy } from '../stack/secrecy/secrecy.ts';

/** Words that fit after a name, in place of messages that may quote a value. */
const WITHOUT_VALUES: Readonly<Record<PlacedCause['reason'], string>> = {
  fact: 'only a run can know',
  'dynamic-inventory': 'only a run can know',
  task: 'only a run can know',
  lookup: 'only a run can look it up',
  undefined: 'is undefined',
  vault: 'is encrypted',
  unreadable: 'cannot be read',
  'no-inventory': 'is not collected',
  'not-collected': 'is not collected',
  template: 'is not evaluated',
  omit: 'is omitted',
  error: 'its template fails',
};

/** Reasons whose messages are those of Ansible and of evaluations, which quote values. */
const QUOTING: ReadonlySet<PlacedCause['reason']> = new Set(['error', 'undefined', 'template', 'lookup']);

/** Says why something is not known. */
export class HoleWords {
  readonly #secrecy: Secrecy;
  readonly #secretive = new WeakMap<Document, boolean>();

  constructor(secrecy: Secrecy) {
    this.#secrecy = secrecy;
  }

  /** The name at fault; undefined if there is none, and for a word that may be a value. */
  nameOf({ name, place: { document } }: PlacedCause): string | undefined {
    if (name === undefined || !this.#mayQuote(document)) return name;
    const isName = /^ansible_\w+$/.test(name) || this.#secrecy.isName(name) || isWordOf(name, document.text);
    return /^[\w.]+$/.test(name) && !document.isDecrypted && isName ? name : undefined;
  }

  /** The reason in a few words, after the name: `ansible_memtotal_mb: only a run can know`. */
  briefly(why: PlacedCause): string {
    const { reason, clause } = why;
    const name = this.nameOf(why);
    if (name === undefined || this.#mustNotQuote(why)) return this.message(why);
    if (reason === 'fact') return `${name}: only a run can know`;
    return clause === undefined ? why.message : `${name}: ${clause}`;
  }

  /** The reason as a sentence without its full stop. */
  message(why: PlacedCause): string {
    const name = this.nameOf(why);
    if (name === why.name && !this.#mustNotQuote(why)) return why.message;
    return name === undefined ? WITHOUT_VALUES[why.reason] : `${name}: ${WITHOUT_VALUES[why.reason]}`;
  }

  /** A path or another name that a task's templates give, without the secrets in it. */
  withoutSecrets(name: string, { document }: Location): string {
    return this.#mayQuote(document) && this.#secrecy.quotesSecret(name) ? '<secret>' : shownName(name);
  }

  #mustNotQuote({ reason, message, place: { document } }: PlacedCause): boolean {
    return this.#mayQuote(document) && (QUOTING.has(reason) || this.#secrecy.quotesSecret(message));
  }

  /** True if a message may quote a secret, because the file that it is about mentions one. */
  #mayQuote(document: Document): boolean {
    return madeOnce(
      this.#secretive,
      document,
      () => document.isDecrypted || this.#secrecy.mentionsSecret(document.text),
    );
  }
}

function isWordOf(name: string, text: string): boolean {
  return new RegExp(`(?<!\\w)${name.replace(/[^\w]/g, '\\$&')}(?!\\w)`).test(text);
}

/** Secrets of an inventory: measured and compared, never shown. */
import { digest } from '#digest';
import type { Secret } from '../../model/setting.ts';

/** A secret whose text is known: compared by its length, then by its digest. */
export class PlainSecret implements Secret {
  readonly length: number;
  readonly #digest: () => string;

  /** A secret in plain text in a file. */
  static inFile(text: string): PlainSecret {
    let known: string | undefined;
    return new PlainSecret(text.length, () => (known ??= digestOf(text)));
  }

  /** A decrypted secret: its text is not kept. */
  static decrypted(text: string): PlainSecret {
    const known = digestOf(text);
    return new PlainSecret(text.length, () => known);
  }

  private constructor(length: number, digest: () => string) {
    this.length = length;
    this.#digest = digest;
  }

  same(other: Secret): boolean | undefined {
    if (other instanceof VaultedSecret) return other.same(this);
    if (!(other instanceof PlainSecret)) return undefined;
    return other === this || (other.length === this.length && other.#digest() === this.#digest());
  }
}

/** Tells whether a value is a secret. */
export function isSecret(value: unknown): value is Secret {
  return value instanceof PlainSecret || value instanceof VaultedSecret;
}

/** Tells whether a value is a list of secrets; one without items is no secret. */
export function isListOfSecrets(value: unknown): value is readonly Secret[] {
  return Array.isArray(value) && value.length > 0 && value.every(isSecret);
}

/** Tells whether two lists have the same secrets, in any order; undefined if that depends on an encrypted one. */
export function haveSameSecrets(some: readonly Secret[], others: readonly Secret[]): boolean | undefined {
  const answers = [
    ...some.map((one) => others.map((other) => one.same(other))),
    ...others.map((one) => some.map((other) => one.same(other))),
  ].map((all) => (all.includes(true) ? true : all.includes(undefined) ? undefined : false));
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

function digestOf(text: string): string {
  return digest('sha256', text).toString('base64');
}

/**
 * A vaulted secret. Without a password it equals only itself, and whether it equals another is unknown. With a
 * password it is decrypted at the first question, and its length and digest are kept.
 */
export class VaultedSecret implements Secret {
  readonly #cipher: string;
  readonly #decrypt: () => string | undefined;
  #plain: { readonly secret: PlainSecret | undefined } | undefined;

  /** `decrypt` gives undefined if there is no password. */
  constructor(cipher: string, decrypt: () => string | undefined = () => undefined) {
    this.#cipher = cipher.replace(/\s+/g, '');
    this.#decrypt = decrypt;
  }

  get length(): number | undefined {
    return this.#opened?.length;
  }

  same(other: Secret): boolean | undefined {
    if (other instanceof VaultedSecret && other.#cipher === this.#cipher) return true;
    const own = this.#opened;
    const others = other instanceof VaultedSecret ? other.#opened : other;
    return own !== undefined && others instanceof PlainSecret ? own.same(others) : undefined;
  }

  get #opened(): PlainSecret | undefined {
    if (this.#plain === undefined) {
      const text = this.#decrypt();
      this.#plain = { secret: text === undefined ? undefined : PlainSecret.decrypted(text) };
    }
    return this.#plain.secret;
  }
}

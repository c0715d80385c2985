/** Secrets of an inventory: measured and compared, never shown. */
import type { Secret } from '../../model/setting.ts';

/** A secret whose text is in the files. Only its length and its digest are kept. */
export class PlainSecret implements Secret {
  readonly length: number;
  readonly #digest: string;

  constructor(text: string) {
    this.length = text.length;
    // Loaded only when there is a secret: cryptography is a third of the time that a small check takes to start.
    this.#digest = process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('base64');
  }

  same(other: Secret): boolean | undefined {
    if (other instanceof PlainSecret) return this.#digest === other.#digest;
    return other instanceof VaultedSecret ? other.same(this) : undefined;
  }
}

/**
 * A vaulted secret. Without a password it equals itself, and nobody knows about others. With one it is decrypted when
 * somebody first asks, and what is kept is that of a plain secret.
 */
export class VaultedSecret implements Secret {
  readonly #cipher: string;
  readonly #decrypt: () => string | undefined;
  #plain: { readonly secret: PlainSecret | undefined } | undefined;

  /** `decrypt` gives undefined where there is no password. */
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
      this.#plain = { secret: text === undefined ? undefined : new PlainSecret(text) };
    }
    return this.#plain.secret;
  }
}

/** Secrets of an inventory: measured and compared, never shown. */
import type { Secret } from '../model/setting.ts';

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
    return undefined;
  }
}

/** A vaulted secret without a password: it equals itself, and nobody knows about others. */
export class VaultedSecret implements Secret {
  readonly length = undefined;
  readonly #cipher: string;

  constructor(cipher: string) {
    this.#cipher = cipher.replace(/\s+/g, '');
  }

  same(other: Secret): boolean | undefined {
    return other instanceof VaultedSecret && other.#cipher === this.#cipher ? true : undefined;
  }
}

const ABOUT_SECRET =
  /^no|passwordless|(file|path|dir|length|min|max|policy|algorithm|method|type|format|rounds|expiry|expiration|age|days|url|uri|var|variable|name|user|username|authentication|auth|reset|rotation|required|enabled|prompt|command|program|store|manager|hint|id)$/;

/**
 * Whether a name says that its value is a secret: `…password…`, `…passphrase…`, `…encryptionKey`, in any spelling.
 *
 * Names that say something about a secret are none: where it is kept, how long it has to be, how it is hashed, whether
 * one is needed at all (Production practice §5.3, §5.5).
 */
export function namesSecret(name: string): boolean {
  let answer = answers.get(name);
  if (answer === undefined) {
    const flat = name.toLowerCase().replace(/[_\-.]/g, '');
    answer = /password|passphrase|encryptionkey$/.test(flat) && !ABOUT_SECRET.test(flat);
    answers.set(name, answer);
  }
  return answer;
}
const answers = new Map<string, boolean>();

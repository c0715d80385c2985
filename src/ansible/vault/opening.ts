/** Opens vaulted texts with the passwords that were given. */
import { Buffer, isUtf8 } from 'node:buffer';
import type { Files } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { Scalar } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import { decipher, deriveKeys, readEnvelope } from './envelope.ts';
import type { Envelope, EnvelopeFault, Keys } from './envelope.ts';
import { readPasswords } from './passwords.ts';
import type { UnavailablePassword, Password, Passwords } from './passwords.ts';
import { LOCKED } from './vault.ts';
import type { LockedText, Opened, Vault } from './vault.ts';
import type { VaultPlaces } from './password-places.ts';

/** Decrypts a vaulted value, anew at each call; returns why not if no password opens it. */
export function decryptedOrWhy(vault: Vault, { value }: Scalar): string | LockedText {
  const opened = vault.open(String(value));
  if ('faultOf' in opened) return opened;
  if (!isUtf8(opened.bytes)) return broken({ fault: 'vault/not-utf8' });
  return Buffer.from(opened.bytes).toString('utf8');
}

/** A vault that reads its passwords from files. */
export class PasswordVault implements Vault {
  readonly isLocked = false;
  readonly #files: Files;
  readonly #places: VaultPlaces;
  readonly #accept: ((passwords: Passwords) => void) | undefined;
  #passwords: Passwords | undefined;
  readonly #derived = new Map<Password, Map<string, Keys>>();
  /** The keys that open each text, or why none does. */
  readonly #keysByText = new Map<string, Keys | LockedText>();
  /** The password that opened the last text; tried before others, as most texts of a project share one. */
  #last: Password | undefined;

  /** `accept` is called once with the passwords, and may throw. */
  constructor(files: Files, places: VaultPlaces, accept?: (passwords: Passwords) => void) {
    this.#files = files;
    this.#places = places;
    this.#accept = accept;
  }

  get unavailable(): readonly UnavailablePassword[] {
    return this.#passwords?.unavailable ?? [];
  }

  readPasswords(): Passwords {
    if (this.#passwords !== undefined) return this.#passwords;
    const passwords = readPasswords(this.#files, this.#places, (text, known) => {
      const envelope = readEnvelope(text);
      if ('fault' in envelope) return undefined;
      const keys = this.#findKeys(envelope, this.#candidates(envelope, known));
      const plain = keys === undefined ? undefined : decipher(envelope, keys);
      return plain === undefined || 'fault' in plain ? undefined : plain;
    });
    this.#accept?.(passwords);
    this.#passwords = passwords;
    return passwords;
  }

  whyBroken(text: string): LockedText | undefined {
    // Without any password, whether one would open the text does not matter.
    if (this.readPasswords().known.length === 0) return undefined;
    const envelope = readEnvelope(text);
    return 'fault' in envelope ? broken(envelope) : undefined;
  }

  open(text: string): Opened {
    const { known } = this.readPasswords();
    if (known.length === 0) return LOCKED;
    const envelope = readEnvelope(text);
    if ('fault' in envelope) return broken(envelope);
    const keys = madeOnce(this.#keysByText, text, () => {
      const candidates = this.#candidates(envelope, known);
      return this.#findKeys(envelope, candidates) ?? this.#locked(envelope, candidates);
    });
    if ('faultOf' in keys) return keys;
    const plain = decipher(envelope, keys);
    if (plain === undefined) throw new Error('keys that opened a text do not open it again');
    return 'fault' in plain ? broken(plain) : { bytes: plain };
  }

  /** The passwords to try: those of the text's id first, then, unless the ids must match, the others. */
  #candidates({ id }: Envelope, known: readonly Password[]): readonly Password[] {
    const { defaultId, idMustMatch } = this.#places;
    const own = known.filter((password) => password.id === (id ?? defaultId));
    if (idMustMatch) return own;
    const others = known.filter((password) => !own.includes(password));
    return [...own, ...others].sort((a, b) => Number(b === this.#last) - Number(a === this.#last));
  }

  #findKeys(envelope: Envelope, candidates: readonly Password[]): Keys | undefined {
    for (const password of candidates) {
      const keys = this.#keysOf(password, envelope.salt);
      if (decipher(envelope, keys) === undefined) continue;
      this.#last = password;
      return keys;
    }
    return undefined;
  }

  #keysOf(password: Password, salt: Uint8Array): Keys {
    const bySalt = madeOnce(this.#derived, password, () => new Map<string, Keys>());
    const key = salt.join();
    return madeOnce(bySalt, key, () => deriveKeys(password.bytes, salt));
  }

  #locked({ id }: Envelope, tried: readonly Password[]): LockedText {
    // Ansible would get one more password there, and it may be the right one.
    const unread = this.unavailable.find(({ kind }) => kind === 'program' || kind === 'prompt');
    if (unread !== undefined) {
      const { file } = unread.place;
      return { kind: 'absent', faultOf: (what) => fault('vault/password-of-program', { what, file }) };
    }
    const { defaultId } = this.#places;
    const hasPassword = (meant: string): boolean => tried.some((password) => password.id === meant);
    if (tried.length === 0 || (id !== undefined && !hasPassword(id) && !hasPassword(defaultId)))
      return {
        kind: 'absent',
        faultOf: (what) => fault('vault/no-password-for-id', { what, id: id ?? defaultId }),
      };
    const passwords = tried.map((password) => `${password.id} (${password.file})`).join(', ');
    return {
      kind: 'wrong',
      faultOf: (what) =>
        id === undefined || hasPassword(id)
          ? fault('vault/wrong-password', { what, passwords })
          : fault('vault/wrong-password-for-id', { what, id, passwords }),
    };
  }
}

function broken({ fault: code }: EnvelopeFault | { readonly fault: 'vault/not-utf8' }): LockedText {
  return { kind: 'broken', faultOf: (what) => fault(code, { what }) };
}

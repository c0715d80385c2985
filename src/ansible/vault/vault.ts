/** What a vault is, and the one without any password, which most projects have. */
import type { UnavailablePassword, Passwords } from './passwords.ts';

/** A vaulted text that stays closed. */
export interface LockedText {
  /**
   * - `absent`: nobody gave a password that should open it.
   * - `wrong`: the password that should open it does not.
   * - `broken`: no password can.
   */
  readonly kind: 'absent' | 'wrong' | 'broken';
  /** Fits after the name of what is closed: `is vaulted, and no password was given`. */
  readonly why: string;
}

export type Opened = { readonly bytes: Uint8Array } | LockedText;

/** Passwords are read when the first text is to be opened, keys derived once for a password and salt. */
export interface Vault {
  /** Opens a text; the plain one is kept nowhere. */
  open(text: string): Opened;
  /** Why no password opens a text, told without a key; undefined where one may, and where none was given. */
  flaw(text: string): LockedText | undefined;
  /** Reads the passwords, if that was not done. */
  readPasswords(): Passwords;
  /** The places that gave no password, once they were read. */
  readonly unavailable: readonly UnavailablePassword[];
}

export const LOCKED: LockedText = { kind: 'absent', why: 'is vaulted, and no password was given' };

/** A vault without any password. */
export const lockedVault: Vault = {
  open: () => LOCKED,
  flaw: () => undefined,
  readPasswords: () => ({ known: [], unavailable: [] }),
  unavailable: [],
};

/** One line for each password that nobody read, of those that a text needed. */
export function vaultNotices(vaults: Iterable<Vault>): readonly string[] {
  const lines = Array.from(vaults, ({ unavailable }) => unavailable.map(({ message }) => message)).flat();
  return [...new Set(lines)].map((line) => `${line}; what only it opens stays encrypted`);
}

/** The interface of a vault, and the vault without any password, which most projects have. */
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import type { UnavailablePassword, Passwords } from './passwords.ts';

/** A vaulted text that no given password opens. */
export interface LockedText {
  /**
   * - `absent`: no password for it was given.
   * - `wrong`: the password that should open it does not.
   * - `broken`: no password can.
   */
  readonly kind: 'absent' | 'wrong' | 'broken';
  /** Makes the fault; `what` names the text in its sentence: `the file`, or the name of a variable. */
  faultOf(what: string): Fault;
}

export type Opened = { readonly bytes: Uint8Array } | LockedText;

/** Opens vaulted texts. Passwords are read for the first of them, keys derived once for each password and salt. */
export interface Vault {
  /** True if no place of a password is known. */
  readonly isLocked: boolean;
  /** Decrypts a text. The plain text is not kept. */
  open(text: string): Opened;
  /** Says why no password can open a text, without trying any; undefined if one may, or if none was given. */
  whyBroken(text: string): LockedText | undefined;
  /** Reads the passwords, once. */
  readPasswords(): Passwords;
  /** The places that gave no password; empty until the passwords are read. */
  readonly unavailable: readonly UnavailablePassword[];
}

export const LOCKED: LockedText = { kind: 'absent', faultOf: (what) => fault('vault/no-password', { what }) };

/** A vault without any password. */
export const lockedVault: Vault = {
  isLocked: true,
  open: () => LOCKED,
  whyBroken: () => undefined,
  readPasswords: () => ({ known: [], unavailable: [] }),
  unavailable: [],
};

/**
 * Returns one line for each password that was needed but could not be read. If a person gave a password that works,
 * those that nobody named for this run are left out.
 */
export function vaultNotices(vaults: Iterable<Vault>): readonly string[] {
  const lines = Array.from(vaults, (vault) => {
    if (vault.unavailable.length === 0) return [];
    const isGiven = vault.readPasswords().known.some(({ namedBy }) => namedBy === 'option');
    return vault.unavailable
      .filter(({ place }) => !isGiven || place.namedBy === 'option')
      .map(({ message }) => message);
  }).flat();
  return [...new Set(lines)].map((line) => `${line}; files encrypted with it stay unread`);
}

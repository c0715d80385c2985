/** What a vault is, and the one without any password, which most projects have. */
import type { NoPassword, Passwords } from './vault-passwords.cjs';
/** A vaulted text that stays closed. */
export interface Closed {
    /**
     * - `absent`: nobody gave a password that should open it.
     * - `wrong`: the password that should open it does not.
     * - `broken`: no password can.
     */
    readonly kind: 'absent' | 'wrong' | 'broken';
    /** Fits after the name of what is closed: `is vaulted, and no password was given`. */
    readonly why: string;
}
export type Opened = {
    readonly bytes: Uint8Array;
} | Closed;
/** Passwords are read when the first text is to be opened, keys derived once for a password and salt. */
export interface Vault {
    /** Opens a text; the plain one is kept nowhere. */
    open(text: string): Opened;
    /** Why no password opens a text, told without a key; undefined where one may, and where none was given. */
    flaw(text: string): Closed | undefined;
    /** Reads the passwords, if that was not done. */
    readPasswords(): Passwords;
    /** The places that gave no password, once they were read. */
    readonly lacking: readonly NoPassword[];
}
export declare const LOCKED: Closed;
/** A vault without any password. */
export declare const lockedVault: Vault;
/** One line for each password that nobody read, of those that a text needed. */
export declare function vaultNotices(vaults: Iterable<Vault>): readonly string[];

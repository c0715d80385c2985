import type { Files } from '../files.cjs';
import type { PasswordPlace } from './vault-places.cjs';
export interface Password {
    readonly id: string;
    readonly file: string;
    readonly bytes: Uint8Array;
}
/** A place that gave no password. */
export interface NoPassword {
    readonly place: PasswordPlace;
    /** `program` and `prompt`: Ansible would get one there; `missing` and `unusable`: neither would Ansible. */
    readonly kind: 'program' | 'prompt' | 'missing' | 'unusable';
    /** One line that names the file. */
    readonly message: string;
}
export interface Passwords {
    readonly known: readonly Password[];
    readonly lacking: readonly NoPassword[];
}
/**
 * Reads what stands at the places. A password file may be vaulted itself: `open` opens it with the passwords of the
 * places before it.
 */
export declare function readPasswords(files: Files, places: readonly PasswordPlace[], open: (text: string, known: readonly Password[]) => Uint8Array | undefined): Passwords;

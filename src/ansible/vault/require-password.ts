/** What a check demands of vault passwords: a person who names one is told where it is none. */
import { CannotCheck } from '../../cannot-check.ts';
import type { Files } from '../../files.ts';
import { holds } from '../../source/tree.ts';
import type { Scalar } from '../../source/tree.ts';
import type { Inventory } from '../entities.ts';
import { decrypted, vaultOf } from './opening.ts';
import type { LockedText, Vault } from './vault.ts';
import type { UnavailablePassword, Passwords } from './passwords.ts';
import type { VaultPlaces } from './password-places.ts';

/**
 * A vault for a check. Passwords that a person names are read at once, those that a project's `ansible.cfg` names with
 * the first text that needs them.
 *
 * Throws CannotCheck, at once or when it reads, for what a person names and that gives no password, and for a file that
 * gives none to Ansible either. What `ansible.cfg` names and is not there was not checked out: nobody gave it.
 */
export function vaultOrRefusal(files: Files, places: VaultPlaces): Vault {
  const vault = vaultOf(files, places, refuse);
  if (places.places.some(({ namedBy }) => namedBy !== 'configuration')) vault.readPasswords();
  return vault;
}

function refuse({ unavailable }: Passwords): void {
  const [first] = unavailable.filter((one) => !isTolerable(one));
  if (first !== undefined) throw new CannotCheck(first.message);
}

function isTolerable({ kind, place: { namedBy } }: UnavailablePassword): boolean {
  if (kind === 'unusable') return false;
  return kind === 'missing' ? namedBy === 'configuration' : namedBy !== 'option';
}

/**
 * The text of a vaulted value, or why it stays closed. Throws CannotCheck, with the value's place, where the password
 * is wrong.
 */
export function decryptedOrRefused(inventory: Inventory, value: Scalar): string | LockedText {
  const text = decrypted(inventory.vault, value);
  if (typeof text === 'string' || text.kind !== 'wrong') return text;
  throw new CannotCheck(`${placeOf(inventory, value)}wrong vault password: the value ${text.why}`);
}

function placeOf({ documents }: Inventory, value: Scalar): string {
  const document = [...documents.values()].find(({ root }) => root !== undefined && holds(root, value));
  if (document === undefined) return '';
  const { line, column } = document.position(value.start);
  return `${document.file}:${String(line)}:${String(column)}: `;
}

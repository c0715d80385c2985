/** The vault of a check, which ends where a vault password that a person names cannot be used. */
import { CannotCheck } from '../../ground/cannot-check.ts';
import type { Files } from '../../ground/files.ts';
import { containsNode } from '../../source/tree.ts';
import type { Scalar } from '../../source/tree.ts';
import { sentenceOf } from '../../troubles/catalogue.ts';
import type { Inventory } from '../entities.ts';
import { decryptedOrWhy, PasswordVault } from './opening.ts';
import type { LockedText, Vault } from './vault.ts';
import type { UnavailablePassword, Passwords } from './passwords.ts';
import type { VaultPlaces } from './password-places.ts';

/**
 * Makes the vault of a check. It reads passwords named by options or the environment at once, those of a project's
 * `ansible.cfg` with the first text that needs one.
 *
 * Throws CannotCheck, at once or when it reads, for an unusable password file, and for a named place without a
 * password. A missing file is accepted where `ansible.cfg` names it: password files are not checked out.
 */
export function strictVault(files: Files, places: VaultPlaces): Vault {
  const vault = new PasswordVault(files, places, refuse);
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

/** Decrypts a vaulted value, or says why not. Throws CannotCheck with the value's place for a wrong password. */
export function decryptedOrRefused(inventory: Inventory, value: Scalar): string | LockedText {
  const text = decryptedOrWhy(inventory.vault, value);
  if (typeof text === 'string' || text.kind !== 'wrong') return text;
  throw new CannotCheck(`${placeOf(inventory, value)}${sentenceOf(text.faultOf('the value'))}`);
}

function placeOf({ documents }: Inventory, value: Scalar): string {
  const document = [...documents.values()].find(({ root }) => root !== undefined && containsNode(root, value));
  if (document === undefined) return '';
  const { line, column } = document.position(value.start);
  return `${document.file}:${String(line)}:${String(column)}: `;
}

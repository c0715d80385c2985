/** The vault passwords of `stacklint inventory`: read as `ansible-inventory` reads them, and with its exit code. */
import type { Settings } from '../ansible/settings/settings.ts';
import { lockedVault } from '../ansible/vault/vault.ts';
import { vaultOf } from '../ansible/vault/opening.ts';
import type { Vault } from '../ansible/vault/vault.ts';
import type { Passwords } from '../ansible/vault/passwords.ts';
import { vaultPlaces } from '../ansible/vault/password-places.ts';
import type { Files } from '../files.ts';
import { printable } from '../report/terminal-text.ts';
import type { InventoryRequest } from './inventory.ts';

/** Ansible's code for an error, and our own for a program that the command line names for a password. */
const FAILED = 1;
const NOT_RUN = 2;

interface InventoryVault {
  readonly vault: Vault;
  /** A line for each place that gave no password. */
  readonly talk: string;
  /** The code that ends the run before an inventory is read, if one does. */
  readonly stop: number | undefined;
}

/** The vault with its passwords read. */
export function inventoryVault(files: Files, request: InventoryRequest, settings: Settings): InventoryVault {
  const { cwd, environment, vaultIds: ids = [], vaultPasswordFiles: passwordFiles = [] } = request;
  const places = vaultPlaces(settings, { ids, passwordFiles }, { cwd, configured: cwd, environment });
  const vault = places.places.length === 0 ? lockedVault : vaultOf(files, places);
  const passwords = vault.readPasswords();
  const talk = passwords.lacking.map(({ message }) => `stacklint: ${printable(message)}\n`).join('');
  return { vault, talk, stop: codeOf(passwords) };
}

/** Ansible goes on as long as it has one password. What it would run or ask for is not run here, and nobody is asked. */
function codeOf({ known, lacking }: Passwords): number | undefined {
  const unread = lacking.filter(({ kind }) => kind === 'program' || kind === 'prompt');
  if (unread.some(({ place }) => place.namedBy === 'option')) return NOT_RUN;
  return known.length === 0 && unread.length === 0 && lacking.length > 0 ? FAILED : undefined;
}

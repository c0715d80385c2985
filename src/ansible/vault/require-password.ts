/** The vaults of a check, which ends if a vault password that a person names cannot be used. */
import { dirname } from 'node:path';
import { CannotCheck } from '../../ground/cannot-check.ts';
import type { Files } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { containsNode } from '../../source/tree.ts';
import type { Scalar } from '../../source/tree.ts';
import { sentenceOf } from '../../troubles/catalogue.ts';
import type { Inventory } from '../inventory/entities.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import type { Environment } from '../settings/setting-values.ts';
import { decryptedOrWhy, PasswordVault } from './opening.ts';
import { lockedVault } from './vault.ts';
import type { LockedText, Vault } from './vault.ts';
import type { UnavailablePassword, Passwords } from './passwords.ts';
import { vaultPlaces } from './password-places.ts';
import type { VaultPlaces, VaultRequest } from './password-places.ts';

/** The folders and the options that say where the passwords of a check are. */
interface PasswordOptions {
  readonly cwd: string;
  /** The environment variables that Ansible reads; none if it is left out. */
  readonly environment?: Environment | undefined;
  /** The options of the command line. */
  readonly vault?: VaultRequest | undefined;
}

const NO_OPTIONS: VaultRequest = { ids: [], passwordFiles: [] };

/** Opens the vaults of a check. Stacks with the same passwords get the same one: to derive a key is slow. */
export class VaultsOfCheck {
  readonly #files: Files;
  readonly #options: PasswordOptions;
  readonly #vaults = new Map<string, Vault>();

  constructor(files: Files, options: PasswordOptions) {
    this.#files = files;
    this.#options = options;
  }

  /** The vault of a stack. Throws CannotCheck as `strictVault` does. */
  of({ settings, root }: { readonly settings: Settings; readonly root: string }): Vault {
    const { cwd, environment = {}, vault: request = NO_OPTIONS } = this.#options;
    const configured = settings.file === undefined ? root : dirname(settings.file);
    const places = vaultPlaces(settings, request, { cwd, configured, environment });
    if (places.places.length === 0) return lockedVault;
    return madeOnce(this.#vaults, JSON.stringify(places), () => strictVault(this.#files, places));
  }
}

/**
 * Makes the vault of a check. It reads passwords named by options or the environment at once, those of a project's
 * `ansible.cfg` with the first text that needs one.
 *
 * Throws CannotCheck, at once or when it reads, for an unusable password file, and for a named place without a
 * password. A missing file is accepted where `ansible.cfg` names it: password files are not checked out.
 */
function strictVault(files: Files, places: VaultPlaces): Vault {
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

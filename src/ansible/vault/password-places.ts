/** The places where Ansible looks for vault passwords. */
import { dirname } from 'node:path';
import type { Environment } from '../settings/setting-values.ts';
import { expandedPath } from '../settings/find-config.ts';
import type { Settings } from '../settings/ansible-settings.ts';

/** The vault options of the command line. */
export interface VaultRequest {
  /** `--vault-id LABEL@FILE`, or only the file. */
  readonly ids: readonly string[];
  /** `--vault-password-file FILE`. */
  readonly passwordFiles: readonly string[];
  /** False in a page of a browser, which is not a place for a password: the files are named, and not read. */
  readonly mayRead?: boolean | undefined;
}

/** A place that should hold a password. */
export interface PasswordPlace {
  readonly id: string;
  /** Absolute; undefined for a prompt. */
  readonly path: string | undefined;
  /** The file as it is shown. */
  readonly file: string;
  readonly namedBy: 'option' | 'environment' | 'configuration';
}

/** The places of passwords, in Ansible's order, and how an id chooses among them. */
export interface VaultPlaces {
  readonly places: readonly PasswordPlace[];
  /** `vault_identity`: the id of a text or password that names none. */
  readonly defaultId: string;
  /** `vault_id_match`: only the passwords of its own id open a text. */
  readonly idMustMatch: boolean;
  /** False if no password may be read. */
  readonly mayRead: boolean;
}

/**
 * Returns the places in the order in which Ansible reads them: `vault_identity_list`, `--vault-id`,
 * `--vault-password-file`, `vault_password_file`. The environment wins over `ansible.cfg`.
 *
 * Paths are relative to the folder in which Ansible is started: `cwd`, or `configured` for those of `ansible.cfg`. The
 * path in `vault_password_file` is relative to its `ansible.cfg`.
 */
export function vaultPlaces(
  { file, vault }: Settings,
  { ids, passwordFiles, mayRead = true }: VaultRequest,
  started: { readonly cwd: string; readonly configured: string; readonly environment: Environment },
): VaultPlaces {
  const { cwd, configured, environment } = started;
  const defaultId = environment['ANSIBLE_VAULT_IDENTITY'] ?? vault.identity ?? 'default';
  const place = (text: string, base: string, namedBy: PasswordPlace['namedBy'], id = defaultId): PasswordPlace => {
    const at = namedBy === 'configuration' ? configured : cwd;
    const path = expandedPath(text, { base, cwd: at, environment, home: environment['HOME'] });
    return { id, path, file: text === '' ? base : text, namedBy };
  };
  const identity = (text: string, base: string, namedBy: PasswordPlace['namedBy']): PasswordPlace => {
    const at = text.indexOf('@');
    const id = at > 0 ? text.slice(0, at) : defaultId;
    const source = text.slice(at + 1);
    const asks = source === 'prompt' || source === 'prompt_ask_vault_pass';
    return asks ? { id, path: undefined, file: text, namedBy } : place(source, base, namedBy, id);
  };
  const listed = environment['ANSIBLE_VAULT_IDENTITY_LIST']?.split(',').map((item) => item.trim());
  const single = environment['ANSIBLE_VAULT_PASSWORD_FILE'];
  const places = [
    ...(listed?.map((text) => identity(text, cwd, 'environment')) ?? []),
    ...(listed === undefined ? vault.identityList : []).map((text) => identity(text, configured, 'configuration')),
    ...ids.map((text) => identity(text, cwd, 'option')),
    ...passwordFiles.map((text) => place(text, cwd, 'option')),
  ];
  if (single !== undefined) places.push(place(single, cwd, 'environment'));
  else if (vault.passwordFile !== undefined)
    places.push(place(vault.passwordFile, file === undefined ? configured : dirname(file), 'configuration'));
  // Ansible takes the setting as a string: even `no` turns it on, and only an empty one does not.
  const idMustMatch = (environment['ANSIBLE_VAULT_ID_MATCH'] ?? vault.idMatch ?? '') !== '';
  return { places, defaultId, idMustMatch, mayRead };
}

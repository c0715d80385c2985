import type { Environment } from './setting-values.cjs';
import type { Settings } from './settings.cjs';
/** What a person gives beside the project. */
export interface VaultRequest {
    /** `--vault-id LABEL@FILE`, or the file alone. */
    readonly ids: readonly string[];
    /** `--vault-password-file FILE`. */
    readonly passwordFiles: readonly string[];
    readonly environment: Environment;
}
/** A place that should hold a password. */
export interface PasswordPlace {
    readonly id: string;
    /** Absolute; undefined where a person would be asked. */
    readonly path: string | undefined;
    /** The file as it is shown. */
    readonly file: string;
    readonly namedBy: 'option' | 'environment' | 'configuration';
}
/** Where passwords are looked for, in Ansible's order, and how an id chooses among them. */
export interface VaultPlaces {
    readonly places: readonly PasswordPlace[];
    /** `vault_identity`: the id of a text or password that names none. */
    readonly defaultId: string;
    /** `vault_id_match`: a text is opened by the passwords of its own id alone. */
    readonly idMustMatch: boolean;
}
/**
 * The places, in the order in which Ansible reads them: `vault_identity_list`, `--vault-id`, `--vault-password-file`,
 * `vault_password_file`. The environment wins over `ansible.cfg`.
 *
 * Ids are relative to where Ansible is started; of `ansible.cfg` that is `configured`. `vault_password_file` alone is
 * relative to the file that names it.
 */
export declare function vaultPlaces({ file, vault }: Settings, request: VaultRequest, { cwd, configured }: {
    readonly cwd: string;
    readonly configured: string;
}): VaultPlaces;

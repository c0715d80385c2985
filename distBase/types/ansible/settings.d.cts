import type { Files } from '../files.cjs';
import type { Environment, SettingPlace, SettingsProblem } from './setting-values.cjs';
import type { Version } from './versions.cjs';
/** One step of 5.1 in Ansible's documentation of variable precedence; the order of group variables can be configured. */
export type PrecedenceStep = 'all_inventory' | 'groups_inventory' | 'all_plugins_inventory' | 'all_plugins_play' | 'groups_plugins_inventory' | 'groups_plugins_play';
export interface Settings {
    /** The release of ansible-core that is followed. */
    readonly version: Version;
    /** The `ansible.cfg` that counts, absolute. */
    readonly file: string | undefined;
    /** `[defaults] inventory`, as absolute paths; undefined where it is not set. */
    readonly inventory: readonly string[] | undefined;
    readonly mergeHashes: boolean;
    readonly precedence: readonly string[];
    /** `force_valid_group_names` is `always` or `silently`. */
    readonly transformGroupNames: boolean;
    /** `force_valid_group_names` is `never` or `always`: both warn of names that it is about. */
    readonly warnsOfGroupNames: boolean;
    readonly plugins: readonly string[];
    /** Endings of names that a folder of sources skips. */
    readonly ignoredExtensions: readonly string[];
    /** Whether a folder of sources skips a name for `ignore_patterns`. */
    readonly ignoresName: (name: string) => boolean;
    /** `any_unparsed_is_failed`, where it is true: Ansible stops at the first source that it cannot read. */
    readonly anyUnparsedFails: SettingPlace | undefined;
    /** `unparsed_is_failed`, where it is true: Ansible stops where it can read no source at all. */
    readonly allUnparsedFails: SettingPlace | undefined;
    /** `host_pattern_mismatch` is `error`: a pattern that selects nothing ends the run. */
    readonly mismatchFails: boolean;
    /** `duplicate_dict_key` is `error`: a file with a key twice in one mapping is broken. */
    readonly duplicatesFail: boolean;
    /** Extensions of variable files. */
    readonly yamlExtensions: readonly string[];
    /** Extensions of YAML sources. */
    readonly sourceExtensions: readonly string[];
    /** Folders of roles and of collections, absolute; none where they are not set. */
    readonly rolesPath: readonly string[];
    readonly collectionsPath: readonly string[];
    /** `[inventory_plugins] use_extra_vars`, for plugins whose configuration does not say. */
    readonly useExtraVars: boolean;
    /** Whether facts of earlier runs may be kept: `[defaults] fact_caching` is not `memory`. */
    readonly factCache: boolean;
    readonly allowBrokenConditions: boolean;
    /** Where `ansible.cfg` says that vault passwords are; what the environment says is `vaultPlaces`' to know. */
    readonly vault: VaultSettings;
    /** Why Ansible would not start; the settings concerned have their defaults. */
    readonly problems: readonly SettingsProblem[];
    /** What Ansible warns of and leaves out. */
    readonly warnings: readonly SettingsProblem[];
}
/** The texts as they stand in `[defaults]`. */
export interface VaultSettings {
    readonly passwordFile?: string | undefined;
    readonly identityList: readonly string[];
    readonly identity?: string | undefined;
    readonly idMatch?: string | undefined;
}
/** The reference release without any configuration. */
export declare const defaultSettings: Settings;
/**
 * Reads the settings as Ansible does when it is started in a folder.
 *
 * `ANSIBLE_CONFIG`, else `ansible.cfg` of the folder, else `.ansible.cfg` of the home folder; environment variables win
 * over the file. `home` is undefined where a user's own settings must not count, as in a check that everyone repeats.
 */
export declare function readSettings(files: Files, options: {
    readonly cwd: string;
    readonly environment: Environment;
    readonly home?: string | undefined;
    readonly version?: Version | undefined;
}): Settings;
/** An item of `inventory`: `~`, `$NAME` and `{{CWD}}` are expanded. */
export declare function sourcePath(path: string, where: {
    base: string;
    cwd: string;
    environment: Environment;
    home?: string | undefined;
}): string;

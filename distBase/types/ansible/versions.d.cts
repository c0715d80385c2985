/** The releases of ansible-core that can be followed, and one table of what changed among them. */
import type { Dialect } from '../source/dialect.cjs';
/** Feature releases, oldest first. */
export declare const VERSIONS: readonly ["2.14", "2.15", "2.16", "2.17", "2.18", "2.19", "2.20", "2.21"];
export type Version = (typeof VERSIONS)[number];
/** The release that is followed where none is named. */
export declare const REFERENCE: Version;
/**
 * What changed in how inventories are read and printed, each with the release from which on it is so.
 *
 * Measured with ansible-core 2.14.18, 2.15.13, 2.16.19, 2.17.14, 2.18.19, 2.19.14, 2.20.10 and 2.21.5. What is not
 * listed has been the same in all of them.
 */
declare const CHANGES: {
    /** `ansible-inventory` takes `--limit`, and prints in groups only hosts that the pattern `all` selects. */
    readonly printsSelectedHostsOnly: "2.15";
    /** `--yaml` leaves out groups without anything, and shows a group's children once. */
    readonly yamlOmitsEmptyGroups: "2.15";
    /** The dump leaves out `hostvars`, `play_hosts`, `role_name` and twelve more of Ansible's own names. */
    readonly hidesPlayNames: "2.16";
    /** Variables with names that Ansible keeps for itself are warned of (2.17.8 and 2.18.2 began with it). */
    readonly warnsOfReservedNames: "2.17";
    /** Inline variables with invalid names, old tags and bytes that are no UTF-8 are deprecated. */
    readonly deprecatesOldNames: "2.19";
    /** A folder of sources holds `*.ini` files too; before, their ending was ignored. */
    readonly readsIniInFolders: "2.19";
    /** The plugin `ini` leaves `*.toml` alone; before, it took what it could read of them. */
    readonly iniRefusesToml: "2.19";
    /** `omit` is a name like any other; before, the dump left it out. */
    readonly showsOmit: "2.19";
    /** `_meta` of `--list` names its profile. */
    readonly namesProfile: "2.19";
    /** The dump turns keys into text before it sorts them; before, keys of several types stayed in their order. */
    readonly sortsKeysAsText: "2.19";
    /**
     * Values carry where they come from. Sets, tuples, complex numbers and `...` become lists and text; `!unsafe` resolves
     * its node as if it were plain; what no template may be is told apart from text.
     */
    readonly tagsValues: "2.19";
    /** Templates keep the types of values; text is never taken for a literal. */
    readonly nativeTemplates: "2.19";
    /** A bad `ansible_group_priority` is a warning; before, it ended the reading of the file. */
    readonly toleratesBadPriority: "2.21";
};
export type Change = keyof typeof CHANGES;
/** Whether a release has a change. */
export declare function has(version: Version, change: Change): boolean;
/** The release that is next to a text, as numbers go: of `2.19.3` 2.19, of `2.9` the oldest; the reference for others. */
export declare function nearestVersion(text: string): Version;
/** How a release reads Ansible's additions to the formats of its files. */
export declare function dialectOf(version: Version): Dialect;
export {};

/** `ansible.cfg` as Python's configparser reads it for Ansible. */
import type { Range } from '../source/tree.cjs';
export interface Entry extends Range {
    readonly value: string;
}
/** Why Ansible does not start with a file. */
export interface ConfigProblem extends Range {
    readonly message: string;
}
export interface Config {
    /** Section, key (lower case), value with its place. A section has the entries of `[DEFAULT]` too. */
    readonly sections: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
    /** The first that Python tells; what stands after it is still read. */
    readonly problem: ConfigProblem | undefined;
}
/**
 * Reads the sections of an `ansible.cfg`.
 *
 * `#` and `;` start a comment line, ` ;` an inline comment; an indented line continues the value above it; keys are
 * `key = value` or `key: value`.
 */
export declare function readConfig(text: string): Config;

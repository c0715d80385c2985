/** Single settings of Ansible: from the environment or from `ansible.cfg`, with the place that makes each. */
import type { Range } from '../source/tree.cjs';
import type { Config, ConfigProblem } from './config-file.cjs';
export type Environment = Readonly<Record<string, string | undefined>>;
/** Where a setting is made. */
export interface SettingPlace extends Range {
    /** The `ansible.cfg`, absolute; undefined for an environment variable, whose range is empty. */
    readonly file: string | undefined;
}
/** What is wrong with a setting. */
export type SettingsProblem = ConfigProblem & SettingPlace;
/** Looks settings up: the environment first, then the file, where of several places the last wins. */
export declare class SettingValues {
    #private;
    readonly problems: SettingsProblem[];
    readonly warnings: SettingsProblem[];
    constructor(file: string | undefined, config: Config | undefined, environment: Environment);
    /** The items of a list, without the blanks around them. */
    list(name: string, ...places: readonly string[]): readonly string[] | undefined;
    text(name: string, place: string): string | undefined;
    /** Folders between colons; none where nothing sets them. */
    paths(name: string, ...places: readonly string[]): readonly string[];
    /** The text of a setting as it stands in the file. */
    written(place: string): string | undefined;
    /** One of several words; another one is a problem. */
    oneOf(words: readonly string[], name: string, place: string): string | undefined;
    /** Notes what Ansible warns of in a setting. */
    warn(message: string, name: string, place: string): void;
    /** Where a setting is true: `yes`, `on`, `1`, `t` and the like; any other text is false. */
    whereTrue(name: string, place: string): SettingPlace | undefined;
    /** Tells whether one of a list of patterns is found in a name. */
    patterns(name: string, ...places: readonly string[]): (name: string) => boolean;
}
/** What Ansible takes for true, in a setting or in an option of a plugin; anything else is false. */
export declare function isTrue(value: unknown): boolean;
/** A text without one pair of quotes around it. */
export declare function unquoted(text: string): string;

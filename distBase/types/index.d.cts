import type { Host, Inventory } from './ansible/entities.cjs';
import type { VaultRequest } from './ansible/vault-places.cjs';
import type { Version } from './ansible/versions.cjs';
import type { Files } from './files.cjs';
import type { Finding, Undecided } from './model/finding.cjs';
import type { Preset, SeverityOrOff } from './model/rule.cjs';
import type { Stack } from './model/stack.cjs';
import type { Document } from './source/document.cjs';
import { Secrecy } from './stack/secrecy.cjs';
import { Values } from './stack/values.cjs';
import type { Vocabulary } from './stack/vocabulary.cjs';
/** What to read. Paths are relative to `cwd` or absolute. */
export interface Where {
    readonly files: Files;
    readonly cwd: string;
    /** Project folders, inventories, or files that belong to one; empty means `cwd`. */
    readonly paths: readonly string[];
    /** `-i`: inventory sources, instead of looking for them. */
    readonly inventory: readonly string[];
    readonly playbookDir: string | undefined;
    /** `-e`: variables above all others, in order: `key=value …`, `{…}` as JSON or YAML, `@FILE`. */
    readonly extraVars?: readonly string[];
    /** The release of ansible-core to follow; the reference where it is undefined. */
    readonly version?: Version | undefined;
    /** `--limit`: a pattern for the hosts that are reported; all are read. */
    readonly limit?: string | undefined;
    /** Where vault passwords are; without it, and for what `ansible.cfg` does not name, vaulted values stay encrypted. */
    readonly vault?: VaultRequest | undefined;
    /** Names of vocabularies to choose from; one alone is taken as it is; empty means all. */
    readonly vocabularies: readonly string[];
}
/** How to judge it. */
export interface How {
    readonly preset: Preset;
    /** In order, later ones win: a rule's name or a glob with the severity it gets; undefined keeps the preset's. */
    readonly rules: readonly RuleChoice[];
    /** What the project has configured: below `rules`, and never what turns others off. */
    readonly configured?: readonly RuleChoice[];
}
/** `--rule NAME[=SEVERITY]`. When only names are given, all other rules are off. */
export interface RuleChoice {
    readonly pattern: string;
    readonly severity: SeverityOrOff | undefined;
}
/** One stack as it was opened: the inventory as Ansible resolves it and, where a vocabulary fits, the model. */
export interface OpenedStack {
    readonly name: string;
    readonly sources: readonly string[];
    readonly inventory: Inventory;
    /** The hosts that are reported: those that the limit selects, or all. */
    readonly hosts: readonly Host[];
    /** Evaluates templates of its hosts' variables. */
    readonly values: Values;
    /** Knows what of its documents must not be shown. */
    readonly secrecy: Secrecy;
    readonly vocabulary: Vocabulary | undefined;
    readonly stack: Stack;
}
export interface Result {
    readonly opened: readonly OpenedStack[];
    /** Sorted by file, line, column, rule. */
    readonly findings: readonly Finding[];
    readonly undecided: readonly Undecided[];
    /** Documents by shown path, to turn offsets into lines and to show the text. */
    readonly documents: ReadonlyMap<string, Document>;
    /** Number of rules that were on. */
    readonly rules: number;
    /** Lines for stderr that are no findings: no vocabulary fits, a dynamic source was not run. */
    readonly notices: readonly string[];
}
/** Finds and reads the stacks. Throws CannotCheck where there is none, or something that was named cannot be read. */
export declare function open(where: Where): readonly OpenedStack[];
/** Checks the stacks: the main job. */
export declare function check(where: Where, how: How): Result;

/** The public door: what the commands, an editor or another program use. */
import type { Files } from './files.ts';
import type { Inventory } from './ansible/entities.ts';
import type { Finding, Undecided } from './model/finding.ts';
import type { Preset, SeverityOrOff } from './model/rule.ts';
import type { Stack } from './model/stack.ts';
import type { Document } from './source/document.ts';
import type { Vocabulary } from './stack/vocabulary.ts';

/** What to read. Paths are relative to `cwd` or absolute. */
export interface Where {
  readonly files: Files;
  readonly cwd: string;
  /** Project folders, inventories, or files that belong to one; empty means `cwd`. */
  readonly paths: readonly string[];
  /** `-i`: inventory sources, instead of looking for them. */
  readonly inventory: readonly string[];
  readonly playbookDir: string | undefined;
  /** Names of vocabularies; empty means: told from the variables in use. */
  readonly vocabularies: readonly string[];
}

/** How to judge it. */
export interface How {
  readonly preset: Preset;
  /** In order, later ones win: a rule's name or a glob with the severity it gets; undefined keeps the preset's. */
  readonly rules: readonly RuleChoice[];
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

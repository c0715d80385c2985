/**
 * The public door of the package: what `stacklint check -f json` and `stacklint vars --all -f json` print, for
 * programs.
 *
 * It reads neither `stacklint.yml` nor the environment: options take their place.
 */
import type { Version } from './ground/releases.ts';
import { check as checkStacks } from './check/check.ts';
import { disk } from './ground/disk.ts';
import type { RuleChoice } from './engine/rule-choice.ts';
import { today } from './ground/today.ts';
import { effectiveVariables } from './explain/effective-values.ts';
import { variablesObject } from './explain/variables-report.ts';
import type { VariablesReport } from './explain/variables-report.ts';
import type { Files } from './ground/files.ts';
import type { Preset } from './model/rule.ts';
import { openStacks } from './check/open-stacks.ts';
import type { CheckTarget } from './check/target.ts';
import { checkReport } from './report/json-report.ts';
import type { CheckReport } from './report/json-report.ts';
import type { CheckCache } from './check/check-cache.ts';

export { CannotCheck } from './ground/cannot-check.ts';
export { disk } from './ground/disk.ts';
export { FileError } from './ground/files.ts';
export { CheckCache } from './check/check-cache.ts';
export { defineRule, PRESETS } from './model/rule.ts';
export type { Files } from './ground/files.ts';
export type { Severity } from './model/finding.ts';
export type { NamedRule, Preset, Rule, SeverityOrOff } from './model/rule.ts';
export type { CheckReport, FindingEntry, SuppressedEntry, UndecidedEntry } from './report/json-report.ts';
export type { VariablesReport } from './explain/variables-report.ts';
export type { Version } from './ground/releases.ts';

/** A project to read. Everything is optional: by default, stacklint looks for the inventories of the current folder. */
export interface Project {
  /** The file system; `disk` unless it is given. */
  readonly files?: Files;
  /** The folder that other paths are relative to; the process's own unless it is given. */
  readonly cwd?: string;
  /** Project folders, inventories, or files that belong to one. */
  readonly paths?: readonly string[];
  /** Inventory sources, as `-i` names them. */
  readonly inventory?: readonly string[];
  readonly playbookDir?: string;
  /** Variables as `-e` takes them. */
  readonly extraVars?: readonly string[];
  /** The release of ansible-core to follow. */
  readonly ansible?: Version;
  /** A pattern of the hosts that are reported, as `--limit` takes it. */
  readonly limit?: string;
  readonly vocabularies?: readonly string[];
  /** The cache of earlier checks, so that only what has changed is read and judged again; one for each project. */
  readonly cache?: CheckCache;
  /** Files that hold a vault's password, as `--vault-password-file` and `--vault-id` (`LABEL@FILE`) name them. */
  readonly vaultPasswordFiles?: readonly string[];
  readonly vaultIds?: readonly string[];
}

/** By which rules to judge. */
export interface Judging {
  readonly preset?: Preset;
  /** In order, later ones win. Names without a severity turn all other rules off. */
  readonly rules?: readonly ChosenRule[];
  /** False reports what comments suppress, too. */
  readonly inlineSuppressions?: boolean;
}

/** A rule's name or a glob, the severity that it gets, and options of one rule. */
export interface ChosenRule extends Partial<RuleChoice> {
  readonly pattern: string;
}

/**
 * Checks a project: the findings, as the JSON report has them.
 *
 * Throws CannotCheck if a name is unknown or there is nothing to check, FileError if a file that is named cannot be
 * read.
 */
export function check({
  preset,
  rules = [],
  inlineSuppressions = true,
  ...project
}: Project & Judging = {}): CheckReport {
  const choices = rules.map(({ pattern, severity, options = {} }) => ({ pattern, severity, options }));
  const configured = choices.filter(({ severity }) => severity !== undefined);
  const named = choices.filter(({ severity }) => severity === undefined);
  const suppressions = inlineSuppressions ? { today: today(), isForbidden: () => false } : undefined;
  return checkReport(
    checkStacks(
      { ...targetOf(project), releasesStacks: project.cache === undefined, standIns: true },
      { preset, rules: named, configured },
      { suppressions },
    ),
  );
}

/**
 * Resolves the variables of every host as Ansible does: the effective values, with their places. Throws as `check`
 * does.
 */
export function resolve(project: Project = {}): VariablesReport {
  return variablesObject(
    openStacks(targetOf(project)).flatMap((stack) =>
      stack.hosts.map((host) => ({ opened: stack, host, variables: effectiveVariables(stack, host) })),
    ),
  );
}

function targetOf(project: Project): CheckTarget {
  const { vaultIds = [], vaultPasswordFiles = [] } = project;
  return {
    files: project.files ?? disk,
    cwd: project.cwd ?? process.cwd(),
    paths: project.paths ?? [],
    inventory: project.inventory ?? [],
    playbookDir: project.playbookDir,
    extraVars: project.extraVars ?? [],
    version: project.ansible,
    limit: project.limit,
    vocabularies: project.vocabularies ?? [],
    cache: project.cache,
    vault: { ids: vaultIds, passwordFiles: vaultPasswordFiles },
  };
}

/** The check of a project by its options and its configuration, as the command and the language server make it. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { check } from '../check/check.ts';
import { checkWithSuggestions } from '../check/mend.ts';
import { combined } from '../check/result.ts';
import type { Result } from '../check/result.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { RuleSelection } from '../engine/active-rules.ts';
import type { RuleChoice } from '../engine/rule-choice.ts';
import { rules } from '../generated/rules.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { NamedRule, Preset, SeverityOrOff } from '../model/rule.ts';
import { PRESETS } from '../model/rule.ts';
import { complaintAboutPattern } from '../model/rule-pattern.ts';
import type { CheckCache } from '../check/check-cache.ts';
import { oneOf } from './arguments.ts';
import type { Given } from './arguments.ts';
import type { CheckTarget } from '../check/target.ts';
import { checkTarget } from './check-target.ts';
import type { Caller } from './command.ts';
import { pathsByConfiguration } from './find-configuration.ts';
import { changeAsked, readScopeAndBaseline, updateBaseline } from './leniency.ts';
import type { AskedLeniency } from './leniency.ts';
import type { AskedChange } from './git-change.ts';
import { idleNotices } from './idle-notices.ts';
import { isMending, mendProject } from './mend-project.ts';

const CHOICES: readonly SeverityOrOff[] = [...SEVERITIES, 'off'];

/** A project as it was checked. */
export interface CheckedProject {
  readonly result: Result;
  /** Lines for a person about the options and the configuration, beside the notices of the result. */
  readonly said: readonly string[];
}

/** Two states of a project that are compared. */
export interface Comparison extends AskedChange {
  /** The folder of the project before, if it is another one. */
  readonly folderBefore?: string | undefined;
}

/** The rules that a comparison asks. */
const RULES_OF_CHANGES = 'change/*';

/**
 * Checks what the paths name, or the current folder if there are none; the cache outlives the check. With a `comparison`,
 * only what it changes is judged. Throws
 * CannotCheck and FileError if the check cannot be made.
 */
export async function checkProject(
  given: Given,
  caller: Caller,
  paths: readonly string[],
  cache?: CheckCache,
  comparison?: Comparison,
): Promise<CheckedProject> {
  // Everything that could be mistyped is read before the work begins.
  const mends = isMending(given);
  const results: Result[] = [];
  const said: string[] = [];
  for await (const part of partsOf(given, caller, paths, cache, comparison)) {
    const { configuration, target, selection, asked } = part;
    let result = mends
      ? mendProject(given, target, selection, asked.leniency)
      : (hasSuggestions(given) ? checkWithSuggestions : check)(target, selection, asked.leniency);
    if (given.has('update-baseline')) {
      const updated = updateBaseline(result, asked, caller);
      said.push(updated.said);
      result = check(target, selection, updated.leniency);
    }
    results.push(result);
    said.push(...idleNotices(configuration, target, result));
  }
  return { result: combined(results), said };
}

/** Tells whether a format is asked for that carries edits: SARIF, and that of reviewdog. */
function hasSuggestions(given: Given): boolean {
  return given.command === 'check' && given.values('format').some((format) => /^(?:sarif|rdjson)(?:=|$)/.test(format));
}

/** Tells whether a format is asked for that has a picture of each stack. */
function isDrawn(given: Given): boolean {
  return given.values('format').some((format) => /^html(?:=|$)/.test(format));
}

/** What is checked by one configuration, and how. */
interface ProjectPart {
  readonly configuration: Configuration | undefined;
  readonly target: CheckTarget;
  readonly selection: RuleSelection;
  readonly asked: AskedLeniency;
}

/**
 * The parts of what is checked, as `checkProject` is given it: the baseline of each is read when its turn comes, as that of
 * another may be written before. Throws CannotCheck and FileError as it does.
 */
export async function* partsOf(
  given: Given,
  caller: Caller,
  paths: readonly string[],
  cache?: CheckCache,
  comparison?: Comparison,
): AsyncGenerator<ProjectPart, void> {
  const changed = comparison ?? (await changeAsked(given, caller));
  const parts = pathsByConfiguration(given, caller, paths).map((part) => ({
    ...part,
    selection: { ...ruleSelectionOf(given, part.configuration), within: comparison && RULES_OF_CHANGES },
  }));
  const draw = isDrawn(given) ? (await import('../model/topology.ts')).topologyOf : undefined;
  for (const { configuration, paths: own, selection } of parts) {
    const read = readScopeAndBaseline(given, caller, configuration, changed);
    const leniency = withFolderBefore(read.leniency, comparison?.folderBefore, (folder) =>
      targetIn(given, caller, folder),
    );
    const { files } = read;
    const releasesStacks = cache === undefined;
    const kept = { cache, releasesStacks, standIns: true, draw };
    const target = { ...checkTarget(given, caller, own, configuration), files, ...kept };
    yield { configuration, target, selection, asked: { ...read, leniency } };
  }
}

function withFolderBefore(
  leniency: AskedLeniency['leniency'],
  folder: string | undefined,
  targetOf: (folder: string) => CheckTarget,
): AskedLeniency['leniency'] {
  const { change } = leniency;
  return change === undefined || folder === undefined
    ? leniency
    : { ...leniency, change: { ...change, targetBefore: targetOf(folder) } };
}

/** The target of a folder that has a configuration of its own. */
function targetIn(given: Given, caller: Caller, folder: string): CheckTarget {
  const [part] = pathsByConfiguration(given, caller, [folder]);
  return checkTarget(given, caller, [folder], part?.configuration);
}

/** The rules that the command line and the configuration choose. */
export function ruleSelectionOf(given: Given, configuration: Configuration | undefined): RuleSelection {
  const policies = configuration?.policies ?? [];
  return {
    ...presetsChosen(given, configuration),
    rules: given.values('rule').flatMap((text) => text.split(',').map((one) => ruleChoice(one, policies))),
    policies,
    configured: configuration?.rules ?? [],
    overrides: configuration?.overrides ?? [],
  };
}

/** The presets that a person chose: with the option, or in the configuration for single stacks and for all. */
export function presetsChosen(
  given: Given,
  configuration: Configuration | undefined,
): Pick<RuleSelection, 'preset' | 'presets'> {
  return {
    preset: preset(given) ?? configuration?.preset,
    presets: given.has('preset') ? new Map() : presetsOf(configuration?.stacks ?? []),
  };
}

/** The presets of the stacks that have one of their own. */
function presetsOf(stacks: Configuration['stacks']): ReadonlyMap<string, Preset> {
  return new Map(stacks.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset]])));
}

function preset(given: Given): Preset | undefined {
  const named = given.value('preset');
  return named === undefined ? undefined : oneOf('preset', named, PRESETS);
}

function ruleChoice(text: string, policies: readonly NamedRule[]): RuleChoice {
  const [pattern = '', ...rest] = text.split('=');
  const severity = rest.length > 0 ? oneOf('severity', rest.join('='), CHOICES) : undefined;
  const wrong = complaintAboutPattern(
    pattern,
    [...rules, ...policies].map(({ name }) => name),
  );
  if (wrong !== undefined) throw new CannotCheck(wrong);
  return { pattern, severity };
}

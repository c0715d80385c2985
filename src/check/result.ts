/** The result of a check: what was opened, and what there is to report. */
import type { StackPreset } from '../engine/active-rules.ts';
import { byPlace } from '../engine/run.ts';
import type { BaselineEntry } from '../model/source-document.ts';
import type { ReportedCheck, ReportedStack } from '../report/reported-check.ts';
import type { OpenedStack } from './opened-stack.ts';

/** A stack as it was opened, with the preset that it is checked by. */
export interface CheckedStack extends OpenedStack, StackPreset {
  /** The path of the configuration that applies to it, as it is shown; undefined where there is none. */
  readonly configuration: string | undefined;
}

/** The outcome of a check. */
export interface Result extends ReportedCheck {
  /** The stacks themselves, for whoever asks for more than a report does. */
  readonly opened: readonly CheckedStack[];
  /** Entries of the baseline whose finding is gone. */
  readonly stale: readonly BaselineEntry[];
}

/** A stack as reports tell of it; its products are looked for where one does. */
export function reportedStack(checked: CheckedStack): ReportedStack {
  const { name, sources, preset, presetFrom, configuration, inventory, vocabulary, stack, deployed, secrecy } = checked;
  const { clusters, dashboards, pipelines } = stack;
  return {
    name,
    sources,
    vocabulary: vocabulary?.name,
    preset,
    presetFrom,
    configuration,
    hosts: inventory.hosts.size,
    clusters,
    dashboards,
    pipelines,
    get products() {
      return deployed?.products ?? [];
    },
    secrecy,
  };
}

/** Combines the results of checks of different projects into one. */
export function combined(results: readonly Result[]): Result {
  const [only] = results;
  if (only !== undefined && results.length === 1) return only;
  return {
    opened: results.flatMap(({ opened }) => opened),
    stacks: results.flatMap(({ stacks }) => stacks),
    findings: results.flatMap(({ findings }) => findings).sort(byPlace),
    undecided: results.flatMap(({ undecided }) => undecided).sort(byPlace),
    suppressed: results.flatMap(({ suppressed }) => suppressed),
    unseen: results.flatMap(({ unseen }) => unseen),
    stale: results.flatMap(({ stale }) => stale),
    fingerprint: (finding) => results.map(({ fingerprint }) => fingerprint(finding)).find((mark) => mark !== '') ?? '',
    documents: new Map(results.flatMap(({ documents }) => [...documents])),
    rules: Math.max(0, ...results.map(({ rules: count }) => count)),
    rulesOn: Math.max(0, ...results.map(({ rulesOn }) => rulesOn)),
    notices: results.flatMap(({ notices }) => notices),
  };
}

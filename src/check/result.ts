/** The result of a check: what was opened, and what there is to report. */
import type { StackPreset } from '../engine/active-rules.ts';
import { byPlace } from '../engine/run.ts';
import type { NamedRule } from '../model/rule.ts';
import type { BaselineEntry } from '../model/source-document.ts';
import type { Mending, ReportedCheck, ReportedCluster, ReportedStack } from '../report/reported-check.ts';
import type { Document } from '../source/document.ts';
import type { Hidden } from '../model/hidden.ts';
import { isKnownCluster } from '../model/stack.ts';
import type { Stack } from '../model/stack.ts';
import type { JudgedStack } from './judged-stack.ts';
import type { OpenedStack } from './opened-stack.ts';
import type { CheckTarget } from './target.ts';

/** A stack as it was opened, with the preset that it is checked by. */
export interface CheckedStack extends OpenedStack, StackPreset {
  /** The path of the configuration that applies to it, as it is shown; undefined if there is none. */
  readonly configuration: string | undefined;
}

/** The outcome of a check. */
export interface Result extends ReportedCheck {
  /** The stacks themselves, for whoever asks for more than a report does; none if the target does not keep them. */
  readonly opened: readonly CheckedStack[];
  /** The little that is kept of each stack that was judged. */
  readonly judged: readonly JudgedStack[];
  /** The rules that the configuration has as data. */
  readonly policies: readonly NamedRule[];
  /** Entries of the baseline whose finding is gone. */
  readonly stale: readonly BaselineEntry[];
}

/** A stack as reports show it; what a report asks for is computed then. `draw`: for its picture. */
export function reportedStack(checked: CheckedStack, draw: CheckTarget['draw']): ReportedStack {
  const { name, sources, preset, presetFrom, configuration, inventory, vocabulary, stack, deployed, secrecy } = checked;
  return {
    name,
    sources,
    vocabulary: vocabulary?.name,
    preset,
    presetFrom,
    configuration,
    hosts: inventory.hosts.size,
    get clusters() {
      return stack.clusters.map(reportedCluster);
    },
    get dashboards() {
      return stack.dashboards.flatMap(({ instances }) => instances.map(({ host }) => host));
    },
    get pipelines() {
      return stack.pipelines.map(({ host }) => host);
    },
    get products() {
      return deployed?.products ?? [];
    },
    topology: draw?.(stack),
    secrecy,
  };
}

/** A cluster as reports show it. */
export function reportedCluster(cluster: Stack['clusters'][number]): ReportedCluster {
  const { label, nodes } = cluster;
  return { label, isKnown: isKnownCluster(cluster), nodes: nodes.map(({ host }) => host) };
}

/**
 * The same stack with everything that a report may ask for, and without the stack's own data; `documents` are those
 * that it read.
 */
export function settledStack(stack: ReportedStack, documents: Iterable<Document>): ReportedStack {
  const { secrecy } = stack;
  const secrets = new Map<Document, readonly Hidden[]>();
  const broken = new Set<Document>();
  for (const document of documents) {
    const ranges = secrecy.rangesIn(document);
    if (ranges.length > 0) secrets.set(document, ranges);
    if (secrecy.isBroken(document)) broken.add(document);
  }
  return {
    // The spread asks for each part.
    ...stack,
    secrecy: { rangesIn: (document) => secrets.get(document) ?? [], isBroken: (document) => broken.has(document) },
  };
}

/** Combines the results of checks of different projects into one. */
export function combined(results: readonly Result[]): Result {
  const [only] = results;
  if (only !== undefined && results.length === 1) return only;
  return {
    opened: results.flatMap(({ opened }) => opened),
    judged: results.flatMap(({ judged }) => judged),
    stacks: results.flatMap(({ stacks }) => stacks),
    findings: results.flatMap(({ findings }) => findings).sort(byPlace),
    undecided: results.flatMap(({ undecided }) => undecided).sort(byPlace),
    suppressed: results.flatMap(({ suppressed }) => suppressed),
    unseen: results.flatMap(({ unseen }) => unseen),
    stale: results.flatMap(({ stale }) => stale),
    changes: results.some(({ changes }) => changes !== undefined)
      ? results.flatMap(({ changes = [] }) => changes)
      : undefined,
    mending: combinedMending(results),
    suggestions: new Map(results.flatMap(({ suggestions = [] }) => [...suggestions])),
    policies: [...new Map(results.flatMap(({ policies }) => policies).map((one) => [one.name, one])).values()],
    fingerprint: (finding) => results.map(({ fingerprint }) => fingerprint(finding)).find((mark) => mark !== '') ?? '',
    documents: new Map(results.flatMap(({ documents }) => [...documents])),
    rules: Math.max(0, ...results.map(({ rules: count }) => count)),
    rulesOn: Math.max(0, ...results.map(({ rulesOn }) => rulesOn)),
    notices: results.flatMap(({ notices }) => notices),
  };
}

function combinedMending(results: readonly Result[]): Mending | undefined {
  const all = results.flatMap(({ mending }) => mending ?? []);
  return all.length === 0
    ? undefined
    : {
        fixed: all.flatMap(({ fixed }) => fixed),
        notFixed: all.flatMap(({ notFixed }) => notFixed),
        files: all.flatMap(({ files }) => files),
        isWritten: all.every(({ isWritten }) => isWritten),
      };
}

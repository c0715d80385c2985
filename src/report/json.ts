/** The report for programs, version 1. The order of its keys is a part of it. */
import { NAME, VERSION } from '../about.ts';
import type { Finding, Undecided } from '../model/finding.ts';
import type { Preset } from '../model/rule.ts';
import type { OpenedStack, Result } from '../index.ts';
import { clustersOf } from './clusters.ts';
import { Fingerprints } from './fingerprints.ts';
import type { DocumentsByPath } from './places.ts';
import { linesOf } from './places.ts';
import { printableJson } from './text.ts';
import { totalsOf } from './totals.ts';

/** The whole result as one JSON object, with a line end. */
export function json(result: Result, preset: Preset): string {
  const { opened, findings, undecided, documents } = result;
  const { findings: counts, ...totals } = totalsOf(result);
  const marks = new Fingerprints();
  const report = {
    version: 1,
    tool: { name: NAME, version: VERSION },
    stacks: opened.map((stack) => stackEntry(stack, preset)),
    findings: findings.map((finding) => findingEntry(finding, documents, marks)),
    undecided: undecided.map((each) => undecidedEntry(each, documents)),
    suppressed: [],
    summary: {
      error: counts.error,
      warning: counts.warning,
      info: counts.info,
      undecided: totals.undecided,
      suppressed: 0,
      files: totals.files,
      hosts: totals.hosts,
      clusters: totals.clusters,
      rules: totals.rules,
    },
  };
  return `${printableJson(report)}\n`;
}

function stackEntry({ name, sources, inventory, vocabulary, stack }: OpenedStack, preset: Preset) {
  return {
    name,
    inventory: sources,
    preset,
    vocabularies: vocabulary === undefined ? [] : [vocabulary.name],
    hosts: inventory.hosts.size,
    clusters: clustersOf(stack),
  };
}

function findingEntry(finding: Finding, documents: DocumentsByPath, marks: Fingerprints) {
  const { rule, severity, stack, message, why, reference, at, related, hosts, clusters, variable, setting } = finding;
  return {
    rule,
    severity,
    stack,
    message,
    why,
    reference,
    help: `stacklint explain ${rule}`,
    at: linesOf(at, documents),
    related: filled(related.map((place) => ({ ...linesOf(place, documents), message: place.message }))),
    hosts: filled(hosts),
    clusters: filled(clusters),
    variable,
    setting,
    fingerprint: marks.of(finding),
  };
}

function undecidedEntry({ rule, stack, hosts, variable, reason, message, at }: Undecided, documents: DocumentsByPath) {
  return { rule, stack, hosts: filled(hosts), variable, reason, message, at: linesOf(at, documents) };
}

/** A key whose list is empty does not apply, and JSON leaves out what is undefined. */
function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

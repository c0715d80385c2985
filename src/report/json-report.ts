/** The report for programs, version 1. The order of its keys is a part of it. */
import { NAME, VERSION } from '../about.ts';
import type { Finding, Severity, Suppressed, Undecided, UnseenAnswer } from '../model/finding.ts';
import type { Drift, DriftCounts } from '../model/drift.ts';
import type { Preset } from '../model/rule.ts';
import type { MendedFinding, NotMended, Observation, ReportedCheck, ReportedStack } from './reported-check.ts';
import { changeEntry } from './change-entry.ts';
import type { ChangeEntry } from './change-entry.ts';
import { clusterSizes } from './clusters.ts';
import type { DocumentsByPath, PlaceEntry } from './locations.ts';
import { placeEntry } from './locations.ts';
import { printableJson } from './terminal-text.ts';
import { totalsOf } from './totals.ts';
import type { Totals } from './totals.ts';

/** The report of a check, version 1. */
export interface CheckReport {
  readonly version: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly stacks: readonly StackEntry[];
  /** In the order of file, line, column, rule. */
  readonly findings: readonly FindingEntry[];
  readonly undecided: readonly UndecidedEntry[];
  readonly suppressed: readonly SuppressedEntry[];
  /** What was not seen of clusters; left out if none was asked. */
  readonly unseen?: readonly UnseenAnswer[] | undefined;
  /** What was mended, and what was not; left out unless that was asked for. */
  readonly fixed?: readonly MendedFinding[] | undefined;
  readonly notFixed?: readonly NotMended[] | undefined;
  /** What a change does; left out if none was checked. */
  readonly change?: ChangeEntry | undefined;
  /** A running cluster compared with its inventory; left out without one. */
  readonly drift?: DriftEntry | undefined;
  readonly summary: Readonly<Record<Severity | Exclude<keyof Totals, 'findings'> | 'suppressed', number>> & {
    readonly unseen?: number | undefined;
  };
}

/** The hosts of the inventory with their nodes, and how many settings of these were compared. */
type DriftEntry = Pick<Drift, 'hosts' | keyof DriftCounts>;

interface StackEntry {
  readonly name: string;
  readonly inventory: readonly string[];
  /** Where, when and by how many requests a running cluster was asked. */
  readonly observed?: Observation | undefined;
  readonly preset: Preset;
  /** The path of its `stacklint.yml`, where it has one. */
  readonly configuration?: string | undefined;
  readonly vocabularies: readonly string[];
  readonly hosts: number;
  readonly clusters: readonly { readonly name: string; readonly nodes: number }[];
  /** The products that roles and playbooks deploy, and where that was learnt. */
  readonly products?: readonly ProductEntry[] | undefined;
}

interface ProductEntry {
  readonly name: string;
  /** As far as it is known: `8.13.4`, or `8`. */
  readonly version?: string | undefined;
  readonly hosts: number;
  /** The folders of the roles, or the playbooks. */
  readonly from: readonly string[];
}

interface StacksOfEntry {
  readonly stack: string;
  /** All stacks that have it, if there are several. */
  readonly stacks?: readonly string[] | undefined;
}

export interface FindingEntry
  extends
    StacksOfEntry,
    Omit<
      Finding,
      | 'kind'
      | 'stacks'
      | 'at'
      | 'related'
      | 'hosts'
      | 'clusters'
      | 'isMissing'
      | 'newFile'
      | 'inList'
      | 'values'
      | 'measure'
      | 'fix'
      | 'dependsOn'
    > {
  readonly help: string;
  readonly at: PlaceEntry;
  readonly related?: readonly (PlaceEntry & { readonly message: string })[] | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly clusters?: readonly string[] | undefined;
  /** For a setting that runs with another value than it is declared with: both, as they are shown. */
  readonly declared?: string | undefined;
  readonly observed?: string | undefined;
  readonly fingerprint: string;
}

export interface UndecidedEntry extends StacksOfEntry, Omit<Undecided, 'kind' | 'stacks' | 'at' | 'hosts' | 'shared'> {
  readonly hosts?: readonly string[] | undefined;
  readonly at: PlaceEntry;
}

export interface SuppressedEntry extends FindingEntry {
  readonly by: Suppressed['by'];
  readonly because?: string | undefined;
  readonly until?: string | undefined;
}

/** The report as text, with a line end. */
export function jsonReport(result: ReportedCheck): string {
  return `${printableJson(checkReport(result))}\n`;
}

/** The whole result as one object. */
export function checkReport(result: ReportedCheck): CheckReport {
  const { stacks, findings, undecided, suppressed, documents } = result;
  const unseen = stacks.some(({ observed }) => observed !== undefined) ? result.unseen : undefined;
  const { findings: counts, ...totals } = totalsOf(result);
  return {
    version: 1,
    tool: { name: NAME, version: VERSION },
    stacks: stacks.map(stackEntry),
    findings: findings.map((finding) => findingEntry(finding, result)),
    undecided: undecided.map((each) => undecidedEntry(each, documents)),
    suppressed: suppressed.map((each) => suppressedEntry(each, result)),
    unseen,
    fixed: result.mending?.fixed,
    notFixed: result.mending?.notFixed,
    change: changeEntry(result),
    drift: stacks.map(({ drift }) => drift && driftEntry(drift)).find((entry) => entry !== undefined),
    summary: {
      error: counts.error,
      warning: counts.warning,
      info: counts.info,
      undecided: totals.undecided,
      suppressed: suppressed.length,
      files: totals.files,
      hosts: totals.hosts,
      clusters: totals.clusters,
      rules: totals.rules,
      unseen: unseen?.length,
    },
  };
}

function stackEntry(stack: ReportedStack): StackEntry {
  const { name, sources, observed, preset, configuration, vocabulary, hosts, products } = stack;
  return {
    name,
    inventory: sources,
    observed,
    preset,
    configuration,
    vocabularies: vocabulary === undefined ? [] : [vocabulary],
    hosts,
    clusters: clusterSizes(stack),
    products: filled(
      products.map(({ name: product, release, hosts: on, sources: from }) => ({
        name: product,
        version: release,
        hosts: on,
        from,
      })),
    ),
  };
}

function driftEntry({ hosts, compared, differ, unknown }: Drift): DriftEntry {
  return { hosts, compared, differ, unknown };
}

function findingEntry(finding: Finding, { documents, fingerprint }: ReportedCheck): FindingEntry {
  const { rule, code, severity, stacks, message, why, reference, at, related } = finding;
  const { hosts, clusters, variable, setting, remedies } = finding;
  return {
    rule,
    code,
    severity,
    ...stacksEntry(stacks),
    message,
    why,
    reference,
    help: `stacklint explain ${code ?? rule}`,
    at: placeEntry(at, documents),
    related: filled(related.map((place) => ({ ...placeEntry(place, documents), message: place.message }))),
    hosts: filled(hosts),
    clusters: filled(clusters),
    variable,
    setting,
    remedies,
    ...finding.values,
    fingerprint: fingerprint(finding),
  };
}

function suppressedEntry({ finding, by, because, until }: Suppressed, result: ReportedCheck): SuppressedEntry {
  return { ...findingEntry(finding, result), by, because, until };
}

function undecidedEntry(undecided: Undecided, documents: DocumentsByPath): UndecidedEntry {
  const { rule, stacks, hosts, variable, reason, message, decidedBy, at } = undecided;
  return {
    rule,
    ...stacksEntry(stacks),
    hosts: filled(hosts),
    variable,
    reason,
    message,
    decidedBy,
    at: placeEntry(at, documents),
  };
}

/** The first stack, and all of them if there are several. */
function stacksEntry(stacks: readonly string[]): StacksOfEntry {
  return { stack: stacks[0] ?? '', stacks: stacks.length > 1 ? stacks : undefined };
}

/** A key whose list is empty does not apply, and JSON leaves out what is undefined. */
function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

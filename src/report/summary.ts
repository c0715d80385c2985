/** The end of a report: what was found, in how much, and whether this says anything about a search stack. */
import type { ReportedCheck, ReportedProduct } from './reported-check.ts';
import { SEVERITIES } from '../model/finding.ts';
import { counted, listed } from '../model/phrases.ts';
import type { Undecided } from '../model/finding.ts';
import { hasMembers } from '../model/stack.ts';
import { comparisonOf } from './comparison.ts';
import { countClusters } from './clusters.ts';
import type { Look } from './look.ts';
import { displayWidth, MAX_NAMES, printable, wrap } from './terminal-text.ts';
import { totalsOf } from './totals.ts';

/** The number of roles and playbooks to name. */
const MAX_SOURCES = 5;

/** The parts of the report that are not shown. */
interface Hidden {
  readonly findings: number;
  readonly undecided: number;
}

/** One line with the counts; before it, lines about what was left out and about what was not recognized. */
export function summaryLines(result: ReportedCheck, look: Look, hidden: Hidden): readonly string[] {
  const { width, paint, verbose, quiet } = look;
  const { findings, undecided, files, hosts, clusters, rules } = totalsOf(result);
  const found = SEVERITIES.filter((severity) => findings[severity] > 0);
  const said = found.map((severity) => counted(findings[severity], severity));
  if (found.length === 0) said.push('No findings');
  if (undecided > 0) said.push(`${undecided} undecided${missing(hidden.undecided, undecided)}`);
  if (result.suppressed.length > 0) said.push(`${result.suppressed.length} suppressed`);
  const all = [counted(files, 'file'), counted(hosts, 'host'), counted(clusters, 'cluster')];
  // A running cluster has no files.
  const where = (files === 0 && result.stacks.some(({ observed }) => observed) ? all.slice(1) : all).join(', ');
  const isMore =
    !verbose && !quiet && (result.suppressed.length > 0 || (undecided > 0 && hidden.undecided === undecided));
  const parts = [
    `${said.join(', ')}${isMore ? ' (--verbose shows more)' : ''}`,
    `in ${where}; ${rulesApplied(result)}`,
  ];
  const line = parts.join(' ');
  const lines = displayWidth(line) <= width ? [line] : parts.flatMap((part) => wrap(part, width));
  const [worst] = found;
  const warning = nothingRecognized(result);
  // Undecided judgements are not passes.
  const settled = rules > 0 && undecided === 0 && warning === undefined;
  return [
    ...(hidden.findings > 0
      ? [paint.faint(`${counted(hidden.findings, 'more finding')} not shown (--max-findings)`)]
      : []),
    ...(warning === undefined ? [] : wrap(warning, width).map(paint.warning)),
    ...[...understood(result, verbose), ...comparisonOf(result)]
      .flatMap((sentence) => wrap(sentence, width))
      .map(paint.faint),
    ...lines.map(worst !== undefined ? paint[worst] : settled ? paint.good : paint.strong),
  ];
}

/** `34 rules: 31 applied, 28 decided, 3 undecided`: of those that are on, the ones that had something to judge. */
function rulesApplied({ rules, rulesOn, undecided }: ReportedCheck): string {
  const open = new Set(undecided.filter(isOpen).map(({ rule }) => rule)).size;
  const parts = [
    ...(rules < rulesOn ? [`${rules} applied`] : []),
    ...(open > 0 ? [`${rules - open} decided`, `${open} undecided`] : []),
  ];
  return counted(rulesOn, 'rule') + (parts.length > 0 ? `: ${parts.join(', ')}` : '');
}

/** Tells whether a person can do anything about an undecided judgement: what a role computes is in order. */
function isOpen({ reason }: Undecided): boolean {
  return reason !== 'role-default';
}

/**
 * Says in one line what a report that lists only findings leaves out: which rules are undecided, what was not seen of
 * a running cluster, how much of it was compared with its inventory, and that no search cluster was recognized. Undefined if there is nothing of the kind: silence is
 * then a pass.
 */
export function reservations(result: ReportedCheck): string | undefined {
  const undecided = result.undecided.filter(isOpen);
  const rules = new Set(undecided.map(({ rule }) => rule));
  const noCluster = totalsOf(result).clusters === 0 ? 'No search cluster was recognized.' : undefined;
  const warning = nothingRecognized(result) ?? noCluster;
  const open = [
    ...(undecided.length > 0
      ? [`${counted(undecided.length, 'check')} undecided, of ${listed([...rules], MAX_NAMES)}`]
      : []),
    ...(result.unseen.length > 0 ? [`${counted(result.unseen.length, 'answer')} of the cluster not seen`] : []),
  ];
  const sentences = [
    ...(warning === undefined ? [] : [warning]),
    ...comparisonOf(result),
    ...(open.length > 0 ? [`${open.join('; ')}; -f pretty says why.`] : []),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/**
 * Sentences about what was recognized in the files of roles, and which roles these are; for several stacks, only with
 * --verbose. The head of the report names a vocabulary.
 */
function understood({ stacks }: ReportedCheck, verbose: boolean): readonly string[] {
  if (stacks.length > 1 && !verbose) return [];
  return stacks.flatMap((stack) => {
    const { name, clusters, dashboards, pipelines, vocabulary, products } = stack;
    // A host may be several members, by its containers.
    const on = (part: string, members: readonly string[], noun: string): string => {
      const own = products.filter((product) => product.part === part);
      const names = own.map(({ title, release = '' }) => `${title} ${release}`.trimEnd());
      const hosts = new Set(members).size;
      return names.length > 0 ? `${names.join(', ')} on ${counted(hosts, 'host')}` : counted(members.length, noun);
    };
    const nodes = clusters.flatMap((cluster) => cluster.nodes);
    const parts = [
      ...(nodes.length > 0
        ? [`${on('search', nodes, 'search node')} in ${counted(countClusters([stack]), 'cluster')}`]
        : []),
      ...(dashboards.length > 0 ? [on('dashboard', dashboards, 'dashboard')] : []),
      ...(pipelines.length > 0 ? [on('pipeline', pipelines, 'pipeline node')] : []),
      ...shippersOf(products).map(({ title, hosts }) => `${title} on ${counted(hosts, 'host')}`),
    ];
    if (products.length === 0 || parts.length === 0) return [];
    const sources = new Set(products.flatMap(({ sources: own }) => own));
    const from = [...(vocabulary === undefined ? [] : [vocabulary]), ...sources].map(printable);
    const which = stacks.length > 1 ? `${printable(name)}: ` : '';
    return [`${which}${listed(parts, MAX_NAMES)}, from ${listed(from, MAX_SOURCES)}.`];
  });
}

/** The products that ship data to a stack. */
function shippersOf(products: readonly ReportedProduct[]): readonly ReportedProduct[] {
  return products.filter(({ part }) => part === 'shipper');
}

/** A sentence about the stacks in which nothing was recognized: a check of them must not look like a pass. */
function nothingRecognized({ stacks }: ReportedCheck): string | undefined {
  const without = stacks.filter((stack) => !hasMembers(stack));
  if (without.length === 0) return undefined;
  const names = without.map(({ name }) => printable(name));
  const where = without.length === stacks.length ? '' : ` in ${listed(names, MAX_NAMES)}`;
  const shippers = without.flatMap(({ products }) => shippersOf(products));
  const but =
    shippers.length === 0 ? '' : ` but ${listed([...new Set(shippers.map(({ title }) => title))], MAX_NAMES)}`;
  const why =
    shippers.length === 0 && without.every(({ vocabulary }) => vocabulary === undefined)
      ? 'no play writes its files, and no variables of a known role are set'
      : 'no host is a search node, a dashboard or a pipeline';
  return `Nothing of a search stack was recognized${where}${but}: ${why}.`;
}

function missing(hidden: number, all: number): string {
  return hidden === 0 || hidden === all ? '' : ` (${hidden} of them not shown)`;
}

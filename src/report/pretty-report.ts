/** The report for people. */
import { listed, counted } from '../model/phrases.ts';
import type { Finding } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { Result } from '../check.ts';
import { countClusters } from './clusters.ts';
import { codeFrame } from './code-frame.ts';
import type { Paint } from './colour.ts';
import { location } from './locations.ts';
import { Redaction } from './redaction.ts';
import { columns, MAX_NAMES, printable, wrap } from './terminal-text.ts';
import { totalsOf } from './totals.ts';
import { hiddenUndecided, undecidedSection } from './undecided.ts';

/** The layout of the report. */
export interface Look {
  readonly width: number;
  readonly paint: Paint;
  /** Show errors only. */
  readonly quiet: boolean;
  /** Every host and every related place. */
  readonly verbose: boolean;
}

/** The number of related places to show. */
const MAX_RELATED = 4;
/** Columns of the labels before notes. */
const LABEL_WIDTH = 9;

/** All findings, what stayed undecided, and one line that counts them. */
export function prettyReport(result: Result, look: Look): string {
  const shown = look.quiet ? result.findings.filter(({ severity }) => severity === 'error') : result.findings;
  if (look.quiet && shown.length === 0) return '';
  const secrets = new Redaction(result.opened);
  const explained = new Set<string>();
  const blocks = shown.map((finding) => block(finding, result, look, secrets, explained));
  if (!look.quiet && result.undecided.length > 0) blocks.push(undecidedSection(result, look));
  blocks.push(summary(result, look));
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function block(
  finding: Finding,
  result: Result,
  look: Look,
  secrets: Redaction,
  explained: Set<string>,
): readonly string[] {
  const { paint, width } = look;
  const message = wrap(printable(finding.message), width - 2).map((line) => `  ${paint.strong(line)}`);
  const notes = [
    ...(explained.has(finding.rule) ? [] : note('why', printable(finding.why), look)),
    ...involved(finding, result, look),
    ...related(finding, result, look),
  ];
  explained.add(finding.rule);
  const parts = [[...heading(finding, result, look), ...message], frame(finding, result, look, secrets), notes];
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

function heading({ severity, rule, code, at }: Finding, result: Result, { paint, width }: Look): string[] {
  const place = location(at, result.documents);
  const named = `${severity} ${rule}`;
  const coded = code === undefined ? '' : ` (${code})`;
  const name = paint[severity](named) + paint.faint(coded);
  const fits = named.length + coded.length + 2 + columns(place) <= width;
  return fits ? [`${name}  ${place}`] : [name, `  ${place}`];
}

function frame({ at, severity }: Finding, result: Result, { paint, width }: Look, secrets: Redaction): string[] {
  const document = 'call' in at ? undefined : result.documents.get(at.file);
  if ('call' in at || document === undefined) return [];
  const gutter = String(document.position(at.start).line).length + 7;
  const shown = codeFrame(document, at, secrets, width - gutter);
  if (shown === undefined) return [];
  const bar = paint.faint('|');
  const number = String(shown.line);
  return [
    `    ${paint.faint(number)} ${bar} ${shown.text}`,
    `    ${' '.repeat(number.length)} ${bar} ${shown.marker.replace(/\^+/, (marker) => paint[severity](marker))}`,
  ];
}

function involved({ hosts, clusters, stacks, message }: Finding, result: Result, look: Look): string[] {
  const lines: string[] = [];
  const most = look.verbose ? Infinity : MAX_NAMES;
  const isInMessage = hosts.length === 1 && hosts.every((host) => mentions(message, host));
  if (hosts.length > 0 && !isInMessage) lines.push(...note('hosts', printable(listed(hosts, most)), look));
  const several = countClusters(result.opened) > 1;
  if (several && clusters.length > 0)
    lines.push(...note(clusters.length > 1 ? 'clusters' : 'cluster', printable(listed(clusters, MAX_NAMES)), look));
  if (result.opened.length > 1)
    lines.push(...note(stacks.length > 1 ? 'stacks' : 'stack', printable(listed(stacks, most)), look));
  return lines;
}

/**
 * Tells whether a message has a name as a word of its own: a host may be called `dash`, and a variable `dashboard_…`.
 */
function mentions(message: string, name: string): boolean {
  for (let at = message.indexOf(name); at >= 0; at = message.indexOf(name, at + 1))
    if (!/[\w-]/.test(message.charAt(at - 1)) && !/[\w-]/.test(message.charAt(at + name.length))) return true;
  return false;
}

function related({ related: places }: Finding, result: Result, look: Look): string[] {
  const shown = look.verbose || places.length <= MAX_RELATED ? places : places.slice(0, MAX_RELATED - 1);
  const lines = shown.flatMap((place) =>
    note(
      'see',
      `${location(place, result.documents)} (${printable(TO_PEOPLE.get(place.message) ?? place.message)})`,
      look,
    ),
  );
  if (shown.length < places.length) lines.push(...note('', `and ${places.length - shown.length} more`, look));
  return lines;
}

/** Beside a place, the report's own words could be read the other way round: which of two values overrides which. */
const TO_PEOPLE: ReadonlyMap<string, string> = new Map([
  ['overrides this', 'which the value above overrides'],
  ['overrides it', 'which overrides the value above'],
  ['replaces this', 'which the key above replaces'],
]);

/** A label and, next to it, its wrapped text. */
function note(label: string, text: string, { paint, width }: Look): string[] {
  return wrap(text, width - LABEL_WIDTH - 2).map((line, index) => {
    const head = (index === 0 ? label : '').padEnd(LABEL_WIDTH);
    return `  ${paint.faint(head)}${line}`;
  });
}

function summary(result: Result, look: Look): string[] {
  const { width, paint } = look;
  const { findings, undecided, files, hosts, clusters, rules } = totalsOf(result);
  const found = SEVERITIES.filter((severity) => findings[severity] > 0);
  const said = found.map((severity) => counted(findings[severity], severity));
  if (found.length === 0) said.push('No findings');
  if (undecided > 0) said.push(`${undecided} undecided${missing(hiddenUndecided(result, look), undecided)}`);
  const where = [counted(files, 'file'), counted(hosts, 'host'), counted(clusters, 'cluster')];
  const parts = [said.join(', '), `in ${where.join(', ')}; ${counted(rules, 'rule')}`];
  const line = parts.join(' ');
  const lines = columns(line) <= width ? [line] : parts.flatMap((part) => wrap(part, width));
  const [worst] = found;
  // Undecided judgements are not passes.
  const settled = rules > 0 && undecided === 0 && result.opened.every(({ vocabulary }) => vocabulary !== undefined);
  return lines.map(worst !== undefined ? paint[worst] : settled ? paint.good : paint.strong);
}

function missing(hidden: number, all: number): string {
  if (hidden === 0) return '';
  return hidden === all ? ' (not shown)' : ` (${hidden} of them not shown)`;
}

/** The section of undecided judgements, apart from the findings: they are neither alarms nor passes. */
import type { ReportedCheck } from './reported-check.ts';
import type { Undecided } from '../model/finding.ts';
import { grouped } from '../model/multimap.ts';
import { counted, listed } from '../model/phrases.ts';
import type { Place } from '../model/setting.ts';
import { location } from './locations.ts';
import { naturally } from '../model/natural-order.ts';
import type { Look } from './look.ts';
import { MAX_NAMES, printable, wrap } from './terminal-text.ts';

/** The number of causes to show without --verbose. */
const MAX_SHOWN = 8;

/**
 * A sentence, a line of places and rules, and one of what decides it for each cause, whatever the number of
 * variables, hosts and rules. For a file that cannot be read, a finding shows the place, so the sentence is enough.
 */
export function undecidedLines(result: ReportedCheck, look: Look): readonly string[] {
  const { paint, width, verbose } = look;
  const { shown, hidden } = causes(result, look);
  if (shown.length === 0) return [];
  const lines = [paint.strong(`undecided (${result.undecided.length})`)];
  const most = verbose ? Infinity : MAX_NAMES;
  for (const same of shown) {
    const rules = new Set(same.map(({ rule }) => rule));
    const places = new Set(same.map(({ at }) => location(at, result.documents)));
    lines.push(...indented(printable(sentence(same, most)), 2, width));
    if (verbose || same.some(({ reason }) => reason !== 'unreadable'))
      lines.push(...indented(`${listed([...places], most)}: ${listed([...rules], most)}`, 4, width).map(paint.faint));
    const deciding = new Set(same.flatMap(({ decidedBy }) => decidedBy ?? []));
    if (deciding.size > 0) lines.push(...indented(`to decide: ${listed([...deciding], most)}`, 4, width));
  }
  if (hidden > 0) lines.push(...indented(`and ${hidden} more, which --verbose shows`, 2, width).map(paint.faint));
  return lines;
}

/** The number of undecided judgements that the report leaves out. */
export function countHiddenUndecided(result: ReportedCheck, look: Look): number {
  return look.quiet || look.statistics ? result.undecided.length : causes(result, look).hidden;
}

type Same = readonly [Undecided, ...Undecided[]];

/**
 * The undecided judgements to show, by cause; the most frequent first. A value that the role computes is fine, and a
 * place that Ansible stops at has a finding of its own: there is nothing else to do about either.
 */
function causes(
  { undecided, findings }: ReportedCheck,
  { verbose }: Look,
): { readonly shown: readonly Same[]; readonly hidden: number } {
  const stops = stopsByPlace(findings);
  const isInHand = ({ reason, at, hosts }: Undecided): boolean => {
    if (reason !== 'error' && reason !== 'undefined') return reason === 'role-default';
    const told = stops.get(keyOf(at));
    return told !== undefined && hosts.every((host) => told.includes(host));
  };
  const wanted = verbose ? undecided : undecided.filter((each) => !isInHand(each));
  const all = grouped(wanted, ({ reason, shared, variable, message }) =>
    JSON.stringify(shared === undefined ? [reason, variable, message] : [reason, shared]),
  );
  const sorted = [...all.values()].sort((a, b) => b.length - a.length);
  const shown = verbose || sorted.length <= MAX_SHOWN ? sorted : sorted.slice(0, MAX_SHOWN - 1);
  return { shown, hidden: undecided.length - shown.reduce((sum, { length }) => sum + length, 0) };
}

/** The hosts for which Ansible stops at a place, by its key. */
function stopsByPlace(findings: ReportedCheck['findings']): ReadonlyMap<string, readonly string[]> {
  const stops = findings.filter(({ rule }) => rule.startsWith('plays/'));
  const hosts = new Map<string, string[]>();
  for (const stop of stops)
    for (const at of [stop.at, ...stop.related]) hosts.set(keyOf(at), [...(hosts.get(keyOf(at)) ?? []), ...stop.hosts]);
  return hosts;
}

function keyOf(at: Place): string {
  return JSON.stringify('call' in at ? at : [at.file, at.start]);
}

/** `host_vars/es-2.yml cannot be read: 22 checks of es-2 are undecided`. */
function sentence(same: Same, most: number): string {
  const [first] = same;
  const isOneMessage = same.every(({ message }) => message === first.message);
  const hosts = [...new Set(same.flatMap((each) => each.hosts))].sort(naturally);
  const of = hosts.length === 0 ? '' : ` of ${hosts.length > most ? counted(hosts.length, 'host') : hosts.join(', ')}`;
  const open = `${counted(same.length, 'check')}${of} ${same.length === 1 ? 'is' : 'are'} undecided`;
  return `${isOneMessage ? first.message : (first.shared ?? first.message)}: ${open}`;
}

function indented(text: string, by: number, width: number): readonly string[] {
  return wrap(text, width - by).map((line) => ' '.repeat(by) + line);
}

/** Notes on a finding, for formats that have few fields for everything there is to say. */
import type { ReportedCheck } from './reported-check.ts';
import type { Finding, Related, Suppressed } from '../model/finding.ts';
import { listed } from '../model/phrases.ts';
import { location } from './locations.ts';
import { naturally } from '../model/natural-order.ts';
import { MAX_NAMES, printable } from './terminal-text.ts';

/** The number of related places to name. */
const MAX_RELATED = 5;

/** All notes on a finding, one line each: who has it, and the places to see as well. */
export function notesOn(finding: Finding, result: ReportedCheck): readonly string[] {
  const related = finding.related
    .slice(0, MAX_RELATED)
    .map((place) => `${labelOfRelated(place)}: ${location(place, result.documents)}.`);
  return [...notesOnInvolved(finding, result), ...related];
}

/** The message of a related place, to stand before it: `Overrides this`. */
export function labelOfRelated({ message }: Related): string {
  return printable(message.charAt(0).toUpperCase() + message.slice(1));
}

/** Notes that name the hosts, if the message does not, and the stacks, if there are several. */
export function notesOnInvolved(
  { hosts, stacks, message }: Finding,
  { stacks: all }: Pick<ReportedCheck, 'stacks'>,
): readonly string[] {
  const groups = [
    { title: 'Hosts', names: namesItsHost({ hosts, message }) ? [] : hosts },
    { title: 'Stacks', names: all.length > 1 ? [...stacks].sort(naturally) : [] },
  ];
  return groups
    .filter(({ names }) => names.length > 0)
    .map(({ title, names }) => `${title}: ${printable(listed(names, MAX_NAMES))}.`);
}

/** Tells whether a finding has one host, which its message names. */
export function namesItsHost({ hosts: [host, ...others], message }: Pick<Finding, 'hosts' | 'message'>): boolean {
  return host !== undefined && others.length === 0 && mentions(message, host);
}

/**
 * Tells whether a message has a name as a word of its own: a host may be called `dash`, and a variable `dashboard_…`.
 */
function mentions(message: string, name: string): boolean {
  for (let at = message.indexOf(name); at >= 0; at = message.indexOf(name, at + 1))
    if (!/[\w-]/.test(message.charAt(at - 1)) && !/[\w-]/.test(message.charAt(at + name.length))) return true;
  return false;
}

/** By what a finding is accepted, and why: `accepted by a comment: the laboratory may swap (until 2027-01-31)`. */
export function acceptance({ by, because, until }: Suppressed): string {
  const reason = because === undefined ? '' : `: ${printable(because)}`;
  const limit = until === undefined ? '' : ` (until ${printable(until)})`;
  return `accepted by ${by === 'comment' ? 'a comment' : 'the baseline'}${reason}${limit}`;
}

/** The address of the page that a reference names, if it names one. */
export function urlInReference(reference: string): string | undefined {
  return /^https?:/.test(reference) ? reference : undefined;
}

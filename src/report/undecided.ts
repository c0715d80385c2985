/** The section of undecided judgements, apart from the findings: they are neither alarms nor passes. */
import { counted } from '../model/phrases.ts';
import type { Undecided } from '../model/finding.ts';
import type { Result } from '../check.ts';
import type { Look } from './pretty-report.ts';
import { location } from './locations.ts';
import { printable, wrap } from './terminal-text.ts';

/** The number of entries to show without --verbose. */
const MAX_SHOWN = 8;

/** Two lines for each variable and reason, whatever the number of hosts and rules that met it. */
export function undecidedSection(result: Result, { paint, width, verbose }: Look): string[] {
  const { shown, hidden } = shownFolds(result, verbose);
  const lines = [paint.strong(`undecided (${result.undecided.length})`)];
  for (const { first, rules, hosts } of shown) {
    const who = hosts.length > 1 ? [counted(hosts.length, 'host')] : hosts;
    const where = `${[location(first.at, result.documents), ...who].map(printable).join(', ')}: ${rules.join(', ')}`;
    lines.push(...indented(printable(first.message), 2, width));
    lines.push(...indented(where, 4, width).map(paint.faint));
  }
  if (hidden > 0) lines.push(...indented(`and ${hidden} more, which --verbose shows`, 2, width).map(paint.faint));
  return lines;
}

/** The number of undecided judgements that the section leaves out. */
export function hiddenUndecided(result: Result, { verbose, quiet }: Look): number {
  return quiet ? result.undecided.length : shownFolds(result, verbose).hidden;
}

function shownFolds(
  { undecided }: Result,
  verbose: boolean,
): { readonly shown: readonly Fold[]; readonly hidden: number } {
  const folds = folded(undecided);
  if (verbose || folds.length <= MAX_SHOWN) return { shown: folds, hidden: 0 };
  const shown = folds.slice(0, MAX_SHOWN - 1);
  return { shown, hidden: undecided.length - shown.reduce((sum, { count }) => sum + count, 0) };
}

function indented(text: string, by: number, width: number): string[] {
  return wrap(text, width - by).map((line) => ' '.repeat(by) + line);
}

interface Fold {
  readonly first: Undecided;
  readonly count: number;
  readonly rules: readonly string[];
  readonly hosts: readonly string[];
}

function folded(undecided: readonly Undecided[]): Fold[] {
  const groups = new Map<string, [Undecided, ...Undecided[]]>();
  for (const each of undecided) {
    const key = JSON.stringify([each.reason, each.variable, each.message]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return Array.from(groups.values(), (group) => ({
    first: group[0],
    count: group.length,
    rules: [...new Set(group.map(({ rule }) => rule))],
    hosts: [...new Set(group.flatMap(({ hosts }) => hosts))],
  }));
}

/** The table of a report: the number of findings of each rule. */
import type { Finding } from '../model/finding.ts';
import { grouped } from '../model/multimap.ts';
import { counted } from '../model/phrases.ts';
import { naturally } from '../model/natural-order.ts';
import type { Look } from './look.ts';
import { bySeverity } from './shown-findings.ts';

/** One line for each rule and severity, the worst and the most frequent first. */
export function statisticsLines(findings: readonly Finding[], { width, paint, links }: Look): readonly string[] {
  const rows = Array.from(grouped(findings, ({ rule, severity }) => `${severity} ${rule}`).values(), (own) => ({
    ...own[0],
    own,
    files: new Set(own.map(({ at }) => ('call' in at ? at.call : at.file))).size,
  })).sort((a, b) => bySeverity(a, b) || b.own.length - a.own.length || naturally(a.rule, b.rule));
  const numbers = Math.max(...rows.map(({ own }) => String(own.length).length));
  const nouns = Math.max(...rows.map(({ own, severity }) => noun(severity, own.length).length));
  const names = Math.max(...rows.map(({ rule }) => rule.length));
  const lines = rows.map(({ severity, rule, reference, own, files }) => {
    const count = `${String(own.length).padStart(numbers)} ${noun(severity, own.length).padEnd(nouns)}`;
    const where = `  in ${counted(files, 'file')}`;
    const fits = 2 + numbers + 1 + nouns + 2 + names + where.length <= width;
    const name = links.page(rule, reference) + (fits ? ' '.repeat(names - rule.length) : '');
    return `  ${paint[severity](count)}  ${name}${fits ? paint.faint(where) : ''}`;
  });
  return [paint.strong('findings by rule'), ...lines];
}

function noun(severity: string, number: number): string {
  return number === 1 ? severity : `${severity}s`;
}

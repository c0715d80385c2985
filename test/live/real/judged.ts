/** What a check finds in a real cluster, as lines that tests compare, with the place of each finding looked up. */
import type { CheckReport, FindingEntry } from '../../../src/report/json-report.ts';
import { ask } from '../cluster/ask.ts';
import type { Account } from '../cluster/ask.ts';
import { reportOf } from '../command.ts';
import type { Circumstances } from '../command.ts';
import { bareOf } from './between.ts';

export interface Judging extends Circumstances {
  /** More words of the command line. */
  readonly words?: readonly string[];
  /** As whom places are looked up. */
  readonly account?: Account;
}

/** The report by some rules alone. */
export function reportBy(url: string, rules: readonly string[], { words = [], ...how }: Judging = {}) {
  return reportOf([url, ...rules.flatMap((rule) => ['--rule', rule]), ...words], how);
}

/** What some rules find, each as `severity rule /path#/pointer [hosts]`, sorted. */
export async function judged(url: string, rules: readonly string[], how: Judging = {}): Promise<readonly string[]> {
  return linesOf(url, await reportBy(url, rules, how), how.account);
}

/** The findings of a report as lines. Fails if a place of one is not in the answer that it names. */
export async function linesOf(url: string, { findings }: CheckReport, account?: Account): Promise<readonly string[]> {
  const { body } = await ask(`${url}/_nodes`, { account });
  const { nodes = {} } = (body ?? {}) as { nodes?: Readonly<Record<string, { readonly name: string }>> };
  const names = new Map(Object.entries(nodes).map(([id, { name }]) => [id, name]));
  const answers = new Map<string, unknown>();
  const lines: string[] = [];
  for (const finding of findings) {
    const places = [finding.at, ...(finding.related ?? [])].filter((place) => 'call' in place);
    for (const { call, pointer } of places) {
      const path = /^GET (.*)/.exec(call)?.[1];
      if (path === undefined) continue;
      if (!answers.has(path)) answers.set(path, (await ask(`${url}${path}`, { account })).body);
      if (!leads(answers.get(path), pointer)) throw new Error(`${finding.rule}: ${call} has no ${pointer}`);
    }
    lines.push(lineOf(finding, names));
  }
  return lines.sort();
}

function lineOf({ severity, rule, at, hosts }: FindingEntry, names: ReadonlyMap<string, string>): string {
  const place = 'call' in at ? `${bareOf(at.call.replace(/^GET /, ''))}#${at.pointer}` : at.file;
  const named = place.replace(/(?<=#\/nodes\/)[^/]+/, (id) => names.get(id) ?? id);
  return [severity, rule, named, ...(hosts === undefined ? [] : [`[${hosts.join(' ')}]`])].join(' ');
}

/** Tells whether a pointer leads to a value, or to the key that an object lacks. */
function leads(body: unknown, pointer: string): boolean {
  const keys = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.length > 1 ? keys.pop() : undefined;
  const above = keys
    .slice(1)
    .reduce((part: unknown, key) => (part as Record<string, unknown> | undefined)?.[key], body);
  if (last === undefined) return body !== undefined;
  return Array.isArray(above) ? last in above : typeof above === 'object' && above !== null;
}

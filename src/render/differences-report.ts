/** Differences between the files of hosts as text, in the form of unified ones, and as JSON. */
import { counted } from '../model/phrases.ts';
import { shownName } from '../model/secret-texts.ts';
import type { Paint } from '../report/colour.ts';
import { listedHosts, printable, printableJson, wrap } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import type { DifferenceLine, Differences, FileDifference } from './file-differences.ts';
import type { HostFiles } from './render-report.ts';

interface Style {
  readonly width: number;
  readonly paint: Paint;
}

/** The number of differences shown for one file: other hosts are named, with how to see theirs. */
const MOST_SHOWN = 5;

/** Shows differences to people, each after the hosts that have it. `hosts` is the number of hosts in each stack. */
export function differencesText(
  { files, newHosts, goneHosts }: Differences,
  hosts: ReadonlyMap<string, number>,
  style: Style,
): string {
  const byFile = new Map<string, FileDifference[]>();
  for (const one of files) {
    const name = JSON.stringify([one.path, one.stack]);
    byFile.set(name, [...(byFile.get(name) ?? []), one]);
  }
  const blocks = [...byFile.values()].flatMap((all) => {
    const shown = all.length > MOST_SHOWN + 1 ? all.slice(0, MOST_SHOWN) : all;
    return [...shown.map((one) => block(one, hosts, style)), ...others(all.slice(shown.length), style)];
  });
  const listed = [
    ...(newHosts.length > 0 ? [listOf(newHosts, 'new', style)] : []),
    ...(goneHosts.length > 0 ? [listOf(goneHosts, 'gone', style)] : []),
  ];
  return [...blocks, ...listed].join('\n');
}

function block(difference: FileDifference, all: ReadonlyMap<string, number>, { width, paint }: Style): string {
  const { stack, hosts, note, lines, writtenBy } = difference;
  const inStack = all.size > 1 ? `${printable(stack)}: ` : '';
  const brushes = { ' ': (text: string) => text, '+': paint.good, '-': paint.error, '@': paint.info };
  return [
    ...wrap(inStack + listedHosts(hosts, all.get(stack) ?? 0), width).map(paint.strong),
    ...[note, writtenBy]
      .flatMap((text) => (text === undefined ? [] : wrap(printable(text), width - 4)))
      .map((line) => `    ${paint.faint(line)}`),
    ...headOf(difference).map((line) => paint.strong(printable(line))),
    ...lines.map((line) => brushes[line.sign](signed(line))),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** Names the hosts whose differences are not shown. */
function others(rest: readonly FileDifference[], { width, paint }: Style): readonly string[] {
  const [first] = rest;
  if (first === undefined) return [];
  const hosts = rest.flatMap((one) => one.hosts);
  const says = `${counted(hosts.length, 'more host')} with other differences in ${shownName(first.path)}: ${listedHosts(hosts, 0)}`;
  return [
    wrap(`${printable(says)}; name one of them to see its own`, width)
      .map((line) => `${paint.faint(line)}\n`)
      .join(''),
  ];
}

/** Lists hosts with the paths of their files, those with the same ones together. */
function listOf(hosts: readonly HostFiles[], state: string, { width, paint }: Style): string {
  const heading = `${counted(hosts.length, 'host')} ${hosts.length === 1 ? 'is' : 'are'} ${state}, with these files:`;
  const folds = new Map<string, string[]>();
  for (const { host, files } of hosts) {
    const paths = files.map(({ path }) => `  ${printable(path)}\n`).join('');
    folds.set(paths, [...(folds.get(paths) ?? []), shownHost(host)]);
  }
  const lists = Array.from(folds, ([paths, names]) =>
    [...wrap(listedHosts(names, 0), width).map((line) => `${paint.strong(line)}\n`), paths || '  no files\n'].join(''),
  );
  return [`${paint.strong(heading)}\n`, ...lists].join('\n');
}

/** The lines that name both sides, as in the output of git. */
function headOf({ path, change }: FileDifference): readonly string[] {
  const name = shownName(path).replace(/^(?!\/)/, '/');
  return [`--- ${change === 'new' ? '/dev/null' : `a${name}`}`, `+++ ${change === 'gone' ? '/dev/null' : `b${name}`}`];
}

function signed({ sign, text }: DifferenceLine): string {
  return sign === '@' ? text : sign + text;
}

/** The revisions that are compared; without `to`, the second are the files on disk. */
export interface Compared {
  readonly from: string;
  readonly to?: string | undefined;
}

/** Differences for programs, version 1, as text with a line end. */
export function differencesJson(compared: Compared, { files, newHosts, goneHosts }: Differences): string {
  const hostsOf = (hosts: readonly HostFiles[]) =>
    hosts.map(({ shown, host, files: own }) => ({
      stack: shown.opened.name,
      host: shownHost(host),
      files: own.map(({ path }) => path),
    }));
  const differences = files.map((difference) => ({
    stack: difference.stack,
    path: shownName(difference.path),
    change: difference.change,
    hosts: difference.hosts,
    note: difference.note,
    diff: [...headOf(difference), ...difference.lines.map(signed)].map((line) => `${line}\n`).join(''),
  }));
  const report = { version: 1, ...compared, differences, newHosts: hostsOf(newHosts), goneHosts: hostsOf(goneHosts) };
  return `${printableJson(report)}\n`;
}

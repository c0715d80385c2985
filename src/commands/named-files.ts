/** Hosts and files that the words of a command line name. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { nameMatcher } from '../ground/globs.ts';
import { didYouMean } from '../model/nearest.ts';
import { listed } from '../model/phrases.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { HostFiles } from '../render/render-report.ts';
import type { ShownFiles } from '../render/shown-files.ts';
import { listedHosts, MAX_NAMES } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import { hostsOf, complaintAboutHost } from './named-hosts.ts';

/** The hosts that a word selects, or all, each with those of its files that another word names. */
export type NamedFiles = readonly HostFiles[];

/**
 * Selects hosts and files in each of several readings of a project; the last is of the files as they are. Throws
 * CannotCheck if no reading has this host, a play on it, or this file; the names in the error come from the last.
 */
export function selectHostFiles(
  readings: readonly (readonly ShownFiles[])[],
  [name, file]: readonly (string | undefined)[],
): readonly NamedFiles[] {
  const found = readings.map((stacks) => hostsNamed(stacks, name));
  const [now = [], all = []] = [readings.at(-1), found.at(-1)];
  const opened = now.map((shown) => shown.opened);
  if (name !== undefined && found.every((hosts) => hosts.length === 0)) {
    const isPath = name.includes('/') ? `; a host comes before a file, as in stacklint render all ${name}` : '';
    throw new CannotCheck(isPath === '' ? complaintAboutHost(name, opened) : `unknown host ${name}${isPath}`);
  }
  if (!found.some(isReached)) throw new CannotCheck(withoutPlays(opened, shownHosts(all)));
  if (file === undefined) return found;
  const isMeant = matcherOf(file);
  const selected = found.map((hosts) =>
    hosts.map((one) => ({ ...one, files: one.files.filter(({ file: { path } }) => isMeant(path)) })),
  );
  if (!selected.some((hosts) => hosts.some(({ files }) => files.length > 0))) throw noFile(file, all);
  return selected;
}

function hostsNamed(stacks: readonly ShownFiles[], name: string | undefined): NamedFiles {
  return stacks.flatMap((shown) => hostsOf(shown.opened, name).map((host) => ({ shown, host, files: shown.of(host) })));
}

function isReached(hosts: NamedFiles): boolean {
  return hosts.some(({ shown, host }) => shown.opened.deployments?.reaches(host) === true);
}

function shownHosts(hosts: NamedFiles): readonly string[] {
  return hosts.map(({ host }) => shownHost(host));
}

function withoutPlays(opened: readonly OpenedStack[], hosts: readonly string[]): string {
  if (opened.every(({ deployments }) => deployments === undefined))
    return 'no plays found, so it is not known what is put on the hosts; name a playbook with --playbook';
  const plays = opened.flatMap(({ inventory }) =>
    inventory.plays.unmatchedNames.flatMap(({ name, use }) => (use === 'joined' ? name : [])),
  );
  const others = plays.length === 0 ? '' : `; there are plays for ${listed([...new Set(plays)], MAX_NAMES)}`;
  return `no play of the project has a host of this inventory: ${listed(hosts, MAX_NAMES)}${others}`;
}

/** The error that no host has a file of a name, with the nearest. */
function noFile(name: string, hosts: NamedFiles): CannotCheck {
  const paths = [...new Set(hosts.flatMap(({ files }) => files.map(({ path }) => path)))];
  const names = listedHosts(shownHosts(hosts), hosts.length);
  const have = hosts.length === 1 ? 'has' : 'have';
  if (paths.length === 0) return new CannotCheck(`no task is known to put a file on ${names}`);
  const all = `there ${paths.length === 1 ? 'is' : 'are'} ${listed(paths, MAX_NAMES)}`;
  const candidates = name.includes('/') ? paths : paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  return new CannotCheck(`${names} ${have} no file ${name}${didYouMean(name, candidates, all)}`);
}

/** A test of paths by a full path, the last parts of one, or a glob. */
function matcherOf(name: string): (path: string) => boolean {
  const isEnd = (path: string): boolean => path === name || path.endsWith(`/${name}`) || path.endsWith(` ${name}`);
  if (!/[*?[{]/.test(name)) return isEnd;
  const matches = nameMatcher([name, `**/${name}`]);
  return (path) => isEnd(path) || matches(path);
}

/** `stacklint render`: the files that plays and roles put on hosts. */
import { CannotCheck } from '../cannot-check.ts';
import { didYouMean } from '../model/nearest.ts';
import { listed } from '../model/phrases.ts';
import { openStacks } from '../open.ts';
import type { OpenedStack } from '../open.ts';
import { fileList } from '../render/file-list.ts';
import { fileTexts } from '../render/file-texts.ts';
import { shownPlace } from '../render/places.ts';
import { renderJson } from '../render/render-report.ts';
import type { HostFiles } from '../render/render-report.ts';
import { ShownFiles } from '../render/shown-files.ts';
import { listedHosts, MAX_NAMES, printable } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import type { Given } from './arguments.ts';
import { checkTarget } from './check-target.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { configurationFor } from './find-configuration.ts';
import { nameMatcher } from '../globs.ts';
import { hostsOf, unknownHost } from './named-hosts.ts';
import { reportsAsked, TEXT_OR_JSON } from './report-options.ts';
import { brokenFiles, unreadPasswords } from './unread-files.ts';

/** Lists the files of hosts, or shows the texts of those that are named. */
export async function render(given: Given, caller: Caller): Promise<CommandOutcome> {
  const deliver = reportsAsked(given, caller, TEXT_OR_JSON);
  const [name, file] = given.words;
  const target = checkTarget(given, caller, [], configurationFor(given, caller, []));
  const opened = openStacks({ ...target, rendersAll: true, standIns: true });
  const stacks = opened.map((stack) => new ShownFiles(stack));
  const hosts = filesOfHosts(stacks, name);
  const asked = file === undefined ? hosts : filesNamed(file, hosts);
  const stdout = await deliver({
    text: (style) =>
      file === undefined ? fileList(asked, name !== undefined, style) : fileTexts(asked, given.has('origins'), style),
    json: () => renderJson(stacks, asked),
  });
  return { stdout, stderr: notices(opened), exitCode: 0 };
}

/** The files of the hosts that a word selects, or of all. Throws CannotCheck where there is no such host, and where no play has any. */
function filesOfHosts(stacks: readonly ShownFiles[], name: string | undefined): readonly HostFiles[] {
  const opened = stacks.map((shown) => shown.opened);
  const hosts = stacks.flatMap((shown) => hostsOf(shown.opened, name).map((host) => ({ shown, host })));
  if (name !== undefined && hosts.length === 0) {
    const isPath = name.includes('/') ? `; a host comes before a file, as in stacklint render all ${name}` : '';
    throw new CannotCheck(isPath === '' ? unknownHost(name, opened) : `unknown host ${name}${isPath}`);
  }
  const isReached = hosts.some(({ shown, host }) => shown.opened.deployments?.reaches(host) === true);
  if (!isReached)
    throw new CannotCheck(
      withoutPlays(
        opened,
        hosts.map(({ host }) => shownHost(host)),
      ),
    );
  return hosts.map(({ shown, host }) => ({ shown, host, files: shown.of(host) }));
}

function withoutPlays(opened: readonly OpenedStack[], hosts: readonly string[]): string {
  if (opened.every(({ deployments }) => deployments === undefined))
    return 'no plays found, so it is not known what is put on the hosts; name a playbook with --playbook';
  const plays = opened.flatMap(({ inventory }) => inventory.plays.unmatchedNames.map((each) => each.name));
  const others = plays.length === 0 ? '' : `; there are plays for ${listed([...new Set(plays)], MAX_NAMES)}`;
  return `no play of the project has a host of this inventory: ${listed(hosts, MAX_NAMES)}${others}`;
}

/** The files of a name. Throws CannotCheck where no host has one, with the nearest. */
function filesNamed(name: string, hosts: readonly HostFiles[]): readonly HostFiles[] {
  const isMeant = matcherOf(name);
  const found = hosts
    .map((one) => ({ ...one, files: one.files.filter(({ file }) => isMeant(file.path)) }))
    .filter(({ files }) => files.length > 0);
  if (found.length > 0) return found;
  const paths = [...new Set(hosts.flatMap(({ files }) => files.map(({ file }) => file.path)))];
  const names = listedHosts(
    hosts.map(({ host }) => shownHost(host)),
    hosts.length,
  );
  const have = hosts.length === 1 ? 'has' : 'have';
  if (paths.length === 0) throw new CannotCheck(`no task is known to put a file on ${names}`);
  const all = `there ${paths.length === 1 ? 'is' : 'are'} ${listed(paths, MAX_NAMES)}`;
  const candidates = name.includes('/') ? paths : paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  throw new CannotCheck(`${names} ${have} no file ${name}${didYouMean(name, candidates, all)}`);
}

/** A test of paths by a full path, the last parts of one, or a glob. */
function matcherOf(name: string): (path: string) => boolean {
  const isEnd = (path: string): boolean => path === name || path.endsWith(`/${name}`) || path.endsWith(` ${name}`);
  if (!/[*?[{]/.test(name)) return isEnd;
  const matches = nameMatcher([name, `**/${name}`]);
  return (path) => isEnd(path) || matches(path);
}

/** Notices about what is missing from the answer. */
function notices(opened: readonly OpenedStack[]): string {
  const roles = opened.flatMap(({ deployments }) =>
    Array.from(
      deployments?.missingRoles ?? [],
      ([role, place]) =>
        `${shownPlace(place)}: the role ${role} is not here, so what it does is not shown${howToInstall(role)}`,
    ),
  );
  const lines = [...new Set([...brokenFiles(opened), ...roles])].map((notice) => `stacklint: ${printable(notice)}\n`);
  return lines.join('') + unreadPasswords(opened);
}

/** Names of published roles have one dot, those of roles in collections two. */
function howToInstall(role: string): string {
  const dots = role.split('.').length - 1;
  if (dots === 1) return `; ansible-galaxy role install ${role}`;
  return dots === 2 ? `; ansible-galaxy collection install ${role.slice(0, role.lastIndexOf('.'))}` : '';
}

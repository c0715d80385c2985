/** Groups and hosts in a hover: what is in them, and what they are in. */
import type { Group, Host } from '../ansible/index.ts';
import { counted, listed } from '../model/phrases.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { MAX_NAMES } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import { code, linkTo, plain } from './markdown.ts';
import type { Snapshot } from './snapshot.ts';

/** Describes a group: its hosts, the groups around and in it, what its hosts are in the stack. */
export function groupParagraphs(snapshot: Snapshot, opened: OpenedStack, group: Group): readonly string[] {
  const { inventory } = opened;
  const members = inventory.members(group);
  const files = inventory.filesOf(group).map((document) => linkTo(snapshot, { file: document.file, start: 0, end: 0 }));
  const names = (groups: readonly Group[]): string =>
    plain(
      listed(
        groups.map(({ name }) => name),
        MAX_NAMES,
      ),
    );
  const parents = group.parents.filter(({ name }) => name !== 'all');
  return [
    members.length === 0
      ? 'No hosts.'
      : `${counted(members.length, 'host')}: ${plain(listed(members.map(shownHost), MAX_NAMES))}.`,
    [
      ...(parents.length > 0 ? [`Part of ${names(parents)}.`] : []),
      ...(group.children.length > 0 ? [`Has the groups ${names(group.children)}.`] : []),
      ...memberships(opened, members),
      ...(files.length > 0 ? [`Variables in ${listed(files, MAX_NAMES)}.`] : []),
    ].join('  \n'),
  ].filter((text) => text !== '');
}

/** Describes the host or hosts that one name means. */
export function hostParagraphs(snapshot: Snapshot, opened: OpenedStack, hosts: readonly Host[]): readonly string[] {
  const [first] = hosts;
  if (first === undefined) return [];
  const { inventory, deployments } = opened;
  const groups = new Set(hosts.flatMap((host) => inventory.groupsOf(host)));
  const names = [...groups].map(({ name }) => name).filter((name) => name !== 'all');
  const files = [...new Set(hosts.flatMap((host) => inventory.filesOf(host)))];
  const links = files.map((document) => linkTo(snapshot, { file: document.file, start: 0, end: 0 }));
  const rendered = deployments?.filesOf(first).map(({ path }) => code(path)) ?? [];
  return [
    [
      ...(hosts.length > 1 ? [`${plain(listed(hosts.map(shownHost), MAX_NAMES))}.`] : []),
      ...(names.length > 0
        ? [`In ${names.length === 1 ? 'the group' : 'the groups'} ${plain(listed(names, MAX_GROUPS))}.`]
        : []),
      ...memberships(opened, hosts),
      ...(links.length > 0 ? [`Variables of its own in ${listed(links, MAX_NAMES)}.`] : []),
      ...(rendered.length > 0
        ? [`Gets ${listed(rendered, MAX_NAMES)}; ${code(`stacklint render ${shownHost(first)}`)} shows them.`]
        : []),
    ].join('  \n'),
  ];
}

const MAX_GROUPS = 8;

/** The clusters that hosts are members of, and the roles of their nodes. */
function memberships({ stack }: OpenedStack, hosts: readonly Host[]): readonly string[] {
  const names = new Set(hosts.map(shownHost));
  const says: string[] = [];
  for (const { label, nodes } of stack.clusters) {
    const own = nodes.filter(({ host }) => names.has(host));
    if (own.length === 0) continue;
    const roles = new Map<string, number>();
    for (const { roles: setting, product } of own) {
      const text =
        setting.state === 'known'
          ? setting.value.join(', ') || 'none (coordinating)'
          : setting.state === 'unset'
            ? `all of ${product.name}`
            : 'unknown';
      roles.set(text, (roles.get(text) ?? 0) + 1);
    }
    const what = Array.from(roles, ([text, count]) => (roles.size === 1 ? text : `${text} (${String(count)})`));
    const count = own.length === 1 ? 'A node' : `${String(own.length)} nodes`;
    says.push(
      `${count} of the cluster ${plain(label)}, which has ${String(nodes.length)}; roles: ${plain(what.join('; '))}.`,
    );
  }
  for (const { name, instances } of stack.dashboards) {
    const own = instances.filter(({ host }) => names.has(host)).length;
    if (own > 0) says.push(`${counted(own, `${plain(name)} instance`)} of ${String(instances.length)}.`);
  }
  const pipelines = stack.pipelines.filter(({ host }) => names.has(host)).length;
  if (pipelines > 0) says.push(`${counted(pipelines, 'pipeline node')} of ${String(stack.pipelines.length)}.`);
  return says;
}

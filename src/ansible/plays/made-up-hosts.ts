/** Makes up hosts for plays that no inventory was found for: one for each group that they name, or for each role. */
import { basename, dirname, extname, join } from 'node:path';
import { makeMapping, Scalar, Sequence } from '../../source/tree.ts';
import type { Range } from '../../source/tree.ts';
import { LOCALHOSTS } from '../graph/implicit-localhost.ts';
import { splitPattern } from '../patterns/host-selection.ts';
import type { MadeUpHost } from '../sources/source-graph.ts';
import { playAt } from '../playbook/play.ts';
import type { PlayFiles } from './play-files.ts';
import { hostPattern } from './playbooks.ts';
import type { Play } from './playbooks.ts';

/** A part of a pattern that is the name of a group or host; a position in a group names it, too. */
const NAME = /^([\w.-]+)(?:\[[^\]]*\])?$/;
const EVERYTHING: ReadonlySet<string> = new Set(['all', '*', 'ungrouped']);

/** The plays of a project, and what reads its files. */
interface Played {
  readonly playbooks: readonly Play[];
  readonly files: PlayFiles;
}

/**
 * One host for each group that plays name, in that group and those which the play intersects it with. A play for all
 * hosts is also one for the groups that have files of variables beside it; only if nothing is named at all, one host
 * represents all. A name that has a file of host_vars beside a playbook is that of a host.
 */
export function madeUpHosts({ playbooks: plays, files }: Played): readonly MadeUpHost[] {
  const hosts = new Map<string, MadeUpHost>();
  const add = (name: string, others: readonly string[], at: MadeUpHost['at'], folder: string): void => {
    const isHost = ownersIn(join(folder, 'host_vars'), files).includes(name);
    const own = isHost ? name : `made-up-${[name, ...others].join('-')}`;
    const standsFor = isHost ? undefined : ({ kind: 'group', name } as const);
    const groups = isHost ? others : [name, ...others];
    if (!hosts.has(own)) hosts.set(own, { name: own, standsFor, groups, at });
  };
  for (const play of plays) {
    const at = { document: play.document, ...rangeOfHosts(play) };
    if (play.aroundRole !== undefined) {
      const name = nameAround(play.aroundRole);
      hosts.set(name, { name, standsFor: { kind: 'role', name: play.aroundRole }, groups: [], at });
      continue;
    }
    const parts = splitPattern(hostPattern(play) ?? '');
    const others = parts.flatMap((part) => (part.startsWith('&') ? nameIn(part.slice(1)) : []));
    for (const name of parts.flatMap(nameIn)) if (!EVERYTHING.has(name)) add(name, others, at, play.folder);
    if (parts.some((part) => EVERYTHING.has(part)))
      for (const name of ownersIn(join(play.folder, 'group_vars'), files))
        if (!EVERYTHING.has(name)) add(name, others, at, play.folder);
  }
  return hosts.size > 0 ? [...hosts.values()] : plays.flatMap(hostOfAll).slice(0, 1);
}

function hostOfAll(play: Play): readonly MadeUpHost[] {
  const isForAll = splitPattern(hostPattern(play) ?? '').some((part) => EVERYTHING.has(part));
  const at = { document: play.document, ...rangeOfHosts(play) };
  return isForAll ? [{ name: 'made-up-host', standsFor: { kind: 'group', name: 'all' }, groups: [], at }] : [];
}

/** The name that a part of a pattern includes; none for a glob, an exclusion and the local machine. */
function nameIn(part: string): readonly string[] {
  const [, name] = NAME.exec(part) ?? [];
  return name === undefined || LOCALHOSTS.includes(name) ? [] : [name];
}

/** The groups or hosts that have files in a folder of variables. */
function ownersIn(folder: string, files: PlayFiles): readonly string[] {
  const names = files.below(folder).map((path) =>
    path
      .slice(folder.length + 1)
      .split('/', 1)
      .join(),
  );
  return [...new Set(names.map((name) => basename(name, extname(name))))];
}

function rangeOfHosts({ hosts, node }: Play): Range {
  const { start, end } = hosts?.value ?? node;
  return { start, end };
}

/**
 * The plays of a project that has roles and no playbook: one for each role, on a host of its own. Roles within the
 * folders of other roles do not count; if the project itself is a role, it is the only one.
 */
export function playsAroundRoles(roles: Iterable<string>, root: string, files: PlayFiles): readonly Play[] {
  const own = [...roles].filter((role) => role === root || dirname(role) === join(root, 'roles'));
  const meant = own.includes(root) ? [root] : own;
  return meant.flatMap((role, number) => {
    const path = [...files.below(join(role, 'tasks'))].find((each) => /[/\\]main\.[a-z]+$/.test(each));
    const document = path === undefined ? undefined : files.document(path);
    if (path === undefined || document === undefined) return [];
    const name = basename(role);
    const node = makeMapping(
      { start: 0, end: 0 },
      { hosts: word(nameAround(name)), roles: new Sequence(0, 0, [word(role)]) },
    );
    const where = { ...playAt(node), document, place: document.fileAndLine(0), path, folder: root, run: path, number };
    return [{ ...where, aroundRole: name, collections: [], imported: [], own: true, refused: false }];
  });
}

function nameAround(role: string): string {
  return `made-up-${role}`;
}

function word(text: string): Scalar {
  return new Scalar(0, 0, 'str', text);
}

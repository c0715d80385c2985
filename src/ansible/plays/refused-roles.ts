/** Roles at which Ansible stops: it finds none of the name, or cannot read their variables. */
import { join } from 'node:path';
import { isBelow } from '../../paths.ts';
import { fault } from '../../troubles/fault.ts';
import { listOf, textOf } from './nodes.ts';
import type { PlayFiles } from './play-files.ts';
import type { Play } from './playbooks.ts';
import { isSurelyPlaybook } from './refused-plays.ts';
import type { RefusedPlays } from './refused-plays.ts';
import type { Roles } from './roles.ts';
import { isStatic } from './role-applications.ts';
import type { PlayReading } from './role-applications.ts';

interface RolesOfProject {
  readonly all: Roles;
  /** `roles_path`. */
  readonly paths: readonly string[];
  readonly root: string;
  /** Tells whether something may fetch roles before a run. */
  readonly areFetched: () => boolean;
}

/**
 * Adds the roles of plays that Ansible cannot find.
 *
 * Without a `roles_path` it looks in folders of the machine, too, one of its folders that is not there may be what roles
 * are fetched into, and a role with a dot may be a collection's: it is not known then.
 */
export function addMissingRoles(
  plays: readonly Play[],
  files: PlayFiles,
  { all, paths, root, areFetched }: RolesOfProject,
  refused: RefusedPlays,
): void {
  if (paths.length === 0 || !paths.every((path) => isBelow(path, root))) return;
  if (paths.length > 1 && !paths.every((path) => files.isFolder(path))) return;
  for (const play of plays) {
    const { own, document, node, folder, path: playbook, run, collections } = play;
    if (!own || collections.length > 0 || !isSurelyPlaybook(document, files.within(playbook))) continue;
    for (const item of listOf(node.get('roles')?.value)) {
      const entry = item.kind === 'mapping' ? (item.get('role') ?? item.get('name'))?.value : item;
      const name = textOf(entry);
      if (entry === undefined || name === undefined || !/^\w[\w-]*$/.test(name)) continue;
      const folders = [...new Set([join(folder, 'roles'), ...paths, folder])];
      if (all.find(name, play) !== undefined || folders.some((path) => files.holds(path, name)) || areFetched())
        continue;
      const shown = folders.slice(0, -1).map((path) => files.documents.shown(path));
      const data = { role: name, folders: shown.join(' or '), expected: 'an existing role' };
      const known = folders.slice(0, -1).flatMap((path) => files.foldersIn(path));
      refused.add(document, entry, fault('play/unknown-role', data), run, { unknown: { name, known } });
    }
  }
}

/** Adds the files that Ansible stops at before the first play: it reads `roles`, what these depend on, and imports then. */
export function addBrokenRoles(readings: Iterable<PlayReading>, files: PlayFiles, refused: RefusedPlays): void {
  for (const { play, applications } of readings) {
    const { own, document, path, run } = play;
    if (!own || !isSurelyPlaybook(document, files.within(path))) continue;
    for (const application of applications.filter(isStatic))
      for (const folder of ['vars', 'defaults'] as const) {
        const layers = application.role?.layers(folder, application.use.from[folder]) ?? [];
        for (const layer of layers)
          if (layer.document !== undefined && layer.unread?.reason === 'unreadable')
            refused.addRole(layer.document, run);
      }
  }
}

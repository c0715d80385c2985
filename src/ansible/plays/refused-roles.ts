/** Roles that Ansible stops at: it finds no role of the name, or cannot read one of its files. */
import type { PlayFiles } from './play-files.ts';
import { isSurelyPlaybook } from './refused-plays.ts';
import type { RefusedPlays } from './refused-plays.ts';
import type { Roles } from './roles.ts';
import { isStatic } from './role-applications.ts';
import type { PlayReading, RoleApplication } from './role-applications.ts';

/** Notes the playbooks that Ansible refuses because it surely finds no role of a name. */
export function stopAtMissingRoles(
  readings: Iterable<PlayReading>,
  files: PlayFiles,
  roles: Roles,
  refused: RefusedPlays,
): void {
  for (const { play, applications } of readings) {
    if (!play.own || !isSurelyPlaybook(play.document, files.within(play.path))) continue;
    const isMissing = ({ role, use }: RoleApplication): boolean =>
      role === undefined && roles.foldersWithout(use.name, play) !== undefined;
    if (applications.some((one) => one.chain.length === 0 && isStatic(one) && isMissing(one))) refused.stop(play.run);
  }
}

/**
 * Adds the files that Ansible stops at before the first play: it then reads `roles`, their dependencies, and imports.
 */
export function addBrokenRoles(readings: Iterable<PlayReading>, files: PlayFiles, refused: RefusedPlays): void {
  for (const { play, applications, broken } of readings) {
    const { own, document, path, run } = play;
    if (!own || !isSurelyPlaybook(document, files.within(path))) continue;
    const loaded = applications.filter(isStatic);
    const metas = loaded.flatMap(({ role }) => role?.meta ?? []);
    for (const file of [...broken, ...metas, ...loaded.flatMap(({ tasks }) => tasks.broken)])
      refused.addTasks(file, run);
    for (const application of loaded)
      for (const folder of ['vars', 'defaults'] as const) {
        const layers = application.role?.layers(folder, application.use.from[folder]) ?? [];
        for (const layer of layers)
          if (layer.document !== undefined && layer.unread?.reason === 'unreadable')
            refused.addRole(layer.document, run);
      }
  }
}

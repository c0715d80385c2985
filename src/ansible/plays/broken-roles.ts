/** Roles whose variables Ansible cannot read. */
import { isStatic } from './applications.ts';
import type { PlayReading } from './applications.ts';
import type { PlayFiles } from './play-files.ts';
import { isSurelyPlaybook } from './refused-plays.ts';
import type { RefusedPlays } from './refused-plays.ts';

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

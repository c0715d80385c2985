/** Groups that tasks put hosts into: their variables come with them. */
import { join, relative } from 'node:path';
import type { Doubt, SourcedInventory } from '../entities.ts';
import { isTemplate } from '../template/is-template.ts';
import { Doubts } from './doubts.ts';
import { patternOf } from './nodes.ts';
import type { PlayFiles } from './play-files.ts';

/** A group that a task may name; a template stands for all that it may become. */
export interface MadeGroup {
  readonly name: string;
  readonly doubt: Doubt;
}

/**
 * What such groups may set: in their files of group_vars, and where the inventory has the group, there.
 *
 * A template makes groups of its own (`os_{{ ansible_distribution }}`): nobody expects it to name one of the inventory's.
 */
export function doubtsAboutGroups(
  made: readonly MadeGroup[],
  files: PlayFiles,
  { groups, bases }: SourcedInventory,
): Doubts {
  const doubts = new Doubts();
  const folders = [...new Set([...bases.sources, ...bases.playbooks])].map((base) => join(base, 'group_vars'));
  for (const { name, doubt } of made) {
    for (const variable of groups.get(name)?.variables.keys() ?? []) doubts.add(variable, doubt);
    const pattern = isTemplate(name) ? patternOf(name) : undefined;
    const isMeant = (group: string): boolean =>
      pattern === undefined ? group === name : !groups.has(group) && pattern.test(group);
    for (const folder of folders)
      for (const path of files.below(folder))
        if (isMeant(groupOf(relative(folder, path)))) doubts.addLayer(files.layer(path, 'group_vars'), doubt);
  }
  return doubts;
}

/** The group that a file below group_vars is of: `web.yml`, `web/main.yml`. */
function groupOf(path: string): string {
  return path.replace(/[/\\].*$|\.(?:ya?ml|json)$/s, '');
}

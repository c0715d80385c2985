/** Groups that tasks of plays may put hosts into: the tasks, and the variables that come with the groups. */
import { join, relative } from 'node:path';
import type { GroupingTask, SourcedInventory } from '../inventory/entities.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { groupingOfUnreadable, mayName } from './grouping-tasks.ts';
import { unknownAsMaybeSetAt, PossibleAssignments } from './possible-assignments.ts';
import type { PlayFiles } from './play-files.ts';
import type { PlayReading } from './role-applications.ts';
import { isUnparsable } from './unreadable-playbooks.ts';
import type { Role } from './roles.ts';

/** A text that may hold a task of this kind. */
const GROUPING = /\b(?:add_host|group_by)\b/;

/**
 * The variables that hosts may get from groups that tasks with `group_by` put them into: from the files of group_vars
 * and, if the inventory has the group, from the inventory.
 *
 * A template makes groups of its own (`os_{{ ansible_distribution }}`): it is not expected to name one of the
 * inventory's.
 */
export function possibleGroupVariables(
  groupings: readonly GroupingTask[],
  files: PlayFiles,
  { groups, bases }: SourcedInventory,
): PossibleAssignments {
  const possible = new PossibleAssignments();
  const folders = [...new Set([...bases.sources, ...bases.playbooks])].map((base) => join(base, 'group_vars'));
  for (const { action, groups: names, document, ...range } of groupings) {
    if (action !== 'group_by') continue;
    const unknown = unknownAsMaybeSetAt(document, range, action);
    for (const name of names) {
      for (const variable of groups.get(name)?.variables.keys() ?? []) possible.add(variable, unknown);
      const isMeant = (group: string): boolean =>
        (isTemplate(name) ? !groups.has(group) : true) && mayName([name], group);
      for (const folder of folders)
        for (const path of files.below(folder)) {
          const owner = groupOf(relative(folder, path));
          if (isMeant(owner)) possible.addLayer(files.layer(path, { kind: 'group_vars', owner }), unknown);
        }
    }
  }
  return possible;
}

/** The group that a file below group_vars belongs to: `web.yml`, `web/main.yml`. */
function groupOf(path: string): string {
  return path.replace(/[/\\].*$|\.(?:ya?ml|json)$/s, '');
}

/**
 * The tasks of plays that put hosts into groups, in their roles, too, or in a text that cannot be read. If a template
 * names a role, or there is no play to name one, any role of the project may be meant: `roles`.
 */
export function groupingsOf(plays: readonly PlayReading[], roles: readonly Role[]): readonly GroupingTask[] {
  const isOpen = plays.length === 0 || plays.some((play) => play.isOpen);
  return [
    ...plays.flatMap(({ groupings }) => groupings),
    ...plays
      .map(({ play: { document } }) => document)
      .filter((document) => isUnparsable(document) && GROUPING.test(document.text))
      .map(groupingOfUnreadable),
    ...(isOpen ? roles.flatMap((role) => role.tasks(role.path).groupings) : []),
  ];
}

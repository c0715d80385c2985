/** Tasks that put hosts into groups: where there are some, no play's hosts are settled by what the inventory says. */
import type { Grouping } from '../entities.ts';
import type { PlayReading } from './applications.ts';
import { isBroken } from './broken-playbooks.ts';
import { anyGrouping } from './made-groups.ts';
import type { Role } from './roles.ts';

const GROUPING = /\b(?:add_host|group_by)\b/;

/**
 * The tasks of plays that put hosts into groups, be they in a role of theirs, or in a text that nobody can read. Where a
 * template names a role, or there is no play to name one, any of the project's may be meant: `roles`.
 */
export function groupingsOf(plays: readonly PlayReading[], roles: readonly Role[]): readonly Grouping[] {
  const isOpen = plays.length === 0 || plays.some((play) => play.isOpen);
  return [
    ...plays.flatMap(({ groupings }) => groupings),
    ...plays
      .map(({ play: { document } }) => document)
      .filter((document) => isBroken(document) && GROUPING.test(document.text))
      .map(anyGrouping),
    ...(isOpen ? roles.flatMap((role) => role.tasks(role.path).groupings) : []),
  ];
}

/** Tasks that put hosts into groups: where there are some, no play's hosts are settled by what the inventory says. */
import type { PlayReading } from './applications.ts';
import { isBroken } from './broken-playbooks.ts';
import type { Role } from './roles.ts';

const GROUPING = /\b(?:add_host|group_by)\b/;

/**
 * Whether a task of the plays puts hosts into groups, be it in a role of theirs, or in a text that nobody can read. Where a
 * template names a role, any of the project's may be meant: `roles`.
 */
export function mayRegroup(plays: readonly PlayReading[], roles: readonly Role[]): boolean {
  if (plays.some(({ regroups }) => regroups)) return true;
  if (plays.some(({ play: { document } }) => isBroken(document) && GROUPING.test(document.text))) return true;
  return plays.some(({ isOpen }) => isOpen) && roles.some((role) => role.tasks(role.path).regroups);
}

/** Which files that nobody can see into leave a variable open. */
import type { Hiding, HostVariables } from '../entities.ts';

/**
 * The first document that makes a variable of a host unknown, if any does.
 *
 * A broken file hides all that it overrides. A vaulted one hides only what nothing else sets (`isSet` false): whoever
 * vaults a file seldom repeats its names in plain text.
 */
export function hidingOf(variables: HostVariables, name: string, isSet: boolean): Hiding | undefined {
  return variables.obscuredBy(name).find(({ reason }) => reason !== 'vault' || !isSet);
}

/** `may be set in group_vars/all/vault.yml, which is vaulted, …`: words that fit after the name of the variable. */
export function whyHidden({ document, reason, plugin }: Hiding): string {
  if (plugin !== undefined) return `may be set by the vars plugin ${plugin} (${document.file}), which is not run`;
  return `may be set in ${document.file}, which ${WHY[reason]}`;
}

const WHY: Readonly<Record<Hiding['reason'], string>> = {
  vault: 'is vaulted, and no password that opens it was given',
  unreadable: 'cannot be read',
  'dynamic-inventory': 'leaves the variables of its hosts open',
};

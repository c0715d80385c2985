/** Variable files that exist but cannot be seen into: what they could have set is not known, and never guessed. */
import type { HostVariables } from '../ansible/entities.ts';
import type { Origin, Reason } from '../model/setting.ts';
import type { Document } from '../source/document.ts';

/** Why a value of a host is not known. */
export interface Veil {
  readonly reason: Reason;
  readonly origin: Origin;
  /** A sentence without its full stop. */
  readonly message: string;
}

/**
 * What hides the value of one of some variables from a host, if anything does.
 *
 * A broken file hides all that it overrides. A vaulted one hides only what nothing else sets (`isSet` false): whoever
 * vaults a file seldom repeats its names in plain text.
 */
export function veilOver(
  variables: HostVariables,
  names: readonly { readonly variable: string; readonly label: string }[],
  isSet: boolean,
): Veil | undefined {
  for (const { variable, label } of names)
    for (const document of variables.obscuredBy(variable)) {
      const vaulted = isVaultFile(document);
      if (!vaulted || !isSet) return veil(document, label, vaulted);
    }
  return undefined;
}

function isVaultFile(document: Document): boolean {
  return document.text.startsWith('$ANSIBLE_VAULT');
}

function veil(document: Document, label: string, vaulted: boolean): Veil {
  const start = document.problem?.start ?? 0;
  const why = vaulted ? 'is vaulted, and no password was given' : 'cannot be read';
  return {
    reason: vaulted ? 'vault' : 'unreadable',
    origin: { file: document.file, start, end: document.problem?.end ?? start, level: document.file },
    message: `${label} may be set in ${document.file}, which ${why}`,
  };
}

/** Variable files that exist but cannot be seen into: what they could have set is not known, and never guessed. */
import type { Hiding, HostVariables } from '../ansible/entities.ts';
import { hidingOf, whyHidden } from '../ansible/variables/hiding.ts';
import type { Origin, Reason } from '../model/setting.ts';

/** Why a value of a host is not known. */
interface Veil {
  readonly reason: Reason;
  readonly origin: Origin;
  /** A sentence without its full stop. */
  readonly message: string;
}

/** What hides the value of one of some variables from a host, if anything does. */
export function veilOver(
  variables: HostVariables,
  names: readonly { readonly variable: string; readonly label: string }[],
  isSet: boolean,
): Veil | undefined {
  for (const { variable, label } of names) {
    const hiding = hidingOf(variables, variable, isSet);
    if (hiding !== undefined) return veil(hiding, label);
  }
  return undefined;
}

function veil(hiding: Hiding, label: string): Veil {
  const { document, reason } = hiding;
  const start = document.problem?.start ?? 0;
  return {
    reason,
    origin: { file: document.file, start, end: document.problem?.end ?? start },
    message: `${label} ${whyHidden(hiding)}`,
  };
}

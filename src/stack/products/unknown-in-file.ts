/** The reasons why values in files that plays put on hosts are not known, in words. */
import type { Unknown } from '../../model/setting.ts';
import type { SettingCause } from '../rendered/reading.ts';
import { dependsOnFact } from '../values.ts';
import { whatDecides } from '../what-decides.ts';

/** Says why a value in a file is not known; `own`: the product's name for the setting. */
export function unknownInFile(
  own: string,
  { reason, clause, message, name, shared }: SettingCause,
): Pick<Unknown, 'reason' | 'message' | 'shared' | 'decidedBy'> {
  // Messages of errors quote values, which may be secrets.
  if (reason === 'error')
    return { reason, message: `${own} is not known: its template fails`, shared: 'a template fails' };
  const decidedBy = whatDecides(reason, name);
  if (name === undefined || clause === undefined)
    return { reason, message: `${own} is not known: ${message}`, shared: message, decidedBy };
  const depends = reason === 'fact' ? dependsOnFact(name) : `depends on ${name}, which ${clause}`;
  return { reason, message: `${own} ${depends}`, shared: shared ?? `${name} ${clause}`, decidedBy };
}

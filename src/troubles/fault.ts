/** A fault: what reading or resolving found wrong, as a code and values. The catalogue has the words. */
import type { Fault, TroubleCode, TroubleData } from './catalogue.ts';

export type { Fault } from './catalogue.ts';

/** The exit code of Ansible if a fault ends a run. */
export type FatalCode = 1 | 4 | 5 | 250;

/** Makes a fault; the values are those that its sentence names. */
export function fault<C extends TroubleCode>(
  code: C,
  ...[data]: keyof TroubleData<C> extends never ? [] : [data: TroubleData<C>]
): Fault {
  return { code, data: data ?? {} };
}

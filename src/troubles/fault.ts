/** A fault: what reading or resolving found wrong, as a code and values. The catalogue has the words. */
import type { Fault, TroubleCode, TroubleData } from './catalogue.ts';

export type { Fault } from './catalogue.ts';

/** Makes a fault; the values are those that its sentence names. */
export function fault<C extends TroubleCode>(
  code: C,
  ...[data]: keyof TroubleData<C> extends never ? [] : [data: TroubleData<C>]
): Fault {
  return { code, data: data ?? {} };
}

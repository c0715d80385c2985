/** A fault: what reading or resolving found wrong, as a code and values. The catalogue, which loads late, has the words. */
import type { GivenUp, TroubleCode, TroubleData } from './catalogue.ts';

/** Something that is wrong, without its place. */
export interface Fault {
  readonly code: TroubleCode;
  readonly data: Readonly<Record<string, string | number>>;
  /** The thing that Ansible, or a product, gives up because of it. */
  readonly refuses?: GivenUp;
}

/** Makes a fault; the values are those that its sentence names. */
export function fault<C extends TroubleCode>(
  code: C,
  ...[data]: keyof TroubleData<C> extends never ? [] : [data: TroubleData<C>]
): Fault {
  return { code, data: data ?? {} };
}

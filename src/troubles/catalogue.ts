/** Everything that reading and resolving can find wrong has a code; the catalogue has the sentence of each. */
import { YAML } from './yaml.ts';

/** The text of one code. */
export interface Entry {
  /**
   * One sentence without its full stop: what is wrong, then what was expected. `{{name}}` is replaced by that value of
   * the trouble's data.
   */
  readonly says: string;
  /** Further sentences for `stacklint explain CODE`: why Ansible refuses it, and what to do. */
  readonly more: string;
}

/** The entries of one area by their codes, `area/what-is-wrong`. */
export type Area = Readonly<Record<string, Entry>>;

export const CATALOGUE = { ...YAML } as const satisfies Area;

export type TroubleCode = keyof typeof CATALOGUE;

/** The names in a sentence. */
type NamesIn<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that the sentence of a code names. */
export type TroubleData<C extends TroubleCode> = Readonly<
  Record<NamesIn<(typeof CATALOGUE)[C]['says']>, string | number>
>;

/** Something that is wrong, without its place. */
export interface Fault {
  readonly code: TroubleCode;
  readonly data: Readonly<Record<string, string | number>>;
}

/** Makes a fault; the values are those that its sentence names. */
export function fault<C extends TroubleCode>(
  code: C,
  ...[data]: keyof TroubleData<C> extends never ? [] : [data: TroubleData<C>]
): Fault {
  return { code, data: data ?? {} };
}

/** The sentence of a fault, without its full stop. */
export function sentenceOf({ code, data }: Fault): string {
  return CATALOGUE[code].says.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''));
}

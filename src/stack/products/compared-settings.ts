/** Two sources of the settings of a host or node, compared by what their values mean. */
import { posix } from 'node:path';
import type { Given, Known, Setting } from '../../model/setting.ts';
import { byteCount, millisecondCount, readWatermark } from '../../model/units.ts';
import type { Duration, ValueType, Watermark } from '../../model/units.ts';
import { haveSameSecrets, isListOfSecrets, isSecret } from '../secrecy/secret.ts';

/** A setting that two sources give. The outcome is unknown if one value is not known, or cannot be read. */
export type ComparedSetting<Name extends string = string> = { readonly name: Name } & (
  | { readonly outcome: 'same' | 'different'; readonly one: Known<unknown>; readonly other: Known<unknown> }
  | { readonly outcome: 'unknown'; readonly one: Given<unknown>; readonly other: Given<unknown> }
);

/** The settings of a source by their names; undefined if it does not give one. */
type Source<Name> = (name: Name) => Setting<unknown> | undefined;

/**
 * Compares the settings that two sources give; one that either leaves to its product, or to the role, is not compared.
 * Secrets are, as far as they can be.
 */
export function comparedSettings<Name extends string>(
  names: Iterable<Name>,
  one: Source<Name>,
  other: Source<Name>,
  isSame: (one: unknown, other: unknown, name: Name) => boolean | undefined,
): readonly ComparedSetting<Name>[] {
  return Array.from(names, (name): ComparedSetting<Name> | readonly [] => {
    const [left, right] = [one(name), other(name)];
    if (left === undefined || right === undefined || !isGiven(left) || !isGiven(right)) return [];
    if (left.state === 'known' && right.state === 'known') {
      const same = isSame(left.value, right.value, name);
      if (same !== undefined) return { name, outcome: same ? 'same' : 'different', one: left, other: right };
    }
    return { name, outcome: 'unknown', one: left, other: right };
  }).flat();
}

function isGiven(setting: Setting<unknown>): setting is Given<unknown> {
  return setting.state !== 'unset' && !(setting.state === 'known' && setting.byDefault === true);
}

/**
 * Tells whether two values of a setting mean the same to its product: the order of lists does not matter, nor does the
 * unit of a size. If the type is not known, they are the same if they are so for any type.
 *
 * Undefined where that cannot be told: one of two secrets is encrypted, or a node replaces `_local_` or `${HOSTNAME}` by
 * what the other may be.
 */
export function isSameValue(one: unknown, other: unknown, type: ValueType | undefined): boolean | undefined {
  if (isSecret(one) || isSecret(other)) return isSecret(one) && isSecret(other) ? one.same(other) : undefined;
  if (isListOfSecrets(one)) return Array.isArray(other) ? haveSameSecrets(one, other.filter(isSecret)) : undefined;
  if (isListOfSecrets(other)) return isSameValue(other, one, type);
  const meanings = new Set(meaningsOf(one, type));
  if (meaningsOf(other, type).some((meaning) => meanings.has(meaning))) return true;
  return [one, other].some((value) => textsOf(value).some((text) => REPLACED.test(text))) ? undefined : false;
}

/** What a node replaces when it starts: `_site_` and `_eth0:ipv4_` by its addresses, `${HOSTNAME}` by a variable. */
const REPLACED = /^_[\w.:-]+_$|\$\{[^}]+\}/;

/** The words in place of a secret. */
export const NOT_SHOWN = 'a value that is not shown';

/** A value as it is shown, or written out by a person. */
export function shownValue(value: unknown): string {
  if (isSecret(value) || isListOfSecrets(value)) return NOT_SHOWN;
  if (Array.isArray(value)) return `[${value.map(String).sort().join(', ')}]`;
  if (typeof value === 'object' && value !== null && 'text' in value) return String(value.text);
  if (value === Infinity) return 'unlimited';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A size of the heap in GB, as an option of the JVM has it. */
export function shownHeap(gigabytes: unknown): string {
  const size = Number(gigabytes);
  return Number.isInteger(size) ? `${String(size)}g` : `${String(Math.round(size * 1024))}m`;
}

/** What a value may mean: one thing if its type is known. */
function meaningsOf(value: unknown, type: ValueType | undefined): readonly string[] {
  if (type === undefined) return [...new Set(meaningsOfAny(value))];
  if (type === 'list' || type === 'paths') return [meaningOfList(textsOf(value))];
  if (type === 'watermark') {
    const { kind, amount } = value as Watermark;
    return [`${kind} ${String(amount)}`];
  }
  if (type === 'duration') return [String((value as Duration).milliseconds)];
  return [type === 'size' ? String(byteCount(String(value)) ?? value) : pathAlone(String(value))];
}

/** What a value may mean to a setting of any type. */
function meaningsOfAny(value: unknown): readonly string[] {
  const list = meaningOfList(textsOf(value));
  if (Array.isArray(value)) return [list];
  const text = String(value).trim();
  const share = readWatermark(text);
  const [bytes, time] = [byteCount(/^\d+$/.test(text) ? `${text}b` : text), millisecondCount(text)];
  return [
    list,
    ...(WORDS.has(text.toLowerCase()) ? [`truth ${String(WORDS.get(text.toLowerCase()))}`] : []),
    ...(text !== '' && Number.isFinite(Number(text)) ? [`number ${String(Number(text))}`] : []),
    ...('value' in share && share.value.kind === 'share' ? [`share ${String(share.value.amount)}`] : []),
    ...(bytes === undefined ? [] : [`size ${String(bytes)}`]),
    ...(time === undefined ? [] : [`time ${String(time)}`]),
  ];
}

/** Words of a product, or of YAML, that mean a truth value. */
const WORDS: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ true: true, yes: true, on: true, false: false, no: false, off: false }),
);

/** A list, or a text with commas between its items: products read both for either. */
function textsOf(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value.map(String) : String(value).split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

function meaningOfList(items: readonly string[]): string {
  return JSON.stringify([...new Set(items.map(pathAlone))].sort());
}

/** A path without what means nothing in it: `/srv//data/` is `/srv/data`. Other texts stay as they are. */
function pathAlone(text: string): string {
  if (!text.startsWith('/')) return text;
  const normal = posix.normalize(text);
  return normal.length > 1 ? normal.replace(/\/$/, '') : normal;
}

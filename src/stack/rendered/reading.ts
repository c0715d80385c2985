/**
 * Readings: the settings that files give a product, by the product's own names.
 *
 * A reader tells what one text sets, in order. A text with choices is several texts, and a product has several files.
 * Both kinds of readings are combined here: what all alternatives agree on is known, and what comes later counts.
 */
import type { Location } from '../../source/document.ts';
import type { HolePart, RenderedText } from '../../ansible/index.ts';
import type { Fault } from '../../troubles/fault.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { Cause } from '../../troubles/cause.ts';
import { someScalar } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { NO_STEPS, sourceOfValue, textOfValue } from './value-source.ts';
import type { Source } from './value-source.ts';
import { worldsOfSection } from './world.ts';
import type { Picks, Piece, Section, World } from './world.ts';

/** The cause for which a product's setting is not known. */
export interface SettingCause extends Cause, Pick<HolePart, 'isPackaged'> {
  /** The place of the hole, or of what decides; undefined if no file exists that has one. */
  readonly place?: Location | undefined;
  /** True if a reference in the value alone is to blame: the rest of it is known. */
  readonly isReference?: boolean;
}

export interface KnownValue {
  readonly state: 'known';
  readonly value: Node;
  /** Where the value comes from, or an item of it. */
  sourceOf(part?: Node): Source;
  /** The text of it, or of an item, in the parts that it is made of. */
  textOf(part?: Node): RenderedText;
}

export interface UnknownValue {
  readonly state: 'unknown';
  readonly why: SettingCause;
  /** The part of it that is known: a value with `HOLE` in place of what is not. */
  readonly pattern?: Node | undefined;
  /** Where it comes from, or an item of it; undefined if it is not known that anything sets it. */
  readonly sourceOf?: ((part?: Node) => Source) | undefined;
  /** The text of it, or of an item; undefined if it is not known that anything sets it. */
  readonly textOf?: ((part?: Node) => RenderedText) | undefined;
}

export type ProductValue = KnownValue | UnknownValue;

/** A level of a configuration that may hold unknown settings: any with names that begin with the prefix. */
export interface OpenLevel {
  /** Empty, or with its last dot: `xpack.security.`. */
  readonly prefix: string;
  readonly why: SettingCause;
}

/** A fault for which a product cannot read its file. */
export interface ReadingFault extends Fault {
  readonly place: Location;
  /** The place that this one repeats. */
  readonly first?: Location | undefined;
}

/** The settings that one or several files give. */
export interface Reading {
  readonly values: ReadonlyMap<string, ProductValue>;
  readonly open: readonly OpenLevel[];
  /** The reason why every setting that was read before may have changed since. */
  readonly overrides?: SettingCause | undefined;
  readonly faults: readonly ReadingFault[];
}

export const EMPTY: Reading = { values: new Map(), open: [], faults: [] };

/** Makes a function that reads each text once, with each option. */
export function makeCachedReader<Option extends readonly [option?: string | undefined]>(
  read: (text: RenderedText, ...option: Option) => Reading,
): typeof read {
  const kept = new Map<string | undefined, WeakMap<RenderedText, Reading>>();
  return (text, ...option) => {
    const byText = madeOnce(kept, option[0], () => new WeakMap());
    return madeOnce(byText, text, () => read(text, ...option));
  };
}

/** The most sections with the same beginning that are compared: beyond them, texts have little in common. */
const MAX_COMPARED = 4;

/** Makes a function that reads sections without choices, and those that several texts have once. */
export function makeCachedSectionReader<Result>(
  read: (section: readonly Piece[]) => Result,
): (section: readonly Piece[]) => Result {
  interface Kept {
    readonly section: readonly Piece[];
    readonly result: Result;
  }
  const kept = new WeakMap<Piece['part'], Map<number, Kept[]>>();
  return (section) => {
    const [first] = section;
    if (first === undefined) return read(section);
    const byOffset = madeOnce(kept, first.part, () => new Map());
    const alike = madeOnce(byOffset, first.offset, () => []);
    const known = alike.find((one) => isSameSection(one.section, section));
    if (known !== undefined) return known.result;
    const result = read(section);
    alike.unshift({ section, result });
    if (alike.length > MAX_COMPARED) alike.pop();
    return result;
  };
}

function isSameSection(one: readonly Piece[], other: readonly Piece[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ part, offset, length }, at) => {
      const piece = other[at];
      return piece?.part === part && piece.offset === offset && piece.length === length;
    })
  );
}

/** Finds the reason why a setting that is not among the values of a reading may be set all the same. */
export function whyMaybeSet({ open, overrides }: Reading, name: string): SettingCause | undefined {
  return overrides ?? open.find(({ prefix }) => name.startsWith(prefix) || `${name}.` === prefix)?.why;
}

/** A reading that may lack settings which something else gives, with the reason, if there is one. */
export function maybeMore(reading: Reading, why: SettingCause | undefined): Reading {
  return why === undefined ? reading : { ...reading, open: [...reading.open, { prefix: '', why }] };
}

/** The reading of several texts, where each overrides those before it. */
export function mergedReadings(...readings: readonly Reading[]): Reading {
  const [first = EMPTY, ...others] = readings.filter((reading) => !isEmpty(reading));
  if (others.length === 0) return first;
  const values = new Map(first.values);
  for (const other of others) {
    if (other.overrides !== undefined) for (const [name, value] of values) values.set(name, after(value, other));
    for (const [name, value] of other.values) values.set(name, value);
  }
  return {
    values,
    open: [first, ...others].flatMap(({ open }) => open),
    overrides: others.findLast(({ overrides }) => overrides !== undefined)?.overrides ?? first.overrides,
    faults: [first, ...others].flatMap(({ faults }) => faults),
  };
}

function isEmpty({ values, open, overrides, faults }: Reading): boolean {
  return values.size === 0 && open.length === 0 && overrides === undefined && faults.length === 0;
}

/** A value once a later text was read that does not set it by name. */
function after(value: ProductValue, { overrides }: Reading): ProductValue {
  return overrides === undefined || value.state === 'unknown' ? value : unknownBecause(overrides, value);
}

/** A known value that something read later may have changed. */
export function unknownBecause(why: SettingCause, known: KnownValue): UnknownValue {
  return {
    state: 'unknown',
    why,
    pattern: known.value,
    sourceOf: (part) => known.sourceOf(part),
    textOf: (part) => known.textOf(part),
  };
}

/** A reference that the product replaces when it starts: `${HOSTNAME}`, `${path.config}`. */
export const REFERENCE = /\$\{[^}]+\}/;

/** A value of a world to which no keys lead. Holes and references make it unknown. */
export function valueInWorld(world: World, value: Node): ProductValue {
  const known: KnownValue = {
    state: 'known',
    value,
    sourceOf: (part = value) => sourceOfValue(world, part, NO_STEPS),
    textOf: (part = value) => textOfValue(world, part, NO_STEPS),
  };
  const [hole] = world.holesIn(value);
  if (hole !== undefined) return unknownBecause(hole.part, known);
  const reference = firstMatch(value, REFERENCE);
  return reference === undefined ? known : unknownBecause(replacedAtStart(reference, known), known);
}

/** The reason why a value with a reference is not known. */
export function replacedAtStart(reference: string, known: KnownValue): SettingCause {
  const message = `${reference} is replaced when the product starts`;
  return { reason: 'not-collected', message, place: known.sourceOf().place, isReference: true };
}

/** The first match in the text of a value; undefined if there is none. */
export function firstMatch(value: Node, pattern: RegExp): string | undefined {
  let found: string | undefined;
  someScalar(value, (scalar) => {
    found = typeof scalar.value === 'string' ? pattern.exec(scalar.value)?.[0] : undefined;
    return found !== undefined;
  });
  return found;
}

/** One of the readings that a text may have, and the choices that lead to it. */
interface Alternative {
  readonly reading: Reading;
  readonly picks: Picks;
}

/** The reading of a section of a text that follows `before`; `read` reads one of its worlds. */
export function readSection(before: Reading, section: Section, read: (world: World) => Reading): Reading {
  return oneOf(
    before,
    worldsOfSection(section).map((world) => ({ reading: read(world), picks: world.picks })),
  );
}

/** The reading of a text that follows `before` and has one of several readings. A fault counts if all have one. */
function oneOf(before: Reading, alternatives: readonly Alternative[]): Reading {
  const [first, ...others] = alternatives;
  if (first === undefined) return before;
  if (others.length === 0) return mergedReadings(before, first.reading);
  const names = new Set<string>();
  for (const { reading } of alternatives) for (const name of reading.values.keys()) names.add(name);
  const overrides = alternatives.find(({ reading }) => reading.overrides !== undefined)?.reading.overrides;
  if (overrides !== undefined) for (const name of before.values.keys()) names.add(name);
  const values = new Map(before.values);
  for (const name of names) {
    const value = agreed(name, before, alternatives);
    if (value !== undefined) values.set(name, value);
  }
  const isFaulty = alternatives.every(({ reading }) => reading.faults.length > 0);
  return {
    values,
    open: [...before.open, ...different(alternatives.flatMap(({ reading }) => reading.open))],
    overrides: overrides ?? before.overrides,
    faults: isFaulty ? [...before.faults, ...first.reading.faults] : before.faults,
  };
}

/** Leaves out levels that are there twice. */
function different(levels: readonly OpenLevel[]): readonly OpenLevel[] {
  const seen = new Map<SettingCause, Set<string>>();
  return levels.filter(({ prefix, why }) => {
    const prefixes = seen.get(why) ?? new Set();
    seen.set(why, prefixes);
    return prefixes.size < prefixes.add(prefix).size;
  });
}

/** The value that a setting has in all alternatives, or the reason why that is not known. */
function agreed(name: string, before: Reading, alternatives: readonly Alternative[]): ProductValue | undefined {
  const given = before.values.get(name);
  let agreed: { readonly value: ProductValue | undefined; readonly by: Alternative } | undefined;
  for (const by of alternatives) {
    const own = by.reading.values.get(name);
    const value = own ?? (given && after(given, by.reading));
    if (agreed === undefined) agreed = { value, by };
    else if (!isSameProductValue(agreed.value, value))
      return {
        state: 'unknown',
        why: difference(agreed.by.picks, by.picks),
        sourceOf: sourceOfOne(name, alternatives),
      };
  }
  return agreed?.value;
}

/** The reason why it is not known which of two worlds it is. */
function difference(one: Picks, other: Picks): SettingCause {
  for (const [choice, pick] of one) if (other.get(choice) !== pick) return choice.why;
  for (const { why } of other.keys()) return why;
  throw new Error('one world twice');
}

function sourceOfOne(name: string, alternatives: readonly Alternative[]): UnknownValue['sourceOf'] {
  for (const { reading } of alternatives) {
    const value = reading.values.get(name);
    if (value !== undefined) return value.state === 'known' ? (part) => value.sourceOf(part) : value.sourceOf;
  }
  return undefined;
}

/** Tells whether two values are the same, or both unset, or both unknown. */
export function isSameProductValue(one: ProductValue | undefined, other: ProductValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.state === 'unknown' || other.state === 'unknown') return one.state === other.state;
  return isEqual(one.value, other.value);
}

/** Tells whether two values are the same, wherever they stand. */
function isEqual(one: Node, other: Node | undefined): boolean {
  if (one.kind === 'scalar')
    return other?.kind === 'scalar' && one.type === other.type && Object.is(one.value, other.value);
  if (one.kind === 'sequence') {
    if (other?.kind !== 'sequence' || one.items.length !== other.items.length) return false;
    return one.items.every((item, index) => isEqual(item, other.items[index]));
  }
  if (other?.kind !== 'mapping' || one.pairs.length !== other.pairs.length) return false;
  return one.pairs.every(({ key, value }, index) => {
    const pair = other.pairs[index];
    return isEqual(key, pair?.key) && isEqual(value, pair?.value);
  });
}

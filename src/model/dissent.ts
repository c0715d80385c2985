/** Members of a cluster that should all have one value: who differs from whom, and how a report says it. */
import type { Related } from './finding.ts';
import { append } from './multimap.ts';
import { counted, listed } from './phrases.ts';
import { keyOfPlace, placeOfOrigin } from './setting.ts';
import type { Setting } from './setting.ts';

/** The value of one member, as a text that is the same for equal ones. */
export interface Voice {
  readonly host: string;
  readonly value: string;
  readonly setting: Setting<unknown>;
}

/** Members that differ. */
interface Dissent {
  /** The setting of one of the fewer. */
  readonly at: Setting<unknown>;
  /** `8.15.0 on shelf-3 and 8.17.4 on 5 nodes`: the fewer by their names. */
  readonly words: string;
  /** One of those that have another value. */
  readonly related: readonly Related[];
  /** The hosts that have the value at that place. */
  readonly hosts: readonly string[];
  /** The number of members that have another value than most. */
  readonly measure: number;
}

/** The number of hosts to name with a value. */
const NAMED = 5;

/** Finds out who differs; undefined if nobody does. `noun`: what they are. Members whose value is not known do not count. */
export function dissentAmong(voices: readonly Voice[], noun = 'node'): Dissent | undefined {
  const byValue = new Map<string, Voice[]>();
  for (const voice of voices) append(byValue, voice.value, voice);
  const sides = [...byValue.values()].sort((one, other) => other.length - one.length || inPlaces(other, one));
  const [most, ...fewer] = sides;
  const [first] = fewer.at(-1) ?? [];
  if (most === undefined || first === undefined) return undefined;
  const isTie = fewer.some(({ length }) => length === most.length);
  const named = (side: readonly Voice[]): string => {
    const hosts = side.map(({ host }) => host);
    return `${side[0]?.value ?? ''} on ${listed(hosts, NAMED)}`;
  };
  const rest = isTie ? named(most) : `${most[0]?.value ?? ''} on ${counted(most.length, noun)}`;
  const odd = [...fewer].reverse();
  const related = [...odd.slice(1), most].flatMap(([one]): readonly Related[] => {
    return one === undefined ? [] : [{ ...placeOfOrigin(one.setting.origin), message: `${one.value} here` }];
  });
  return {
    at: first.setting,
    words: `${odd.map(named).join(', ')} and ${rest}`,
    related,
    hosts: (fewer.at(-1) ?? []).map(({ host }) => host),
    measure: fewer.flat().length,
  };
}

function inPlaces([one]: readonly Voice[], [other]: readonly Voice[]): number {
  const [left, right] = [one, other].map((voice) => (voice === undefined ? '' : keyOfPlace(voice.setting.origin)));
  return (left ?? '') < (right ?? '') ? -1 : left === right ? 0 : 1;
}

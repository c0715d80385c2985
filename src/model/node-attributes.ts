/** The attributes that nodes are given, by which shards and voters spread over zones. */
import type { Place } from './setting.ts';
import type { SearchNode } from './stack.ts';

/** The value of one attribute of a node, with its own place if it has one. */
export interface Attribute {
  readonly value: string;
  readonly place: Place | undefined;
}

/** The value that a node has for an attribute; undefined if it has none, or if its attributes are not known. */
export function attributeOf(
  { nodeAttributes: all }: Pick<SearchNode, 'nodeAttributes'>,
  name: string,
): Attribute | undefined {
  if (all.state !== 'known') return undefined;
  const at = all.value.findIndex((one) => one.startsWith(`${name}=`));
  const value = all.value[at]?.slice(name.length + 1);
  return value === undefined ? undefined : { value, place: all.items?.[at] };
}

/** Names of attributes that tell where a machine is: `zone`, `aws_availability_zone`, `rack_id`. */
const OF_PLACES = /zone|rack|region|data_?cent(?:er|re)|^(?:az|dc)$/i;

/** Tells whether an attribute of this name tells where a machine is. */
export function namesPlace(attribute: string): boolean {
  return OF_PLACES.test(attribute);
}

/** The beginning of the settings that force awareness: the name of an attribute follows, and `.values`. */
export const FORCED = 'cluster.routing.allocation.awareness.force.';

/** The values of an attribute for which awareness is forced, each with the place of all of them. */
export function forcedValuesOf(
  { awarenessForced: all }: Pick<SearchNode, 'awarenessForced'>,
  name: string,
): readonly Attribute[] {
  if (all.state !== 'known') return [];
  const beginning = `${name}.values=`;
  const at = all.value.findIndex((one) => one.startsWith(beginning));
  const values = (all.value[at] ?? beginning).slice(beginning.length).split(',');
  return values.flatMap((value) => (value.trim() === '' ? [] : [{ value: value.trim(), place: all.items?.[at] }]));
}

/** Lists of maps in files of YAML, each item with settings of its own: pipelines, inputs, modules. */
import { someScalar } from '../../source/tree.ts';
import type { Mapping, Node } from '../../source/tree.ts';
import { EMPTY, firstMatch, REFERENCE, replacedAtStart, unknownBecause } from './reading.ts';
import type { KnownValue, ProductValue, Reading, SettingCause, UnknownValue } from './reading.ts';
import { HOLE } from './world.ts';

/** The items of a list, each as the settings in it, by dotted names. */
interface Items {
  readonly items: readonly (Reading & Pick<KnownValue, 'sourceOf'>)[];
  /** The reason why there may be more of them, or none of the known ones; undefined if all are known. */
  readonly incomplete: SettingCause | undefined;
}

/** The items of a list in which holes may stand for some values; none of what is no list. */
export function itemsOf(list: ProductValue): Items {
  const node = list.state === 'known' ? list.value : list.pattern;
  const incomplete = list.state === 'known' ? undefined : whyIncomplete(list);
  if (node?.kind !== 'sequence') return { items: [], incomplete };
  const placed = asPlaced(list);
  const items =
    placed === undefined
      ? []
      : node.items.map((item) => ({
          ...EMPTY,
          values: valuesIn(item, list),
          sourceOf: (part = item) => placed.sourceOf(part),
        }));
  return { items, incomplete };
}

/** The reason why there may be more items, or none of the known ones. */
function whyIncomplete({ why, pattern }: UnknownValue): SettingCause | undefined {
  if (why.isReference === true) return undefined;
  return pattern !== undefined && hasHole(pattern) && !hasHoleInKey(pattern) ? undefined : why;
}

function hasHole(node: Node): boolean {
  return someScalar(node, ({ value }) => typeof value === 'string' && value.includes(HOLE));
}

function hasHoleInKey(node: Node): boolean {
  if (node.kind === 'scalar') return false;
  if (node.kind === 'sequence') return node.items.some(hasHoleInKey);
  return node.pairs.some(({ key, value }) => String(key.value).includes(HOLE) || hasHoleInKey(value));
}

/** The settings of one item, by dotted names. */
function valuesIn(item: Node, list: ProductValue): ReadonlyMap<string, ProductValue> {
  const values = new Map<string, ProductValue>();
  const walk = ({ pairs }: Mapping, prefix: string): void => {
    for (const { key, value } of pairs) {
      const name = `${prefix}${String(key.value)}`;
      if (value.kind === 'mapping') walk(value, `${name}.`);
      else values.set(name, partOf(list, value));
    }
  };
  if (item.kind === 'mapping') walk(item, '');
  return values;
}

/** A value that something is known to set. */
function asPlaced(value: ProductValue): Pick<KnownValue, 'sourceOf' | 'textOf'> | undefined {
  return value.sourceOf === undefined || value.textOf === undefined ? undefined : (value as KnownValue);
}

function partOf(list: ProductValue, value: Node): ProductValue {
  const placed = asPlaced(list);
  if (placed === undefined) return list;
  const known: KnownValue = {
    state: 'known',
    value,
    sourceOf: (part = value) => placed.sourceOf(part),
    textOf: (part = value) => placed.textOf(part),
  };
  if (list.state === 'known') return known;
  if (list.why.isReference !== true) return hasHole(value) ? unknownBecause(list.why, known) : known;
  const reference = firstMatch(value, REFERENCE);
  return reference === undefined ? known : unknownBecause(replacedAtStart(reference, known), known);
}

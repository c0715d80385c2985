/** Settings of pipelines: a list of them can give each its own, in the place of those for all. */
import type { RenderedText } from '../../ansible/index.ts';
import { someScalar } from '../../source/tree.ts';
import type { Mapping, Node } from '../../source/tree.ts';
import { whyMaybeSet, unknownBecause } from './reading.ts';
import type { KnownValue, ProductValue, Reading, UnknownValue, SettingCause } from './reading.ts';
import { HOLE } from './world.ts';
import { readYamlSettings } from './yaml-settings.ts';

/** Settings that a pipeline can have of its own: https://www.elastic.co/docs/reference/logstash/multiple-pipelines */
const OF_PIPELINES = [
  'pipeline.',
  'queue.',
  'dead_letter_queue.',
  'config.',
  'path.config',
  'path.queue',
  'path.dead_letter_queue',
];

/**
 * The settings of each pipeline of a list: its own, and otherwise those of `settings`. None for a file without a
 * list. An unknown part of a list counts as one pipeline whose own settings are all unknown.
 */
export function settingsOfEach(settings: Reading, list: RenderedText): readonly Reading[] {
  const own = readYamlSettings(list, 'last');
  const pipelines = own.values.get('');
  const why = whyMaybeSet(own, '') ?? (pipelines?.state === 'unknown' ? whyIncomplete(pipelines) : undefined);
  if (why !== undefined) {
    const values = new Map(settings.values);
    for (const [name, value] of values)
      if (value.state === 'known' && isOfPipelines(name)) values.set(name, unknownBecause(why, value));
    const open = [...settings.open, ...OF_PIPELINES.map((prefix) => ({ prefix, why }))];
    return [{ ...settings, values, open, faults: own.faults }];
  }
  const node = pipelines?.state === 'known' ? pipelines.value : pipelines?.pattern;
  if (pipelines === undefined || node?.kind !== 'sequence') return [];
  return node.items.map((item) => {
    const values = new Map(settings.values);
    for (const [name, value] of ownSettings(item, pipelines)) if (isOfPipelines(name)) values.set(name, value);
    return { ...settings, values, faults: own.faults };
  });
}

function isOfPipelines(name: string): boolean {
  return OF_PIPELINES.some((beginning) => name.startsWith(beginning));
}

/** The reason why there may be more pipelines, or none of the known ones. */
function whyIncomplete({ why, pattern }: UnknownValue): SettingCause | undefined {
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

/** The settings of one pipeline, by dotted names. */
function ownSettings(pipeline: Node, list: ProductValue): ReadonlyMap<string, ProductValue> {
  const own = new Map<string, ProductValue>();
  const walk = ({ pairs }: Mapping, prefix: string): void => {
    for (const { key, value } of pairs) {
      const name = `${prefix}${String(key.value)}`;
      if (value.kind === 'mapping') walk(value, `${name}.`);
      else own.set(name, partOf(list, value));
    }
  };
  if (pipeline.kind === 'mapping') walk(pipeline, '');
  return own;
}

function partOf(list: ProductValue, value: Node): ProductValue {
  if (list.state === 'known')
    return { state: 'known', value, sourceOf: () => list.sourceOf(value), textOf: () => list.textOf(value) };
  const { why, sourceOf, textOf } = list;
  if (sourceOf === undefined || textOf === undefined) return list;
  const known: KnownValue = { state: 'known', value, sourceOf: () => sourceOf(value), textOf: () => textOf(value) };
  return hasHole(value) ? unknownBecause(why, known) : known;
}

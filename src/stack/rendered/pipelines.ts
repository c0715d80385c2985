/** Settings of pipelines: a list of them can give each its own, in the place of those for all. */
import type { RenderedText } from '../../ansible/template/rendered-text.ts';
import { someScalar } from '../../source/tree.ts';
import type { Mapping, Node } from '../../source/tree.ts';
import { whyMaybeSet, isSameProductValue, unknownBecause } from './reading.ts';
import type { KnownValue, ProductValue, Reading, UnknownValue, Why } from './reading.ts';
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

/** The settings of all pipelines of a list: known where each has the same, be it its own or that of `settings`. */
export function withPipelines(settings: Reading, list: RenderedText): Reading {
  const reading = readYamlSettings(list, 'last');
  const pipelines = reading.values.get('');
  const why = whyMaybeSet(reading, '') ?? (pipelines?.state === 'unknown' ? whyIncomplete(pipelines) : undefined);
  const values = new Map(settings.values);
  if (why !== undefined) {
    for (const [name, value] of values)
      if (value.state === 'known' && isOfPipelines(name)) values.set(name, unknownBecause(why, value));
    return { ...settings, values, open: [...settings.open, ...OF_PIPELINES.map((prefix) => ({ prefix, why }))] };
  }
  const node = pipelines?.state === 'known' ? pipelines.value : pipelines?.pattern;
  if (pipelines === undefined || node?.kind !== 'sequence' || node.items.length === 0) return settings;
  const each = node.items.map((item) => ownSettings(item, pipelines));
  for (const name of new Set(each.flatMap((own) => [...own.keys()])))
    if (isOfPipelines(name)) values.set(name, inAll(name, each, settings));
  return { ...settings, values, faults: [...settings.faults, ...reading.faults] };
}

function isOfPipelines(name: string): boolean {
  return OF_PIPELINES.some((beginning) => name.startsWith(beginning));
}

/** The reason why there may be more pipelines, or none of those that are known. */
function whyIncomplete({ why, pattern }: UnknownValue): Why | undefined {
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
  const { sourceOf, textOf } = list;
  if (sourceOf === undefined || textOf === undefined) return list;
  const known: KnownValue = { state: 'known', value, sourceOf: () => sourceOf(value), textOf: () => textOf(value) };
  return list.state === 'unknown' && hasHole(value) ? unknownBecause(list.why, known) : known;
}

/** The value of a setting that all pipelines have alike. */
function inAll(name: string, each: readonly ReadonlyMap<string, ProductValue>[], settings: Reading): ProductValue {
  const values = each.map((own) => own.get(name) ?? settings.values.get(name));
  const unknown = values.find((value) => value?.state === 'unknown');
  if (unknown !== undefined) return unknown;
  const missing = values.includes(undefined) ? whyMaybeSet(settings, name) : undefined;
  const given = values.find((value) => value !== undefined);
  const isOne = values.every((value) => isSameProductValue(value, given));
  if (given?.state === 'known' && isOne) return given;
  const why = missing ?? ({ reason: 'not-collected', message: `the pipelines differ in ${name}` } as const);
  return { state: 'unknown', why, sourceOf: given?.sourceOf };
}

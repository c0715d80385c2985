/** Settings of pipelines: a list of them can give each its own, in the place of those for all. */
import type { RenderedText } from '../../ansible/index.ts';
import { itemsOf } from './list-items.ts';
import { whyMaybeSet, unknownBecause } from './reading.ts';
import type { Reading } from './reading.ts';
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
  const { items, incomplete } = pipelines === undefined ? { items: [], incomplete: undefined } : itemsOf(pipelines);
  const why = whyMaybeSet(own, '') ?? incomplete;
  if (why !== undefined) {
    const values = new Map(settings.values);
    for (const [name, value] of values)
      if (value.state === 'known' && isOfPipelines(name)) values.set(name, unknownBecause(why, value));
    const open = [...settings.open, ...OF_PIPELINES.map((prefix) => ({ prefix, why }))];
    return [{ ...settings, values, open, faults: own.faults }];
  }
  return items.map((item) => {
    const values = new Map(settings.values);
    for (const [name, value] of item.values) if (isOfPipelines(name)) values.set(name, value);
    return { ...settings, values, faults: own.faults };
  });
}

function isOfPipelines(name: string): boolean {
  return OF_PIPELINES.some((beginning) => name.startsWith(beginning));
}

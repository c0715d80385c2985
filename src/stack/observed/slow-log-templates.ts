/** The index templates of a running cluster, as far as they set slow logs. */
import { isMap } from '../../ground/json-map.ts';
import type { Setting } from '../../model/setting.ts';
import { millisecondsOf, SLOW_LOG_THRESHOLDS } from '../../model/slow-logs.ts';
import type { SlowLogTemplate, SlowLogThreshold } from '../../model/slow-logs.ts';
import { factInAnswer, placeInAnswer, settingInAnswer, untold } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';

/** Where the settings of a template are: in which answer, below which keys. */
interface Source {
  readonly answer: ClusterAnswer;
  readonly keys: readonly string[];
}

/** Reads the templates; what several of their parts set, the later parts decide, and the template itself last. */
export function slowLogTemplates(
  templates: ClusterAnswer,
  components: ClusterAnswer,
): Setting<readonly SlowLogTemplate[]> {
  const byName = new Map<string, Source>();
  if (!isMap(components.body)) {
    return untold(components, { variable: 'component_templates', origin: placeInAnswer(components, []) });
  }
  for (const [index, one] of listOf(components.body['component_templates']).entries())
    if (isMap(one))
      byName.set(String(one['name']), {
        answer: components,
        keys: ['component_templates', String(index), 'component_template', 'template', 'settings'],
      });
  return factInAnswer(templates, ['index_templates'], (list) => {
    if (!Array.isArray(list)) return undefined;
    return list.flatMap((one: unknown, index): readonly SlowLogTemplate[] => {
      const template = isMap(one) ? one['index_template'] : undefined;
      if (!isMap(one) || !isMap(template)) return [];
      const keys = ['index_templates', String(index), 'index_template'];
      const parts = listOf(template['composed_of']).flatMap((name) => byName.get(String(name)) ?? []);
      const sources = [...parts, { answer: templates, keys: [...keys, 'template', 'settings'] }];
      const name = String(one['name']);
      return [
        {
          name,
          origin: placeInAnswer(templates, keys),
          isForAll: listOf(template['index_patterns']).includes('*'),
          isManaged: name.startsWith('.') || (isMap(template['_meta']) && template['_meta']['managed'] === true),
          thresholds: thresholdsIn(sources),
        },
      ];
    });
  });
}

function thresholdsIn(sources: readonly Source[]): ReadonlyMap<string, SlowLogThreshold> {
  const found = Object.keys(SLOW_LOG_THRESHOLDS).flatMap((setting) => {
    const all = sources.flatMap(({ answer, keys }) => settingInAnswer(answer, keys, setting) ?? []);
    const last = all.at(-1);
    if (last === undefined) return [];
    const text = String(last.value);
    return [[setting, { place: last.place, text, milliseconds: millisecondsOf(text) }] as const];
  });
  return new Map(found);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

import type { LifecyclePolicy } from '../../src/model/lifecycle.ts';
import { counted, listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Let lifecycle policies roll indices over and delete old ones, and mend those that are stuck.',
  why: 'Indices that nothing rolls over or deletes fill the disks, and shards become too large, or too many.',
  reference: 'https://www.elastic.co/docs/manage-data/lifecycle/index-lifecycle-management',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: health report, ilm',
      url: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/start-ilm',
    },
  ],
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  judges: 'observed',
  messages: {
    none: 'Cluster {{cluster}} has {{indices}} of series, such as {{name}}, and no lifecycle that rolls over or deletes; expected one.',
    kept: 'Lifecycle policies of cluster {{cluster}} delete nothing: {{names}}; expected a phase that deletes.',
    growing: 'Lifecycle policies of cluster {{cluster}} roll nothing over: {{names}}; expected a rollover.',
    stuck: 'In cluster {{cluster}}, {{indices}} stuck in the lifecycle: {{names}}; expected none.',
    stopped: 'The lifecycle management of cluster {{cluster}} is {{mode}}; expected RUNNING.',
  },
  *cluster({ label: cluster, lifecycles }) {
    if (lifecycles === undefined) return;
    const { policies, stuck, mode, streams, series } = lifecycles;
    for (const one of [policies, stuck, mode, streams])
      if (one?.state === 'unknown') yield { undecided: one, hosts: [] };
    if (policies.state === 'known') {
      const about = (some: readonly LifecyclePolicy[]) => ({
        at: some[0]?.origin ?? policies.origin,
        data: {
          cluster,
          names: listed(some.map(({ name }) => name)),
        },
        related: some.slice(1).map(({ name, origin }) => ({ ...placeOfOrigin(origin), message: name })),
        hosts: [],
        measure: some.length,
      });
      const kept = policies.value.filter(({ deletes }) => !deletes);
      if (kept.length > 0) yield { ...about(kept), message: 'kept' };
      const growing = policies.value.filter(({ needsRollover, rollsOver }) => needsRollover && !rollsOver);
      if (growing.length > 0) yield { ...about(growing), message: 'growing' };
      const hasOther = streams !== undefined && !isEmpty(streams);
      if (policies.value.length === 0 && !hasOther && series !== undefined) {
        if (series.state === 'unknown') yield { undecided: series, hosts: [] };
        const [name] = series.state === 'known' ? series.value : [];
        if (series.state === 'known' && name !== undefined) {
          const indices = counted(series.value.length, 'index', 'indices');
          yield { at: policies, message: 'none', data: { cluster, indices, name }, hosts: [] };
        }
      }
    }
    const [first] = stuck.state === 'known' ? stuck.value : [];
    if (stuck.state === 'known' && first !== undefined) {
      const { length } = stuck.value;
      const names = listed(stuck.value.map(({ name, step }) => `${name} (${step})`));
      const indices = `${counted(length, 'index', 'indices')} ${length === 1 ? 'is' : 'are'}`;
      yield { at: first.origin, message: 'stuck', data: { cluster, indices, names }, hosts: [], measure: length };
    }
    if (mode?.state === 'known' && mode.value !== 'RUNNING')
      yield {
        at: mode,
        message: 'stopped',
        data: { cluster, mode: mode.value },
        hosts: [],
        remedies: [{ title: 'Start it', request: 'POST /_ilm/start' }],
      };
  },
});

/** Tells whether there surely is none. */
function isEmpty(setting: { readonly state: string; readonly value?: readonly string[] }): boolean {
  return setting.state === 'known' && setting.value?.length === 0;
}

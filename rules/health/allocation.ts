import { settingsRemedy } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Switch the allocation of shards on again after maintenance.',
  why: 'Without allocation, shards of a node that fails are not replaced; without rebalancing, new nodes stay empty while others fill up.',
  reference: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/red-yellow-cluster-status',
  since: '0.1.0',
  sources: [
    {
      name: 'AutoOps: Shard allocation restricted',
      url: 'https://www.elastic.co/docs/reference/autoops-insights/shard_allocation_restricted',
    },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'observed',
  messages: {
    off: '{{variable}} of cluster {{cluster}} is {{value}}; expected all, as it is by default.',
    recovering: '{{variable}} of cluster {{cluster}} is {{value}} while it recovers; expected all once that is over.',
  },
  *cluster({ label: cluster, allocation = [], health }) {
    // As in a restart of one node after the other, for which it is switched off.
    const isRecovering = health?.state === 'known' && health.value.isRecovering;
    for (const setting of allocation) {
      if (setting.state === 'unknown') yield { undecided: setting, hosts: [] };
      if (setting.state !== 'known' || setting.value.toLowerCase() === 'all') continue;
      const unset = { [setting.variable]: null };
      const remedies = [
        settingsRemedy('Allow allocation again, as by default', { persistent: unset, transient: unset }),
      ];
      const report = { at: setting, data: { cluster, value: setting.value }, hosts: [], remedies };
      if (isRecovering) yield { ...report, message: 'recovering', severity: 'info' };
      else yield { ...report, message: 'off' };
    }
  },
});

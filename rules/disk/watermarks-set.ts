import { usualOf } from '../../src/model/usual-value.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import type { Watermark } from '../../src/model/units.ts';
import { WATERMARK_STAGES } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Set the low, high and flood stage disk watermarks to the same values on all nodes of a cluster.',
  why:
    'Without them, the defaults decide at which disk usage shards move away and indices become read-only. They apply to ' +
    'the whole cluster: where nodes differ, the value that is sent last wins.',
  reference: 'https://www.elastic.co/guide/en/elasticsearch/reference/8.4/modules-cluster.html',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  reads: ['watermarkLow', 'watermarkHigh', 'watermarkFloodStage'],
  considers: ['clusterName'],
  messages: {
    missing: 'Disk watermarks of cluster {{cluster}} are not set for {{host}}: {{stages}}; expected all three.',
    differs:
      'The {{stage}} watermark of {{host}} is {{value}}; expected {{usual}} as on the other nodes of {{cluster}}.',
  },
  *cluster(subject) {
    const { label: cluster, nodes } = subject;
    for (const node of nodes) {
      const missing = WATERMARK_STAGES.filter((stage) => stage.of(node).state === 'unset');
      const [first] = missing;
      if (first === undefined) continue;
      const stages = missing.map(({ name }) => name).join(', ');
      yield { at: first.of(node), message: 'missing', data: { cluster, stages }, hosts: [node.host] };
    }
    for (const { name: stage, of } of WATERMARK_STAGES) {
      const known = (setting: Setting<Watermark>) => (setting.state === 'known' ? setting.value : undefined);
      const { value: usual, open } = usualOf(
        subject,
        (node) => known(of(node)),
        ({ kind, amount }) => `${kind} ${String(amount)}`,
      );
      yield* open;
      for (const node of nodes) {
        const setting = of(node);
        if (usual === undefined || setting.state !== 'known' || isSame(setting.value, usual)) continue;
        const data = { cluster, stage, value: setting.value.text, usual: usual.text };
        yield { at: setting, message: 'differs', data, hosts: [node.host] };
      }
    }
  },
});

function isSame(one: Watermark, other: Watermark): boolean {
  return one === other || (one.kind === other.kind && one.amount === other.amount);
}

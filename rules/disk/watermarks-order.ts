import { mostCommon } from '../../src/model/usual-value.ts';
import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import { WATERMARK_STAGES } from '../../src/model/stack.ts';
import { watermarksRemedy } from '../../src/model/watermark-remedy.ts';

export default defineRule({
  summary: 'Order the disk watermarks from low to high to flood stage, all as percentages or all as sizes.',
  why: 'The product refuses watermarks that it cannot read, that are out of order or that mix percentages and sizes; with equal ones, two thresholds trigger together.',
  reference: 'https://www.elastic.co/guide/en/elasticsearch/reference/8.4/modules-cluster.html',
  since: '0.1.0',
  sources: [
    { name: 'Elasticsearch, which refuses them' },
    {
      name: 'AutoOps: Disk watermarks wrong configuration',
      url: 'https://www.elastic.co/docs/reference/autoops-insights/disk_watermarks_wrong_configuration',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  reads: ['watermarkLow', 'watermarkHigh', 'watermarkFloodStage'],
  messages: {
    malformed: 'The {{stage}} watermark of cluster {{cluster}} is {{shown}}; expected {{expected}}.',
    mixed:
      'The {{stage}} watermark of cluster {{cluster}} is {{value}}, but another is {{other}}; expected all as percentages or all as sizes.',
    falling:
      'The {{stage}} watermark of cluster {{cluster}} is {{value}}; expected more than {{other}}, the {{lower}} one.',
    freer:
      'The {{stage}} watermark of cluster {{cluster}} leaves {{value}} free; expected less than {{other}}, the {{lower}} one.',
  },
  *cluster({ label: cluster, nodes }) {
    for (const node of nodes) {
      const hosts = [node.host];
      const set = WATERMARK_STAGES.map(({ name, of }) => ({ stage: name, setting: of(node) }));
      for (const { stage, setting } of set)
        if (setting.state === 'malformed') {
          const { shown, expected, meant } = setting;
          const fix = meant === undefined ? undefined : unsafe.set(setting, meant);
          yield { at: setting, message: 'malformed', data: { cluster, stage, shown, expected }, hosts, fix };
        }
      const known = set.flatMap(({ stage, setting }) => (setting.state === 'known' ? [{ stage, setting }] : []));
      const usual = mostCommon(known, ({ setting }) => setting.value.kind);
      if (usual === undefined) continue;
      let below = usual;
      for (const one of known) {
        const { kind, amount, text: value } = one.setting.value;
        const { kind: kindBelow, amount: bound, text: other } = below.setting.value;
        const data = { cluster, stage: one.stage, value, lower: below.stage, other };
        const remedies = watermarksRemedy(node);
        if (kind !== kindBelow) yield { at: one.setting, message: 'mixed', data, hosts, remedies };
        else if (one !== below && (kind === 'share' ? amount <= bound : amount >= bound))
          yield { at: one.setting, message: kind === 'share' ? 'falling' : 'freer', data, hosts, remedies };
        if (kind === kindBelow) below = one;
      }
    }
  },
});

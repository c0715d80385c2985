import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import { WATERMARK_STAGES } from '../../src/model/stack.ts';
import { watermarksRemedy } from '../../src/model/watermark-remedy.ts';

export default defineRule({
  summary: 'Keep the disk watermarks at or below 85 %, 90 % and 95 %.',
  why: 'Higher ones leave too little room to move shards before the disk is full and indices become read-only.',
  reference: 'https://www.elastic.co/guide/en/elasticsearch/reference/8.4/modules-cluster.html',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  fixes: 'unsafe',
  options: {
    low: { type: 'number', description: 'Highest low watermark in percent.', minimum: 0, maximum: 100, default: 85 },
    high: { type: 'number', description: 'Highest high watermark in percent.', minimum: 0, maximum: 100, default: 90 },
    floodStage: {
      type: 'number',
      description: 'Highest flood stage in percent.',
      minimum: 0,
      maximum: 100,
      default: 95,
    },
  },
  reads: ['watermarkLow', 'watermarkHigh', 'watermarkFloodStage'],
  messages: { tooHigh: 'The {{stage}} watermark of cluster {{cluster}} is {{value}}; expected at most {{max}}%.' },
  *cluster({ label: cluster, nodes }, { low, high, floodStage }) {
    const limits = { low, high, 'flood stage': floodStage };
    for (const node of nodes)
      for (const { name: stage, of } of WATERMARK_STAGES) {
        const setting = of(node);
        if (setting.state !== 'known') continue;
        const { kind, amount, text: value } = setting.value;
        const max = limits[stage];
        if (kind === 'share' && amount > max)
          yield {
            at: setting,
            message: 'tooHigh',
            data: { cluster, stage, value, max },
            measure: amount,
            hosts: [node.host],
            remedies: watermarksRemedy(node, limits),
            fix: unsafe.set(setting, `${String(max)}%`),
          };
      }
  },
});

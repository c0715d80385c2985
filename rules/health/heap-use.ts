import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Leave room in the heap of a search node.',
  why: 'What fills the old generation stays in use: with little room beside it, garbage collections are long and circuit breakers refuse requests.',
  reference: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/high-jvm-memory-pressure',
  since: '0.1.0',
  sources: [
    {
      name: 'Elastic Cloud: JVM memory pressure indicator',
      url: 'https://www.elastic.co/docs/deploy-manage/monitor/ec-memory-pressure',
    },
  ],
  severity: { development: 'warning', production: 'warning', strict: 'warning' },
  judges: 'observed',
  options: {
    maxPercent: {
      type: 'number',
      description: 'Largest share of the heap, in percent.',
      minimum: 0,
      maximum: 100,
      default: 85,
    },
  },
  reads: ['oldGeneration'],
  messages: { full: 'The old generation fills {{percent}} % of the heap of {{host}}; expected at most {{max}} %.' },
  *node({ oldGeneration }, { maxPercent }) {
    if (oldGeneration.state === 'known' && oldGeneration.value > maxPercent)
      yield {
        at: oldGeneration,
        message: 'full',
        data: { percent: oldGeneration.value, max: maxPercent },
        measure: Math.floor(oldGeneration.value),
      };
  },
});

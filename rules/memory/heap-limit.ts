import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Keep the heap of a search node at or below 30 GB.',
  why: 'Above that, the JVM cannot compress object pointers: each grows from 4 to 8 bytes, and a larger heap holds less.',
  reference: 'https://www.elastic.co/docs/reference/autoops-insights/heap_size_above_recommended_max',
  since: '0.1.0',
  sources: [
    {
      name: 'AutoOps: Heap size above recommended max',
      url: 'https://www.elastic.co/docs/reference/autoops-insights/heap_size_above_recommended_max',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  options: { maxGb: { type: 'integer', description: 'Largest heap in GB.', minimum: 1, default: 30 } },
  reads: ['heapGb'],
  messages: { tooLarge: 'The heap of {{host}} is {{heap}} GB; expected at most {{max}} GB.' },
  *node({ heapGb }, { maxGb }) {
    if (heapGb.state === 'known' && heapGb.value > maxGb)
      yield {
        at: heapGb,
        message: 'tooLarge',
        data: { heap: heapGb.value, max: maxGb },
        measure: heapGb.value,
        fix: unsafe.set(heapGb, maxGb),
      };
  },
});

import { defineRule } from '../../src/model/rule.ts';

/** Some garbage collectors leave a part of the heap out of what a running node says. */
const TOLERANCE = 0.95;

export default defineRule({
  summary: 'Let the heap start as large as it may grow.',
  why: 'A heap that grows stops the node each time; a node that is reached from outside refuses to start with one.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/bootstrap-checks',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: bootstrap check, heap size',
      url: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/bootstrap-checks',
    },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'observed',
  reads: ['heapGb', 'heapStartGb'],
  messages: { grows: 'The heap of {{host}} starts at {{start}} GB, and may grow to {{heap}} GB; expected one size.' },
  *node({ heapGb, heapStartGb }) {
    if (heapGb.state !== 'known' || heapStartGb.state !== 'known') return;
    const [heap, start] = [heapGb.value, heapStartGb.value];
    if (start < heap * TOLERANCE) yield { at: heapStartGb, message: 'grows', data: { heap, start } };
  },
});

import { defineRule } from '../../src/model/rule.ts';

/** Machines have a little less than their nominal memory. */
const TOLERANCE = 1.05;

export default defineRule({
  summary: 'Give the heap at most half of the memory of its host.',
  why: 'The other half is for the file system cache, from which Lucene searches, and for memory outside the heap.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/jvm-settings',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  options: {
    maxPercent: { type: 'number', description: 'Largest share in percent.', minimum: 1, maximum: 100, default: 50 },
  },
  considers: ['heapGb', 'ramGb'],
  messages: {
    large:
      'The heap of {{host}} is {{heap}} GB, {{share}} % of the {{ram}} GB of its memory; expected at most {{max}} %.',
  },
  *node({ heapGb, ramGb }, { maxPercent }) {
    if (ramGb.state === 'unknown') yield { undecided: ramGb };
    // What a role computes, it computes from the memory of the host.
    const isComputed = heapGb.state === 'unknown' && heapGb.reason === 'role-default';
    const isTold = ramGb.state !== 'unknown' || ramGb.reason !== 'not-applicable';
    if (heapGb.state === 'unknown' && isTold && !isComputed) yield { undecided: heapGb };
    if (heapGb.state !== 'known' || ramGb.state !== 'known') return;
    const ram = Math.ceil(ramGb.value);
    const share = (100 * heapGb.value) / ram;
    if (share <= maxPercent * TOLERANCE) return;
    const data = { heap: heapGb.value, ram, share: Math.round(share), max: maxPercent };
    yield { at: heapGb, message: 'large', data, measure: Math.round(share), comparedWith: ramGb };
  },
});

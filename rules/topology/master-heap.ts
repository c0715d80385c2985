import { defineRule } from '../../src/model/rule.ts';
import { votingRights } from '../../src/model/voters.ts';

/** Some garbage collectors leave a part of the heap out of what a running node says. */
const TOLERANCE = 0.95;

export default defineRule({
  summary: 'Give a dedicated master node a heap of 4 GB.',
  why: 'The state of a large cluster does not fit into less, and a master that runs out of memory stops all; more is seldom used.',
  reference: 'docs/rules/topology/master-heap.md',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  options: { gb: { type: 'number', description: 'The heap in GB.', minimum: 1, default: 4 } },
  considers: ['roles', 'heapGb'],
  messages: {
    small: 'The heap of {{host}}, a dedicated master node, is {{heap}} GB; expected {{gb}} GB.',
    large: 'The heap of {{host}}, a dedicated master node, is {{heap}} GB; expected no more than {{gb}} GB.',
  },
  *node(node, { gb }) {
    const { roles, heapGb } = node;
    if (roles.state !== 'known' || votingRights(node).dedicated !== true) return;
    if (heapGb.state === 'unknown') yield { undecided: heapGb };
    if (heapGb.state !== 'known') return;
    const report = { at: heapGb, data: { heap: Number(heapGb.value.toFixed(2)), gb } };
    if (heapGb.value < gb * TOLERANCE) yield { ...report, message: 'small', measure: gb - heapGb.value };
    else if (heapGb.value > gb) yield { ...report, message: 'large', severity: 'info', measure: heapGb.value - gb };
  },
});

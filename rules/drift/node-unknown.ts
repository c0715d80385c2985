import { counted } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Name every node of the running cluster in the inventory.',
  why: 'Nobody deploys or upgrades a node that the inventory does not name, and it may hold shards all the same.',
  reference: 'docs/rules/drift/node-unknown.md',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'observed',
  messages: {
    unknown: '{{name}} is in the running cluster, but not in the inventory; expected each node to be a host there.',
    holds:
      '{{name}} is in the running cluster with {{shards}}, but not in the inventory; expected each node to be a host there.',
  },
  *drift({ strangers }) {
    for (const { name, origin: at, unless, shards = 0 } of strangers)
      if (unless !== undefined) yield { undecided: unless, hosts: [name] };
      else if (shards === 0) yield { at, message: 'unknown', data: { name }, hosts: [name] };
      else yield { at, message: 'holds', data: { name, shards: counted(shards, 'shard') }, hosts: [name] };
  },
});

import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Have every search node of the inventory in the running cluster.',
  why: 'The cluster has fewer nodes than it was planned with, so that it holds less, and survives the loss of fewer.',
  reference: 'docs/rules/drift/node-missing.md',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'observed',
  messages: {
    missing: '{{name}} is a search node of the inventory, but not in the running cluster; expected it there.',
  },
  *drift({ missing }) {
    for (const { name, origin: at, unless } of missing)
      if (unless === undefined) yield { at, message: 'missing', data: { name }, hosts: [name] };
      else yield { undecided: unless, hosts: [name] };
  },
});

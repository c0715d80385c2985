import { defineRule } from '../../src/model/rule.ts';
import { listed } from '../../src/model/phrases.ts';

/** The number of values to name that one line gives to hosts. */
const NAMED = 3;

export default defineRule({
  summary: 'Run nodes with the settings that the inventory declares.',
  why: 'Whoever reads the inventory is misled, and the next deployment, or restart, changes the node without notice.',
  reference: 'docs/rules/drift/value.md',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  judges: 'observed',
  messages: {
    differs: '{{name}} of {{host}} is declared as {{declared}}, but the node has {{observed}}; expected the same.',
    unset:
      '{{name}} of {{host}} is declared as {{declared}}, but not set on the node, which has the default {{observed}}; expected the same.',
    absent: '{{name}} of {{host}} is declared as {{declared}}, but not set on the node; expected the same.',
  },
  *drift({ values: differing, open }) {
    for (const { name, setting, isUnset, places, nodes, ...texts } of differing) {
      const { variable } = setting;
      const values = { declared: listed(texts.declared, NAMED), observed: listed(texts.observed, NAMED) };
      yield {
        at: setting,
        message: !isUnset ? 'differs' : values.observed === '' ? 'absent' : 'unset',
        data: { ...values, name: variable.endsWith(name) ? variable : `${name} (${variable})` },
        values,
        hosts: nodes,
        related: places.map((place) => ({ ...place, message: 'observed here' })),
      };
    }
    for (const { setting, node } of open) yield { undecided: setting, hosts: [node] };
  },
});

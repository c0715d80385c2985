import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Write the heap size in the form that its variable expects.',
  why: 'The JVM does not start if its heap size has two units, because the role adds one, or no unit at all.',
  reference: 'docs/rules/memory/heap-unit.md',
  since: '0.1.0',
  sources: [{ name: 'the JVM, which does not start with such a size' }],
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  considers: ['heapGb'],
  messages: {
    meant: 'The heap of {{host}} is {{shown}}; expected {{meant}}, {{expected}}.',
    added: '{{variable}} gives {{shown}} on {{host}}; expected a number, because the template adds {{added}}.',
    malformed: 'The heap of {{host}} is {{shown}}; expected {{expected}}.',
  },
  *node({ heapGb: heap }) {
    if (heap.state === 'malformed') {
      const { shown, expected, meant, added } = heap;
      if (added !== undefined && /^[kmgt]$/i.test(added)) yield { at: heap, message: 'added', data: { shown, added } };
      else if (meant === undefined) yield { at: heap, message: 'malformed', data: { shown, expected } };
      else yield { at: heap, message: 'meant', data: { shown, expected, meant } };
    } else if (heap.state === 'unknown' && heap.reason !== 'role-default') {
      // A value that the role computes has no form that a person could have got wrong.
      yield { undecided: heap };
    }
  },
});

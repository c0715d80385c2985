import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Write files that Ansible can read.',
  why: 'Ansible stops at such a file, or drops it and all that it sets; what stacklint does not read, nobody judges.',
  reference: 'Production practice §2.1',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: { problem: '{{problem}}.' },
  *document({ problems }) {
    for (const { place, message, severity } of problems)
      if (severity === 'error') yield { at: place, message: 'problem', data: { problem: message } };
  },
  *inventory({ refusedPlays }) {
    for (const { place, message } of refusedPlays) yield { at: place, message: 'problem', data: { problem: message } };
  },
});

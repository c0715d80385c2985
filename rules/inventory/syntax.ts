import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Write files and templates that Ansible can read.',
  why: 'Ansible stops at the file or template, or drops it with all that it sets, and stacklint cannot check it.',
  reference: 'Production practice §2.1',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    problem: '{{problem}}.',
    template: 'Ansible cannot read the template of {{path}}: {{reason}}.',
  },
  *document({ problems }) {
    for (const { place, message, severity } of problems)
      if (severity === 'error') yield { at: place, message: 'problem', data: { problem: message } };
  },
  *variable({ name, brokenTemplates }) {
    for (const { place, path, reason, hosts } of brokenTemplates)
      yield { at: place, message: 'template', data: { path, reason }, hosts, variable: name };
  },
});

import { counted } from '../../src/model/counted.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Keep secrets in a vault.',
  why: 'Everyone who can read the repository, now or in its history, can read a secret that stands there in plain text.',
  reference: 'Production practice §5.3, §5.5',
  severity: { development: 'info', production: 'error', strict: 'error' },
  messages: { plain: 'The secret {{path}} stands in plain text ({{size}}); expected a vaulted value.' },
  *variable({ name, plainSecrets, hosts: reached }) {
    for (const { place, path, length, hosts = reached, related } of plainSecrets) {
      const size = counted(length, 'character');
      yield { at: place, message: 'plain', data: { path, size }, hosts, related, variable: name };
    }
  },
  *inventory({ secretsBeside }) {
    for (const { place, path, length, hosts, related, variable } of secretsBeside) {
      const size = counted(length, 'character');
      yield { at: place, message: 'plain', data: { path, size }, hosts, related, variable };
    }
  },
});

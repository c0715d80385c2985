import { defineRule } from '../../src/model/rule.ts';
import { reading } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Give each variable a value of its type, shape and unit.',
  why: 'The role fails on such a value, or writes it into a configuration that the product refuses.',
  reference: 'Production practice §2.2',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: { violation: '{{path}} {{violation}}.' },
  *document({ variables }) {
    for (const variable of variables) {
      for (const { part, host } of variable.unknownParts) reading(part, host);
      for (const { place, path, message, related, hosts = variable.hosts } of variable.violations) {
        const data = { path, violation: message };
        yield { at: place, message: 'violation', data, hosts, related, variable: variable.name };
      }
    }
  },
});

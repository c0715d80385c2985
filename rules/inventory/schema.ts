import { defineRule } from '../../src/model/rule.ts';
import { reading, whatever } from '../../src/model/setting.ts';
import type { Setting } from '../../src/model/setting.ts';

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
  // Of keys in a map the schema of its variable says nothing; heap, roles, watermarks and ages have rules of their own.
  *node(node) {
    for (const setting of whatever(() => [node.memoryLock, node.repositoryPaths, node.dataPaths]))
      yield* malformedKey(setting, node.host);
  },
  *dashboards({ instances }) {
    for (const dashboard of instances)
      for (const key of whatever(() => dashboard.encryptionKeys)) yield* malformedKey(key, dashboard.host);
  },
});

function* malformedKey(setting: Setting<unknown>, host: string) {
  if (setting.state !== 'malformed' || setting.inMap !== true) return;
  const data = { path: setting.variable, violation: `is ${setting.shown}; expected ${setting.expected}` };
  yield { at: setting, message: 'violation' as const, data, hosts: [host] };
}

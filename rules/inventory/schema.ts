import { defineRule } from '../../src/model/rule.ts';
import type { Malformed, Setting } from '../../src/model/setting.ts';
import { ENCRYPTION_KEYS, encryptionKeys } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Give each variable a value of its type, shape and unit.',
  why: 'The role fails on such a value, or writes it into a configuration that the product refuses.',
  reference: 'docs/rules/inventory/schema.md',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  considers: [
    'clusterName',
    'roles',
    'discoveryType',
    'memoryLock',
    'diskThreshold',
    'repositoryPaths',
    'dataPaths',
    ...ENCRYPTION_KEYS,
    'queueType',
    'deadLetterQueue',
  ],
  messages: {},
  variable: (variable) => [
    ...variable.unknownParts,
    ...variable.violations.map(({ place, fault, related, hosts = variable.hosts }) => ({
      at: place,
      fault,
      hosts,
      related,
      variable: variable.name,
    })),
  ],
  // The schema of a variable does not judge the keys in its map, so this does; heap, watermarks and ages have rules of their own.
  *node({ host, clusterName, roles, discoveryType, memoryLock, diskThreshold, repositoryPaths, dataPaths }) {
    for (const setting of [clusterName, roles, discoveryType, memoryLock, diskThreshold, repositoryPaths, dataPaths])
      if (isMalformedKey(setting)) yield report(setting, host);
  },
  *pipeline({ host, queueType, deadLetterQueue }) {
    for (const setting of [queueType, deadLetterQueue]) if (isMalformedKey(setting)) yield report(setting, host);
  },
  *dashboards({ instances }) {
    for (const instance of instances)
      for (const key of encryptionKeys(instance)) if (isMalformedKey(key)) yield report(key, instance.host);
  },
});

function isMalformedKey(setting: Setting<unknown>): setting is Malformed {
  return setting.state === 'malformed' && setting.inMap === true;
}

function report(setting: Malformed, host: string) {
  const data = { path: setting.variable, value: setting.shown, expected: setting.expected };
  return { at: setting, fault: { code: 'schema/type' as const, data }, hosts: [host] };
}

import { defineRule } from '../../src/model/rule.ts';
import { unknownSettingsAmong } from '../../src/model/setting.ts';
import { ENCRYPTION_KEYS, encryptionKeys } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Set all three encryption keys where there are several dashboards.',
  why: 'Each instance generates random keys when it starts, so sessions break when the load balancer switches instances.',
  reference: 'https://www.elastic.co/docs/deploy-manage/production-guidance/kibana-load-balance-traffic',
  since: '0.1.0',
  sources: [{ name: 'Kibana, which warns when it starts' }],
  severity: { development: 'info', production: 'error', strict: 'error' },
  considers: [...ENCRYPTION_KEYS, 'clusterName'],
  messages: {
    missing:
      'Encryption keys of {{host}} are not set: {{keys}}; expected the same on all {{count}} {{name}} instances.',
  },
  *dashboards({ name: product, instances, possible, scattered }) {
    if (instances.length + possible.length < 2) return;
    for (const name of ENCRYPTION_KEYS) yield* unknownSettingsAmong(instances, name);
    for (const instance of instances) {
      const missing = encryptionKeys(instance).filter(({ state }) => state === 'unset');
      const [first] = missing;
      if (first === undefined) continue;
      if (scattered || instances.length < 2) {
        yield* unknownSettingsAmong([...instances, ...possible], 'clusterName');
        continue;
      }
      const keys = missing.map(({ variable }) => variable.split(': ').at(-1)).join(', ');
      yield {
        at: first,
        message: 'missing',
        data: { keys, count: instances.length, name: product },
        hosts: [instance.host],
      };
    }
  },
});

import { leaveNamesOpen } from '../../src/model/belonging.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Set all three encryption keys where there are several dashboards.',
  why: 'Each instance makes up random keys when it starts, and sessions break when the load balancer changes instance.',
  reference: 'Production practice §5.5',
  severity: { development: 'info', production: 'error', strict: 'error' },
  messages: {
    missing: 'Encryption keys of {{host}} are not set: {{keys}}; expected the same on all {{count}} dashboards.',
  },
  *dashboards({ instances, possible, scattered }) {
    if (instances.length + possible.length < 2) return;
    for (const { host, encryptionKeys } of instances) {
      const missing = encryptionKeys.filter(({ state }) => state === 'unset');
      const [first] = missing;
      if (first === undefined) continue;
      if (scattered || instances.length < 2) {
        leaveNamesOpen([...instances, ...possible]);
        continue;
      }
      const keys = missing.map(({ variable }) => variable.split(': ').at(-1)).join(', ');
      yield { at: first, message: 'missing', data: { keys, count: instances.length }, hosts: [host] };
    }
  },
});

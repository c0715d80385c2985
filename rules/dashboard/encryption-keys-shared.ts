import { secretsApart } from '../../src/model/common-secret.ts';
import { defineRule } from '../../src/model/rule.ts';
import { ENCRYPTION_KEYS } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Give all dashboards of a cluster the same encryption keys.',
  why: 'The other instances cannot read what one encrypts: sessions break when the load balancer switches instances.',
  reference: 'https://www.elastic.co/docs/deploy-manage/production-guidance/kibana-load-balance-traffic',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  reads: ENCRYPTION_KEYS,
  considers: ['clusterName'],
  messages: { differs: 'The key {{variable}} of {{host}} differs from that of {{other}}; expected the same on all.' },
  *dashboards(all) {
    for (const name of ENCRYPTION_KEYS) {
      const { apart, open } = secretsApart(all, (instance) => instance[name]);
      yield* open;
      for (const { host, secret: at, usual } of apart) {
        const related = [{ ...usual.secret.origin, message: `the key of ${usual.host}` }];
        yield { at, message: 'differs', data: { other: usual.host }, related, hosts: [host] };
      }
    }
  },
});

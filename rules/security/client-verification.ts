import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Let dashboards verify the certificate of their cluster.',
  why: 'Whoever gets between a dashboard and its cluster shows any certificate, and reads its password and all that people see.',
  reference: 'https://www.elastic.co/docs/reference/kibana/configuration-reference/general-settings',
  since: '0.1.0',
  severity: { development: 'info', production: 'warning', strict: 'error' },
  judges: 'declared',
  reads: ['searchVerification'],
  considers: ['searchAddresses'],
  messages: { none: '{{host}} takes any certificate for that of its cluster; expected {{variable}} to be full.' },
  *dashboards({ instances }) {
    for (const { host, searchVerification: verification, searchAddresses: addresses } of instances) {
      if (verification.state !== 'known' || verification.value !== 'none' || isPlain(addresses)) continue;
      if (addresses.state === 'unknown' && addresses.reason !== 'not-collected')
        yield { undecided: addresses, hosts: [host] };
      else yield { at: verification, message: 'none', hosts: [host] };
    }
  },
});

/** Tells whether no certificate is shown, as HTTP is not encrypted. */
function isPlain(addresses: Setting<readonly string[]>): boolean {
  if (addresses.state === 'known') return addresses.value.every((url) => url.startsWith('http://'));
  return addresses.state === 'unset' && addresses.productDefault?.startsWith('http://') === true;
}

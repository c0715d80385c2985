import { defineRule } from '../../src/model/rule.ts';
import { counted } from '../../src/model/phrases.ts';
import { sendersOf } from '../../src/model/search-clients.ts';
import type { SearchClient } from '../../src/model/search-clients.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { Open, Setting } from '../../src/model/setting.ts';
import type { Dashboard } from '../../src/model/stack.ts';

/** The number of further tasks that a report shows. */
const SHOWN = 4;

export default defineRule({
  summary: 'Let dashboards, shippers and pipelines verify the certificate of their cluster.',
  why: 'Whoever gets between a client and its cluster shows any certificate, and reads its password and all that passes.',
  reference: 'https://www.elastic.co/docs/reference/kibana/configuration-reference/general-settings',
  since: '0.1.0',
  severity: { development: 'info', production: 'warning', strict: 'error' },
  judges: 'declared',
  considers: ['searchVerification', 'searchAddresses', 'searchProtocol', 'output'],
  messages: {
    none: '{{host}} takes any certificate for that of its cluster; expected {{variable}} to be full.',
    requests: '{{count}} to cluster {{cluster}} with validate_certs switched off; expected it to be true.',
  },
  *cluster({ label: cluster, unverifiedRequests: [at, ...others] = [] }) {
    if (at === undefined) return;
    const count = `${counted(others.length + 1, 'task')} ${others.length === 0 ? 'sends' : 'send'} requests`;
    const related = others.slice(0, SHOWN).map((other) => ({ ...placeOfOrigin(other), message: 'another' }));
    yield { at, message: 'requests', severity: 'info', data: { count, cluster }, related, hosts: [] };
  },
  *dashboards({ instances }) {
    for (const instance of instances) yield* judged(instance);
  },
  *stack(stack) {
    // What no file says is no question until somebody sets it.
    for (const sender of sendersOf(stack)) if (isTold(sender.searchVerification)) yield* judged(sender);
  },
});

type Client = Pick<Dashboard, 'host' | 'searchAddresses' | 'searchVerification'> &
  Partial<Pick<SearchClient, 'searchProtocol'>>;

function* judged({ host, searchVerification: verification, searchAddresses: addresses, searchProtocol }: Client) {
  const hosts = [host];
  const open = (undecided: Open['undecided']): Open => ({ undecided, hosts });
  if (verification.state === 'unknown') yield open(verification);
  if (verification.state !== 'known' || verification.value !== 'none' || isPlain(addresses, searchProtocol)) return;
  if (addresses.state === 'unknown' && isTold(addresses)) yield open(addresses);
  else if (searchProtocol?.state === 'unknown' && isTold(searchProtocol)) yield open(searchProtocol);
  else yield { at: verification, message: 'none' as const, hosts };
}

/** Tells whether no certificate is shown, as HTTP is not encrypted. */
function isPlain(addresses: Setting<readonly string[]>, protocol: Setting<string> | undefined): boolean {
  const standard = protocol && (protocol.state === 'known' ? protocol.value : protocol.state === 'unset' ? 'http' : '');
  const urls =
    addresses.state === 'known' ? addresses.value : addresses.state === 'unset' ? [addresses.productDefault ?? ''] : [];
  return (
    urls.length > 0 &&
    urls.every((url) => (url.includes('://') ? url.startsWith('http://') : url !== '' && standard === 'http'))
  );
}

function isTold(setting: Setting<unknown>): boolean {
  return setting.state !== 'unknown' || setting.reason !== 'not-collected';
}

import { addressesIn, reachOf } from '../../src/model/host-addresses.ts';
import { defineRule } from '../../src/model/rule.ts';
import { hasSecurity, isTruth } from '../../src/model/security.ts';
import type { Setting, Unknown } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Let search nodes listen at private addresses.',
  why: 'Whoever reaches a node from outside may try passwords, and everything that a flaw of the product lets him.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/networking-settings',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: [
    ...(['networkHost', 'httpHost', 'transportHost', 'publishHost', 'addresses'] as const),
    ...(['security', 'securityDisabled', 'httpTls'] as const),
  ],
  messages: {
    everywhere: '{{host}} listens at all its addresses by {{address}}; expected {{variable}} to name private ones.',
    public: '{{host}} listens at {{address}}, which the internet may reach; expected {{variable}} to be private.',
    published: 'Others reach {{host}} at {{address}}, which is an address of the internet; expected a private one.',
  },
  *node(node) {
    const { networkHost, httpHost, transportHost, publishHost, addresses } = node;
    // Inside a container, a running node listens everywhere: what it publishes tells who reaches it.
    if (addresses.state === 'known') {
      for (const [index, address] of addresses.value.entries())
        if (reachOf(address) === 'public')
          yield { at: addresses, part: addresses.items?.[index], message: 'published', data: { address } };
      return;
    }
    const listening = [networkHost, httpHost, transportHost].flatMap((setting) =>
      setting.state === 'known' ? addressesIn(setting).map((address) => ({ setting, address })) : [],
    );
    const everywhere = listening.find(({ address }) => reachOf(address) === 'everywhere');
    if (everywhere !== undefined) {
      const { setting: at, address } = everywhere;
      const report = { at, message: 'everywhere', data: { address } } as const;
      // So the product configures itself, which asks everybody who comes.
      yield hasSecurity(node) && isTruth(node.httpTls, true) ? { ...report, severity: 'warning' } : report;
    }
    for (const { setting, address } of listening) {
      const reach = reachOf(address);
      if (reach === 'public') yield { at: setting, message: reach, data: { address } };
      else if (reach === 'unknown') yield { undecided: whoReaches(setting, address) };
    }
    for (const address of addressesIn(publishHost).filter((one) => reachOf(one) === 'public'))
      yield { at: publishHost, message: 'published', data: { address } };
  },
});

/** A name, or an interface of a machine, stands for an address that only the machine knows. */
function whoReaches({ variable, origin, setting }: Setting<unknown>, address: string): Unknown {
  const message = `${variable} is ${address}, which stands for an address that is known there alone`;
  return { state: 'unknown', variable, origin, setting, reason: 'fact', message };
}

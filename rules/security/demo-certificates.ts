import type { Related } from '../../src/model/finding.ts';
import { defineRule } from '../../src/model/rule.ts';
import { isTruth } from '../../src/model/security.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { SearchNode } from '../../src/model/stack.ts';

/** Files of the demonstration, by names that no other certificates have. */
const FILE = /(?:^|\/)(?:esnode|kirk)(?:-key)?\.pem$/;
/** The subjects of its certificates: of nodes, and of the administrator. */
const OF_NODE = /\bCN=node-0\.example\.com(?:,|$)/i;
const OF_ADMIN = /^\s*CN=kirk\b/i;

const JUDGED = ['adminNames', 'transportCertificate', 'httpCertificate', 'otherSecurity', 'demoCertificates'] as const;

export default defineRule({
  summary: 'Make certificates of your own in place of those of the demonstration.',
  why: 'Everyone has the private keys of the demonstration: with that of kirk, anybody who reaches a node may do everything.',
  reference: 'https://docs.opensearch.org/latest/security/configuration/best-practices/',
  since: '0.1.0',
  sources: [
    {
      name: 'OpenSearch: Setting up a demo configuration',
      url: 'https://docs.opensearch.org/latest/security/configuration/demo-configuration/',
    },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: [...JUDGED, 'securityDisabled'],
  messages: {
    configured: '{{host}} trusts certificates of the demonstration: {{variable}} is {{value}}; expected its own.',
    shown: 'Cluster {{cluster}} has a certificate of the demonstration, {{subject}}; expected its own.',
  },
  *cluster({ label: cluster, nodes, certificates = [] }) {
    for (const node of nodes) {
      // While the plugin is off, its settings do not matter.
      if (isTruth(node.securityDisabled, true)) continue;
      const [first, ...others] = JUDGED.flatMap((name) => signOf(node[name]) ?? []);
      if (first === undefined) continue;
      const related = others.map(({ setting: { origin }, part }): Related => {
        return { ...(part ?? placeOfOrigin(origin)), message: 'this as well' };
      });
      const { setting: at, part, value } = first;
      yield { at, part, message: 'configured', data: { value }, related, hosts: [node.host] };
    }
    for (const told of certificates)
      for (const { origin, subject, hosts } of told.state === 'known' ? told.value : [])
        if (OF_NODE.test(subject)) yield { at: origin, message: 'shown', data: { cluster, subject }, hosts };
  },
});

/** The part of a setting that shows the demonstration; undefined if none does. */
function signOf(setting: SearchNode[(typeof JUDGED)[number]]) {
  if (setting.state !== 'known') return undefined;
  const { value, items } = setting;
  const names = typeof value === 'object' ? value : [String(value)];
  const index = names.findIndex((name) => name === 'true' || FILE.test(name) || OF_ADMIN.test(name));
  return index < 0 ? undefined : { setting, part: items?.[index], value: names[index] ?? '' };
}

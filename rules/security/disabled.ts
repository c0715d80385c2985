import { isLoopbackOnly } from '../../src/model/host-addresses.ts';
import { defineRule } from '../../src/model/rule.ts';
import { hasSecurity, isTruth } from '../../src/model/security.ts';
import type { Setting } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Keep security and TLS switched on.',
  why: 'Without them, whoever reaches a node reads and deletes everything, and whoever listens reads passwords and data.',
  reference: 'https://www.elastic.co/docs/deploy-manage/security',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: [
    ...(['security', 'securityDisabled', 'otherSecurity', 'httpTls', 'transportTls'] as const),
    ...(['transportVerification', 'transportCertificate', 'networkHost', 'httpHost', 'discoveryType'] as const),
  ],
  messages: {
    off: 'Security is switched off on {{host}}; expected {{variable}} to be {{on}}.',
    unset: 'Security is not switched on for {{host}}, whose release leaves it off; expected {{variable}} to be true.',
    plainHttp: 'HTTP of {{host}} is not encrypted; expected {{variable}} to be true.',
    plainTransport: 'What {{host}} says to other nodes is not encrypted; expected {{variable}} to be true.',
    unverified: '{{host}} takes any certificate of another node; expected {{variable}} to be full or certificate.',
  },
  *node(node) {
    const { security, securityDisabled, otherSecurity, networkHost, httpHost } = node;
    // Search Guard and its kin stand in for the security of Elasticsearch, which has to be off then.
    if (otherSecurity.state === 'known') return;
    const isHttpLocal = isLoopbackOnly(httpHost.state === 'known' ? httpHost : networkHost);
    const isLocal = isHttpLocal && isLoopbackOnly(networkHost);
    // Something on the same machine, such as a reverse proxy, may ask who comes.
    const severity = isLocal ? 'warning' : undefined;
    if (isTruth(securityDisabled, true))
      yield { at: securityDisabled, message: 'off', data: { on: 'false' }, severity };
    else if (security.state === 'known' && !security.value)
      yield { at: security, message: 'off', data: { on: 'true' }, severity };
    else if (isTruth(security, false)) yield { at: security, message: 'unset', severity };
    else {
      // What is off is off, whoever switches security on.
      if (!hasSecurity(node)) for (const setting of [security, securityDisabled]) yield* openIfAnswered(setting);
      yield* judgedTls(node, isHttpLocal);
    }
  },
});

type Tls = Readonly<
  Record<'security' | 'securityDisabled' | 'httpTls' | 'transportTls', Setting<boolean>> &
    Record<'transportVerification' | 'transportCertificate' | 'discoveryType', Setting<string>>
>;

/** Judges TLS of a node that may have accounts. */
function* judgedTls(node: Tls, isHttpLocal: boolean) {
  const { security, httpTls, transportTls, transportVerification, transportCertificate, discoveryType } = node;
  // The plugin of OpenSearch may be configured by what installs it, as with its demonstration.
  const isConfiguredHere =
    hasSecurity(node) && (security.state !== 'unknown' || transportCertificate.state === 'known');
  const isPlain = (tls: Setting<boolean>): boolean =>
    tls.state === 'known' ? !tls.value : isConfiguredHere && isTruth(tls, false);
  if (isPlain(httpTls) && !isHttpLocal) yield { at: httpTls, message: 'plainHttp' as const };
  const isAlone = discoveryType.state === 'known' && discoveryType.value === 'single-node';
  if (isPlain(transportTls) && !isAlone) yield { at: transportTls, message: 'plainTransport' as const };
  else if (transportVerification.state === 'known' && transportVerification.value === 'none' && !isAlone)
    yield { at: transportVerification, message: 'unverified' as const };
  for (const setting of [httpTls, transportTls]) yield* openIfAnswered(setting);
}

/** An unknown setting, if a running node should tell it: of files, it is no question until somebody sets it. */
function* openIfAnswered(setting: Setting<unknown>) {
  if (setting.state === 'unknown' && 'call' in setting.origin) yield { undecided: setting };
}

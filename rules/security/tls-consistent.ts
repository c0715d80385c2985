import { dissentAmong } from '../../src/model/dissent.ts';
import { addressesIn } from '../../src/model/host-addresses.ts';
import { CalledNodes, nodesAnsweringAt, USUAL_PORT } from '../../src/model/known-as.ts';
import { defineRule } from '../../src/model/rule.ts';
import { isTruth, isWithoutSecurity } from '../../src/model/security.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { sendersOf } from '../../src/model/search-clients.ts';
import type { Open, Setting } from '../../src/model/setting.ts';
import type { Cluster, SearchNode } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Encrypt what nodes say to each other on all of them, and call them by the scheme that they speak.',
  why: 'A node with TLS and one without cannot talk to each other, and neither can a client that calls one by the other scheme.',
  reference: 'https://www.elastic.co/docs/deploy-manage/security/self-setup',
  since: '0.1.0',
  sources: [{ name: 'Elasticsearch, whose nodes do not find each other' }],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'declared',
  considers: [
    'transportTls',
    'httpTls',
    'httpPort',
    'security',
    'securityDisabled',
    'knownAs',
    'searchAddresses',
    'searchProtocol',
    'output',
  ],
  messages: {
    transport:
      'Nodes of cluster {{cluster}} differ in whether they encrypt what they say to each other: {{sides}}; expected TLS on all.',
    plain:
      '{{host}} calls {{node}} by https, whose HTTP is not encrypted; expected {{url}} in {{variable}}, or TLS there.',
    encrypted: '{{host}} calls {{node}} by http, whose HTTP is encrypted; expected {{url}} in {{variable}}.',
  },
  *stack(stack) {
    const { clusters, dashboards } = stack;
    const called = clusters.map(({ nodes }) => new CalledNodes(nodes));
    for (const cluster of clusters) yield* judgedTransport(cluster);
    for (const { instances } of dashboards)
      for (const { host, searchAddresses: at } of instances)
        for (const url of addressesIn(at)) yield* judgedCall({ host, at, url }, called);
    for (const { host, searchAddresses: at, searchProtocol: protocol } of sendersOf(stack)) {
      const scheme = protocol.state === 'known' ? protocol.value : protocol.state === 'unset' ? 'http' : undefined;
      for (const address of addressesIn(at)) {
        const url = address.includes('://') || scheme === undefined ? address : `${scheme}://${address}`;
        yield* judgedCall({ host, at, url, usualPort: USUAL_PORT }, called);
      }
    }
  },
});

function* judgedTransport({ label: cluster, nodes, scattered }: Cluster) {
  if (scattered) return;
  const voices = nodes.flatMap((node) => {
    const isOn = isEncrypted(node, node.transportTls);
    if (isOn === undefined) return [];
    const deciding = [node.security, node.securityDisabled].find(({ state }) => state === 'known');
    const setting = isWithoutSecurity(node) ? (deciding ?? node.security) : node.transportTls;
    return [{ host: node.host, value: isOn ? 'TLS' : 'none', setting }];
  });
  const dissent = dissentAmong(voices);
  if (dissent === undefined) return;
  const { at, words: sides, related, hosts, measure } = dissent;
  yield { at, message: 'transport' as const, data: { cluster, sides }, related, hosts, measure, clusters: [cluster] };
}

/** An address at which a host calls a cluster, with the setting that holds it. */
interface Call {
  readonly host: string;
  readonly at: Setting<readonly string[]>;
  readonly url: string;
  /** The port that the caller takes where the address has none; undefined if that is the scheme's. */
  readonly usualPort?: string;
}

function* judgedCall({ host, at, url, usualPort }: Call, called: readonly CalledNodes<SearchNode>[]) {
  const [, scheme] = /^(https?):\/\//.exec(url) ?? [];
  if (scheme === undefined) return;
  const [node, ...others] = called.flatMap((of) => nodesAnsweringAt(url, of, host, usualPort));
  if (node === undefined) return;
  const { httpTls: tls } = node;
  const isOn = isEncrypted(node, tls);
  if (others.some((other) => isEncrypted(other, other.httpTls) !== isOn)) return;
  if (isOn === undefined && tls.state === 'unknown' && tls.reason !== 'not-collected')
    yield { undecided: tls, hosts: [host] } satisfies Open;
  if (isOn === undefined || isOn === (scheme === 'https')) return;
  const right = url.replace(/^\w+/, isOn ? 'https' : 'http');
  yield {
    ...{
      at,
      message: isOn ? ('encrypted' as const) : ('plain' as const),
      hosts: [host],
      clusters: [node.clusterLabel],
    },
    data: { node: node.host, url: right },
    related: [{ ...placeOfOrigin(tls.origin), message: `HTTP of ${node.host} is ${isOn ? '' : 'not '}encrypted` }],
  };
}

/** Tells whether a node encrypts by a setting of TLS, which does nothing where security is off; undefined if not known. */
function isEncrypted(node: SearchNode, tls: Setting<boolean>): boolean | undefined {
  if (isWithoutSecurity(node) || isTruth(tls, false)) return false;
  return isTruth(tls, true) ? true : undefined;
}

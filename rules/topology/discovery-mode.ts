import { counted, listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Leave discovery.type unset on nodes that form a cluster.',
  why: 'A node whose discovery.type is single-node forms a cluster of its own, whatever its peers do.',
  reference:
    'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/discovery-cluster-formation-settings',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  considers: ['discoveryType', 'clusterName'],
  messages: {
    some: 'On {{hosts}}, discovery.type is single-node, but not on the other nodes of cluster {{cluster}}; expected it on none of them.',
    all: 'On all {{nodes}} of cluster {{cluster}}, discovery.type is single-node, so that each forms a cluster of its own; expected it on none of them.',
  },
  *cluster({ label: cluster, nodes, scattered }) {
    if (scattered || nodes.length < 2) return;
    const single = nodes.filter(({ discoveryType: type }) => type.state === 'known' && type.value === 'single-node');
    const [first] = single;
    if (first === undefined) return;
    const others = nodes.filter((node) => !single.includes(node));
    const open = others.find(({ discoveryType: type }) => type.state === 'unknown')?.discoveryType;
    if (open?.state === 'unknown') yield { undecided: open };
    else if (others.length > 0) {
      const hosts = single.map(({ host }) => host);
      yield { at: first.discoveryType, message: 'some', data: { cluster, hosts: listed(hosts) }, hosts };
    } else {
      // They may be apart on purpose, unless a person gave them one name.
      const data = { cluster, nodes: counted(nodes.length, 'node') };
      if (first.clusterName.state === 'known')
        yield { at: first.discoveryType, message: 'all', data, severity: 'warning' };
    }
  },
});

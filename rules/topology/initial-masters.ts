import { dissentAmong } from '../../src/model/dissent.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { votingRights } from '../../src/model/voters.ts';

/** The number of names that a report shows. */
const NAMED = 5;

export default defineRule({
  summary:
    'Name the same nodes for the first election on all master-eligible nodes, and none once the cluster has formed.',
  why: 'Nodes that name others for the first election may form two clusters; a node that is rebuilt with such a list may form one of its own.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/distributed-architecture/discovery-cluster-formation/modules-discovery-bootstrap-cluster',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['initialMasters', 'roles', 'discoveryType'],
  messages: {
    left: 'Cluster {{cluster}} has formed, but {{variable}} is still set on {{hosts}}; expected it on no node.',
    differs:
      'Master-eligible nodes of cluster {{cluster}} name others for the first election: {{lists}}; expected one list.',
    single:
      '{{host}} is a cluster on its own (discovery.type is single-node), and has {{variable}}; the product refuses both together, so expected one of them.',
  },
  *cluster({ label: cluster, nodes, scattered, health }) {
    const naming = nodes.filter(({ initialMasters: list }) => list.state === 'known' && list.value.length > 0);
    const [first] = naming;
    // It runs: only a running cluster has a health.
    if (health !== undefined) {
      if (first === undefined) return;
      const hosts = naming.map(({ host }) => host);
      const data = { cluster, hosts: listed(hosts, NAMED) };
      yield { at: first.initialMasters, message: 'left', data, severity: 'warning', hosts, measure: hosts.length };
      return;
    }
    for (const { host, initialMasters: list, discoveryType: type } of naming)
      if (type.state === 'known' && type.value === 'single-node')
        yield {
          at: list,
          message: 'single',
          data: { host },
          related: [{ ...placeOfOrigin(type.origin), message: 'discovery.type is set here' }],
          hosts: [host],
        };
    if (scattered) return;
    const voices = naming.flatMap((node) => {
      const { host, initialMasters: list } = node;
      if (votingRights(node).votes !== true || list.state !== 'known') return [];
      return [{ host, value: `[${listed([...list.value].sort(), NAMED)}]`, setting: list }];
    });
    const dissent = dissentAmong(voices);
    if (dissent === undefined) return;
    const { at, words, related, hosts, measure } = dissent;
    yield { at, message: 'differs', data: { cluster, lists: words }, related, hosts, measure };
  },
});

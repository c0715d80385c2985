import { dissentAmong } from '../../src/model/dissent.ts';
import { hostOf, isAddress } from '../../src/model/network-address.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace, placeOfOrigin } from '../../src/model/setting.ts';
import type { SearchNode } from '../../src/model/stack.ts';
import { votingRights } from '../../src/model/voters.ts';

/** The severity of a list that is no longer needed. */
const LEFT = { development: 'info', production: 'warning', strict: 'error' } as const;

export default defineRule({
  summary:
    'Name the same nodes for the first election on all master-eligible nodes, and none once the cluster has formed.',
  why: 'Nodes that name others for the first election may form two clusters; a node that is rebuilt with such a list may form one of its own.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/distributed-architecture/discovery-cluster-formation/modules-discovery-bootstrap-cluster',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['initialMasters', 'roles', 'discoveryType', 'nodeName'],
  messages: {
    left: 'Cluster {{cluster}} has formed, but {{variable}} is still set on {{hosts}}; expected it on no node.',
    differs:
      'Master-eligible nodes of cluster {{cluster}} name others for the first election: {{lists}}; expected one list.',
    stranger:
      'The first election of cluster {{cluster}} names {{name}}, which is no node of it; expected node names of its master-eligible nodes: {{voters}}.',
    unable:
      'The first election of cluster {{cluster}} names {{name}}, which is not master-eligible; expected node names of its master-eligible nodes: {{voters}}.',
    missing: 'The first election of cluster {{cluster}} does not name {{missing}}; expected all master-eligible nodes.',
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
      const data = { cluster, hosts: listed(hosts) };
      yield { at: first.initialMasters, message: 'left', data, severity: LEFT, hosts, measure: hosts.length };
      return;
    }
    // Where it has others beside it, topology/discovery-mode tells of it.
    for (const { host, initialMasters: list, discoveryType: type } of nodes.length === 1 ? naming : [])
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
      return [{ host, value: `[${listed([...list.value].sort())}]`, setting: list }];
    });
    const dissent = dissentAmong(voices);
    if (dissent !== undefined) {
      const { at, words, related, hosts, measure } = dissent;
      yield { at, message: 'differs', data: { cluster, lists: words }, related, hosts, measure };
    } else yield* judgedNames(cluster, nodes, naming);
  },
});

type Node = Pick<SearchNode, 'host' | 'product' | 'roles' | 'initialMasters' | 'nodeName'>;

function placeOfList({ initialMasters }: Node): string {
  return keyOfPlace(initialMasters.origin);
}

/** Judges the names in the only list of a cluster, if the names of all its nodes are known. */
function* judgedNames(cluster: string, nodes: readonly Node[], naming: readonly Node[]) {
  const [first] = naming.filter((node) => votingRights(node).votes === true);
  const list = first?.initialMasters;
  if (first === undefined || list?.state !== 'known') return;
  const hosts = naming.filter((node) => placeOfList(node) === placeOfList(first)).map(({ host }) => host);
  const rights = nodes.map((node) => ({ node, name: nameOf(node), ...votingRights(node) }));
  const unclear = nodes.find(({ nodeName }) => nodeName.state === 'unknown')?.nodeName;
  if (rights.some(({ name, votes }) => name === undefined || votes === undefined)) {
    const isNamed = list.value.every((name) => rights.some((one) => one.name === name));
    if (unclear?.state === 'unknown' && !isNamed) yield { undecided: unclear };
    return;
  }
  const voters = rights.filter(({ votes }) => votes === true);
  // topology/node-names tells of nodes that share a name.
  if (new Set(rights.map(({ name }) => name)).size < rights.length) return;
  const names = listed(voters.map(({ name }) => name ?? ''));
  let isOpen = false;
  for (const [index, name] of list.value.entries()) {
    const named = rights.find((one) => one.name === name);
    if (named?.votes === true) continue;
    const common = { at: list, part: list.items?.[index], data: { cluster, name, voters: names }, hosts };
    if (named !== undefined) yield { ...common, message: 'unable' } as const;
    // The address of a node counts as well.
    else if (isAddress(hostOf(name)) || name.includes('${')) isOpen = true;
    else yield { ...common, message: 'stranger' } as const;
  }
  const missing = voters.filter(({ name }) => name !== undefined && !list.value.includes(name));
  if (isOpen || missing.length === 0) return;
  const data = {
    cluster,
    missing: listed(missing.map(({ name }) => name ?? '')),
  };
  yield { at: list, message: 'missing', severity: 'warning', data, hosts, measure: missing.length } as const;
}

/** The name of a node; undefined if it is not known, as that of its machine, or one that its environment gives. */
function nameOf({ nodeName: name }: Pick<Node, 'nodeName'>): string | undefined {
  return name.state === 'known' && !name.value.includes('${') ? name.value : undefined;
}

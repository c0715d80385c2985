import { isCalled, isOwnName } from '../../src/model/known-as.ts';
import { grouped } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace } from '../../src/model/setting.ts';
import type { Setting } from '../../src/model/setting.ts';
import type { Cluster, SearchNode } from '../../src/model/stack.ts';
import { votingRights } from '../../src/model/voters.ts';

type Node = Pick<SearchNode, 'host' | 'product' | 'roles' | 'seedHosts' | 'knownAs'>;

/** A node with the nodes of its cluster that its list does not name, though they vote. */
interface Judged {
  readonly node: Node;
  readonly list: Setting<readonly string[]>;
  /** True if the list names another node of the cluster. */
  readonly reachesOthers: boolean;
  readonly missing: readonly string[];
  /** The names of the list that no node of the cluster is known to have. */
  readonly strange: readonly string[];
}

export default defineRule({
  summary: 'Name every master-eligible node of a cluster, and no node of another, in discovery.seed_hosts.',
  why: 'A node looks for its cluster at these addresses alone: where all that it knows are down, it finds no cluster.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/distributed-architecture/discovery-cluster-formation/discovery-hosts-providers',
  since: '0.1.0',
  severity: { development: 'info', production: 'warning', strict: 'error' },
  // What a running node has in its list are names that only its own machine can look up.
  judges: 'declared',
  considers: ['seedHosts', 'knownAs', 'roles'],
  messages: {
    missing:
      'The seed hosts of {{hosts}} do not name {{missing}} of cluster {{cluster}}; expected every master-eligible node.',
    none: 'The seed hosts of {{hosts}} name no other master-eligible node of cluster {{cluster}}; expected {{voters}}.',
    foreign:
      'The seed hosts of {{hosts}} name {{name}}, a node of cluster {{other}}; expected nodes of {{cluster}} alone.',
  },
  *stack({ clusters }) {
    for (const cluster of clusters) {
      const { label, nodes, scattered } = cluster;
      // Containers that share a host have names of their own in their network.
      const isShared = new Set(nodes.map(({ host }) => host)).size < nodes.length;
      if (scattered || isShared) continue;
      const voters = nodes.filter((node) => votingRights(node).votes === true);
      const byLine = grouped(judgedNodes(nodes, voters), ({ list }) => keyOfPlace(list.origin));
      const common = { clusters: [label] };
      for (const same of byLine.values()) {
        const [{ list: at, strange }] = same;
        const foreign = foreignNode(strange, cluster, clusters);
        const all = same.map(({ node }) => node.host);
        if (foreign !== undefined)
          yield {
            ...common,
            ...{ at, message: 'foreign', hosts: all },
            data: { hosts: listed(all), ...foreign, cluster: label },
          };
        const lacking = same.filter(({ missing }) => missing.length > 0);
        if (lacking.length === 0 || foreign !== undefined) continue;
        const hosts = lacking.map(({ node }) => node.host);
        const lackingAny = new Set(lacking.flatMap((one) => one.missing));
        const missing = voters.map(({ host }) => host).filter((host) => lackingAny.has(host));
        const open = strange[0];
        if (open !== undefined) {
          const message = `${at.variable} names ${open}, which may be an address of ${listed(missing)}`;
          const { setting, variable, origin } = at;
          yield { undecided: { state: 'unknown', setting, variable, origin, reason: 'not-collected', message }, hosts };
        } else if (lacking.every(({ reachesOthers }) => !reachesOthers)) {
          const names = listed(missing);
          const data = { hosts: listed(hosts), cluster: label, voters: names };
          yield { ...common, at, message: 'none', severity: 'error', data, hosts };
        } else {
          const data = { hosts: listed(hosts), cluster: label, missing: listed(missing) };
          yield { ...common, at, message: 'missing', data, hosts, measure: missing.length };
        }
      }
    }
  },
});

/** The lists of nodes, each held against the voters; without those that are empty, or not known. */
function judgedNodes(nodes: readonly Node[], voters: readonly Node[]): readonly Judged[] {
  // Nodes by the thousand have one list, which is compared with all of them once.
  const byNames = grouped(
    nodes.filter(({ seedHosts: list }) => list.state === 'known' && list.value.length > 0),
    ({ seedHosts: list }) => (list.state === 'known' ? list.value.join('\0') : ''),
  );
  return [...byNames.values()].flatMap((sharing) => {
    const [{ seedHosts }] = sharing;
    const names = seedHosts.state === 'known' ? seedHosts.value.filter((name) => !isOwnName(name)) : [];
    const named = new Set(nodes.filter((other) => names.some((name) => isCalled(other, name))));
    const strange = names.filter((name) => !nodes.some((other) => isCalled(other, name)));
    const absent = voters.filter((voter) => !named.has(voter));
    return sharing.map((node) => ({
      node,
      list: node.seedHosts,
      reachesOthers: named.size > (named.has(node) ? 1 : 0),
      missing: absent.flatMap((voter) => (voter === node ? [] : [voter.host])),
      strange,
    }));
  });
}

/** The first name that is known to be a node of another cluster. */
function foreignNode(names: readonly string[], own: Cluster<Node>, clusters: readonly Cluster<Node>[]) {
  for (const name of names)
    for (const other of clusters)
      if (other !== own && !other.scattered && other.nodes.some((node) => isCalled(node, name)))
        return { name, other: other.label };
  return undefined;
}

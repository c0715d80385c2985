import { isAddress, normalAddress } from '../../src/model/network-address.ts';
import { reachOf } from '../../src/model/host-addresses.ts';
import { grouped } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace, placeOfOrigin } from '../../src/model/setting.ts';
import type { Place, Setting } from '../../src/model/setting.ts';
import { firstPlaceOf } from '../../src/model/several-places.ts';
import type { Member, SearchNode } from '../../src/model/stack.ts';

/** The variable by which a role knows each host. */
const OF_ROLE = 'config_host';

type Node = Pick<SearchNode, keyof Addressed | 'publishHost' | 'networkHost'>;

/** A host in any part; a node has ports as well. */
interface Addressed
  extends Pick<SearchNode, 'host' | 'clusterLabel' | 'hostAddress'>, Partial<Pick<SearchNode, 'transportPort'>> {}

export default defineRule({
  summary: 'Give each host an address of its own.',
  why:
    'Nodes find each other by their addresses: of two that publish one, the others reach only the one that answers, and ' +
    'a host without an address is in no list of them.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/networking-settings',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  considers: ['hostAddress', 'publishHost', 'networkHost', 'transportPort'],
  messages: {
    shared: '{{hosts}} share the address {{address}}; expected one for each.',
    without: 'No address is given to {{hosts}}, where others have one by {{variable}}; expected it to be set.',
  },
  *stack({ clusters, dashboards, pipelines }) {
    const nodes = clusters.flatMap((cluster) => cluster.nodes);
    const members = [...nodes, ...dashboards.flatMap(({ instances }) => instances), ...pipelines];
    // A host may be in several parts.
    const hosts = [...new Map(members.map((member) => [member.host, member])).values()];
    const byRole = hosts.filter(({ hostAddress: { state, variable } }) => state === 'known' && variable === OF_ROLE);
    const lacking = grouped(
      hosts.filter(({ hostAddress: { state } }) => state === 'unset'),
      ({ clusterLabel }) => clusterLabel,
    );
    const having = grouped(byRole, ({ clusterLabel }) => clusterLabel);
    const without = Array.from(lacking, ([label, some]) => {
      const others = having.get(label);
      return others !== undefined && some.length < others.length ? some : [];
    }).flat();
    const place = firstPlaceOf(without.map(({ host, hostAddress: at, clusterLabel }) => ({ host, at, clusterLabel })));
    if (place !== undefined) {
      const { first, hosts: there, related } = place;
      const data = {
        hosts: listed(without.map(({ host }) => host)),
      };
      yield { at: first.at, message: 'without', data, hosts: there, related, clusters: labelsOf(without) };
    }
    const told = new Set<string>();
    const sets = [
      byRole.flatMap(ofHost),
      ...clusters.map((cluster) => cluster.nodes.flatMap(ofHost)),
      ...clusters.map((cluster) => cluster.nodes.flatMap(ofNode)),
    ];
    for (const addresses of sets)
      for (const sharing of grouped(addresses, ({ address, port }) => `${address} ${port}`).values()) {
        const [first, ...others] = sharing;
        const { address } = first;
        const names = [...new Set(sharing.map(({ host }) => host))];
        if (names.length < 2 || told.has(address)) continue;
        told.add(address);
        const odd = others.find((one) => keyOf(one) !== keyOf(first)) ?? first;
        const elsewhere = [...grouped(sharing, keyOf).values()].filter(([one]) => keyOf(one) !== keyOf(odd));
        yield {
          at: odd.at,
          part: odd.part,
          message: 'shared',
          data: { hosts: listed(names), address },
          hosts: sharing.filter((one) => keyOf(one) === keyOf(odd)).map(({ host }) => host),
          related: elsewhere.map(([one, ...more]) => ({
            ...(one.part ?? placeOfOrigin(one.at.origin)),
            message: `of ${listed([one, ...more].map(({ host }) => host))}`,
          })),
          clusters: labelsOf(sharing),
          measure: names.length,
        };
      }
  },
});

/** An address that a host is given. */
interface Given extends Pick<Member, 'host' | 'clusterLabel'> {
  readonly address: string;
  readonly port: string;
  readonly at: Setting<unknown>;
  readonly part: Place | undefined;
}

function ofHost(member: Addressed): readonly Given[] {
  const { host, clusterLabel, hostAddress: at } = member;
  const address = at.state === 'known' ? normalAddress(at.value) : '';
  return isOneMachine(address) ? [{ host, clusterLabel, address, port: portOf(member), at, part: undefined }] : [];
}

/** The addresses that a node publishes, or else listens at; a name may mean another one on each machine. */
function ofNode(node: Node): readonly Given[] {
  const at = node.publishHost.state === 'unset' ? node.networkHost : node.publishHost;
  if (at.state !== 'known') return [];
  const { host, clusterLabel } = node;
  return at.value.flatMap((text, index) => {
    const address = normalAddress(text);
    if (!isAddress(address) || !isOneMachine(address)) return [];
    return [{ host, clusterLabel, address, port: portOf(node), at, part: at.items?.[index] }];
  });
}

/** Tells whether an address means one machine wherever it stands; `<ip>` and `10.0.x.x` stand in for one. */
function isOneMachine(address: string): boolean {
  const bare = address.replace(/^([^:]*):\d+$/, '$1');
  const isName = /^[a-z\d](?:[\w.-]*[a-z\d])?$/.test(bare) && !/(?:^|\.)x+(?:\.|$)/.test(bare);
  const reach = reachOf(bare);
  return (isAddress(bare) || isName) && reach !== 'loopback' && reach !== 'everywhere';
}

/** Nodes that share a machine have ports of their own. */
function portOf({ transportPort: port }: Addressed): string {
  return port?.state === 'known' ? port.value : '';
}

function keyOf({ at, part }: Given): string {
  return keyOfPlace(part ?? at.origin);
}

function labelsOf(members: readonly Pick<Member, 'clusterLabel'>[]): readonly string[] {
  return [...new Set(members.map(({ clusterLabel }) => clusterLabel))].filter((label) => label !== '');
}

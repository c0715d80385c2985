import { append } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { attributeOf } from '../../src/model/node-attributes.ts';
import { keyOfPlace } from '../../src/model/setting.ts';
import type { Open, Place, Setting, Unknown } from '../../src/model/setting.ts';
import { FEWEST_VOTERS, votingRights } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Spread master-eligible nodes over zones so that none holds half of them.',
  why: 'Where a zone that fails takes half of the voters with it, the rest has no majority, and the cluster stops.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/production-guidance/availability-and-resilience/resilience-in-larger-clusters',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  options: {
    attribute: { type: 'string', description: 'The attribute of nodes that names the zone.', default: 'zone' },
  },
  considers: ['roles', 'nodeAttributes'],
  messages: {
    together:
      '{{count}} of the {{voters}} master-eligible nodes of cluster {{cluster}} are in {{attribute}} {{zone}}: {{names}}; expected fewer than half.',
    without:
      'Some master-eligible nodes of cluster {{cluster}} have no {{attribute}}: {{names}}; expected one, as others have.',
  },
  *cluster({ label: cluster, origin, nodes, scattered, incomplete }, { attribute }) {
    if (scattered) return;
    const voters = nodes.filter((node) => votingRights(node).votes === true);
    const byZone = new Map<string, Placed[]>();
    const without: typeof voters = [];
    const open: Open[] = [];
    for (const node of voters) {
      const { host, nodeAttributes: at } = node;
      const zone = attributeOf(node, attribute);
      if (at.state === 'unknown') open.push({ undecided: at, hosts: [host] });
      else if (zone === undefined) without.push(node);
      else append(byZone, zone.value, { host, at, part: zone.place });
    }
    // Where none is known to have a zone, zones may play no part.
    if (byZone.size === 0) return;
    yield* open;
    if (without.length > 0) {
      const hosts = without.map(({ host }) => host);
      const data = { cluster, attribute, names: listed(hosts) };
      yield { at: without[0]?.nodeAttributes ?? origin, message: 'without', data, hosts, measure: hosts.length };
    }
    for (const [zone, there] of byZone) {
      if (voters.length < FEWEST_VOTERS || 2 * there.length < voters.length) continue;
      const unclear = incomplete ?? unclearVoter(nodes);
      if (unclear !== undefined) {
        yield { undecided: unclear, hosts: [] };
        continue;
      }
      const hosts = there.map(({ host }) => host);
      const data = {
        cluster,
        attribute,
        zone,
        count: hosts.length,
        voters: voters.length,
        names: listed(hosts),
      };
      const [first] = there;
      if (first === undefined) continue;
      const seeing = there.filter((one) => placeOf(one) === placeOf(first)).map(({ host }) => host);
      const { at, part } = first;
      yield { at, part, message: 'together', data, hosts: seeing, measure: hosts.length };
    }
  },
});

/** A voter with the place of its zone. */
interface Placed {
  readonly host: string;
  readonly at: Setting<unknown>;
  readonly part: Place | undefined;
}

function placeOf({ at, part }: Placed): string {
  return keyOfPlace(part ?? at.origin);
}

/** The roles of a node of which it is not known whether it votes. */
function unclearVoter(nodes: readonly Parameters<typeof votingRights>[0][]): Unknown | undefined {
  for (const { roles } of nodes) if (roles.state === 'unknown') return roles;
  return undefined;
}

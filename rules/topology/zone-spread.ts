import { append } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { votingRights } from '../../src/model/voters.ts';

/** The number of nodes that a report names. */
const NAMED = 5;
const FEWEST = 3;

export default defineRule({
  summary: 'Spread master-eligible nodes over zones so that none holds half of them.',
  why: 'Where a zone that fails takes half of the voters with it, the rest has no majority, and the cluster stops.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/production-guidance/availability-and-resilience/resilience-in-larger-clusters',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  judges: 'observed',
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
  *cluster({ label: cluster, origin, nodes, incomplete }, { attribute }) {
    const voters = nodes.filter((node) => votingRights(node).votes === true);
    const byZone = new Map<string, (typeof voters)[number][]>();
    const without: typeof voters = [];
    for (const node of voters) {
      const zone = zoneOf(node.nodeAttributes, attribute);
      if (node.nodeAttributes.state === 'unknown') yield { undecided: node.nodeAttributes, hosts: [node.host] };
      else if (zone === undefined) without.push(node);
      else append(byZone, zone, node);
    }
    if (byZone.size === 0) return;
    if (without.length > 0) {
      const hosts = without.map(({ host }) => host);
      const data = { cluster, attribute, names: listed(hosts, NAMED) };
      yield { at: without[0]?.nodeAttributes ?? origin, message: 'without', data, hosts, measure: hosts.length };
    }
    for (const [zone, there] of byZone) {
      if (voters.length < FEWEST || 2 * there.length < voters.length) continue;
      if (incomplete !== undefined) {
        yield { undecided: incomplete, hosts: [] };
        continue;
      }
      const hosts = there.map(({ host }) => host);
      const data = {
        cluster,
        attribute,
        zone,
        count: hosts.length,
        voters: voters.length,
        names: listed(hosts, NAMED),
      };
      yield { at: there[0]?.nodeAttributes ?? origin, message: 'together', data, hosts, measure: hosts.length };
    }
  },
});

/** The value of an attribute in a list such as `zone=a`. */
function zoneOf(attributes: Setting<readonly string[]>, name: string): string | undefined {
  const found = attributes.state === 'known' ? attributes.value.find((one) => one.startsWith(`${name}=`)) : undefined;
  return found?.slice(name.length + 1);
}

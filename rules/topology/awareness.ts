import { holdsData } from '../../src/model/data-nodes.ts';
import { append } from '../../src/model/multimap.ts';
import { attributeOf, forcedValuesOf, namesPlace } from '../../src/model/node-attributes.ts';
import { listed } from '../../src/model/phrases.ts';
import { settingsRemedy } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace, unknownSettingsAmong } from '../../src/model/setting.ts';
import { firstPlaceOf } from '../../src/model/several-places.ts';
import type { SearchNode } from '../../src/model/stack.ts';

const ATTRIBUTES = 'cluster.routing.allocation.awareness.attributes';

export default defineRule({
  summary: 'Let the copies of shards spread over the zones that nodes are in.',
  why:
    'Without awareness, all copies of a shard may lie in one zone, and are gone with it. A data node without an ' +
    'attribute of awareness gets no shards, and copies for a value that no node has stay unassigned.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/distributed-architecture/shard-allocation-relocation-recovery/shard-allocation-awareness',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  considers: ['roles', 'nodeAttributes', 'awarenessAttributes', 'awarenessForced'],
  messages: {
    without:
      'Data nodes of cluster {{cluster}} have no {{attribute}}, by which it spreads shards: {{names}}; expected node.attr.{{attribute}} on each.',
    forced:
      'Cluster {{cluster}} holds copies back for {{attribute}} {{values}}, in which it has no data node; expected values that its nodes have.',
    unaware:
      'Data nodes of cluster {{cluster}} are in several places by {{attribute}} ({{values}}), but shards do not spread over them; expected {{variable}} to name it.',
  },
  *cluster({ label: cluster, nodes, scattered, incomplete }) {
    const data = nodes.filter((node) => holdsData(node) === true);
    if (scattered || data.length < 2) return;
    const named = new Set(nodes.flatMap(({ awarenessAttributes: all }) => (all.state === 'known' ? all.value : [])));
    for (const attribute of named) {
      yield* unknownSettingsAmong(data, 'nodeAttributes');
      const without = data.flatMap((node) => {
        const { host, nodeAttributes: at } = node;
        return at.state === 'unknown' || attributeOf(node, attribute) !== undefined ? [] : [{ host, at }];
      });
      const place = firstPlaceOf(without, 'nor on');
      if (place === undefined) continue;
      const names = listed(without.map(({ host }) => host));
      const { first, hosts, related } = place;
      const told = { cluster, attribute, names };
      yield { at: first.at, message: 'without', data: told, hosts, related, measure: without.length };
    }
    for (const [attribute, node] of forcing(nodes)) {
      const values = new Set(data.map((one) => attributeOf(one, attribute)?.value));
      const absent = forcedValuesOf(node, attribute).filter(({ value }) => !values.has(value));
      const [first] = absent;
      if (first === undefined) continue;
      const open = [
        ...(incomplete === undefined ? [] : [{ undecided: incomplete, hosts: [] }]),
        ...unknownSettingsAmong(nodes, 'roles'),
        ...unknownSettingsAmong(data, 'nodeAttributes'),
      ];
      yield* open;
      if (open.length > 0) continue;
      const { awarenessForced: at } = node;
      const here = keyOfPlace(first.place ?? at.origin);
      const hosts = nodes.flatMap((one) =>
        keyOfPlace(forcedValuesOf(one, attribute)[0]?.place ?? one.awarenessForced.origin) === here ? [one.host] : [],
      );
      const told = {
        cluster,
        attribute,
        values: listed(absent.map(({ value }) => value)),
      };
      yield { at, part: first.place, message: 'forced', data: told, hosts, measure: absent.length };
    }
    if (named.size > 0) return;
    const spread = placesOf(data);
    // What a running cluster was not asked is not passed over.
    for (const open of unknownSettingsAmong(nodes, 'awarenessAttributes'))
      if (spread !== undefined || 'call' in open.undecided.origin) yield open;
    if (spread === undefined) return;
    const unset = nodes.flatMap(({ host, awarenessAttributes: at }) => (at.state === 'unset' ? [{ host, at }] : []));
    const place = firstPlaceOf(unset);
    if (place === undefined || unset.length < nodes.length) return;
    const { attribute, values } = spread;
    const { first, hosts } = place;
    const remedies = [settingsRemedy('Spread the copies of shards', { persistent: { [ATTRIBUTES]: attribute } })];
    const told = { cluster, attribute, values: listed(values) };
    yield { at: first.at, message: 'unaware', data: told, hosts, remedies };
  },
});

/** The attributes for which values are forced, each with a node that is told so. */
function forcing<N extends Pick<SearchNode, 'awarenessForced'>>(nodes: readonly N[]): ReadonlyMap<string, N> {
  const found = new Map<string, N>();
  for (const node of nodes)
    for (const one of node.awarenessForced.state === 'known' ? node.awarenessForced.value : []) {
      const [, name] = /^(.+)\.values=/.exec(one) ?? [];
      if (name !== undefined && !found.has(name)) found.set(name, node);
    }
  return found;
}

/** The first attribute that names places, of which nodes are in several, with their values. */
function placesOf(nodes: readonly Pick<SearchNode, 'nodeAttributes'>[]) {
  const byName = new Map<string, string[]>();
  for (const { nodeAttributes: all } of nodes)
    for (const one of all.state === 'known' ? all.value : []) {
      const [, name = '', value = ''] = /^(.*?)=(.*)/.exec(one) ?? [];
      if (namesPlace(name)) append(byName, name, value);
    }
  for (const [attribute, all] of byName) {
    const values = [...new Set(all)].sort();
    if (values.length > 1) return { attribute, values };
  }
  return undefined;
}

import { nearest } from '../../src/model/nearest.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { isKnownCluster } from '../../src/model/stack.ts';
import { votingRights } from '../../src/model/voters.ts';

/** The names that products and their images give a cluster that has none. */
const SHIPPED: ReadonlySet<string> = new Set(['elasticsearch', 'opensearch', 'docker-cluster', 'opensearch-cluster']);

export default defineRule({
  summary: 'Give each cluster a name of its own, and all of its nodes that one.',
  why: 'Nodes join any cluster of their name that they find; with the name that is shipped, that may be another one.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/important-settings-configuration',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  considers: ['clusterName', 'roles'],
  messages: {
    shipped: 'The cluster has the name {{name}}, which is shipped with the product; expected one of its own.',
    unnamed:
      'Nothing names the cluster of {{hosts}}, so that it has the name {{name}}, which is shipped with the product; expected one of its own.',
    some: '{{hosts}} has no cluster name, while other nodes have one: {{names}}; expected one.',
    near: '{{hosts}} has the cluster name {{name}}, and no node of that name may lead; expected {{meant}}, as others have.',
  },
  *stack({ clusters, isObserved }) {
    const known = clusters.filter(isKnownCluster);
    const named = known.filter(({ nodes: [first] }) => first !== undefined && isGiven(first.clusterName));
    const leading = named.filter(({ nodes }) => nodes.some((node) => votingRights(node).votes !== false));
    for (const { label, nodes } of known) {
      const at = nodes[0]?.clusterName;
      if (at === undefined) continue;
      const all = nodes.map(({ host }) => host);
      // A running cluster is named as a whole.
      const common = { at, hosts: isObserved === true ? [] : all, clusters: [label] };
      const hosts = listed(all);
      const name = nameIn(at);
      if (isGiven(at)) {
        const others = leading.map((cluster) => cluster.label);
        const meant = others.includes(label) ? undefined : nearest(label, others);
        if (SHIPPED.has(label)) yield { ...common, message: 'shipped', data: { name: label } };
        else if (meant !== undefined) yield { ...common, message: 'near', data: { hosts, name: label, meant } };
      } else if (named.length > 0) {
        const names = listed(named.map((cluster) => cluster.label));
        yield { ...common, message: 'some', data: { hosts, names } };
      } else if (name !== undefined && SHIPPED.has(name))
        yield { ...common, message: 'unnamed', data: { hosts, name } };
    }
  },
});

/** Tells whether a person gave the name. */
function isGiven(name: Setting<string>): boolean {
  return name.state === 'known' && name.byDefault !== true;
}

/** The name that counts: the one that is given, else that of the role or the product. */
function nameIn(name: Setting<string>): string | undefined {
  if (name.state === 'known') return name.value;
  return name.state === 'unset' ? name.productDefault : undefined;
}

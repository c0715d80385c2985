import { append } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace, placeOfOrigin } from '../../src/model/setting.ts';
import type { SearchNode } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Give each node of a cluster a name of its own.',
  why: 'Nodes are excluded, drained and named for the first election by their names: a shared name means all that have it.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/important-settings-configuration',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['nodeName'],
  messages: {
    shared: '{{hosts}} of cluster {{cluster}} share the name {{name}}; expected a name of its own for each.',
  },
  *cluster({ label: cluster, nodes, scattered }) {
    if (scattered) return;
    const byName = new Map<string, Pick<SearchNode, 'host' | 'nodeName'>[]>();
    for (const { host, nodeName } of nodes)
      // A node replaces what is in ${…} by its environment.
      if (nodeName.state === 'known' && !nodeName.value.includes('${'))
        append(byName, nodeName.value, { host, nodeName });
    for (const [name, sharing] of byName) {
      const [first, ...others] = sharing;
      const hosts = [...new Set(sharing.map(({ host }) => host))];
      if (first === undefined || others.length === 0) continue;
      yield {
        at: first.nodeName,
        message: 'shared',
        data: { cluster, name, hosts: hosts.length > 1 ? listed(hosts) : `${String(sharing.length)} nodes` },
        related: others.map(({ host, nodeName }) => ({ ...placeOfOrigin(nodeName.origin), message: `of ${host}` })),
        hosts: sharing
          .filter(({ nodeName }) => keyOfPlace(nodeName.origin) === keyOfPlace(first.nodeName.origin))
          .map(({ host }) => host),
        measure: sharing.length,
      };
    }
  },
});

import { defineRule } from '../../src/model/rule.ts';

/** The names that products and their images give a cluster that has none. */
const SHIPPED: ReadonlySet<string> = new Set(['elasticsearch', 'opensearch', 'docker-cluster', 'opensearch-cluster']);

export default defineRule({
  summary: 'Give each cluster a name of its own.',
  why: 'Nodes join any cluster of their name that they find; with the name that is shipped, that may be another one.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/important-settings-configuration',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  judges: 'observed',
  reads: ['clusterName'],
  messages: {
    shipped: 'The cluster has the name {{name}}, which is shipped with the product; expected one of its own.',
  },
  *cluster({ nodes }) {
    const [first] = nodes;
    if (first?.clusterName.state !== 'known' || !SHIPPED.has(first.clusterName.value)) return;
    yield { at: first.clusterName, message: 'shipped', data: { name: first.clusterName.value }, hosts: [] };
  },
});

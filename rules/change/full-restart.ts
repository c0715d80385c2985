import { holdsData } from '../../src/model/data-nodes.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Cluster } from '../../src/model/stack.ts';
import { votingRights } from '../../src/model/voters.ts';

/** The number of nodes that a message names. */
const NAMED = 4;

export default defineRule({
  summary: 'Restart the nodes of a cluster one after the other.',
  why: 'Shards whose copies are all on nodes that restart together are gone for as long, and without a majority of the voters nothing is answered.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/maintenance/start-stop-services/full-cluster-restart-rolling-restart-procedures',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  considers: ['roles'],
  messages: {
    together:
      'The change restarts {{nodes}} of {{cluster}}, up to {{most}} at once; expected one after the other, as by serial: 1 of the play.',
    pace: 'The play goes through {{most}} of {{nodes}} at once, where it had one at a time; expected serial: 1, so that no two restart together.',
  },
  *change({ clusters, rollouts, paces }) {
    const told = new Set<string>();
    for (const { cluster: label, hosts, atOnce, open, at } of rollouts()) {
      const cluster = clusters.find(({ after }) => after?.label === label)?.after;
      if (cluster === undefined || !isRisky(cluster, hosts)) continue;
      if (open !== undefined) yield { undecided: open, hosts };
      if (atOnce === undefined || atOnce < 2) continue;
      for (const host of hosts) told.add(host);
      const most = Math.min(atOnce, hosts.length);
      yield {
        at,
        message: 'together',
        data: { nodes: listed(hosts, NAMED), cluster: cluster.label, most },
        hosts,
        clusters: [cluster.label],
      };
    }
    for (const { hosts, atOnce, at, was } of paces())
      for (const { after: cluster } of clusters) {
        const own = hosts.filter((host) => cluster?.nodes.some((node) => node.host === host) === true);
        if (cluster === undefined || own.some((host) => told.has(host)) || !isRisky(cluster, own)) continue;
        const most = atOnce === undefined ? 'more than one' : Math.min(atOnce, own.length);
        yield {
          at,
          message: 'pace',
          data: { nodes: listed(own, NAMED), most },
          hosts: own,
          clusters: [cluster.label],
          related: [{ ...was, message: 'before' }],
        };
      }
  },
});

/** Tells whether it matters that some nodes of a cluster stop together: more than one of them votes, or holds data. */
function isRisky({ nodes }: Cluster, hosts: readonly string[]): boolean {
  const own = nodes.filter(({ host }) => hosts.includes(host));
  return (
    own.filter((node) => votingRights(node).votes !== false).length > 1 ||
    own.filter((node) => holdsData(node) !== false).length > 1
  );
}

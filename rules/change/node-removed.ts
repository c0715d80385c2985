import { isPartLost, runningNode, unknownBefore } from '../../src/model/change.ts';
import { changedVoters, linesOfFormer, losesMajority } from '../../src/model/changed-voters.ts';
import { holdsData } from '../../src/model/data-nodes.ts';
import { counted, listed } from '../../src/model/phrases.ts';
import type { SearchNode } from '../../src/model/stack.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { defineRule } from '../../src/model/rule.ts';
import { votingRights } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Drain a node before it leaves its cluster.',
  why: 'The shards that it holds lose a copy at once, and those without another copy are gone with it.',
  reference: 'https://www.elastic.co/docs/deploy-manage/maintenance/add-and-remove-elasticsearch-nodes',
  since: '0.1.0',
  severity: { development: 'info', production: 'warning', strict: 'error' },
  considers: ['roles', 'clusterName', 'nodeName'],
  messages: {
    held: '{{host}} leaves {{cluster}}, and {{shards}} are on it now; expected none, as it is drained first.',
    data: '{{host}} leaves {{cluster}} and holds data; expected that it is drained first, until no shard is left on it.',
    voters:
      '{{names}} leave {{cluster}} and vote; expected one after the other, or that they are excluded from voting first.',
    whole: 'The cluster {{cluster}} leaves with all its nodes; expected a snapshot of what is still needed.',
  },
  *change(change) {
    // member-lost reports nodes that nothing makes nodes any more.
    if (isPartLost(change.clusters.flatMap(({ nodes }) => nodes))) return;
    for (const cluster of change.clusters) {
      const { before, nodes, at, was } = cluster;
      const leaving = nodes.filter(({ gone }) => gone === 'host' || gone === 'group' || gone === 'cluster');
      if (before === undefined || leaving.length === 0) continue;
      const clusters = [before.label];
      if (leaving.length === nodes.length) {
        const related = was === undefined ? [] : [{ ...placeOfOrigin(was), message: 'before' }];
        yield { at, message: 'whole', data: { cluster: before.label }, clusters, related };
        continue;
      }
      for (const { before: node, at: place, was: line } of leaving) {
        if (node === undefined) continue;
        const { roles } = node;
        if (roles.state === 'unknown') yield { undecided: unknownBefore(change, roles), hosts: [node.host] };
        const held = runningNode(change.running, node)?.shards;
        const related = line === undefined ? [] : [{ ...placeOfOrigin(line), message: `where ${node.host} was` }];
        if (held?.state === 'known' && held.value.count > 0) {
          const data = { cluster: before.label, shards: counted(held.value.count, 'shard') };
          yield { at: place, message: 'held', severity: 'error', data, hosts: [node.host], clusters, related };
          continue;
        }
        // A node that was drained may leave.
        if (held?.state === 'known' || holdsData(node) !== true) continue;
        yield {
          at: place,
          message: 'data',
          data: { cluster: before.label },
          hosts: [node.host],
          clusters,
          related,
        };
      }
      const voters = leaving.filter(({ before: node }) => node !== undefined && isVoterAlone(node));
      const [first, ...others] = voters;
      if (first === undefined || others.length === 0) continue;
      // voters-removed reports that the others cannot elect a master.
      const counts = changedVoters(cluster);
      if (counts === undefined || losesMajority(counts)) continue;
      const names = listed(voters.map(({ before: node }) => node?.host ?? ''));
      yield {
        at: first.at,
        message: 'voters',
        data: { names, cluster: before.label },
        clusters,
        related: linesOfFormer(change, voters),
      };
    }
  },
});

/** Tells whether all that a node takes with it is its vote. One that leaves alone is noticed, and the others vote without it. */
function isVoterAlone(node: SearchNode): boolean {
  return votingRights(node).votes === true && holdsData(node) === false;
}

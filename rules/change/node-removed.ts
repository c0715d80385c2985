import { isPartLost, placeBefore, runningNode } from '../../src/model/change.ts';
import { holdsData } from '../../src/model/data-nodes.ts';
import { counted } from '../../src/model/phrases.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { defineRule } from '../../src/model/rule.ts';
import { votingRights } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Drain a node before it leaves its cluster.',
  why: 'The shards that it holds lose a copy at once, and those without another copy are gone with it.',
  reference: 'https://www.elastic.co/docs/deploy-manage/maintenance/add-and-remove-elasticsearch-nodes',
  since: '0.1.0',
  severity: { development: 'info', production: 'warning', strict: 'error' },
  considers: ['roles'],
  messages: {
    held: '{{host}} leaves {{cluster}}, and {{shards}} are on it now; expected none, as it is drained first.',
    data: '{{host}} leaves {{cluster}} and holds data; expected that it is drained first, until no shard is left on it.',
    voter: '{{host}} leaves {{cluster}} and votes; expected that it is excluded from voting first.',
    whole: 'The cluster {{cluster}} leaves with all its nodes; expected a snapshot of what is still needed.',
  },
  *change(change) {
    for (const { before, nodes, at, was } of change.clusters) {
      const leaving = nodes.filter(({ gone }) => gone === 'host' || gone === 'group' || gone === 'cluster');
      if (before === undefined || leaving.length === 0 || isPartLost(nodes)) continue;
      const clusters = [before.label];
      if (leaving.length === nodes.length) {
        const related = was === undefined ? [] : [{ ...placeOfOrigin(was), message: 'before' }];
        yield { at, message: 'whole', data: { cluster: before.label }, clusters, related };
        continue;
      }
      for (const { before: node, at: place, was: line } of leaving) {
        if (node === undefined) continue;
        const [holds, { votes }] = [holdsData(node), votingRights(node)];
        const { roles } = node;
        if (roles.state === 'unknown')
          yield { undecided: { ...roles, origin: placeBefore(change, roles.origin) }, hosts: [node.host] };
        const held = runningNode(change.running, node)?.shards;
        const related = line === undefined ? [] : [{ ...placeOfOrigin(line), message: `where ${node.host} was` }];
        if (held?.state === 'known' && held.value.count > 0) {
          const data = { cluster: before.label, shards: counted(held.value.count, 'shard') };
          yield { at: place, message: 'held', severity: 'error', data, hosts: [node.host], clusters, related };
          continue;
        }
        // A node that was drained may leave.
        if (held?.state === 'known' && votes !== true) continue;
        if (holds !== true && votes !== true) continue;
        yield {
          at: place,
          message: holds === true && held?.state !== 'known' ? 'data' : 'voter',
          data: { cluster: before.label },
          hosts: [node.host],
          clusters,
          related,
        };
      }
    }
  },
});

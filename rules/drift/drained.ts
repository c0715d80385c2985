import { counted, listed, sizeInWords } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { StayingShard } from '../../src/model/exclusions.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { votingRights } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Remove an excluded node only once it holds no more shards.',
  why: 'A node that is removed too early takes shards with it: replicas have to be built anew, and what had none is lost.',
  reference: 'https://www.elastic.co/docs/deploy-manage/maintenance/add-and-remove-elasticsearch-nodes',
  since: '0.1.0',
  severity: { development: 'info', production: 'info', strict: 'info' },
  judges: 'observed',
  messages: {
    left: '{{host}} is excluded from allocation, and still holds {{shards}} ({{size}}), of which {{leaving}}; expected none before it is removed.',
    drained: '{{host}} is excluded from allocation, and holds no shard any more; it may be removed.',
    voter:
      '{{host}} is excluded from allocation, and holds no shard any more, but votes; it may be removed if no other voter is.',
  },
  considers: ['roles'],
  *cluster({ nodes, exclusions = [] }) {
    const unseen = exclusions.find((one) => one.state === 'unknown');
    if (unseen !== undefined) yield { undecided: unseen, hosts: [] };
    for (const node of nodes) {
      const { host, shards, roles } = node;
      const hosts = [host];
      const excluding = exclusions.find(
        (one) => one.state === 'known' && one.value.some((by) => by.hosts.includes(host)),
      );
      if (excluding === undefined || shards === undefined) continue;
      if (shards.state === 'unknown') yield { undecided: shards, hosts };
      if (shards.state !== 'known') continue;
      const { count, bytes, leaving, example } = shards.value;
      if (count === 0) {
        if (roles.state === 'unknown') yield { undecided: roles, hosts };
        else yield { at: excluding, message: votingRights(node).votes === true ? 'voter' : 'drained', hosts };
        continue;
      }
      const related = example && [{ ...placeOfOrigin(example.origin), message: inOneLine(example) }];
      const moving =
        leaving === 0 ? 'none is on its way' : `${String(leaving)} ${leaving === 1 ? 'is' : 'are'} on the way`;
      const data = { shards: counted(count, 'shard'), size: sizeInWords(bytes), leaving: moving };
      yield { at: excluding, message: 'left', data, related, hosts, measure: count };
    }
  },
});

/** Says what keeps a shard on its node, in the product's own words for causes. */
function inOneLine({ index, number, isPrimary, verdict, against }: StayingShard): string {
  const shard = `${isPrimary ? 'primary' : 'replica'} ${String(number)} of ${index}`;
  if (verdict !== 'no') return `${shard} waits for its turn`;
  return [`${shard} may not move to another node`, ...(against.length > 0 ? [listed(against)] : [])].join(': ');
}

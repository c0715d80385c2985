import { dissentAmong } from '../../src/model/dissent.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Run one release on all nodes of a cluster.',
  why: 'Shards cannot move from a newer node to an older one, and a mixed cluster is supported during an upgrade alone.',
  reference: 'https://www.elastic.co/docs/deploy-manage/upgrade/deployment-or-cluster/elasticsearch',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'observed',
  considers: ['release'],
  messages: {
    mixed: 'Cluster {{cluster}} runs {{releases}}; expected one release.',
    upgrading: 'Cluster {{cluster}} runs {{releases}} while it recovers; expected one release once that is over.',
  },
  *cluster({ label: cluster, nodes, health }) {
    const voices = nodes.flatMap(({ host, release }) =>
      release.state === 'known' ? [{ host, value: release.value, setting: release }] : [],
    );
    const dissent = dissentAmong(voices);
    if (dissent === undefined) {
      const open = nodes.find(({ release }) => release.state === 'unknown');
      if (open?.release.state === 'unknown') yield { undecided: open.release, hosts: [open.host] };
      return;
    }
    const { at, words, related, hosts, measure } = dissent;
    const report = { at, data: { cluster, releases: words }, related, hosts, measure };
    // As in an upgrade of one node after the other.
    if (health?.state === 'known' && health.value.isRecovering)
      yield { ...report, message: 'upgrading', severity: 'info' };
    else yield { ...report, message: 'mixed' };
  },
});

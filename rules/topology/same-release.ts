import { dissentAmong } from '../../src/model/dissent.ts';
import type { Voice } from '../../src/model/dissent.ts';
import { completed, isNewer, majorOf } from '../../src/model/release.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { Setting } from '../../src/model/setting.ts';
import { firstPlaceOf } from '../../src/model/several-places.ts';

/** The products whose releases go with those of the cluster's product. */
const OF_CLUSTER: Readonly<Record<string, string>> = {
  Kibana: 'Elasticsearch',
  'OpenSearch Dashboards': 'OpenSearch',
  Logstash: 'Elasticsearch',
};
/** One that may be older by a major release, and newer within one. */
const LOGSTASH = 'Logstash';

export default defineRule({
  summary: 'Run one release on all nodes of a cluster, and none that is newer beside it.',
  why:
    'Shards cannot move from a newer node to an older one, and a mixed cluster is supported during an upgrade alone. ' +
    'Dashboards do not start with an older cluster.',
  reference: 'https://www.elastic.co/docs/deploy-manage/upgrade/deployment-or-cluster/elasticsearch',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['release'],
  messages: {
    mixed: 'Cluster {{cluster}} runs {{releases}}; expected one release.',
    upgrading: 'Cluster {{cluster}} runs {{releases}} while it recovers; expected one release once that is over.',
    dashboards: '{{product}} of cluster {{cluster}} runs {{releases}}; expected one release.',
    newer:
      '{{product}} on {{names}} is {{release}}, newer than cluster {{cluster}} with {{older}}; expected none that is newer.',
  },
  *cluster({ label: cluster, nodes, health, scattered }) {
    if (scattered) return;
    const dissent = dissentAmong(voicesOf(nodes));
    if (dissent === undefined) {
      // What an inventory does not tell is no doubt: the release of a package may be left to its repository.
      const open = nodes.find(({ release }) => release.state === 'unknown' && release.reason !== 'not-applicable');
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
  *stack({ clusters, dashboards, pipelines }) {
    for (const { name: product, clusterLabel: cluster, instances, scattered } of dashboards) {
      const dissent = scattered ? undefined : dissentAmong(voicesOf(instances), 'instance');
      if (dissent === undefined) continue;
      const { at, words, related, hosts, measure } = dissent;
      const data = { product, cluster, releases: words };
      yield { at, message: 'dashboards', data, related, hosts, measure, clusters: [cluster] };
    }
    for (const { label: cluster, nodes, scattered } of clusters) {
      if (scattered) continue;
      const product = nodes[0]?.product.name;
      const newest = voicesOf(nodes).reduce<Voice | undefined>(
        (most, voice) => (most === undefined || isNewer(voice.value, most.value) ? voice : most),
        undefined,
      );
      if (newest === undefined) continue;
      const isOf = (member: { readonly clusterLabel: string }): boolean => member.clusterLabel === cluster;
      const beside = [
        ...dashboards.filter(isOf).map(({ name, instances }) => ({ name, voices: voicesOf(instances) })),
        { name: LOGSTASH, voices: voicesOf(pipelines.filter(isOf)) },
      ];
      for (const { name, voices } of beside) {
        const isAhead = ({ value }: Voice): boolean =>
          name === LOGSTASH ? isNewer(majorOf(value), majorOf(newest.value)) : isNewer(value, newest.value);
        const ahead = OF_CLUSTER[name] === product ? voices.filter(isAhead) : [];
        const place = firstPlaceOf(
          ahead.map(({ host, setting: at, value }) => ({ host, at, value })),
          'also on',
        );
        if (place === undefined) continue;
        const { first, names, hosts, related } = place;
        const ofCluster = { ...placeOfOrigin(newest.setting.origin), message: `${newest.value} here` };
        const data = { product: name, names, release: first.value, cluster, older: newest.value };
        const all = [ofCluster, ...related];
        yield { at: first.at, message: 'newer', data, hosts, related: all, clusters: [cluster] };
      }
    }
  },
});

function voicesOf(members: readonly { readonly host: string; readonly release: Setting<string> }[]): readonly Voice[] {
  const known = members.flatMap(({ host, release: setting }) =>
    setting.state === 'known' ? [{ host, setting, value: setting.value }] : [],
  );
  const values = completed(known.map(({ value }) => value));
  return known.flatMap(({ host, setting }, index) => {
    const value = values[index];
    return value === undefined ? [] : [{ host, setting, value }];
  });
}

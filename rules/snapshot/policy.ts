import { defineRule } from '../../src/model/rule.ts';
import { policyRemedy, startRemedy } from '../../src/model/snapshot-remedies.ts';

export default defineRule({
  summary: 'Let the cluster take snapshots by a policy.',
  why: 'Snapshots that somebody takes by hand are forgotten, and so are those that a script elsewhere no longer takes.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/create-snapshots',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  messages: {
    none: 'Cluster {{cluster}} has no policy that takes snapshots; expected one that runs every day.',
    disabled: 'Cluster {{cluster}} takes no snapshots: its policy {{policy}} is disabled; expected it to be enabled.',
  },
  *cluster({ label: cluster, nodes, repositories, snapshotPolicies: policies }) {
    if (policies?.state === 'unknown') yield { undecided: policies, hosts: [] };
    if (policies?.state !== 'known') return;
    const taking = policies.value.filter(({ schedule }) => schedule.state !== 'unset');
    const disabled = taking.filter(({ enabled }) => enabled.state === 'known' && !enabled.value);
    if (taking.length > disabled.length) return;
    const [policy] = disabled;
    if (policy !== undefined) {
      const data = { cluster, policy: policy.name };
      yield { at: policy.enabled, message: 'disabled', data, hosts: [], remedies: [startRemedy(policy)] };
      return;
    }
    const known = repositories?.state === 'known' ? repositories.value : [];
    const [node] = nodes;
    const manager = node?.product.name === 'OpenSearch' ? 'SM' : 'SLM';
    const remedies = [policyRemedy(manager, known[0]?.name ?? 'backup')];
    yield { at: policies, message: 'none', data: { cluster }, hosts: [], remedies };
  },
});

import { listed } from '../../src/model/phrases.ts';
import { policiesInForce } from '../../src/model/records.ts';
import type { SnapshotPolicy } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import { changeRemedy } from '../../src/model/snapshot-remedies.ts';

export default defineRule({
  summary: 'Let a snapshot policy cover all indices, also if one is missing.',
  why: 'An index that no snapshot holds cannot be restored; and without ignore_unavailable, one that is closed or gone makes all of the snapshot fail.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/create-snapshots',
  since: '0.1.0',
  severity: { development: 'info', production: 'warning', strict: 'warning' },
  messages: {
    partial: 'Snapshot policy {{policy}} covers {{indices}} alone; expected a policy that covers all indices.',
    excluded: 'Snapshot policy {{policy}} leaves out {{indices}}; expected a policy that covers all indices.',
    strict: 'Snapshot policy {{policy}} fails for an index that is missing; expected {{variable}} to be true.',
  },
  *cluster({ snapshotPolicies }) {
    const { policies, open } = policiesInForce(snapshotPolicies, ['indices', 'ignoreUnavailable']);
    yield* open;
    // Beside one that covers all, others may be for some indices alone.
    const isCovered = policies.some((policy) => policy.indices.state === 'unknown' || coversAll(policy));
    for (const policy of policies) {
      const { name, indices, ignoreUnavailable } = policy;
      if (indices.state === 'known' && !isCovered) {
        const left = indices.value.filter(isExclusion);
        const isWhole = indices.value.some(isEverything);
        const data = { policy: name, indices: listed(isWhole ? left : indices.value) };
        const remedies = changeRemedy(policy, indices, ['*']);
        yield { at: indices, message: isWhole ? 'excluded' : 'partial', data, hosts: [], remedies };
      }
      if (ignoreUnavailable.state === 'unset' || (ignoreUnavailable.state === 'known' && !ignoreUnavailable.value)) {
        const remedies = changeRemedy(policy, ignoreUnavailable, true);
        yield { at: ignoreUnavailable, message: 'strict', data: { policy: name }, hosts: [], remedies };
      }
    }
  },
});

function coversAll({ indices }: Pick<SnapshotPolicy, 'indices'>): boolean {
  if (indices.state === 'unset') return true;
  return indices.state === 'known' && !indices.value.some(isExclusion) && indices.value.some(isEverything);
}

function isExclusion(pattern: string): boolean {
  return pattern.startsWith('-');
}

function isEverything(pattern: string): boolean {
  return pattern === '*' || pattern === '_all' || pattern === '';
}
